"""Many racks at once, with gaps drawn from their seeds as in `carrom.board.rack`."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import RACKED
from carrom.board.equipment import Equipment
from carrom.board.rack import JITTER, nominal_rack
from carrom.board.seat import Seat
from carrom.physics.batch import DISCS, NOWHERE

GOLDEN, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return 64-bit words after SplitMix64's output function."""
    words = (words ^ (words >> np.uint64(30))) * FIRST
    words = (words ^ (words >> np.uint64(27))) * SECOND
    return words ^ (words >> np.uint64(31))


def racked(
    seeds: NDArray[np.int64] | Sequence[int], angle: int, breaker: Seat, equipment: Equipment
) -> NDArray[np.int64]:
    """Return the places of the racks of these seeds, int64 (seeds, 20, 2), µm."""
    nominal = _nominal(angle, breaker, equipment)
    given = np.asarray(seeds).astype(np.uint64)
    steps = np.arange(1, 2 * len(RACKED) + 1, dtype=np.uint64) * GOLDEN
    words = mixed(given[:, None] + steps)
    span = np.uint64(2 * JITTER + 1)
    low = ((words & np.uint64(0xFFFFFFFF)) * span) >> np.uint64(32)
    gaps = (((words >> np.uint64(32)) * span + low) >> np.uint64(32)).astype(np.int64) - JITTER
    places = np.full((len(given), len(DISCS), 2), NOWHERE, dtype=np.int64)
    places[:, 1:] = nominal + gaps.reshape(-1, len(RACKED), 2)
    return places


@cache
def _nominal(angle: int, breaker: Seat, equipment: Equipment) -> NDArray[np.int64]:
    """Return the places of a rack without gaps, in the order of `RACKED` (`DISCS` without the striker)."""
    nominal = nominal_rack(angle, breaker, equipment)
    return np.array([(nominal[disc].x, nominal[disc].y) for disc in RACKED])
