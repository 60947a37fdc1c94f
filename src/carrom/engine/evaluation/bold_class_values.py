"""Values of outcome classes for a player who risks more.

Without it a weak player whose queen lies badly would wait for ever: every stroke at her costs more than one that does
nothing.
"""

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.class_values import ClassValues
from carrom.engine.rollouts import kernel


class BoldClassValues(ClassValues):
    """The worth of every class of strokes by whether the turn goes on."""

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return a point for each sample that keeps the turn, and less than 0 for a stroke that does not count."""
        self.learn(classes)
        return kernel.POINT * self.kept[classes].astype(np.int64) - self.penalty[classes]
