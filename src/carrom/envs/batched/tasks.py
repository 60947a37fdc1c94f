"""The graded tasks on many boards at once.

| task | men | strokes | where they lie |
|---|---|---|---|
| `straight` | 1 | 1 | on a line from a legal spot to a far pocket |
| `anywhere` | 1 | 1 | anywhere clear of pockets and lines |
| `three` | 3 | 6 | anywhere, clear of each other |
| `full` | 19 | 60 | anywhere, clear of each other |

A stroke brings 1/men for every man that falls, and nothing when the striker falls too. An observation is x and y as
shares of half the board and 1 for every man that lies, 0, 0, 0 for one that is down, then the share of strokes left.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import Boards
from carrom.board.equipment import STANDARD
from carrom.envs.batched.counter_random import shares
from carrom.envs.batched.observation_rows import functions
from carrom.envs.batched.one_stroke import NAMES, NOWHERE, Strokes
from carrom.envs.noise import Noise, strayed
from carrom.errors import RefusedRequest
from carrom.physics.batch import DISCS
from carrom.physics.surface import Surface
from carrom.values import Value

LAY, NOISE = 4, 2
"""What a stream of chance is for."""
CLEAR = 34_000
"""Least distance of two men's centres when they are laid, in µm."""
EDGE, FROM_POCKET = 350_000, 45_000
"""How far from the centre a man may be laid, and how far from a pocket's middle at least, in µm."""
TRIES = 60
"""Places that are tried for a man; the chance that none of them is free is less than one in 10^9."""


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
    """Return the task of that name. Raises `RefusedRequest` with the names there are."""
    if name not in TASKS:
        raise RefusedRequest(f"there is no task {name!r:.40}; the tasks are {', '.join(TASKS)}")
    return TASKS[name]


def laid(task: Task, seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where the men lie in the episodes of these seeds, in µm, as an array (seeds, men, 2)."""
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
    """Lay one man between the striker's lines and a far pocket, on a straight way between them."""
    drawn = shares((seeds, LAY), 3)
    start = np.stack(((2 * drawn[:, 0] - 1) * 180_000, np.full(len(seeds), -float(STANDARD.baseline))), axis=1)
    side = np.where(drawn[:, 1] < 0.5, -1.0, 1.0)
    pocket = np.stack((side * STANDARD.pocket_centre, np.full(len(seeds), float(STANDARD.pocket_centre))), axis=1)
    way = 0.3 + 0.5 * drawn[:, 2:]
    places: NDArray[np.int64] = np.rint(start + way * (pocket - start)).astype(np.int64)[:, None]
    return places


class Drill:
    """N boards of one task, each in an episode of its own; no law is asked, only the striker's spot."""

    def __init__(self, task: Task, grounds: list[Surface], hand: Noise, boards: int, threads: int | None = 1) -> None:
        """Make the boards, of one surface or one each; every one waits for `begin`."""
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

    def seen(self) -> NDArray[np.float32]:
        """Return what is seen of every board, as an array (boards, 3 men + 1)."""
        lies = self.places[:, :, 0] != NOWHERE
        rows = np.zeros((len(lies), 3 * self.task.men + 1), dtype=np.float32)
        discs = rows[:, :-1].reshape(*lies.shape, 3)
        discs[:, :, :2] = np.where(lies[..., None], self.places / STANDARD.half, 0.0)
        discs[:, :, 2] = lies
        rows[:, -1] = self.left / self.task.strokes
        return rows

    def meant(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> tuple[Strokes, NDArray[np.int64]]:
        """Return the strokes that numbers (boards, 3 or 4) mean on those boards, and the ends of the strikers' spans.

        Of both, int64 (N, 5) and (N, 2), only the rows of those boards count.
        """
        self.boards.places[which[:, None], self._columns] = self.places[which]
        table, shares = np.zeros((self.boards.count, 5), dtype=np.int64), np.zeros(self.boards.count)
        shares[which] = (numbers[:, 0] + 1) / 2
        self._lead(numbers, False, table, which)
        return table, self.boards.reached(shares, table, which)

    def strokes(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> Strokes:
        """Return the strokes that the numbers mean on those boards, with the hand's error; only their rows count."""
        table, ends = self.meant(numbers, which)
        if self.hand.model != "none":
            key = (self.seeds[which], self.task.strokes - self.left[which], NOISE)
            x, v = strayed(self.hand, table[which, 0], table[which, 1:3], ends[which, 0], ends[which, 1], key)
            table[which, 0], table[which, 1:3] = x, v
        return table

    def step(self, numbers: NDArray[np.float64], which: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Play one stroke on each of those boards; return what it brought, and whether the episode is over."""
        before, table = self.places[which], self.strokes(numbers, which)
        self.boards.check(table, which)
        self.boards.strike(table, which)
        rest = self.boards.seen.rest[which[:, None], self._columns]
        fallen = np.isfinite(self.boards.seen.fell[which, 0])
        self.places[which] = rest
        self.left[which] -= 1
        downs = ((before[:, :, 0] != NOWHERE) & (rest[:, :, 0] == NOWHERE)).sum(axis=1)
        gained = np.where(fallen, 0.0, downs / self.task.men)
        over = (rest[:, :, 0] == NOWHERE).all(axis=1) | (self.left[which] == 0)
        return gained, over
