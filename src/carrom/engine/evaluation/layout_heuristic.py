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

    def weights(self, has_partner: bool = False) -> NDArray[np.int64]:
        """Return the weights of the features (`kernel.LIE`): row 0 if another side strikes next, row 1 if not.

        If the other side strikes next, the player's partner strikes after it, from the opposite baseline.
        """
        return _weights(self, has_partner)


@cache
def _weights(leave: LayoutHeuristic, has_partner: bool) -> NDArray[np.int64]:
    made, other = np.zeros((2, kernel.LIE), dtype=np.int64), kernel.BLOCK
    made[:, kernel.L_NEAR] = round(PARTS * leave.near)
    made[:, other + kernel.L_NEAR] = -round(PARTS * leave.near)
    made[0, (2 * other if has_partner else 0) + kernel.L_HARD] = -round(PARTS * leave.hard_after)
    made[1, kernel.L_HARD] = -round(PARTS * leave.hard)
    made[:, other + kernel.L_HARD] = round(PARTS * leave.guard_after), round(PARTS * leave.guard)
    made[:, kernel.L_QUEEN] = -round(PARTS * leave.queen)
    made.flags.writeable = False
    return made


LEAVE = LayoutHeuristic()
