"""The public pages of an open tournament, rebuilt after each change or packed, and role links for printing.

The command `carrom event publish` makes the pages, in a process of its own, so that neither its time nor its failure
disturbs the hall."""

import asyncio
import base64
import contextlib
import io
import os
import sys
import tempfile
import zipfile
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.child_process import IN_OWN_GROUP_ASYNC, end
from carrom.errors import RefusedRequest
from carrom.protocol.http_tournaments import HallLink, LinkList, PublicationInfo
from carrom.server.events.event_writer import EventWriter, HallLinks, holders
from carrom.server.http.router import told
from carrom.tournament.printing import code
from carrom.tournament.state import Championship

# The command `carrom event publish` does the work, so that neither its time nor its failure disturbs the hall.


QUIET = 2.0
"""Seconds without a change after which the pages are rebuilt."""
PATIENCE = 10.0
"""Seconds after which they are rebuilt although changes go on."""
LONGEST = 600.0
"""Seconds after which a rebuild is given up."""
Checking = Callable[[Request], None]
"""Raises `VoidLink` or `RefusedRequest` unless the request is the organiser's."""


class Publisher:
    """Keeps a folder of public pages up to date with a tournament."""

    def __init__(self, book: EventWriter, folder: Path | None, check: Checking, quiet: float = QUIET) -> None:
        """Publish to `folder`, or only on request if it is None."""
        self._book, self._folder, self._check, self._quiet = book, folder, check, quiet
        self._version, self._building, self._fault = 0, False, ""
        self._task: asyncio.Task[None] | None = None
        self._one = asyncio.Lock()

    def routes(
        self, refusing: Callable[[Callable[[Request], Awaitable[Response]]], Callable[..., object]]
    ) -> list[Route]:
        """Return the routes of the organiser's page."""
        return [
            Route("/api/hall/publication", refusing(self._info)),
            Route("/api/hall/publication.zip", refusing(self._archive)),
        ]

    def start(self) -> None:
        """Begin to follow the tournament."""
        if self._folder is not None:
            self._task = asyncio.get_running_loop().create_task(self._follow(self._folder))

    async def close(self) -> None:
        """Stop; a rebuild in progress is ended, and leaves every file whole."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _follow(self, folder: Path) -> None:
        news = asyncio.Event()
        self._book.follow(news)
        try:
            while True:
                news.clear()
                self._building = True
                version = self._book.version
                self._fault = await self._publish(folder)
                self._version = self._version if self._fault else version
                self._building = False
                await news.wait()
                await self._settle(news)
        finally:
            self._book.leave(news)

    async def _settle(self, news: asyncio.Event) -> None:
        """Return when nothing has changed for a moment, or after the longest time."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + max(PATIENCE, self._quiet) if self._quiet else loop.time()
        while loop.time() < ends:
            news.clear()
            try:
                await asyncio.wait_for(news.wait(), self._quiet)
            except TimeoutError:
                return

    async def _publish(self, folder: Path) -> str:
        """Write the pages to a folder; return why that failed, or an empty text."""
        async with self._one:
            return await _run("event", "publish", str(self._book.path), "--output", str(folder))

    async def _info(self, request: Request) -> Response:
        self._check(request)
        folder = "" if self._folder is None else str(self._folder)
        info = PublicationInfo(folder=folder, version=self._version, building=self._building, fault=self._fault)
        return told(info)

    async def _archive(self, request: Request) -> Response:
        """Send the pages of this moment as one archive."""
        self._check(request)
        with tempfile.TemporaryDirectory(prefix="carrom-publish-") as made:
            folder = Path(made) / self._book.id
            fault = await self._publish(folder)
            if fault:
                raise RefusedRequest(f"the pages could not be written: {fault}")
            content = await asyncio.to_thread(packed, folder)
        name = f'attachment; filename="{self._book.id}-pages.zip"'
        return Response(content, media_type="application/zip", headers={"content-disposition": name})


def packed(folder: Path) -> bytes:
    """Return a folder as a ZIP archive with one folder in it, without hidden files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                archive.write(path, f"{folder.name}/{path.relative_to(folder).as_posix()}")
    return out.getvalue()


async def _run(*words: str) -> str:
    """Run a command of this program at low priority; return its message if it fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "carrom",
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        **IN_OWN_GROUP_ASYNC,
    )
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, 10)
    try:
        _, said = await asyncio.wait_for(process.communicate(), LONGEST)
    except TimeoutError:
        return f"it took longer than {LONGEST:.0f} seconds"
    finally:
        await end(process)
    return "" if process.returncode == 0 else said.decode(errors="replace").strip()[-500:] or "the command failed"


# -- role links with QR codes, for printing ----------------------------------------------------------------------------


def links_view(championship: Championship, links: HallLinks, base: str, of: str = "") -> LinkList:
    """Return every link, with the QR codes of roles and boards; `base` is the venue's URL.

    Players are many, so their codes are returned one at a time, for the holder named by `of`.
    """
    found = []
    for who, name in holders(championship):
        word = f"{base}/hall#{links.word(championship, who)}"
        drawn = str(who) == of if of else who.role != "player"
        if drawn or not of:
            found.append(HallLink(role=str(who), name=name, word=word, code=_picture(word) if drawn else ""))
    if of:
        return LinkList(links=tuple(found), boards=())
    boards = []
    for number in range(1, championship.details.boards + 1):
        word = f"{base}/live/{number}"
        boards.append(HallLink(role="board", name=str(number), word=word, code=_picture(word)))
    return LinkList(links=tuple(found), boards=tuple(boards))


@lru_cache(maxsize=512)
def _picture(link: str) -> str:
    """Return the QR code of a link as a data URL."""
    return "data:image/svg+xml;base64," + base64.b64encode(code(link).encode()).decode()
