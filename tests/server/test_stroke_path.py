"""A stroke's path from a websocket to every follower, as docs/explanation/architecture.md lists it."""

import ast
import asyncio
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import permutations
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from api.serving import Cold, listening_to
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from server.seeks.test_lobby_service import ANNA, BEN, Clock, Process, rated_game
from server.serving import begun, heard, page
from websockets.sync.client import connect

import carrom
from carrom import observability, protocol
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.errors import SetupError
from carrom.protocol import encode
from carrom.server.common import (
    ConnectionsClosing,
    Dispatcher,
    GameCreated,
    LobbyChanged,
    ServerLimits,
    ServerStopping,
    announce_shutdown,
)
from carrom.server.http.event_stream import EventStream
from carrom.server.http.games import Streams
from carrom.server.lobby.lobby import LobbyService
from carrom.server.lobby.results import GameEndListener
from carrom.server.ops.app import application
from carrom.server.ops.bus import InProcess
from carrom.server.play import services
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import EventsAppended, GameEnded
from carrom.server.play.ties import TieRegistry
from carrom.storage.store import Store

from .test_app import line, serving
from .test_app import static as static

HOME = Path(carrom.__file__).parent
PAGE = HOME.parents[1] / "docs" / "explanation" / "architecture.md"
STEP = re.compile(r"^\d+\. `([\w/]+\.py)`: `([\w.]+)`$", re.MULTILINE)
MOST_FILES, MOST_OF_THE_SERVER = 75, 15
"""Files that a stroke's code runs through; 51 of them belong to rules, game and physics."""
MOST_CALLS = 2000


class Trace:
    """The carrom functions that were called, in the order of their first call."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: Counter[tuple[str, str]] = Counter()

    def taken(self) -> "Trace":
        """Return a trace of the calls so far, and start a new one."""
        done = Trace()
        done.calls, self.calls = self.calls, Counter()
        return done

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self.is_on and event == "call" and code.co_filename.startswith(str(HOME)):
            self.calls[Path(code.co_filename).relative_to(HOME).as_posix(), code.co_qualname] += 1

    @property
    def files(self) -> set[str]:
        return {file for file, function in self.calls if function != "<module>"}


@contextmanager
def tracing() -> Iterator[Trace]:
    """Trace every thread that starts within the block, while the trace is on."""
    trace = Trace()
    threading.setprofile(trace)
    try:
        yield trace
    finally:
        threading.setprofile(None)


def steps() -> list[tuple[str, str]]:
    """Return the file and the function of each step of the numbered list."""
    return STEP.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def stroke(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    """Return the trace of one of four strokes without films, after everything is imported and cached.

    The trace with the fewest files is chosen, so that timer callbacks are not counted.
    """
    folder = tmp_path_factory.mktemp("served")
    with ExitStack() as open_now:
        trace = open_now.enter_context(tracing())  # before the server's threads start
        app = application(Store(folder / "games.db"), static=page(folder / "static"), warmth=Cold())
        url = open_now.enter_context(listening_to(app)).base_url
        with connect(f"ws://{url.host}:{url.port}/ws", origin=f"http://{url.host}:{url.port}") as line:  # type: ignore[arg-type]
            heard(line)
            line.send(encode(protocol.SendFilms(wanted=False)))
            joined, snapshot = begun(line)
            version, turn = joined.version, snapshot.state.turn
            traces = []
            for number in range(6):
                assert turn is not None
                time.sleep(0.2)  # lets background work of the previous stroke finish
                trace.is_on = True
                command = protocol.Strike(
                    nonce=f"{number:016}", version=version, seat=turn, stroke=Stroke(0, 0, 300_000)
                )
                line.send(encode(command))
                played, accepted = heard(line), heard(line)
                trace.is_on = False
                assert isinstance(played, protocol.StrokePlayed)
                assert isinstance(accepted, protocol.Accepted)
                version, turn = accepted.version, played.state.turn
                traces.append(trace.taken())
    return min(traces[2:], key=lambda each: len(each.files))


@pytest.mark.slow
def test_a_stroke_takes_every_step_of_the_page_in_its_order(stroke: Trace) -> None:
    order = list(stroke.calls)
    listed = steps()
    assert len({file for file, _ in listed}) <= 12
    missing = [step for step in listed if step not in stroke.calls]
    assert missing == []
    assert sorted(listed, key=order.index) == listed


def test_a_stroke_enters_no_more_files_and_functions_than_before(stroke: Trace) -> None:
    server = {file for file in stroke.files if file.startswith("server/")}
    assert len(stroke.files) <= MOST_FILES, sorted(stroke.files)
    assert len(server) <= MOST_OF_THE_SERVER, sorted(server)
    assert sum(stroke.calls.values()) <= MOST_CALLS


def test_every_file_and_function_that_the_page_names_exists() -> None:
    for file, function in steps():
        text = (HOME / file).read_text(encoding="utf-8")
        assert f"def {function.rpartition('.')[2]}(" in text
        assert all(f"class {name}" in text for name in function.split(".")[:-1])


def test_what_is_called_while_the_trace_is_off_is_not_in_it(stroke: Trace) -> None:
    assert ("server/play/registry.py", "GameRegistry.begin") not in stroke.calls
    assert ("server/play/live_game.py", "LiveGame.follow") not in stroke.calls


# -- Tracing: off by default; when on, a span for each part of a command, without keys, names or chat text


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = observability.begin(SimpleSpanProcessor(exporter))
    yield exporter
    observability.end(provider)


def test_a_stroke_is_told_with_its_film_and_its_append_within_its_command(
    static: Path, spans: InMemorySpanExporter
) -> None:
    with serving(static) as client, line(client) as page:
        joined, snapshot = page.begin()
        spans.clear()
        page.strike(snapshot.version)
        page.hear(protocol.Played)
        page.hear(protocol.Accepted)
        page.strike(snapshot.version, nonce="another" * 3)
        page.hear(protocol.Refused)
    found = spans.get_finished_spans()
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


def test_nothing_is_traced_unless_it_is_asked_for(static: Path, spans: InMemorySpanExporter) -> None:
    provider = observability.begin(SimpleSpanProcessor(spans))
    observability.end(provider)
    spans.clear()
    with serving(static) as client, line(client) as page:
        _, snapshot = page.begin()
        page.strike(snapshot.version)
        page.hear(protocol.Played)
        page.hear(protocol.Accepted)
    assert spans.get_finished_spans() == ()


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


# -- The event dispatcher; the order in which parts of the server subscribe does not matter

SERVER = Path(__file__).resolve().parents[2] / "src" / "carrom" / "server"
PARTS: dict[str, Callable[[Any], Any]] = {
    "ties": lambda at: TieRegistry(at.store.ties, at.registry, ServerLimits()),
    "event stream": lambda at: EventStream(at.registry, at.store, Streams(1)),
    "ratings": lambda at: GameEndListener(at.store, at.registry),
}


def test_an_event_reaches_every_handler_of_its_type_and_no_other() -> None:
    dispatcher, heard = Dispatcher(), list[object]()
    dispatcher.subscribe(GameCreated, heard.append)
    dispatcher.subscribe(GameCreated, heard.append)
    dispatcher.subscribe(LobbyChanged, heard.append)
    dispatcher.publish(GameCreated("game-0001"))
    dispatcher.publish(ServerStopping())
    assert heard == [GameCreated("game-0001"), GameCreated("game-0001")]


def test_a_handler_that_fails_is_logged_and_keeps_no_event_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    dispatcher, heard = Dispatcher(), list[object]()

    def fails(_: LobbyChanged) -> None:
        raise ValueError("it failed")

    dispatcher.subscribe(LobbyChanged, fails)
    dispatcher.subscribe(LobbyChanged, heard.append)
    dispatcher.publish(LobbyChanged())
    asyncio.run(dispatcher.publish_and_wait(LobbyChanged()))
    assert heard == [LobbyChanged(), LobbyChanged()]
    assert caplog.text.count("A handler of LobbyChanged failed.") == 2


def test_a_shutdown_waits_until_connections_are_closed_and_closes_none_without_a_drain() -> None:
    dispatcher, heard = Dispatcher(), list[object]()

    async def close(event: ConnectionsClosing) -> None:
        await asyncio.sleep(0.01)
        heard.append(event)

    dispatcher.subscribe(ConnectionsClosing, close)
    dispatcher.subscribe(ServerStopping, heard.append)
    asyncio.run(announce_shutdown(dispatcher, 5))
    asyncio.run(announce_shutdown(dispatcher))
    assert heard == [ServerStopping(), ConnectionsClosing(5), ServerStopping()]


def test_an_asynchronous_handler_is_not_forgotten_by_an_event_that_does_not_wait() -> None:
    dispatcher = Dispatcher()
    waiting = asyncio.Future[None](loop=asyncio.new_event_loop())
    dispatcher.subscribe(LobbyChanged, lambda _: waiting)
    with pytest.raises(AssertionError, match="publish_and_wait"):
        dispatcher.publish(LobbyChanged())


@pytest.mark.parametrize("order", list(permutations(PARTS)), ids=", ".join)
def test_a_rated_game_is_rated_in_whatever_order_the_parts_subscribe(order: tuple[str, ...], tmp_path: Path) -> None:
    async def work() -> None:
        at = Process.__new__(Process)
        at.store = Store(tmp_path / "games.db")
        at.registry = GameRegistry(at.store, ServerLimits(), Random(1), Clock())
        heard: list[str] = []
        for kind in (EventsAppended, GameEnded):
            at.registry.dispatcher.subscribe(kind, lambda event: heard.append(type(event).__name__))
        at.lobby = LobbyService(at.store, at.registry, InProcess())
        made = {name: PARTS[name](at) for name in order}
        at.rater = made["ratings"]
        game = await rated_game(at, ANNA, BEN, 8, BEN)
        assert at.lobby.ratings.is_rated(game)
        assert heard.count("GameEnded") == 1
        assert heard[-2:] == ["EventsAppended", "GameEnded"]
        await at.close()

    asyncio.run(work())


def test_every_event_of_a_game_has_a_subscriber() -> None:
    kinds = ("EventsAppended", "GameEnded", "AgreementsChanged", "PlayersChanged")
    assert all(isinstance(getattr(services, kind), type) for kind in kinds)
    text = "\n".join(path.read_text() for path in SERVER.rglob("*.py") if path.name != "services.py")
    for kind in kinds:
        assert f"publish({kind}(" in text
        assert text.count(kind) > 2


def test_no_part_of_the_server_is_given_a_callback_after_it_was_made() -> None:
    found = [
        f"{path.relative_to(SERVER)}: {ast.unparse(target)}"
        for path in SERVER.rglob("*.py")
        for target, value in _assigned(ast.parse(path.read_text()))
        if _is_callback(value)
    ]
    assert found == []


def _assigned(tree: ast.AST) -> list[tuple[ast.Attribute, ast.expr]]:
    """Return every assignment to an attribute of an object other than `self`, with its value."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            found += [(each, value) for each, value in pairs if isinstance(each, ast.Attribute) and not _is_self(each)]
    return found


def _is_self(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")


def _is_callback(value: ast.expr) -> bool:
    """Return whether an expression looks like a function: a lambda, a partial, or a method that is not called."""
    if isinstance(value, ast.IfExp):
        return _is_callback(value.body) or _is_callback(value.orelse)
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "partial"
    own = isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name | ast.Attribute)
    return isinstance(value, ast.Lambda) or (own and ast.unparse(value).startswith("self._") and value.attr[0] == "_")


@pytest.mark.parametrize(
    "line",
    ["lobby.heard = lambda room: None", "a.b, a.told = 1, self._cut_off", "connection.who = partial(who, word)"],
)
def test_a_callback_that_is_set_later_is_found(line: str) -> None:
    assert any(_is_callback(value) for _, value in _assigned(ast.parse(line)))
