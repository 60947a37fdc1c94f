"""Candidate generation by a grid over spots, directions and speeds, smoothed by the player's noise.

Every grid point is simulated once. The values are then averaged along the direction with the player's aim error, and
the local maxima become candidates. The grid finds plants, kisses, pieces off a frame and strokes without a name,
without any geometry.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.engine.geometry.execution_noise import REFERENCE_SPEED, HandNoise

Whole = NDArray[np.int64]
FORWARD = (2.0, 178.0)
"""Range of directions away from the player's own frame, degrees counter-clockwise from the player's right."""
ROUND = (-180.0, 180.0)
PER_PLACE = 12
"""Number of directions per spot, which makes both axes about equally fine."""
SPEEDS = ((4_000, (1.0, 2.2)), (60_000, (0.9, 1.6, 2.8)), (math.inf, (0.8, 1.2, 1.8, 2.6, 4.0)))
"""Speeds in m/s, by the size of the grid."""
PARTS = 1_000
"""Weights are integer multiples of 1/PARTS, so that sums do not depend on their order."""


@dataclass(frozen=True)
class Grid:
    """Strokes at `places` × `speeds` × `directions`, in this order, in integer units."""

    strokes: Whole
    places: tuple[int, ...]
    speeds: tuple[float, ...]
    """In m/s."""
    step: float
    """Angle between neighbouring directions, degrees."""

    @classmethod
    def over(cls, spans: Whole, across: int, size: int, backwards: bool, only_forward: bool = False) -> "Grid":
        """Return a grid of about `size` strokes from the intervals where the striker may stand.

        `backwards` includes all directions; `only_forward` excludes the back strokes that a rule set forbids.
        """
        speeds = next(speeds for most, speeds in SPEEDS if size < most)
        low, high = ROUND if backwards else FORWARD
        count = max(2, round(math.sqrt(size / (len(speeds) * PER_PLACE))))
        places = spread(spans, count)
        ways = max(8, size // (len(speeds) * len(places)))
        step = (high - low) / ways
        angles = [math.radians(low + (k + 0.5) * step) for k in range(ways)]
        if only_forward:
            angles = [angle for angle in angles if math.sin(angle) > 0.3 * abs(math.cos(angle))]
        rows = [
            (round(1e6 * speed * math.cos(angle)), round(1e6 * speed * math.sin(angle)))
            for speed in speeds
            for angle in angles
        ]
        strokes = np.zeros((len(places), len(rows), 5), dtype=np.int64)
        strokes[:, :, 0] = np.array(places, dtype=np.int64)[:, None]
        strokes[:, :, 1:3] = np.array(rows, dtype=np.int64)[None]
        strokes[:, :, 3] = across
        return cls(strokes.reshape(-1, 5), places, speeds, step)

    def smoothed(self, worths: Whole, hand: HandNoise) -> Whole:
        """Return the values averaged over the aim error along the direction, times the sum of the weights (PARTS²)."""
        table = worths.reshape(len(self.places), len(self.speeds), -1)
        made = np.empty_like(table)
        for at, speed in enumerate(self.speeds):
            spread = max(0.5 * self.step, hand.direction * (0.8 + 0.2 * speed * 1e6 / REFERENCE_SPEED)) / self.step
            weights = _weights(spread, table.shape[2])
            reach = len(weights) // 2
            padded = np.pad(table[:, at], ((0, 0), (reach, reach)), mode="edge")
            for row in range(len(table)):
                made[row, at] = np.convolve(padded[row], weights, "valid") * PARTS // int(weights.sum())
        return made.reshape(-1)

    def peaks(self, smoothed: Whole) -> NDArray[np.intp]:
        """Return the indices of strokes that no neighbouring direction surpasses, the best first."""
        table = smoothed.reshape(len(self.places) * len(self.speeds), -1)
        peak = np.ones(table.shape, dtype=np.bool_)
        peak[:, 1:] &= table[:, 1:] >= table[:, :-1]
        peak[:, :-1] &= table[:, :-1] > table[:, 1:]
        found = np.nonzero(peak.ravel())[0]
        return found[np.argsort(-smoothed[found], kind="stable")]


def _weights(spread: float, size: int) -> Whole:
    reach = min(math.ceil(3 * spread), max(1, (size - 1) // 2))
    return np.array([round(PARTS * math.exp(-0.5 * (k / spread) ** 2)) for k in range(-reach, reach + 1)])


def spread(spans: Whole, count: int) -> tuple[int, ...]:
    """Return about `count` spots, spread evenly over the intervals by length and including both ends of each."""
    total = sum(int(high - low) for low, high in spans)
    places: set[int] = set()
    for low, high in ((int(low), int(high)) for low, high in spans):
        parts = max(1, round(count * (high - low) / max(1, total)))
        places.update(low + (high - low) * part // parts for part in range(parts + 1))
    return tuple(sorted(places))
