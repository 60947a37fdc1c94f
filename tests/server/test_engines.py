"""External engines in a game: they play, or fail and lose, and the record gives the reason."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from agreed import KEY, against, new_game
from starlette.testclient import TestClient

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.external import named_players
from carrom.engine.play import opponents
from carrom.engine.strength.player_spec import hand_of
from carrom.game.events import Awarded
from carrom.game.notation.record import read_record
from carrom.protocol import decode_server, encode
from carrom.server.main.app import application
from carrom.server.main.kernel_warmup import KernelWarmup
from carrom.storage.store import Store

EXAMPLE = Path(__file__).parents[2] / "examples" / "straight_engine.py"
HEADERS = {"host": "127.0.0.1:8137", "origin": "http://127.0.0.1:8137"}


class Cold(KernelWarmup):
    """A kernel warm-up that never runs."""

    def begin(self, told: Any) -> None:
        """Do nothing."""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(opponents, "_registered", {})
    named_players.introduce("Straight", f"{sys.executable} {EXAMPLE}", hand_of(0.4))
    named_players.introduce("Broken", f"{sys.executable} -c pass", hand_of(0.4))
    (tmp_path / "index.html").write_text("<!doctype html><title>Carrom</title>")
    told = application(Store(tmp_path / "games.sqlite"), static=tmp_path, warmth=Cold())
    with TestClient(told, headers=HEADERS) as found:
        yield found
    for each in opponents.registered():
        each.close()


def heard(line: Any, kind: type) -> Any:
    """Return the next message of this type."""
    while not isinstance(message := decode_server(line.receive_text()), kind):
        pass
    return message


def test_the_engines_are_among_the_opponents_and_play(client: TestClient) -> None:
    with client.websocket_connect("/ws") as line:
        welcome = heard(line, protocol.Welcome)
        assert [(each.name, each.outside) for each in welcome.engines] == [("Straight", True), ("Broken", True)]
        line.send_text(encode(new_game(against("Straight", first=Seat.NORTH))))
        played = heard(line, protocol.Played)
        assert played.motion.seat is Seat.NORTH


def test_an_engine_that_fails_has_lost_and_the_record_says_why(client: TestClient) -> None:
    with client.websocket_connect("/ws") as line:
        line.send_text(encode(new_game(against("Broken", first=Seat.NORTH))))
        game = heard(line, protocol.Joined).game
        assert "has ended" in heard(line, protocol.Refused).reason
        result = heard(line, protocol.Acted).state.result
        assert (result.winner, result.conceded, result.forfeited) == (Seat.SOUTH, True, False)
    record = client.get(f"/games/{game}.carrom", headers={"authorization": f"Bearer {KEY}"}).text
    lost = read_record(record).events[-1]
    assert isinstance(lost, Awarded)
    assert (lost.side, lost.how) == ("A", "retired")
    assert "has ended" in lost.reason


def test_a_game_goes_on_waiting_for_an_engine_that_is_not_there_any_more(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client.websocket_connect("/ws") as line:
        line.send_text(encode(new_game(against("Straight", first=Seat.SOUTH))))
        heard(line, protocol.Snapshot)
        monkeypatch.setattr(opponents, "_registered", {})
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
