"""The strokes that every engine plays in the benchmark: SI units in whole µm, origin in the board's centre.

`break`: nineteen pieces racked with 20 µm gaps (± 5 µm per coordinate) at a random angle, the striker near 4 m/s at the
centre. `mid`: nine pieces at random places, the striker at 1 to 3 m/s towards one of them. Both are seeded.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

HALF = 0.37
POCKET_RADIUS = 0.02225
POCKET = HALF - POCKET_RADIUS
BASELINE = 0.2526
MAN_RADIUS, MAN_MASS = 0.0159, 0.005375
STRIKER_RADIUS, STRIKER_MASS = 0.02065, 0.015
GRAVITY = 9.80665
FRICTION = 0.12
E_DISC, E_FRAME = 0.85, 0.75
DISC_FRICTION, FRAME_FRICTION = 0.10, 0.15
DECELERATION = FRICTION * GRAVITY

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Job:
    """Strokes with the same number of discs: arrays (strokes × discs) in m and m/s; column 0 is the striker."""

    name: str
    x: Array
    y: Array
    vx: Array
    vy: Array

    def __len__(self) -> int:
        return len(self.x)

    @property
    def discs(self) -> int:
        """The number of discs on the board, including the striker."""
        return int(self.x.shape[1])

    def first(self, count: int) -> "Job":
        """Return a job of the first `count` strokes."""
        return Job(self.name, self.x[:count], self.y[:count], self.vx[:count], self.vy[:count])


def radii(discs: int) -> Array:
    """Return the radii in metres: the striker's, then the pieces'."""
    return np.array([STRIKER_RADIUS] + [MAN_RADIUS] * (discs - 1))


def masses(discs: int) -> Array:
    """Return the masses in kilogrammes: the striker's, then the pieces'."""
    return np.array([STRIKER_MASS] + [MAN_MASS] * (discs - 1))


def _empty(name: str, strokes: int, discs: int) -> Job:
    return Job(name, *(np.zeros((strokes, discs)) for _ in range(4)))


def _rounded(job: Job) -> Job:
    """Return the job in whole µm and µm/s, as strokes of games are."""
    return Job(job.name, *(np.rint(each * 1e6) / 1e6 for each in (job.x, job.y, job.vx, job.vy)))


def _hexagon(gap: float) -> Array:
    step = 2 * MAN_RADIUS + gap
    return np.array(
        [
            (step * (a + 0.5 * b), step * b * math.sqrt(3) / 2)
            for a in range(-2, 3)
            for b in range(-2, 3)
            if abs(a + b) <= 2
        ]
    )


def break_job(strokes: int, seed: int = 0, speed: float = 4.0) -> Job:
    """Return `strokes` breaks, each with its own rack."""
    rng = np.random.default_rng(seed)
    job = _empty("break", strokes, 20)
    for k in range(strokes):
        angle = rng.uniform(0, math.pi / 3)
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        men = _hexagon(2e-5) @ turn.T + rng.uniform(-5e-6, 5e-6, (19, 2))
        job.x[k, 1:], job.y[k, 1:] = men.T
        start, target = rng.uniform(-0.12, 0.12), rng.uniform(-0.03, 0.03)
        job.x[k, 0], job.y[k, 0] = start, -BASELINE
        way = math.sqrt((target - start) ** 2 + BASELINE**2)
        fast = speed * rng.uniform(0.9, 1.1)
        job.vx[k, 0], job.vy[k, 0] = fast * (target - start) / way, fast * BASELINE / way
    return _rounded(job)


def mid_job(strokes: int, seed: int = 1, men: int = 9) -> Job:
    """Return `strokes` mid-game strokes."""
    rng = np.random.default_rng(seed)
    job = _empty("mid", strokes, men + 1)
    for k in range(strokes):
        job.x[k, 0], job.y[k, 0] = rng.uniform(-0.2184, 0.2184), -BASELINE
        _strew(rng, job, k)
        ahead = [i for i in range(1, men + 1) if job.y[k, i] > -BASELINE + 0.05] or [1]
        aim = ahead[rng.integers(len(ahead))]
        angle = math.atan2(job.y[k, aim] - job.y[k, 0], job.x[k, aim] - job.x[k, 0]) + rng.normal(0, 0.02)
        fast = rng.uniform(1.0, 3.0)
        job.vx[k, 0], job.vy[k, 0] = fast * math.cos(angle), fast * math.sin(angle)
    return _rounded(job)


def _strew(rng: np.random.Generator, job: Job, k: int) -> None:
    placed = 1
    needed = radii(job.discs)
    while placed < job.discs:
        x, y = rng.uniform(-HALF + MAN_RADIUS, HALF - MAN_RADIUS, 2)
        if np.hypot(abs(x) - POCKET, abs(y) - POCKET) < POCKET_RADIUS + 1e-3:
            continue
        gaps = np.hypot(job.x[k, :placed] - x, job.y[k, :placed] - y) - needed[:placed] - MAN_RADIUS
        if gaps.min() > 1e-4:
            job.x[k, placed], job.y[k, placed] = x, y
            placed += 1
