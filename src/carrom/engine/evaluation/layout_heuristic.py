"""A hand-made evaluation of the layout that a stroke leaves."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.engine.rollouts import kernel
from carrom.values import Value

PARTS = 1_000
"""Weights are integer multiples of 1/PARTS."""


class LayoutHeuristic(Value, frozen=True):
    """Weights in points for the layout, from the view of the player who has just struck."""

    near: float = 0.25
    """Value of an own piece at a pocket's mouth over one far from all pockets; an opponent's piece costs as much."""
    hard: float = 1.0
    """Cost of an own piece that cannot be pocketed directly, if the player strikes next."""
    hard_after: float = 1.0
    """The same if the opponent strikes next."""
    guard: float = 0.0
    """Value of an opponent's piece that cannot be pocketed directly, if the player strikes next."""
    guard_after: float = 0.0
    """The same if the opponent strikes next."""
    queen: float = 0.0
    """Cost of a queen that the player cannot pocket directly."""

    def part(self, share: float) -> "LayoutHeuristic":
        """Return the heuristic with all weights multiplied by `share`, for a player with less look-ahead."""
        if share == 1.0:
            return self
        return LayoutHeuristic(*(share * getattr(self, name) for name in self.__struct_fields__))

    def weights(self) -> NDArray[np.int64]:
        """Return the weights of the features (`kernel.LIE`): row 0 if the opponent strikes next, row 1 if not."""
        return _weights(self)


@cache
def _weights(leave: LayoutHeuristic) -> NDArray[np.int64]:
    made = np.zeros((2, kernel.LIE), dtype=np.int64)
    made[:, kernel.L_NEAR] = round(PARTS * leave.near)
    made[:, kernel.L_NEAR + 1] = -round(PARTS * leave.near)
    made[:, kernel.L_HARD] = -round(PARTS * leave.hard_after), -round(PARTS * leave.hard)
    made[:, kernel.L_HARD + 1] = round(PARTS * leave.guard_after), round(PARTS * leave.guard)
    made[:, kernel.L_QUEEN] = -round(PARTS * leave.queen)
    made.flags.writeable = False
    return made


LEAVE = LayoutHeuristic()
