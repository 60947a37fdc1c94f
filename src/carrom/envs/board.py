"""The Gymnasium environment that plays by the laws: reset, step, render and saved state, around one task."""

from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.board.seat import Seat
from carrom.envs.actions import Actions, check_actions, choices_of, mask_of, meant, space_of
from carrom.envs.aim import SIZES, checked
from carrom.envs.batched.counter_random import Episodes
from carrom.envs.batched.episodes import BatchedEpisodes
from carrom.envs.choices import Choice
from carrom.envs.config import EnvConfig
from carrom.envs.observation import SIZE, observed
from carrom.envs.play import EpisodeState, Play
from carrom.envs.render import MODES, check_mode, shown
from carrom.errors import RefusedRequest
from carrom.numeric import checked_seed
from carrom.physics import warm

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
        warm()
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
