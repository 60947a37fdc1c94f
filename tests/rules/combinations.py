"""Play custom rule sets at random to the end: every switch of every book, and random combinations.

    python -m tests.rules.combinations --sets 2000 --seed 1

plays that many valid random sets besides every single change, and fails at the first broken invariant.
"""

import argparse
import random
from collections import Counter
from typing import Any

from carrom.board.disc import QUEEN, RACKED, STRIKER
from carrom.board.seat import Seat
from carrom.errors import RulesError
from carrom.rules.custom import KEYS, custom
from carrom.rules.laws import ending, points
from carrom.rules.phases import expected
from carrom.rules.round import QueenState, Round
from carrom.rules.rulesets import NAMES
from carrom.rules.ruling import Ruling, Turn
from carrom.rules.switches import NAMES_OF_SWITCHES, SWITCH

from .boards import steps, wild

S, E, N, W = Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST
TABLES: dict[int, tuple[tuple[Seat, ...], ...]] = {
    1: ((S,),), 2: ((S,), (N,)), 3: ((S,), (E,), (N,)), 4: ((S, N), (E, W)),
}  # fmt: skip
MOST_STEPS = 6_000
FIGURES: dict[str, tuple[Any, ...]] = {
    "queen_points": (0, 1, 3, 5, 50),
    "queen_cap": ("none", 1, 22),
    "board_max": ("none", 5, 12),
    "break_attempts": (1, 2, 9),
    "break_fail_penalty": (0, 1, 2),
    "strokes_per_turn": (1, 2, 3),
    "players": ([2], [4], [3], [1], [2, 3, 4]),
    "target_points": ("none", 10, 29),
    "board_limit": ("none", 1, 4),
    "handicap": ([0, 2], [8, 8]),
}


def values(key: str) -> tuple[Any, ...]:
    """Return the values to try for a key."""
    if key in SWITCH:
        return tuple(SWITCH[key].values)
    return (True, False) if key in NAMES_OF_SWITCHES else FIGURES.get(key, ())


def pairs() -> list[tuple[str, dict[str, Any]]]:
    """Return every book with every value of every key."""
    return [(base, {key: value}) for base in NAMES for key in KEYS for value in values(key)]


def anything(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Return a random book and values for one to eight keys."""
    keys = rng.sample([key for key in KEYS if values(key)], rng.randint(1, 8))
    return rng.choice(NAMES), {key: rng.choice(values(key)) for key in keys}


def made(base: str, changes: dict[str, Any]) -> Any:
    """Return the rule set, or None if it is refused; the refusal must name one of the keys."""
    try:
        return custom({"extends": base, **changes}, "tried")
    except RulesError as refusal:
        assert any(repr(key) in str(refusal) for key in changes), refusal
        return None


def played(rules: Any, rng: random.Random) -> int:
    """Play a board at random to its end; return the number of steps."""
    number = rng.choice(rules.parameters.players)
    seats = TABLES[number]
    scores = [rng.randint(0, 24) for _ in seats]
    round = Round.begin(rules, seats, rng.choice([seat for side in seats for seat in side]), scores)
    off = len(RACKED) - len(round.on_board)
    count, last = 0, round
    for count, (each, ruling) in enumerate(steps(round, rng, wild, calls=True)):
        check(each, off)
        if ruling is not None:
            check_ruling(last, ruling)
        last = each
        assert count < MOST_STEPS, "the board has no end"
    assert last.result is not None
    assert last.result.replay or last.result.points >= 0
    if rules.colours_are_owned and not last.result.replay:
        assert last.result.points >= 1, "an end that nobody can score"
        assert len(last.result.winners) == 1
    return count


def check(round: Round, off: int) -> None:
    """Check that the number of pieces is constant and that no side without pieces plays on."""
    assert sum((Counter(round.pocketed) + Counter(round.on_board)).values()) == len(RACKED) - off
    assert not set(round.pocketed) & set(round.on_board)
    if round.result is not None:
        return
    assert expected(round)
    plays_on = round.ruleset.has(ending.own_last_leaves_the_queen) or round.ruleset.has(points.queen_may_be_taken_last)
    last_queen = plays_on and QUEEN in round.on_board
    if not round.placings and not last_queen and round.queen is not QueenState.PENDING:
        for index in range(len(round.sides)):
            assert round.men_on_board(index) > 0, f"side {index} plays on without men"


def check_ruling(before: Round, ruling: Ruling) -> None:
    """Check that every consequence cites a clause, and that a pocketed striker always costs something."""
    assert ruling.why.endswith(".")
    for said in ruling.consequences:
        assert said.clause, f"{said.key} rests on no clause: {ruling.why}"
    fell = ruling.outcome is not None and STRIKER in ruling.outcome.pocketed
    lenient = before.ruleset.has("faulty_break_loses_the_turn")
    missed = before.phase == "break" and ruling.outcome is not None and (lenient or not ruling.outcome.moved)
    if fell and not missed and ruling.turn in (Turn.PASS, Turn.CONTINUE):
        spared = before.ruleset.has("no_man_is_ever_due") or before.ruleset.has("what_cannot_be_paid_is_forgiven")
        mine = sum(placing.owner == ruling.mover for placing in ruling.placings)
        owed = ruling.dues[ruling.mover] - before.sides[ruling.mover].due
        paid = mine + owed > 0 or spared
        assert paid, f"a free striker: {ruling.why}"


def main() -> None:
    """Try every single change and the requested number of random sets."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sets", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--boards", type=int, default=3, help="boards played in each set")
    given = options.parse_args()
    rng = random.Random(given.seed)
    asked = pairs()
    refused = steps = accepted = 0
    while asked or accepted < given.sets:
        pair = bool(asked)
        base, changes = asked.pop() if asked else anything(rng)
        rules = made(base, changes)
        if rules is None:
            refused += 1
            continue
        accepted += not pair
        for _ in range(given.boards):
            try:
                steps += played(rules, rng)
            except Exception as fault:
                raise SystemExit(f"{base} {changes}: {type(fault).__name__}: {fault}") from fault
    print(f"every pair and {accepted} random sets played {steps} steps, {refused} refused: all ended as promised")


if __name__ == "__main__":
    main()
