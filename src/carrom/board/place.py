"""Coordinates: a point on the board in µm, and a disc at a point."""

from carrom.board.disc import Disc
from carrom.board.seat import turned
from carrom.values import Value


class Point(Value, frozen=True, order=True, gc=False):
    """A point on the board, in whole µm: origin in the centre, x east, y north.

    >>> import carrom
    >>> carrom.Point(x=100_000, y=0).turned(1)
    Point(x=0, y=100000)
    """

    x: int
    y: int

    def turned(self, quarters: int) -> "Point":
        """Return this point after quarter turns of the board, counter-clockwise."""
        return Point(*turned(self.x, self.y, quarters))


class Lying(Value, frozen=True):
    """A disc and its position."""

    disc: Disc
    at: Point
