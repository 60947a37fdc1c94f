"""The Gymnasium environments that play by the laws: the board, the break and solo runs."""

from functools import cache
from typing import Any, Literal, Protocol, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.board.seat import SEATS, Seat
from carrom.envs.actions import SIZES, Actions, Choice, check_actions, checked, choices_of, mask_of, meant, space_of
from carrom.envs.config import BoardSettings, EnvConfig, Episodes, Noise, Surfaces, only_known_keywords, terms
from carrom.envs.episodes import BatchedEpisodes
from carrom.envs.observation import MODES, SIZE, check_mode, check_reward, observed, shown
from carrom.envs.play import EpisodeState, Play
from carrom.errors import RefusedRequest
from carrom.numeric import checked_seed
from carrom.rules.custom import custom
from carrom.rules.ruleset import Ruleset

Seen = NDArray[np.float32]


class LawfulTask(Protocol):
    """The task of a learner: it plays the other players, rewards each step and ends the episode."""

    def seat(self, play: Play, field: BatchedEpisodes | None) -> Seat:
        """Return the learner's seat."""

    def others(self, play: Play, field: BatchedEpisodes | None) -> None:
        """Play the other players' actions until the learner must decide."""

    def mark(self, play: Play) -> Any:
        """Return what `gained` needs of the state before an action."""

    def gained(self, mark: Any, play: Play, field: BatchedEpisodes | None) -> float:
        """Return the reward of the last action; `mark` was made before it."""

    def is_done(self, play: Play) -> bool:
        """Return whether the episode has terminated (not: been truncated)."""


def first_seat(play: Play, field: BatchedEpisodes | None) -> Seat:
    """Return the seat of side A, which the learner plays."""
    return play.game.state.seats_of("A")[0] if field is None else field.boards.seating[0][0]


class LearnerBoard(gymnasium.Env[Seen, Any]):
    """A Gymnasium environment in which one learner plays by the laws."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, task: LawfulTask, terms: EnvConfig, actions: Actions, render_mode: str | None) -> None:
        """Make the environment of a task. Raises `RefusedRequest` for an unknown kind of action or render mode."""
        check_actions(actions)
        check_mode(render_mode)
        self.task, self.terms, self.actions, self.render_mode = task, terms, actions, render_mode
        self.field = BatchedEpisodes(terms, 1) if terms.contest == "board" else None
        self._episodes = Episodes()
        self.observation_space = spaces.Box(-1.0, 2.0, (SIZE,), np.float32)
        self.action_space = space_of(actions)
        self._play: Play | None = None
        self._choices: tuple[Choice, ...] = ()

    # -- Gymnasium's calls --------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode; `options={"standing": ...}` resumes from a saved state."""
        super().reset(seed=seed if seed is None else checked_seed(seed))
        standing = (options or {}).get("standing")
        self._play = Play(self.terms, self._episodes.next(seed, self), self.field)
        if standing is None:
            self.task.others(self._play, self.field)
            self._look()
        else:
            self.standing = standing
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action. Raises `RefusedRequest` for an invalid one and after the end, and changes nothing then."""
        play = self._running
        if play.is_over or play.is_truncated:
            raise RefusedRequest("the episode is over; expected a reset")
        mark = self.task.mark(play)
        if self.actions != "choices" and play.waits_for_a_stroke:
            play.act_by(checked(action, SIZES[self.actions]))
        else:
            decision = play.decision
            assert decision is not None
            play.act(meant(action, self.actions, play.game, decision, self._choices))
        self.task.others(play, self.field)
        done = self.task.is_done(play)
        self._look()
        reward = self.task.gained(mark, play, self.field)
        return self._seen(), reward, done, play.is_truncated and not done, self._info()

    def render(self) -> Any:
        """Return the board as pixels (`rgb_array`) or text (`ansi`), from the learner's seat."""
        return None if self.render_mode is None else shown(self._running.game, self._seat, self.render_mode)

    def action_masks(self) -> NDArray[np.int8]:
        """Return the mask of available choices, the same as `info["action_mask"]`."""
        return mask_of(self._choices)

    # -- saved state --------------------------------------------------------------------------------------------------

    @property
    def standing(self) -> EpisodeState:
        """The state of the episode as a value; assign it to resume from there."""
        return self._running.standing

    @standing.setter
    def standing(self, standing: EpisodeState) -> None:
        if not isinstance(standing, EpisodeState):
            raise RefusedRequest(f"the state is {standing!r:.60}; expected what `standing` gave")
        self._running.standing = standing
        self._look()

    @property
    def _running(self) -> Play:
        if self._play is None:
            raise RefusedRequest("no episode has begun; expected a reset first")
        return self._play

    @property
    def _seat(self) -> Seat:
        """The learner's seat."""
        return self.task.seat(self._running, self.field)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses behind the last stroke's ruling; empty before the first stroke."""
        rulings = self._running.game.state.rulings
        return rulings[-1].ruling.clauses if rulings else ()

    def _look(self) -> None:
        if self.actions == "choices":
            self._choices = choices_of(self._running.game, self._running.decision, self.actions)

    def _seen(self) -> Seen:
        play = self._running
        if self.field is not None and play.stands_in_arrays:
            seen: Seen = self.field.seen(np.array([self._seat.quarters]))[0]
            return seen
        return observed(play.game, self._seat, play.decision)

    def _info(self) -> dict[str, Any]:
        play = self._running
        info: dict[str, Any] = {"strokes": play.strokes, "score": play.score}
        if self.actions == "choices":
            info["action_mask"] = mask_of(self._choices)
        return info


# -- `carrom/Break-v0`: one stroke at the unbroken rack ----------------------------------------------------------------


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


# -- `carrom/Solo-v0`: one player clears the board ---------------------------------------------------------------------


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
