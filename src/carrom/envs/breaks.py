"""`carrom/Break-v0`: one stroke at the unbroken rack, whose random gaps the player does not see."""

import numpy as np

from carrom.arrays import layout
from carrom.board.seat import SEATS, Seat
from carrom.envs.actions import Actions
from carrom.envs.batched.episodes import BatchedEpisodes
from carrom.envs.board import LearnerBoard
from carrom.envs.config import Surfaces, only_known_keywords, terms
from carrom.envs.noise import Noise
from carrom.envs.play import Play
from carrom.rules.ruleset import Ruleset


class BreakTask:
    """One break: reward 1 if a piece falls and the breaker keeps the turn, 0 otherwise."""

    def seat(self, play: Play, field: BatchedEpisodes | None) -> Seat:
        """Return the breaker's seat: the sides break in alternate episodes."""
        assert field is not None
        return SEATS[int(field.boards.info[0, layout.BREAKER])]

    def others(self, play: Play, field: BatchedEpisodes | None) -> None:
        """Do nothing: an episode is one stroke of the learner."""

    def mark(self, play: Play) -> None:
        """Return nothing: the reward is read from the board after the stroke."""

    def gained(self, mark: None, play: Play, field: BatchedEpisodes | None) -> float:
        """Return 1.0 for a good break, else 0.0."""
        assert field is not None
        return float(field.went_on_well(np.zeros(1, dtype=np.int64))[0])

    def is_done(self, play: Play) -> bool:
        """Return true: an episode has one stroke."""
        return True


@only_known_keywords
def break_env(
    ruleset: Ruleset | str = "icf",
    actions: Actions = "forward",
    noise: Noise | str | None = None,
    surface: Surfaces = "club",
    render_mode: str | None = None,
) -> LearnerBoard:
    """Return the environment. Raises an exception of `carrom.errors` for an unsupported argument."""
    config = terms(ruleset, None, "board", surface, noise, "nearest", 1)
    return LearnerBoard(BreakTask(), config, actions, render_mode)
