"""How far two simulations of the same strokes differ at the end, and how much the strokes themselves amplify errors."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from physics_proof import board, brute, oracle, ours
from physics_proof.board import Law

Way = Callable[[np.ndarray, Law], np.ndarray]
"""Simulates a start until all discs rest; returns positions (n x 2, m, NaN where pocketed)."""
NUDGE = 1e-13
"""Displacement in metres that measures a stroke's amplification of errors."""


def by_kernel(start: np.ndarray, law: Law) -> np.ndarray:
    """Return the discs' final positions by the kernel."""
    return ours.play(start, law).rest


def by_oracle(start: np.ndarray, law: Law) -> np.ndarray:
    """Return the discs' final positions by the full-rescan oracle."""
    state, alive, *_ = oracle.play(start, *board.set_of(len(start)), law)
    return np.where(alive[:, None], state[:, :2], np.nan)


def by_steps(dt: float) -> Way:
    """Return the brute-force integrator with this time step in seconds."""

    def play(start: np.ndarray, law: Law) -> np.ndarray:
        state, alive, *_ = brute.integrate(start, *board.set_of(len(start)), law, dt)
        return np.where(alive[:, None], state[:, :2], np.nan)

    return play


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """Return the largest distance of a disc in metres; infinite if different discs were pocketed."""
    if (np.isnan(one[:, 0]) != np.isnan(other[:, 0])).any():
        return np.inf
    distances = np.hypot(*(one - other).T)
    return float(np.nanmax(distances, initial=0.0))


def gain(start: np.ndarray, law: Law) -> float:
    """Return the worst amplification: final distance per initial displacement, over all discs and both axes."""
    rest = by_kernel(start, law)
    worst = 0.0
    for disc in range(len(start)):
        for axis in range(2):
            nudged = start.copy()
            nudged[disc, axis] += NUDGE
            worst = max(worst, apart(rest, by_kernel(nudged, law)) / NUDGE)
    return worst


@dataclass(frozen=True)
class Agreement:
    """For each stroke the largest distance of a disc, in metres."""

    distances: np.ndarray

    def share_within(self, metres: float) -> float:
        """Return the share of strokes that agree within this distance."""
        return float((self.distances <= metres).mean())

    def __str__(self) -> str:
        median, p99, p999 = np.percentile(self.distances, [50, 99, 99.9])
        return f"median {median:.1e}  p99 {p99:.1e}  p99.9 {p999:.1e}  worst {self.distances.max():.1e} m"


def compare(starts: Iterable[np.ndarray], law: Law, one: Way, other: Way) -> Agreement:
    """Simulate every start both ways."""
    return Agreement(np.array([apart(one(start, law), other(start, law)) for start in starts]))


def middle_game(count: int, seed: int = 1, men: int = 9, fastest: float = 3.0) -> list[np.ndarray]:
    """Return `count` mid-game starts: the striker at 1 m/s to `fastest` towards one of the pieces."""
    rng = np.random.default_rng([seed, men])
    return [board.aimed(rng, men, fastest=fastest) for _ in range(count)]


def at_pockets(count: int, seed: int = 3, men: int = 3) -> list[np.ndarray]:
    """Return `count` starts around one pocket: pieces close to it, the striker at 0.3 to 8 m/s towards it."""
    rng = np.random.default_rng([seed, men])
    centre = board.HALF - board.POCKET_RADIUS
    radii, _ = board.set_of(men + 1)
    found = []
    for _ in range(count):
        start = board.states(men + 1)
        placed = 0
        while placed <= men:
            reach = board.HALF - radii[placed]
            at = reach - rng.uniform(0, 0.11, 2) if placed else rng.uniform(0.05, reach, 2)
            gaps = np.hypot(*(start[:placed, :2] - at).T) - radii[:placed] - radii[placed]
            if np.hypot(*(at - centre)) > board.POCKET_RADIUS + 1e-4 and gaps.min(initial=1.0) > 1e-5:
                start[placed, :2] = at
                placed += 1
        towards = centre + rng.uniform(-board.POCKET_RADIUS, board.POCKET_RADIUS, 2) - start[0, :2]
        start[0, 2:4] = towards / np.hypot(*towards) * rng.uniform(0.3, 8.0)
        start[0, 4] = rng.choice([0.0, rng.uniform(-150, 150)])
        found.append(start)
    return found


def breaks(count: int, seed: int = 2, speed: float = 4.0) -> list[np.ndarray]:
    """Return `count` breaks: racks with 20 µm gaps and ±5 µm of jitter per coordinate, rotated at random."""
    rng = np.random.default_rng(seed)
    step = 2 * board.MAN[0] + 2e-5
    grid = [(a + b / 2, b * np.sqrt(3) / 2) for a in range(-2, 3) for b in range(-2, 3) if abs(a + b) <= 2]
    found = []
    for _ in range(count):
        angle = rng.uniform(0, np.pi / 3)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        start = board.states(20)
        start[1:, :2] = step * np.array(grid) @ turn.T + rng.uniform(-5e-6, 5e-6, (19, 2))
        start[0, :2] = rng.uniform(-0.12, 0.12), -board.BASELINE
        towards = np.array([rng.uniform(-0.03, 0.03), 0.0]) - start[0, :2]
        start[0, 2:4] = towards / np.hypot(*towards) * speed * rng.uniform(0.9, 1.1)
        found.append(start)
    return found
