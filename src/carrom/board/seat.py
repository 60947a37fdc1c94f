"""Seats and coordinates: the four seats, points in µm, and exact turns between the frames of player and board."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.values import Value


class Seat(StrEnum):
    """A side of the board where a player sits, in playing order; each is to the right of the previous one.

    >>> import carrom
    >>> carrom.Seat.SOUTH.right, carrom.Seat.SOUTH.opposite
    (<Seat.EAST: 'east'>, <Seat.NORTH: 'north'>)
    """

    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"

    @property
    def quarters(self) -> int:
        """Counter-clockwise quarter turns from south to this seat, seen from above."""
        return _QUARTERS[self]

    @property
    def right(self) -> "Seat":
        """The seat to this player's right, who plays next in doubles (Law 49b)."""
        return self.turned(1)

    @property
    def opposite(self) -> "Seat":
        """The seat across the board."""
        return self.turned(2)

    def turned(self, quarters: int) -> "Seat":
        """Return the seat that many quarter turns further counter-clockwise."""
        return SEATS[(self.quarters + quarters) % 4]

    def to_board(self, x: int, y: int) -> tuple[int, int]:
        """Rotate a point or vector from this player's frame to the board's; exact for integers and floats."""
        return turned(x, y, self.quarters)

    def from_board(self, x: int, y: int) -> tuple[int, int]:
        """Rotate a point or vector from the board's frame to this player's."""
        return turned(x, y, -self.quarters)


SEATS = tuple(Seat)
_QUARTERS = {seat: index for index, seat in enumerate(SEATS)}


def turned(x: int, y: int, quarters: int) -> tuple[int, int]:
    """Rotate a vector by quarter turns counter-clockwise; exact."""
    match quarters % 4:
        case 0:
            return x, y
        case 1:
            return -y, x
        case 2:
            return -x, -y
        case _:
            return y, -x


# -- points on the board, and discs at points --------------------------------------------------------------------------


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
