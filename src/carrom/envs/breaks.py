"""`carrom/Break-v0`: one stroke at the unbroken rack, whose gaps nobody knows before."""

from typing import Any

import numpy as np

from carrom.arrays import layout
from carrom.board.seat import SEATS, Seat
from carrom.envs.actions import Actions
from carrom.envs.board import Board
from carrom.envs.config import Surfaces, terms
from carrom.envs.noise import Noise
from carrom.envs.play import Play
from carrom.rules.ruleset import Ruleset


class Break(Board):
    """Break once: 1 where a man falls and the law lets the breaker strike again, 0 otherwise."""

    def __init__(
        self,
        ruleset: Ruleset | str = "icf",
        actions: Actions = "forward",
        noise: Noise | str | None = None,
        surface: Surfaces = "club",
        render_mode: str | None = None,
    ) -> None:
        """Make the environment. Raises an exception of `carrom.errors` for what cannot be played."""
        super().__init__(terms(ruleset, 2, "board", surface, noise, "nearest", 1), actions, render_mode)

    @property
    def _seat(self) -> Seat:
        """Where the breaker sits: one side breaks in every other episode."""
        assert self.field is not None
        return SEATS[int(self.field.boards.info[0, layout.BREAKER])]

    def gained(self, mark: Any, play: Play) -> float:
        """Return whether the break was good."""
        assert self.field is not None
        return float(self.field.went_on_well(np.zeros(1, dtype=np.int64))[0])

    def is_done(self, play: Play) -> bool:
        """One stroke is all there is."""
        return True
