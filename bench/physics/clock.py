"""Measure speeds: processor time of this process, engines interleaved, medians over the repeats.

Interleaving makes the ratio of two engines insensitive to other load on the machine; a ratio is the median of the
ratios of all repeats, not the ratio of two medians.
"""

import time
from collections.abc import Callable, Mapping
from statistics import median


class Times:
    """Processor time per stroke in seconds, by engine and repeat."""

    def __init__(self, seconds: Mapping[str, list[float]]) -> None:
        self.seconds = seconds

    def rate(self, name: str) -> float:
        """Return the median strokes per second of an engine."""
        return 1.0 / median(self.seconds[name])

    def ratio(self, name: str, other: str) -> float:
        """Return how many times as fast as `other` the engine `name` is."""
        return median(b / a for a, b in zip(self.seconds[name], self.seconds[other], strict=True))


def interleaved(players: Mapping[str, tuple[Callable[[], object], int]], repeats: int) -> Times:
    """Run every player (a function, and its number of strokes) once to warm up, then `repeats` times in turn."""
    for play, _strokes in players.values():
        play()
    seconds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(repeats):
        for name, (play, strokes) in players.items():
            start = time.process_time()
            play()
            seconds[name].append((time.process_time() - start) / strokes)
    return Times(seconds)
