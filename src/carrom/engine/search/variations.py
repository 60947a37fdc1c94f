"""Variations of strokes, many at once: in direction, speed, place and spin.

A stroke that is played from another place is aimed at the same first contact, so that it still drives the same piece
the same way. Every step is one IEEE operation or a rounding, so all machines propose the same strokes.
"""

from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.engine.geometry import pocketing
from carrom.engine.rollouts.runner import RolloutRunner, deviates
from carrom.values import Value

Whole = NDArray[np.int64]
Real = NDArray[np.float64]
FASTEST, SLOWEST = 6.0, 0.3
"""Speed limits of strokes other than breaks, m/s."""
TABLE = 4_096
"""Rows of the table of deviates."""
STEEPEST = 0.3
"""A forward stroke rises by more than this share of its way across."""


class Spread(Value, frozen=True):
    """Standard deviations of variations around their parents."""

    turn: float
    """Of the direction, rad."""
    hurry: float
    """Of the logarithm of the speed."""
    shift: float
    """Of the place, µm."""
    twist: float
    """Of the spin, mrad/s, on surfaces where discs spin."""


class Variations:
    """Makes variations of strokes in one situation."""

    def __init__(self, tries: RolloutRunner, rng: Random, only_forward: bool) -> None:
        """Prepare for the position, the spans and the surface of `tries`; the deviates follow from `rng`."""
        self._tries, self._only_forward = tries, only_forward
        self._next = rng.randrange(TABLE)
        xs, ys, now = tries.discs_seen()
        lying = np.nonzero(now >= 0)[0]
        self._xs, self._ys = xs[lying], ys[lying]

    def of(self, parents: Whole, count: int, spread: Spread) -> Whole:
        """Return about `count` variations of each parent, in the order of the parents."""
        rows = np.repeat(parents, count, axis=0)
        by = self._deviates(len(rows))
        x, y = rows[:, 0] / 1e6, (rows[:, 3] / 1e6) - self._tries.shape[pocketing.G_LINE]
        vx, vy = rows[:, 1] / 1e6, rows[:, 2] / 1e6
        speed = np.sqrt(vx * vx + vy * vy)
        ux, uy = vx / speed, vy / speed
        run = self._run(x, y, ux, uy)
        places = self._legal(rows[:, 0], np.rint(spread.shift * by[:, 2]).astype(np.int64))
        wx, wy = x + run * ux - places / 1e6, run * uy
        length = np.sqrt(wx * wx + wy * wy)
        wx, wy = wx / length, wy / length
        angle = spread.turn * by[:, 0]
        square = angle * angle
        cosine, sine = 1.0 - square * (0.5 - square / 24.0), angle * (1.0 - square * (1.0 / 6.0 - square / 120.0))
        grown = spread.hurry * by[:, 1]
        faster = speed * np.maximum(0.2, 1.0 + grown * (1.0 + grown * (0.5 + grown / 6.0)))
        faster = 1e6 * np.minimum(np.maximum(faster, SLOWEST), np.maximum(speed, FASTEST))
        made = rows.copy()
        made[:, 0] = places
        made[:, 1] = np.rint(faster * (wx * cosine - wy * sine)).astype(np.int64)
        made[:, 2] = np.rint(faster * (wx * sine + wy * cosine)).astype(np.int64)
        if self._tries.can_spin:
            twisted = made[1::2, 4] + np.rint(spread.twist * by[1::2, 3]).astype(np.int64)
            made[1::2, 4] = np.clip(twisted, -self._tries.most_spin, self._tries.most_spin)
        if self._only_forward:
            made = made[made[:, 2] > STEEPEST * np.abs(made[:, 1])]
        return made

    def _run(self, x: Real, y: Real, ux: Real, uy: Real) -> Real:
        """Return how far the striker runs before it meets a disc or the frame, m."""
        shape = self._tries.shape
        reach = shape[pocketing.G_HALF] - shape[pocketing.G_STRIKER]
        touch = shape[pocketing.G_STRIKER] + shape[pocketing.G_MAN]
        run = np.full(len(x), 4.0 * shape[pocketing.G_HALF])
        for at, way in ((x, ux), (y, uy)):
            moving = np.abs(way) > 1e-9
            wall = np.where(way > 0.0, reach, -reach)
            run = np.minimum(run, np.divide(wall - at, way, out=run.copy(), where=moving))
        ax, ay = self._xs - x[:, None], self._ys - y[:, None]
        ahead = ax * ux[:, None] + ay * uy[:, None]
        aside = ax * uy[:, None] - ay * ux[:, None]
        depth = touch * touch - aside * aside
        meets = (depth > 0.0) & (ahead > 0.0)
        hit = np.where(meets, ahead - np.sqrt(np.maximum(depth, 0.0)), np.inf)
        if hit.shape[1]:
            run = np.minimum(run, hit.min(axis=1))
        found: Real = np.maximum(run, 0.03)
        return found

    def _legal(self, places: Whole, shifts: Whole) -> Whole:
        """Return the shifted offsets where the striker may stand there, the old ones elsewhere."""
        wished = places + shifts
        spans = self._tries.stands
        legal = ((wished[:, None] >= spans[:, 0]) & (wished[:, None] <= spans[:, 1])).any(axis=1)
        return np.where(legal, wished, places)

    def _deviates(self, count: int) -> Real:
        """Return the next rows of the table of deviates."""
        found: Real = np.take(_table(), self._next + np.arange(count), axis=0, mode="wrap")
        self._next = (self._next + count) % TABLE
        return found


@cache
def _table() -> Real:
    """Return evenly spread normal deviates of direction, speed, place and spin, rounded to a billionth."""
    made = deviates(TABLE, Random(0))
    return np.concatenate((made, np.roll(made[:, :1], 1_021, axis=0)), axis=1)
