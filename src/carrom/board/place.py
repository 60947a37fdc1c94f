"""Coordinates: a point on the board in µm, and a disc at a point."""

from carrom.board.disc import Disc
from carrom.board.seat import turned
from carrom.values import Value


class Point(Value, frozen=True, order=True, gc=False):
    """A point on the board, in µm: origin in the centre, x east, y north."""

    x: int
    y: int

    def turned(self, quarters: int) -> "Point":
        """Return this point after quarter turns of the board, counter-clockwise."""
        return Point(*turned(self.x, self.y, quarters))


class Lying(Value, frozen=True):
    """A disc and its position."""

    disc: Disc
    at: Point
