"""Geometry for the engine: baseline spots, ghost discs, pocketing difficulty, the player's view, execution noise."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, TypeVar

from carrom.board import Position, Seat, Stroke
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.striker_spots import Cover, legal_intervals
from carrom.engine.pocketing import AimingSurface, PlayerView
from carrom.errors import RefusedRequest
from carrom.values import Value

# -- points, distances and angles --------------------------------------------------------------------------------------


LONG = 1e-9
"""Vectors shorter than this have no direction."""


def unit(vector: complex) -> complex:
    """Return the direction of `vector`; zero stays zero."""
    length = abs(vector)
    return vector / length if length > LONG else 0j


def dot(a: complex, b: complex) -> float:
    """Return the scalar product."""
    return a.real * b.real + a.imag * b.imag


def cross(a: complex, b: complex) -> float:
    """Return the scalar cross product, positive when `b` lies to the left of `a`."""
    return a.real * b.imag - a.imag * b.real


def is_clear(start: complex, end: complex, gap: float, obstacles: Iterable[complex]) -> bool:
    """Whether a disc's centre can move from `start` to `end` while keeping `gap` from every obstacle."""
    along = end - start
    length = abs(along)
    if length <= LONG:
        return all(abs(point - start) >= gap for point in obstacles)
    way = along / length
    for point in obstacles:
        apart = point - start
        ahead = dot(apart, way)
        if -gap < ahead < length + gap and abs(cross(way, apart)) < gap:
            nearest = min(length, max(0.0, ahead))
            if abs(apart - nearest * way) < gap:
                return False
    return True


def first_hit(start: complex, way: complex, gap: float, obstacles: Iterable[complex]) -> float:
    """Return how far a disc travels along direction `way` before it is `gap` from an obstacle; inf if never."""
    best = math.inf
    for point in obstacles:
        apart = point - start
        ahead = dot(apart, way)
        if ahead <= 0.0:
            continue
        aside = cross(way, apart)
        under = gap * gap - aside * aside
        if under > 0.0:
            best = min(best, max(0.0, ahead - math.sqrt(under)))
    return best


def turn(vector: complex, radians: float) -> complex:
    """Return `vector` turned counter-clockwise."""
    return vector * complex(math.cos(radians), math.sin(radians))


# -- spots on the baseline where the striker may stand -----------------------------------------------------------------


STEP = 12_000
"""Distance between neighbouring spots, µm."""


def places(
    position: Position, seat: Seat, across: int = 0, equipment: Equipment = STANDARD, cover: Cover = Cover.RING
) -> tuple[int, ...]:
    """Return legal offsets in µm, ascending: both ends of every legal interval and evenly spaced spots between them.

    The tuple may be empty. `across` is the striker's offset across the baseline.
    """
    found: set[int] = set()
    for low, high in legal_intervals(position, seat, across, equipment, cover):
        parts = max(1, -(-(high - low) // STEP))
        found.update(low + (high - low) * part // parts for part in range(parts + 1))
    return tuple(sorted(found))


# -- ghost discs: where the striker must be to send a piece into a pocket ----------------------------------------------
# The ghost is the position of the striker's centre at the moment of contact. Friction between the discs throws the
# piece off the line of centres, by at most the contact friction and by less in a full hit; the ghost position
# compensates for it.


GRAVITY = 9.80665e6
"""In µm/s²."""
THINNEST = 0.17
"""Cosine of the thinnest cut considered (80 degrees)."""
ARRIVAL = 0.35e6
"""Speed that a piece should still have at the pocket, µm/s."""
FASTEST = 6.0e6
"""Fastest stroke considered, µm/s; the surface would allow more."""


class Wall(Enum):
    """A side of the frame, as (axis, sign) in the player's frame."""

    RIGHT = (0, 1)
    FAR = (1, 1)
    LEFT = (0, -1)
    NEAR = (1, -1)


@dataclass(frozen=True)
class Bounce:
    """A rebound from a frame: where the disc's centre turns, and the share of speed it retains."""

    at: complex
    keeps: float


@dataclass(frozen=True)
class GhostContact:
    """A disc's contact with a piece such that the piece leaves in a given direction."""

    ghost: complex
    way: complex
    """Direction in which the disc arrives."""
    cosine: float
    """Cosine of the cut: between the direction of arrival and the line of centres."""
    bounce: Bounce | None = None


def ghost_line(way: complex, out: complex, ground: AimingSurface) -> complex | None:
    """Return the line of centres for which a disc arriving along `way` sends the piece along `out`.

    In full hits the rims stick: the tangential impulse is 1 + tangential restitution times a third of the relative
    tangential momentum, for solid discs; in thin hits they slide at the contact friction. Returns None if the cut is
    too thin.
    """
    line = out
    for _ in range(4):
        straight = dot(way, line)
        if straight < THINNEST:
            return None
        aside = way - straight * line
        tangent = unit(aside)
        sticking = abs(aside) / straight / (3.0 * (1.0 + ground.disc_restitution))
        sticking *= 1.0 + ground.disc_tangential_restitution
        line = unit(out - min(ground.contact_friction, sticking) * tangent)
    return line


def contact(start: complex, man: complex, out: complex, touch: float, ground: AimingSurface) -> GhostContact | None:
    """Return the direct contact of a disc from `start` with a piece that is to leave along `out`."""
    line = out
    for _ in range(3):
        ghost = man - touch * line
        way = unit(ghost - start)
        found = ghost_line(way, out, ground)
        if found is None:
            return None
        line = found
    ghost = man - touch * line
    way = unit(ghost - start)
    return GhostContact(ghost, way, dot(way, line))


def bounced_contact(
    start: complex, man: complex, out: complex, touch: float, wall: Wall, reach: float, ground: AimingSurface
) -> GhostContact | None:
    """Return the contact of a disc that goes from `start` off `wall` to a piece that is to leave along `out`.

    `reach` is the largest coordinate that the disc's centre can have.
    """
    line = out
    for _ in range(4):
        ghost = man - touch * line
        turned = bounce(start, ghost, wall, reach, ground)
        if turned is None:
            return None
        way = unit(ghost - turned.at)
        found = ghost_line(way, out, ground)
        if found is None:
            return None
        line = found
    ghost = man - touch * line
    turned = bounce(start, ghost, wall, reach, ground)
    if turned is None:
        return None
    way = unit(ghost - turned.at)
    return GhostContact(ghost, way, dot(way, line), turned)


def bounce(start: complex, end: complex, wall: Wall, reach: float, ground: AimingSurface) -> Bounce | None:
    """Return where a disc without spin must hit `wall` to go from `start` to `end`; None if it cannot.

    The normal speed is multiplied by the frame's restitution; the tangential speed loses a third times 1 + tangential
    restitution (sticking) or the frame's friction times the normal impulse (sliding), whichever is less.
    """
    axis, sign = wall.value
    (along0, high0), (along1, high1) = _seen(start, axis), _seen(end, axis)
    before, after = reach - sign * high0, reach - sign * high1
    keep = ground.frame_restitution
    if before <= LONG or after <= LONG or keep <= 0.0:
        return None
    aside = along1 - along0
    lost, rebound = ground.frame_friction * (1.0 + keep), ground.frame_tangential_restitution
    slope = aside / (before + after * (2.0 - rebound) / 3.0 / keep)
    if abs(slope) * (1.0 + rebound) / 3.0 > lost:
        slope = (aside + math.copysign(lost, aside) * after / keep) / (before + after / keep)
    leaving = slope - math.copysign(min(abs(slope) * (1.0 + rebound) / 3.0, lost), slope)
    at = along0 + slope * before
    if abs(at) > reach:
        return None
    turn = complex(sign * reach, at) if axis == 0 else complex(at, sign * reach)
    return Bounce(turn, math.hypot(leaving, keep) / math.hypot(slope, 1.0))


def _seen(point: complex, axis: int) -> tuple[float, float]:
    return (point.imag, point.real) if axis == 0 else (point.real, point.imag)


def speed_before(speed: float, way: float, ground: AimingSurface) -> float:
    """Return the speed that a sliding disc needs in order to have `speed` after `way` µm."""
    return math.sqrt(speed * speed + 2.0 * ground.friction * GRAVITY * way)


def striking_speed(man_speed: float, made: GhostContact, start: complex, table: PlayerView) -> float:
    """Return the striker's speed at `start`, in µm/s, that gives the piece `man_speed` through the contact."""
    ground, kit = table.ground, table.equipment
    share = kit.striker_mass / (kit.striker_mass + kit.man_mass)
    arriving = man_speed / ((1.0 + ground.disc_restitution) * share * made.cosine)
    if made.bounce is None:
        return speed_before(arriving, abs(made.ghost - start), ground)
    leaving = speed_before(arriving, abs(made.ghost - made.bounce.at), ground)
    return speed_before(leaving / made.bounce.keeps, abs(made.bounce.at - start), ground)


# -- execution noise: how a played stroke deviates from the intended one -----------------------------------------------
# A search evaluates all candidates under the same disturbances, so that their difference contains no noise, and
# spreads the disturbances evenly, so that few are needed. When a stroke is played, a fresh disturbance is drawn.


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REFERENCE_SPEED = 2e6
"""Speed in µm/s at which the direction error has its nominal standard deviation; harder strokes deviate more."""

HARDEST = 11.9e6
"""Upper limit of a noisy stroke's speed, µm/s: the simulator refuses more than twelve metres a second."""

UNIT = 0.7745966692414834
"""Standard deviation of the normal that is expanded into Student's t with five degrees of freedom: √(3/5)."""
Deviates = TypeVar("Deviates", float, "NDArray[np.float64]")


class HandNoise(Value, frozen=True):
    """A player's accuracy as standard deviations: direction in degrees, relative speed, place in µm."""

    direction: float
    speed: float
    place: float
    tails: bool = False
    """Whether errors follow Student's t with five degrees of freedom, as people's do, instead of a normal."""

    def __post_init__(self) -> None:
        """Raise `RefusedRequest` for a standard deviation that is negative or not a number."""
        for name in ("direction", "speed", "place"):
            if not 0.0 <= getattr(self, name) < math.inf:
                raise RefusedRequest(f"The {name} error is {getattr(self, name)!r:.40}; expected a number from 0.")


STEADY = HandNoise(0.0, 0.0, 0.0)
"""A player without execution noise."""


def people(direction: float) -> HandNoise:
    """Return a person's accuracy for an aim error in degrees, with typical speed and place errors and heavy tails."""
    return HandNoise(
        direction, round(min(0.3, 0.03 + 0.06 * direction), 4), round(100.0 + 500.0 * direction), tails=True
    )


class NoiseSample(Value, frozen=True):
    """One draw of standard normal deviates, applied unchanged to every stroke compared."""

    direction: float
    speed: float
    place: float


def disturbances(count: int, rng: Random) -> tuple[NoiseSample, ...]:
    """Return `count` deviates spread evenly over the normal distribution, with a random shift.

    The points are a Kronecker sequence on the generalised golden ratio (the real root of g⁴ = g + 1).
    """
    return tuple(NoiseSample(*row) for row in even_deviates(count, rng))


def even_deviates(count: int, rng: Random) -> list[tuple[float, float, float]]:
    """Return the deviates of `disturbances` as rows of direction, speed and place."""
    golden = 1.2207440846057596
    shift = [rng.random() for _ in range(3)]
    steps = [golden**-power for power in (1, 2, 3)]
    columns = (
        [_normal((start + number * step) % 1.0) for number in range(1, count + 1)]
        for start, step in zip(shift, steps, strict=True)
    )
    return list(zip(*columns, strict=True))


def drawn(rng: Random) -> NoiseSample:
    """Return one fresh independent disturbance."""
    return NoiseSample(*(_normal(rng.random()) for _ in range(3)))


def disturbed(stroke: Stroke, hand: HandNoise, by: NoiseSample) -> Stroke:
    """Return the stroke with noise applied; the caller checks whether the striker's spot is still legal."""
    if hand.tails:
        by = NoiseSample(slipped(by.direction), slipped(by.speed), slipped(by.place))
    speed = math.hypot(stroke.vx, stroke.vy)
    strain = 0.8 + 0.2 * speed / REFERENCE_SPEED
    angle = math.radians(hand.direction) * strain * by.direction
    faster = max(0.1, 1.0 + hand.speed * by.speed)
    faster = min(faster, max(1.0, HARDEST / max(1.0, speed)))
    cos, sin = math.cos(angle) * faster, math.sin(angle) * faster
    vx, vy = round(stroke.vx * cos - stroke.vy * sin), round(stroke.vx * sin + stroke.vy * cos)
    if vx == 0 and vy == 0:
        vx, vy = stroke.vx, stroke.vy
    return Stroke(stroke.x + round(hand.place * by.place), vx, vy, stroke.y, stroke.spin)


def slipped(deviate: Deviates) -> Deviates:
    """Transform normal deviates into deviates of Student's t with five degrees of freedom, of standard deviation 1.

    Uses the Cornish-Fisher expansion: only sums and products, so that all machines agree. Source for the distribution
    of people's errors: Yee, Lisý and Bowling, 2016.
    """
    square = deviate * deviate
    first = deviate * (square + 1.0) / 20.0
    second = deviate * ((5.0 * square + 16.0) * square + 3.0) / 2_400.0
    third = deviate * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 48_000.0
    return (deviate + first + second + third) * UNIT


def _normal(share: float) -> float:
    """Return the deviate below which `share` of the normal distribution lies."""
    return _STANDARD.inv_cdf(min(1.0 - 1e-9, max(1e-9, share)))


_STANDARD = NormalDist()
