"""Metrics: counters, gauges and histograms, exposed as text in the Prometheus format.

Names, labels and buckets are few and fixed: input from clients never becomes a label.
"""

import gc
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the histogram buckets, seconds."""
_PAGE = 4096


class Counter:
    """A counter with one label."""

    kind = "counter"

    def __init__(self, label: str) -> None:
        """Start at zero."""
        self._label, self._lock = label, threading.Lock()
        self._counts: dict[str, int] = {}

    def add(self, label: str, number: int = 1) -> None:
        """Add to the counter of a label."""
        with self._lock:
            self._counts[label] = self._counts.get(label, 0) + number

    def lines(self, name: str) -> Iterator[str]:
        """Yield a line for each label."""
        with self._lock:
            found = sorted(self._counts.items())
        for label, count in found:
            yield f'{name}{{{self._label}="{label}"}} {count}'


class Histogram:
    """A histogram of durations with one label."""

    kind = "histogram"

    def __init__(self, label: str) -> None:
        """Start empty."""
        self._label, self._lock = label, threading.Lock()
        self._seen: dict[str, tuple[list[int], float]] = {}

    def add(self, label: str, seconds: float) -> None:
        """Add a duration."""
        with self._lock:
            counts, total = self._seen.get(label, ([0] * (len(SECONDS) + 1), 0.0))
            counts[bisect_left(SECONDS, seconds)] += 1
            self._seen[label] = counts, total + seconds

    @contextmanager
    def timed(self, label: str) -> Iterator[None]:
        """Record how long a block takes, even if it raises."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.add(label, time.perf_counter() - began)

    def lines(self, name: str) -> Iterator[str]:
        """Yield the buckets, the sum and the count for each label."""
        with self._lock:
            found = [(label, tuple(counts), total) for label, (counts, total) in sorted(self._seen.items())]
        for label, counts, total in found:
            below = 0
            for end, count in zip((*map(str, SECONDS), "+Inf"), counts, strict=True):
                below += count
                yield f'{name}_bucket{{{self._label}="{label}",le="{end}"}} {below}'
            yield f'{name}_sum{{{self._label}="{label}"}} {total:.6f}'
            yield f'{name}_count{{{self._label}="{label}"}} {below}'


class Gauge:
    """A value that is read when the metrics are exposed."""

    def __init__(self, value: Callable[[], float], kind: str = "gauge") -> None:
        """Call `value` for each reading; a `kind` of "counter" marks a number that only grows."""
        self._value, self.kind = value, kind

    def lines(self, name: str) -> Iterator[str]:
        """Yield one line."""
        yield f"{name} {self._value():g}"


class Gauges:
    """Several values with one label, read when the metrics are exposed."""

    kind = "gauge"

    def __init__(self, label: str, values: Callable[[], Mapping[str, float]]) -> None:
        """Call `values` for each reading."""
        self._label, self._values = label, values

    def lines(self, name: str) -> Iterator[str]:
        """Yield a line for each label."""
        for label, value in sorted(self._values().items()):
            yield f'{name}{{{self._label}="{label}"}} {value:g}'


class Metrics:
    """All metrics of one server."""

    def __init__(self, version: str) -> None:
        """Create the metrics; `version` is the program's."""
        self.commands, self.store, self.pauses = Histogram("kind"), Histogram("task"), Histogram("of")
        self.calls, self.stages = Histogram("operation"), Histogram("stage")
        self.refusals, self.faults, self.differences = Counter("code"), Counter("task"), Counter("kind")
        began = time.time()
        self._parts: dict[str, tuple[str, Counter | Histogram | Gauge | Gauges]] = {
            "carrom_command_seconds": ("From hearing a message to its answer, by its kind.", self.commands),
            "carrom_stage_seconds": ("Commands, and their strokes, films, appends and tellings.", self.stages),
            "carrom_call_seconds": ("Calls of the API until their answer begins, by their operation.", self.calls),
            "carrom_refusals_total": ("Messages and calls that were not followed, by the reason.", self.refusals),
            "carrom_stroke_differences_total": ("Strokes that clients did not play like the server.", self.differences),
            "carrom_store_seconds": ("What the database took, by task.", self.store),
            "carrom_store_faults_total": ("What the database refused or did not answer, by task.", self.faults),
            "carrom_pause_seconds": ("How long the event loop came late, and the collector took.", self.pauses),
            "process_start_time_seconds": ("When it began, seconds since 1970.", Gauge(lambda: began)),
            f'carrom_build_info{{version="{version}"}}': ("The program's version.", Gauge(lambda: 1)),
        }
        if _memory() is not None:
            self.gauge("process_resident_memory_bytes", "Memory in use.", lambda: _memory() or 0)
        self._collecting = 0.0

    def gauge(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Register a gauge."""
        self._parts[name] = (what, Gauge(value))

    def count(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Register a counter whose value is stored elsewhere."""
        self._parts[name] = (what, Gauge(value, "counter"))

    def gauges(self, name: str, what: str, label: str, values: Callable[[], Mapping[str, float]]) -> None:
        """Register gauges with one label; `values` returns them by label value, from a fixed set."""
        self._parts[name] = (what, Gauges(label, values))

    def watch_collector(self) -> None:
        """Start recording the pauses of Python's garbage collector."""
        gc.callbacks.append(self._collected)

    def forget_collector(self) -> None:
        """Stop recording them."""
        if self._collected in gc.callbacks:
            gc.callbacks.remove(self._collected)

    def text(self) -> str:
        """Return all metrics in the Prometheus text format."""
        lines = []
        for name, (what, part) in self._parts.items():
            bare = name.partition("{")[0]
            lines += [f"# HELP {bare} {what}", f"# TYPE {bare} {part.kind}", *part.lines(name)]
        return "\n".join(lines) + "\n"

    def _collected(self, phase: str, of: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.perf_counter()
        elif self._collecting:
            self.pauses.add(f"collector-{of['generation']}", time.perf_counter() - self._collecting)


def _memory() -> int | None:
    """Return the resident memory of this process in bytes; None on systems without `/proc`."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return None
