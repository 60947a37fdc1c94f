"""What happened in the samples of a rollout, read from their outcome classes."""

import numpy as np
from numpy.typing import NDArray

from carrom.engine.rollouts import kernel

_AFTER_STRIKER = 12
"""Classes that differ only in what `kernel.class_of` adds after the striker."""
Counts = NDArray[np.int64]


def fallen(classes: NDArray[np.int16]) -> tuple[Counts, Counts, Counts, Counts]:
    """Return how many whites, blacks, queens and strikers fell, by sample; zero for a simulation that diverged."""
    known = np.where(classes == kernel.DIVERGED, 0, classes.astype(np.int64))
    rest = known // _AFTER_STRIKER
    rest, striker = rest // 2, rest % 2
    men, queen = rest // 2, rest % 2
    return men // 10, men % 10, queen, striker


def touched(classes: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return whether the striker touched a piece, by sample; False for a simulation that diverged."""
    met: NDArray[np.bool_] = (classes != kernel.DIVERGED) & (classes % 2 == 1)
    return met
