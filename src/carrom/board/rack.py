"""The rack: nineteen men laid as Law 41a says, at any angle, with the small gaps that no hand can avoid."""

from fractions import Fraction

from carrom.board.arithmetic.direction import direction
from carrom.board.arithmetic.splitmix64 import SplitMix64
from carrom.board.disc import QUEEN, RACKED, Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Point, Position
from carrom.board.seat import Seat

GAP = 20
"""Between neighbouring men, in µm, before the jitter."""
JITTER = 5
"""Each coordinate is off by up to this much, in µm."""
FACING_BREAKER = 270
"""The default angle: one white arm points at the breaker."""


def rack(
    angle: int | float | Fraction = FACING_BREAKER,
    seed: int = 0,
    breaker: Seat = Seat.SOUTH,
    equipment: Equipment = STANDARD,
) -> Position:
    """Return the starting position.

    `angle` is where the first white arm points, in degrees counter-clockwise from the breaker's right hand: 270 is
    towards him. `seed` names the micro-gaps (`SplitMix64`, two numbers a disc in the order of `RACKED`).
    """
    return with_gaps(nominal_rack(angle, breaker, equipment), seed)


def nominal_rack(
    angle: int | float | Fraction = FACING_BREAKER, breaker: Seat = Seat.SOUTH, equipment: Equipment = STANDARD
) -> Position:
    """Return the rack as it is meant, before chance has moved any man: what is shown until the break is struck."""
    pitch = equipment.man_diameter + GAP
    places: list[tuple[Disc, Point]] = []
    for disc, radius_squared, degrees in _LAYOUT:
        across, up = direction(angle + degrees + 90 * breaker.quarters)
        radius = pitch * _ROOT[radius_squared]
        places.append((disc, Point(round(radius * across), round(radius * up))))
    return Position.of(places)


def with_gaps(nominal: Position, seed: int) -> Position:
    """Return a nominal rack with the gaps that `seed` names; men that a handicap took off leave the others' alone."""
    jitter = SplitMix64(seed)
    places: list[tuple[Disc, Point]] = []
    for disc in RACKED:
        across, up = jitter.between(-JITTER, JITTER), jitter.between(-JITTER, JITTER)
        if disc in nominal:
            at = nominal[disc]
            places.append((disc, Point(at.x + across, at.y + up)))
    return Position.of(places)


_ROOT = {0: 0.0, 1: 1.0, 3: 1.7320508075688772, 4: 2.0}


def _layout() -> tuple[tuple[Disc, int, int], ...]:
    """Return every disc with its squared distance from the middle in pitches, and its angle from the first arm."""
    rows = [(QUEEN, 0, 0)]
    rows += [(Disc(f"W{1 + k}"), 1, 120 * k) for k in range(3)]
    rows += [(Disc(f"W{4 + k}"), 4, 60 * k) for k in range(6)]
    rows += [(Disc(f"B{1 + k}"), 1, 60 + 120 * k) for k in range(3)]
    rows += [(Disc(f"B{4 + k}"), 3, 30 + 60 * k) for k in range(6)]
    return tuple(rows)


_LAYOUT = _layout()
