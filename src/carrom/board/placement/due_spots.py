"""Legal spots for a due or penalty piece (Laws 84–86, 89b, 114)."""

from enum import StrEnum

from carrom.board.disc import QUEEN, Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.placement import free_space, tangent_spots
from carrom.board.position import Point, Position
from carrom.board.validity import squared_distance
from carrom.values import Value

PITCH = 5_000
"""Between neighbouring spots of the grid that is offered, in µm."""


class PlaceReason(StrEnum):
    """Why a man may not be placed there; the names are those of the laws' breaches."""

    ON_CENTRE = "placed-on-centre"
    OUTSIDE = "placed-outside"
    ON_DISC = "placed-with-disturbance"
    FOR_A_SHOT = "placed-for-a-shot"


class PlaceFault(Value, frozen=True):
    """Why a place is refused, as a word and as a sentence, and by which disc if one is in the way."""

    reason: PlaceReason
    sentence: str
    disc: Disc | None = None


def place_fault(position: Position, disc: Disc, at: Point, equipment: Equipment = STANDARD) -> PlaceFault | None:
    """Return why this due man may not be placed there, or None if it may.

    It lies inside the outer circle (85), off the centre circle (89b), clear of every disc (86), and not so that it
    makes a shot with the queen (114), unless every place left to it does.
    """
    fault = _area_fault(position, disc, at, equipment)
    if fault is None and _makes_a_shot(position, at, equipment) and _has_room_without_a_shot(position, disc, equipment):
        return PlaceFault(
            PlaceReason.FOR_A_SHOT,
            f"{disc} at ({at.x}, {at.y}) makes a shot with the queen; the line through both must not point at a "
            "pocket (Law 114).",
            QUEEN,
        )
    return fault


def _area_fault(position: Position, disc: Disc, at: Point, equipment: Equipment) -> PlaceFault | None:
    """Return what the circles and the other discs say against a place."""
    inner, outer = placing_ring(disc, equipment)
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
            f"{disc} at ({at.x}, {at.y}) lies on the centre circle; its centre must be at least {inner} µm from the "
            "board's centre.",
        )
    blocker = first_overlapped(position, disc, at, equipment)
    if blocker is not None:
        return PlaceFault(
            PlaceReason.ON_DISC,
            f"{disc} at ({at.x}, {at.y}) would lie on {blocker}; it must be clear of every disc.",
            blocker,
        )
    return None


def _makes_a_shot(position: Position, at: Point, equipment: Equipment) -> bool:
    """Whether a man there would make a shot with the queen on the board."""
    return QUEEN in position and makes_a_shot(at, position[QUEEN], equipment)


def placing_ring(disc: Disc, equipment: Equipment = STANDARD) -> tuple[int, int]:
    """Return the least and greatest distance of a due man's centre from the board's centre, in µm."""
    reach = equipment.radius(disc)
    return equipment.centre_circle // 2 + reach, equipment.outer_circle // 2 - reach


def first_overlapped(position: Position, disc: Disc, at: Point, equipment: Equipment = STANDARD) -> Disc | None:
    """Return the first disc that `disc` would lie on if it were put there; touching is not lying on."""
    for placed in position.without(disc):
        apart = equipment.radius(disc) + equipment.radius(placed.disc)
        if squared_distance(at, placed.at) < apart * apart:
            return placed.disc
    return None


def makes_a_shot(man: Point, queen: Point, equipment: Equipment = STANDARD) -> bool:
    """Whether the line through man and queen, in either order, points at a pocket.

    It does when, beyond the further of the two, it passes within a pocket's diameter (44.5 mm) of the middle of the
    hole: the project's reading of Law 114, which gives no figure. Exact.
    """
    return tangent_spots.makes_a_shot(
        man.x, man.y, [0, 0, 0, 0, queen.x, queen.y, equipment.pocket_centre, equipment.pocket_diameter]
    )


def placing_spots(
    position: Position, disc: Disc, equipment: Equipment = STANDARD, pitch: int = PITCH
) -> tuple[Point, ...]:
    """Return legal spots for a due man on a triangular grid of `pitch` µm, nearest to the board's centre first.

    When the grid finds none, spots that touch two neighbours, or one of them and a circle, are tried: if any room is
    left, one of these has it (the shot with the queen apart). Where all of them make a shot with the queen, they are
    legal none the less. Empty means that there is no room (Law 79).
    """
    return tuple(sorted(set(_places(position, disc, equipment, pitch)), key=lambda at: (at.x * at.x + at.y * at.y, at)))


def has_room(position: Position, disc: Disc, equipment: Equipment = STANDARD) -> bool:
    """Whether `placing_spots` would find any spot; stops at the first."""
    return bool(_places(position, disc, equipment, most=1))


def _has_room_without_a_shot(position: Position, disc: Disc, equipment: Equipment) -> bool:
    """Whether a spot is left that makes no shot with the queen: only where none is, others are found."""
    found = _places(position, disc, equipment, most=1)
    return bool(found) and not _makes_a_shot(position, found[0], equipment)


def _places(
    position: Position, disc: Disc, equipment: Equipment, pitch: int = PITCH, most: int = free_space.FOUND
) -> list[Point]:
    """Return legal spots, at most so many of the grid."""
    by = free_space.current()
    inner, outer = placing_ring(disc, equipment)
    near = _near(position, outer + 2 * equipment.striker_diameter)
    circles, n = free_space.circles_of(near, disc, equipment, spare=2)
    found = by.zeros(2 * free_space.FOUND)
    count = by.due_places(
        by.numbers(circles),
        n,
        by.numbers(free_space.limits_of(disc, near, equipment)),
        by.numbers(free_space.grid(inner, outer, pitch)),
        by.floats(8),
        found,
        most,
    )
    return [Point(int(found[2 * k]), int(found[2 * k + 1])) for k in range(count)]


def _near(position: Position, reach: int) -> Position:
    """Return the discs that matter inside a circle about the centre: those within reach of it, and the queen."""
    return Position(
        tuple(
            placed
            for placed in position
            if placed.disc is QUEEN or placed.at.x * placed.at.x + placed.at.y * placed.at.y <= reach * reach
        )
    )
