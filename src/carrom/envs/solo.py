"""`carrom/Solo-v0`: one player clears the board from the break, by the laws of the points game."""

from functools import cache
from typing import Literal, Unpack

from carrom.board.seat import Seat
from carrom.envs.actions import Actions
from carrom.envs.batched.episodes import BatchedEpisodes
from carrom.envs.board import LearnerBoard, first_seat
from carrom.envs.config import BoardSettings, only_known_keywords, terms
from carrom.envs.noise import Noise
from carrom.envs.play import Play
from carrom.envs.rewards import check_reward
from carrom.rules.custom.load import custom
from carrom.rules.ruleset import Ruleset

DISCS = 19


@cache
def alone() -> Ruleset:
    """Return the points game for one player: no side owns a colour, and fouls return counters."""
    return custom({"extends": "points", "name": "solo", "players": [1]}, "solo")


class SoloTask:
    """Clear the board alone.

    Reward `progress`: discs taken off the board less discs brought back, in nineteenths; a cleared board sums to 1.
    `misses`: -1 for each stroke that takes no disc off the board.
    """

    def __init__(self, reward: Literal["progress", "misses"]) -> None:
        """Reward by `reward`; raises `RefusedRequest` for an unknown one."""
        check_reward(reward, ("progress", "misses"))
        self.reward = reward

    def seat(self, play: Play, field: BatchedEpisodes | None) -> Seat:
        """Return the player's seat."""
        return first_seat(play, field)

    def others(self, play: Play, field: BatchedEpisodes | None) -> None:
        """Do nothing: nobody else plays."""

    def mark(self, play: Play) -> tuple[int, int]:
        """Return the number of discs on the board and of strokes so far."""
        return play.lying, play.strokes

    def gained(self, mark: tuple[int, int], play: Play, field: BatchedEpisodes | None) -> float:
        """Return the reward of the last action."""
        lying, strokes = mark
        taken = lying - play.lying
        if self.reward == "progress":
            return taken / DISCS
        return -1.0 if taken <= 0 and play.strokes > strokes else 0.0

    def is_done(self, play: Play) -> bool:
        """Return whether the board is over."""
        return play.is_over


@only_known_keywords
def solo_env(
    actions: Actions = "forward",
    noise: Noise | str | None = None,
    reward: Literal["progress", "misses"] = "progress",
    render_mode: str | None = None,
    **settings: Unpack[BoardSettings],
) -> LearnerBoard:
    """Return the environment. Raises an exception of `carrom.errors` for an unsupported argument."""
    task = SoloTask(reward)
    settings.setdefault("most_strokes", 200)
    return LearnerBoard(task, terms(alone(), 1, "board", hand=noise, **settings), actions, render_mode)
