"""Estimate a player's accuracy (aim error in degrees) from misses and strokes of solo runs.

A table says how many misses a full board costs hands from a quarter of a degree to four, and which share of their
strokes keeps the turn, when they play what the engine thinks best for them: `carrom hand --calibrate` makes it. Over
the logarithm of the hand its columns lie on straight lines. A hand is told by its likelihood on a fine grid: whole
boards by their misses (negative binomial), a board that was left by its strokes.
"""

import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from statistics import linear_regression

import msgspec

from carrom.engine.play.levels import LEVELS
from carrom.errors import RefusedRequest
from carrom.training.messages import HandTold
from carrom.values import Value

SHIPPED = "hands.json"
LEAST, MOST, STEPS = 0.15, 6.0, 240
"""Degrees between which a hand is looked for, and into how many steps (of equal ratio)."""
SURE = 0.95


class Row(Value, frozen=True, kw_only=True):
    """What runs alone brought one hand."""

    direction: float
    """Degrees."""
    boards: int
    misses: float
    """The mean of a full board."""
    spread: float
    """Their standard deviation from board to board."""
    kept: float
    """The share of strokes after the break that kept the turn."""


class Calibration(Value, frozen=True, kw_only=True):
    """Misses by hands."""

    program: str
    simulations: int
    """What the choice of a stroke took."""
    rows: tuple[Row, ...]
    """The steadiest hand first."""


@cache
def calibration() -> Calibration:
    """Return the table that comes with the program."""
    return msgspec.json.decode(files("carrom.training").joinpath(SHIPPED).read_bytes(), type=Calibration)


def told(misses: Sequence[int], kept: int = 0, lost: int = 0, by: Calibration | None = None) -> HandTold:
    """Return whose hand brought so many misses on full boards, and kept and lost turns on one that is not whole.

    Raises `RefusedRequest` where there is nothing to tell it from, and for negative numbers.
    """
    if any(each < 0 for each in (*misses, kept, lost)):
        raise RefusedRequest(f"misses {[*misses]}, {kept} kept and {lost} lost: none of them can be negative")
    if not misses and kept + lost == 0:
        raise RefusedRequest("a hand is told from at least one full board, or from strokes; there are none")
    rows = (by or calibration()).rows
    ratio = (MOST / LEAST) ** (1 / STEPS)
    hands = [LEAST * ratio**step for step in range(STEPS + 1)]
    logs = [_likelihood(hand, rows, misses, kept, lost) for hand in hands]
    most = max(logs)
    weights = [math.exp(each - most) for each in logs]
    low, middle, high = (_quantile(hands, weights, share) for share in ((1 - SURE) / 2, 0.5, (1 + SURE) / 2))
    return HandTold(
        direction=round(middle, 3),
        low=round(low, 3),
        high=round(high, 3),
        level=min(LEVELS, key=lambda level: abs(math.log(level.hand.direction / middle))).name,
        boards=len(misses),
        strokes=kept + lost,
    )


def _likelihood(hand: float, rows: Sequence[Row], misses: Sequence[int], kept: int, lost: int) -> float:
    mean = math.exp(_along(hand, rows, tuple(math.log(max(row.misses, 0.2)) for row in rows)))
    spread = math.exp(_along(hand, rows, tuple(math.log(max(row.spread, 0.2)) for row in rows)))
    share = 1 / (1 + math.exp(-_along(hand, rows, tuple(math.log(row.kept / (1 - row.kept)) for row in rows))))
    total = kept * math.log(share) + lost * math.log(1 - share)
    variance = max(spread * spread, 1.05 * mean)
    size = mean * mean / (variance - mean)
    for each in misses:
        total += (
            math.lgamma(each + size) - math.lgamma(size) - math.lgamma(each + 1)
            + size * math.log(size / (size + mean)) + each * math.log(mean / (size + mean))
        )  # fmt: skip
    return total


def _along(hand: float, rows: Sequence[Row], values: tuple[float, ...]) -> float:
    """Return the value at a hand on the straight line through the rows, over the logarithm of the hand."""
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
