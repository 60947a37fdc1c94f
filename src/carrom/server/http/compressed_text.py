"""Compressed text responses, compressed once for everybody who asks for the same.

What has been compressed is remembered by its content, so that the page costs nothing whatever address it is asked for
by. The work is done in a thread, so that nobody waits for somebody else's page.
"""

import asyncio
import gzip
import hashlib
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TEXTS = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
"""Beginnings of the media types that shrink; pictures and fonts are compressed as they are."""
LEAST, MOST = 500, 4_000_000
"""Bytes of an answer that is worth it, and of one that may be held in memory."""
REMEMBERED = 16_000_000
"""Bytes of compressed answers that are kept."""


class GzipCache:
    """Compresses what an application answers, for those who can take it."""

    def __init__(self, app: ASGIApp) -> None:
        """Begin with nothing remembered."""
        self._app = app
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        answer = _Answer(self, send, takes_gzip(Headers(scope=scope).get("accept-encoding", "")))
        await self._app(scope, receive, answer.send)

    async def packed(self, body: bytes) -> bytes:
        """Return a body compressed, from memory if the same was before."""
        key = hashlib.sha256(body).digest()
        if key not in self._kept:
            done = await asyncio.to_thread(gzip.compress, body, 9, mtime=0)
            if key not in self._kept:
                self._kept[key] = done
                self._size += len(done)
            while self._size > REMEMBERED:
                self._size -= len(self._kept.popitem(last=False)[1])
            return done
        self._kept.move_to_end(key)
        return self._kept[key]


class _Answer:
    """One answer on its way."""

    def __init__(self, packed: GzipCache, send: Send, wanted: bool) -> None:
        """Hold an answer back until it is whole, if it is to be compressed."""
        self._packed, self._send, self._wanted = packed, send, wanted
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        """Take one message of the application."""
        if message["type"] == "http.response.start" and self._may_shrink(message):
            MutableHeaders(scope=message).add_vary_header("accept-encoding")
            if self._wanted:
                self._start = message
                return
        if message["type"] == "http.response.body" and self._start is not None:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._finish(self._start)
            return
        await self._send(message)

    def _may_shrink(self, start: Message) -> bool:
        headers = Headers(raw=start["headers"])
        length = headers.get("content-length", "0")
        return (
            start["status"] in (200, 404)
            and "content-encoding" not in headers
            and headers.get("content-type", "").startswith(TEXTS)
            and LEAST <= int(length) <= MOST
        )

    async def _finish(self, start: Message) -> None:
        """Send the whole answer, compressed; its `ETag` becomes a weak one, for it stands for two bodies now."""
        headers = MutableHeaders(scope=start)
        etag = headers.get("etag")
        body = await self._packed.packed(self._body)
        headers["content-encoding"], headers["content-length"] = "gzip", str(len(body))
        if etag is not None and not etag.startswith("W/"):
            headers["etag"] = f"W/{etag}"
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def takes_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` header lets an answer be gzip (RFC 9110 §12.5.3)."""
    weights = {}
    for word in accepted.lower().split(","):
        name, _, parameters = word.partition(";")
        weight = parameters.strip().removeprefix("q=").strip() if parameters else "1"
        try:
            weights[name.strip()] = float(weight)
        except ValueError:
            weights[name.strip()] = 0
    return weights.get("gzip", weights.get("*", 0)) > 0
