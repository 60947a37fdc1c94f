"""Write the texts of rulings: the first ruling of each kind, on random boards.

    python -m tests.rules.told

writes `tests/rules/told/`, one file for each book and one for custom rule sets. Review every changed line before
you commit it: each is a text that players see, with the state that follows.
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from carrom.board.seat import Seat
from carrom.errors import RulesError
from carrom.rules.casebook import decide
from carrom.rules.custom import custom
from carrom.rules.phases import described, expected
from carrom.rules.reading_facts import readings_of
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.rules.rulesets import NAMES
from carrom.rules.ruling import Call, Ruling
from carrom.rules.wording import Names, why
from carrom.values import changed

from .boards import begin, sensible, steps, tables, wild
from .combinations import TABLES, anything, made, pairs
from .test_tables import OWNED, breaks
from .test_tables import anything as anything_played

FOLDER = Path(__file__).parent / "told"
HOUSE = "house"
READINGS, SWITCHES = "readings", "switches"
BOARDS, SETS, STROKES = 40, 60, 1_500
NAMES_AT_THE_BOARD = Names("Asha", "Asha and Bala", "Chitra", ("Asha", "Bala", "Chitra"))
SPOKEN_TO = Names("", "", "the other side", ("the first", "the second", "the third"), you=True)


def told(name: str) -> str:
    """Return the text of a file: the rulings of a book, or those of custom rule sets."""
    return "\n".join(_of_house() if name == HOUSE else _of_book(name)) + "\n"


def readings_met() -> str:
    """Return how often each group of interpretations applies to random strokes, book by book."""
    lines = []
    for book in OWNED:
        rng, met = random.Random(book), Counter[str]()
        openings = list(breaks(book))
        for number in range(STROKES):
            facts = rng.choice(openings) if number % 5 == 0 else anything_played(book, rng)
            if not facts.striker and not facts.jumped_striker and rng.random() < 0.3:
                facts.left = rng.choice(("none", "one"))
            met[" ".join(decide(facts.line()).get("readings", ["no reading"]))] += 1
        lines += [f"{book}: {readings} {number}" for readings, number in sorted(met.items())]
    return "\n".join(lines) + "\n"


def switches_set() -> str:
    """Return, for every value of every key in every book, which entries it adds and removes, or the refusal."""
    lines = []
    for base, changes in pairs():
        said = ", ".join(f"{key} = {value}" for key, value in changes.items())
        try:
            rules = custom({"extends": base, **changes}, base)
        except RulesError as refusal:
            lines.append(f"{base} {said}: {refusal}")
            continue
        before, after = _standing(ruleset(base)), _standing(rules)
        put = [
            f"+ {key} ({behind})" for key, behind in zip(after, ["first", *after], strict=False) if key not in before
        ]
        gone = [f"- {key}" for key in before if key not in after]
        lines.append(f"{base} {said}: {'; '.join([*put, *gone]) or 'nothing comes or goes'}")
    return "\n".join(lines) + "\n"


def _standing(rules: Ruleset) -> list[str]:
    """Return a book's contents in order: chapters with their attributes, and clauses with their topics."""
    return [
        each
        for chapter in rules.chapters
        for each in (
            f"{chapter.key} {chapter.part} {chapter.when or '-'} {chapter.decides:d}{chapter.settles:d}",
            *(" ".join((clause.key, clause.topic)).strip() for clause in chapter.clauses),
        )
    ]


def _of_book(name: str) -> list[str]:
    seen: set[Any] = set()
    lines: list[str] = []
    for number in range(BOARDS):
        rng = random.Random(f"{name} {number}")
        start = begin(name, rng.choice(tables(name)), rng)
        if number % 3 == 0:
            start = without_men(start, rng)
        lines += _board(start, rng, seen, wild if number % 4 else sensible)
    return lines


def _of_house() -> list[str]:
    lines: list[str] = []
    for number in range(SETS):
        rng = random.Random(f"{HOUSE} {number}")
        base, changes = anything(rng)
        rules = made(base, changes)
        if rules is None:
            continue
        seats: tuple[tuple[Seat, ...], ...] = TABLES[rng.choice(rules.parameters.players)]
        start = Round.begin(rules, seats, seats[0][0], [rng.randint(0, 24) for _ in seats])
        lines += [f"# {base} {changes}", *_board(start, rng, set(), wild)[:20]]
    return lines


def without_men(start: Round, rng: random.Random) -> Round:
    """Return a round in which 12 random pieces are already pocketed."""
    gone = tuple(rng.sample([disc for disc in start.on_board if disc.value != "Q"], 12))
    if start.sides[0].colour is None or len({disc.kind for disc in set(start.on_board) - {*gone}}) < 3:
        return start
    sides = tuple(changed(side, pocketed_before=True, pocketed_by_self=rng.random() < 0.7) for side in start.sides)
    lying = tuple(disc for disc in start.on_board if disc not in gone)
    return changed(start, phase=Phase.PLAY, sides=sides, on_board=lying, pocketed=gone)


def _board(start: Round, rng: random.Random, seen: set[Any], play: Any) -> list[str]:
    """Return the lines of a board, leaving out kinds of ruling that were seen before."""
    lines, before = [], start
    for round, ruling in steps(start, rng, play, calls=True):
        kind = _kind(before, round, ruling)
        if kind not in seen:
            seen.add(kind)
            lines += _step(before, round, ruling)
        before = round
    return lines


def _kind(before: Round, round: Round, ruling: Ruling | None) -> Any:
    if ruling is None:
        return len(before.placings) - len(round.placings), round.no_room, described(round)[:12]
    return ruling.turn, ruling.clauses, readings_of(before, ruling), len(ruling.placings)


def _step(before: Round, round: Round, ruling: Ruling | None) -> Iterator[str]:
    """Yield the outcome, the text of the ruling, and the state that follows."""
    if ruling is not None:
        what = ruling.outcome or ruling.call
        yield f"{_short(what)} -> {ruling.turn}"
        yield f"  {why(ruling, SPOKEN_TO if len(ruling.clauses) % 2 else NAMES_AT_THE_BOARD)}"
        yield f"  {' '.join((*ruling.clauses, *readings_of(before, ruling)))}".rstrip()
    yield "  " + _state(round)


def _state(round: Round) -> str:
    """Return everything that affects the next ruling, abbreviated."""
    sides = ", ".join(
        f"{side.due}{'+' * side.pocketed_before}{'+' * side.pocketed_by_self}"
        + (f" {side.points} {side.turn_points} {len(side.taken)}" if side.colour is None else "")
        for side in round.sides
    )
    queen = f"{round.queen} {_plain(round.queen_side)} {_plain(round.queen_turn)}"
    counted = f"{round.turns} {round.passes} {round.misses} {round.struck:d}{round.covered_now:d}{round.no_room:d}"
    lying = " ".join(str(round.men_on_board(index)) for index in range(len(round.sides)))
    wanted = " ".join(_plain(getattr(each, "left", None)) for each in expected(round))
    result = _short(round.result) if round.result else "-"
    return f"{described(round)} {wanted}; {counted}; {queen}; {sides}; {lying}; {_plain(round.fallen)}; {result}"


def _short(value: Any) -> str:
    """Return a value as text, leaving out fields that have their default."""
    given = [(name, getattr(value, name)) for name in value.__struct_fields__]
    usual = Call(what="") if isinstance(value, Call) else type(value)()
    stored = [f"{name} {_plain(each)}" for name, each in given if each != getattr(usual, name)]
    return f"{type(value).__name__}[{', '.join(stored)}]"


def _plain(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_plain, value)) or "-"
    return "-" if value is None else str(getattr(value, "value", value))


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{READINGS}.txt").write_text(readings_met(), encoding="utf-8")
    (FOLDER / f"{SWITCHES}.txt").write_text(switches_set(), encoding="utf-8")
    for name in (HOUSE, *NAMES):
        assert name == HOUSE or ruleset(name)
        (FOLDER / f"{name}.txt").write_text(told(name), encoding="utf-8")


if __name__ == "__main__":
    main()
