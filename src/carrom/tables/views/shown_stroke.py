"""A stroke as clients show it, and its row in the history."""

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.rules.ruling import Ruling
from carrom.values import Value


class ShownStroke(Value, frozen=True, kw_only=True):
    """One stroke in force."""

    event: int
    """Its number in the game's history."""
    board: int
    """The number of the board it was played in, from 1; a replayed board counts again."""
    seat: Seat
    stroke: Stroke
    before: Position
    """Without the striker."""
    rest: Position
    pocketed: tuple[Disc, ...]
    ruling: Ruling
    after: Position
    """With whatever the umpire put back."""


class HistoryRow(Value, frozen=True):
    """The line of a stroke in the history, encoded (`protocol.PastStroke`), and the number of the stroke's event."""

    event: int
    told: bytes
