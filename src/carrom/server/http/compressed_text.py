"""Compression (gzip) of text responses, cached by content.

Equal bodies are compressed once, whatever path they are served at. Compression runs in a thread, so that it does not
block other requests.
"""

import asyncio
import gzip
import hashlib
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TEXTS = (
    "text/", "application/json", "application/javascript", "application/manifest+json", "application/wasm",
    "image/svg+xml",
)  # fmt: skip
"""Prefixes of compressible media types; pictures and fonts are compressed already."""
LEAST, MOST = 500, 4_000_000
"""Size in bytes of the smallest response worth compressing, and of the largest one that is buffered."""
REMEMBERED = 16_000_000
"""Maximum total size of the cache in bytes."""


class GzipCache:
    """Middleware that compresses the responses of an application for clients that accept gzip."""

    def __init__(self, app: ASGIApp) -> None:
        """Start with an empty cache."""
        self._app = app
        self._cache: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress its response."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        answer = _Answer(self, send, takes_gzip(Headers(scope=scope).get("accept-encoding", "")))
        await self._app(scope, receive, answer.send)

    async def packed(self, body: bytes) -> bytes:
        """Return the compressed body, from the cache if possible."""
        key = hashlib.sha256(body).digest()
        if key not in self._cache:
            done = await asyncio.to_thread(gzip.compress, body, 9, mtime=0)
            if key not in self._cache:
                self._cache[key] = done
                self._size += len(done)
            while self._size > REMEMBERED:
                self._size -= len(self._cache.popitem(last=False)[1])
            return done
        self._cache.move_to_end(key)
        return self._cache[key]


class _Answer:
    """A response on its way to the client."""

    def __init__(self, packed: GzipCache, send: Send, wanted: bool) -> None:
        """Buffer the response until it is complete, if it is to be compressed."""
        self._packed, self._send, self._wanted = packed, send, wanted
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        """Handle one ASGI message of the application."""
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
        """Send the compressed response; its `ETag` becomes weak, since it now stands for two representations."""
        headers = MutableHeaders(scope=start)
        etag = headers.get("etag")
        body = await self._packed.packed(self._body)
        headers["content-encoding"], headers["content-length"] = "gzip", str(len(body))
        if etag is not None and not etag.startswith("W/"):
            headers["etag"] = f"W/{etag}"
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def takes_gzip(accepted: str) -> bool:
    """Return whether an `Accept-Encoding` header allows gzip (RFC 9110 §12.5.3)."""
    weights = {}
    for word in accepted.lower().split(","):
        name, _, parameters = word.partition(";")
        weight = parameters.strip().removeprefix("q=").strip() if parameters else "1"
        try:
            weights[name.strip()] = float(weight)
        except ValueError:
            weights[name.strip()] = 0
    return weights.get("gzip", weights.get("*", 0)) > 0
