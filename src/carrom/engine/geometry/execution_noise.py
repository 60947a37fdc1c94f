"""Execution noise: how a played stroke deviates from the intended one, given a player's aim error.

A search evaluates all candidates under the same disturbances, so that their difference contains no noise, and spreads
the disturbances evenly, so that few are needed. When a stroke is played, a fresh disturbance is drawn.
"""

import math
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, TypeVar

from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.values import Value

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
