"""Static files of the built client, served from memory with cache headers."""

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from carrom.errors import SetupError
from carrom.server.http.compressed_text import LEAST, TEXTS, takes_gzip
from carrom.server.http.page_previews import SITE, Previews, meta_tags
from carrom.server.http.service_worker import WORKER, service_worker

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
