"""Parse an umpire's observation of a stroke into an outcome."""

import re
from collections.abc import Iterable
from itertools import groupby

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc, Kind
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.errors import RefusedRequest
from carrom.game.notation.abbreviations import meant
from carrom.rules.judge import judge
from carrom.rules.round import Round
from carrom.rules.ruling import Ruling
from carrom.values import Value, changed

KINDS = {"w": Kind.WHITE, "b": Kind.BLACK, "q": Kind.QUEEN, "s": Kind.STRIKER}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
_PIECES = {"white": "w", "n": "w", "brown": "w", "black": "b", "queen": "q", "striker": "s"} | {k: k for k in KINDS}
_MARKS = ("miss", "improper", "early", "direct", "indirect", "still", "slip", "one-line", "-", "jump")
WORDS = {**_PIECES, **{mark: mark for mark in _MARKS}}
"""All words allowed in an observed stroke, without counts, and the short word for each; `n` is brown."""
_NUMBERED = re.compile(r"([a-z]+)([0-9]{1,9})")
HELP = {
    "w2 b1": "two whites and a black fell, in that order; `q` the queen, `s` the striker",
    "-": "something was hit, nothing fell",
    "miss": "the striker touched nothing",
    "jump w1 q": "what left the board over the frame (after what fell: `w1 jump b1`)",
    "improper": "the stroke was against the rules of technique or placing (add what fell)",
    "direct": "the striker itself touched the opponent's piece that fell (add what fell); `indirect`: it did not",
    "slip": "the striker left neither base line and moved nothing",
    "one-line": "the striker left one of the two base lines and moved nothing (if a piece moved: `one-line -`)",
    "still": "the striker touched something and moved nothing",
    "early": 'the break was struck before "Play"',
}
"""Help text for the words of a stroke."""


class ObservedStroke(Value, frozen=True, kw_only=True):
    """A stroke as typed: kinds and counts of discs, not yet individual discs."""

    fell: tuple[tuple[Kind, int], ...] = ()
    jumped: tuple[tuple[Kind, int], ...] = ()
    marks: tuple[str, ...] = ()


def is_counted(word: str) -> bool:
    """Return whether a word is a piece with a count after it (`w2`), possibly abbreviated (`whi2`)."""
    numbered = _NUMBERED.fullmatch(word)
    return numbered is not None and any(name.startswith(numbered[1]) for name in _PIECES)


def read_stroke(words: tuple[str, ...]) -> ObservedStroke:
    """Parse the words of a stroke. Raises `RefusedRequest` for an unknown word."""
    fell: list[tuple[Kind, int]] = []
    jumped: list[tuple[Kind, int]] = []
    marks: list[str] = []
    into = fell
    for word in words:
        name, count = _counted(word)
        if name == "jump":
            into = jumped
        elif name in KINDS:
            into.append((KINDS[name], count))
        elif name not in marks:
            marks.append(name)
    if jumped == [] and into is jumped:
        raise RefusedRequest("jump is incomplete; expected what jumped, as in `jump q`")
    return ObservedStroke(fell=tuple(fell), jumped=tuple(jumped), marks=tuple(marks))


def _counted(word: str) -> tuple[str, int]:
    """Return the short form of a word and its count."""
    numbered = _NUMBERED.fullmatch(word)
    if numbered is None:
        return meant(word, WORDS.items(), "word of a stroke"), 1
    count = int(numbered[2])
    if not count:
        raise RefusedRequest(f"{word} has a count of zero; expected 1 or more, or `-` if nothing fell")
    return meant(numbered[1], _PIECES.items(), "piece"), count


def outcome(seen: ObservedStroke, round: Round) -> Outcome:
    """Return the outcome, with individual discs chosen.

    Raises `RefusedRequest` for more discs than are on the board, for marks that contradict each other, and if the
    ruling depends on whether the striker itself touched the opponent's piece that fell and the words do not say.
    """
    lying = list(round.on_board)
    brown = round.ruleset.parameters.white_is_brown
    pocketed = _named(seen.fell, lying, brown)
    jumped = _named(seen.jumped, lying, brown)
    gone = [disc for disc in (*pocketed, *jumped) if disc is not STRIKER]
    quiet: list[str] = [mark for mark in ("miss", "slip") if mark in seen.marks]
    if quiet and gone:
        raise RefusedRequest(
            f"{quiet[0]} and {plain(gone[:1], brown)} off the board contradict each other; expected one"
        )
    hit = [mark for mark in ("-", "still", "direct", "indirect") if mark in seen.marks]
    if quiet and "-" in hit:
        raise RefusedRequest(f"{quiet[0]} says that nothing was hit, and - that something was; expected one of them")
    if "one-line" in seen.marks and not (gone or hit or STRIKER in (*pocketed, *jumped)):
        quiet.append("one-line")
    breaches = []
    if "improper" in seen.marks:
        breaches.append(Breach.IMPROPER)
    if "early" in seen.marks:
        breaches.append(Breach.BEFORE_PLAY)
    left = LinesLeft.NONE if "slip" in seen.marks else LinesLeft.ONE if "one-line" in seen.marks else LinesLeft.BOTH
    made = Outcome(
        pocketed=pocketed,
        jumped=jumped,
        moved=not quiet and "still" not in seen.marks,
        lines_left=left,
        breaches=tuple(breaches),
    )
    return made if quiet else changed(made, touched=_touched(seen, round, made))


def _named(counts: tuple[tuple[Kind, int], ...], lying: list[Disc], brown: bool) -> tuple[Disc, ...]:
    """Choose that many discs of each kind and remove them from those on the board."""
    names: list[Disc] = []
    for kind in dict(counts):
        total = sum(count for each, count in counts if each is kind)
        there = 1 if kind is Kind.STRIKER else sum(disc.kind is kind for disc in lying)
        if total > there:
            raise RefusedRequest(f"{total} {_noun(kind, total, brown)} cannot leave the board: {there or 'none'} can")
    for kind, count in counts:
        for _ in range(count):
            if kind is Kind.STRIKER:
                names.append(STRIKER)
            else:
                names.append(next(disc for disc in lying if disc.kind is kind))
                lying.remove(names[-1])
    return tuple(names)


def _noun(kind: Kind, count: int, brown: bool) -> str:
    """Return `white` or `whites`; `brown` or `browns` in rule sets with brown pieces."""
    name = "brown" if brown and kind is Kind.WHITE else kind.value
    return name if count == 1 else f"{name}s"


def _touched(seen: ObservedStroke, round: Round, made: Outcome) -> tuple[Disc, ...]:
    """Return a disc that the striker may have touched, or none.

    An umpire does not list the discs touched: the laws ask only whether the striker touched anything, and in some rule
    sets whether it touched the opponent's piece that fell. That one is returned only if the umpire typed `direct`.
    """
    theirs = _theirs(round, made.pocketed)
    marked = [mark for mark in ("direct", "indirect") if mark in seen.marks]
    if marked and not theirs:
        raise RefusedRequest(f"{marked[0]} refers to an opponent's piece that fell; none did")
    if len(marked) > 1:
        raise RefusedRequest("direct and indirect contradict each other; expected one of them")
    staying = [disc for disc in round.on_board if disc not in made.pocketed and disc not in made.jumped]
    own = [disc for disc in (*made.pocketed, *made.jumped, *staying) if disc not in theirs and disc is not STRIKER]
    if not marked and theirs and directness_matters(round, changed(made, touched=tuple(own[:1]))):
        line = _counts(made.pocketed)
        raise RefusedRequest(
            f"{plain(theirs)} of the opponent fell: whether the striker itself touched it decides; expected "
            f"`{line} direct` or `{line} indirect`"
        )
    return theirs if marked == ["direct"] else tuple(own[:1])


def _theirs(round: Round, pocketed: Iterable[Disc]) -> tuple[Disc, ...]:
    """Return the opponent's pieces among those pocketed; none in rule sets where colours are not owned."""
    colour = round.sides[round.mover].colour
    return tuple(disc for disc in pocketed if disc.is_man and colour is not None and disc.kind is not colour)


def directness_matters(round: Round, made: Outcome) -> bool:
    """Return whether the ruling changes if the striker itself touched the opponent's pieces that fell."""
    theirs = _theirs(round, made.pocketed)
    other = tuple(disc for disc in made.touched if disc not in theirs)
    spared = judge(round, changed(made, touched=other))
    return bool(theirs) and _decided(judge(round, changed(made, touched=theirs))) != _decided(spared)


def _decided(ruling: Ruling) -> tuple[object, ...]:
    return ruling.turn, ruling.placings, ruling.dues, ruling.queen, ruling.centred, ruling.points, ruling.result


def typed(made: Outcome, round: Round) -> str:
    """Return the words an umpire types for an outcome."""
    words = [_counts(made.pocketed)] if made.pocketed else []
    words += ["jump", _counts(made.jumped)] if made.jumped else []
    gone = any(disc is not STRIKER for disc in (*made.pocketed, *made.jumped))
    one_line = made.lines_left is LinesLeft.ONE
    if not made.touched and not made.moved and not gone:
        words += [] if one_line else ["slip" if made.lines_left is LinesLeft.NONE else "miss"]
    elif not made.moved:
        words.append("still")
    elif one_line and not words:
        words.append("-")
    words += ["one-line"] if one_line else []
    words += [{Breach.IMPROPER: "improper", Breach.BEFORE_PLAY: "early"}[breach] for breach in made.breaches]
    if directness_matters(round, made):
        struck = any(disc in made.touched for disc in _theirs(round, made.pocketed))
        words.append("direct" if struck else "indirect")
    return " ".join(words) or "-"


def _counts(discs: Iterable[Disc]) -> str:
    """Return discs as typed: `w2 b1 s`."""
    runs = [(kind, len(list(run))) for kind, run in groupby(disc.kind for disc in discs)]
    return " ".join(LETTERS[kind] + (str(n) if kind in (Kind.WHITE, Kind.BLACK) else "") for kind, n in runs)


def plain(discs: Iterable[Disc], brown: bool = False) -> str:
    """Return discs in words: `two whites, one black, the queen and the striker`."""
    given = tuple(discs)
    words: list[str] = []
    for kind, colour in (("white", WHITES), ("black", BLACKS)):
        count = sum(disc in colour for disc in given)
        name = "brown" if brown and kind == "white" else kind
        words += [f"{_COUNT[count]} {name}{'s' if count > 1 else ''}"] if count else []
    words += ["the queen"] if QUEEN in given else []
    words += ["the striker"] if STRIKER in given else []
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"


_COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

__all__ = ["HELP", "ObservedStroke", "directness_matters", "is_counted", "outcome", "plain", "read_stroke", "typed"]
