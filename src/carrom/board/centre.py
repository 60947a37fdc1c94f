"""Where the umpire puts the queen or a jumped man: on the centre circle, or next best (Laws 65a, 93, 94)."""

from collections.abc import Iterator
from math import isqrt

from carrom.board.disc import Disc
from carrom.board.placing import first_overlapped, placing_ring
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.spec import STANDARD, Equipment
from carrom.board.touching import crossing_spots, nearest_spots, touching_circles
from carrom.errors import IllegalPosition

SLIVER = 500
"""A free part of the centre circle narrower than this, in µm, counts as none: nobody can see or cover it."""


def centre_spot(position: Position, disc: Disc, towards: Seat, equipment: Equipment = STANDARD) -> Point:
    """Return where the umpire puts `disc`; `towards` is the seat that plays next.

    The centre, if it is free. Else, of the places clear of every disc, the one that covers most of the centre
    circle: discs being as large as the circle, that is the place nearest to the centre (of two equally near, the one
    further from the next player). If nothing of the circle is free, the place adjacent to it on the far side as the
    next player sees it, where the disc is hard for him: straight behind, or where that is taken the nearest one there.
    """
    centre = Point(0, 0)
    if first_overlapped(position, disc, centre, equipment) is None:
        return centre
    spots = sorted(set(_clear_spots(position, disc, equipment)), key=lambda at: _preference(at, towards))
    touching_the_circle, _ = placing_ring(disc, equipment)
    if spots and _reach(spots[0]) < touching_the_circle - SLIVER:
        return spots[0]
    beyond = next((at for at in spots if towards.from_board(at.x, at.y)[1] > 0), None)
    straight = _straight_behind(position, disc, towards, equipment)
    if straight is not None and (beyond is None or _reach(straight) <= _reach(beyond) + SLIVER):
        return straight
    if beyond is None and not spots:
        raise IllegalPosition(f"There is no room on the board for {disc}; at most nineteen men fit a rack.")
    return beyond or spots[0]


def _clear_spots(position: Position, disc: Disc, equipment: Equipment) -> Iterator[Point]:
    """Yield places clear of every disc, among them the nearest one to the centre."""
    circles = touching_circles(position, disc, equipment)
    reach = equipment.half // 2

    def fits(at: Point) -> bool:
        return max(abs(at.x), abs(at.y)) < reach and first_overlapped(position, disc, at, equipment) is None

    yield from nearest_spots(circles, fits)
    yield from crossing_spots(circles, fits)


def _preference(at: Point, towards: Seat) -> tuple[int, int, Point]:
    """Return the order of preference: near the centre first, then far from the next player."""
    _, away = towards.from_board(at.x, at.y)
    return at.x * at.x + at.y * at.y, -away, at


def _reach(at: Point) -> float:
    """Return the distance from the board's centre in µm."""
    return float((at.x * at.x + at.y * at.y) ** 0.5)


def _straight_behind(position: Position, disc: Disc, towards: Seat, equipment: Equipment) -> Point | None:
    """Return the nearest clear place straight behind the centre as the next player sees it, or None."""
    exits: list[int] = []
    for x, y, reach in touching_circles(position, disc, equipment):
        across, away = towards.from_board(x, y)
        if abs(across) < reach:
            exits.append(away + isqrt(reach * reach - across * across - 1) + 1)
    for away in sorted(exits):
        at = Point(*towards.to_board(0, away))
        if 0 < away < equipment.half // 2 and first_overlapped(position, disc, at, equipment) is None:
            return at
    return None
