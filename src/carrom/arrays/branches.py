"""`Branches`: many strokes from each of many boards in one call, for planners that search over strokes."""

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.arrays.boards import BoardOptions, Boards
from carrom.arrays.layout import Status
from carrom.errors import IllegalStroke
from carrom.numeric import whole
from carrom.physics.batch import strokes_of


class Branches:
    """The K boards of a `Boards`, each continued by M strokes; the K boards themselves do not change.

    Read the results after `step` or `strike`; they are views of one set of arrays, overwritten by the next call:

    info     int64 (K, M, INFO)        as in `Boards`, after the stroke and its ruling (`step`)
    places   int64 (K, M, 20, 2)       µm, board's frame, after the ruling (`step`)
    rest     int64 (K, M, 20, 2)       µm, where discs came to rest, before the ruling
    fell     float64 (K, M, 20)        s, when each disc fell into a pocket; infinite if it did not
    touched  float64 (K, M, 20)        s, when the striker first touched each disc; infinite if it did not
    """

    def __init__(self, boards: Boards, width: int) -> None:
        """Make room for `width` strokes (M) from each board. Raises `ValueError` for fewer than one."""
        if (count := whole(width)) is None or count < 1:
            raise ValueError(f"{width!r:.40} strokes from each board; expected a whole number from 1")
        self.boards, self.width = boards, count
        settles = bool(boards.book[layout.BY_ITSELF])
        options = BoardOptions(table=boards.table, auto_settle=settles, equipment=boards.equipment)
        players = sum(map(len, boards.seating))
        surfaces = [each for each in boards.surfaces for _ in range(count if len(boards.surfaces) > 1 else 1)]
        self._many = many = Boards(
            boards.count * count, boards.rules, players, surfaces, threads=boards.threads, options=options
        )
        shape = boards.count, count
        self.info, self.places = many.info.reshape(*shape, -1), many.places.reshape(*shape, *many.places.shape[1:])
        self._queues = many.queues.reshape(*shape, *many.queues.shape[1:])
        self.rest = many.seen.rest.reshape(*shape, *many.seen.rest.shape[1:])
        self.fell, self.touched = many.seen.fell.reshape(*shape, -1), many.seen.touched.reshape(*shape, -1)

    def step(self, strokes: NDArray[np.int64]) -> None:
        """Play and settle `strokes`, int64 (K, M, 5), as `Boards.step` does for one stroke a board.

        Only boards that wait for a stroke are played. Raises what `Boards.step` raises, and changes nothing then.
        """
        table = self._laid(strokes)
        self._many.step(table)

    def strike(self, strokes: NDArray[np.int64]) -> None:
        """Play `strokes`, int64 (K, M, 5), without the ruling: only `rest`, `fell` and `touched` change."""
        table, many = self._laid(strokes), self._many
        picks = np.nonzero(many.status == Status.STRIKE)[0]
        many.check(table, picks)
        many.strike(table, picks)

    def keep(self, choice: NDArray[np.int64]) -> None:
        """Continue each board with the result of one of its strokes (K numbers from 0 to M - 1) after `step`."""
        picks, rows = np.asarray(choice), np.arange(self.boards.count)
        if picks.shape != rows.shape or picks.dtype.kind not in "iu" or not ((picks >= 0) & (picks < self.width)).all():
            raise ValueError(
                f"choices of shape {picks.shape}; expected {len(rows)} whole numbers from 0 to {self.width - 1}"
            )
        boards = self.boards
        boards.info[...] = self.info[rows, picks]
        boards.places[...] = self.places[rows, picks]
        boards.queues[...] = self._queues[rows, picks]

    def _laid(self, strokes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Copy the boards to all their branches and return the strokes as rows."""
        boards, many, shape = self.boards, self._many, (self.boards.count, self.width, 5)
        if not isinstance(strokes, np.ndarray) or strokes.shape != shape:
            raise IllegalStroke(f"Strokes of shape {np.shape(strokes)}; expected {shape}.")
        table = strokes_of(strokes.reshape(-1, 5))
        self.info[...], self.places[...], self._queues[...] = (
            boards.info[:, None], boards.places[:, None], boards.queues[:, None]
        )  # fmt: skip
        if len(boards.surfaces) > 1:
            many.surfaces[:] = [each for each in boards.surfaces for _ in range(self.width)]
            many.ground.worlds[...] = np.repeat(boards.ground.worlds, self.width, axis=0)
            many.ground.spins[...] = np.repeat(boards.ground.spins, self.width)
        return table
