"""Values of outcome classes for a player who takes risks: a point for every sample that keeps the turn.

A weak player whose queen lies badly would otherwise never try to pocket it: every such stroke costs more than a stroke
that does nothing.
"""

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.class_values import ClassValues
from carrom.engine.rollouts import kernel


class BoldClassValues:
    """Values of outcome classes by whether the turn goes on."""

    def __init__(self, values: ClassValues) -> None:
        """Wrap the values of the same round, which provide everything but `of`."""
        self._values = values
        self.kept, self.foul = values.kept, values.foul
        self.by_hand, self.seen = values.by_hand, values.seen

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return a point for each sample that keeps the turn, and less than 0 for a stroke that does not count."""
        values = self._values
        values.learn(classes)
        return kernel.POINT * values.kept[classes].astype(np.int64) - values.penalty[classes]
