"""Static files of the built client, compressed in memory, with the service worker and link previews."""

import asyncio
import gzip
import hashlib
import json
import mimetypes
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrom.draw.pixels import HEIGHT, WIDTH
from carrom.errors import SetupError
from carrom.tables.history import offline_digest
from carrom.values import Value
from carrom.version import __version__

# -- compression (gzip), cached by content -----------------------------------------------------------------------------
# Equal bodies are compressed once, whatever path they are served at. Compression runs in a thread, so that it does not
# block other requests.


TEXTS = (
    "text/", "application/json", "application/javascript", "application/manifest+json", "application/wasm",
    "image/svg+xml",
)  # fmt: skip
"""Prefixes of compressible media types; pictures and fonts are compressed already."""
LEAST, MOST_COMPRESSED = 500, 4_000_000
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
            and LEAST <= int(length) <= MOST_COMPRESSED
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


# -- the service worker's script, with a hash of each file -------------------------------------------------------------


WORKER = "/sw.js"
_PAGE = "/index.html"
_DIGITS = 10
"""Hexadecimal digits of a hash."""
_LINKED = re.compile(rb'(?:src|href)="(/[^"]+)"')
_SELDOM = re.compile(r"\.(woff2|mp4)$|/assets/(hi|ta|bn|ur|si)-")
"""Files that are stored when they are first used: fonts, films and translations."""


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """Return the script, given all files by their paths, without a list among them.

    It stores the page and what the page loads at once. Everything else is stored when the page asks for it.
    """
    script = files[WORKER]
    hashes = {
        path: hashlib.sha256(body).hexdigest()[:_DIGITS] for path, body in sorted(files.items()) if path != WORKER
    }
    linked = {path.decode() for path in _LINKED.findall(files[_PAGE])} & set(hashes)
    later = [path for path in hashes if _SELDOM.search(path)]
    lists = {"FILES": hashes, "FIRST": sorted({_PAGE, *linked}), "LATER": later}
    head = "".join(f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in lists.items())
    return head.encode() + script


# -- link previews: Open Graph and Twitter meta tags -------------------------------------------------------------------


IMAGE = "/api/position.png"
"""Path of the picture of a position."""


class PagePreview(Value, frozen=True, kw_only=True):
    """What other sites show of a link."""

    title: str
    description: str
    position: str | None = None
    """The position in the picture, in notation; None for the empty board."""


SITE = PagePreview(
    title="Carrom",
    description="Play carrom in the browser: against the computer, friends or people online. Free, without an account.",
)
"""The preview of every page that has none of its own, private games included."""

Previews = Callable[[Scope], Awaitable[PagePreview]]
"""Returns the preview of the page at the path and query of a request."""


def meta_tags(preview: PagePreview, scope: Scope) -> str:
    """Return the tags of a preview, with the addresses of the server that the request was sent to."""
    origin = f"{scope.get('scheme', 'http')}://{Headers(scope=scope).get('host', '')}"
    image = f"{origin}{IMAGE}" + ("" if preview.position is None else f"?p={quote(preview.position)}")
    properties = {
        "og:site_name": "Carrom",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": image,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": "The carrom board seen from above.",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])


# -- the files, with cache headers -------------------------------------------------------------------------------------


STATIC = Path(__file__).resolve().parents[2] / "static"
"""The folder of the built client in an installed package."""

PATHS = (
    "/",
    "/game/{word}",
    "/game/{word}/rules",
    "/games",
    "/lobby",
    "/tournaments",
    "/tournaments/{word}",
    "/learn",
    "/learn/{word}",
    "/rules",
    "/rules/{word}",
    "/rules/{word}/compare/{word}",
    "/analysis",
    "/analysis/{word}",
    "/mistakes/{word}",
    "/breaks",
    "/practice",
    "/puzzles",
    "/puzzles/{word}",
    "/puzzles/run/{word}",
    "/drills",
    "/drills/mistakes",
    "/drills/{word}",
    "/solo",
    "/tie",
    "/tie/{word}",
    "/umpire",
    "/umpire/{word}",
    "/events",
    "/events/{word}",
    "/live",
    "/live/{word}",
    "/screen",
    "/overlay/{word}",
    "/hall",
    "/setup",
    "/setup/{word}",
    "/settings",
    "/account",
    "/moderation",
    "/@/{name}",
    "/translation",
    "/watch",
    "/you",
)
"""Paths of the single-page application (`web/src/router/routes.ts`); each is served the page."""

_PATH = re.compile(
    "|".join(path.replace("{word}", "[A-Za-z0-9_-]{1,64}").replace("{name}", "[^/]{1,64}") for path in PATHS)
)


MOST = 64_000_000
"""Maximum total size of the built client in bytes; all of it is held in memory."""
_RANGE = re.compile(r"bytes=(?:([0-9]{1,18})-([0-9]{0,18})|-([0-9]{1,18}))")


class File:
    """A file in memory with its headers, compressed on first use."""

    def __init__(self, path: str, body: bytes) -> None:
        """Prepare the headers of the file at a path of the site."""
        self.body = body
        media = mimetypes.guess_type(path)[0] or "application/octet-stream"
        self._shrinks = media.startswith(TEXTS) and len(body) >= LEAST
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        is_hashed = path.startswith(("/assets/", "/python/"))  # the file name contains a hash of the content
        self._common = {
            "content-type": f"{media}; charset=utf-8" if media.startswith("text/") else media,
            "cache-control": "public, max-age=31536000, immutable" if is_hashed else "no-cache",
            "accept-ranges": "bytes",
            **({"vary": "accept-encoding"} if self._shrinks else {}),
        }
        self._headers = self._with({"etag": self.etag, "content-length": str(len(body))})
        self._packed: tuple[bytes, list[tuple[bytes, bytes]]] | None = None

    async def answer(self, headers: Headers, status: int = 200) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Return status, headers and body of the response to a request with these headers."""
        known = headers.get("if-none-match", "")
        if status == 200 and known and (self.etag in known or known.strip() == "*"):
            return 304, self._with({"etag": self.etag}), b""
        wanted = headers.get("range")
        if status == 200 and wanted is not None and headers.get("if-range", self.etag) == self.etag:
            found = _RANGE.fullmatch(wanted.strip())
            if found is not None:  # several ranges or another unit: the whole file
                return self._part(found)
        if self._shrinks and takes_gzip(headers.get("accept-encoding", "")):
            if self._packed is None:
                packed = await asyncio.to_thread(gzip.compress, self.body, 9, mtime=0)
                own = {"etag": f"W/{self.etag}", "content-encoding": "gzip", "content-length": str(len(packed))}
                self._packed = packed, self._with(own)
            packed, own_headers = self._packed
            return status, own_headers, packed
        return status, self._headers, self.body

    def _part(self, found: re.Match[str]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Return one range of the file (RFC 9110 §14)."""
        size, (first, last, length) = len(self.body), found.groups()
        begin = max(0, size - int(length)) if first is None else int(first)
        end = min(size, int(last) + 1) if last else size
        if begin >= end:
            return 416, self._with({"content-range": f"bytes */{size}", "content-length": "0"}), b""
        part = self.body[begin:end]
        ranged = {"content-range": f"bytes {begin}-{end - 1}/{size}", "content-length": str(len(part))}
        return 206, self._with({"etag": self.etag, **ranged}), part

    def _with(self, headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
        return [(name.encode(), value.encode()) for name, value in {**self._common, **headers}.items()]


class PageFiles:
    """The built client, read once at startup and served from memory.

    Browsers may cache hashed assets for ever, and must revalidate everything else.
    """

    def __init__(
        self,
        folder: Path,
        index: Callable[[bytes], bytes] = lambda content: content,
        previews: Previews | None = None,
        more: Mapping[str, bytes] = {},
    ) -> None:
        """Read the files of a folder; `index` transforms the page itself before it is served. Raises `SetupError`.

        `previews` returns what other sites show of a page; None for nothing. `more` are other files by their paths.
        """
        self._files, size = {}, 0
        self._previews = previews
        for path in sorted(each for each in folder.rglob("[!.]*") if each.is_file() and _is_within(each, folder)):
            name, body = f"/{path.relative_to(folder).as_posix()}", path.read_bytes()
            size += len(body)
            if size > MOST:
                raise SetupError(f"The built page in {folder} is larger than {MOST} bytes; is it carrom's?")
            self._files[name] = File(name, index(body) if name == "/index.html" else body)
        self._files |= {name: File(name, body) for name, body in more.items() if name not in self._files}
        self._index = self._files["/index.html"]
        if WORKER in self._files:
            self._files[WORKER] = File(WORKER, service_worker({name: each.body for name, each in self._files.items()}))

    def before(self, app: ASGIApp) -> ASGIApp:
        """Return an application that serves files and pages from memory, and passes everything else to `app`."""

        async def answering(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and scope["method"] in _READS and self._found(scope["path"]) is not None:
                await self(scope, receive, send)
            else:
                await app(scope, receive, send)

        return answering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the page at its paths, and files elsewhere; a browser at an unknown path gets the page with status 404.

        Raises `HTTPException`.
        """
        headers = Headers(scope=scope)
        if scope["method"] not in _READS:
            raise HTTPException(status_code=405, headers={"Allow": "GET, HEAD"})
        found, status = self._found(scope["path"]), 200
        if found is None:
            if "text/html" not in headers.get("accept", ""):
                raise HTTPException(status_code=404)
            found, status = self._index, 404
        is_page = found is self._index and scope["path"] != "/index.html"  # which the service worker stores
        if is_page and self._previews is not None:
            tags = meta_tags(SITE if status == 404 else await self._previews(scope), scope)
            found = File("/index.html", found.body.replace(b"</title>", b"</title>" + tags.encode(), 1))
        status, own, body = await found.answer(headers, status)
        await send({"type": "http.response.start", "status": status, "headers": own})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _found(self, path: str) -> File | None:
        """Return the file to serve at a path, or None."""
        return self._index if _PATH.fullmatch(path) else self._files.get(path)


_READS = ("GET", "HEAD")


def _is_within(path: Path, folder: Path) -> bool:
    """Return whether a file is in a folder after resolving links, and is not hidden by a leading dot."""
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return not hidden and path.resolve().is_relative_to(folder.resolve())


def check_static(static: Path) -> None:
    """Raise `SetupError` unless `static` contains the built client."""
    if not (static / "index.html").is_file():
        raise SetupError(
            f"The built page is missing ({static / 'index.html'}): in a checkout, run `python3 dev.py play` to build "
            "it; otherwise install the carrom package again."
        )


# -- play without a connection: a folder made by `python3 dev.py site` -------------------------------------------------


LIST = "offline.json"
"""The list of the files, at the root of the site."""


class OfflineList(Value, frozen=True, kw_only=True):
    """What the build writes about the files for play without a connection."""

    version: str
    """Version of the program that they were built from."""
    program: str
    """Digest of its source code."""
    build: str
    """The build that the worker names when it starts; the page accepts no other."""
    worker: str
    """Path of the script of the web worker."""
    files: tuple[str, ...]
    """Paths of all files, that of the worker among them."""


def offline_files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their paths; raises `SetupError` if they are not of this version."""
    try:
        listed = (folder / LIST).read_bytes()
        found = msgspec.json.decode(listed, type=OfflineList)
    except (OSError, msgspec.DecodeError) as fault:
        raise SetupError(
            f"{folder} has no files for play without a connection ({LIST} cannot be read: {fault}); "
            "build them with `python3 dev.py site`."
        ) from None
    if (found.version, found.program) != (__version__, offline_digest()):
        raise SetupError(
            f"The files for play without a connection in {folder} were built from another version of carrom "
            f"({found.version}, and this is {__version__}); build them again with `python3 dev.py site`."
        )
    home = folder.resolve()
    contents = {f"/{LIST}": listed}
    for path in found.files:
        file = (home / path.lstrip("/")).resolve()
        if not file.is_relative_to(home) or not file.is_file():
            raise SetupError(f"{folder} is not complete: {path} is missing; run `python3 dev.py site` again.")
        contents[path] = file.read_bytes()
    return contents
