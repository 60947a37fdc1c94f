"""The expected line: the best stroke played without noise, and the best strokes after it."""

from random import Random

from carrom.analysis.messages import ExpectedStroke
from carrom.analysis.stroke_details import corner_of
from carrom.board.stroke import Stroke
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.engine import Engine
from carrom.engine.play.levels import Level
from carrom.engine.position.situation import Situation
from carrom.engine.search.budget import Budget
from carrom.errors import RefusedRequest
from carrom.physics.simulate import simulate
from carrom.practice.play import ruled

FORESEEN = 4_000
"""Simulations for each stroke of a line."""
LONG = 1e9


def after(situation: Situation, stroke: Stroke) -> Situation:
    """Return the situation after a stroke played without noise, including the pieces that the umpire puts back."""
    played = simulate(
        situation.position, stroke, situation.round.turn, situation.surface, equipment=situation.equipment
    )
    then = ruled(situation.round, played.outcome, played.rest)
    assert then.round is not None, "a judged stroke leads to a round"
    return Situation(then.round, then.position, situation.surface, situation.equipment)


def following(
    situation: Situation, stroke: Stroke, hand: HandNoise, steps: int, seed: int = 0
) -> tuple[ExpectedStroke, ...]:
    """Return the strokes expected after a stroke, at most `steps`, until the end of the board."""
    engine = Engine(Level("any", hand, Budget(FORESEEN, LONG)), lambda: 0.0)
    found: list[ExpectedStroke] = []
    while len(found) < steps:
        situation = after(situation, stroke)
        if situation.round.result is not None:
            break
        try:
            aimed = engine.aim(situation, Random(f"{seed} {len(found)}"))
        except RefusedRequest:  # the striker has no room
            break
        seat, stroke = situation.round.turn, aimed.stroke
        found.append(
            ExpectedStroke(
                seat=seat,
                name=aimed.name,
                disc=aimed.disc,
                corner=corner_of(aimed.pocket, seat),
                stroke=stroke,
                success=round(aimed.promise.success, 4),
            )
        )
    return tuple(found)
