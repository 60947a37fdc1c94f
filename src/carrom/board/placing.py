"""Where a due or penalty man may be placed (Laws 84–86, 89b, 114)."""

from collections.abc import Iterator
from enum import StrEnum
from math import isqrt

from carrom.board.disc import QUEEN, Disc
from carrom.board.position import Point, Position
from carrom.board.spec import STANDARD, Equipment
from carrom.board.touching import crossing_spots, touching_circles
from carrom.board.validity import squared_distance
from carrom.data import Value

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
    if fault is None and _makes_a_shot(position, at, equipment) and _has_room(position, disc, equipment, shots=False):
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
    return any(
        _points_at(one, other, Point(sign_x * equipment.pocket_centre, sign_y * equipment.pocket_centre), equipment)
        for one, other in ((man, queen), (queen, man))
        for sign_x in (-1, 1)
        for sign_y in (-1, 1)
    )


def _points_at(start: Point, through: Point, pocket: Point, equipment: Equipment) -> bool:
    """Whether the ray from `start` through `through` passes the pocket, beyond `through`, within its diameter."""
    dx, dy = through.x - start.x, through.y - start.y
    px, py = pocket.x - through.x, pocket.y - through.y
    ahead = dx * px + dy * py
    aside = dx * py - dy * px
    return ahead > 0 and aside * aside <= equipment.pocket_diameter**2 * (dx * dx + dy * dy)


def placing_spots(
    position: Position, disc: Disc, equipment: Equipment = STANDARD, pitch: int = PITCH
) -> tuple[Point, ...]:
    """Return legal spots for a due man on a triangular grid of `pitch` µm, nearest to the board's centre first.

    When the grid finds none, spots that touch two neighbours, or one of them and a circle, are tried: if any room is
    left, one of these has it (the shot with the queen apart). Where all of them make a shot with the queen, they are
    legal none the less. Empty means that there is no room (Law 79).
    """
    for shots in (False, True):
        found = tuple(_grid_spots(position, disc, equipment, pitch, shots))
        legal = found or set(_tight_spots(position, disc, equipment, shots))
        if legal:
            return tuple(sorted(legal, key=lambda at: (at.x * at.x + at.y * at.y, at)))
    return ()


def has_room(position: Position, disc: Disc, equipment: Equipment = STANDARD) -> bool:
    """Whether `placing_spots` would find any spot; stops at the first."""
    return any(_has_room(position, disc, equipment, shots) for shots in (False, True))


def _has_room(position: Position, disc: Disc, equipment: Equipment, shots: bool) -> bool:
    """Whether any spot is left, with those or without those that make a shot with the queen."""
    found = next(_grid_spots(position, disc, equipment, PITCH, shots), None)
    return found is not None or next(_tight_spots(position, disc, equipment, shots), None) is not None


def _grid_spots(position: Position, disc: Disc, equipment: Equipment, pitch: int, shots: bool) -> Iterator[Point]:
    """Yield the spots of the grid that may be legal, row by row; without `shots`, none that makes one."""
    inner, outer = placing_ring(disc, equipment)
    near = _near(position, outer + 2 * equipment.striker_diameter)
    rise = isqrt(3 * pitch * pitch // 4)
    rows = outer // rise
    for row in range(-rows, rows + 1):
        y, shift = row * rise, pitch // 2 if row % 2 else 0
        for x in range((-outer // pitch - 1) * pitch + shift, (outer // pitch + 1) * pitch + shift, pitch):
            if inner * inner <= x * x + y * y <= outer * outer:
                at = Point(x, y)
                if _area_fault(near, disc, at, equipment) is None and (shots or not _makes_a_shot(near, at, equipment)):
                    yield at


def _near(position: Position, reach: int) -> Position:
    """Return the discs that matter inside a circle about the centre: those within reach of it, and the queen."""
    return Position(
        tuple(
            placed
            for placed in position
            if placed.disc is QUEEN or placed.at.x * placed.at.x + placed.at.y * placed.at.y <= reach * reach
        )
    )


def _tight_spots(position: Position, disc: Disc, equipment: Equipment, shots: bool) -> Iterator[Point]:
    """Yield legal spots at which the disc touches two others, or one and the edge of the area."""
    inner, outer = placing_ring(disc, equipment)
    circles = touching_circles(position, disc, equipment)
    yield from crossing_spots(
        (*circles, (0, 0, inner)),
        lambda at: (
            _area_fault(position, disc, at, equipment) is None and (shots or not _makes_a_shot(position, at, equipment))
        ),
        around_too=((0, 0, outer),),
    )
