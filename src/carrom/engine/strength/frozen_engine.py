"""The frozen first engine, a fixed anchor for measuring later engines.

Its behaviour never changes, and its defects are not fixed. Its parts are `candidates/direct.py`,
`candidates/exhaustive.py`, `candidates/breaks.py`, `search/halving.py` and `evaluation/legacy.py`.
"""

import math
import time
from collections.abc import Callable
from functools import partial
from random import Random

from carrom.board.stroke import Stroke
from carrom.engine.candidates.breaks import breaks
from carrom.engine.candidates.direct import Candidate, candidates
from carrom.engine.candidates.exhaustive import lattice, straight_ahead
from carrom.engine.evaluation.legacy import worths
from carrom.engine.evaluation.outcome_value import OutcomeEvaluator, wanted
from carrom.engine.geometry.execution_noise import HandNoise, drawn
from carrom.engine.geometry.player_view import PlayerView
from carrom.engine.play.engine import legality
from carrom.engine.play.levels import Level
from carrom.engine.position.situation import Situation
from carrom.engine.search.budget import Budget
from carrom.engine.search.halving import HalvingSearch, RatedCandidate
from carrom.errors import RefusedRequest
from carrom.physics.kernel.compiled import is_warm
from carrom.rules.round import Phase
from carrom.values import changed

BUDGET = Budget(8_000, 60.0)
"""Budget of its strongest level; it used about 2,200 simulations of it."""
SLOWER = 16
"""Divisor of the budget when strokes run interpreted."""
FEWEST = 100
"""Least simulations of a search when strokes run interpreted."""
FEWEST_BREAKS = 32
"""Breaks simulated when they run interpreted: one costs as much as ten other strokes."""

LEAST_FORWARD = 0.25
"""In rule sets without back strokes, the least forward share of a stroke's sideways component, which leaves room for
the largest aim error."""


class FirstEngine:
    """The first engine at one level; it only chooses strokes."""

    def __init__(self, level: Level, clock: Callable[[], float] = time.monotonic) -> None:
        """Return the first engine at that level; `clock` returns rising seconds for the time limit."""
        self.level = level
        self._clock = clock

    @classmethod
    def of(cls, hand: HandNoise) -> "FirstEngine":
        """Return the engine at its original strength with that accuracy, without a time limit."""
        return cls(Level("first", hand, BUDGET), lambda: 0.0)

    def aim(self, situation: Situation, rng: Random) -> RatedCandidate:
        """Return the intended stroke with its value in the search."""
        return self._searched(situation, rng)[0]

    def choose(self, situation: Situation, rng: Random) -> Stroke:
        """Return the intended stroke with execution noise, from a legal spot."""
        aimed, search = self._searched(situation, rng)
        return search.played(aimed.candidate.stroke, drawn(rng))

    def _searched(self, situation: Situation, rng: Random) -> tuple[RatedCandidate, HalvingSearch]:
        round_ = situation.round
        if round_.result is not None:
            raise RefusedRequest("The board is over: there is no stroke to choose until the next board begins.")
        table = situation.table(round_.turn, wanted(round_))
        if not table.places:
            raise RefusedRequest("The striker has no legal spot on its lines; the board is to be replayed (Law 142).")
        prospect = OutcomeEvaluator(round_, min(0.98, math.exp(-0.3 * self.level.hand.direction)), situation.equipment)
        search = HalvingSearch(
            worths=lambda strokes: worths(situation, prospect, strokes),
            hand=self.level.hand,
            legal=legality(situation, table.across),
            budget=self._budget(round_.phase),
            rng=rng,
            clock=self._clock,
        )
        if round_.phase is Phase.BREAK:
            return search.best(breaks(table), list, prospect.of_idle(), prospect.of_success()), search
        seen = self._in_mind(_allowed(situation, candidates(table)))
        others = partial(_allowed_lattice, situation, table)
        return search.best(seen, others, prospect.of_idle(), prospect.of_success()), search

    def _budget(self, phase: Phase) -> Budget:
        """Return this level's budget; a simulation costs far more when the kernel runs interpreted."""
        budget = self.level.budget
        if is_warm():
            return budget
        fewer = FEWEST_BREAKS if phase is Phase.BREAK else max(FEWEST, budget.simulations // SLOWER)
        return changed(budget, simulations=min(budget.simulations, fewer))

    def _in_mind(self, found: list[Candidate]) -> list[Candidate]:
        """Return the share of the strokes that a player of this level considers, the easiest first."""
        return found[: max(1, round(self.level.sight * len(found)))]


def _allowed(situation: Situation, found: list[Candidate]) -> list[Candidate]:
    """Return the strokes that the rule set allows: without back strokes where they are forbidden."""
    if situation.round.ruleset.parameters.backward:
        return found
    return [each for each in found if each.stroke.vy > LEAST_FORWARD * abs(each.stroke.vx)]


def _allowed_lattice(situation: Situation, table: PlayerView) -> list[Candidate]:
    return _allowed(situation, lattice(table)) or [straight_ahead(table)]
