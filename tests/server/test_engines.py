"""External engines in a game: they play, or fail and lose, and the record gives the reason."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from agreed import KEY, against, new_game
from server.serving import Carrom, page
from silent_program import SilentProgram, assert_gone, is_running
from starlette.testclient import TestClient

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine import external, levels
from carrom.engine.ladder import hand_of
from carrom.game.events import Awarded
from carrom.game.record import read_record
from carrom.protocol import decode_server, encode
from carrom.server.ops.app import KernelWarmup, application
from carrom.storage.store import Store

EXAMPLE = Path(__file__).parents[2] / "examples" / "straight_engine.py"
HEADERS = {"host": "127.0.0.1:8137", "origin": "http://127.0.0.1:8137"}


class Cold(KernelWarmup):
    """A kernel warm-up that never runs."""

    def begin(self, answer: Any) -> None:
        """Do nothing."""


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[SilentProgram]:
    made = SilentProgram(tmp_path)
    yield made
    made.close()


@pytest.fixture
def client(tmp_path: Path, silent: SilentProgram, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(levels, "_registered", {})
    monkeypatch.setattr(os, "cpu_count", lambda: 2)  # then one thread computes for the levels
    external.introduce("Silent", silent.command, hand_of(0.4))
    external.introduce("Straight", f"{sys.executable} {EXAMPLE}", hand_of(0.4))
    external.introduce("Broken", f"{sys.executable} -c pass", hand_of(0.4))
    (tmp_path / "index.html").write_text("<!doctype html><title>Carrom</title>")
    answer = application(Store(tmp_path / "games.sqlite"), static=tmp_path, warmth=Cold())
    with TestClient(answer, headers=HEADERS) as found:
        yield found


def heard(line: Any, kind: type) -> Any:
    """Return the next message of this type."""
    while not isinstance(message := decode_server(line.receive_text()), kind):
        pass
    return message


def test_the_engines_are_among_the_opponents_and_play(client: TestClient) -> None:
    with client.websocket_connect("/ws") as line:
        welcome = heard(line, protocol.Welcome)
        assert [(each.name, each.outside) for each in welcome.engines] == [
            ("Silent", True), ("Straight", True), ("Broken", True)
        ]  # fmt: skip
        line.send_text(encode(new_game(against("Straight", first=Seat.NORTH))))
        played = heard(line, protocol.Played)
        assert played.motion.seat is Seat.NORTH


def test_an_engine_that_fails_has_lost_and_the_record_says_why(client: TestClient) -> None:
    with client.websocket_connect("/ws") as line:
        line.send_text(encode(new_game(against("Broken", first=Seat.NORTH))))
        game = heard(line, protocol.Joined).game
        result = heard(line, protocol.Acted).state.result
        assert (result.winner, result.conceded, result.forfeited) == (Seat.SOUTH, True, False)
        reason = heard(line, protocol.Refused).reason  # later, since the page drops a message at the next event
        assert reason == "The engine Broken has ended (exit code 0), so it has lost this game."
    record = client.get(f"/games/{game}.carrom", headers={"authorization": f"Bearer {KEY}"}).text
    lost = read_record(record).events[-1]
    assert isinstance(lost, Awarded)
    assert (lost.side, lost.how) == ("A", "retired")
    assert "has ended" in lost.reason


@pytest.mark.skipif(os.name == "nt", reason="the script is one of a Unix shell")
def test_a_silent_engine_takes_no_thread_in_which_levels_compute(client: TestClient, silent: SilentProgram) -> None:
    with client.websocket_connect("/ws") as waiting, client.websocket_connect("/ws") as line:
        waiting.send_text(encode(new_game(against("Silent", first=Seat.NORTH))))
        (pid,) = silent.pids()
        line.send_text(encode(new_game(against("beginner", first=Seat.NORTH), nonce="b" * 16)))
        heard(line, protocol.Played)
        assert is_running(pid), "the silent engine has not been given up yet"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the script is one of a Unix shell")
def test_silent_engines_delay_no_other_computer_player_and_end_with_the_server(
    tmp_path: Path, silent: SilentProgram
) -> None:
    """Three, so that they would take every thread of the pool that computes on a small machine."""
    engines = (word for number in range(3) for word in ("--engine", f"Silent {number}={silent.command}"))
    server = Carrom(page(tmp_path / "static"), tmp_path / "data", 0, *engines, command=("serve",))

    def see_a_break_by_the_computer(nonce: str, seconds: float) -> None:
        with server.line() as line:
            line.send(encode(new_game(against("beginner", first=Seat.NORTH), nonce=nonce * 16)))
            while not isinstance(decode_server(line.recv(timeout=seconds)), protocol.Played):
                pass

    try:
        see_a_break_by_the_computer("w", 60)  # its kernel is ready then
        with server.line() as first, server.line() as second, server.line() as third:
            for number, line in enumerate((first, second, third)):
                line.send(encode(new_game(against(f"Silent {number}", first=Seat.NORTH), nonce=str(number) * 16)))
            pids = silent.pids(3)
            see_a_break_by_the_computer("b", 15)
            assert all(map(is_running, pids)), "the silent engines have not been given up"
            began = time.monotonic()
            code, _ = server.told(signal.SIGTERM)
        assert (code, time.monotonic() - began < 5.0) == (0, True)
        assert_gone(pids, 0.5)
    finally:
        server.kill()


def test_a_game_goes_on_waiting_for_an_engine_that_is_not_there_any_more(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client.websocket_connect("/ws") as line:
        line.send_text(encode(new_game(against("Straight", first=Seat.SOUTH))))
        heard(line, protocol.Snapshot)
        monkeypatch.setattr(levels, "_registered", {})
        refused = None
        line.send_text(encode(new_game(against("Straight"), nonce="m" * 16)))
        refused = heard(line, protocol.Refused)
        assert 'There is no level "Straight"' in refused.reason


def test_a_review_of_a_game_that_goes_on_is_refused_and_of_one_that_is_over_told(client: TestClient) -> None:
    bearer = {"authorization": f"Bearer {KEY}"}
    with client.websocket_connect("/ws") as line:
        line.send_text(encode(new_game(against("Straight", first=Seat.NORTH))))
        game = heard(line, protocol.Joined).game
        state = heard(line, protocol.Played).state
        answer = client.get(f"/api/review/{game}", headers=bearer)
        assert (answer.status_code, "is not over" in answer.text) == (409, True)
        version = json.loads(client.get(f"/games/{game}.json", headers=bearer).text)["version"]
        resign = protocol.Resign(nonce="r" * 16, version=version, seat=Seat.SOUTH, what=protocol.Length.MATCH)
        line.send_text(encode(resign))
        assert state.result is None
        heard(line, protocol.Acted)
    answer = client.get(f"/api/review/{game}?seconds=nothing", headers=bearer)
    assert (answer.status_code, "expected a number" in answer.text) == (422, True)
