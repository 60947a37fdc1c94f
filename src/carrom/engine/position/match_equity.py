"""Match equity: the probability of winning a game and a match from its score, with even boards.

Each board brings its winner points by the distribution `POINTS`.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.values import Value

POINTS = (0, 139, 76, 56, 268, 121, 81, 43, 40, 44, 47, 95, 140)
"""How many of 1,150 self-play boards brought the winner 0, 1, 2 … 12 points, for aim errors of 0.1° to 3°."""
BRINGS = range(len(POINTS))
"""The points that a board can bring."""
MOST = 14
"""The most points that a board brings under any rule set."""
MEAN = sum(points * count for points, count in enumerate(POINTS)) / sum(POINTS)
"""The mean points of a board."""
Table = NDArray[np.float64]


class EquityTerms(Value, frozen=True):
    """How a game of two sides that own colours is won."""

    target: int | None
    """Points that win the game."""
    boards: int | None
    """Number of boards after which the side in the lead wins."""
    wins: int | None
    """Won boards that win the game."""


def mean_of(by_points: Sequence[float]) -> float:
    """Return the mean of values given for 0, 1, 2 … points of a board."""
    return sum(count * by_points[points] for points, count in enumerate(POINTS)) / sum(POINTS)


def chances(terms: EquityTerms, mine: int, theirs: int) -> Table:
    """Return the win probability of a game by both sides' points, after `mine` and `theirs` won boards."""
    if terms.boards is None and terms.wins is None:
        return _endless(terms.target or 1)
    if terms.wins is None:
        return _played(terms, mine + theirs, 0)
    return _played(terms, mine, theirs)


@cache
def _played(terms: EquityTerms, mine: int, theirs: int) -> Table:
    """Return the table after these boards; unless won boards decide, only their sum matters and is passed as `mine`."""
    size = (MOST * (terms.boards or 1) if terms.target is None else terms.target) + MOST
    table = np.full((size, size), 0.5)
    ahead, behind = np.tril(np.ones((size, size)), -1) > 0, np.triu(np.ones((size, size)), 1) > 0
    if terms.wins is not None and max(mine, theirs) >= terms.wins:
        table[:] = float(mine > theirs)
    elif terms.boards is not None and mine + theirs >= terms.boards:
        table[ahead], table[behind] = 1.0, 0.0
    else:
        won = _played(terms, mine + 1, theirs)
        lost = won if terms.wins is None else _played(terms, mine, theirs + 1)
        table = _before(won, lost)
    return _reached(table, terms.target)


@cache
def _endless(target: int) -> Table:
    """Return the table of a game that is won by points only."""
    table = _reached(np.full((target + MOST, target + MOST), 0.5), target)
    for _ in range(2 * target):
        table = _reached(_before(table, table), target)
    return table


def _before(won: Table, lost: Table) -> Table:
    """Return the table before a board that either side wins with probability ½, from the tables after it."""
    found, size = np.zeros_like(won), len(won)
    for points, count in enumerate(POINTS):
        further = np.minimum(np.arange(size) + points, size - 1)
        found += count * 0.5 * (won[further, :] + lost[:, further])
    return found / sum(POINTS)


def _reached(table: Table, target: int | None) -> Table:
    """Return the table with decided games filled in: the side that has reached the target has won."""
    if target is not None:
        table[target:, :] = 1.0
        table[:, target:] = 0.0
        table[target:, target:] = 0.5
    return table


@cache
def match_chance(needed: int, mine: int, theirs: int) -> float:
    """Return the probability of winning `needed` games first, from the games that both sides have won."""
    if mine >= needed or theirs >= needed:
        return float(mine >= needed)
    return 0.5 * (match_chance(needed, mine + 1, theirs) + match_chance(needed, mine, theirs + 1))
