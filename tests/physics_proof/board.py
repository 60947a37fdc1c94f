"""The board for the independent physics: SI units, origin in the centre, x east, y north."""

from typing import NamedTuple

import numpy as np

GRAVITY = 9.80665
HALF = 0.37
POCKET_RADIUS = 0.02225
BASELINE = 0.2526
MAN = (0.0159, 0.005375)
STRIKER = (0.02065, 0.015)
"""Radius in m and mass in kg."""


class Law(NamedTuple):
    """The parameters of one surface, and the board's size in metres."""

    deceleration: float
    """μ g, in m/s²."""
    e_disc: float = 0.85
    e_frame: float = 0.75
    disc_friction: float = 0.10
    frame_friction: float = 0.15
    half: float = HALF
    pocket_radius: float = POCKET_RADIUS
    lip: float = 0.0
    """In metres; 0: a disc falls as soon as its centre crosses the pocket's circle."""
    yield_speed: float = 0.0
    """In m/s; 0: restitution is constant."""
    patience: float = 64.0
    """If both discs have had more collisions than this, their slow collisions are elastic."""
    toil: float = 16_000.0
    """Number of events in a stroke after which all slow collisions are elastic."""
    disc_rebound: float = 0.0
    """Tangential restitution between discs: the share of the sliding speed that comes back, reversed."""
    frame_rebound: float = 0.0
    """The same at the frame."""


CLUB = Law(0.12 * GRAVITY)
SLOW = Law(0.15 * GRAVITY, e_frame=0.72)
TOURNAMENT = Law(0.08 * GRAVITY, e_frame=0.80)
SMOOTH = Law(0.12 * GRAVITY, disc_friction=0.0, frame_friction=0.0)
"""The club surface without contact friction: no disc can spin, every deceleration is constant."""


LIP = 1e-3
"""Radius of a disc's rounded edge in physics version 2, in metres."""
SLOW_2, CLUB_2, TOURNAMENT_2 = (law._replace(lip=LIP) for law in (SLOW, CLUB, TOURNAMENT))
REBOUND_2 = CLUB_2._replace(disc_rebound=0.4, frame_rebound=0.2)
"""Club with tangential restitution."""


def set_of(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return radii (m) and masses (kg) of the striker and `count` - 1 pieces."""
    radii = np.full(count, MAN[0])
    masses = np.full(count, MAN[1])
    radii[0], masses[0] = STRIKER
    return radii, masses


def states(count: int) -> np.ndarray:
    """Return `count` rows (x, y, vx, vy, ω) of zeros."""
    return np.zeros((count, 5))


def scattered(rng: np.random.Generator, men: int, gap: float = 1e-4) -> np.ndarray:
    """Return states of a striker on its baseline and `men` random pieces, at least `gap` metres apart."""
    radii, _ = set_of(men + 1)
    found = states(men + 1)
    found[0, :2] = rng.uniform(-0.2184, 0.2184), -BASELINE
    pocket = HALF - POCKET_RADIUS
    placed = 1
    while placed <= men:
        at = rng.uniform(-HALF + MAN[0], HALF - MAN[0], 2)
        if np.hypot(abs(at[0]) - pocket, abs(at[1]) - pocket) < POCKET_RADIUS + 1e-3:
            continue
        apart = np.hypot(*(found[:placed, :2] - at).T) - radii[:placed] - MAN[0]
        if apart.min() > gap:
            found[placed, :2] = at
            placed += 1
    return found


def aimed(rng: np.random.Generator, men: int, slowest: float = 1.0, fastest: float = 3.0) -> np.ndarray:
    """Return a scattered position whose striker moves towards a random piece in front of the baseline."""
    found = scattered(rng, men)
    ahead = [k for k in range(1, men + 1) if found[k, 1] > -BASELINE + 0.05] or [1]
    towards = found[ahead[rng.integers(len(ahead))], :2] - found[0, :2]
    angle = np.arctan2(towards[1], towards[0]) + rng.normal(0.0, 0.02)
    speed = rng.uniform(slowest, fastest)
    found[0, 2:4] = speed * np.cos(angle), speed * np.sin(angle)
    return found
