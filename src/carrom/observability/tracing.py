"""Tracing with OpenTelemetry: spans for a command, its stroke, its replay, the append and the broadcast.

They are sent to a collector of OpenTelemetry if it is begun, and counted if somebody counts them. No key, no name and
no text that a person has written stands in a span.
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
def span(name: str, **told: Cell) -> Iterator[Callable[[str, Cell], None]]:
    """Be a span for as long as the block lasts; yield what adds something to what is `told` of it."""
    began = time.perf_counter()
    try:
        if _tracer is None:
            yield _nothing
            return
        cells = {f"carrom.{key}": cell for key, cell in told.items()}
        with _tracer.start_as_current_span(
            name, attributes=cells, record_exception=False, set_status_on_exception=False
        ) as here:
            yield lambda key, cell: here.set_attribute(f"carrom.{key}", cell)
    finally:
        if _counted is not None:
            _counted(name, time.perf_counter() - began)


def count(counted: Callable[[str, float], None] | None) -> None:
    """Tell from now on how long each span took, in seconds, by its name; None: nobody."""
    global _counted
    _counted = counted


def carried(work: Callable[[], T]) -> Callable[[], T]:
    """Return a piece of work for another thread, whose spans stand in the present one."""
    return work if _tracer is None else partial(copy_context().run, work)


def check_traces(address: str | None) -> None:
    """Return if traces can be sent to an address, None for nowhere; raises `SetupError` in one sentence."""
    if address is None:
        return
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise SetupError(f"{address.rpartition('@')[2]!r:.60} takes no traces; expected a collector, http://HOST:4318.")
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise SetupError("Traces need OpenTelemetry, which is not installed: `pip install 'carrom[tracing]'`.")


@contextmanager
def traced(address: str | None) -> Iterator[None]:
    """Send traces to the collector at an address for as long as the block lasts; to nobody if there is none.

    A collector that is away is missed by nobody. Raises `SetupError`.
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
    """Trace from now on; what is traced goes through a processor."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    global _tracer
    provider = TracerProvider(resource=Resource({"service.name": "carrom", "service.version": __version__}))
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("carrom.server", __version__)
    return provider


def end(provider: "TracerProvider") -> None:
    """Trace no more, and send what is left."""
    global _tracer
    _tracer = None
    provider.shutdown()


def _nothing(key: str, cell: Cell) -> None:
    """Add nothing to no span."""
