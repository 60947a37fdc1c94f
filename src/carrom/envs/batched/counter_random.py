"""Counter-based random numbers: each is a function of a key, independent of the order of calls.

A key is a sequence of integers, such as seed, board, stroke and player. The same key gives the same numbers in any
process, for any number of boards, and whether or not other numbers were drawn. Each word is SplitMix64's finaliser
(Steele, Lea, Flood, OOPSLA 2014) applied to the key's numbers one after the other.
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from carrom.numeric import checked_seed

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_ROOTS = 1 << 63
"""Seeds below this are their own roots."""
_SHIFTS = tuple(np.uint64(bits) for bits in (30, 27, 31, 11))

Words = NDArray[np.uint64]


def words(key: tuple[Any, ...], count: int) -> Words:
    """Return `count` 64-bit words for each key, shape (keys, count); the parts of a key are integers or arrays."""
    with np.errstate(over="ignore"):
        state: Any = np.zeros(1, dtype=np.uint64)
        for part in key:
            state = _mixed(state + _GOLDEN + np.asarray(part).astype(np.int64).astype(np.uint64))
        steps = np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN
        drawn: Words = _mixed(state[:, None] + steps)
    return drawn


def word(*key: int) -> int:
    """Return one number from 0 to 2**63 - 1 for one key of Python integers, for use as a seed."""
    parts = tuple(np.array([each % (1 << 63)], dtype=np.int64) for each in key)
    return int(words(parts, 1)[0, 0] >> np.uint64(1))


def shares(key: tuple[Any, ...], count: int) -> NDArray[np.float64]:
    """Return uniform numbers strictly between 0 and 1, shape (keys, count)."""
    return ((words(key, count) >> _SHIFTS[3]).astype(np.float64) + 0.5) * 2.0**-53


def normals(key: tuple[Any, ...], count: int) -> NDArray[np.float64]:
    """Return independent standard normal deviates, shape (keys, count), by the Box-Muller transform."""
    pairs = (count + 1) // 2
    given = shares(key, 2 * pairs)
    far, turn = np.sqrt(-2.0 * np.log(given[:, :pairs])), 2.0 * np.pi * given[:, pairs:]
    return np.concatenate((far * np.cos(turn), far * np.sin(turn)), axis=1)[:, :count]


def root_of(seed: Any) -> int:
    """Return the root seed, 0 to 2**63 - 1, of a seed of any size: itself if it is in that range, otherwise a hash.

    Gymnasium and NumPy recommend seeds of 128 bits (`numpy.random.SeedSequence().entropy`). Raises `RefusedRequest` for
    anything but a whole number from 0.
    """
    given = checked_seed(seed)
    if given < _ROOTS:
        return given
    return word(*(given >> shift for shift in range(0, given.bit_length(), 63)), given.bit_length())


class Episodes:
    """The sequence of episode seeds that follows from a root seed, the same as for a board of a vector environment."""

    def __init__(self) -> None:
        """Start without a root; the first call of `next` sets or draws it."""
        self.root: int | None = None
        self.begun = 0

    def next(self, seed: int | None, env: gymnasium.Env[Any, Any]) -> int:
        """Return the seed of the next episode: the first of a given seed, or the next of the current one.

        Without any seed, the one that Gymnasium draws for `env` is used, so that resetting with the recorded
        `env.np_random_seed` plays the same episodes. After `env.np_random` was set by hand, the root is drawn from it.
        """
        if seed is not None:
            self.root, self.begun = root_of(seed), 0
        elif self.root is None:
            drawn = env.np_random_seed
            self.root = int(env.np_random.integers(1 << 62)) if drawn == -1 else root_of(drawn)
        self.begun += 1
        return int(seeds_of(np.array([self.root]), np.array([self.begun - 1]))[0])


def seeds_of(roots: NDArray[np.int64], begun: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return episode seeds from their roots and the number of episodes begun before with that root."""
    return (words((roots, begun), 1)[:, 0] >> np.uint64(2)).astype(np.int64)


def _mixed(state: Any) -> Any:
    state = (state ^ (state >> _SHIFTS[0])) * _FIRST
    state = (state ^ (state >> _SHIFTS[1])) * _SECOND
    return state ^ (state >> _SHIFTS[2])
