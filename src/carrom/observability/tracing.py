"""Tracing with OpenTelemetry: spans for a command, its stroke, its replay, the append and the broadcast.

Spans are sent to an OpenTelemetry collector if one is configured, and counted for the metrics. No span contains a key,
a name or text written by a person.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from carrom.errors import SetupError
from carrom.version import __version__

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
