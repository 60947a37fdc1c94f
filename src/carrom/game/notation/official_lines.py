"""Lossless text lines for the events of the clock and the officials."""

from collections.abc import Callable
from typing import Any, get_args

from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.errors import RecordError
from carrom.game.header import Scope
from carrom.game.notation.record_tokens import RecordTokens, one_of, quoted, whole
from carrom.game.officials.official_events import (
    Appealed,
    Awarded,
    BoardKept,
    How,
    Noted,
    Noticed,
    Protested,
    Role,
    Ruled,
    Signed,
    TimeCalled,
    Warned,
)
from carrom.game.scoring.score import Board, Ending, Side

_NOBODY = "nobody"


def _write_awarded(event: Awarded) -> list[str]:
    return ["award", event.side or _NOBODY, event.what, event.how, quoted(event.law), quoted(event.reason)]


def _write_kept(event: BoardKept) -> list[str]:
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


def _write_noticed(event: Noticed) -> list[str]:
    words = ["notice", event.what, event.disc.value]
    words += [f"instead={event.instead.value}"] if event.instead else []
    return [*words, *([f"by={event.seat.value}"] if event.seat else [])]


def _write_ruled(event: Ruled) -> list[str]:
    words = ["rule", quoted(event.clause), quoted(event.reason), quoted(event.author)]
    words += [] if event.answers is None else [f"answers={event.answers}"]
    return words if event.back_to is None else [*words, f"back-to={event.back_to}"]


def _write_signed(event: Signed) -> list[str]:
    return ["sign", quoted(event.name), event.role, *([event.side] if event.side else [])]


WRITERS: dict[type[Any], Callable[[Any], list[str]]] = {
    TimeCalled: lambda event: ["time"],
    Awarded: _write_awarded,
    BoardKept: _write_kept,
    Noticed: _write_noticed,
    Noted: lambda event: ["note", quoted(event.text)],
    Warned: lambda event: ["warn", event.seat.value, event.what, quoted(event.law), quoted(event.reason)],
    Appealed: lambda event: ["appeal", event.seat.value, quoted(event.text)],
    Protested: lambda event: ["protest", event.side, quoted(event.text), quoted(event.fee)],
    Ruled: _write_ruled,
    Signed: _write_signed,
}


def _read_awarded(words: RecordTokens) -> Awarded:
    side = None if words.flag(_NOBODY) else words.side()
    what: Scope = words.choice(get_args(Scope))  # type: ignore[assignment]
    how: How = words.choice(get_args(How))  # type: ignore[assignment]
    return Awarded(
        side=side, what=what, how=how, law=words.text("the law"), reason=words.text("the reason"), when=words.when
    )


def _read_kept(words: RecordTokens) -> BoardKept:
    breaker = words.seat()
    totals = words.value("totals")
    if totals is not None:
        points = tuple(whole(word, "points") for word in totals.split(","))
        return BoardKept(breaker=breaker, totals=points, when=words.when)
    if not words.words:
        return BoardKept(breaker=breaker, when=words.when)
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
    return BoardKept(breaker=breaker, board=board, when=words.when)


def _side(word: str | None) -> Side | None:
    if word is None:
        return None
    return "A" if one_of(word, ["A", "B"]) == "A" else "B"


def _read_noticed(words: RecordTokens) -> Noticed:
    what = words.choice(("wrong-man", "queen", "opponent-man"))
    disc, instead, by = words.disc(), words.value("instead"), words.value("by")
    return Noticed(
        what=what,  # type: ignore[arg-type]
        disc=disc,
        instead=None if instead is None else Disc(one_of(instead, [each.value for each in Disc])),
        seat=None if by is None else Seat(one_of(by, [each.value for each in Seat])),
        when=words.when,
    )


def _read_ruled(words: RecordTokens) -> Ruled:
    return Ruled(
        clause=words.text("the clause"),
        reason=words.text("the reason"),
        author=words.text("who ruled"),
        answers=words.number("answers"),
        back_to=words.number("back-to"),
        when=words.when,
    )


def _read_signed(words: RecordTokens) -> Signed:
    name = words.text("a name")
    role: Role = words.choice(get_args(Role))  # type: ignore[assignment]
    return Signed(name=name, role=role, side=words.side() if words.words else None, when=words.when)


READERS: dict[str, Callable[[RecordTokens], Any]] = {
    "time": lambda words: TimeCalled(when=words.when),
    "award": _read_awarded,
    "keep": _read_kept,
    "notice": _read_noticed,
    "note": lambda words: Noted(text=words.text("a note"), when=words.when),
    "warn": lambda words: Warned(
        seat=words.seat(),
        what=words.code("distraction"),
        law=words.text("the law"),
        reason=words.text("the reason"),
        when=words.when,
    ),
    "appeal": lambda words: Appealed(seat=words.seat(), text=words.text("the appeal"), when=words.when),
    "protest": lambda words: Protested(
        side=words.side(), text=words.text("the protest"), fee=words.text("the fee"), when=words.when
    ),
    "rule": _read_ruled,
    "sign": _read_signed,
}
