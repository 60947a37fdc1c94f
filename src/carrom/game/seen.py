"""What an umpire types about a stroke (`w2 b1 s`, `jump q`, `miss`, `improper`) turned into an outcome."""

import re

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc, Kind
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.data import Value
from carrom.errors import RefusedRequest
from carrom.rules.round import Round

_PIECES = re.compile(r"(white|brown|black|queen|striker|w|n|b|q|s)([0-9]{1,2})?")
_MARKS = ("miss", "improper", "early", "direct", "still", "slip", "one-line", "-")
HELP = {
    "w2 b1": "two whites and a black fell, in that order; `q` the queen, `s` the striker",
    "-": "something was hit, nothing fell",
    "miss": "the striker touched nothing",
    "jump w1 q": "what left the board over the frame (after what fell: `w1 jump b1`)",
    "improper": "the stroke was against the rules of technique or placing (beside what fell)",
    "direct": "the striker itself had touched the opponent's man that fell (beside what fell)",
    "slip": "the striker did not leave the lines and moved nothing; `one-line`: it left one of the two",
    "early": 'the break was struck before "Play"',
}
"""How a stroke is typed, for `help`."""


class Seen(Value, frozen=True, kw_only=True):
    """A stroke as typed: kinds of discs, not yet names."""

    fell: tuple[tuple[Kind, int], ...] = ()
    jumped: tuple[tuple[Kind, int], ...] = ()
    marks: tuple[str, ...] = ()


def is_stroke(words: tuple[str, ...]) -> bool:
    """Whether the first word of a line begins a stroke."""
    return bool(words) and (words[0] in (*_MARKS, "jump") or _PIECES.fullmatch(words[0]) is not None)


def read_stroke(words: tuple[str, ...]) -> Seen:
    """Return what the words of a line say. Raises `RefusedRequest` for a word that says nothing."""
    fell: list[tuple[Kind, int]] = []
    jumped: list[tuple[Kind, int]] = []
    marks: list[str] = []
    into = fell
    for word in words:
        piece = _PIECES.fullmatch(word)
        if word == "jump":
            into = jumped
        elif word in _MARKS:
            marks.append(word)
        elif piece is not None:
            into.append((_kind(piece[1]), int(piece[2] or "1")))
        else:
            raise RefusedRequest(
                f"{word!r} is nothing to see in a stroke; expected w2, b1, q, s, jump, {', '.join(_MARKS)}"
            )
    if jumped == [] and into is jumped:
        raise RefusedRequest("jump says nothing alone; expected what jumped, as in `jump q`")
    return Seen(fell=tuple(fell), jumped=tuple(jumped), marks=tuple(marks))


def _kind(word: str) -> Kind:
    return {"b": Kind.BLACK, "q": Kind.QUEEN, "s": Kind.STRIKER}.get(
        word[0] if word not in ("brown",) else "w", Kind.WHITE
    )


def outcome(seen: Seen, round: Round) -> Outcome:
    """Return the outcome, with the discs named; refuse more discs than lie on the board, and marks that disagree."""
    lying = list(round.on_board)
    pocketed = _named(seen.fell, lying)
    jumped = _named(seen.jumped, lying)
    gone = [disc for disc in (*pocketed, *jumped) if disc is not STRIKER]
    quiet = [mark for mark in ("miss", "slip") if mark in seen.marks]
    if quiet and gone:
        raise RefusedRequest(
            f"{quiet[0]} and {gone[0].value} off the board contradict each other; expected one of them"
        )
    breaches = []
    if "improper" in seen.marks:
        breaches.append(Breach.IMPROPER)
    if "early" in seen.marks:
        breaches.append(Breach.BEFORE_PLAY)
    left = LinesLeft.NONE if "slip" in seen.marks else LinesLeft.ONE if "one-line" in seen.marks else LinesLeft.BOTH
    return Outcome(
        pocketed=pocketed,
        touched=() if quiet else _touched(seen, round, pocketed, jumped),
        jumped=jumped,
        moved=not quiet and "still" not in seen.marks,
        lines_left=left,
        breaches=tuple(breaches),
    )


def _named(counts: tuple[tuple[Kind, int], ...], lying: list[Disc]) -> tuple[Disc, ...]:
    """Name that many discs of each kind and take them from those lying on the board."""
    names: list[Disc] = []
    for kind in dict(counts):
        told = sum(count for each, count in counts if each is kind)
        there = 1 if kind is Kind.STRIKER else sum(disc.kind is kind for disc in lying)
        if told > there:
            raise RefusedRequest(f"{told} {_noun(kind, told)} cannot leave the board: {there or 'none'} can")
    for kind, count in counts:
        for _ in range(count):
            if kind is Kind.STRIKER:
                names.append(STRIKER)
            else:
                names.append(next(disc for disc in lying if disc.kind is kind))
                lying.remove(names[-1])
    return tuple(names)


def _noun(kind: Kind, count: int) -> str:
    """Return `white` or `whites`, as the umpire says it."""
    return kind.value if count == 1 else f"{kind.value}s"


def _touched(seen: Seen, round: Round, pocketed: tuple[Disc, ...], jumped: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """Return a disc that the striker may well have touched.

    An umpire does not list them; the laws ask only whether it touched anything, and in one rule set whether it touched
    the opponent's man that fell. That one is named only where he says `direct`.
    """
    if "still" in seen.marks and not pocketed:
        return ()
    colour = round.sides[round.mover].colour
    theirs = [disc for disc in pocketed if disc.is_man and colour is not None and disc.kind is not colour]
    if "direct" in seen.marks:
        if not theirs:
            raise RefusedRequest("direct speaks of a man of the opponent that fell; none did")
        return tuple(theirs)
    staying = [disc for disc in round.on_board if disc not in pocketed and disc not in jumped]
    own = [disc for disc in (*pocketed, *jumped, *staying) if disc not in theirs and disc is not STRIKER]
    return tuple(own[:1])


def plain(discs: tuple[Disc, ...], brown: bool = False) -> str:
    """Return discs in words: `two whites, one black, the queen and the striker`."""
    counts = {"white": 0, "black": 0}
    words: list[str] = []
    for disc in discs:
        if disc in WHITES or disc in BLACKS:
            counts[disc.kind.value] += 1
    for kind, count in counts.items():
        if count:
            name = "brown" if brown and kind == "white" else kind
            words.append(f"{_COUNT[count]} {name}{'s' if count > 1 else ''}")
    words += ["the queen"] if QUEEN in discs else []
    words += ["the striker"] if STRIKER in discs else []
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"


_COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

__all__ = ["HELP", "Seen", "is_stroke", "outcome", "plain", "read_stroke"]
