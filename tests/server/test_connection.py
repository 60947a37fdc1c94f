"""One websocket whose client does not read what the server sends."""

import asyncio
from typing import Any

import pytest
from starlette.datastructures import URL

from carrom.server.common import RateLimit, ServerLimits, TokenBuckets
from carrom.server.play.connection import MOST, RESTARTS, TRY_LATER, Client, Connection, ConnectionServices


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
