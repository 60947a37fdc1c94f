"""A hall with several tournaments: requests go to the one that is open, and the organiser switches."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from carrom.errors import RefusedRequest
from carrom.server.events.event_writer import HallLinks, times_void
from carrom.server.events.hall import EventFolder, HallApp
from carrom.server.events.setup import SetupDesk
from carrom.server.http.championships import SUFFIX
from carrom.server.play.scoresheet_channel import key_of
from carrom.tournament.championship import begin
from carrom.tournament.event_file import Details
from carrom.tournament.events import Voided
from carrom.tournament.permissions import LinkHolder
from carrom.tournament.state import Championship

PATIENCE = 2.0
"""Seconds after a switch within which requests to the former tournament may end by themselves."""
ORGANISER = LinkHolder("organiser")
Serving = Callable[[HallApp | None], Starlette]
"""Returns the routes and pages of an open tournament, or of a hall in which none is open."""


class _Open(NamedTuple):
    """An open tournament, what serves it, and what closes it."""

    hall: HallApp | None
    app: Starlette
    closing: AsyncExitStack
    gone: asyncio.Event


class Venue:
    """The tournaments of a folder; an ASGI application that serves the open one."""

    def __init__(
        self,
        folder: EventFolder,
        secret: bytes,
        first: Path | None,
        *,
        hides: bool = False,
        reach: tuple[str, ...] = (),
        publish: Path | None = None,
    ) -> None:
        """Serve `first`, or no tournament until the organiser opens one; `reach` are the addresses for phones.

        If `publish` is given, the public pages of each open tournament are kept in a folder of its name there.
        """
        self.folder = folder
        self.desk = SetupDesk(folder)
        self._secret, self._hides, self.reach, self._publish = secret, hides, reach, publish
        self._first = None if first is None else self._opened(first)
        self._serving: Serving | None = None
        self._open: _Open | None = None
        self._switching = asyncio.Lock()

    @property
    def hall(self) -> HallApp | None:
        """The open tournament, or None."""
        return self._first if self._open is None else self._open.hall

    @property
    def open_id(self) -> str:
        """The id of the open tournament, or an empty text."""
        return "" if self.hall is None else self.hall.book.id

    @property
    def links(self) -> HallLinks:
        """The links of the open tournament."""
        return HallLinks(self._secret, self.open_id)

    def _championship(self) -> Championship:
        return begin(Details(name="-")) if self.hall is None else self.hall.book.championship

    def organiser_word(self) -> str:
        """Return the token of the organiser's link."""
        return self.links.word(self._championship(), ORGANISER)

    def check_organiser(self, request: Request) -> None:
        """Raise `VoidLink` or `RefusedRequest` unless the request has the organiser's link."""
        who = self.links.holder(self._championship(), key_of(request) or "")
        if who != ORGANISER:
            raise RefusedRequest(f"only the organiser sets up tournaments; this link is for the {who.role}")

    def serve_with(self, serving: Serving) -> None:
        """Set what serves an open tournament."""
        self._serving = serving

    async def switch(self, path: Path | None) -> None:
        """Open another tournament, or none; if it cannot be opened, the former one stays open.

        An organiser's link that was revoked in any tournament of the hall stays revoked in this one.
        """
        async with self._switching:
            if self.hall is not None and path is not None and self.hall.path == path:
                return
            hall = None if path is None else await asyncio.to_thread(self._opened, path)
            if hall is not None:
                await self._revoke_again(hall)
            await asyncio.to_thread(self.folder.remember_open, "" if hall is None else hall.book.id)
            before, self._open = self._open, await self._begun(hall)
        if before is not None:
            before.gone.set()
            await before.closing.aclose()

    def _opened(self, path: Path) -> HallApp:
        publish = None if self._publish is None else self._publish / path.name.removesuffix(SUFFIX)
        hall = HallApp(path, self._secret, hides=self._hides, folder=self.folder.root, publish=publish)
        hall.reach = self.reach
        return hall

    async def _revoke_again(self, hall: HallApp) -> None:
        """Revoke the organiser's link as often as elsewhere in the hall: it is the same in all tournaments."""
        wanted = await asyncio.to_thread(self.desk.voided, ORGANISER.role)
        have = times_void(hall.book.championship, ORGANISER)
        lines = [Voided(role=ORGANISER.role) for _ in range(wanted - have)]
        if lines:
            await hall.book.write(f"revoked_before_{hall.book.version}", str(ORGANISER), lambda _: lines)

    async def _begun(self, hall: HallApp | None) -> _Open:
        assert self._serving is not None
        app, closing = self._serving(hall), AsyncExitStack()
        if hall is not None:
            await closing.enter_async_context(hall.lifespan(app))
        return _Open(hall, app, closing, asyncio.Event())

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Open the first tournament; at the end close the one that is open."""
        self._open = await self._begun(self._first)
        yield
        await self._open.closing.aclose()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the open tournament; a stream of a former one ends soon after a switch."""
        now = self._open
        assert now is not None
        serving = asyncio.ensure_future(_awaited(now.app(scope, receive, send)))
        gone = asyncio.ensure_future(now.gone.wait())
        try:
            await asyncio.wait((serving, gone), return_when=asyncio.FIRST_COMPLETED)
            if not serving.done():
                await asyncio.wait((serving,), timeout=PATIENCE)
        finally:
            gone.cancel()
            if not serving.done():
                serving.cancel()
        if not serving.cancelled() and serving.done():
            serving.result()


async def _awaited(answer: Awaitable[None]) -> None:
    await answer
