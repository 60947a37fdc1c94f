"""Where the striker stands on many boards at once: a share of all its legal offsets on each."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.board import room, span
from carrom.board.disc import STRIKER
from carrom.board.legal import SPANS, lines_of
from carrom.board.spec import STANDARD
from carrom.envs.many import NOWHERE

Offsets = NDArray[np.int64]


def lines_free(places: NDArray[np.int64], share: NDArray[np.float64]) -> tuple[Offsets, Offsets, Offsets, Offsets]:
    """Return x, y and the ends of the span of a striker at a share (-1 to 1) of its legal offsets, on each board.

    `places` (boards, men, 2) are the men, µm; the south plays. A board without a spot (Law 142) gives the middle.
    """
    reach = STANDARD.radius(STRIKER) + STANDARD.man_diameter // 2
    lines = lines_of(STANDARD)
    near = (places[:, :, 0] != NOWHERE) & (np.abs(places[:, :, 1] + STANDARD.baseline) < reach + lines[span.PLAY])
    found = _at(_empty_lines(), share)
    for board in np.flatnonzero(near.any(axis=1)):
        men = places[board][near[board]] + (0, STANDARD.baseline)
        rows = _rows_of(np.column_stack((men, np.full(len(men), reach, dtype=np.int64))))
        found[:, board : board + 1] = _at(rows, share[board : board + 1])
    return found[0], found[1], found[2], found[3]


@cache
def _empty_lines() -> NDArray[np.int64]:
    """Return the spans that the markings alone allow."""
    return _rows_of(np.zeros((0, 3), dtype=np.int64))


def _rows_of(circles: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the legal spans (low, high, y) between these circles, in order."""
    by = room.current()
    found, size = by.zeros(3 * SPANS), 2 * span.MOST
    flat = by.numbers(circles.ravel().tolist() or [0, 0, 0])
    count = by.spans(flat, len(circles), by.numbers(lines_of(STANDARD)), by.zeros(size), by.zeros(size),
                     by.floats(8), found)  # fmt: skip
    return np.asarray(found[: 3 * count], dtype=np.int64).reshape(-1, 3)


def _at(rows: NDArray[np.int64], share: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the offsets at shares of the rows: x, y, and the ends of their rows, as an array (4, shares)."""
    if len(rows) == 0:
        return np.zeros((4, len(share)), dtype=np.int64)
    sizes = rows[:, 1] - rows[:, 0] + 1
    ends = np.cumsum(sizes)
    at = np.minimum(ends[-1] - 1, ((share + 1) / 2 * ends[-1]).astype(np.int64))
    row = np.searchsorted(ends, at, side="right")
    x = rows[row, 0] + at - (ends[row] - sizes[row])
    return np.stack((x, rows[row, 2], rows[row, 0], rows[row, 1]))
