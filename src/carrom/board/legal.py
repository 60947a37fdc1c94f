"""Where the striker may stand (Law 130): on both lines, on a base circle wholly or not at all, off the arrow.

Everything is whole micrometres and exact: lengths are compared by their squares. Source: the official Laws,
130a and 130b, with the geometry of equipment clauses A.4 and A.5. Touching counts as touching: a striker that only
meets a base circle's ring from outside is refused, one that meets another disc without pressing on it is not.
"""

from enum import StrEnum
from math import isqrt

from carrom.board.centre import centre_spot
from carrom.board.disc import STRIKER, Disc
from carrom.board.placing import PlaceFault, has_room, place_fault, placing_spots
from carrom.board.position import Lying, Point, Position
from carrom.board.seat import Seat
from carrom.board.spec import STANDARD, Equipment
from carrom.board.stroke import Stroke
from carrom.board.validity import check_position, squared_distance
from carrom.data import Value
from carrom.errors import IllegalStroke

__all__ = [
    "Cover",
    "PlaceFault",
    "SpotFault",
    "SpotReason",
    "centre_spot",
    "check_position",
    "check_spot",
    "has_room",
    "legal_intervals",
    "place_fault",
    "placing_spots",
    "spot_fault",
    "striker_at",
]


class Cover(StrEnum):
    """What a striker on a base circle must cover: a reading of the laws (Law 130b; the club sheet's wording)."""

    RING = "ring"
    """The whole base circle, 31.8 mm (the default)."""
    RED = "red"
    """Only the coloured disc in it, 25.4 mm."""


class SpotReason(StrEnum):
    """Why the striker may not stand there."""

    OFF_LINES = "off-lines"
    CUT_MOON = "cut-moon"
    ON_ARROW = "on-arrow"
    ON_DISC = "on-disc"


class SpotFault(Value, frozen=True):
    """Why a spot is refused, as a word and as a sentence, and by which disc if one is in the way."""

    reason: SpotReason
    sentence: str
    disc: Disc | None = None


def striker_at(seat: Seat, x: int, y: int = 0, equipment: Equipment = STANDARD) -> Point:
    """Return the place on the board, in µm, of a striker at offset (x, y) of this seat's baseline."""
    return Point(*seat.to_board(x, y - equipment.baseline))


def check_spot(
    position: Position,
    seat: Seat,
    stroke: Stroke,
    equipment: Equipment = STANDARD,
    cover: Cover = Cover.RING,
) -> None:
    """Raise `IllegalStroke` with the reason if the striker may not stand where the stroke puts it."""
    fault = spot_fault(position, seat, stroke.x, stroke.y, equipment, cover)
    if fault is not None:
        raise IllegalStroke(fault.sentence)


def spot_fault(
    position: Position,
    seat: Seat,
    x: int,
    y: int = 0,
    equipment: Equipment = STANDARD,
    cover: Cover = Cover.RING,
) -> SpotFault | None:
    """Return why the striker may not stand at offset (x, y) of the seat's baseline, or None if it may (µm)."""
    return _lines_fault(x, y, equipment, cover) or _disc_fault(position, seat, x, y, equipment)


def _lines_fault(x: int, y: int, equipment: Equipment, cover: Cover) -> SpotFault | None:
    """Return what the markings say against an offset (x, y)."""
    play = _play_across(equipment)
    if abs(y) > play:
        return SpotFault(
            SpotReason.OFF_LINES,
            f"The striker {y} µm off the middle of the lines does not touch both; it may be {-play} to {play} µm off.",
        )
    circle, apart, covered = _base_circle(equipment, cover)
    distance = (abs(x) - circle) ** 2 + y * y
    if abs(x) > circle and distance > apart * apart:
        return SpotFault(
            SpotReason.OFF_LINES,
            f"The striker at {x} µm is beyond the ends of the lines; it may stand from {-_end(y, equipment, cover)} to "
            f"{_end(y, equipment, cover)} µm.",
        )
    if covered * covered < distance <= apart * apart:
        return SpotFault(
            SpotReason.CUT_MOON,
            f"The striker at {x} µm stands partly on a base circle; it must cover the circle (within {covered} µm of "
            f"its centre at ±{circle}) or not touch it (more than {apart} µm from it).",
        )
    if abs(x) > _end(y, equipment, cover):
        return SpotFault(
            SpotReason.ON_ARROW,
            f"The striker at {x} µm touches the arrow; its offset may be at most {_end(y, equipment, cover)} µm.",
        )
    return None


def _disc_fault(position: Position, seat: Seat, x: int, y: int, equipment: Equipment) -> SpotFault | None:
    """Return which disc is in the way."""
    at = striker_at(seat, x, y, equipment)
    for placed in position.without(STRIKER):
        apart = equipment.radius(STRIKER) + equipment.radius(placed.disc)
        if squared_distance(at, placed.at) < apart * apart:
            return SpotFault(
                SpotReason.ON_DISC,
                f"The striker at {x} µm would stand on {placed.disc}; their centres must be {apart} µm apart.",
                placed.disc,
            )
    return None


def legal_intervals(
    position: Position,
    seat: Seat,
    y: int = 0,
    equipment: Equipment = STANDARD,
    cover: Cover = Cover.RING,
) -> tuple[tuple[int, int], ...]:
    """Return where along the baseline the striker may stand: closed intervals (low, high) of offsets in µm.

    Exact: every whole offset inside is legal and every one outside is not. Empty if no spot is left (Law 142).
    """
    if abs(y) > _play_across(equipment):
        return ()
    free = list(_marked_intervals(y, equipment, cover))
    for placed in position.without(STRIKER):
        free = _cut(free, _blocked(placed, seat, y, equipment))
    return tuple(free)


def _marked_intervals(y: int, equipment: Equipment, cover: Cover) -> tuple[tuple[int, int], ...]:
    """Return what the markings alone allow: on the left circle, between the circles, on the right circle."""
    circle, apart, covered = _base_circle(equipment, cover)
    between = circle - isqrt(apart * apart - y * y) - 1
    near, far = circle - isqrt(covered * covered - y * y), _end(y, equipment, cover)
    spans = ((-far, -near), (-between, between), (near, far))
    return tuple((low, high) for low, high in spans if low <= high)


def _blocked(placed: Lying, seat: Seat, y: int, equipment: Equipment) -> tuple[int, int] | None:
    """Return the offsets at which the striker would stand on this disc, or None."""
    across, up = seat.from_board(placed.at.x, placed.at.y)
    apart = equipment.radius(STRIKER) + equipment.radius(placed.disc)
    room = apart * apart - (up + equipment.baseline - y) ** 2
    if room <= 0:
        return None
    reach = isqrt(room - 1)
    return across - reach, across + reach


def _cut(free: list[tuple[int, int]], blocked: tuple[int, int] | None) -> list[tuple[int, int]]:
    """Return the intervals without the blocked one."""
    if blocked is None:
        return free
    low, high = blocked
    pieces = [piece for a, b in free for piece in ((a, min(b, low - 1)), (max(a, high + 1), b))]
    return [piece for piece in pieces if piece[0] <= piece[1]]


def _play_across(equipment: Equipment) -> int:
    """Return how far off the middle of the two lines the striker still touches both, in µm."""
    return (equipment.striker_diameter - (equipment.upper_line - equipment.lower_line)) // 2


def _base_circle(equipment: Equipment, cover: Cover) -> tuple[int, int, int]:
    """Return a base circle's offset, and the distances below which it is touched, and covered, in µm."""
    ring = equipment.base_circle_diameter // 2
    to_cover = ring if cover is Cover.RING else equipment.base_circle_disc // 2
    striker = equipment.striker_diameter // 2
    return equipment.base_circle_offset, striker + ring, striker - to_cover


def _end(y: int, equipment: Equipment, cover: Cover) -> int:
    """Return the greatest legal offset: the circle stays covered and the arrow, half its width out, untouched."""
    circle, _, covered = _base_circle(equipment, cover)
    clear = (equipment.striker_diameter + equipment.arrow_width) // 2
    before_arrow = equipment.baseline - y - isqrt(2 * clear * clear - 1) - 1
    return min(circle + isqrt(max(covered * covered - y * y, 0)), before_arrow)
