"""One stroke on each of many boards, bit-identical with `simulate`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.seat import Seat
from carrom.physics.batch import DISCS, NOWHERE, batch
from carrom.physics.surface import Surface

__all__ = ["NAMES", "NOWHERE", "struck"]

NAMES: tuple[Disc, ...] = (*WHITES, QUEEN, *BLACKS)
"""The discs that stand for the pieces of a task, in order."""
_COLUMNS = [DISCS.index(disc) for disc in NAMES]
_STRIKER = DISCS.index(STRIKER)
Strokes = NDArray[np.int64]
"""Rows of x, vx, vy, y, spin: µm, µm/s and mrad/s in the player's frame, as in `carrom.physics.batch`."""


def struck(
    places: NDArray[np.int64], strokes: Strokes, surface: Surface | Sequence[Surface]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the places of the pieces (boards, pieces, 2; µm) after each board's stroke, and whether the striker fell.

    `surface` is one for all boards or one for each. Raises `SimulationDiverged` for the first stroke that does not end.
    """
    columns = _COLUMNS[: places.shape[1]]
    lying = np.full((len(places), len(DISCS), 2), NOWHERE, dtype=np.int64)
    lying[:, columns] = places
    played = batch(lying, strokes, Seat.SOUTH, surface, paired=True)
    return played.rest[:, 0][:, columns], np.isfinite(played.fell[:, 0, _STRIKER])
