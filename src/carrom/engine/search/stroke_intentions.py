"""What a stroke means: its name by what it does under the player's noise, not only when played exactly.

A stroke that pockets nothing when it is played exactly, but pockets a piece often under noise, is an attempt at that
piece. One that pockets a piece only by accident means to pocket nothing: a safety.
"""

from collections import Counter
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import QUEEN
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.evaluation.outcome_value import wanted
from carrom.engine.geometry.execution_noise import NoiseSample, disturbed
from carrom.engine.rollouts import kernel
from carrom.engine.rollouts.runner import RolloutRunner, colour_of, deviates
from carrom.engine.search.outcome_classes import fallen
from carrom.engine.search.stroke_names import NamedStroke, called
from carrom.rules.round import Phase

SAMPLES = 32
"""Samples by which an intention is judged."""
MEANT = 0.2
"""Share of samples that pocket an own piece or the queen, from which a stroke is an attempt."""
ACCIDENT = 0.05
"""Share below which a stroke that pockets a piece when played exactly is called a safety."""
NAMED = 8
"""Samples that pocket something, the least disturbed ones, among which the most frequent name is taken."""


def intended(runner: RolloutRunner, stroke: Stroke) -> NamedStroke:
    """Return the name of a stroke of the player in turn by what it means to do."""
    situation = runner.situation
    exact = called(situation, stroke)
    if situation.round.phase is Phase.BREAK:
        return exact
    noise = deviates(SAMPLES, Random("intention"))
    row = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]], dtype=np.int64)
    classes, _ = runner.rate(row, noise, 0, SAMPLES, both=False)
    pots = pockets_own(runner, classes[0])
    share = float(pots.mean())
    if exact.disc is not None:
        return exact if share >= ACCIDENT else NamedStroke(StrokeKind.SAFETY)
    if share < MEANT:
        return exact
    least = sorted(np.nonzero(pots)[0].tolist(), key=lambda k: float(np.square(noise[k]).sum()))[:NAMED]
    names = [called(situation, executed(runner, stroke, NoiseSample(*noise[k].tolist()))) for k in least]
    attempts = Counter(name for name in names if name.disc is not None)
    return attempts.most_common(1)[0][0] if attempts else exact


def executed(runner: RolloutRunner, stroke: Stroke, by: NoiseSample) -> Stroke:
    """Return a stroke with noise; the place error is dropped where it would make the spot illegal."""
    made = disturbed(stroke, runner.hand, by)
    if any(low <= made.x <= high for low, high in runner.spans.tolist()):
        return made
    return disturbed(stroke, runner.hand, NoiseSample(by.direction, by.speed, 0.0))


def pockets_own(runner: RolloutRunner, classes: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return for every outcome class whether a piece falls that the player in turn may want to pocket."""
    round_ = runner.situation.round
    whites, blacks, queen, _ = fallen(classes)
    colour = colour_of(round_.sides[round_.mover].colour)
    own = (whites > 0) & (colour != kernel.BLACK) | (blacks > 0) & (colour != kernel.WHITE)
    found: NDArray[np.bool_] = own | (queen > 0) & (QUEEN in wanted(round_))
    return found
