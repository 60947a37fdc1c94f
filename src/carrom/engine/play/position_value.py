"""Evaluate a position: win probability and expected points."""

import numpy as np

from carrom.engine.evaluation.learned_terms import LearnedTerms, prices_of
from carrom.engine.evaluation.outcome_value import worth
from carrom.engine.evaluation.value_network import MICRO, learned, lie_inputs, round_inputs
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import Level, level_named
from carrom.engine.position.features import F_COLOUR, F_QUARTERS, F_THEIR_QUARTERS, facts
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts.runner import ease_of, surveyed
from carrom.engine.search.budget import Budget
from carrom.physics.batch import places_of
from carrom.values import Value

HAND = level_named("champion").hand
"""Default accuracy of both sides: that of the best people."""


class PositionValue(Value, frozen=True):
    """The value of a board for one side, before its next stroke or the opponent's."""

    win: float
    """Probability of winning the board, from 0 to 1."""
    points: float
    """Expected points; negative if the opponent is expected to get them."""

    @property
    def turned(self) -> "PositionValue":
        """The same value for the other side."""
        return PositionValue(1.0 - self.win, -self.points)


def of(situation: Situation, hand: HandNoise = HAND) -> PositionValue:
    """Return the value of a situation for the side in turn, when both sides play with that accuracy.

    The learned evaluation covers two sides that own colours; in other rule sets the value comes from the lead.
    """
    round_, side = situation.round, situation.round.mover
    if round_.result is not None or not LearnedTerms.knows(round_):
        chance = Level("any", hand, Budget(1, 1.0)).chance
        return PositionValue((1.0 + worth(round_, side, chance, just_won=True)) / 2.0, worth(round_, side, chance))
    features, net = facts(round_, side), learned()
    seats = np.array([[features[F_COLOUR], features[F_QUARTERS], features[F_THEIR_QUARTERS]]], dtype=np.int64)
    places, eases = places_of([situation.position]), np.array([ease_of(hand)])
    lies = surveyed(places, seats, eases, situation.surface, situation.equipment)
    prepared = net.prepared([round_inputs(features, hand.direction, prices_of(round_))])
    win, points = net.of(prepared, lie_inputs(lies))
    return PositionValue(float(win[0]) / MICRO, float(points[0]) / MICRO)
