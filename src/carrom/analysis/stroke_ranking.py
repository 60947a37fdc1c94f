"""The order of strokes: by win probability as far as the value can tell, then by points, then by success.

The value of a position is wrong by more than the difference of most good strokes, so a stroke is not ranked above
another for a lead within that error.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from carrom.values import Value

DEAD_BAND = 0.05
"""Win probability by which the value may be wrong about the difference of two strokes (`carrom bench review`)."""
POINTS = 0.5
"""The same for expected points."""

Item = TypeVar("Item")


class Worth(Value, frozen=True):
    """What strokes are ranked by."""

    win: float
    points: float
    success: float


def ranked(strokes: Sequence[Item], worth: Callable[[Item], Worth]) -> list[Item]:
    """Return strokes, the best first.

    All that are within `DEAD_BAND` of the largest win probability come first, then those within it of the largest one
    left, and so on. Strokes of one group are ordered by expected points in the same way (within `POINTS`), then by
    success.
    """
    found: list[Item] = []
    for equal in _groups(strokes, lambda each: worth(each).win, DEAD_BAND):
        for alike in _groups(equal, lambda each: worth(each).points, POINTS):
            found += sorted(alike, key=lambda each: (-worth(each).success, -worth(each).win))
    return found


def _groups(strokes: Sequence[Item], value: Callable[[Item], float], band: float) -> Iterator[list[Item]]:
    """Yield groups of strokes whose value is within `band` of their largest, the largest group first."""
    left = sorted(strokes, key=value, reverse=True)
    while left:
        least = value(left[0]) - band
        yield [each for each in left if value(each) >= least]
        left = [each for each in left if value(each) < least]
