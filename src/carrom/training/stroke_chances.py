"""The best stroke to every piece by every way, and its success rate for an accuracy.

Success means that the turn goes on (or the board is won) without a foul; for a double, that two own pieces fall. It
does not depend on the engine's evaluation.
"""

import math
from enum import StrEnum
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board import Disc, Stroke, StrokeKind
from carrom.engine import pocketing, rollout_kernel
from carrom.engine.candidates import Grid, Whole, spread
from carrom.engine.class_values import ClassValues
from carrom.engine.engine import as_row, legality
from carrom.engine.geometry import HandNoise
from carrom.engine.outcome_value import wanted
from carrom.engine.rollouts import RolloutRunner, deviates
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import NamedStroke, called
from carrom.training.views import PuzzleGoal
from carrom.values import Value

STRONG = HandNoise(0.4, 0.05, 300)
"""The reference accuracy for judging strokes: that of the best players in the world."""
FEW, MORE, MANY = 24, 128, 512
"""Samples of a proposed stroke, of a candidate, and of a reported stroke."""
CONFIRMED = 64
"""Samples of the best strokes in `best_success`."""
SAFE = 0.93
"""A direct stroke that succeeds this often is taken as the best without a search for others."""
KEPT = 48
"""Candidates that get more samples."""
SETS = 64
"""Number of different sets of disturbances for reported success rates."""
PROMISING = 0.25
"""Least success rate of a candidate."""
NEAR_PLACE, NEAR_WAY = 25_000, math.radians(4.0)
"""Strokes at the same piece and pocket that are no farther apart than this, in µm and direction, are one idea."""
FASTER = (1.15, 1.6, 2.3)
STANDS = 21
FASTEST, SLOWEST = 6.0, 0.3
TURN, HURRY, SHIFT = 0.5, 0.12, 3_000.0
"""Standard deviations of a refined stroke: direction in units of the aim error, logarithm of the speed, place in µm."""


class ShotKind(StrEnum):
    """How a piece is pocketed; kinds of strokes that are one idea to a player share a way."""

    DIRECT = "direct"
    FRAMES = "frames"
    BANK = "bank"
    PLANT = "plant"
    KISS = "kiss"
    DOUBLE = "double"


WAYS = {
    StrokeKind.STRAIGHT: ShotKind.DIRECT,
    StrokeKind.CUT: ShotKind.DIRECT,
    StrokeKind.FROZEN: ShotKind.DIRECT,
    StrokeKind.BACK: ShotKind.DIRECT,
    StrokeKind.ONE_FRAME: ShotKind.FRAMES,
    StrokeKind.TWO_FRAMES: ShotKind.FRAMES,
    StrokeKind.BANK: ShotKind.BANK,
    StrokeKind.PLANT: ShotKind.PLANT,
    StrokeKind.KISS: ShotKind.KISS,
    StrokeKind.DOUBLE: ShotKind.DOUBLE,
}


class Chance(Value, frozen=True):
    """The best stroke of one idea, and its success rate."""

    stroke: Stroke
    name: StrokeKind
    disc: Disc
    pocket: int
    """The pocket from the player's view: far left, far right, near left, near right, 0 to 3."""
    success: float

    @property
    def idea(self) -> tuple[Disc, int, ShotKind]:
        """The piece, the pocket and the way."""
        return self.disc, self.pocket, WAYS[self.name]


class Look:
    """The strokes of one situation for one accuracy, with their success rates."""

    def __init__(
        self,
        situation: Situation,
        hand: HandNoise,
        rng: Random,
        goal: PuzzleGoal = PuzzleGoal.TURN,
        noise: NDArray[np.float64] | None = None,
        racks: Whole | None = None,
    ) -> None:
        """Prepare a situation; `noise` are the disturbances for choosing strokes, drawn from `rng` by default.

        `racks` are the seeds of the racks for a break.
        """
        self.situation, self.goal = situation, goal
        self._rng = rng
        self._targets = wanted(situation.round)
        self._table = situation.table(situation.round.turn, self._targets)
        self._tries = RolloutRunner(situation, hand, self._table.across, racks=racks)
        self._tries.player[rollout_kernel.H_EASE] = 0.0
        self._prices = ClassValues(situation.round, 0.8)
        self.noise = deviates(MORE, rng) if noise is None else noise
        """The disturbances for choosing strokes."""
        self.few = self.noise[:FEW]
        """The first few disturbances, for a quick comparison of strokes."""

    def shares(self, strokes: Whole, noise: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the share of the disturbances under which each stroke reaches the goal."""
        found: NDArray[np.float64] = self._good(strokes, noise, len(noise)).mean(axis=1)
        return found

    def share(self, stroke: Stroke, samples: int = MANY, seed: int = 0) -> float:
        """Return the success rate of one stroke, on disturbances that follow from `seed` alone."""
        noise = _fresh(samples, seed % SETS)
        return float(self.shares(np.array([as_row(stroke)], dtype=np.int64), noise)[0])

    def chances(self, size: int, finalists: int = 4) -> tuple[Chance, ...]:
        """Return the best stroke of every idea found with a grid of `size` strokes, the best first."""
        if not self._table.places:
            return ()
        pool = self.pool(size)
        shares = self.shares(pool, self.few)
        order = np.argsort(-shares, kind="stable")[:KEPT]
        pool = pool[order[shares[order] >= PROMISING]]
        if not len(pool):
            return ()
        shares = self.shares(pool, self.noise)
        best = self._by_idea(pool, shares)
        refined = [self._refined(chance) for chance in best[:finalists]]
        made = sorted(refined, key=lambda chance: -chance.success)
        return (*made, *best[finalists:])

    @property
    def spans(self) -> Whole:
        """Intervals of the baseline where the striker may stand, µm."""
        return self._tries.spans

    @property
    def across(self) -> int:
        """The striker's offset across the baseline, µm."""
        return self._table.across

    def pool(self, size: int) -> Whole:
        """Return direct strokes by geometry, and the peaks of a grid of `size` strokes."""
        if not self._table.places:
            return np.zeros((0, 5), dtype=np.int64)
        return np.concatenate((self._directs(), self._peaks(size)))

    def best_success(self, size: int = 1_200) -> float:
        """Return the success rate of about the best stroke, from few samples: for judging positions by the dozen."""
        if not self._table.places:
            return 0.0
        directs = self._directs()
        shares = self.shares(directs, self.few) if len(directs) else np.zeros(0)
        if len(shares) and shares.max() >= SAFE:
            return self._confirmed(directs, shares)
        pool = np.concatenate((directs, self._peaks(size)))
        return self._confirmed(pool, self.shares(pool, self.few)) if len(pool) else 0.0

    def _confirmed(self, pool: Whole, shares: NDArray[np.float64]) -> float:
        """Return the largest success rate of the most promising strokes, on other disturbances."""
        best = np.argsort(-shares, kind="stable")[:4]
        return float(self.shares(pool[best], self.noise[FEW : FEW + CONFIRMED]).max())

    # -- candidates -----------------------------------------------------------------------------------------------

    def _directs(self) -> Whole:
        """Return direct strokes by geometry at three speeds, from at most three spots for each piece and pocket."""
        found = self._tries.directs(self._table.targets, spread(self._tries.spans, STANDS))
        if not len(found):
            return np.zeros((0, 5), dtype=np.int64)
        found = found[np.argsort(-found[:, pocketing.D_RATIO], kind="stable")]
        made: list[tuple[int, int, int, int, int]] = []
        taken: dict[tuple[int, int], list[float]] = {}
        for row in found:
            x = float(row[pocketing.D_X])
            near = taken.setdefault((int(row[pocketing.D_DISC]), int(row[pocketing.D_POCKET])), [])
            if len(near) == 3 or any(abs(x - other) < 0.04 for other in near):
                continue
            near.append(x)
            for factor in FASTER:
                speed = 1e6 * min(FASTEST, factor * float(row[pocketing.D_SPEED]))
                vx, vy = round(speed * float(row[pocketing.D_WAY_X])), round(speed * float(row[pocketing.D_WAY_Y]))
                made.append((round(1e6 * x), vx, vy, self._table.across, 0))
        return np.array(made, dtype=np.int64).reshape(-1, 5)

    def _peaks(self, size: int) -> Whole:
        """Return the strokes of a grid that succeed more often than their neighbours."""
        grid = Grid.over(self._tries.spans, self._table.across, size, backwards=True)
        noise = np.roll(self.noise, 1, axis=1)
        noise[:, 0] = 0.0
        good = self._good(grid.strokes, noise, 1, stride=1)[:, 0].astype(np.int64) * rollout_kernel.POINT
        smooth = grid.smoothed(good, self._tries.hand)
        peaks = grid.peaks(smooth)[: 2 * KEPT]
        return grid.strokes[peaks[smooth[peaks] > 0]]

    def _refined(self, chance: Chance) -> Chance:
        """Return the best variation of a stroke that is the same idea, with its success rate on fresh disturbances."""
        rng, turn = self._rng, math.radians(TURN * max(0.15, self._tries.hand.direction))
        parent = chance.stroke
        is_legal = legality(self.situation, parent.y)
        made = [parent]
        for number in range(32):
            scale = 1.0 if number < 16 else 0.4
            way = math.atan2(parent.vy, parent.vx) + scale * turn * rng.gauss(0.0, 1.0)
            speed = math.hypot(parent.vx, parent.vy) * math.exp(scale * HURRY * rng.gauss(0.0, 1.0))
            speed = min(max(speed, SLOWEST * 1e6), FASTEST * 1e6)
            x = parent.x + round(scale * SHIFT * rng.gauss(0.0, 1.0))
            child = Stroke(x, round(speed * math.cos(way)), round(speed * math.sin(way)), parent.y, parent.spin)
            if is_legal(child):
                made.append(child)
        rows = np.array([as_row(stroke) for stroke in made], dtype=np.int64)
        shares = self.shares(rows, self.noise[: MORE // 2])
        for number in np.argsort(-shares, kind="stable")[:4]:
            found = self.named(made[number], 0.0)
            if found is not None and found.idea == chance.idea:
                return Chance(found.stroke, found.name, found.disc, found.pocket, self.share(found.stroke))
        return Chance(parent, chance.name, chance.disc, chance.pocket, self.share(parent))

    # -- success rates --------------------------------------------------------------------------------------------

    def _good(self, strokes: Whole, noise: NDArray[np.float64], count: int, stride: int = 0) -> NDArray[np.bool_]:
        classes, _ = self._tries.rate(strokes, noise, 0, count, stride=stride)
        self._prices.learn(classes)
        good = self._prices.kept & ~self._prices.foul
        if self.goal is PuzzleGoal.DOUBLE:
            good = good & (_own_down(self._tries.colour) >= 2)
        found: NDArray[np.bool_] = good[classes]
        return found

    def _by_idea(self, pool: Whole, shares: NDArray[np.float64]) -> list[Chance]:
        """Return the best named stroke of every idea, the best first."""
        best: list[Chance] = []
        for number in np.argsort(-shares, kind="stable"):
            chance = self.named(Stroke(*pool[number].tolist()), float(shares[number]))
            if chance is not None and not any(same_idea(chance, other) for other in best):
                best.append(chance)
        return best

    def named(self, stroke: Stroke, success: float) -> Chance | None:
        """Return a stroke with its kind, piece and pocket; None if it pockets no piece of the player's."""
        found: NamedStroke = called(self.situation, stroke)
        if found.disc is None or found.pocket is None or found.name not in WAYS:
            return None
        if self.goal is PuzzleGoal.DOUBLE and found.name is not StrokeKind.DOUBLE:
            return None
        return Chance(stroke, found.name, found.disc, found.pocket, success)


@cache
def _fresh(samples: int, number: int) -> NDArray[np.float64]:
    """Return one of the sets of disturbances for reported success rates, which have no part in choosing strokes."""
    return deviates(samples, Random(f"training {number}"))


def same_idea(one: Chance, other: Chance) -> bool:
    """Whether two strokes are one idea: the same piece, pocket and way, or nearly the same stroke."""
    if one.idea == other.idea:
        return True
    if (one.disc, one.pocket) != (other.disc, other.pocket):
        return False
    turn = math.atan2(one.stroke.vy, one.stroke.vx) - math.atan2(other.stroke.vy, other.stroke.vx)
    return abs(one.stroke.x - other.stroke.x) <= NEAR_PLACE and abs(math.remainder(turn, math.tau)) <= NEAR_WAY


def _own_down(colour: int) -> NDArray[np.int64]:
    """Return for every outcome class how many of the player's own pieces fell, including the queen.

    Without owned colours (0), all pieces count.
    """
    rest = np.arange(rollout_kernel.CLASSES, dtype=np.int64) // 12
    queen, men = rest // 2 % 2, rest // 4
    if colour == 0:
        return queen + men // 10 + men % 10
    return queen + (men // 10 if colour == rollout_kernel.WHITE else men % 10)
