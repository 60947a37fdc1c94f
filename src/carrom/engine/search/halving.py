"""Successive halving over candidates (used by the frozen first engine).

Many candidates get few samples, the better half gets twice as many, and so on. If no geometric stroke is good enough,
the lattice is searched without noise and its best strokes join. The winner is refined by small turns. The search knows
strokes and their values only: no law, no physics.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from carrom.board.stroke import Stroke
from carrom.engine.candidates.direct import Candidate
from carrom.engine.geometry.execution_noise import HandNoise, NoiseSample, disturbances, disturbed
from carrom.engine.geometry.plane import turn
from carrom.engine.search.budget import Budget

Worths = Callable[[Sequence[Stroke]], Sequence[float]]
"""Returns the value of each stroke, played without further noise, from one simulation each."""
FIRST_SAMPLES = 4
MOST_SAMPLES = 64
AT_ONCE = 128
"""Strokes simulated together, about; the time limit is checked in between."""
CONTENT = 0.6
"""The lattice is searched if the best value is below this share of a sure success."""
TURNS = (-0.5, 0.5)
"""Refinements of the best stroke: turns in units of the player's aim error."""
SMALLEST_TURN = 0.1
"""Smallest unit of a refinement turn, degrees."""


@dataclass(frozen=True)
class RatedCandidate:
    """A candidate with the values of its samples so far."""

    candidate: Candidate
    samples: tuple[float, ...] = ()

    @property
    def stroke(self) -> Stroke:
        """The candidate's stroke."""
        return self.candidate.stroke

    @property
    def worth(self) -> float:
        """Mean value of the samples."""
        return sum(self.samples) / len(self.samples) if self.samples else -math.inf


class HalvingSearch:
    """One search: its budget and the remaining candidates."""

    def __init__(
        self,
        worths: Worths,
        hand: HandNoise,
        legal: Callable[[Stroke], bool],
        budget: Budget,
        rng: Random,
        clock: Callable[[], float],
    ) -> None:
        """Prepare a search; `legal` checks a stroke's spot, `clock` returns rising seconds."""
        self._worths = worths
        self._hand = hand
        self._legal = legal
        self._budget = budget
        self._clock = clock
        self._deadline = clock() + budget.seconds
        self._noise = disturbances(MOST_SAMPLES, rng)
        self._rng = rng
        self.spent = 0

    def best(
        self, candidates: Sequence[Candidate], lattice: Callable[[], Sequence[Candidate]], idle: float, success: float
    ) -> RatedCandidate:
        """Return the best stroke found; `idle` is the value of a stroke that does nothing, `success` of a good one."""
        width = max(8, self._budget.simulations // (5 * FIRST_SAMPLES))
        pool = self._sampled([RatedCandidate(candidate) for candidate in candidates[:width]], FIRST_SAMPLES)
        if not pool or pool[0].worth < idle + CONTENT * (success - idle):
            pool = self._sampled(pool + self._from_lattice(lattice(), width // 4), FIRST_SAMPLES)
        samples = 2 * FIRST_SAMPLES
        while samples <= MOST_SAMPLES and self.spent < self._budget.simulations and not self.is_late:
            pool = self._sampled(pool[: max(3, len(pool) // 2)], samples)
            samples *= 2
        refined = [RatedCandidate(variant) for winner in pool[:2] for variant in self._variants(winner.candidate)]
        return self._sampled([*pool[:2], *refined], len(pool[0].samples))[0]

    @property
    def is_late(self) -> bool:
        """Whether the time limit has passed."""
        return self._clock() > self._deadline

    def _sampled(self, pool: Sequence[RatedCandidate], count: int) -> list[RatedCandidate]:
        """Return the pool with `count` samples each, the best first; unsampled ones last after the time limit."""
        size = max(1, AT_ONCE // max(1, count))
        done: list[RatedCandidate] = []
        for first in range(0, len(pool), size):
            done += self._more(pool[first : first + size], count)
        return sorted(done, key=lambda rated: -rated.worth)

    def _more(self, few: Sequence[RatedCandidate], count: int) -> list[RatedCandidate]:
        """Return these candidates with samples up to `count`, simulated together; unchanged after the time limit."""
        if self.is_late:
            return list(few)
        strokes = [
            self.played(rated.candidate.stroke, by) for rated in few for by in self._noise[len(rated.samples) : count]
        ]
        self.spent += len(strokes)
        worths = iter(self._worths(strokes))
        return [
            replace(rated, samples=rated.samples + tuple(next(worths) for _ in range(len(rated.samples), count)))
            for rated in few
        ]

    def played(self, stroke: Stroke, by: NoiseSample) -> Stroke:
        """Return the stroke with execution noise; the place error is dropped where it would make the spot illegal."""
        result = disturbed(stroke, self._hand, by)
        return (
            result if self._legal(result) else disturbed(stroke, self._hand, NoiseSample(by.direction, by.speed, 0.0))
        )

    def _from_lattice(self, lattice: Sequence[Candidate], keep: int) -> list[RatedCandidate]:
        """Return the best of a random part of the lattice, by one exact simulation each, without their samples."""
        share = min(len(lattice), max(16, self._budget.simulations // 3))
        drawn = self._rng.sample(list(lattice), share)
        worths: list[float] = []
        for start in range(0, share, 32):
            if self.is_late:
                break
            worths += self._worths([candidate.stroke for candidate in drawn[start : start + 32]])
        self.spent += len(worths)
        order = sorted(range(len(worths)), key=lambda index: -worths[index])
        return [RatedCandidate(drawn[index]) for index in order[: max(4, keep)]]

    def _variants(self, candidate: Candidate) -> list[Candidate]:
        step = math.radians(max(self._hand.direction, SMALLEST_TURN))
        stroke = candidate.stroke
        found = []
        for share in TURNS:
            way = turn(complex(stroke.vx, stroke.vy), share * step)
            found.append(Stroke(stroke.x, round(way.real), round(way.imag), stroke.y, stroke.spin))
        return [replace(candidate, stroke=variant) for variant in found]
