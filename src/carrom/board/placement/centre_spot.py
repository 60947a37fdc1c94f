"""The umpire's spot for the queen or a jumped piece: centre circle, or next best (Laws 65a, 93, 94)."""

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
    """Return where the umpire puts `disc`; `towards` is the seat that plays next.

    The centre, if it is free. Else, of the places clear of every disc, the one that covers most of the centre
    circle: discs being as large as the circle, that is the place nearest to the centre (of two equally near, the one
    further from the next player). If nothing of the circle is free, the place adjacent to it on the far side as the
    next player sees it, where the disc is hard for him: straight behind, or where that is taken the nearest one there.
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
        raise IllegalPosition(f"There is no room on the board for {disc}; at most nineteen men fit a rack.")
    return Point(int(found[0]), int(found[1]))
