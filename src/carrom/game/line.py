"""One event as one line of words, and back; exact, without the ruling that may stand beside it."""

import re
from collections.abc import Callable
from typing import Any, get_args

from carrom.board.disc import Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.text import read_position, read_stroke, write_position, write_stroke
from carrom.errors import CarromError, RecordError
from carrom.game.event import (
    Called,
    Chosen,
    Conceded,
    Demanded,
    Event,
    Forfeited,
    NoRoom,
    Passed,
    Placed,
    RoundBegun,
    Scope,
    Seated,
    SideName,
    Struck,
    Tossed,
    TrialPlayed,
    Undone,
    Waived,
)


def write_event(event: Event) -> str:
    """Return the event as words; equal events give equal words."""
    words = list(_WRITERS[type(event)](event))
    if event.when is not None:
        words.append(f"@{event.when}")
    return " ".join(words)


def _write_round(event: RoundBegun) -> list[str]:
    words = ["round", event.breaker.value]
    if event.seed is not None:
        words.append(f"seed={event.seed}")
    if event.angle is not None:
        words.append(f"angle={event.angle}")
    return words if event.position is None else [*words, f"rack={write_position(event.position)}"]


def _write_struck(event: Struck) -> list[str]:
    outcome = event.outcome
    words = [event.seat.value, "-" if event.stroke is None else write_stroke(event.stroke)]
    words += [f"fell={_list(outcome.pocketed)}"] if outcome.pocketed else []
    words += [f"touched={_list(outcome.touched)}"] if outcome.touched else []
    words += [f"jumped={_list(outcome.jumped)}"] if outcome.jumped else []
    words += [] if outcome.moved else ["still"]
    words += [f"left={outcome.lines_left.value}"] if outcome.lines_left is not LinesLeft.BOTH else []
    words += [f"breach={_list(outcome.breaches)}"] if outcome.breaches else []
    return words if event.rest is None else [*words, f"rest={write_position(event.rest)}"]


def _write_placed(event: Placed) -> list[str]:
    where = [] if event.at is None else [f"{event.at.x},{event.at.y}"]
    return ["place", event.seat.value, event.disc.value, *where]


def _write_called(event: Called) -> list[str]:
    by = [] if event.by is None else [f"by={event.by.value}"]
    moment = ["after-stroke"] if event.after_stroke else []
    return ["call", event.what, *by, *moment, *(["during"] if event.during else [])]


def _list(values: tuple[Any, ...]) -> str:
    return ",".join(value.value for value in values)


_WRITERS: dict[type[Any], Callable[[Any], list[str]]] = {
    Tossed: lambda event: ["toss", event.won_by],
    Chosen: lambda event: ["choose", event.side, event.what],
    Seated: lambda event: ["seat", event.side, "swap" if event.swap else "keep"],
    TrialPlayed: lambda event: ["trial", event.side],
    RoundBegun: _write_round,
    Struck: _write_struck,
    Placed: _write_placed,
    Waived: lambda event: ["waive", event.seat.value],
    NoRoom: lambda event: ["no-room", event.seat.value],
    Forfeited: lambda event: ["forfeit", event.seat.value],
    Passed: lambda event: ["pass", event.seat.value],
    Demanded: lambda event: ["demand", event.seat.value, str(event.points)],
    Called: _write_called,
    Conceded: lambda event: ["concede", event.side, event.what],
    Undone: lambda event: ["undo", str(event.to)],
}


class _Words:
    """The words of a line, taken one after the other; each taker says what it expected."""

    def __init__(self, text: str) -> None:
        self.words = text.split(" ")
        self.when: int | None = None
        if len(self.words) > 1 and self.words[-1].startswith("@"):
            self.when = _whole(self.words.pop()[1:], "seconds since 1970 after @")

    def take(self, expected: str) -> str:
        """The next word, whatever it is."""
        if not self.words:
            raise RecordError(f"the line is too short; expected {expected}")
        return self.words.pop(0)

    def choice(self, allowed: tuple[str, ...]) -> str:
        """The next word, which must be one of these."""
        word = self.take(" or ".join(allowed))
        if word not in allowed:
            raise RecordError(f"{_cut(word)} is not expected here; expected {' or '.join(allowed)}")
        return word

    def seat(self) -> Seat:
        """The next word as a seat."""
        return Seat(self.choice(tuple(seat.value for seat in Seat)))

    def side(self) -> SideName:
        """The next word as a side."""
        side: SideName = self.choice(get_args(SideName))  # type: ignore[assignment]
        return side

    def value(self, key: str) -> str | None:
        """Take `key=value` if it stands next, and return the value."""
        if self.words and self.words[0].startswith(f"{key}="):
            return self.words.pop(0)[len(key) + 1 :]
        return None

    def flag(self, word: str) -> bool:
        """Take that word if it stands next, and say whether it did."""
        if self.words and self.words[0] == word:
            self.words.pop(0)
            return True
        return False


def read_event(text: str) -> Event:
    """Return the event of one line. Raises `RecordError` with what was expected."""
    words = _Words(text)
    first = words.take("an event")
    if first in {seat.value for seat in Seat}:
        event: Event = _read_struck(Seat(first), words)
    elif first in _READERS:
        event = _READERS[first](words)
    else:
        raise RecordError(f"{_cut(first)} is no event; expected a seat, {', '.join(_READERS)}")
    if words.words:
        raise RecordError(f"{_cut(words.words[0])} is not expected here; expected the end of the event")
    return event


def _read_struck(seat: Seat, words: _Words) -> Struck:
    stroke = _read_stroke(words.take("a stroke, or - on a wooden board"))
    outcome = Outcome(
        pocketed=_discs(words.value("fell")),
        touched=_discs(words.value("touched")),
        jumped=_discs(words.value("jumped")),
        moved=not words.flag("still"),
        lines_left=LinesLeft(_one_of(words.value("left") or "both", [left.value for left in LinesLeft])),
        breaches=_breaches(words.value("breach")),
    )
    rest = words.value("rest")
    return Struck(
        seat=seat, stroke=stroke, outcome=outcome, rest=None if rest is None else _position(rest), when=words.when
    )


def _read_stroke(word: str) -> Stroke | None:
    return None if word == "-" else _noted(read_stroke, word)


def _position(word: str) -> Position:
    position: Position = _noted(read_position, word)
    return position


def _noted(read: Callable[[str], Any], word: str) -> Any:
    try:
        return read(word)
    except CarromError as reason:
        raise RecordError(str(reason)) from None


def _discs(word: str | None) -> tuple[Disc, ...]:
    names = [] if word is None else word.split(",")
    known = [disc.value for disc in Disc]
    return tuple(Disc(_one_of(name, known)) for name in names)


def _breaches(word: str | None) -> tuple[Breach, ...]:
    names = [] if word is None else word.split(",")
    return tuple(Breach(_one_of(name, [breach.value for breach in Breach])) for name in names)


def _one_of(word: str, allowed: list[str]) -> str:
    if word not in allowed:
        raise RecordError(f"{_cut(word)} is not expected here; expected one of {', '.join(allowed)}")
    return word


def _whole(word: str, what: str) -> int:
    if not re.fullmatch(r"-?(0|[1-9][0-9]{0,18})", word) or word == "-0":
        raise RecordError(f"{_cut(word)} is no whole number; expected {what}")
    return int(word)


def _read_round(words: _Words) -> RoundBegun:
    breaker = words.seat()
    seed, angle, rack = words.value("seed"), words.value("angle"), words.value("rack")
    return RoundBegun(
        breaker=breaker,
        seed=None if seed is None else _whole(seed, "a seed"),
        angle=None if angle is None else _whole(angle, "an angle in degrees"),
        position=None if rack is None else _position(rack),
        when=words.when,
    )


def _read_placed(words: _Words) -> Placed:
    seat, disc = words.seat(), Disc(_one_of(words.take("a disc"), [disc.value for disc in Disc]))
    at = None
    if words.words:
        x, comma, y = words.take("a place").partition(",")
        if not comma:
            raise RecordError(f"{_cut(x)} is no place; expected x,y in µm")
        at = Point(_whole(x, "x in µm"), _whole(y, "y in µm"))
    return Placed(seat=seat, disc=disc, at=at, when=words.when)


def _read_called(words: _Words) -> Called:
    what = words.take("a call's code")
    if not re.fullmatch(r"[a-z][a-z-]{0,40}", what):
        raise RecordError(f"{_cut(what)} is no call; expected a code such as touched-man")
    by = words.value("by")
    return Called(
        what=what,
        by=None if by is None else Seat(_one_of(by, [seat.value for seat in Seat])),
        after_stroke=words.flag("after-stroke"),
        during=words.flag("during"),
        when=words.when,
    )


def _read_chosen(words: _Words) -> Chosen:
    side, what = words.side(), words.choice(("break", "side"))
    return Chosen(side=side, what="break" if what == "break" else "side", when=words.when)


def _read_conceded(words: _Words) -> Conceded:
    side = words.side()
    what: Scope = words.choice(get_args(Scope))  # type: ignore[assignment]
    return Conceded(side=side, what=what, when=words.when)


_READERS: dict[str, Callable[[_Words], Event]] = {
    "toss": lambda words: Tossed(won_by=words.side(), when=words.when),
    "choose": _read_chosen,
    "seat": lambda words: Seated(side=words.side(), swap=words.choice(("keep", "swap")) == "swap", when=words.when),
    "trial": lambda words: TrialPlayed(side=words.side(), when=words.when),
    "round": _read_round,
    "place": _read_placed,
    "waive": lambda words: Waived(seat=words.seat(), when=words.when),
    "no-room": lambda words: NoRoom(seat=words.seat(), when=words.when),
    "forfeit": lambda words: Forfeited(seat=words.seat(), when=words.when),
    "pass": lambda words: Passed(seat=words.seat(), when=words.when),
    "demand": lambda words: Demanded(seat=words.seat(), points=_whole(words.take("points"), "points"), when=words.when),
    "call": _read_called,
    "concede": _read_conceded,
    "undo": lambda words: Undone(to=_whole(words.take("an event's number"), "an event's number"), when=words.when),
}


def _cut(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
