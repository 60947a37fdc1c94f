"""What Gymnasium's environments under the law share: an episode, its actions and views, pictures, and its state."""

from abc import ABC, abstractmethod
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.board.seat import Seat
from carrom.envs.actions import Actions, check_actions, choices_of, mask_of, meant, space_of
from carrom.envs.choices import Choice
from carrom.envs.pictures import MODES, check_mode, shown
from carrom.envs.play import Play, Standing
from carrom.envs.terms import Terms
from carrom.envs.view import SIZE, observed
from carrom.errors import RefusedRequest
from carrom.game.game import Game
from carrom.physics import warm

Seen = NDArray[np.float32]


class Board(gymnasium.Env[Seen, Any], ABC):
    """One learner at a board, under the law."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, terms: Terms, actions: Actions, render_mode: str | None) -> None:
        """Make the environment. Raises `RefusedRequest` for actions or a render mode that there are not."""
        check_actions(actions)
        check_mode(render_mode)
        warm()
        self.terms, self.actions, self.render_mode = terms, actions, render_mode
        self.observation_space = spaces.Box(-1.0, 2.0, (SIZE,), np.float32)
        self.action_space = space_of(actions)
        self._play: Play | None = None
        self._choices: tuple[Choice, ...] = ()

    # -- what an environment says of itself ---------------------------------------------------------------------------

    @abstractmethod
    def gained(self, before: Game, after: Game) -> float:
        """Return the reward of what has just been done."""

    def is_done(self, before: Game, after: Game) -> bool:
        """Whether the episode is at its end by its own nature, not for its length."""
        return after.is_over

    def others(self, play: Play) -> None:
        """Let everybody else act until the learner is to decide."""

    # -- Gymnasium's calls --------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode; `options={"standing": ...}` begins where one stood."""
        super().reset(seed=seed)
        standing = (options or {}).get("standing")
        self._play = Play(self.terms, int(self.np_random.integers(1 << 62)))
        if standing is None:
            self.others(self._play)
            self._look()
        else:
            self.standing = standing
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Do what an action means. Raises `RefusedRequest` for one that means nothing; nothing has changed then."""
        play, decision = self._running, self._running.decision
        if decision is None:
            raise RefusedRequest("the episode is over; expected a reset")
        before = play.game
        play.act(meant(action, self.actions, before, decision, self._choices))
        self.others(play)
        after = play.game
        done = self.is_done(before, after)
        self._look()
        return self._seen(), self.gained(before, after), done, play.is_truncated and not done, self._info()

    def render(self) -> Any:
        """Return the board as pixels (`rgb_array`) or text (`ansi`), from the learner's seat."""
        return None if self.render_mode is None else shown(self._running.game, self._seat, self.render_mode)

    def action_masks(self) -> NDArray[np.int8]:
        """Return which choices there are now; `info["action_mask"]` says the same."""
        return mask_of(self._choices)

    # -- where it stands ----------------------------------------------------------------------------------------------

    @property
    def standing(self) -> Standing:
        """Where the episode stands, as a value; set it to go on from there."""
        return self._running.standing

    @standing.setter
    def standing(self, standing: Standing) -> None:
        if not isinstance(standing, Standing):
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
        """Where the learner sits."""
        return self._running.game.state.seats_of("A")[0]

    def _look(self) -> None:
        self._choices = choices_of(self._running.game, self._running.decision, self.actions)

    def _seen(self) -> Seen:
        play = self._running
        return observed(play.game, self._seat, play.decision)

    def _info(self) -> dict[str, Any]:
        play = self._running
        info: dict[str, Any] = {"strokes": play.standing.strokes, "score": play.game.score}
        rulings = play.game.state.rulings
        if rulings:
            info["clauses"] = rulings[-1].ruling.clauses
        if self.actions == "choices":
            info["action_mask"] = mask_of(self._choices)
        return info
