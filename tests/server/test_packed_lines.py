"""Websockets that receive long messages deflated, compressed once for all; and websockets that receive plain text."""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from agreed import KEY, WATCH
from hypothesis import given
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server, encode
from carrom.tables import log
from carrom.tables.log import ASKED, LEAST, CompressedMessage

from .serving import begun, page
from .test_gate import Running


class Hearing:
    """A websocket and every raw message it received."""

    def __init__(self, running: Running, asked: str = "") -> None:
        address = f"127.0.0.1:{running.port}"
        opened = connect(f"ws://{address}/ws{asked}", origin=f"http://{address}")  # type: ignore[arg-type]
        self.line: ClientConnection = opened.__enter__()
        self.came: list[str | bytes] = []

    def recv(self, timeout: float | None = None) -> str:
        """Return the next message as text."""
        came = self.line.recv(timeout)
        self.came.append(came)
        return came if isinstance(came, str) else zlib.decompress(came, -15).decode()

    def send(self, text: str) -> None:
        self.line.send(text)

    def until(self, kind: type[Any]) -> str:
        """Return the text of the next message of this type."""
        while not isinstance(decode_server(text := self.recv(10)), kind):
            pass
        return text


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    server = Running(page(tmp_path / "static"))
    yield server
    server.close()


def looking(running: Running, game: str, asked: str) -> Hearing:
    """Return a spectator's websocket."""
    line = Hearing(running, asked)
    line.send(encode(protocol.Resume(game=game, watch=WATCH)))
    line.until(protocol.Snapshot)
    return line


def strike(player: Hearing, version: int, state: protocol.State) -> None:
    assert state.turn is not None
    player.send(
        encode(protocol.Strike(nonce="s" * 16, version=version, seat=state.turn, stroke=Stroke(0, 0, 2_000_000)))
    )


def test_a_film_is_deflated_once_for_all_who_see_it_and_is_the_same_text_everywhere(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Hearing(running, f"?{ASKED}")
    player.until(protocol.Welcome)
    joined, snapshot = begun(player)  # type: ignore[arg-type]
    viewers = [looking(running, joined.game, f"?{ASKED}") for _ in range(3)] + [looking(running, joined.game, "")]
    deflations: list[int] = []
    deflate = log.deflated
    monkeypatch.setattr(log, "deflated", lambda text: deflations.append(len(text)) or deflate(text))
    assert snapshot.state is not None
    strike(player, snapshot.version, snapshot.state)
    films = {each.until(protocol.Played) for each in (player, *viewers)}
    assert len(films) == 1
    assert len(deflations) == 2, "once with the film and once without it"
    assert deflations.count(len(films.pop())) == 1
    packed = {each.came[-1] for each in (player, *viewers[:3])}
    assert len(packed) == 1
    assert isinstance(packed.pop(), bytes)
    assert isinstance(viewers[3].came[-1], str)


def test_a_packed_line_compresses_nothing_itself_and_another_does(running: Running) -> None:
    assert Hearing(running, f"?{ASKED}").line.protocol.extensions == []
    assert Hearing(running, f"?others&{ASKED}").line.protocol.extensions == []
    for text in ("", "?films=other", f"?not-{ASKED}"):
        assert [each.name for each in Hearing(running, text).line.protocol.extensions] == ["permessage-deflate"]


def test_who_comes_back_on_a_packed_line_hears_what_was_missed_as_it_was_told(running: Running) -> None:
    player = Hearing(running, f"?{ASKED}")
    player.until(protocol.Welcome)
    joined, snapshot = begun(player)  # type: ignore[arg-type]
    assert snapshot.state is not None
    strike(player, snapshot.version, snapshot.state)
    film = player.until(protocol.Played)
    for asked in (f"?{ASKED}", ""):
        again = Hearing(running, asked)
        again.send(encode(protocol.Resume(game=joined.game, key=KEY, version=snapshot.version)))
        assert again.until(protocol.Played) == film


def test_short_messages_stay_text_on_a_packed_line(running: Running) -> None:
    line = Hearing(running, f"?{ASKED}")
    line.until(protocol.Welcome)
    line.send(encode(protocol.Ping()))
    line.until(protocol.Pong)
    assert isinstance(line.came[-1], str)
    assert all(isinstance(each, str) == (len(each) < LEAST) for each in line.came if isinstance(each, str))


@given(st.text())
def test_what_is_packed_comes_out_as_it_was(text: str) -> None:
    text = text.encode(errors="replace").decode()
    whole = CompressedMessage.of(text)
    assert whole == text == CompressedMessage.unpacked(whole.packed) == zlib.decompress(whole.packed, -15).decode()
