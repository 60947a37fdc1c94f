"""One websocket whose client does not read what the server sends."""

import asyncio
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from agreed import KEY, WATCH
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import URL
from starlette.types import Receive, Scope, Send
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server, encode
from carrom.server.common import RateLimit, ServerLimits, TokenBuckets, afterwards
from carrom.server.http.security import SecurityMiddleware
from carrom.server.play.connection import (
    MOST,
    RESTARTS,
    TRY_LATER,
    Client,
    CompactEvent,
    CompactQueue,
    Connection,
    ConnectionServices,
    SendQueue,
)
from carrom.tables import log
from carrom.tables.log import ASKED, LEAST, CompressedMessage

from .serving import begun, page
from .test_gate import Running


class Socket:
    """A websocket that records what is sent to it."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: int | None = None

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int, reason: str | None = None) -> None:
        self.closed = code


def connection_to(socket: Any, work: TokenBuckets | None = None) -> Connection:
    """Return a connection to a server without games."""
    missing: Any = None
    services = ConnectionServices(
        limits=ServerLimits(), clock=lambda: 0.0, games=missing, practice=missing, new_games=missing, work=work
    )
    return Connection(socket, Client(address="somewhere"), services)


def test_a_long_message_is_charged_to_whom_it_is_for() -> None:
    async def told() -> None:
        socket: Any = Socket()
        work = TokenBuckets(RateLimit(1, 0), lambda: 0.0)
        connection = connection_to(socket, work)
        connection.send("x" * 8000)
        assert work.left("somewhere") == 1, "the messages of a game cost nothing"
        for _ in range(20):
            connection.send("x" * 1_000_000)
        assert 0.5 < work.left("somewhere") < 0.7
        assert work.left("elsewhere") == 1

    asyncio.run(told())


def test_a_client_that_has_megabytes_unread_is_let_go() -> None:
    async def told() -> int:
        socket: Any = Socket()
        connection = connection_to(socket)
        for _ in range(100):
            connection.send("x" * 50_000)
        async with asyncio.timeout(5):
            await connection.unsent.sent()
        return len(socket.sent)

    assert asyncio.run(told()) == 0


@pytest.mark.parametrize(("behind", "taken"), [(1, 1), (MOST, MOST), (MOST + 1, 0), (MOST + 9, 0)])
def test_a_client_that_is_too_far_behind_is_let_go_and_may_come_back(behind: int, taken: int) -> None:
    async def told() -> Socket:
        socket: Any = Socket()
        connection = connection_to(socket)
        for number in range(behind):
            connection.send(str(number))
        async with asyncio.timeout(5):
            await connection.unsent.sent()
        return socket  # type: ignore[no-any-return]

    socket = asyncio.run(told())
    assert socket.sent == [str(number) for number in range(taken)]
    assert socket.closed == (None if taken else TRY_LATER)


class Ending(Socket):
    """A socket whose client sends one message while the server shuts down."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.accepted = 0
        self.says: asyncio.Queue[str] = asyncio.Queue()
        self.url = URL("ws://test/ws")

    async def accept(self) -> None:
        self.accepted += 1

    async def receive(self) -> dict[str, str]:
        text = await self.says.get()
        return {"type": "websocket.disconnect"} if text == "gone" else {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(0.05)
        self.said.append(text)

    async def close(self, code: int, reason: str | None = None) -> None:
        self.said.append(f"closed {code}")
        self.says.put_nowait("gone")


def test_what_was_asked_is_answered_before_a_server_that_ends_closes_the_line() -> None:
    async def told() -> list[str]:
        socket: Any = Ending()
        connection = connection_to(socket)

        async def slowly(_: object) -> None:
            await asyncio.sleep(0.2)
            connection.send("the answer")

        connection._answer = slowly  # type: ignore[method-assign, assignment]
        serving = asyncio.create_task(connection.serve(lambda: ["welcome"]))
        socket.says.put_nowait('{"type":"ping"}')
        await asyncio.sleep(0.1)
        async with asyncio.timeout(5):
            await connection.part()
            socket.says.put_nowait('{"type":"ping"}')
            await serving
        return socket.said  # type: ignore[no-any-return]

    assert asyncio.run(told()) == ["welcome", "the answer", f"closed {RESTARTS}"]


# -- Websockets that receive long messages deflated, compressed once for all; and websockets that receive plain text


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


# -- Memory of an idle websocket: a queue and a flag, no request headers, no reference to the application


@given(st.lists(st.integers(0, 3), max_size=30))
def test_what_is_put_into_a_queue_comes_out_in_order_whoever_is_first(pauses: list[int]) -> None:
    async def read() -> list[int]:
        queue, came = CompactQueue[int](), []

        async def put() -> None:
            for number, pause in enumerate(pauses):
                queue.put_nowait(number)
                for _ in range(pause):
                    await asyncio.sleep(0)

        putting = asyncio.create_task(put())
        async with asyncio.timeout(5):
            for _ in pauses:
                came.append(await queue.get())
        await putting
        assert queue.empty()
        return came

    assert asyncio.run(read()) == list(range(len(pauses)))


def test_a_reader_that_gives_up_takes_nothing_with_it() -> None:
    async def read() -> str:
        queue = CompactQueue[str]()
        reading = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        reading.cancel()
        queue.put_nowait("kept")
        await asyncio.gather(reading, return_exceptions=True)
        return await queue.get()

    assert asyncio.run(read()) == "kept"


def test_all_who_wait_for_a_flag_go_on_and_only_while_it_is_set() -> None:
    async def waited() -> int:
        flag, through = CompactEvent(), 0
        await flag.wait()
        flag.clear()

        async def wait() -> None:
            nonlocal through
            await flag.wait()
            through += 1

        waiting = [asyncio.create_task(wait()) for _ in range(3)]
        await asyncio.sleep(0)
        assert (through, flag.is_set()) == (0, False)
        waiting[0].cancel()
        flag.set()
        await asyncio.gather(*waiting, return_exceptions=True)
        return through

    assert asyncio.run(waited()) == 2


def test_a_line_that_has_sent_everything_has_no_task_and_begins_another_for_the_next_message() -> None:
    async def sent() -> list[str | bytes]:
        taken: list[str | bytes] = []

        async def take(text: str | bytes) -> None:
            await asyncio.sleep(0)
            taken.append(text)

        async def close() -> None:
            taken.append("closed")

        unsent, here = SendQueue(take, close), asyncio.all_tasks()
        assert unsent.add("one")
        assert unsent.add(b"two")
        await unsent.sent()
        assert (unsent.size, asyncio.all_tasks()) == (0, here)
        assert unsent.add("three")
        unsent.end()
        unsent.add("four")
        await unsent.sent()
        return taken

    assert asyncio.run(sent()) == ["one", b"two", "closed"]


def test_a_line_is_served_when_the_application_has_returned_and_its_head_is_gone() -> None:
    said: list[Any] = []
    given: Scope = {
        "type": "websocket",
        "path": "/ws",
        "headers": [(b"host", b"localhost"), (b"cookie", b"a=b")],
        "client": ("127.0.0.1", 1),
    }

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        async def work() -> None:
            said.append(("worked", list(scope["headers"])))

        afterwards(scope, work)
        said.append("returned")

    async def nothing(*_: object) -> Any:
        raise AssertionError("nothing is said here")

    requests = TokenBuckets(RateLimit(1, 1), lambda: 0.0)
    guard = SecurityMiddleware(application, names=frozenset({"localhost"}), any_address=False, requests=requests)
    asyncio.run(guard(given, nothing, nothing))
    assert said == ["returned", ("worked", [])]
