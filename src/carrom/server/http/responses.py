"""Responses of the HTTP API: JSON, streams of JSON lines, and downloads."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from carrom.server.http.operation import JSON, LINES

BEAT = 7.0
"""Seconds of silence after which a stream sends an empty line as a heartbeat."""
PATIENCE = 30.0
"""Seconds within which a client must read what was sent; otherwise the stream ends."""


def told(body: Any, status: int = 200) -> Response:
    """Return a JSON response that may not be cached; text and bytes are JSON already."""
    return Response(_json(body), status, {"cache-control": "no-store"}, JSON)


def marked(request: Request, body: Any, mark: str = "", media: str = JSON) -> Response:
    """Return a response with an ETag (a hash of the content unless `mark` is given), or 304 if it matches."""
    content = _json(body)
    etag = f'"{mark or sha256(content).hexdigest()[:20]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}
    asked = request.headers.get("if-none-match", "")
    if etag in asked or asked.strip() == "*":
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media)


def saved(content: bytes | str, name: str, media: str) -> Response:
    """Return a download with a file name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, headers=headers, media_type=media)


def _json(body: Any) -> bytes:
    if isinstance(body, str):
        return body.encode()
    return body if isinstance(body, bytes) else msgspec.json.encode(body)


class JsonResponse(Response):
    """A stream of JSON lines, which ends with its source or when the client disconnects."""

    def __init__(self, lines: AsyncIterator[bytes], left: Callable[[], None] = lambda: None, beat: float = 0) -> None:
        """Stream `lines`, each with its newline, and an empty line after every `beat` silent seconds.

        `left` is called when the stream has ended.
        """
        self._lines, self._left, self._beat = lines, [left], beat
        self._over = asyncio.Event()
        self.status_code, self.background = 200, None
        self.init_headers({"content-type": LINES, "cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]

    def end(self) -> None:
        """End the stream now."""
        self._over.set()

    def whenever_left(self, do: Callable[[], None]) -> None:
        """Call `do` when the stream has ended."""
        self._left.append(do)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        sending = asyncio.ensure_future(self._send_lines(send))
        disconnecting = asyncio.ensure_future(_gone(receive))
        ending = asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait({sending, disconnecting, ending}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
            is_cut = not (sending.done() or disconnecting.done())
        finally:
            for left in self._left:
                left()
            for task in (sending, disconnecting, ending):
                task.cancel()
            await asyncio.gather(sending, disconnecting, ending, return_exceptions=True)
        if is_cut:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_lines(self, send: Send) -> None:
        with suppress(OSError, TimeoutError):
            async for line in _with_heartbeat(self._lines, self._beat):
                async with asyncio.timeout(PATIENCE):
                    await send({"type": "http.response.body", "body": line, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _with_heartbeat(lines: AsyncIterator[bytes], beat: float) -> AsyncIterator[bytes]:
    """Yield the lines, and an empty one after every `beat` seconds without one."""
    if not beat:
        async for line in lines:
            yield line
        return
    coming: asyncio.Future[bytes] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(_next(lines))
            done, _ = await asyncio.wait({coming}, timeout=beat)
            if not done:
                yield b"\n"
                continue
            try:
                line = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield line
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


def _next(lines: AsyncIterator[bytes]) -> Awaitable[bytes]:
    async def one() -> bytes:
        return await anext(lines)

    return one()


async def _gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
