"""Lawful strokes for a data set: many boards played in arrays, one part at a time.

A part follows from the plan and its number alone: its boards, racks and strokes come from one random generator. Strokes
are aimed at pieces with an error of a degree or so (`carrom.arrays.random_play`), or random for the share `ANY`, so
that the data covers what players mean and what they do not.
"""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import Boards, Status, layout
from carrom.arrays.random_play import aimed_strokes
from carrom.lab.strokes.schema import COLUMNS, SCHEMA
from carrom.physics import PHYSICS_VERSION
from carrom.physics.kernel import stroke_batch
from carrom.physics.signature import SIGNATURE
from carrom.rules.ruleset import ruleset
from carrom.values import Value
from carrom.version import __version__

STEPS = 100
"""Strokes on each board of a part."""
ANY = 0.25
"""Share of strokes in any direction."""
Columns = dict[str, NDArray[Any]]


class StrokePlan(Value, frozen=True, kw_only=True):
    """What a data set holds; its strokes follow from these fields."""

    strokes: int
    """Strokes; the last part holds what is left over from whole ones."""
    seed: int = 0
    ruleset: str = "icf"
    players: int = 2
    surface: str = "club"
    boards: int = 1_000
    """Boards that are played side by side in a part."""

    @property
    def part(self) -> int:
        """Strokes of a whole part."""
        return self.boards * STEPS

    @property
    def parts(self) -> int:
        """Number of parts."""
        return -(-self.strokes // self.part)

    def size(self, number: int) -> int:
        """Return the strokes of one part."""
        return min(self.part, self.strokes - number * self.part)


class StrokeVersions(Value, frozen=True, kw_only=True):
    """Versions of what affects the strokes."""

    carrom: str
    physics: str
    signature: str
    edition: str
    numpy: str
    schema: int


def versions(plan: StrokePlan) -> StrokeVersions:
    """Return the versions of the running program."""
    return StrokeVersions(
        carrom=__version__,
        physics=PHYSICS_VERSION,
        signature=SIGNATURE,
        edition=ruleset(plan.ruleset).edition,
        numpy=np.__version__,
        schema=SCHEMA,
    )


def part_columns(plan: StrokePlan, number: int, threads: int = 1) -> Columns:
    """Return the columns of a part, board after board; a last part is the beginning of a whole one."""
    boards = plan.boards
    dice = np.random.default_rng([plan.seed, number])
    field = Boards(boards, plan.ruleset, plan.players, plan.surface, threads=threads)
    field.reset(dice.integers(0, 1 << 40, boards))
    rows: Columns = {column.name: np.empty((boards, STEPS, *column.shape), dtype=column.kind) for column in COLUMNS}
    games = np.arange(boards, dtype=np.int64) + number * plan.part
    counts = np.zeros(boards, dtype=np.int64)
    every = np.arange(boards)
    for step in range(STEPS):
        strokes = aimed_strokes(field, dice, dice.random(boards) >= ANY)
        _before(rows, step, field, strokes)
        rows["game"][:, step], rows["stroke"][:, step] = games, counts
        field.step(strokes)
        counts += 1
        _after(rows, step, field, every)
        done = field.status != Status.STRIKE
        if done.any():
            field.reset(dice.integers(0, 1 << 40, boards), done)
            games[done] += boards
            counts[done] = 0
    return {name: values.reshape(-1, *values.shape[2:])[: plan.size(number)] for name, values in rows.items()}


def _before(rows: Columns, step: int, field: Boards, strokes: NDArray[np.int64]) -> None:
    rows["turn"][:, step] = field.info[:, layout.TURN]
    rows["breaker"][:, step] = field.info[:, layout.BREAKER]
    rows["striker"][:, step] = strokes
    rows["before"][:, step] = field.places[:, 1:]


def _after(rows: Columns, step: int, field: Boards, every: NDArray[np.int64]) -> None:
    seen = field.seen
    rows["rest"][:, step] = seen.rest
    rows["fell"][:, step], rows["touched"][:, step] = seen.fell, seen.touched
    rows["duration"][:, step] = seen.facts[:, stroke_batch.F_DURATION]
    rows["events"][:, step] = seen.facts[:, stroke_batch.F_EVENTS]
    over = field.status == Status.OVER
    rows["over"][:, step] = over
    rows["winners"][:, step] = np.where(over, field.info[:, layout.WINNERS], 0)
    rows["continues"][:, step] = field.table.decisions[seen.said, layout.TURN_IS] == layout.KEPT


def digest_of(columns: Columns) -> str:
    """Return the SHA-256 of a part's values, column by column, in little-endian order."""
    whole = hashlib.sha256()
    for column in COLUMNS:
        kind = np.dtype(column.kind).newbyteorder("<")
        whole.update(column.name.encode())
        whole.update(np.ascontiguousarray(columns[column.name], dtype=kind).tobytes())
    return whole.hexdigest()
