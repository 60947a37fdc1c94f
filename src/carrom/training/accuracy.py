"""Estimate a player's accuracy (aim error in degrees) from misses and strokes of solo runs.

The estimate uses a table of misses per full board, and of the share of strokes that keep the turn, for aim errors from
0.25° to 4.2° and strokes chosen by the engine (`carrom accuracy --calibrate`). Its columns are nearly linear in the
logarithm of the aim error. The nearest level is the one with as many misses, because weaker levels miss for other
reasons as well. The likelihood is computed on a fine grid: full boards by their misses (negative binomial),
an unfinished board by its strokes (binomial).
"""

import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from statistics import linear_regression

import msgspec

from carrom.engine.levels import LEVELS
from carrom.errors import RefusedRequest
from carrom.training.views import AccuracyView
from carrom.values import Value

SHIPPED = "hands.json"
LEAST, MOST, STEPS = 0.15, 6.0, 240
"""Range of aim errors in degrees, and the number of steps of equal ratio."""
SURE = 0.95


class AccuracyRow(Value, frozen=True, kw_only=True):
    """Results of solo runs at one aim error."""

    direction: float
    """Aim error in degrees."""
    boards: int
    misses: float
    """Mean number of misses on a full board."""
    spread: float
    """Standard deviation of the misses between boards."""
    kept: float
    """Share of strokes after the break that kept the turn."""


class Calibration(Value, frozen=True, kw_only=True):
    """The calibration table: results of solo runs by aim error."""

    program: str
    simulations: int
    """Simulations per choice of a stroke."""
    rows: tuple[AccuracyRow, ...]
    """Rows, the smallest aim error first."""


@cache
def calibration() -> Calibration:
    """Return the table that ships with the package."""
    return msgspec.json.decode(files("carrom.training").joinpath(SHIPPED).read_bytes(), type=Calibration)


def told(misses: Sequence[int], made: int = 0, lost: int = 0, by: Calibration | None = None) -> AccuracyView:
    """Estimate the accuracy from misses on full boards, and from retained and lost turns on an unfinished one.

    Raises `RefusedRequest` if there is nothing to estimate from, and for negative numbers.
    """
    if any(each < 0 for each in (*misses, made, lost)):
        raise RefusedRequest(f"misses {[*misses]}, {made} kept and {lost} lost: none of them can be negative")
    if not misses and made + lost == 0:
        raise RefusedRequest("an accuracy is estimated from at least one full board, or from strokes; there are none")
    rows = (by or calibration()).rows
    ratio = (MOST / LEAST) ** (1 / STEPS)
    hands = [LEAST * ratio**step for step in range(STEPS + 1)]
    logs = [_likelihood(hand, rows, misses, made, lost) for hand in hands]
    most = max(logs)
    weights = [math.exp(each - most) for each in logs]
    low, middle, high = (_quantile(hands, weights, share) for share in ((1 - SURE) / 2, 0.5, (1 + SURE) / 2))
    people, mean = [level for level in LEVELS if level.misses], _misses_at(middle, rows)
    return AccuracyView(
        direction=round(middle, 3),
        low=round(low, 3),
        high=round(high, 3),
        level=min(people, key=lambda level: abs(math.log(level.misses / mean))).name,
        boards=len(misses),
        strokes=made + lost,
    )


def _likelihood(hand: float, rows: Sequence[AccuracyRow], misses: Sequence[int], made: int, lost: int) -> float:
    mean = _misses_at(hand, rows)
    spread = math.exp(_along(hand, rows, tuple(math.log(max(row.spread, 0.2)) for row in rows)))
    share = 1 / (1 + math.exp(-_along(hand, rows, tuple(math.log(row.kept / (1 - row.kept)) for row in rows))))
    total = made * math.log(share) + lost * math.log(1 - share)
    variance = max(spread * spread, 1.05 * mean)
    size = mean * mean / (variance - mean)
    for each in misses:
        total += (
            math.lgamma(each + size) - math.lgamma(size) - math.lgamma(each + 1)
            + size * math.log(size / (size + mean)) + each * math.log(mean / (size + mean))
        )  # fmt: skip
    return total


def _misses_at(hand: float, rows: Sequence[AccuracyRow]) -> float:
    """Return the misses on a full board that are expected at an aim error."""
    return math.exp(_along(hand, rows, tuple(math.log(max(row.misses, 0.2)) for row in rows)))


def _along(hand: float, rows: Sequence[AccuracyRow], values: tuple[float, ...]) -> float:
    """Return the value at an aim error on the regression line through the rows, over the logarithm of the aim error."""
    points = [math.log(row.direction) for row in rows]
    slope, start = linear_regression(points, values)
    return start + slope * math.log(hand)


def _quantile(hands: Sequence[float], weights: Sequence[float], share: float) -> float:
    wanted, run = share * sum(weights), 0.0
    for hand, weight in zip(hands, weights, strict=True):
        run += weight
        if run >= wanted:
            return hand
    return hands[-1]
