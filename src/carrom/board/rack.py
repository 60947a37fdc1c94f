"""The rack: nineteen discs arranged as in Law 41a, at any angle, with small random gaps as in real play."""

from fractions import Fraction
from math import isfinite
from zlib import crc32

from carrom.board.arithmetic import SplitMix64, direction
from carrom.board.disc import QUEEN, RACKED, Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.numeric import checked_seed, real

GAP = 20
"""Distance between neighbouring pieces before the jitter, in µm."""
JITTER = 5
"""Maximum random offset of each coordinate, in µm."""
FACING_BREAKER = 270
"""Default angle: one white arm points at the breaker."""


def rack(
    angle: int | float | Fraction = FACING_BREAKER,
    seed: int = 0,
    breaker: Seat = Seat.SOUTH,
    equipment: Equipment = STANDARD,
) -> Position:
    """Return the starting position.

    `angle` is the direction of the first white arm, in degrees counter-clockwise from the breaker's right: 270 points
    at the breaker. `seed` determines the micro-gaps (`SplitMix64`, two numbers per disc in the order of `RACKED`): no
    two real racks are alike, and gaps of a few µm decide a break. It is a whole number from 0, of which the low 64 bits
    count. Raises `RefusedRequest` for
    another seed, and for an angle that is no number.

    >>> import carrom
    >>> len(carrom.rack()), carrom.rack(seed=1) == carrom.rack(seed=2)
    (19, False)
    """
    return with_gaps(nominal_rack(angle, breaker, equipment), checked_seed(seed))


def nominal_rack(
    angle: int | float | Fraction = FACING_BREAKER, breaker: Seat = Seat.SOUTH, equipment: Equipment = STANDARD
) -> Position:
    """Return the ideal rack, without random gaps: it is shown until the break is played."""
    arm = angle if isinstance(angle, Fraction) else real(angle)
    if arm is None or not isfinite(arm):
        raise RefusedRequest(f"the rack's angle is {angle!r:.40}; expected a number of degrees")
    pitch = equipment.man_diameter + GAP
    places: list[tuple[Disc, Point]] = []
    for disc, radius_squared, degrees in _LAYOUT:
        across, up = direction(arm + degrees + 90 * breaker.quarters)
        radius = pitch * _ROOT[radius_squared]
        places.append((disc, Point(round(radius * across), round(radius * up))))
    return Position.of(places)


def with_gaps(nominal: Position, seed: int) -> Position:
    """Return a nominal rack with the gaps determined by `seed`; pieces removed by a handicap do not affect the others'
    gaps."""
    jitter = SplitMix64(seed)
    places: list[tuple[Disc, Point]] = []
    for disc in RACKED:
        across, up = jitter.between(-JITTER, JITTER), jitter.between(-JITTER, JITTER)
        if disc in nominal:
            at = nominal[disc]
            places.append((disc, Point(at.x + across, at.y + up)))
    return Position.of(places)


def seed_of(text: str) -> int:
    """Return the seed of a rack's gaps that follows from a text: its CRC-32."""
    return crc32(text.encode())


_ROOT = {0: 0.0, 1: 1.0, 3: 1.7320508075688772, 4: 2.0}


def _layout() -> tuple[tuple[Disc, int, int], ...]:
    """Return every disc with its squared distance from the centre in pitches, and its angle from the first arm."""
    rows = [(QUEEN, 0, 0)]
    rows += [(Disc(f"W{1 + k}"), 1, 120 * k) for k in range(3)]
    rows += [(Disc(f"W{4 + k}"), 4, 60 * k) for k in range(6)]
    rows += [(Disc(f"B{1 + k}"), 1, 60 + 120 * k) for k in range(3)]
    rows += [(Disc(f"B{4 + k}"), 3, 30 + 60 * k) for k in range(6)]
    return tuple(rows)


_LAYOUT = _layout()
