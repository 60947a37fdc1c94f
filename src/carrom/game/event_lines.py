"""Lossless text lines for events."""

import re
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from carrom.board import Breach, Disc, LinesLeft, Outcome, Point, Position, Seat, Stroke
from carrom.board.notation import read_position, read_stroke, write_position, write_stroke
from carrom.errors import CarromError, RecordError
from carrom.game import events as game_events
from carrom.game.score import Board, Ending, Side

# -- the tokens of a line, read one by one with clear errors -----------------------------------------------------------


_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^" ][^ ]*)')


def quoted(text: str) -> str:
    """Return a text as a JSON string without braces, because a brace would begin a ruling."""
    return msgspec.json.encode(text).decode().replace("{", "\\u007b")


def whole(word: str, what: str) -> int:
    """Return the whole number that a word holds. Raises `RecordError` with what was expected."""
    if not re.fullmatch(r"-?(0|[1-9][0-9]{0,18})", word) or word == "-0":
        raise RecordError(f"{cut(word)} is not a whole number; expected {what}")
    return int(word)


def one_of(word: str, allowed: list[str]) -> str:
    """Return the word if it is allowed. Raises `RecordError` with the allowed words."""
    if word not in allowed:
        raise RecordError(f"{cut(word)} is not expected here; expected one of {', '.join(allowed)}")
    return word


def cut(text: str) -> str:
    """Return a text in quotes, shortened if it is long."""
    return repr(shortened(text))


def shortened(text: str) -> str:
    """Return a text, shortened if it is long."""
    return text if len(text) <= 60 else text[:57] + "..."


def _split(text: str) -> list[str]:
    """Split at single spaces outside quotes."""
    if '"' not in text:
        return text.split(" ")
    words: list[str] = []
    at = 0
    while True:
        found = _WORD.match(text, at)
        end = found.end() if found else at
        if found is None or (end < len(text) and text[end] != " "):
            raise RecordError(f"{cut(text[at:])} is not expected here; expected words with single spaces between them")
        words.append(found[0])
        if end == len(text):
            return words
        at = end + 1


class RecordTokens:
    """The words of a line, consumed from the left."""

    def __init__(self, text: str) -> None:
        self.words = _split(text)
        self.when: int | None = None
        if self.words and self.words[-1].startswith("@"):
            self.when = whole(self.words.pop()[1:], "seconds since 1970 after @")

    def take(self, expected: str) -> str:
        """Take the next word, whatever it is."""
        if not self.words:
            raise RecordError(f"the line is too short; expected {expected}")
        return self.words.pop(0)

    def choice(self, allowed: tuple[str, ...]) -> str:
        """Take the next word, which must be one of these."""
        word = self.take(" or ".join(allowed))
        if word not in allowed:
            raise RecordError(f"{cut(word)} is not expected here; expected {' or '.join(allowed)}")
        return word

    def seat(self) -> Seat:
        """Take the next word as a seat."""
        return Seat(self.choice(tuple(seat.value for seat in Seat)))

    def side(self) -> game_events.SideName:
        """Take the next word as a side."""
        side: game_events.SideName = self.choice(get_args(game_events.SideName))  # type: ignore[assignment]
        return side

    def disc(self) -> Disc:
        """Take the next word as a disc."""
        return Disc(one_of(self.take("a disc"), [disc.value for disc in Disc]))

    def code(self, example: str) -> str:
        """Take the next word as a code of lowercase letters."""
        word = self.take(f"a code such as {example}")
        if not re.fullmatch(r"[a-z][a-z-]{0,40}", word):
            raise RecordError(f"{cut(word)} is not a code; expected one such as {example}")
        return word

    def text(self, what: str) -> str:
        """Take the next word as a quoted text."""
        word = self.take(what)
        try:
            return msgspec.json.decode(word, type=str)
        except msgspec.DecodeError:
            raise RecordError(f"{cut(word)} is not a quoted text; expected {what}") from None

    def value(self, key: str) -> str | None:
        """Take `key=value` if it comes next, and return the value."""
        if self.words and self.words[0].startswith(f"{key}="):
            return self.words.pop(0)[len(key) + 1 :]
        return None

    def number(self, key: str) -> int | None:
        """Take `key=number` if it comes next, and return the number."""
        value = self.value(key)
        return None if value is None else whole(value, f"a whole number after {key}=")

    def flag(self, word: str) -> bool:
        """Take this word if it comes next, and return whether it did."""
        if self.words and self.words[0] == word:
            self.words.pop(0)
            return True
        return False


# -- events of the clock and the officials -----------------------------------------------------------------------------


_NOBODY = "nobody"


def _write_awarded(event: game_events.Awarded) -> list[str]:
    return ["award", event.side or _NOBODY, event.what, event.how, quoted(event.law), quoted(event.reason)]


def _write_kept(event: game_events.BoardKept) -> list[str]:
    words = ["keep", event.breaker.value]
    if event.totals:
        words.append(f"totals={','.join(map(str, event.totals))}")
    if event.board is not None:
        board = event.board
        words += [f"winner={board.winner}"] if board.winner else []
        words.append(f"men={board.men_left}")
        words += [f"queen={board.queen}"] if board.queen else []
        words += [f"ending={board.special.value}"] if board.special else []
        words += [f"demand={board.demand}"] if board.demand else []
    return words


def _write_noticed(event: game_events.Noticed) -> list[str]:
    words = ["notice", event.what, event.disc.value]
    words += [f"instead={event.instead.value}"] if event.instead else []
    return [*words, *([f"by={event.seat.value}"] if event.seat else [])]


def _write_ruled(event: game_events.Ruled) -> list[str]:
    words = ["rule", quoted(event.clause), quoted(event.reason), quoted(event.author)]
    words += [] if event.answers is None else [f"answers={event.answers}"]
    return words if event.back_to is None else [*words, f"back-to={event.back_to}"]


def _write_signed(event: game_events.Signed) -> list[str]:
    return ["sign", quoted(event.name), event.role, *([event.side] if event.side else [])]


WRITERS: dict[type[Any], Callable[[Any], list[str]]] = {
    game_events.TimeCalled: lambda event: ["time"],
    game_events.Awarded: _write_awarded,
    game_events.BoardKept: _write_kept,
    game_events.Noticed: _write_noticed,
    game_events.Noted: lambda event: ["note", quoted(event.text)],
    game_events.Warned: lambda event: ["warn", event.seat.value, event.what, quoted(event.law), quoted(event.reason)],
    game_events.Appealed: lambda event: ["appeal", event.seat.value, quoted(event.text)],
    game_events.Protested: lambda event: ["protest", event.side, quoted(event.text), quoted(event.fee)],
    game_events.Ruled: _write_ruled,
    game_events.Signed: _write_signed,
}


def _read_awarded(words: RecordTokens) -> game_events.Awarded:
    side = None if words.flag(_NOBODY) else words.side()
    what: game_events.Scope = words.choice(get_args(game_events.Scope))  # type: ignore[assignment]
    how: game_events.How = words.choice(get_args(game_events.How))  # type: ignore[assignment]
    return game_events.Awarded(
        side=side, what=what, how=how, law=words.text("the law"), reason=words.text("the reason"), when=words.when
    )


def _read_kept(words: RecordTokens) -> game_events.BoardKept:
    breaker = words.seat()
    totals = words.value("totals")
    if totals is not None:
        points = tuple(whole(word, "points") for word in totals.split(","))
        return game_events.BoardKept(breaker=breaker, totals=points, when=words.when)
    if not words.words:
        return game_events.BoardKept(breaker=breaker, when=words.when)
    winner, men, queen = words.value("winner"), words.number("men"), words.value("queen")
    ending, demand = words.value("ending"), words.number("demand")
    if men is None:
        raise RecordError("a recorded board needs the number of pieces left; expected men=4")
    board = Board(
        winner=_side(winner),
        men_left=men,
        queen=_side(queen),
        special=None if ending is None else Ending(one_of(ending, [each.value for each in Ending])),
        demand=demand or 0,
    )
    return game_events.BoardKept(breaker=breaker, board=board, when=words.when)


def _side(word: str | None) -> Side | None:
    if word is None:
        return None
    return "A" if one_of(word, ["A", "B"]) == "A" else "B"


def _read_noticed(words: RecordTokens) -> game_events.Noticed:
    what = words.choice(("wrong-man", "queen", "opponent-man"))
    disc, instead, by = words.disc(), words.value("instead"), words.value("by")
    return game_events.Noticed(
        what=what,  # type: ignore[arg-type]
        disc=disc,
        instead=None if instead is None else Disc(one_of(instead, [each.value for each in Disc])),
        seat=None if by is None else Seat(one_of(by, [each.value for each in Seat])),
        when=words.when,
    )


def _read_ruled(words: RecordTokens) -> game_events.Ruled:
    return game_events.Ruled(
        clause=words.text("the clause"),
        reason=words.text("the reason"),
        author=words.text("who ruled"),
        answers=words.number("answers"),
        back_to=words.number("back-to"),
        when=words.when,
    )


def _read_signed(words: RecordTokens) -> game_events.Signed:
    name = words.text("a name")
    role: game_events.Role = words.choice(get_args(game_events.Role))  # type: ignore[assignment]
    return game_events.Signed(name=name, role=role, side=words.side() if words.words else None, when=words.when)


READERS: dict[str, Callable[[RecordTokens], Any]] = {
    "time": lambda words: game_events.TimeCalled(when=words.when),
    "award": _read_awarded,
    "keep": _read_kept,
    "notice": _read_noticed,
    "note": lambda words: game_events.Noted(text=words.text("a note"), when=words.when),
    "warn": lambda words: game_events.Warned(
        seat=words.seat(),
        what=words.code("distraction"),
        law=words.text("the law"),
        reason=words.text("the reason"),
        when=words.when,
    ),
    "appeal": lambda words: game_events.Appealed(seat=words.seat(), text=words.text("the appeal"), when=words.when),
    "protest": lambda words: game_events.Protested(
        side=words.side(), text=words.text("the protest"), fee=words.text("the fee"), when=words.when
    ),
    "rule": _read_ruled,
    "sign": _read_signed,
}


# -- all other events --------------------------------------------------------------------------------------------------


def write_event(event: game_events.Event) -> str:
    """Return the event as one line; equal events give equal lines."""
    words = list(_WRITERS[type(event)](event))
    if event.when is not None:
        words.append(f"@{event.when}")
    return " ".join(words)


def _write_round(event: game_events.RoundBegun) -> list[str]:
    words = ["round", event.breaker.value]
    if event.seed is not None:
        words.append(f"seed={event.seed}")
    if event.angle is not None:
        words.append(f"angle={event.angle}")
    words += ["nominal"] if event.nominal else []
    return words if event.position is None else [*words, f"rack={write_position(event.position)}"]


def _write_struck(event: game_events.Struck) -> list[str]:
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


def _write_placed(event: game_events.Placed) -> list[str]:
    where = [] if event.at is None else [f"{event.at.x},{event.at.y}"]
    return ["place", event.seat.value, event.disc.value, *where]


def _write_called(event: game_events.Called) -> list[str]:
    by = [] if event.by is None else [f"by={event.by.value}"]
    flags = (("after-stroke", event.after_stroke), ("during", event.during), ("untimed", event.untimed))
    return ["call", event.what, *by, *(word for word, is_set in flags if is_set)]


def _list(values: tuple[Any, ...]) -> str:
    return ",".join(value.value for value in values)


_WRITERS: dict[type[Any], Callable[[Any], list[str]]] = {
    game_events.Tossed: lambda event: ["toss", event.won_by],
    game_events.Chosen: lambda event: ["choose", event.side, event.what],
    game_events.Seated: lambda event: ["seat", event.side, "swap" if event.swap else "keep"],
    game_events.TrialPlayed: lambda event: ["trial", event.side],
    game_events.RoundBegun: _write_round,
    game_events.Struck: _write_struck,
    game_events.Placed: _write_placed,
    game_events.Waived: lambda event: ["waive", event.seat.value],
    game_events.NoRoom: lambda event: ["no-room", event.seat.value],
    game_events.Forfeited: lambda event: ["forfeit", event.seat.value, *(["off"] if event.ordered_off else [])],
    game_events.ChangeMissed: lambda event: ["change-missed", str(event.boards)],
    game_events.Passed: lambda event: ["pass", event.seat.value],
    game_events.Demanded: lambda event: ["demand", event.seat.value, str(event.points)],
    game_events.Called: _write_called,
    game_events.Conceded: lambda event: ["concede", event.side, event.what, *(["play-on"] if event.play_on else [])],
    game_events.Corrected: lambda event: [
        "correct",
        str(event.at),
        *(quoted(write_event(each)) for each in event.events),
    ],
    game_events.Undone: lambda event: ["undo", str(event.to)],
    **WRITERS,
}


def read_event(text: str) -> game_events.Event:
    """Return the event of one line. Raises `RecordError` with what was expected."""
    words = RecordTokens(text)
    first = words.take("an event")
    if first in {seat.value for seat in Seat}:
        event: game_events.Event = _read_struck(Seat(first), words)
    elif first in _READERS:
        event = _READERS[first](words)
    else:
        raise RecordError(f"{cut(first)} is not an event; expected a seat, {', '.join(_READERS)}")
    if words.words:
        raise RecordError(f"{cut(words.words[0])} is not expected here; expected the end of the event")
    return event


def _read_struck(seat: Seat, words: RecordTokens) -> game_events.Struck:
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
    return game_events.Struck(
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


def _read_round(words: RecordTokens) -> game_events.RoundBegun:
    breaker = words.seat()
    seed, angle = words.value("seed"), words.value("angle")
    nominal, rack = words.flag("nominal"), words.value("rack")
    return game_events.RoundBegun(
        breaker=breaker,
        seed=None if seed is None else whole(seed, "a seed"),
        angle=None if angle is None else whole(angle, "an angle in degrees"),
        position=None if rack is None else _position(rack),
        nominal=nominal,
        when=words.when,
    )


def _read_placed(words: RecordTokens) -> game_events.Placed:
    seat, disc = words.seat(), words.disc()
    at = None
    if words.words:
        x, comma, y = words.take("a place").partition(",")
        if not comma:
            raise RecordError(f"{cut(x)} is not a point; expected x,y in µm")
        at = Point(whole(x, "x in µm"), whole(y, "y in µm"))
    return game_events.Placed(seat=seat, disc=disc, at=at, when=words.when)


def _read_called(words: RecordTokens) -> game_events.Called:
    what = words.code("touched-man")
    by = words.value("by")
    return game_events.Called(
        what=what,
        by=None if by is None else Seat(one_of(by, [seat.value for seat in Seat])),
        after_stroke=words.flag("after-stroke"),
        during=words.flag("during"),
        untimed=words.flag("untimed"),
        when=words.when,
    )


def _read_chosen(words: RecordTokens) -> game_events.Chosen:
    side, what = words.side(), words.choice(("break", "side"))
    return game_events.Chosen(side=side, what="break" if what == "break" else "side", when=words.when)


def _read_conceded(words: RecordTokens) -> game_events.Conceded:
    side = words.side()
    what: game_events.Scope = words.choice(get_args(game_events.Scope))  # type: ignore[assignment]
    return game_events.Conceded(side=side, what=what, play_on=words.flag("play-on"), when=words.when)


def _read_corrected(words: RecordTokens) -> game_events.Corrected:
    at = whole(words.take("an event's number"), "an event's number")
    events: list[game_events.Event] = []
    while words.words:
        text = words.text("an event in quotes")
        if text.startswith("correct "):
            raise RecordError("a correction cannot contain another; expected what happened at the board")
        events.append(read_event(text))
    return game_events.Corrected(at=at, events=tuple(events), when=words.when)


_READERS: dict[str, Callable[[RecordTokens], game_events.Event]] = {
    "toss": lambda words: game_events.Tossed(won_by=words.side(), when=words.when),
    "choose": _read_chosen,
    "seat": lambda words: game_events.Seated(
        side=words.side(), swap=words.choice(("keep", "swap")) == "swap", when=words.when
    ),
    "trial": lambda words: game_events.TrialPlayed(side=words.side(), when=words.when),
    "round": _read_round,
    "place": _read_placed,
    "waive": lambda words: game_events.Waived(seat=words.seat(), when=words.when),
    "no-room": lambda words: game_events.NoRoom(seat=words.seat(), when=words.when),
    "forfeit": lambda words: game_events.Forfeited(seat=words.seat(), ordered_off=words.flag("off"), when=words.when),
    "change-missed": lambda words: game_events.ChangeMissed(
        boards=whole(words.take("boards"), "boards"), when=words.when
    ),
    "pass": lambda words: game_events.Passed(seat=words.seat(), when=words.when),
    "demand": lambda words: game_events.Demanded(
        seat=words.seat(), points=whole(words.take("points"), "points"), when=words.when
    ),
    "call": _read_called,
    "concede": _read_conceded,
    "correct": _read_corrected,
    **READERS,
    "undo": lambda words: game_events.Undone(
        to=whole(words.take("an event's number"), "an event's number"), when=words.when
    ),
}
