"""Search: successive halving over candidates, refinement, fresh estimates, and the placement of dues."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from carrom.board import Disc, Point, Seat
from carrom.engine import pocketing, rollout_kernel
from carrom.engine.artifacts import PROMISING, drawn
from carrom.engine.candidates import Grid, Whole, spread
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import Budget
from carrom.engine.rollout_kernel import POINT
from carrom.engine.rollouts import RolloutRunner, colour_of, deviates, easiest_strokes, is_rack_unseen
from carrom.engine.situation import Situation
from carrom.physics.batch import DISCS, places_of
from carrom.values import Value

# -- what happened in the samples of a rollout -------------------------------------------------------------------------


_AFTER_STRIKER = 12
"""Classes that differ only in what `rollout_kernel.class_of` adds after the striker."""
Counts = NDArray[np.int64]


def fallen(classes: NDArray[np.int16]) -> tuple[Counts, Counts, Counts, Counts]:
    """Return how many whites, blacks, queens and strikers fell, by sample; zero for a simulation that diverged."""
    known = np.where(classes == rollout_kernel.DIVERGED, 0, classes.astype(np.int64))
    rest = known // _AFTER_STRIKER
    rest, striker = rest // 2, rest % 2
    men, queen = rest // 2, rest % 2
    return men // 10, men % 10, queen, striker


def touched(classes: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return whether the striker touched a piece, by sample; False for a simulation that diverged."""
    met: NDArray[np.bool_] = (classes != rollout_kernel.DIVERGED) & (classes % 2 == 1)
    return met


# -- variations of strokes: direction, speed, place and spin -----------------------------------------------------------
# A stroke that is played from another place is aimed at the same first contact, so that it still drives the same piece
# the same way. Every step is one IEEE operation or a rounding, so all machines propose the same strokes.


Integers = NDArray[np.int64]
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

    def of(self, parents: Integers, count: int, spread: Spread) -> Integers:
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

    def _legal(self, places: Integers, shifts: Integers) -> Integers:
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


# -- the best spot for a due or penalty piece --------------------------------------------------------------------------


MOST_SPOTS = 48
"""Spots that are evaluated, spread over those offered."""
MY_SHARE = 0.5
"""Weight of making the placer's own easiest pieces harder, against making the placed piece harder."""
COUNTED = 3
"""How many of the placer's easiest pieces count."""


def hardest_spot(
    situation: Situation,
    disc: Disc,
    spots: tuple[Point, ...],
    owner: Seat,
    placer: Seat,
    mine: tuple[Disc, ...],
    hand: HandNoise,
) -> Point | None:
    """Return the spot that is best for the placer, or None when no spot is offered.

    An opponent's piece goes where it is hardest for its owner; an own piece (Law 78b ii) goes where it is easiest.
    `mine` are the placer's own pieces on the board; both players have the accuracy `hand`. Ties go to the spot offered
    first.
    """
    offered = _spread(spots)
    if not offered:
        return None
    places = np.repeat(places_of([situation.position]), len(offered), axis=0)
    placed = DISCS.index(disc)
    places[:, placed] = [(at.x, at.y) for at in offered]
    sides, surface, equipment = situation.round.sides, situation.surface, situation.equipment
    colours = [colour_of(sides[situation.round.side_of(seat)].colour) for seat in (owner, placer)]
    theirs = easiest_strokes(places, colours[0], (owner.quarters,), hand, surface, equipment)[:, 0, placed]
    own = easiest_strokes(places, colours[1], (placer.quarters,), hand, surface, equipment)[:, 0]
    lying = [DISCS.index(man) for man in mine if man is not disc]
    easiest = -np.sort(-own[:, lying], axis=1)[:, :COUNTED].sum(axis=1)
    scores = (-theirs if owner is placer else theirs) - MY_SHARE * easiest
    return offered[int(np.argmin(np.round(scores, 9)))]


def _spread(spots: tuple[Point, ...]) -> tuple[Point, ...]:
    if len(spots) <= MOST_SPOTS:
        return spots
    return tuple(spots[index * (len(spots) - 1) // (MOST_SPOTS - 1)] for index in range(MOST_SPOTS))


# -- the search in rounds of successive halving ------------------------------------------------------------------------
# Budgets count simulations, and every number that decides is an integer: the same seed and budget give the same stroke
# on any machine, compiled or interpreted, with any number of threads.


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
