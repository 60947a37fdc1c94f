"""Evaluate a position: win probability and expected points."""

import numpy as np

from carrom.engine.evaluation.board_inputs import FREE, MICRO, decided, inputs_of, kind_of, layout_inputs
from carrom.engine.evaluation.board_value import learned, points_of
from carrom.engine.evaluation.learned_terms import LearnedTerms
from carrom.engine.evaluation.outcome_value import worth
from carrom.engine.geometry.execution_noise import HandNoise, people
from carrom.engine.play.levels import Level
from carrom.engine.position.board_facts import facts, seats_of
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts.runner import ease_of, surveyed
from carrom.engine.search.budget import Budget
from carrom.physics.batch import places_of
from carrom.values import Value

HAND = people(0.55)
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


def of(situation: Situation, hand: HandNoise = HAND, side: int | None = None) -> PositionValue:
    """Return the value of a situation for a side, by default the one in turn, when all players have that accuracy."""
    round_ = situation.round
    side = round_.mover if side is None else side
    if round_.result is not None or not LearnedTerms.knows(round_):
        chance = Level("any", hand, Budget(1, 1.0)).chance
        return PositionValue((1.0 + worth(round_, side, chance, just_won=True)) / 2.0, worth(round_, side, chance))
    told = facts(round_)
    kind = kind_of(told)
    view = side if kind == FREE else round_.mover
    row, scales = inputs_of(told, view, hand.direction)
    places, eases = places_of([situation.position]), np.array([ease_of(hand)])
    seats = np.array([seats_of(told)], dtype=np.int64)
    lies = surveyed(places, seats, eases, situation.surface, situation.equipment)
    network = learned().networks[kind]
    shares = network.shares(network.prepared([row]), layout_inputs(lies, len(round_.seats)))
    points = float(points_of(kind, shares, np.array([scales], dtype=np.float64))[0]) / MICRO
    won = decided(told, side) if kind == FREE else None
    found = PositionValue(float(shares[0, 0]) / MICRO if won is None else float(won), points)
    return found if view == side else found.turned
