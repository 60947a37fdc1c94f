"""A rating ladder by the Bradley-Terry model, with confidence intervals.

The win probability depends on the rating difference alone. Both boards of a pair share rack and noise, so the variance
is estimated from pairs, not boards.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from carrom.engine.strength.match_test import PRIOR, Pair, expected
from carrom.values import Value

ELO = 400.0 / math.log(10.0)
"""Elo points per unit of the logistic scale."""
STEPS = 200
"""Newton steps at most."""


class LadderMatch(Value, frozen=True):
    """A pair of boards between two players of a ladder, given by their indices."""

    one: int
    other: int
    pair: Pair


class LadderEntry(Value, frozen=True):
    """The result of one player of a ladder."""

    player: str
    elo: float
    low: float
    high: float
    """Bounds of the 95 % interval, relative to the player whose rating is zero."""
    boards: int
    share: float | None = None
    """Score against the next player of the ladder as given; None if they did not play."""
    share_low: float | None = None
    share_high: float | None = None
    """Bounds of its 95 % interval."""


def faults_of(met: Iterable[LadderMatch]) -> tuple[str, ...]:
    """Return the errors by which external engines lost boards, each once."""
    return tuple(dict.fromkeys(fault for each in met for fault in each.pair.faults))


def meetings(players: int, reach: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of players, the stronger first: each with those up to `reach` places below it; 0: with all."""
    for one in range(players):
        for other in range(max(0, one - reach) if reach else 0, one):
            yield one, other


def rungs(names: Sequence[str], met: Iterable[LadderMatch], zero: int = 0) -> tuple[LadderEntry, ...]:
    """Return the ratings of all players, in the order given; player `zero` has rating zero.

    Each pairing also gets one drawn pseudo-pair (`PRIOR`), so that every rating is finite.
    """
    scores: dict[tuple[int, int], list[float]] = defaultdict(list)
    for each in met:
        scores[each.one, each.other].append(each.pair.score)
    ratings = _ratings(len(names), scores, zero)
    errors = _errors(ratings, scores, zero)
    boards = [0] * len(names)
    for (one, other), pairs in scores.items():
        boards[one] += 2 * len(pairs)
        boards[other] += 2 * len(pairs)
    found = []
    for place, name in enumerate(names):
        half = 1.96 * float(errors[place])
        share = _share(scores.get((place, place - 1), []))
        elo = float(ratings[place])
        found.append(LadderEntry(name, ELO * elo, ELO * (elo - half), ELO * (elo + half), boards[place], *share))
    return tuple(found)


def _ratings(players: int, scores: dict[tuple[int, int], list[float]], zero: int) -> NDArray[np.float64]:
    """Return the maximum-likelihood ratings, in units of the logistic scale."""
    ratings = np.zeros(players)
    free = [place for place in range(players) if place != zero]
    for _ in range(STEPS):
        slope, bend = np.zeros(players), np.zeros((players, players))
        for (one, other), pairs in scores.items():
            boards = 2.0 * (len(pairs) + PRIOR)
            won, chance = 2.0 * sum(pairs) + PRIOR, expected(ELO * (ratings[one] - ratings[other]))
            slope[one] += won - boards * chance
            slope[other] -= won - boards * chance
            _spread(bend, one, other, boards * chance * (1.0 - chance))
        step = np.zeros(players)
        step[free] = np.linalg.lstsq(bend[np.ix_(free, free)], slope[free], rcond=None)[0]
        ratings += np.clip(step, -2.0, 2.0)
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    return ratings


def _errors(ratings: NDArray[np.float64], scores: dict[tuple[int, int], list[float]], zero: int) -> NDArray[np.float64]:
    """Return the standard error of each rating, by the sandwich estimator over pairs."""
    players = len(ratings)
    bend, spread = np.zeros((players, players)), np.zeros((players, players))
    for (one, other), pairs in scores.items():
        chance, boards = expected(ELO * (ratings[one] - ratings[other])), 2.0 * (len(pairs) + PRIOR)
        _spread(bend, one, other, boards * chance * (1.0 - chance))
        apart = sum((score - chance) ** 2 for score in pairs) + PRIOR * 0.125
        _spread(spread, one, other, 4.0 * apart)
    free = [place for place in range(players) if place != zero]
    turned = np.linalg.pinv(bend[np.ix_(free, free)])
    found = np.zeros(players)
    found[free] = np.sqrt(np.maximum(0.0, np.diag(turned @ spread[np.ix_(free, free)] @ turned)))
    return found


def _spread(matrix: NDArray[np.float64], one: int, other: int, size: float) -> None:
    matrix[one, one] += size
    matrix[other, other] += size
    matrix[one, other] -= size
    matrix[other, one] -= size


def _share(pairs: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """Return the mean score of pairs with its 95 % interval."""
    if not pairs:
        return None, None, None
    middle = sum(pairs) / len(pairs)
    spread = (sum((score - middle) ** 2 for score in pairs) + PRIOR * 0.125) / len(pairs)
    half = 1.96 * math.sqrt(spread / len(pairs))
    return middle, max(0.0, middle - half), min(1.0, middle + half)
