"""Tracing: off by default; when on, a span for each part of a command, without keys, names or chat text."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from carrom import observability, protocol
from carrom.cli import main
from carrom.errors import SetupError

from .test_app import line, serving
from .test_app import static as static


@pytest.fixture
def told() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = observability.begin(SimpleSpanProcessor(exporter))
    yield exporter
    observability.end(provider)


def test_a_stroke_is_told_with_its_film_and_its_append_within_its_command(
    static: Path, told: InMemorySpanExporter
) -> None:
    with serving(static) as client, line(client) as page:
        joined, snapshot = page.begin()
        told.clear()
        page.strike(snapshot.version)
        page.hear(protocol.Played)
        page.hear(protocol.Accepted)
        page.strike(snapshot.version, nonce="another" * 3)
        page.hear(protocol.Refused)
    found = told.get_finished_spans()
    commands = [each for each in found if each.name == "command"]
    first, second = (dict(each.attributes or {}) for each in commands)
    assert first == {"carrom.kind": "strike"}
    assert second == {"carrom.kind": "strike", "carrom.refused": "stale"}
    assert {each.name for each in within(found, commands[0])} >= {"stroke", "film", "append", "tell"}
    assert within(found, commands[1]) == [], "what is refused is neither simulated nor stored"
    said = " ".join(f"{each.name} {dict(each.attributes or {})} {each.status.description}" for each in found)
    assert joined.game not in said


def within(found: tuple[ReadableSpan, ...], command: ReadableSpan) -> list[ReadableSpan]:
    """Return the direct child spans of another span."""
    here = command.get_span_context()
    assert here is not None
    return [each for each in found if each.parent is not None and each.parent.span_id == here.span_id]


def test_nothing_is_traced_unless_it_is_asked_for(static: Path, told: InMemorySpanExporter) -> None:
    provider = observability.begin(SimpleSpanProcessor(told))
    observability.end(provider)
    told.clear()
    with serving(static) as client, line(client) as page:
        _, snapshot = page.begin()
        page.strike(snapshot.version)
        page.hear(protocol.Played)
        page.hear(protocol.Accepted)
    assert told.get_finished_spans() == ()


@pytest.mark.parametrize("address", ["localhost:4318", "nats://localhost", "http://word@localhost:4318", "http://"])
def test_what_is_no_collector_is_one_sentence_without_its_password(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--check", "--trace", address]) == 1
    said = capsys.readouterr().err
    assert "is not the address of a trace collector" in said
    assert "word" not in said


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observability, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"pip install 'carrom\[tracing\]'"):
        observability.check_traces("http://localhost:4318")


@pytest.mark.slow
def test_a_collector_that_is_away_is_missed_by_nobody(static: Path) -> None:
    with observability.traced("http://127.0.0.1:9"), serving(static) as client, line(client) as page:
        _, snapshot = page.begin()
        page.strike(snapshot.version)
        page.hear(protocol.Played)
        page.hear(protocol.Accepted)
