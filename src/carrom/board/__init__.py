"""The board and what is on it: equipment, discs, seats, positions, strokes, outcomes."""

from carrom.board.disc import BLACKS, MEN, QUEEN, RACKED, STRIKER, WHITES, Disc, Kind
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.position import Position, check_position
from carrom.board.seat import SEATS, Lying, Point, Seat
from carrom.board.stroke import Stroke, StrokeKind

__all__ = [
    "BLACKS",
    "MEN",
    "QUEEN",
    "RACKED",
    "SEATS",
    "STRIKER",
    "WHITES",
    "Breach",
    "Disc",
    "Kind",
    "LinesLeft",
    "Lying",
    "Outcome",
    "Point",
    "Position",
    "Seat",
    "Stroke",
    "StrokeKind",
    "check_position",
]
