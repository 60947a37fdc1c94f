"""The best strokes (lines) of a position, of different kinds, with win probability and expected points.

Strokes are of one kind if they have the same name and pocket the same disc into the same pocket. A search finds the
best of each kind, and the surest stroke of all; the finalists of all searches are then compared on the same fresh
disturbances, which had no part in finding them."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.analysis.review_values import Worth, ranked
from carrom.board import Disc, Stroke, StrokeKind
from carrom.engine import rollout_kernel
from carrom.engine.artifacts import PROMISING, drawn
from carrom.engine.board_value import LearnedTerms, Stake, learned
from carrom.engine.break_book import every_course, openings
from carrom.engine.candidates import Whole
from carrom.engine.class_values import ClassValues
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import Budget, Level
from carrom.engine.outcome_value import wanted
from carrom.engine.rollouts import RACKS, RolloutRunner, deviates, is_compiled
from carrom.engine.search import SampleValues, Search, SearchSettings
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import NamedStroke, intended
from carrom.errors import RefusedRequest
from carrom.rules.round import Phase

# -- win probability and expected points of simulated samples ----------------------------------------------------------


IDLE = 0.02
"""Win probability by which a stroke that does not count is worth less than a pass."""
WIN_DIVISOR = 10
"""By how much less than success the win probability counts when the surest stroke is sought."""
Shares = NDArray[np.float64]


class Gains:
    """Values of outcome classes in one situation, with the same accuracy for both sides."""

    def __init__(self, situation: Situation, hand: HandNoise) -> None:
        """Prepare for strokes of the player in turn."""
        round_ = situation.round
        chance = Level("any", hand, Budget(1, 1.0)).chance
        self._learned, self._playing = LearnedTerms.knows(round_), round_.phase is Phase.PLAY
        insight = LearnedTerms(learned(), round_, hand.direction) if self._learned else None
        stake = Stake() if all(disc in situation.position for disc in round_.on_board) else None
        self.prices = ClassValues(round_, chance, insight=insight, stake=stake)

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[Shares, Shares]:
        """Return the win probability and the points of samples, learned where available, otherwise from the lead."""
        win, points = self.prices.seen(classes, lies)
        if not self._learned:
            points = self.prices.by_hand(classes, lies)
        idle = IDLE * (~self.prices.counts[classes] & self._playing)
        return np.clip(win / rollout_kernel.POINT - idle, 0.0, 1.0), points / rollout_kernel.POINT


class SureValues:
    """Values of samples by success: whether the turn goes on without a foul, and a little for winning the board."""

    def __init__(self, prices: ClassValues) -> None:
        """Value the samples whose consequences `prices` knows."""
        self._prices, self.kept, self.foul = prices, prices.kept, prices.foul

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the values of samples, in millionths."""
        win, _ = self.seen(classes, lies)
        return np.where(self.kept[classes] & ~self.foul[classes], rollout_kernel.POINT, 0) + win // WIN_DIVISOR

    def by_hand(self, classes: NDArray[np.int16], lies: NDArray[np.int32], alone: bool = False) -> NDArray[np.int64]:
        """Return the values of samples; the layout has no part in them."""
        return self.of(classes, lies)

    def seen(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the win probability and the expected points of the board after samples, in millionths."""
        return self._prices.seen(classes, lies)


# -- the search for the best stroke of each kind -----------------------------------------------------------------------


LONG = 1e9
"""In seconds: no time limit, so that only budgets of simulations count."""
FRESH = 4_096
"""Fresh samples of a stroke at most."""
FEWEST = 256
"""Fresh samples of a stroke at least."""
NAMED = 160
"""Proposals of one search that are named."""
OTHERS = 8
"""Further kinds of which one search stores the best proposal without searching on."""
GRID = 500
"""Below this many simulations the grid is skipped if there are direct strokes."""
LEAST = 500
"""Simulations, at least, to improve the strokes of a kind."""
AHEAD = 1_000_000
"""Speed of the stroke straight ahead that is used when there is no proposal, µm/s."""
SPARE = 2
"""Kinds that are stored beyond those reported."""
HARDEST = 10.0
"""Speed of the hardest break, m/s."""
COURSES = 256
"""Breaks that are tried, at least, where the book does not choose the spot."""
AGAINST = 3
"""Strokes that a given one is compared with."""
ALIKE = 2
"""Strokes reported for the same disc and pocket, at most."""
SURER = 0.1
"""Success rate by which the surest stroke exceeds every other line's, to be a line although others win more often."""
SURE_PARENTS = 24
"""Proposals from which the surest stroke is sought."""
Kind = tuple[StrokeKind, Disc | None, int | None, int]


Pause = Callable[[], None]


def nothing() -> None:
    """Do nothing: the default `pause`."""


@dataclass
class SampledStroke:
    """A stroke with its fresh samples so far."""

    stroke: Stroke
    called: NamedStroke
    kind: Kind
    classes: NDArray[np.int16]
    wins: Shares
    points: Shares
    kept: NDArray[np.bool_]

    @property
    def win(self) -> float:
        """Mean win probability."""
        return float(self.wins.mean())

    @property
    def worth(self) -> Worth:
        """What it is ranked by."""
        return Worth(self.win, float(self.points.mean()), float(self.kept.mean()))


@dataclass
class BestStrokeSearch:
    """The search for the best strokes of one position, for one accuracy."""

    situation: Situation
    hand: HandNoise
    seed: int = 0
    threads: int = 1
    pause: Pause = nothing
    """Called every few milliseconds of searching; what it raises ends the search."""
    found: dict[Kind, list[SampledStroke]] = field(default_factory=dict)
    """The best strokes of each kind, at most two, the best first."""
    surest: SampledStroke | None = None
    """The stroke that succeeds most often, whatever it wins."""

    def __post_init__(self) -> None:
        round_ = self.situation.round
        if round_.result is not None:
            raise RefusedRequest("The board is over: there is no stroke to analyse until the next board begins.")
        self.table = self.situation.table(round_.turn, wanted(round_))
        if not self.table.places:
            raise RefusedRequest(
                "The striker has no legal spot on its lines; the board is to be replayed (Law 142)."
                if self.situation.stands is None
                else "The striker has no legal spot in this part of its lines."
            )
        self.breaking = round_.phase is Phase.BREAK
        self.tries = RolloutRunner(self.situation, self.hand, self.table.across, self.threads, pause=self.pause)
        self.gains = Gains(self.situation, self.hand)
        self.noise = deviates(FRESH if is_compiled() else FRESH // 32, Random(f"{self.seed} fresh"))
        racks = drawn(PROMISING, min(RACKS, len(self.noise)), Random(f"{self.seed} racks")) if self.breaking else None
        self.shown = self.tries if racks is None else self.tries.on_racks(racks)
        """Runner for the reported samples: for a break, on racks that had no part in choosing it."""
        self._names: dict[Stroke, NamedStroke] = {}
        self.simulations = 0
        """Simulations used so far, except by the current search."""

    # -- one stroke -----------------------------------------------------------------------------------------------

    def candidate(self, stroke: Stroke) -> SampledStroke:
        """Return a stroke with its name, without samples."""
        known = self.called(stroke)
        empty, classes, keeps = np.zeros(0), np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.bool_)
        return SampledStroke(stroke, known, _kind(known, stroke), classes, empty, empty, keeps)

    def called(self, stroke: Stroke) -> NamedStroke:
        """Return a stroke's name by what it means to do, cached."""
        if stroke not in self._names:
            self._names[stroke] = intended(self.tries, stroke)
        return self._names[stroke]

    def sample(self, some: Sequence[SampledStroke], count: int) -> None:
        """Extend these candidates' fresh samples to `count`, with the same disturbances for all."""
        count = min(count, len(self.noise))
        for first in sorted({len(each.wins) for each in some}):
            few = [each for each in some if len(each.wins) == first]
            if first >= count:
                continue
            rows = np.array([as_row(each.stroke) for each in few], dtype=np.int64)
            classes, lies = self.shown.rate(rows, self.noise, first, count - first)
            wins, points = self.gains.of(classes, lies)
            for number, each in enumerate(few):
                each.classes = np.concatenate((each.classes, classes[number]))
                each.wins = np.concatenate((each.wins, wins[number]))
                each.points = np.concatenate((each.points, points[number]))
                each.kept = np.concatenate((each.kept, self.gains.prices.kept[classes[number]]))

    # -- all strokes ----------------------------------------------------------------------------------------------

    def searched(self, simulations: int, kinds: int, stage: int) -> Iterator[None]:
        """Run one more search and store the best of each kind; yields between parts, so that the caller can stop."""
        only_forward = not self.situation.round.ruleset.parameters.backward
        rng = Random(f"{self.seed} {stage}")

        def new_search(budget: int, values: SampleValues = self.gains.prices) -> Search:
            self.simulations += self.tries.spent
            self.tries.spent = 0
            settings = SearchSettings(Budget(budget, LONG), self.table.across, only_forward)
            return Search(self.tries, values, settings, rng, _no_time)

        def improved(part: Search, rows: Whole, known: Sequence[SampledStroke]) -> list[Stroke]:
            olds = np.array([as_row(each.stroke) for each in known], dtype=np.int64).reshape(-1, 5)
            rows = np.concatenate((rows, olds))
            pool = part.halved(rows) if self.breaking else part.climbed(rows)
            return [Stroke(*row) for row in pool.best(2).strokes.tolist()]

        share = max(LEAST, simulations // (kinds + SPARE))
        proposals, sure = self._proposed(new_search(simulations), simulations)
        yield
        groups = self._by_kind(proposals, kinds)
        part = new_search(share, SureValues(self.gains.prices))
        self._keep_surest(improved(part, sure, [] if self.surest is None else [self.surest]))
        yield
        for kind, rows in groups.items():
            self._keep(improved(new_search(share), rows, self.found.get(kind, [])))
            yield

    def _proposed(self, whole: Search, simulations: int) -> tuple[Whole, Whole]:
        """Return the proposals of a search, the best first, and the surest of them."""
        if self.breaking:
            book = openings(self.table, max(1, simulations // 24))
            if self.situation.stands is None:
                return book, self._sorted(whole, book, 4)[1]
            courses = every_course(self.table, max(COURSES, simulations // 4), HARDEST)
            return self._sorted(whole, np.concatenate((book, courses)), 4)
        size = max(6, simulations // 96)
        discs = wanted(self.situation.round)
        pool = whole.direct(discs, size)
        if simulations >= GRID or not len(pool):
            pool = np.concatenate((pool, whole.from_grid(discs, size)))
        if not len(pool):
            pool = np.array([[self.table.places[0], 0, AHEAD, self.table.across, 0]], dtype=np.int64)
        return self._sorted(whole, pool, 16 if is_compiled() else 4)

    def _sorted(self, whole: Search, pool: Whole, samples: int) -> tuple[Whole, Whole]:
        """Return proposals sorted by `samples` samples, the best first, and the surest of them."""
        classes, lies = whole.simulated(pool, 0, samples)
        worth, sure = (
            values.of(classes, lies).sum(axis=1) for values in (self.gains.prices, SureValues(self.gains.prices))
        )
        surest = np.argsort(-sure, kind="stable")[:SURE_PARENTS]
        return pool[np.argsort(-worth, kind="stable")], pool[surest]

    def _by_kind(self, proposals: Whole, kinds: int) -> dict[Kind, Whole]:
        """Return proposals of the most promising kinds, including the known ones, a few of each.

        Of every other kind the best proposal is stored, so that a later search refines it if it deserves that.
        """
        groups: dict[Kind, list[list[int]]] = {kind: [] for kind in self._order()[:kinds]}
        others: dict[Kind, Stroke] = {}
        for row in proposals[:NAMED].tolist():
            stroke = Stroke(*row)
            kind = _kind(self.called(stroke), stroke)
            if kind in groups or len(groups) < kinds + SPARE:
                groups.setdefault(kind, []).append(row)
            elif kind not in self.found and not self.breaking:
                others.setdefault(kind, stroke)
        self._keep(list(others.values())[:OTHERS])
        return {kind: np.array(rows[:12], dtype=np.int64).reshape(-1, 5) for kind, rows in groups.items()}

    def _keep(self, strokes: Sequence[Stroke]) -> None:
        """Add these strokes to the best of their kinds."""
        least = min(FEWEST, len(self.noise))
        for stroke in strokes:
            new = self.candidate(stroke)
            old = self.found.setdefault(new.kind, [])
            if any(each.stroke == stroke for each in old):
                continue
            self.sample([new], least)
            if len(old) < 2 or not _is_worse(new, old[-1]):
                self.sample([new], max([len(each.wins) for each in old], default=least))
                self.found[new.kind] = ranked([*old, new], _worth)[:2]

    def _keep_surest(self, strokes: Sequence[Stroke]) -> None:
        """Replace the surest stroke if one of these succeeds more often on fresh samples."""
        self._keep(strokes)
        some = [self.candidate(stroke) for stroke in strokes] + ([] if self.surest is None else [self.surest])
        self.sample(some, max(min(FEWEST, len(self.noise)), *(len(each.wins) for each in some)))
        self.surest = max(some, key=self._sureness)

    def _sureness(self, each: SampledStroke) -> float:
        """Return how often a sampled stroke keeps the turn, or wins the board, without a foul."""
        return float((each.kept & ~self.gains.prices.foul[each.classes]).mean())

    def best(self, count: int, samples: int) -> list[SampledStroke]:
        """Return the best strokes of up to `count` kinds, the best first, with at least `samples` samples each.

        The last of them gives way to the surest stroke if that succeeds more often than all others by `SURER`.
        """
        few = [each for kind in self._order()[: count + SPARE] for each in self.found[kind]]
        self.sample(few, max(samples // 4, min(samples, FEWEST)))
        for kind, both in self.found.items():
            self.found[kind] = ranked(both, _worth)
        chosen: list[SampledStroke] = []
        for each in (self.found[kind][0] for kind in self._order()):
            alike = [one for one in chosen if one.called.disc and _goal(one) == _goal(each)]
            if len(chosen) < count and len(alike) < ALIKE:
                chosen.append(each)
        if self.surest is not None and count > 1:
            self.sample([self.surest], len(chosen[0].kept))
            if self._sureness(self.surest) >= SURER + max(map(self._sureness, chosen)):
                chosen[count - 1 :] = [self.surest]
        self.sample(chosen, samples)
        return ranked(chosen, _worth)

    def best_against(self, other: SampledStroke, samples: int) -> SampledStroke:
        """Return the best stroke found, or `other`, which has `samples` samples, if it ranks first."""
        return ranked([other, *self.best(AGAINST, samples)], _worth)[0]

    @property
    def spent(self) -> int:
        """Simulations used in all."""
        return self.simulations + self.tries.spent + (self.shown.spent if self.shown is not self.tries else 0)

    def _order(self) -> list[Kind]:
        """Return the kinds, the best first."""
        return [each.kind for each in ranked([both[0] for both in self.found.values()], _worth)]


def as_row(stroke: Stroke) -> tuple[int, int, int, int, int]:
    """Return a stroke as a row of an array."""
    return stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin


def _kind(known: NamedStroke, stroke: Stroke) -> Kind:
    """Return the kind of a stroke; safeties and breaks differ by direction and spot."""
    if known.disc is not None and known.name is not StrokeKind.BREAK:
        return known.name, known.disc, known.pocket, 0
    way = math.degrees(math.atan2(stroke.vy, stroke.vx))
    return known.name, None, None, 100 * round(way / 6.0) + round(stroke.x / 30_000)


def _is_worse(new: SampledStroke, old: SampledStroke) -> bool:
    """Return whether the samples that both have show that `new` wins less often."""
    count = min(len(new.wins), len(old.wins))
    gaps = new.wins[:count] - old.wins[:count]
    return float(gaps.mean()) < -2.0 * float(gaps.std()) / math.sqrt(count)


def _worth(each: SampledStroke) -> Worth:
    return each.worth


def _goal(each: SampledStroke) -> tuple[Disc | None, int | None]:
    return each.called.disc, each.called.pocket


def _no_time() -> float:
    return 0.0
