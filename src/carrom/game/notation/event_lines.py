"""Lossless text lines for events."""

from collections.abc import Callable
from typing import Any, get_args

from carrom.board.disc import Disc
from carrom.board.notation import read_position, read_stroke, write_position, write_stroke
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import CarromError, RecordError
from carrom.game.events import (
    Called,
    ChangeMissed,
    Chosen,
    Conceded,
    Corrected,
    Demanded,
    Event,
    Forfeited,
    NoRoom,
    Passed,
    Placed,
    RoundBegun,
    Scope,
    Seated,
    Struck,
    Tossed,
    TrialPlayed,
    Undone,
    Waived,
)
from carrom.game.notation import official_lines
from carrom.game.notation.record_tokens import RecordTokens, cut, one_of, quoted, whole


def write_event(event: Event) -> str:
    """Return the event as one line; equal events give equal lines."""
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
    words += ["nominal"] if event.nominal else []
    return words if event.position is None else [*words, f"rack={write_position(event.position)}"]


def _write_struck(event: Struck) -> list[str]:
    outcome = event.outcome
    words = [event.seat.value, "-" if event.stroke is None else write_stroke(event.stroke)]
    words += [] if event.meant is None else [_write_meant(event.meant, event.stroke)]
    words += [f"fell={_list(outcome.pocketed)}"] if outcome.pocketed else []
    words += [f"touched={_list(outcome.touched)}"] if outcome.touched else []
    words += [f"jumped={_list(outcome.jumped)}"] if outcome.jumped else []
    words += [] if outcome.moved else ["still"]
    words += [f"left={outcome.lines_left.value}"] if outcome.lines_left is not LinesLeft.BOTH else []
    words += [f"breach={_list(outcome.breaches)}"] if outcome.breaches else []
    words += ["out-of-turn"] if event.out_of_turn else []
    words += [] if event.seed is None else [f"seed={event.seed}"]
    words += [] if event.rack is None else [f"rack={write_position(event.rack)}"]
    return words if event.rest is None else [*words, f"rest={write_position(event.rest)}"]


def _write_meant(meant: Stroke, played: Stroke | None) -> str:
    return "as-meant" if meant == played else f"meant={write_stroke(meant)}"


def _write_placed(event: Placed) -> list[str]:
    where = [] if event.at is None else [f"{event.at.x},{event.at.y}"]
    return ["place", event.seat.value, event.disc.value, *where]


def _write_called(event: Called) -> list[str]:
    by = [] if event.by is None else [f"by={event.by.value}"]
    flags = (("after-stroke", event.after_stroke), ("during", event.during), ("untimed", event.untimed))
    return ["call", event.what, *by, *(word for word, is_set in flags if is_set)]


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
    Forfeited: lambda event: ["forfeit", event.seat.value, *(["off"] if event.ordered_off else [])],
    ChangeMissed: lambda event: ["change-missed", str(event.boards)],
    Passed: lambda event: ["pass", event.seat.value],
    Demanded: lambda event: ["demand", event.seat.value, str(event.points)],
    Called: _write_called,
    Conceded: lambda event: ["concede", event.side, event.what, *(["play-on"] if event.play_on else [])],
    Corrected: lambda event: ["correct", str(event.at), *(quoted(write_event(each)) for each in event.events)],
    Undone: lambda event: ["undo", str(event.to)],
    **official_lines.WRITERS,
}


def read_event(text: str) -> Event:
    """Return the event of one line. Raises `RecordError` with what was expected."""
    words = RecordTokens(text)
    first = words.take("an event")
    if first in {seat.value for seat in Seat}:
        event: Event = _read_struck(Seat(first), words)
    elif first in _READERS:
        event = _READERS[first](words)
    else:
        raise RecordError(f"{cut(first)} is not an event; expected a seat, {', '.join(_READERS)}")
    if words.words:
        raise RecordError(f"{cut(words.words[0])} is not expected here; expected the end of the event")
    return event


def _read_struck(seat: Seat, words: RecordTokens) -> Struck:
    stroke = _read_stroke(words.take("a stroke, or - on a wooden board"))
    meant = _read_meant(words, stroke)
    outcome = Outcome(
        pocketed=_discs(words.value("fell")),
        touched=_discs(words.value("touched")),
        jumped=_discs(words.value("jumped")),
        moved=not words.flag("still"),
        lines_left=LinesLeft(one_of(words.value("left") or "both", [left.value for left in LinesLeft])),
        breaches=_breaches(words.value("breach")),
    )
    late, seed = words.flag("out-of-turn"), words.value("seed")
    rack, rest = words.value("rack"), words.value("rest")
    return Struck(
        seat=seat,
        stroke=stroke,
        meant=meant,
        outcome=outcome,
        rest=None if rest is None else _position(rest),
        out_of_turn=late,
        rack=None if rack is None else _position(rack),
        seed=None if seed is None else whole(seed, "a seed"),
        when=words.when,
    )


def _read_stroke(word: str) -> Stroke | None:
    return None if word == "-" else _noted(read_stroke, word)


def _read_meant(words: RecordTokens, played: Stroke | None) -> Stroke | None:
    """Return the intended stroke, or None if the line has none."""
    first = words.words[0] if words.words else ""
    if words.flag("as-meant"):
        if played is None:
            raise RecordError("as-meant needs a stroke; expected one before it")
        return played
    word = words.value("meant")
    meant: Stroke | None = None if word is None else _noted(read_stroke, word)
    if meant is not None and meant == played:
        raise RecordError(f"{cut(first)} equals the stroke played; expected as-meant")
    return meant


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
    return tuple(Disc(one_of(name, known)) for name in names)


def _breaches(word: str | None) -> tuple[Breach, ...]:
    names = [] if word is None else word.split(",")
    return tuple(Breach(one_of(name, [breach.value for breach in Breach])) for name in names)


def _read_round(words: RecordTokens) -> RoundBegun:
    breaker = words.seat()
    seed, angle = words.value("seed"), words.value("angle")
    nominal, rack = words.flag("nominal"), words.value("rack")
    return RoundBegun(
        breaker=breaker,
        seed=None if seed is None else whole(seed, "a seed"),
        angle=None if angle is None else whole(angle, "an angle in degrees"),
        position=None if rack is None else _position(rack),
        nominal=nominal,
        when=words.when,
    )


def _read_placed(words: RecordTokens) -> Placed:
    seat, disc = words.seat(), words.disc()
    at = None
    if words.words:
        x, comma, y = words.take("a place").partition(",")
        if not comma:
            raise RecordError(f"{cut(x)} is not a point; expected x,y in µm")
        at = Point(whole(x, "x in µm"), whole(y, "y in µm"))
    return Placed(seat=seat, disc=disc, at=at, when=words.when)


def _read_called(words: RecordTokens) -> Called:
    what = words.code("touched-man")
    by = words.value("by")
    return Called(
        what=what,
        by=None if by is None else Seat(one_of(by, [seat.value for seat in Seat])),
        after_stroke=words.flag("after-stroke"),
        during=words.flag("during"),
        untimed=words.flag("untimed"),
        when=words.when,
    )


def _read_chosen(words: RecordTokens) -> Chosen:
    side, what = words.side(), words.choice(("break", "side"))
    return Chosen(side=side, what="break" if what == "break" else "side", when=words.when)


def _read_conceded(words: RecordTokens) -> Conceded:
    side = words.side()
    what: Scope = words.choice(get_args(Scope))  # type: ignore[assignment]
    return Conceded(side=side, what=what, play_on=words.flag("play-on"), when=words.when)


def _read_corrected(words: RecordTokens) -> Corrected:
    at = whole(words.take("an event's number"), "an event's number")
    events: list[Event] = []
    while words.words:
        text = words.text("an event in quotes")
        if text.startswith("correct "):
            raise RecordError("a correction cannot contain another; expected what happened at the board")
        events.append(read_event(text))
    return Corrected(at=at, events=tuple(events), when=words.when)


_READERS: dict[str, Callable[[RecordTokens], Event]] = {
    "toss": lambda words: Tossed(won_by=words.side(), when=words.when),
    "choose": _read_chosen,
    "seat": lambda words: Seated(side=words.side(), swap=words.choice(("keep", "swap")) == "swap", when=words.when),
    "trial": lambda words: TrialPlayed(side=words.side(), when=words.when),
    "round": _read_round,
    "place": _read_placed,
    "waive": lambda words: Waived(seat=words.seat(), when=words.when),
    "no-room": lambda words: NoRoom(seat=words.seat(), when=words.when),
    "forfeit": lambda words: Forfeited(seat=words.seat(), ordered_off=words.flag("off"), when=words.when),
    "change-missed": lambda words: ChangeMissed(boards=whole(words.take("boards"), "boards"), when=words.when),
    "pass": lambda words: Passed(seat=words.seat(), when=words.when),
    "demand": lambda words: Demanded(seat=words.seat(), points=whole(words.take("points"), "points"), when=words.when),
    "call": _read_called,
    "concede": _read_conceded,
    "correct": _read_corrected,
    **official_lines.READERS,
    "undo": lambda words: Undone(to=whole(words.take("an event's number"), "an event's number"), when=words.when),
}
