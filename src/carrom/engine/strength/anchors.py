"""Anchors of the rating ladder: fixed opponents that never change (random, greedy, one-ply).

Beside the first engine (`first.py`): one who knows nothing but what is lawful, one who plays the easiest stroke of the
first engine's geometry untried, and two who try those strokes under their own hand's error, 8 or 64 times each.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol

from carrom.board.stroke import Stroke
from carrom.engine.candidates.breaks import breaks
from carrom.engine.candidates.direct import candidates
from carrom.engine.candidates.exhaustive import lattice, straight_ahead
from carrom.engine.evaluation.legacy import worths
from carrom.engine.evaluation.outcome_value import OutcomeEvaluator, wanted
from carrom.engine.geometry.execution_noise import HandNoise, NoiseSample, disturbances, disturbed
from carrom.engine.geometry.player_view import PlayerView
from carrom.engine.play.engine import legality
from carrom.engine.play.levels import Level
from carrom.engine.position.situation import Situation
from carrom.engine.search.budget import Budget
from carrom.errors import RefusedRequest
from carrom.rules.round import Phase

FEWEST, MOST = 24, 48
"""Strokes that one who tries them looks at: the likeliest by geometry; where there are fewer, the lattice's join."""
BREAKS = 12
"""Breaks that it looks at: one costs as much as ten other strokes."""
SLOWEST, FASTEST = 500_000.0, 6_000_000.0
"""µm/s of strokes at random."""
SIDEWAYS = 80.0
"""Degrees from straight ahead of strokes at random, at the most."""


@dataclass(frozen=True)
class Meant:
    """What an anchor means to play."""

    stroke: Stroke


class Anchor(Protocol):
    """A player of a ladder that only strikes; `level` places dues for it."""

    level: Level

    def aim(self, situation: Situation, rng: Random) -> Meant:
        """Return the stroke that it means to play."""


class _Anchored:
    def __init__(self, name: str, hand: HandNoise) -> None:
        self.level = Level(name, hand, Budget(600, 60.0))


class AtRandom(_Anchored):
    """Plays from any legal place in any forward direction at any speed."""

    def aim(self, situation: Situation, rng: Random) -> Meant:
        """Return a lawful stroke."""
        table = _table(situation)
        x = rng.choice(table.places)
        angle, speed = math.radians(rng.uniform(-SIDEWAYS, SIDEWAYS)), rng.uniform(SLOWEST, FASTEST)
        return Meant(Stroke(x, round(speed * math.sin(angle)), round(speed * math.cos(angle)), table.across))


class Greedy(_Anchored):
    """Plays the easiest stroke of the first engine's geometry, without trying it."""

    def aim(self, situation: Situation, rng: Random) -> Meant:
        """Return that stroke."""
        return Meant(_proposed(situation, _table(situation))[0])


class OnePly(_Anchored):
    """Tries the likeliest strokes of the first engine's geometry so many times under its hand's error."""

    def __init__(self, name: str, hand: HandNoise, samples: int) -> None:
        super().__init__(name, hand)
        self._samples = samples

    def aim(self, situation: Situation, rng: Random) -> Meant:
        """Return the stroke that is worth most on average, under errors common to all."""
        table = _table(situation)
        breaking = situation.round.phase is Phase.BREAK
        found = _proposed(situation, table)[: BREAKS if breaking else MOST]
        if len(found) < FEWEST and not breaking:
            found += [each.stroke for each in lattice(table)][: FEWEST - len(found)]
        hand, legal = self.level.hand, legality(situation, table.across)
        errors = disturbances(self._samples, rng)
        tried = [_as_played(stroke, hand, by, legal) for stroke in found for by in errors]
        prospect = OutcomeEvaluator(situation.round, self.level.chance, situation.equipment)
        rated, count = worths(situation, prospect, tried), len(errors)
        totals = [sum(rated[at : at + count]) for at in range(0, len(rated), count)]
        return Meant(found[max(range(len(found)), key=totals.__getitem__)])


ANCHORS: dict[str, Callable[[HandNoise], Anchor]] = {
    "random": partial(AtRandom, "random"),
    "greedy": partial(Greedy, "greedy"),
    "one-ply-8": lambda hand: OnePly("one-ply-8", hand, 8),
    "one-ply-64": lambda hand: OnePly("one-ply-64", hand, 64),
}
"""By name, the weakest first; the first engine is one more."""


def _table(situation: Situation) -> PlayerView:
    if situation.round.result is not None:
        raise RefusedRequest("The board is over: there is no stroke to choose until the next board begins.")
    table = situation.table(situation.round.turn, wanted(situation.round))
    if not table.places:
        raise RefusedRequest("The striker has no legal spot on its lines; the board is to be replayed (Law 142).")
    return table


def _proposed(situation: Situation, table: PlayerView) -> list[Stroke]:
    """Return the strokes of book or geometry, the likeliest first; never none."""
    found = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    if not situation.round.ruleset.parameters.backward:
        found = [each for each in found if each.stroke.vy > 0]
    return [each.stroke for each in found] or [straight_ahead(table).stroke]


def _as_played(stroke: Stroke, hand: HandNoise, by: NoiseSample, legal: Callable[[Stroke], bool]) -> Stroke:
    played = disturbed(stroke, hand, by)
    return played if legal(played) else disturbed(stroke, hand, NoiseSample(by.direction, by.speed, 0.0))
