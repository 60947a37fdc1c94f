"""Values of outcome classes for a player who takes risks: a point for every sample that keeps the turn.

A weak player whose queen lies badly would otherwise never try to pocket it: every such stroke costs more than a stroke
that does nothing.
"""

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.class_values import ClassValues
from carrom.engine.rollouts import kernel
from carrom.engine.search.outcome_classes import touched


class BoldClassValues:
    """Values of outcome classes by whether the turn goes on."""

    def __init__(self, values: ClassValues, touching: float = 0.0) -> None:
        """Wrap the values of the same round, which provide everything but `of`.

        `touching` is the value in points of a sample in which the striker touches a piece. A small one decides between
        strokes that keep the turn equally often, such as never.
        """
        self._values, self._touching = values, round(kernel.POINT * touching)
        self.kept, self.foul = values.kept, values.foul
        self.by_hand, self.seen = values.by_hand, values.seen

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return a point for each sample that keeps the turn, and less than 0 for a stroke that does not count."""
        values = self._values
        values.learn(classes)
        touching = self._touching * touched(classes).astype(np.int64)
        return kernel.POINT * values.kept[classes].astype(np.int64) + touching - values.penalty[classes]
