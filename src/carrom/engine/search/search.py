"""The search: candidates, rollouts in rounds of successive halving, refinement, and fresh estimates.

Budgets count simulations, and every number that decides is an integer: the same seed and budget give the same stroke on
any machine, compiled or interpreted, with any number of threads.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import Disc
from carrom.engine.candidates.grid import Grid, Whole, spread
from carrom.engine.geometry import pocketing
from carrom.engine.rack_seeds import PROMISING, drawn
from carrom.engine.rollouts.kernel import POINT
from carrom.engine.rollouts.runner import RolloutRunner, deviates, is_rack_unseen
from carrom.engine.search.budget import Budget
from carrom.engine.search.variations import FASTEST, STEEPEST, Spread, Variations
from carrom.values import Value

FINE = 3_000
"""Budget from which the grid is searched and finalists get 256 samples; below it they get 64."""
GRID, DIRECT, FIRST = 0.20, 0.04, 0.07
"""Shares of the budget of a search in `STAGES`: the grid; the first samples of direct strokes, and of all strokes."""
HALVED_GRID, HALVED, REFINED = 0.55, 0.085, 0.16
"""Shares of the budget of a search by halving: the grid; the first round (each later one costs a little less);
refinement."""
FEWEST = 4
"""Samples of every proposed stroke before the first stage, and of every variation before most of them are dropped."""
CUT = 4
"""Of variations, one in `CUT` is kept and gets `CUT` times the samples."""
ROUNDS = (16, 64, 256)
FEW_ROUNDS = (4, 16, 64)
FASTER = (1.15, 1.6, 2.3)
"""Speeds of direct strokes, as multiples of the least sufficient speed."""
STANDS = 25
"""Spots from which direct strokes are proposed."""
TURN, HURRY, SHIFT, TWIST = 0.6, 0.15, 4_000.0, 15_000.0
"""Standard deviations of a variation of reach 1 around its parent: direction in units of the player's aim error,
logarithm of the speed, place in µm, spin in mrad/s."""
SMALLEST_TURN = 0.08
"""Lower limit, in degrees, of the aim error used for variations."""
FRESH = 512
"""Fresh samples of the chosen stroke."""
USUAL = 36_000
"""Budget for which the numbers of parents in `STAGES` hold; they grow with the budget's square root."""


class Stage(Value, frozen=True):
    """A stage of a search: the best strokes get more samples, then variations of the best of these join them."""

    parents: int
    """Number of strokes that are varied."""
    variations: float
    """Share of the budget for their variations."""
    reach: float
    """Standard deviations of the variations, as multiples of `TURN`, `HURRY`, `SHIFT` and `TWIST`."""
    samples: int
    """Samples of each stroke in the stage."""
    kept: float = 0.0
    """Share of the budget for raising strokes to these samples; it decides how many strokes are kept."""

    def count(self, simulations: int, parents: int) -> int:
        """Return the number of variations of each of `parents` strokes in a search of `simulations` simulations."""
        samples = min(FEWEST, self.samples)
        spent, share = float(samples), 1.0
        while samples < self.samples:
            more = min(self.samples, CUT * samples)
            share /= CUT
            spent, samples = spent + share * (more - samples), more
        return round(self.variations * simulations / (spent * parents))


STAGES = (
    Stage(100, 0.11, 3.0, 4),
    Stage(60, 0.09, 2.5, 8, 0.02),
    Stage(40, 0.09, 2.0, 16, 0.018),
    Stage(30, 0.08, 1.7, 16),
    Stage(20, 0.07, 1.4, 16),
    Stage(12, 0.06, 1.0, 64, 0.027),
    Stage(8, 0.05, 0.8, 64),
    Stage(6, 0.03, 0.6, 64),
    Stage(4, 0.03, 0.4, 64),
    Stage(3, 0.0, 0.4, 256, 0.027),
)
"""The stages of a search: many small steps uphill from many strokes. Early variations have the size of the grid's
spacing, later ones are finer; few samples tell which of them are worth more (docs/decisions/engine-search.md)."""


@dataclass(frozen=True)
class Estimate:
    """Estimated result of a stroke, on samples that had no part in choosing it and so are unbiased."""

    success: float
    """Share of samples that keep the turn or win the board."""
    foul: float
    """Share of samples that cost the player pieces."""
    worth: float
    """Value by the search's evaluation, in points."""
    samples: int
    win: float = 0.5
    """Probability of winning the board after the stroke."""
    points: float = 0.0
    """Expected points of the board after the stroke."""

    @property
    def error(self) -> float:
        """Standard error of the success rate."""
        share = min(max(self.success, 0.5 / self.samples), 1.0 - 0.5 / self.samples)
        return math.sqrt(share * (1.0 - share) / self.samples)


@dataclass
class CandidatePool:
    """Strokes with the values of their samples so far, in millionths of a point."""

    strokes: Whole
    worths: Whole

    def best(self, count: int) -> "CandidatePool":
        """Return the `count` best strokes, the best first; ties keep the order of proposal."""
        order = np.argsort(-self.worths.sum(axis=1), kind="stable")[:count]
        return CandidatePool(self.strokes[order], self.worths[order])

    def joined(self, other: "CandidatePool") -> "CandidatePool":
        """Return the strokes of both pools, which have equally many samples."""
        return CandidatePool(np.concatenate((self.strokes, other.strokes)), np.concatenate((self.worths, other.worths)))

    @property
    def samples(self) -> int:
        """Number of samples of each stroke."""
        return int(self.worths.shape[1])


class SampleValues(Protocol):
    """Values of simulated samples by their outcome classes, as a search uses them."""

    kept: NDArray[np.bool_]
    """By class: whether the turn goes on or the board is won."""
    foul: NDArray[np.bool_]
    """By class: whether the stroke costs the player pieces."""

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the values of samples that strokes are compared by, in millionths of a point."""

    def by_hand(self, classes: NDArray[np.int16], lies: NDArray[np.int32], alone: bool) -> NDArray[np.int64]:
        """Return the values of samples by the hand-made evaluation, in millionths of a point.

        `alone` says that the layout features cover only the player in turn.
        """

    def seen(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the win probability and the expected points of the board after samples, in millionths."""


class SearchSettings(Value, frozen=True):
    """Limits of a search: its budget, and which strokes it may propose."""

    budget: Budget
    across: int = 0
    """Offset of the striker across the baseline, µm."""
    only_forward: bool = False
    """Whether the rule set forbids back strokes."""
    staged: bool = True
    """Whether a large budget is spent in stages of variations instead of successive halving."""


class Search:
    """One search for the best stroke in one situation, under one player's execution noise."""

    def __init__(
        self,
        tries: RolloutRunner,
        prices: SampleValues,
        settings: SearchSettings,
        rng: Random,
        clock: Callable[[], float],
    ) -> None:
        """Prepare a search and start its time limit; `clock` returns rising seconds."""
        self.tries, self.prices = tries, prices
        self._budget, self._rng, self._clock = settings.budget, rng, clock
        self._across, self._only_forward, self._staged = settings.across, settings.only_forward, settings.staged
        self._deadline = clock() + settings.budget.seconds
        self._rounds = ROUNDS if settings.budget.simulations >= FINE else FEW_ROUNDS
        self._noise = deviates(self._rounds[-1], rng)
        self._variations = Variations(tries, rng, settings.only_forward)

    @property
    def seconds_left(self) -> float:
        """Seconds until the time limit, at least 0."""
        return max(0.0, self._deadline - self._clock())

    @property
    def is_late(self) -> bool:
        """Whether the time limit has passed."""
        return self._clock() > self._deadline

    def best(
        self, wanted: Sequence[Disc], allowed: Callable[[Whole], NDArray[np.bool_]] | None = None
    ) -> CandidatePool:
        """Return the best strokes found, the best first; `wanted` are the discs the player may pocket.

        `allowed` filters the strokes that this player considers; if none passes, all are used.
        """
        number = self._budget.simulations
        if number < FINE or allowed is not None or not self._staged:
            return self.refined(self.halved(self._considered(wanted, allowed)))
        size = round(FIRST * number / FEWEST)
        direct = self.direct(wanted, round(DIRECT * number / FEWEST))
        pool = np.concatenate((direct, self.from_grid(wanted, size, GRID)))[:size]
        return self.climbed(pool)

    def _considered(self, wanted: Sequence[Disc], allowed: Callable[[Whole], NDArray[np.bool_]] | None) -> Whole:
        """Return the proposals for halving: direct strokes, and a grid for a large budget or if there are none."""
        number = self._budget.simulations
        size = max(6, round(HALVED * number / self._rounds[0]))
        pool = self.direct(wanted, size)
        if number >= FINE or not len(pool):
            pool = np.concatenate((pool, self.from_grid(wanted, size)))
        pool = pool[: 2 * size]
        if allowed is not None:
            seen = pool[allowed(pool)]
            pool = seen if len(seen) else pool
        return pool

    def of(self, strokes: Whole) -> CandidatePool:
        """Return the best of the given strokes, without proposing others."""
        return self.halved(strokes)

    def rated(self, strokes: Whole, first: int, last: int) -> Whole:
        """Return the values of samples `first` to `last` under the disturbances shared by all strokes."""
        return self.prices.of(*self.simulated(strokes, first, last))

    def simulated(self, strokes: Whole, first: int, last: int) -> tuple[NDArray[np.int16], NDArray[np.int32]]:
        """Return the outcome classes and the resting layouts of these samples, as `RolloutRunner.rate` does."""
        return self.tries.rate(strokes, self._noise, first, last - first)

    # -- candidates -----------------------------------------------------------------------------------------------

    def direct(self, wanted: Sequence[Disc], count: int) -> Whole:
        """Return direct strokes by geometry, the easiest first, each at three speeds."""
        places = spread(self.tries.stands, STANDS)
        found = self.tries.directs(wanted, places)
        found = found[np.argsort(-found[:, pocketing.D_RATIO], kind="stable")]
        made: list[tuple[int, int, int, int, int]] = []
        taken: dict[tuple[int, int], list[float]] = {}
        for row in found:
            if len(made) >= count:
                break
            key, x = (int(row[pocketing.D_DISC]), int(row[pocketing.D_POCKET])), float(row[pocketing.D_X])
            near = taken.setdefault(key, [])
            if len(near) == 3 or any(abs(x - other) < 0.03 for other in near):
                continue
            near.append(x)
            for factor in FASTER:
                speed = 1e6 * min(FASTEST, factor * float(row[pocketing.D_SPEED]))
                vx, vy = round(speed * float(row[pocketing.D_WAY_X])), round(speed * float(row[pocketing.D_WAY_Y]))
                if not self._only_forward or vy > STEEPEST * abs(vx):
                    made.append((round(1e6 * x), vx, vy, self._across, 0))
        return np.array(made, dtype=np.int64).reshape(-1, 5)

    def from_grid(self, wanted: Sequence[Disc], count: int, share: float = HALVED_GRID) -> Whole:
        """Return the peaks of a grid over the whole table, with that share of the budget."""
        behind = any(self._is_behind(disc) for disc in wanted) and not self._only_forward
        size = round(share * self._budget.simulations)
        grid = Grid.over(self.tries.stands, self._across, size, behind, self._only_forward)
        noise = np.roll(self._noise, 1, axis=1)
        noise[:, 0] = 0.0
        classes, lies = self.tries.rate(grid.strokes, noise, 0, 1, stride=1, both=False)
        worths = self.prices.by_hand(classes, lies, alone=True)[:, 0]
        return grid.strokes[grid.peaks(grid.smoothed(worths, self.tries.hand))[:count]]

    def _is_behind(self, disc: Disc) -> bool:
        situation = self.tries.situation
        if disc not in situation.position:
            return False
        at = situation.position[disc]
        up = situation.round.turn.from_board(at.x, at.y)[1]
        return up < 30_000 - situation.equipment.baseline

    # -- halving and refinement -----------------------------------------------------------------------------------

    def halved(self, strokes: Whole) -> CandidatePool:
        """Return the finalists of successive halving: few samples of many strokes, many samples of few."""
        pool = CandidatePool(strokes, self.rated(strokes, 0, self._rounds[0]))
        for after in self._rounds[1:]:
            pool = pool.best(
                max(4, len(pool.strokes) // 4) if after != self._rounds[-1] else max(3, len(strokes) // 16)
            )
            if self.is_late or self.tries.spent >= self._budget.simulations:
                return pool
            pool = self._extended(pool, after)
        return pool.best(len(pool.strokes))

    def climbed(self, strokes: Whole) -> CandidatePool:
        """Return the finalists of `STAGES`, of these strokes and of variations of the best."""
        number = self._budget.simulations
        pool = CandidatePool(strokes, self.rated(strokes, 0, FEWEST))
        for stage in STAGES:
            if self.is_late:
                break
            samples = min(stage.samples, len(self._noise))
            if (more := samples - pool.samples) > 0:
                pool = self._extended(pool.best(max(2, round(stage.kept * number / more))), samples)
            parents = pool.best(max(2, round(stage.parents * math.sqrt(number / USUAL))))
            count = stage.count(number, len(parents.strokes))
            if count and not self.is_late:
                pool = pool.joined(self._climbing(self._varied(parents, count, stage.reach), stage.samples))
        return pool.best(8)

    def _climbing(self, strokes: Whole, samples: int) -> CandidatePool:
        """Return the best of these strokes with `samples` samples: each round keeps a share of 1/CUT."""
        pool = CandidatePool(strokes, self.rated(strokes, 0, min(FEWEST, samples)))
        while pool.samples < samples:
            pool = self._extended(pool.best(max(2, len(pool.strokes) // CUT)), min(samples, CUT * pool.samples))
        return pool

    def refined(self, pool: CandidatePool) -> CandidatePool:
        """Return the pool with variations of its best strokes in direction, speed, place and spin."""
        few, most = self._rounds[-2], self._rounds[-1]
        families = int(REFINED * self._budget.simulations / (2 * few * 16))
        if pool.samples < most or families == 0:
            return pool
        for reach in (1.0, 0.5):
            if self.is_late:
                break
            parents = pool.best(min(4, families))
            count = max(4, 16 * families // len(parents.strokes))
            made = self._varied(parents, count, reach)
            tried = CandidatePool(made, self.rated(made, 0, few)).best(max(2, len(made) // 8))
            pool = parents.joined(self._extended(tried, most)).best(8)
        return pool

    def _varied(self, parents: CandidatePool, count: int, reach: float) -> Whole:
        """Return `count` variations of each of these strokes."""
        turn = math.radians(max(self.tries.hand.direction, SMALLEST_TURN))
        spread = Spread(reach * TURN * turn, reach * HURRY, reach * SHIFT, reach * TWIST)
        return self._variations.of(parents.strokes, count, spread)

    def _extended(self, pool: CandidatePool, samples: int) -> CandidatePool:
        """Return the pool with `samples` samples of each stroke."""
        more = self.rated(pool.strokes, pool.samples, samples)
        return CandidatePool(pool.strokes, np.concatenate((pool.worths, more), axis=1))

    # -- estimates ------------------------------------------------------------------------------------------------

    def promise(self, stroke: Whole, samples: int = FRESH) -> Estimate:
        """Estimate a stroke on disturbances and racks that had no part in choosing it."""
        tries = self.tries
        if is_rack_unseen(tries.situation):
            tries = tries.on_racks(drawn(PROMISING, samples, self._rng))
        return promise(tries, self.prices, stroke, samples, self._rng)


def promise(tries: RolloutRunner, prices: SampleValues, stroke: Whole, samples: int, rng: Random) -> Estimate:
    """Estimate a stroke under the execution noise of `tries`."""
    classes, lies = tries.rate(stroke.reshape(1, 5), deviates(samples, rng), 0, samples)
    worths = prices.of(classes, lies)
    win, points = prices.seen(classes, lies)
    return Estimate(
        float(prices.kept[classes].mean()),
        float(prices.foul[classes].mean()),
        float(worths.sum()) / (POINT * worths.size),
        samples,
        float(win.sum()) / (POINT * win.size),
        float(points.sum()) / (POINT * points.size),
    )
