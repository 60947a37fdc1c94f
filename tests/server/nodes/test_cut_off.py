"""A server that cannot reach the database, while others can, sends its players to those."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from carrom import protocol
from carrom.protocol import decode_server
from carrom.server.common import DatabaseLost, Dispatcher
from carrom.server.ops import cluster
from carrom.server.ops.app import KernelWarmup, application
from carrom.server.ops.bus import Heard, InProcess
from carrom.server.ops.cluster import CUT_OFF_AFTER, ClockJumpLog, Heartbeat, PartitionDetector, ahead
from carrom.server.ops.event_log import SingleNode
from carrom.server.play.connection import RESTARTS
from carrom.storage.store import Store

from ..postgresql import binaries
from ..programs import missing
from .natsserver import nats_server

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
    wire, lines = Wire(), list[str]()
    one, other = detector(wire, "one", lines), detector(wire, "two", lines)
    return one, other, lines


def detector(wire: Wire, name: str, lines: list[str]) -> PartitionDetector:
    """Return a detector on this bus; when it loses the database, its name is added to `lines`."""
    dispatcher = Dispatcher()
    dispatcher.subscribe(DatabaseLost, lambda _: lines.append(name))
    found = PartitionDetector(wire, dispatcher)
    found._quiet = wire.subscribe("answered", found._heard)
    return found


def test_one_that_is_not_answered_while_another_is_lets_its_players_go_once(
    clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    one, other, answer = two()
    for _ in range(8):
        clock[0] += 1
        other.answered()
        one.look()
        other.look()
    assert (one.now, other.now, answer) == (True, False, ["one"])
    one.answered()
    assert not one.now
    for sentence in ("Only other servers can reach the database", "connections are accepted"):
        assert caplog.text.count(sentence) == 1


def test_where_nobody_is_answered_nobody_is_let_go(clock: list[float]) -> None:
    one, other, answer = two()
    for each in (one, other):
        each.answered()
    clock[0] += CUT_OFF_AFTER + 1
    for each in (one, other):
        each.look()
    assert (one.now, other.now, answer) == (False, False, [])


def test_one_that_hears_only_itself_lets_nobody_go(clock: list[float]) -> None:
    wire, lines = Wire(), list[str]()
    alone = detector(wire, "alone", lines)
    alone.answered()
    clock[0] += CUT_OFF_AFTER - 1
    alone._bus.publish("answered", alone._name)
    clock[0] += 2
    alone.look()
    assert (alone.now, lines) == (False, [])


def test_the_lines_of_one_that_is_cut_off_are_closed_and_nobody_new_is_let_in_until_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KernelWarmup, "begin", lambda self, answer: None)  # its news would come between
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


# -- Clock jumps: the operator's log line, and players who lose no time

HOUR = 3_600_000


class Clockwork:
    """A fake database that only answers what time it is."""

    def __init__(self) -> None:
        self.ahead = 0

    def ask(self, question: str, values: object) -> list[tuple[Any, ...]]:
        return [(time.time_ns() // 1_000_000 + self.ahead, False)] if "RETURNING heard" in question else []


@pytest.mark.parametrize(("by", "way"), [(HOUR, "forward"), (-HOUR, "back")])
def test_a_database_whose_clock_jumps_is_gone_by_at_once_and_gives_everybody_his_time_again(
    by: int, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = Clockwork()
    peers = Heartbeat(database)  # type: ignore[arg-type]
    for _ in range(5):
        peers.beat()
    before = peers.now()
    assert not caplog.records
    database.ahead = by
    peers.beat()
    assert abs(peers.now() - before - by) < 60_000
    assert abs(peers.fair_since() - peers.now()) < 60_000, "a turn begins anew, whichever way the clock was put"
    peers.beat()
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"The clock of the database was put {way} by 3600 s; no player loses time."], "once"


def test_a_machines_clock_that_jumps_is_told_once_and_one_that_drifts_is_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    really = time.time_ns
    jumps = ClockJumpLog("The clock of this machine")
    for seconds in (1, 2, 3_602, 3_602, 2):
        monkeypatch.setattr(time, "time_ns", lambda seconds=seconds: really() + seconds * 10**9)
        assert abs(ahead() - seconds * 10**6) < 60_000_000
        jumps.look()
    assert [record.getMessage() for record in caplog.records] == [
        "The clock of this machine was put forward by 3600 s; no player loses time.",
        "The clock of this machine was put back by 3600 s; no player loses time.",
    ]


# -- A short chaos run: real servers, PostgreSQL and NATS, a kill and the other quick faults

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_games_go_on_through_faults_and_nothing_is_lost() -> None:
    nats_server()
    if binaries() is None:
        missing("PostgreSQL")
    words = ["--games", "2", "--faults", "3", "--pace", "0.3", "--kinds", "killed", "bus away", "clock jumped"]
    done = subprocess.run(
        [sys.executable, "-m", "carrom", "bench", "chaos", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=180,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-2000:]}"
    assert "0 lost, 0 doubled" in done.stdout
    assert done.stdout.endswith("Nothing was wrong.\n")
