"""Where the striker may stand (Law 130): on both lines, on a base circle wholly or not at all, off the arrow.

Everything is whole micrometres and exact: lengths are compared by their squares. Source: the official Laws,
130a and 130b, with the geometry of equipment clauses A.4 and A.5. Touching counts as touching: a striker that only
meets a base circle's ring from outside is refused, one that meets another disc without pressing on it is not.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations
from math import isqrt

from carrom.board.centre import centre_spot
from carrom.board.disc import STRIKER, Disc
from carrom.board.placing import PlaceFault, has_room, place_fault, placing_spots
from carrom.board.position import Lying, Point, Position
from carrom.board.seat import Seat
from carrom.board.spec import STANDARD, Equipment
from carrom.board.stroke import Stroke
from carrom.board.touching import crossings
from carrom.board.validity import check_position, squared_distance
from carrom.data import Value
from carrom.errors import IllegalStroke

__all__ = [
    "Cover",
    "PlaceFault",
    "SpotFault",
    "Span",
    "SpotReason",
    "centre_spot",
    "check_position",
    "check_spot",
    "has_room",
    "has_spot",
    "legal_intervals",
    "legal_spans",
    "offsets_across",
    "place_fault",
    "placing_spots",
    "play_across",
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


class Span(Value, frozen=True, order=True):
    """A part of the lines where the striker may stand: every offset from `low` to `high`, `y` across them; in µm."""

    low: int
    high: int
    y: int = 0


STEPS_ACROSS = 5
"""In so many steps the striker is moved towards either line where a disc is in its way."""
FINE_STEPS_ACROSS = 19
"""The same where those leave no spot at all."""


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
    play = play_across(equipment)
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
    if abs(y) > play_across(equipment):
        return ()
    free = list(_marked_intervals(y, equipment, cover))
    for placed in position.without(STRIKER):
        free = _cut(free, _blocked(placed, seat, y, equipment))
    return tuple(free)


def legal_spans(
    position: Position, seat: Seat, equipment: Equipment = STANDARD, cover: Cover = Cover.RING
) -> tuple[Span, ...]:
    """Return where the striker may stand, in order and without overlap, each part with the offset across it needs.

    Midway between the lines wherever the markings and the discs allow it; where a disc is in the way, moved across as
    little as it takes (in steps). Where that leaves nothing, finer steps and the gaps between two discs are tried.
    Empty if no spot is left (Law 142).
    """
    spans = [Span(low, high) for low, high in legal_intervals(position, seat, 0, equipment, cover)]
    blocked = list(_marked_intervals(0, equipment, cover))
    for span in spans:
        blocked = _cut(blocked, (span.low, span.high))
    for y in offsets_across(equipment):
        if not blocked:
            break
        for low, high in legal_intervals(position, seat, y, equipment, cover):
            spans += [Span(max(a, low), min(b, high), y) for a, b in blocked if max(a, low) <= min(b, high)]
            blocked = _cut(blocked, (low, high))
    return tuple(sorted(spans)) or tuple(_tight_spans(position, seat, equipment, cover))


def offsets_across(equipment: Equipment = STANDARD, steps: int = STEPS_ACROSS) -> tuple[int, ...]:
    """Return the offsets across the lines that are tried besides none, the smallest first, up to the greatest legal."""
    play = play_across(equipment)
    return tuple(sign * (play * step // steps) for step in range(1, steps + 1) for sign in (1, -1))


def _tight_spans(position: Position, seat: Seat, equipment: Equipment, cover: Cover) -> Iterator[Span]:
    """Yield the parts free at the first offset across that leaves any."""
    between = (y for y in _gaps_across(position, seat, equipment) if abs(y) <= play_across(equipment))
    for y in (*offsets_across(equipment, FINE_STEPS_ACROSS), *sorted(between, key=abs)):
        if found := legal_intervals(position, seat, y, equipment, cover):
            yield from (Span(low, high, y) for low, high in found)
            return


def _gaps_across(position: Position, seat: Seat, equipment: Equipment) -> Iterator[int]:
    """Yield the offsets across at which the striker touches two discs at once, or a little beyond."""
    circles = [
        (across, up + equipment.baseline, equipment.radius(STRIKER) + equipment.radius(placed.disc))
        for placed in position.without(STRIKER)
        for across, up in (seat.from_board(placed.at.x, placed.at.y),)
    ]
    for one, other in combinations(circles, 2):
        for _, y, _, _ in crossings(one, other):
            yield from range(round(y) - 2, round(y) + 3)


def has_spot(position: Position, seat: Seat, equipment: Equipment = STANDARD, cover: Cover = Cover.RING) -> bool:
    """Whether `legal_spans` finds any; quick where too few discs are near the lines to fill them."""
    apart = equipment.radius(STRIKER) + equipment.man_diameter // 2
    ups = (seat.from_board(placed.at.x, placed.at.y)[1] + equipment.baseline for placed in position.without(STRIKER))
    if sum(abs(up) < apart for up in ups) < fewest_to_fill(equipment, cover):
        return True
    return bool(legal_spans(position, seat, equipment, cover))


@cache
def fewest_to_fill(equipment: Equipment = STANDARD, cover: Cover = Cover.RING) -> int:
    """Return how many discs it takes at least to leave the striker no spot; each blocks its width and the striker's.

    The leftmost free offset is blocked by a disc as far to the right as can be, then the next one, to the end.
    """
    apart = equipment.radius(STRIKER) + equipment.man_diameter // 2
    count, reached = 0, -equipment.half
    for low, high in _marked_intervals(0, equipment, cover):
        while reached < high:
            count, reached = count + 1, max(reached + 1, low) + 2 * (apart - 1)
    return count


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


def _cut(free: Iterable[tuple[int, int]], blocked: tuple[int, int] | None) -> list[tuple[int, int]]:
    """Return the intervals without the blocked one."""
    if blocked is None:
        return list(free)
    low, high = blocked
    pieces = [piece for a, b in free for piece in ((a, min(b, low - 1)), (max(a, high + 1), b))]
    return [piece for piece in pieces if piece[0] <= piece[1]]


def play_across(equipment: Equipment) -> int:
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
