"""The graded tasks as Gymnasium environments, single and vectorised."""

from collections.abc import Iterable
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.validity import check_position
from carrom.draw.pixels import pixels
from carrom.envs.actions import space_of
from carrom.envs.aim import SIZES, Numbers, checked
from carrom.envs.batched.counter_random import Episodes
from carrom.envs.batched.one_stroke import NAMES, NOWHERE
from carrom.envs.batched.tasks import Drill, Task, task_named
from carrom.envs.batched.vector_env import BatchedVectorEnv, VectorOptions, VectorSettings
from carrom.envs.config import Surfaces, drawn_surface, only_known_keywords, surfaces
from carrom.envs.noise import Noise, noise
from carrom.envs.render import MODES, SIZE, check_mode, lettered
from carrom.errors import RefusedRequest
from carrom.numeric import checked_seed
from carrom.values import Value

Seen = NDArray[np.float32]


class DrillStanding(Value, frozen=True):
    """The state of an episode of a task."""

    places: tuple[tuple[int, int], ...]
    """x and y of every piece, µm; NOWHERE for one that has fallen."""
    seed: int
    left: int


def observation_space(task: Task) -> spaces.Space[Any]:
    """Return the observation space of one board of a task."""
    return spaces.Box(-1.0, 1.0, (3 * task.men + 1,), np.float32)


class TaskEnv(gymnasium.Env[Seen, Any]):
    """One board of a graded task (`carrom.envs.batched.tasks`)."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    @only_known_keywords
    def __init__(
        self,
        task: str = "straight",
        actions: Numbers = "forward",
        noise: Noise | str | None = None,
        surface: Surfaces = "club",
        render_mode: str | None = None,
    ) -> None:
        """Make the environment. Raises an exception of `carrom.errors` for an unsupported argument."""
        check_mode(render_mode)
        self.render_mode, self.actions = render_mode, actions
        self._episodes = Episodes()
        if actions not in SIZES:
            raise RefusedRequest(f"actions are {actions!r:.40}; expected one of {', '.join(SIZES)}")
        self._many = Drills(task, 1, noise, surface)
        self.observation_space, self.action_space = observation_space(self._many.task), space_of(actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode; `options={"standing": ...}` resumes from a saved state."""
        super().reset(seed=seed if seed is None else checked_seed(seed))
        self._many.begin(np.zeros(1, dtype=np.int64), np.array([self._episodes.next(seed, self)]))
        standing = (options or {}).get("standing")
        if standing is not None:
            self.standing = standing
        return self._many.drill.seen()[0], {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play one stroke. Raises `RefusedRequest` for an invalid action, before the first reset and after the end."""
        if self._many.drill.is_over(np.zeros(1, dtype=np.int64))[0]:
            raise RefusedRequest("no episode is under way; expected a reset")
        numbers = checked(action, SIZES[self.actions])
        gained, over = self._many.play(numbers[None], np.zeros(1, dtype=np.int64))
        return self._many.drill.seen()[0], float(gained[0]), bool(over[0]), False, {}

    def render(self) -> Any:
        """Return the board as pixels (`rgb_array`) or text (`ansi`)."""
        if self.render_mode is None:
            return None
        return self._many.picture(0, self.render_mode)

    @property
    def standing(self) -> DrillStanding:
        """The state of the episode as a value; assign it to resume from there."""
        drill = self._many.drill
        places = tuple((int(x), int(y)) for x, y in drill.places[0])
        return DrillStanding(places, int(drill.seeds[0]), int(drill.left[0]))

    @standing.setter
    def standing(self, standing: DrillStanding) -> None:
        drill = self._many.drill
        if not isinstance(standing, DrillStanding) or len(standing.places) != drill.task.men:
            raise RefusedRequest(f"the state is {standing!r:.60}; expected what `standing` gave for this task")
        check_position(position_of(standing.places))
        drill.places[0], drill.seeds[0], drill.left[0] = standing.places, standing.seed, standing.left
        self._many.surface_of(0, standing.seed)


def position_of(places: Iterable[tuple[int, int]]) -> Position:
    """Return the pieces of a task as a position."""
    return Position.of((NAMES[k], Point(x, y)) for k, (x, y) in enumerate(places) if x != NOWHERE)


class Drills:
    """N boards of a task: the `Stage` of its vector environment. With surface ranges each episode draws its surface."""

    def __init__(
        self, task: str, boards: int, hand: Noise | str | None, surface: Surfaces, threads: int | None = 1
    ) -> None:
        self.task = task_named(task)
        self._made_with = task, boards, hand, surface, threads
        self.fixed, self.ranges = surfaces(surface)
        grounds = [self.fixed] * (boards if self.ranges else 1)
        self.drill = Drill(self.task, grounds, noise(hand), boards, threads)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments and arrays from which a copy is made, for `copy` and `pickle`."""
        return _restored, (self._made_with, tuple(array.copy() for array in self.arrays))

    def begin(self, which: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """Begin the episodes of these seeds on those boards."""
        self.drill.begin(which, seeds)
        for board, seed in zip(which.tolist(), seeds.tolist(), strict=True) if self.ranges else ():
            self.surface_of(board, seed)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays that hold the boards' state."""
        return self.drill.places, self.drill.seeds, self.drill.left

    def resume(self) -> None:
        """Set the surfaces that belong to the episodes after the arrays were overwritten."""
        for board, seed in enumerate(self.drill.seeds.tolist()):
            self.surface_of(board, seed)

    def surface_of(self, board: int, seed: int) -> None:
        """Set the surface of a board to that of an episode."""
        if self.ranges:
            self.drill.boards.lay([board], [drawn_surface(self.fixed, self.ranges, seed)])

    def play(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Play one stroke on each of those boards."""
        return self.drill.step(numbers, which)

    def cut(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return false for every board: a task terminates at its limit of strokes and is never truncated."""
        return np.zeros(len(which), dtype=np.bool_)

    def seen(self, into: Seen | None = None) -> Seen:
        """Return the observation of every board, in a new array or in `into`."""
        return self.drill.seen(into)

    def picture(self, board: int, mode: str) -> Any:
        """Return one board as pixels or text."""
        places = self.drill.places[board].tolist()
        lying = position_of(places)
        if mode == "rgb_array":
            return pixels(lying.placed, Seat.SOUTH, SIZE)
        return lettered(lying, Seat.SOUTH, STANDARD)


def _restored(made_with: tuple[Any, ...], arrays: tuple[NDArray[Any], ...]) -> Drills:
    """Return boards restored from a copy or a pickle."""
    found = Drills(*made_with)
    for own, array in zip(found.arrays, arrays, strict=True):
        own[...] = array
    found.resume()
    return found


@only_known_keywords
def task_vector_env(
    num_envs: int = 1,
    task: str = "straight",
    noise: Noise | str | None = None,
    surface: Surfaces = "club",
    threads: int | None = None,
    **options: Unpack[VectorOptions],
) -> BatchedVectorEnv:
    """Return many boards of a graded task as a vector environment.

    Raises an exception of `carrom.errors` for an argument that is not supported.
    """
    settings = VectorSettings.checked(num_envs, **options)
    stage = Drills(task, settings.num_envs, noise, surface, threads)
    return BatchedVectorEnv(settings, stage, observation_space(stage.task))
