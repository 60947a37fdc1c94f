"""Legal spots for due and penalty pieces (Laws 84–86, 89b, 114) and for what the umpire puts back (Laws 65a, 93)."""

from enum import StrEnum

from carrom.board import free_space, tangent_spots
from carrom.board.disc import QUEEN, Disc
from carrom.board.disc_spots import SLIVER
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Point, Position, squared_distance
from carrom.board.seat import Seat
from carrom.errors import IllegalPosition
from carrom.values import Value

__all__ = ["SLIVER", "centre_spot"]


PITCH = 5_000
"""Distance between neighbouring grid spots, in µm."""


class PlaceReason(StrEnum):
    """Why a piece may not be placed at a point; the values are the laws' codes for these breaches."""

    ON_CENTRE = "placed-on-centre"
    OUTSIDE = "placed-outside"
    ON_DISC = "placed-with-disturbance"
    FOR_A_SHOT = "placed-for-a-shot"


class PlaceFault(Value, frozen=True):
    """Why a point is refused: a code, a sentence, and the disc that is in the way, if any."""

    reason: PlaceReason
    sentence: str
    disc: Disc | None = None


def place_fault(
    position: Position, disc: Disc, at: Point, equipment: Equipment = STANDARD, anywhere: bool = False
) -> PlaceFault | None:
    """Return why this due piece may not be placed at a point, or None if it may.

    It must be inside the outer circle (85), off the centre circle (89b) and clear of every disc (86). It must not make
    a shot with the queen (114), unless every remaining point does. `anywhere` inside the outer circle (C82): the centre
    circle and shots are allowed.
    """
    fault = _area_fault(position, disc, at, equipment, anywhere)
    if anywhere:
        return fault
    if fault is None and _makes_a_shot(position, at, equipment) and _has_room_without_a_shot(position, disc, equipment):
        return PlaceFault(
            PlaceReason.FOR_A_SHOT,
            f"{disc} at ({at.x}, {at.y}) makes a shot with the queen; the line through both must not point at a "
            "pocket (Law 114).",
            QUEEN,
        )
    return fault


def _area_fault(position: Position, disc: Disc, at: Point, equipment: Equipment, anywhere: bool) -> PlaceFault | None:
    """Return the fault of a point regarding the circles and the other discs."""
    inner, outer = placing_ring(disc, equipment, anywhere)
    distance = at.x * at.x + at.y * at.y
    if distance > outer * outer:
        return PlaceFault(
            PlaceReason.OUTSIDE,
            f"{disc} at ({at.x}, {at.y}) is not inside the outer circle; its centre must be within {outer} µm of the "
            "board's centre.",
        )
    if distance < inner * inner:
        return PlaceFault(
            PlaceReason.ON_CENTRE,
            f"{disc} at ({at.x}, {at.y}) is on the centre circle; its centre must be at least {inner} µm from the "
            "board's centre.",
        )
    blocker = first_overlapped(position, disc, at, equipment)
    if blocker is not None:
        return PlaceFault(
            PlaceReason.ON_DISC,
            f"{disc} at ({at.x}, {at.y}) would overlap {blocker}; it must be clear of every disc.",
            blocker,
        )
    return None


def _makes_a_shot(position: Position, at: Point, equipment: Equipment) -> bool:
    """Return whether a piece at a point would make a shot with the queen on the board."""
    return QUEEN in position and makes_a_shot(at, position[QUEEN], equipment)


def placing_ring(disc: Disc, equipment: Equipment = STANDARD, anywhere: bool = False) -> tuple[int, int]:
    """Return the smallest and largest distance of a due piece's centre from the board's centre, in µm."""
    reach = equipment.radius(disc)
    return 0 if anywhere else equipment.centre_circle // 2 + reach, equipment.outer_circle // 2 - reach


def first_overlapped(position: Position, disc: Disc, at: Point, equipment: Equipment = STANDARD) -> Disc | None:
    """Return the first disc that `disc` would overlap at a point; touching is not overlapping."""
    for placed in position.without(disc):
        apart = equipment.radius(disc) + equipment.radius(placed.disc)
        if squared_distance(at, placed.at) < apart * apart:
            return placed.disc
    return None


def makes_a_shot(man: Point, queen: Point, equipment: Equipment = STANDARD) -> bool:
    """Return whether the line through piece and queen, in either order, points at a pocket.

    It does if, beyond the further of the two, it passes within a pocket's diameter (44.5 mm) of the pocket's centre:
    this project's reading of Law 114, which gives no figure. The computation is exact.
    """
    return tangent_spots.makes_a_shot(
        man.x, man.y, [0, 0, 0, 0, queen.x, queen.y, equipment.pocket_centre, equipment.pocket_diameter]
    )


def placing_spots(
    position: Position, disc: Disc, equipment: Equipment = STANDARD, pitch: int = PITCH, *, anywhere: bool = False
) -> tuple[Point, ...]:
    """Return legal spots for a due piece on a triangular grid of `pitch` µm, nearest to the board's centre first.

    If the grid has none, spots that touch two neighbours, or a neighbour and a circle, are tried: any remaining room
    contains such a spot (apart from shots with the queen). If all spots make a shot with the queen, they are legal
    anyway. Returns an empty tuple if there is no room (Law 79). `anywhere`: as in `place_fault`.
    """
    places = set(_places(position, disc, equipment, pitch, anywhere=anywhere))
    return tuple(sorted(places, key=lambda at: (at.x * at.x + at.y * at.y, at)))


def has_room(position: Position, disc: Disc, equipment: Equipment = STANDARD, anywhere: bool = False) -> bool:
    """Return whether `placing_spots` would find any spot; stops at the first."""
    return bool(_places(position, disc, equipment, most=1, anywhere=anywhere))


def _has_room_without_a_shot(position: Position, disc: Disc, equipment: Equipment) -> bool:
    """Return whether a spot is left that makes no shot with the queen."""
    found = _places(position, disc, equipment, most=1)
    return bool(found) and not _makes_a_shot(position, found[0], equipment)


def _places(
    position: Position,
    disc: Disc,
    equipment: Equipment,
    pitch: int = PITCH,
    most: int = free_space.FOUND,
    anywhere: bool = False,
) -> list[Point]:
    """Return legal spots, at most `most` of them from the grid."""
    by = free_space.current()
    inner, outer = placing_ring(disc, equipment, anywhere)
    near = _near(position, outer + 2 * equipment.striker_diameter)
    circles, n = free_space.circles_of(near, disc, equipment, spare=2)
    found = by.zeros(2 * free_space.FOUND)
    limits = list(free_space.limits_of(disc, near, equipment))
    if anywhere:
        limits[tangent_spots.INNER], limits[tangent_spots.SHOTS] = inner, 1
    count = by.due_places(
        by.numbers(circles),
        n,
        by.numbers(limits),
        by.numbers(free_space.grid(inner, outer, pitch)),
        by.floats(8),
        found,
        most,
    )
    return [Point(int(found[2 * k]), int(found[2 * k + 1])) for k in range(count)]


def _near(position: Position, reach: int) -> Position:
    """Return the discs that matter within a circle around the centre: those within its reach, and the queen."""
    return Position(
        tuple(
            placed
            for placed in position
            if placed.disc is QUEEN or placed.at.x * placed.at.x + placed.at.y * placed.at.y <= reach * reach
        )
    )


# -- the umpire's spot for the queen or a jumped piece -----------------------------------------------------------------


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
