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

from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import Boards
from carrom.arrays.observation_rows import functions
from carrom.board.equipment import STANDARD
from carrom.envs.batched.counter_random import shares
from carrom.envs.batched.one_stroke import NAMES, NOWHERE, Strokes
from carrom.envs.noise import Noise, strayed
from carrom.errors import RefusedRequest
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
