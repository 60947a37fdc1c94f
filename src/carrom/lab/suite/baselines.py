"""Baseline policies of a suite that need no search."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from carrom.lab.suite.definition import Cell


def uniform(cell: Cell) -> Callable[[NDArray[np.float32]], NDArray[np.float64]]:
    """Return the policy of uniformly random actions; its random numbers follow from the cell."""
    generator = np.random.default_rng([len(cell.name), *cell.name.encode()])
    return lambda rows: generator.uniform(-1.0, 1.0, (len(rows), 3))
