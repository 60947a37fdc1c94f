"""NDJSON streams: heartbeat, end, and clients that leave or do not read."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Message

from carrom.server.http import router
from carrom.server.http.router import JsonResponse


class Client:
    """One end of a connection: it collects what is sent, and disconnects when the test wants it to."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.is_complete, self.reads = False, True
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        if not self.reads and message["type"] == "http.response.body":
            await asyncio.Event().wait()
        self.bodies.append(message.get("body", b""))
        self.is_complete = message["type"] == "http.response.body" and not message["more_body"]

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}


async def endless(first: bytes = b"1\n") -> AsyncIterator[bytes]:
    yield first
    await asyncio.Event().wait()


async def streamed(response: JsonResponse, client: Client) -> "asyncio.Task[None]":
    task = asyncio.create_task(response({"type": "http"}, client.receive, client.send))
    await asyncio.sleep(0.05)
    return task


def test_a_silent_stream_sends_empty_lines() -> None:
    async def run() -> list[bytes]:
        client = Client()
        task = await streamed(JsonResponse(endless(), beat=0.01), client)
        client.gone.set()
        await asyncio.wait_for(task, 5)
        return client.bodies

    assert asyncio.run(run())[1:3] == [b"1\n", b"\n"]


@pytest.mark.parametrize("beat", [0, 0.01])
def test_a_stream_that_is_ended_is_complete_and_says_once_that_it_was_left(beat: float) -> None:
    async def run() -> tuple[bool, list[str]]:
        client, left = Client(), []
        response = JsonResponse(endless(), lambda: left.append("first"), beat)
        response.whenever_left(lambda: left.append("second"))
        task = await streamed(response, client)
        response.end()
        await asyncio.wait_for(task, 5)
        return client.is_complete, left

    assert asyncio.run(run()) == (True, ["first", "second"])


def test_a_client_that_does_not_read_is_left_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(router, "PATIENCE", 0.02)

    async def run() -> list[str]:
        client, left = Client(), []
        client.reads = False
        task = await streamed(JsonResponse(endless(), lambda: left.append("left")), client)
        await asyncio.wait_for(task, 5)
        return left

    assert asyncio.run(run()) == ["left"]
