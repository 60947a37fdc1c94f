"""Legal striker spots (Law 130): on both lines, covering a base circle or clear of it, off the arrow.

All values are whole micrometres, and comparisons are exact (squared lengths). Source: Laws 130a and 130b, with the
geometry of equipment clauses A.4 and A.5. Touching counts: a striker that only touches a base circle's ring from
outside is refused. Touching another disc without overlapping it is allowed.
"""

from enum import StrEnum
from functools import cache

from carrom.board import free_space, striker_spans
from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Point, Position, check_position, squared_distance
from carrom.board.seat import Seat
from carrom.board.spots import PlaceFault, centre_spot, has_room, place_fault, placing_spots
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.values import Value

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
    """The part of a base circle that the striker must cover: a reading of the laws (Law 130b; the club sheet's
    wording)."""

    RING = "ring"
    """The whole base circle, 31.8 mm (the default)."""
    RED = "red"
    """Only the coloured disc in it, 25.4 mm."""


class SpotReason(StrEnum):
    """Why the striker may not be placed at a spot."""

    OFF_LINES = "off-lines"
    CUT_MOON = "cut-moon"
    ON_ARROW = "on-arrow"
    ON_DISC = "on-disc"


class SpotFault(Value, frozen=True):
    """Why a spot is refused: a code, a sentence, and the disc that is in the way, if any."""

    reason: SpotReason
    sentence: str
    disc: Disc | None = None


class Span(Value, frozen=True, order=True):
    """An interval of legal striker offsets from `low` to `high`, at offset `y` across the lines; in µm."""

    low: int
    high: int
    y: int = 0


def striker_at(seat: Seat, x: int, y: int = 0, equipment: Equipment = STANDARD) -> Point:
    """Return the board position, in µm, of a striker at offset (x, y) of this seat's baseline."""
    return Point(*seat.to_board(x, y - equipment.baseline))


def check_spot(
    position: Position,
    seat: Seat,
    stroke: Stroke,
    equipment: Equipment = STANDARD,
    cover: Cover = Cover.RING,
) -> None:
    """Raise `IllegalStroke` with the reason if the striker may not be placed where the stroke puts it."""
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
    """Return why the striker may not be placed at offset (x, y) of the seat's baseline in µm, or None if it may."""
    return _lines_fault(x, y, equipment, cover) or _disc_fault(position, seat, x, y, equipment)


def _lines_fault(x: int, y: int, equipment: Equipment, cover: Cover) -> SpotFault | None:
    """Return the fault of an offset (x, y) regarding the markings."""
    play = play_across(equipment)
    if abs(y) > play:
        return SpotFault(
            SpotReason.OFF_LINES,
            f"The striker {y} µm off the middle of the lines does not touch both; expected {-play} to {play} µm.",
        )
    lines = lines_of(equipment, cover)
    circle, apart, covered = lines[striker_spans.CIRCLE], lines[striker_spans.APART], lines[striker_spans.COVERED]
    end = striker_spans.end_of(y, list(lines))
    distance = (abs(x) - circle) ** 2 + y * y
    if abs(x) > circle and distance > apart * apart:
        return SpotFault(
            SpotReason.OFF_LINES,
            f"The striker at {x} µm is beyond the ends of the lines; expected {-end} to {end} µm.",
        )
    if covered * covered < distance <= apart * apart:
        return SpotFault(
            SpotReason.CUT_MOON,
            f"The striker at {x} µm is partly on a base circle; it must cover the circle (within {covered} µm of "
            f"its centre at ±{circle}) or not touch it (more than {apart} µm from it).",
        )
    if abs(x) > end:
        return SpotFault(
            SpotReason.ON_ARROW,
            f"The striker at {x} µm touches the arrow; its offset may be at most {end} µm.",
        )
    return None


def _disc_fault(position: Position, seat: Seat, x: int, y: int, equipment: Equipment) -> SpotFault | None:
    """Return the fault of an offset regarding the other discs."""
    at = striker_at(seat, x, y, equipment)
    for placed in position.without(STRIKER):
        apart = equipment.radius(STRIKER) + equipment.radius(placed.disc)
        if squared_distance(at, placed.at) < apart * apart:
            return SpotFault(
                SpotReason.ON_DISC,
                f"The striker at {x} µm would overlap {placed.disc}; their centres must be {apart} µm apart.",
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
    """Return the closed intervals (low, high) of legal striker offsets along the baseline, in µm.

    Exact: every whole offset inside is legal and every one outside is not. Empty if no spot is left (Law 142).
    """
    if abs(y) > play_across(equipment):
        return ()
    by = free_space.current()
    circles, n = _circles(position, seat, equipment)
    free = by.zeros(2 * striker_spans.MOST)
    count = by.free_at(by.numbers(circles), n, y, by.numbers(lines_of(equipment, cover)), free)
    return tuple((int(free[2 * k]), int(free[2 * k + 1])) for k in range(count))


def legal_spans(
    position: Position, seat: Seat, equipment: Equipment = STANDARD, cover: Cover = Cover.RING
) -> tuple[Span, ...]:
    """Return the striker's legal spans, in order and without overlap, each with its offset across the lines.

    The striker is midway between the lines wherever possible; if a disc is in the way, it is moved across by the
    smallest step that suffices. If nothing is free, finer steps and the gaps between two discs are tried. Empty if no
    spot is left (Law 142).
    """
    by = free_space.current()
    circles, n = _circles(position, seat, equipment)
    found, size = by.zeros(3 * SPANS), 2 * striker_spans.MOST
    count = by.spans(
        by.numbers(circles),
        n,
        by.numbers(lines_of(equipment, cover)),
        by.zeros(size),
        by.zeros(size),
        by.floats(8),
        found,
    )
    return tuple(Span(*map(int, found[3 * k : 3 * k + 3])) for k in range(count))


SPANS = 11 * striker_spans.MOST
"""Capacity in spans: more than eleven offsets across the lines can leave."""


def _circles(position: Position, seat: Seat, equipment: Equipment) -> tuple[list[int], int]:
    """Return the circles that the striker's centre must avoid, in the seat's frame, from midway between the lines."""
    flat, n = free_space.circles_of(position, STRIKER, equipment)
    (a, b), (c, d) = _axes(seat)
    for k in range(0, 3 * n, 3):
        x, y = flat[k], flat[k + 1]
        flat[k], flat[k + 1] = a * x + b * y, c * x + d * y + equipment.baseline
    return flat, n


@cache
def _axes(seat: Seat) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the factors of a point's x and y in the seat's frame: across, then up."""
    (a, c), (b, d) = seat.from_board(1, 0), seat.from_board(0, 1)
    return (a, b), (c, d)


@cache
def lines_of(equipment: Equipment = STANDARD, cover: Cover = Cover.RING) -> tuple[int, ...]:
    """Return the measures of the lines in the form that `striker_spans` needs."""
    to_cover = equipment.base_circle_diameter if cover is Cover.RING else equipment.base_circle_disc
    return free_space.measures_of(equipment, equipment.striker_diameter // 2 - to_cover // 2)


def offsets_across(equipment: Equipment = STANDARD, steps: int = striker_spans.STEPS_ACROSS) -> tuple[int, ...]:
    """Return the nonzero offsets across the lines to try, from the smallest to the largest legal one."""
    play = play_across(equipment)
    return tuple(sign * (play * step // steps) for step in range(1, steps + 1) for sign in (1, -1))


def has_spot(position: Position, seat: Seat, equipment: Equipment = STANDARD, cover: Cover = Cover.RING) -> bool:
    """Return whether `legal_spans` would find any; fast if too few discs are near the lines to block them."""
    apart = equipment.radius(STRIKER) + equipment.man_diameter // 2
    (c, d), baseline, near = _axes(seat)[1], equipment.baseline, 0
    for placed in position.placed:
        if abs(c * placed.at.x + d * placed.at.y + baseline) < apart and placed.disc is not STRIKER:
            near += 1
    if near < fewest_to_fill(equipment, cover):
        return True
    return bool(legal_spans(position, seat, equipment, cover))


@cache
def fewest_to_fill(equipment: Equipment = STANDARD, cover: Cover = Cover.RING) -> int:
    """Return the smallest number of discs that can leave the striker no spot; each blocks its own width plus the
    striker's.

    Greedy: a disc as far right as possible blocks the leftmost free offset, and so on to the end.
    """
    apart = equipment.radius(STRIKER) + equipment.man_diameter // 2
    count, reached = 0, -equipment.half
    free = [0] * 6
    parts = striker_spans.marked(0, list(lines_of(equipment, cover)), free)
    for low, high in ((free[2 * k], free[2 * k + 1]) for k in range(parts)):
        while reached < high:
            count, reached = count + 1, max(reached + 1, low) + 2 * (apart - 1)
    return count


def play_across(equipment: Equipment) -> int:
    """Return the largest offset from midway between the lines at which the striker touches both, in µm."""
    return lines_of(equipment)[striker_spans.PLAY]
