"""Validity of a position: no overlapping discs, none through the frame, none over a pocket."""

from itertools import combinations

from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Lying, Point, Position
from carrom.errors import IllegalPosition
from carrom.numeric import whole

ROUNDING = 2
"""Allowed overlap of discs with each other or the frame, in µm, because resting positions are rounded."""


def squared_distance(one: Point, other: Point) -> int:
    """Return the squared distance of two points in µm²; exact."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def over_pocket(at: Point, equipment: Equipment = STANDARD) -> bool:
    """Return whether a disc with its centre at a point would fall into a pocket."""
    corner = equipment.pocket_centre
    hole = equipment.pocket_diameter
    return 4 * ((abs(at.x) - corner) ** 2 + (abs(at.y) - corner) ** 2) < hole * hole


def check_position(position: Position, equipment: Equipment = STANDARD) -> Position:
    """Return the position with Python's integers, also where it was given with NumPy's.

    Raises `IllegalPosition` for a coordinate that is not whole, discs that overlap, and discs off the board; it names
    the disc, its position and what is allowed.
    """
    position = whole_position(position)
    for placed in position:
        _check_place(placed, equipment)
    for one, other in combinations(position, 2):
        apart = equipment.radius(one.disc) + equipment.radius(other.disc)
        given = squared_distance(one.at, other.at)
        if given < (apart - ROUNDING) ** 2:
            raise IllegalPosition(
                f"{one.disc} at ({one.at.x}, {one.at.y}) and {other.disc} at ({other.at.x}, {other.at.y}) overlap by "
                f"{apart - given**0.5:.0f} µm; their centres must be {apart} µm apart (up to {ROUNDING} µm less)."
            )
    return position


def whole_position(position: Position) -> Position:
    """Return the position with Python's integers. Raises `IllegalPosition` for a coordinate that is not whole."""
    if all(type(each.at.x) is int and type(each.at.y) is int for each in position):
        return position
    return Position(tuple(map(_whole, position)))


def _whole(placed: Lying) -> Lying:
    """Return a disc with its coordinates as ints. Raises `IllegalPosition` if they are not whole."""
    x, y = whole(placed.at.x), whole(placed.at.y)
    if x is None or y is None:
        raise IllegalPosition(
            f"{placed.disc} is at ({placed.at.x!r:.40}, {placed.at.y!r:.40}); both must be whole numbers of µm."
        )
    return Lying(placed.disc, Point(x, y))


def _check_place(placed: Lying, equipment: Equipment) -> None:
    """Raise `IllegalPosition` if this disc is through the frame or over a pocket."""
    reach = equipment.half - equipment.radius(placed.disc)
    at = placed.at
    if max(abs(at.x), abs(at.y)) > reach + ROUNDING:
        raise IllegalPosition(
            f"{placed.disc} at ({at.x}, {at.y}) is not on the board; both coordinates must be from {-reach} to "
            f"{reach} µm."
        )
    if over_pocket(at, equipment):
        corner = equipment.pocket_centre
        raise IllegalPosition(
            f"{placed.disc} at ({at.x}, {at.y}) would fall into a pocket; its centre must be at least "
            f"{equipment.pocket_diameter // 2} µm from the pockets' centres at (±{corner}, ±{corner})."
        )
