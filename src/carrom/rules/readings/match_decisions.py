"""The decisions between boards that rest on readings: a table for casebook lines about matches and orders."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Line: TypeAlias = Mapping[str, Any]
Asked: TypeAlias = Callable[[Line, Line], bool]

EIGHT = 8
"""Numbers of boards at which board limits differ (C18, C19, C28)."""


def readings_between(book: str, line: Line, decision: Line) -> tuple[str, ...]:
    """Return the numbers of the readings on which the decision on a line rests.

    `book` is the built-in rule set that applies or is extended.
    """
    asked = str(line.get("form") or line.get("ask"))
    return tuple(
        number for number, books, form, met in TABLE if form == asked and book in books and met(line, decision)
    )


def _boards(line: Line) -> list[Line]:
    return list(line.get("boards") or ())


def _special(line: Line, *specials: str) -> bool:
    return any(board.get("special") in specials for board in _boards(line))


def _credited(line: Line) -> bool:
    """Return whether a board was lost by conduct after its winner had covered the queen."""
    lost = [board for board in _boards(line) if board.get("special") == "loss-of-board"]
    return any(board.get("queen") == board.get("winner") for board in lost)


def _past_the_limit(line: Line) -> bool:
    return len(_boards(line)) >= EIGHT


def _dead_rubber(line: Line, decision: Line) -> bool:
    """Return whether a rubber was played or omitted after the tie was decided."""
    decided, most = False, len(line.get("order") or ()) // 2
    for played in range(1, len(decision["rubbers"]) + 1):
        won = [rubber["winner"] for rubber in decision["rubbers"][:played]]
        decided = decided or (played < len(line.get("order") or ()) and max(won.count("A"), won.count("B")) > most)
    return decided


OWNED = ("icf", "classic-29", "club", "eight-rounds", "team-event")
ALONE = ("three-player", "points")

TABLE: tuple[tuple[str, tuple[str, ...], str, Asked], ...] = (
    ("C14", ("club", "team-event"), "game", lambda line, _: _special(line, "last-own-before-queen")),
    ("C15", ("club", "team-event"), "game", lambda line, _: _special(line, "opponent-last")),
    ("C18", ("eight-rounds",), "game", lambda line, got: _past_the_limit(line) and not got["finished"]),
    ("C19", ("team-event",), "game", lambda line, _: _past_the_limit(line)),
    ("C28", ("icf",), "game", lambda line, _: line.get("stage") == "late" and _past_the_limit(line)),
    ("C36", ("classic-29",), "change-in-game", lambda *_: True),
    ("C39", OWNED, "tie", _dead_rubber),
    ("C48", OWNED, "game", lambda line, _: _credited(line)),
    ("C63", OWNED, "game", lambda line, _: _special(line, "replay")),
    ("C67", ALONE, "totals", lambda _, got: len(got["winners"]) > 1),
    ("C67", ALONE, "next-turn", lambda line, _: (line.get("given") or {}).get("turn") == "pass"),
    ("C67", ALONE, "next-break", lambda *_: True),
)
"""Number, rule sets, question, and a condition on the line and the decision."""
