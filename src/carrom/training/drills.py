"""Drills: positions for practising one kind of stroke.

Each position has reference success rates: how often players of known accuracy make the stroke.
"""

from functools import cache
from importlib.resources import files

import msgspec

from carrom.board.disc import Disc
from carrom.board.notation import read_stroke
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.errors import RefusedRequest
from carrom.practice.setup import SetupPosition
from carrom.values import Value

SHIPPED = "drills.jsonl"
DRILLS: dict[str, frozenset[StrokeKind]] = {
    "straight": frozenset({StrokeKind.STRAIGHT}),
    "cut": frozenset({StrokeKind.CUT}),
    "frozen": frozenset({StrokeKind.FROZEN}),
    "one-frame": frozenset({StrokeKind.ONE_FRAME}),
    "bank": frozenset({StrokeKind.BANK}),
    "plant": frozenset({StrokeKind.PLANT}),
    "kiss": frozenset({StrokeKind.KISS}),
    "double": frozenset({StrokeKind.DOUBLE}),
    "back-stroke": frozenset({StrokeKind.BACK}),
}
"""Drills in the order of learning, with the kinds of strokes that count."""


class DrillPosition(Value, frozen=True, kw_only=True):
    """One position of a drill; the player sits south and has the white pieces."""

    drill: str
    number: int
    position: str
    disc: Disc
    """The piece to pocket."""
    best: str
    """A stroke that pockets it, in notation."""
    levels: tuple[float, ...]
    """Success rates of the graders, each with its own best stroke."""

    @property
    def moment(self) -> SetupPosition:
        """The position to begin with."""
        return SetupPosition(position=self.position, queen="mover")

    @property
    def stroke(self) -> Stroke:
        """A stroke that solves the position."""
        return read_stroke(self.best)

    @property
    def turn(self) -> Seat:
        """The player's seat."""
        return Seat.SOUTH


@cache
def boards() -> tuple[DrillPosition, ...]:
    """Return the positions that ship with the package."""
    lines = files("carrom.training").joinpath(SHIPPED).read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=DrillPosition) for line in lines)


def drill_of(name: str) -> tuple[DrillPosition, ...]:
    """Return the positions of a drill. Raises `RefusedRequest` for an unknown name."""
    found = tuple(board for board in boards() if board.drill == name)
    if not found:
        raise RefusedRequest(f"there is no drill {name!r:.40}: there are {', '.join(DRILLS)}")
    return found


def board_of(name: str, number: int) -> DrillPosition:
    """Return one position of a drill by its number, from 1."""
    found = drill_of(name)
    if not 1 <= number <= len(found):
        raise RefusedRequest(f"the drill {name} has positions 1 to {len(found)}, not {number}")
    return found[number - 1]
