"""Graded benchmark tasks, simulated on many boards at once.

| task | pieces | strokes | positions |
|---|---|---|---|
| `straight` | 1 | 1 | on a line from a legal spot to a far pocket |
| `anywhere` | 1 | 1 | anywhere clear of pockets and lines |
| `three` | 3 | 6 | anywhere, clear of each other |
| `full` | 19 | 60 | anywhere, clear of each other |

A stroke's reward is 1/pieces for every piece that falls, and 0 if the striker falls too. An observation is x and y as
shares of half the board and 1 for every piece on the board, 0, 0, 0 for a fallen one, then the share of strokes left.
"""

from collections.abc import Iterable
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.arrays import Boards
from carrom.arrays.observation_rows import functions
from carrom.board import Point, Position, Seat, check_position
from carrom.board.equipment import STANDARD
from carrom.draw.pixels import pixels
from carrom.envs.actions import SIZES, Numbers, checked, space_of
from carrom.envs.config import (
    Episodes,
    Noise,
    Surfaces,
    drawn_surface,
    noise,
    only_known_keywords,
    shares,
    strayed,
    surfaces,
)
from carrom.envs.observation import MODES, PIXELS, check_mode, lettered
from carrom.envs.vector_env import NAMES, NOWHERE, BatchedVectorEnv, Strokes, VectorOptions, VectorSettings
from carrom.errors import RefusedRequest
from carrom.numeric import checked_seed
from carrom.physics.batch import DISCS
from carrom.physics.surface import Surface
from carrom.values import Value

LAY, NOISE = 4, 2
"""Purpose numbers in the keys of random streams."""
CLEAR = 34_000
"""Minimum distance of two pieces' centres in a start position, µm."""
EDGE, FROM_POCKET = 350_000, 45_000
"""Maximum distance of a piece from the centre along x or y, and minimum distance from a pocket's centre, µm."""
TRIES = 60
"""Random places tried for a piece; the probability that none of them is free is below 1e-9."""


class Task(Value, frozen=True):
    """One of the graded tasks."""

    name: str
    men: int
    strokes: int
    on_a_line: bool = False


TASKS = {
    task.name: task
    for task in (Task("straight", 1, 1, True), Task("anywhere", 1, 1), Task("three", 3, 6), Task("full", 19, 60))
}


def task_named(name: str) -> Task:
    """Return the task of that name. Raises `RefusedRequest`, with the known names, for an unknown one."""
    if name not in TASKS:
        raise RefusedRequest(f"there is no task {name!r:.40}; the tasks are {', '.join(TASKS)}")
    return TASKS[name]


def laid(task: Task, seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the start positions of the episodes of these seeds, µm, shape (seeds, pieces, 2)."""
    if task.on_a_line:
        return _on_a_line(seeds)
    places = np.full((len(seeds), task.men, 2), NOWHERE, dtype=np.int64)
    drawn = shares((seeds, LAY), 2 * TRIES * task.men).reshape(len(seeds), task.men, TRIES, 2)
    tried = np.rint((2 * drawn - 1) * EDGE).astype(np.int64)
    from_pocket = np.abs(tried) - STANDARD.pocket_centre
    good = (from_pocket**2).sum(axis=-1) >= FROM_POCKET**2
    for man in range(task.men):
        away = ((tried[:, man, :, None] - places[:, None, :man]) ** 2).sum(axis=-1)
        free = good[:, man] & (away >= CLEAR**2).all(axis=-1)
        places[:, man] = tried[np.arange(len(seeds)), man, free.argmax(axis=1)]
    return places


def _on_a_line(seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Place one piece on a straight line from a legal striker spot to a far pocket."""
    drawn = shares((seeds, LAY), 3)
    start = np.stack(((2 * drawn[:, 0] - 1) * 180_000, np.full(len(seeds), -float(STANDARD.baseline))), axis=1)
    side = np.where(drawn[:, 1] < 0.5, -1.0, 1.0)
    pocket = np.stack((side * STANDARD.pocket_centre, np.full(len(seeds), float(STANDARD.pocket_centre))), axis=1)
    way = 0.3 + 0.5 * drawn[:, 2:]
    places: NDArray[np.int64] = np.rint(start + way * (pocket - start)).astype(np.int64)[:, None]
    return places


class Drill:
    """N boards of one task, each in its own episode; only the striker's spot is checked against the laws."""

    def __init__(self, task: Task, grounds: list[Surface], hand: Noise, boards: int, threads: int | None = 1) -> None:
        """Make the boards with one surface for all or one for each; `begin` starts their episodes."""
        self.task, self.hand = task, hand
        self.boards = Boards(boards, surface=grounds, threads=threads)
        self.places = np.full((boards, task.men, 2), NOWHERE, dtype=np.int64)
        self.seeds = np.zeros(boards, dtype=np.int64)
        self.left = np.zeros(boards, dtype=np.int64)
        self._columns = [DISCS.index(disc) for disc in NAMES[: task.men]]
        self._lead = functions(self.boards.kernel.is_compiled)["lead"]

    def begin(self, which: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """Begin the episodes of these seeds on those boards."""
        self.places[which] = laid(self.task, seeds)
        self.seeds[which] = seeds
        self.left[which] = self.task.strokes

    def seen(self, into: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return the observation of every board, (boards, 3 * pieces + 1), in a new array or in `into`."""
        lies = self.places[:, :, 0] != NOWHERE
        rows = np.empty((len(lies), 3 * self.task.men + 1), dtype=np.float32) if into is None else into
        for axis in (0, 1):
            rows[:, axis:-1:3] = np.where(lies, self.places[:, :, axis] / STANDARD.half, 0.0)
        rows[:, 2:-1:3] = lies
        rows[:, -1] = self.left / self.task.strokes
        return rows

    def meant(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> tuple[Strokes, NDArray[np.int64]]:
        """Return the strokes that actions (boards, 3 or 4) encode, and the ends of the strikers' legal spans.

        Both cover all boards, int64 (N, 5) and (N, 2); only the rows in `which` are valid.
        """
        self.boards.places[which[:, None], self._columns] = self.places[which]
        table, shares = np.zeros((self.boards.count, 5), dtype=np.int64), np.zeros(self.boards.count)
        shares[which] = (numbers[:, 0] + 1) / 2
        self._lead(numbers, False, table, which)
        return table, self.boards.reached(shares, table, which)

    def strokes(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> Strokes:
        """Return the strokes that actions encode, with execution noise; only the rows in `which` are valid."""
        table, ends = self.meant(numbers, which)
        return self._strayed(table, ends, which)

    def _strayed(self, table: Strokes, ends: NDArray[np.int64], which: NDArray[np.int64]) -> Strokes:
        """Add execution noise to the strokes of those boards; `ends` are the ends of the strikers' spans."""
        if self.hand.model != "none":
            key = (self.seeds[which], self.task.strokes - self.left[which], NOISE)
            x, v = strayed(self.hand, table[which, 0], table[which, 1:3], ends[which, 0], ends[which, 1], key)
            table[which, 0], table[which, 1:3] = x, v
        return table

    def step(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Play one stroke on each of those boards; return the rewards and which episodes are over."""
        return self._struck(self.strokes(numbers, which), which)

    def strike(
        self, strokes: Strokes, ends: NDArray[np.int64], which: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Play intended strokes (boards, 5) with execution noise on those boards, and return what `step` does.

        `ends` (boards, 2; µm) are the ends of the spans in which the strikers stand. Raises `IllegalStroke` for the
        first illegal stroke and changes nothing then.
        """
        count = self.boards.count
        table, all_ends = np.zeros((count, 5), dtype=np.int64), np.zeros((count, 2), dtype=np.int64)
        self.boards.places[which[:, None], self._columns] = self.places[which]
        table[which], all_ends[which] = strokes, ends
        return self._struck(self._strayed(table, all_ends, which), which)

    def _struck(self, table: Strokes, which: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        before = self.places[which]
        self.boards.check(table, which)
        self.boards.strike(table, which)
        rest = self.boards.seen.rest[which[:, None], self._columns]
        fallen = np.isfinite(self.boards.seen.fell[which, 0])
        self.places[which] = rest
        self.left[which] -= 1
        downs = ((before[:, :, 0] != NOWHERE) & (rest[:, :, 0] == NOWHERE)).sum(axis=1)
        gained = np.where(fallen, 0.0, downs / self.task.men)
        return gained, self.is_over(which)

    def is_over(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return on which of those boards no stroke or no piece is left."""
        found: NDArray[np.bool_] = (self.left[which] == 0) | (self.places[which, :, 0] == NOWHERE).all(axis=1)
        return found


# -- the tasks as Gymnasium environments, single and vectorised --------------------------------------------------------


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
    """One board of a graded task (`carrom.envs.tasks`)."""

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
            return pixels(lying.placed, Seat.SOUTH, PIXELS)
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
