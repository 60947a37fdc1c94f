"""Responses of the HTTP API: JSON, streams of lines, files, errors."""

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
"""Seconds after which a stream that has nothing to tell says so by an empty line."""
PATIENCE = 30.0
"""Seconds in which a reader must take what is sent; who does not is let go."""


def told(body: Any, status: int = 200) -> Response:
    """Return a value, or what is JSON already, that nobody may keep."""
    return Response(_json(body), status, {"cache-control": "no-store"}, JSON)


def marked(request: Request, body: Any, mark: str = "", media: str = JSON) -> Response:
    """Return what may be kept as long as its mark (of its content, unless given) stands; 304 where it does."""
    content = _json(body)
    etag = f'"{mark or sha256(content).hexdigest()[:20]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}
    asked = request.headers.get("if-none-match", "")
    if etag in asked or asked.strip() == "*":
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media)


def saved(content: bytes | str, name: str, media: str) -> Response:
    """Return a file to be saved under a name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, headers=headers, media_type=media)


def _json(body: Any) -> bytes:
    if isinstance(body, str):
        return body.encode()
    return body if isinstance(body, bytes) else msgspec.json.encode(body)


class JsonResponse(Response):
    """Lines as they come, until there are no more or the reader has gone; `left` is called then."""

    def __init__(self, lines: AsyncIterator[bytes], left: Callable[[], None] = lambda: None, beat: float = 0) -> None:
        """Answer with `lines`, each with its end; with a `beat` (s), an empty line as often as nothing is to tell."""
        self._lines, self._left, self._beat = lines, [left], beat
        self._over = asyncio.Event()
        self.status_code, self.background = 200, None
        self.init_headers({"content-type": LINES, "cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]

    def end(self) -> None:
        """Tell nothing more, whatever is to come."""
        self._over.set()

    def whenever_left(self, do: Callable[[], None]) -> None:
        """Do something, too, once there are no more lines or the reader has gone."""
        self._left.append(do)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell line by line."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        telling = asyncio.ensure_future(self._tell(send))
        leaving = asyncio.ensure_future(_gone(receive))
        ending = asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait({telling, leaving, ending}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
            is_cut = not (telling.done() or leaving.done())
        finally:
            for left in self._left:
                left()
            for task in (telling, leaving, ending):
                task.cancel()
            await asyncio.gather(telling, leaving, ending, return_exceptions=True)
        if is_cut:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(self, send: Send) -> None:
        with suppress(OSError, TimeoutError):
            async for line in _beating(self._lines, self._beat):
                async with asyncio.timeout(PATIENCE):
                    await send({"type": "http.response.body", "body": line, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _beating(lines: AsyncIterator[bytes], beat: float) -> AsyncIterator[bytes]:
    """Yield lines, and an empty one whenever none came for a while."""
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
    """Wait until who asked has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
