"""The evaluation of the anchors: an outcome's points, and how near to the pockets its discs came to rest.

Batch and single simulation give the same values. An outcome is judged once for each set of discs that fell; the rest
positions are evaluated on the arrays.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import Kind
from carrom.board.stroke import Stroke
from carrom.engine.evaluation.class_values import NEVER
from carrom.engine.evaluation.outcome_value import NEAR, NEARNESS, OutcomeEvaluator
from carrom.engine.position.situation import Situation
from carrom.errors import SimulationDiverged
from carrom.physics import is_warm, simulate
from carrom.physics.batch import DISCS, NOWHERE, Batch, batch

_COLOURS = {
    Kind.WHITE: np.array([(disc.kind is Kind.WHITE) * 1.0 - (disc.kind is Kind.BLACK) for disc in DISCS]),
    Kind.BLACK: np.array([(disc.kind is Kind.BLACK) * 1.0 - (disc.kind is Kind.WHITE) for disc in DISCS]),
}
"""By colour: 1 for each disc of that colour, −1 for each of the other colour."""


def worths(situation: Situation, prospect: OutcomeEvaluator, strokes: Sequence[Stroke]) -> list[float]:
    """Return the value of each stroke in points, simulated once without noise for the player in turn."""
    if not strokes:
        return []
    if is_warm():
        try:
            return _from_batch(situation, prospect, strokes)
        except SimulationDiverged:
            pass
    return [_alone(situation, prospect, stroke) for stroke in strokes]


def _alone(situation: Situation, prospect: OutcomeEvaluator, stroke: Stroke) -> float:
    try:
        played = simulate(
            situation.position, stroke, situation.round.turn, situation.surface, equipment=situation.equipment
        )
    except SimulationDiverged:
        return NEVER
    return prospect.of_outcome(played.outcome, played.rest)


def _from_batch(situation: Situation, prospect: OutcomeEvaluator, strokes: Sequence[Stroke]) -> list[float]:
    tried = batch(
        [situation.position],
        strokes,
        situation.round.turn,
        situation.surface,
        threads=1,
        equipment=situation.equipment,
    )
    fell, touched = np.isfinite(tried.fell[0]), np.isfinite(tried.touched[0])
    lies = _lies(tried, situation)
    seen: dict[bytes, tuple[float, bool]] = {}
    found = []
    for index in range(len(strokes)):
        met = bool(touched[index].any())
        key = (fell[index] | 2 * (touched[index] & fell[index])).tobytes()
        if not met or key not in seen:
            judged = prospect.judged(tried.outcome(0, index))
            if met:
                seen[key] = judged
        else:
            judged = seen[key]
        points, over = judged
        found.append(points if over else points + float(lies[index]))
    return found


def _lies(tried: Batch, situation: Situation) -> NDArray[np.float64]:
    """Return the value of the rest positions for the player in turn, one number per stroke."""
    round_ = situation.round
    colour = round_.sides[round_.mover].colour
    if colour is None:
        return np.zeros(len(tried.strokes))
    rest = tried.rest[0].astype(np.float64)
    corner = situation.equipment.pocket_centre
    apart = np.hypot(np.abs(rest[..., 0]) - corner, np.abs(rest[..., 1]) - corner)
    near = np.where(rest[..., 0] == NOWHERE, 0.0, np.exp(-apart / NEARNESS))
    worth: NDArray[np.float64] = NEAR * (near @ _COLOURS[colour])
    return worth
