"""`carrom/Break-v0`: one stroke at the unbroken rack, whose random gaps the player does not see."""

from typing import Any

import numpy as np

from carrom.arrays import layout
from carrom.board.seat import SEATS, Seat
from carrom.envs.actions import Actions
from carrom.envs.board import LearnerBoard
from carrom.envs.config import Surfaces, terms
from carrom.envs.noise import Noise
from carrom.envs.play import Play
from carrom.rules.ruleset import Ruleset


class Break(LearnerBoard):
    """One break: reward 1 if a piece falls and the breaker keeps the turn, 0 otherwise."""

    def __init__(
        self,
        ruleset: Ruleset | str = "icf",
        actions: Actions = "forward",
        noise: Noise | str | None = None,
        surface: Surfaces = "club",
        render_mode: str | None = None,
    ) -> None:
        """Make the environment. Raises an exception of `carrom.errors` for an unsupported argument."""
        super().__init__(terms(ruleset, 2, "board", surface, noise, "nearest", 1), actions, render_mode)

    @property
    def _seat(self) -> Seat:
        """The breaker's seat: the sides break in alternate episodes."""
        assert self.field is not None
        return SEATS[int(self.field.boards.info[0, layout.BREAKER])]

    def gained(self, mark: Any, play: Play) -> float:
        """Return 1.0 for a good break, else 0.0."""
        assert self.field is not None
        return float(self.field.went_on_well(np.zeros(1, dtype=np.int64))[0])

    def is_done(self, play: Play) -> bool:
        """Return true: an episode has one stroke."""
        return True
