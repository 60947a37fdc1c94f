"""Counter-based random numbers: they follow from a key, whatever the order.

A key is a row of whole numbers, such as seed, board, stroke and player. The same key gives the same numbers however
many boards are played at once, in which process, and whether or not the others were drawn at all. Each word is
SplitMix64's finaliser (Steele, Lea, Flood, OOPSLA 2014) over the key's numbers, one after the other.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_SHIFTS = tuple(np.uint64(bits) for bits in (30, 27, 31, 11))

Words = NDArray[np.uint64]


def words(key: tuple[Any, ...], count: int) -> Words:
    """Return `count` words for each key as an array (keys, count); a key's parts are whole numbers or arrays."""
    with np.errstate(over="ignore"):
        state: Any = np.zeros(1, dtype=np.uint64)
        for part in key:
            state = _mixed(state + _GOLDEN + np.asarray(part).astype(np.int64).astype(np.uint64))
        steps = np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN
        drawn: Words = _mixed(state[:, None] + steps)
    return drawn


def word(*key: int) -> int:
    """Return one word for one key of Python's whole numbers, 0 to 2**63 - 1: a seed for something else."""
    parts = tuple(np.array([each % (1 << 63)], dtype=np.int64) for each in key)
    return int(words(parts, 1)[0, 0] >> np.uint64(1))


def shares(key: tuple[Any, ...], count: int) -> NDArray[np.float64]:
    """Return numbers strictly between 0 and 1, each as likely, as an array (keys, count)."""
    return ((words(key, count) >> _SHIFTS[3]).astype(np.float64) + 0.5) * 2.0**-53


def normals(key: tuple[Any, ...], count: int) -> NDArray[np.float64]:
    """Return independent standard normal deviates, as an array (keys, count), by Box and Muller's transformation."""
    pairs = (count + 1) // 2
    given = shares(key, 2 * pairs)
    far, turn = np.sqrt(-2.0 * np.log(given[:, :pairs])), 2.0 * np.pi * given[:, pairs:]
    return np.concatenate((far * np.cos(turn), far * np.sin(turn)), axis=1)[:, :count]


class Episodes:
    """The seeds of episodes, one after another: root and number give them, as in the boards of a vector environment."""

    def __init__(self) -> None:
        """Begin without a root; the first call names it or draws it."""
        self.root: int | None = None
        self.begun = 0

    def next(self, root: int | None, generator: np.random.Generator) -> int:
        """Return the seed of the next episode: the first of a root that is given, or one more of the running one."""
        if root is not None:
            self.root, self.begun = root, 0
        elif self.root is None:
            self.root = int(generator.integers(1 << 62))
        self.begun += 1
        return int(seeds_of(np.array([self.root]), np.array([self.begun - 1]))[0])


def seeds_of(roots: NDArray[np.int64], begun: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the seeds of episodes by their roots, and by how many of the root there were before."""
    return (words((roots, begun), 1)[:, 0] >> np.uint64(2)).astype(np.int64)


def _mixed(state: Any) -> Any:
    state = (state ^ (state >> _SHIFTS[0])) * _FIRST
    state = (state ^ (state >> _SHIFTS[1])) * _SECOND
    return state ^ (state >> _SHIFTS[2])
