"""The judgement of a stroke: from the loss that the value says and the loss that rollouts found, to a grade.

Nothing is called a mistake on the word of the value alone. A loss within the value's own error (`DEAD_BAND`) is none,
and a larger one counts only if rollouts confirm it (`carrom.analysis.review.rolled_loss`).
"""

import math
from enum import StrEnum

from carrom.analysis.stroke_ranking import DEAD_BAND
from carrom.values import Value

SAME = 0.01
"""Loss up to which a stroke counts as the best one."""


class Grade(StrEnum):
    """The quality of a decision, by the win probability it lost: see docs/how-to/analysis.md."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS = ((0.1, Grade.INACCURACY), (0.15, Grade.MISTAKE))
"""Largest confirmed loss of each grade, as on Lichess; beyond the last one the stroke is a blunder."""
CALLED = frozenset({Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER})
"""Grades that blame a player."""


class RolledLoss(Value, frozen=True, kw_only=True):
    """The loss of a stroke by rollouts."""

    loss: float
    """Mean difference of the win probability; negative if the stroke did better than the alternative."""
    error: float
    """Standard error of `loss`."""
    games: int
    """Boards played out, half of them after each stroke."""
    confirmed: bool
    """Whether the loss is larger than `DEAD_BAND`, and its 95 % interval excludes 0."""


class Judgement(Value, frozen=True, kw_only=True):
    """What is said about a decision."""

    loss: float
    """The loss that counts: the rolled one if it is confirmed, otherwise 0."""
    accuracy: float
    """0 to 100, from `loss`."""
    grade: Grade
    pending: bool
    """Whether rollouts are still needed."""


def needs_rollouts(said: float) -> bool:
    """Whether a loss by the value is large enough to be checked."""
    return said > DEAD_BAND


def judged(said: float, rolled: RolledLoss | None) -> Judgement:
    """Return the judgement of a decision: `said` by the value, and `rolled` if it has been checked."""
    loss = max(0.0, rolled.loss) if rolled is not None and rolled.confirmed and needs_rollouts(said) else 0.0
    return Judgement(
        loss=round(loss, 4),
        accuracy=round(accuracy(loss), 1),
        grade=grade_of(said, loss),
        pending=rolled is None and needs_rollouts(said),
    )


def grade_of(said: float, confirmed: float) -> Grade:
    """Return the grade of a decision from the loss by the value and the confirmed one."""
    if confirmed <= 0.0:
        return Grade.BEST if said <= SAME else Grade.GOOD
    return next((grade for most, grade in LIMITS if confirmed <= most), Grade.BLUNDER)


def accuracy(loss: float) -> float:
    """Return the accuracy of a decision, 0 to 100, from the win probability it lost (the formula of Lichess)."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))
