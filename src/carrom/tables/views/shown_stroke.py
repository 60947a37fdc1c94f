"""A stroke as shown to clients, and its row in the history."""

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.rules.ruling import Ruling
from carrom.values import Value


class ShownStroke(Value, frozen=True, kw_only=True):
    """One stroke in force."""

    event: int
    """Number of its event in the game's history."""
    board: int
    """Number of its board, from 1; a replayed board counts again."""
    seat: Seat
    stroke: Stroke
    before: Position
    """The position without the striker."""
    rest: Position
    pocketed: tuple[Disc, ...]
    ruling: Ruling
    after: Position
    """The position with the discs that the umpire returned."""


class HistoryRow(Value, frozen=True):
    """The history entry of a stroke (`protocol.PastStroke`), encoded, and the number of the stroke's event."""

    event: int
    told: bytes
