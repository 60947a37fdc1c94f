"""The umpire's spot for the queen or a jumped piece: the centre circle, or the next best (Laws 65a, 93, 94)."""

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.placement import free_space
from carrom.board.placement.disc_spots import SLIVER
from carrom.board.placement.due_spots import first_overlapped, placing_ring
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.errors import IllegalPosition

__all__ = ["SLIVER", "centre_spot"]


def centre_spot(position: Position, disc: Disc, towards: Seat, equipment: Equipment = STANDARD) -> Point:
    """Return the point where the umpire puts `disc`; `towards` is the seat that plays next.

    This is the centre, if it is free. Otherwise it is the free point that covers most of the centre circle: because
    discs are as large as the circle, that is the point nearest to the centre (of two at equal distance, the one further
    from the next player). If no part of the circle is free, it is a point adjacent to the circle on the far side from
    the next player, where the disc is difficult to play: straight behind the circle, or else the nearest free point
    there.
    """
    centre = Point(0, 0)
    if first_overlapped(position, disc, centre, equipment) is None:
        return centre
    by = free_space.current()
    circles, n = free_space.circles_of(position, disc, equipment)
    touching_the_circle, _ = placing_ring(disc, equipment)
    found = by.zeros(2 * free_space.FOUND)
    limits = by.numbers(free_space.whole_board(equipment))
    if not by.centre_place(by.numbers(circles), n, limits, towards.quarters, touching_the_circle, by.floats(8), found):
        raise IllegalPosition(f"There is no room on the board for {disc}; at most nineteen discs fit a rack.")
    return Point(int(found[0]), int(found[1]))
