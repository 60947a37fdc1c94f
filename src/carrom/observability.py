"""Observability: metrics, structured logging and tracing."""

import gc
import json
import logging
import re
import sys
import threading
import time
import traceback
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from carrom.errors import SetupError
from carrom.version import __version__

# -- logging: plain text, or structured JSON, one object a line --------------------------------------------------------


FORMS = ("text", "json")
_SECRETS = re.compile(r"(?<=://)[^\s/@]+@|(?<=[Bb]earer )\S+|(?<=password=)\S+")
_HIDDEN = "***"


class Json(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON: time in UTC, level, logger and message, without secrets."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            line["traceback"] = without_secrets("".join(traceback.format_exception(*record.exc_info)))
        return json.dumps(line, ensure_ascii=False)


class Text(logging.Formatter):
    """Formats a log record as a line of text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record without secrets."""
        return without_secrets(super().format(record))


def without_secrets(text: str) -> str:
    """Return a text with everything that looks like a password or token removed."""
    return _SECRETS.sub(lambda found: _HIDDEN + ("@" if found[0].endswith("@") else ""), text)


def arrange(form: str) -> None:
    """Send all log messages to standard error in this format; JSON also includes level INFO of `carrom`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text("%(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("carrom").setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


# -- metrics: counters, gauges, histograms in the Prometheus format ----------------------------------------------------
# Names, labels and buckets are few and fixed: input from clients never becomes a label.


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


# -- tracing with OpenTelemetry: spans from a command to its broadcast -------------------------------------------------
# Spans are sent to an OpenTelemetry collector if one is configured, and counted for the metrics. No span contains a
# key, a name or text written by a person.


if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
    from opentelemetry.trace import Tracer

T = TypeVar("T")
Cell = str | int | float | bool

_tracer: "Tracer | None" = None
_counted: Callable[[str, float], None] | None = None


@contextmanager
def span(name: str, **attributes: Cell) -> Iterator[Callable[[str, Cell], None]]:
    """Measure the block as a span with these attributes; yield a function that adds an attribute."""
    began = time.perf_counter()
    try:
        if _tracer is None:
            yield _nothing
            return
        cells = {f"carrom.{key}": cell for key, cell in attributes.items()}
        with _tracer.start_as_current_span(
            name, attributes=cells, record_exception=False, set_status_on_exception=False
        ) as here:
            yield lambda key, cell: here.set_attribute(f"carrom.{key}", cell)
    finally:
        if _counted is not None:
            _counted(name, time.perf_counter() - began)


def count(counted: Callable[[str, float], None] | None) -> None:
    """Report the duration of each span in seconds to this function, by span name; None for no reports."""
    global _counted
    _counted = counted


def carried(work: Callable[[], T]) -> Callable[[], T]:
    """Return the function with the present tracing context, for use in another thread."""
    return work if _tracer is None else partial(copy_context().run, work)


def check_traces(address: str | None) -> None:
    """Check that traces can be sent to an address. Raises `SetupError`."""
    if address is None:
        return
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise SetupError(
            f"{address.rpartition('@')[2]!r:.60} is not the address of a trace collector; expected http://HOST:4318."
        )
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise SetupError("Traces need OpenTelemetry, which is not installed: `pip install 'carrom[tracing]'`.")


@contextmanager
def traced(address: str | None) -> Iterator[None]:
    """Send traces to the collector at an address during the block; `None` for no tracing.

    An unreachable collector causes no errors. Raises `SetupError`.
    """
    check_traces(address)
    if address is None:
        yield
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = begin(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{address.rstrip('/')}/v1/traces", timeout=0.5)))
    try:
        yield
    finally:
        end(provider)


def begin(processor: "SpanProcessor") -> "TracerProvider":
    """Start tracing; spans go to this processor."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    global _tracer
    provider = TracerProvider(resource=Resource({"service.name": "carrom", "service.version": __version__}))
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("carrom.server", __version__)
    return provider


def end(provider: "TracerProvider") -> None:
    """Stop tracing, and send the remaining spans."""
    global _tracer
    _tracer = None
    provider.shutdown()


def _nothing(key: str, cell: Cell) -> None:
    """Do nothing; used while tracing is off."""
