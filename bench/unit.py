"""A unit of time for bars: a fixed loop of plain Python, measured in the same run as what it is compared with.

A bar in milliseconds depends on the machine and on what else it does. A bar in loops does not: other load slows the
loop as well. The loop takes about a millisecond on the machine whose figures the documentation has.
"""

import time
from collections.abc import Callable
from statistics import median

ROUNDS = 31_000
"""Additions of a loop."""
PAUSE = 0.004
"""Seconds between two loops by the clock, so that they sample what else the machine does."""


def loop() -> int:
    """Add the first whole numbers."""
    total = 0
    for number in range(ROUNDS):
        total += number
    return total


def processor(count: int = 25) -> float:
    """Return the median processor time of a loop, in s."""
    return median(_times(time.process_time, count))


class Unit:
    """Times of the loop by the clock, sampled before and after a measurement, or between its parts."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def sample(self, seconds: float = 1.0) -> "Unit":
        """Sample the loop for this long; return this unit."""
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            self.times += _times(time.perf_counter, 1)
            time.sleep(PAUSE)
        return self

    @property
    def middle(self) -> float:
        """The median loop, in s."""
        return median(self.times)

    @property
    def late(self) -> float:
        """The 99th percentile of the loops, in s: for bars of late answers."""
        return sorted(self.times)[len(self.times) * 99 // 100]

    def __str__(self) -> str:
        return f"a loop takes {1e3 * self.middle:.2f} ms, 99 % {1e3 * self.late:.2f} ms"


def bar(what: str, found: float, unit: str, most: float | None = None, least: float | None = None) -> bool:
    """Print a figure beside its bar, `most` or `least`, both in the same unit; return whether the bar is met."""
    met = (most is None or found <= most) and (least is None or found >= least)
    limit = f"at most {most:g}" if most is not None else f"at least {least:g}"
    print(f"  bar  {what}: {found:.4g} {unit}, {limit}: {'met' if met else 'MISSED'}", flush=True)
    return met


def _times(clock: Callable[[], float], count: int) -> list[float]:
    found = []
    for _ in range(count):
        begun = clock()
        loop()
        found.append(clock() - begun)
    return found
