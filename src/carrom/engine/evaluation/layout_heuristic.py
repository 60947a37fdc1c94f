"""A hand-made evaluation of the layout that a stroke leaves."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.engine.rollouts import kernel
from carrom.values import Value

PARTS = 1_000
"""Weights are whole parts of this."""


class LayoutHeuristic(Value, frozen=True):
    """Points that a lie is worth, for the player who has just struck."""

    near: float = 0.25
    """A man of his right at a pocket's mouth, against one far from all pockets; a man of the other's costs as much."""
    hard: float = 1.0
    """A man of his who cannot be pocketed directly costs this, while he strikes on."""
    hard_after: float = 1.0
    """The same when the other is to strike."""
    guard: float = 0.0
    """A man of the other's who cannot be pocketed directly is worth this, while the player strikes on."""
    guard_after: float = 0.0
    """The same when the other is to strike."""
    queen: float = 0.0
    """A queen whom he cannot pocket directly costs this."""

    def part(self, share: float) -> "LayoutHeuristic":
        """Return it as somebody holds it who thinks that far ahead only: so large a part of it."""
        if share == 1.0:
            return self
        return LayoutHeuristic(*(share * getattr(self, name) for name in self.__struct_fields__))

    def weights(self) -> NDArray[np.int64]:
        """Return the weight of each column of `trying.LIE`, when the other is to strike and when the player is."""
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
