"""Responses of the HTTP API: JSON, streams of JSON lines (NDJSON), and downloads."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Message, Send

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


class JsonResponse(StreamingResponse):
    """A stream of JSON lines, which ends with its source or when the client disconnects."""

    def __init__(self, lines: AsyncIterator[bytes], left: Callable[[], None] = lambda: None, beat: float = 0) -> None:
        """Stream `lines`, each with its newline, and an empty line after every `beat` silent seconds.

        `left` is called when the stream has ended.
        """
        self._left, self._over = [left], asyncio.Event()
        content = _until(self._over, lines, beat)
        super().__init__(content, headers={"cache-control": "no-store", "x-accel-buffering": "no"}, media_type=LINES)

    def end(self) -> None:
        """End the stream now."""
        self._over.set()

    def whenever_left(self, do: Callable[[], None]) -> None:
        """Call `do` when the stream has ended."""
        self._left.append(do)

    async def stream_response(self, send: Send) -> None:
        """Send the lines until the stream ends or the client reads too slowly."""

        async def patient(message: Message) -> None:
            async with asyncio.timeout(PATIENCE):
                await send(message)

        try:
            with suppress(OSError, TimeoutError):
                await super().stream_response(patient)
        finally:
            for left in self._left:
                left()


async def _until(over: asyncio.Event, lines: AsyncIterator[bytes], beat: float) -> AsyncIterator[bytes]:
    """Yield the lines until `over` is set, and an empty one after every `beat` seconds without one."""
    ending: asyncio.Future[Any] = asyncio.ensure_future(over.wait())
    coming: asyncio.Future[Any] | None = None
    try:
        while not over.is_set():
            coming = coming or asyncio.ensure_future(anext(lines))
            done, _ = await asyncio.wait({coming, ending}, timeout=beat or None, return_when=asyncio.FIRST_COMPLETED)
            if coming in done:
                line, coming = coming.result(), None
                yield line
            elif not done:
                yield b"\n"
    except StopAsyncIteration:
        pass
    finally:
        ending.cancel()
        if coming is not None:
            coming.cancel()
