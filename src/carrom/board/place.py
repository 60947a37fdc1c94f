"""A place on the board, and one disc that lies at a place."""

from carrom.board.disc import Disc
from carrom.board.seat import turned
from carrom.values import Value


class Point(Value, frozen=True, order=True, gc=False):
    """A place on the board, in µm: origin in the centre, x east, y north."""

    x: int
    y: int

    def turned(self, quarters: int) -> "Point":
        """Return this place after quarter turns of the board, counter-clockwise."""
        return Point(*turned(self.x, self.y, quarters))


class Lying(Value, frozen=True):
    """One disc and its place."""

    disc: Disc
    at: Point
