"""A server that cannot reach the database, while others can, sends its players to those."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from carrom import protocol
from carrom.protocol import decode_server
from carrom.server.common import DatabaseLost, Dispatcher
from carrom.server.ops import cluster
from carrom.server.ops.app import KernelWarmup, application
from carrom.server.ops.bus import Heard, InProcess
from carrom.server.ops.cluster import CUT_OFF_AFTER, PartitionDetector
from carrom.server.ops.event_log import SingleNode
from carrom.server.play.connection import RESTARTS
from carrom.storage.store import Store

PAGE = {"origin": "http://127.0.0.1:8137", "host": "127.0.0.1:8137"}


class Wire(InProcess):
    """A bus that delivers at once to everyone who shares it."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Heard] = []

    def publish(self, subject: str, body: bytes) -> None:
        for heard in self.heard:
            heard(body)

    def subscribe(self, subject: str, heard: Heard) -> Callable[[], None]:
        self.heard.append(heard)
        return lambda: self.heard.remove(heard)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock in seconds that the test sets."""
    now = [100.0]
    monkeypatch.setattr(cluster.time, "monotonic", lambda: now[0])
    return now


def two() -> tuple[PartitionDetector, PartitionDetector, list[str]]:
    wire, told = Wire(), list[str]()
    one, other = detector(wire, "one", told), detector(wire, "two", told)
    return one, other, told


def detector(wire: Wire, name: str, told: list[str]) -> PartitionDetector:
    """Return a detector on this bus; when it loses the database, its name is added to `told`."""
    dispatcher = Dispatcher()
    dispatcher.subscribe(DatabaseLost, lambda _: told.append(name))
    found = PartitionDetector(wire, dispatcher)
    found._quiet = wire.subscribe("answered", found._heard)
    return found


def test_one_that_is_not_answered_while_another_is_lets_its_players_go_once(
    clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    one, other, told = two()
    for _ in range(8):
        clock[0] += 1
        other.answered()
        one.look()
        other.look()
    assert (one.now, other.now, told) == (True, False, ["one"])
    one.answered()
    assert not one.now
    for sentence in ("Only other servers can reach the database", "connections are accepted"):
        assert caplog.text.count(sentence) == 1


def test_where_nobody_is_answered_nobody_is_let_go(clock: list[float]) -> None:
    one, other, told = two()
    for each in (one, other):
        each.answered()
    clock[0] += CUT_OFF_AFTER + 1
    for each in (one, other):
        each.look()
    assert (one.now, other.now, told) == (False, False, [])


def test_one_that_hears_only_itself_lets_nobody_go(clock: list[float]) -> None:
    wire, told = Wire(), list[str]()
    alone = detector(wire, "alone", told)
    alone.answered()
    clock[0] += CUT_OFF_AFTER - 1
    alone._bus.publish("answered", alone._name)
    clock[0] += 2
    alone.look()
    assert (alone.now, told) == (False, [])


def test_the_lines_of_one_that_is_cut_off_are_closed_and_nobody_new_is_let_in_until_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KernelWarmup, "begin", lambda self, told: None)  # its news would come between
    (tmp_path / "index.html").write_text("<title>the page</title>")
    dispatcher = Dispatcher()
    cut = PartitionDetector(InProcess(), dispatcher)
    company = SingleNode(cut_off=cut)
    app = application(Store(":memory:"), static=tmp_path, company=company, dispatcher=dispatcher)
    with TestClient(app, base_url="http://127.0.0.1:8137") as client:
        with client.websocket_connect("/ws", headers=PAGE) as line:
            assert isinstance(decode_server(line.receive_text()), protocol.Welcome)
            cut.now = True

            async def tell() -> None:
                dispatcher.publish(DatabaseLost())

            assert client.portal is not None
            client.portal.call(tell)
            with pytest.raises(WebSocketDisconnect) as end:
                line.receive_text()
            assert end.value.code == RESTARTS
        with client.websocket_connect("/ws", headers=PAGE) as line:
            with pytest.raises(WebSocketDisconnect) as end:
                line.receive_text()
            assert end.value.code == RESTARTS
        cut.now = False
        with client.websocket_connect("/ws", headers=PAGE) as line:
            assert isinstance(decode_server(line.receive_text()), protocol.Welcome)
