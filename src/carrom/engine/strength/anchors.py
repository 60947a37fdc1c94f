"""Anchors of the rating ladder: fixed opponents that never change (random, greedy, one-ply).

`random` plays any legal stroke. `greedy` plays the easiest stroke by geometry without simulating it. `one-ply-8` and
`one-ply-64` simulate those strokes 8 or 64 times each under their own execution noise.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

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
"""Candidates of `one-ply`: at most `MOST` by geometry, filled up from the lattice to `FEWEST`."""
BREAKS = 12
"""Candidates for a break, which costs as much to simulate as ten other strokes."""
SLOWEST, FASTEST = 500_000.0, 6_000_000.0
"""Speed limits of random strokes, µm/s."""
SIDEWAYS = 80.0
"""Largest angle of random strokes from straight ahead, degrees."""


@dataclass(frozen=True)
class AnchorStroke:
    """The stroke that an anchor intends."""

    stroke: Stroke


StrokeChoice = Callable[[Situation, Level, Random], Stroke]
"""A rule that chooses a stroke in a situation, for a player of a level."""


@dataclass(frozen=True)
class Anchor:
    """An anchor of the ladder, which only chooses strokes; the ladder places dues by its `level`."""

    level: Level
    choice: StrokeChoice

    def aim(self, situation: Situation, rng: Random) -> AnchorStroke:
        """Return the stroke it intends."""
        return AnchorStroke(self.choice(situation, self.level, rng))


def random_stroke(situation: Situation, level: Level, rng: Random) -> Stroke:
    """Return a stroke from any legal spot in any forward direction at any speed."""
    table = _table(situation)
    x = rng.choice(table.places)
    angle, speed = math.radians(rng.uniform(-SIDEWAYS, SIDEWAYS)), rng.uniform(SLOWEST, FASTEST)
    return Stroke(x, round(speed * math.sin(angle)), round(speed * math.cos(angle)), table.across)


def easiest_stroke(situation: Situation, level: Level, rng: Random) -> Stroke:
    """Return the easiest stroke by geometry, without simulating it."""
    return _proposed(situation, _table(situation))[0]


def one_ply(samples: int) -> StrokeChoice:
    """Return a rule that simulates each candidate `samples` times and chooses the best on average.

    All candidates share the same disturbances.
    """

    def choice(situation: Situation, level: Level, rng: Random) -> Stroke:
        table = _table(situation)
        breaking = situation.round.phase is Phase.BREAK
        found = _proposed(situation, table)[: BREAKS if breaking else MOST]
        if len(found) < FEWEST and not breaking:
            found += [each.stroke for each in lattice(table)][: FEWEST - len(found)]
        legal, errors = legality(situation, table.across), disturbances(samples, rng)
        played = [_as_played(stroke, level.hand, by, legal) for stroke in found for by in errors]
        prospect = OutcomeEvaluator(situation.round, level.chance, situation.equipment)
        rated, count = worths(situation, prospect, played), len(errors)
        totals = [sum(rated[at : at + count]) for at in range(0, len(rated), count)]
        return found[max(range(len(found)), key=totals.__getitem__)]

    return choice


_CHOICES: dict[str, StrokeChoice] = {
    "random": random_stroke,
    "greedy": easiest_stroke,
    "one-ply-8": one_ply(8),
    "one-ply-64": one_ply(64),
}


def _anchor(name: str, hand: HandNoise) -> Anchor:
    return Anchor(Level(name, hand, Budget(600, 60.0)), _CHOICES[name])


ANCHORS: dict[str, Callable[[HandNoise], Anchor]] = {name: partial(_anchor, name) for name in _CHOICES}
"""Constructors of the anchors by name, the weakest first."""


def _table(situation: Situation) -> PlayerView:
    if situation.round.result is not None:
        raise RefusedRequest("The board is over: there is no stroke to choose until the next board begins.")
    table = situation.table(situation.round.turn, wanted(situation.round))
    if not table.places:
        raise RefusedRequest("The striker has no legal spot on its lines; the board is to be replayed (Law 142).")
    return table


def _proposed(situation: Situation, table: PlayerView) -> list[Stroke]:
    """Return strokes from the break book or from geometry, the easiest first; at least one."""
    found = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    if not situation.round.ruleset.parameters.backward:
        found = [each for each in found if each.stroke.vy > 0]
    return [each.stroke for each in found] or [straight_ahead(table).stroke]


def _as_played(stroke: Stroke, hand: HandNoise, by: NoiseSample, legal: Callable[[Stroke], bool]) -> Stroke:
    played = disturbed(stroke, hand, by)
    return played if legal(played) else disturbed(stroke, hand, NoiseSample(by.direction, by.speed, 0.0))
