"""HTTP routes of the set-up pages, and the application of a hall in which several tournaments can be set up."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from carrom.errors import RefusedRequest
from carrom.protocol import http_tournaments as messages
from carrom.protocol.http_tournaments import EventOpened, SetupRequest
from carrom.server.common import ServerLimits, TokenBuckets
from carrom.server.events.hall import HallApp, hall_page, hall_routes, refusing
from carrom.server.events.prints import PrintDesk
from carrom.server.events.setup import late_rows, table_of
from carrom.server.events.venue import Venue
from carrom.server.http.championships import ChampionshipRoutes, event_operations
from carrom.server.http.router import ApiRouter, read_body, told
from carrom.server.http.rule_books import book_operations, text_operations
from carrom.server.http.security import LOOPBACK, Proxies, SecurityMiddleware
from carrom.server.http.static_files import STATIC, GzipCache, check_static
from carrom.values import prepare

_requests: msgspec.json.Decoder[Any] = msgspec.json.Decoder(SetupRequest)


class SetupRoutes:
    """The routes of a hall's set-up; all of them need the organiser's link."""

    def __init__(self, venue: Venue) -> None:
        """Set up the tournaments of a hall."""
        self._venue, self._desk = venue, venue.desk
        self._in_turn = asyncio.Lock()
        self._kinds: dict[type, Callable[[Any], Awaitable[Any]]] = {
            messages.NewSetup: self._stored(self._desk.create),
            messages.SaveSetup: self._stored(self._desk.save),
            messages.ReadTable: self._stored(self._desk.read_table),
            messages.EnterRows: self._stored(self._desk.enter),
            messages.SeedEntries: self._stored(self._desk.seed),
            messages.DrawLot: self._stored(self._desk.draw_lot),
            messages.DiscardSetup: self._discard,
            messages.OpenSetup: self._open_setup,
            messages.OpenEvent: self._open_event,
            messages.ReturnToSetup: self._return,
            messages.ReadLate: self._read_late,
        }

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/setup", refusing(self._told)),
            Route("/api/setup", refusing(self._said), methods=["POST"]),
            Route("/api/setup/{id}", refusing(self._one)),
        ]

    async def _told(self, request: Request) -> Response:
        self._venue.check_organiser(request)
        return told(await self._listed())

    async def _listed(self) -> messages.SetupList:
        venue = self._venue
        return await asyncio.to_thread(self._desk.listed, venue.open_id, venue.organiser_word())

    async def _one(self, request: Request) -> Response:
        self._venue.check_organiser(request)
        return told(await asyncio.to_thread(self._desk.state, request.path_params["id"]))

    async def _said(self, request: Request) -> Response:
        self._venue.check_organiser(request)
        try:
            asked = _requests.decode(await read_body(request, messages.MOST_BYTES))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
            raise RefusedRequest(f"the message cannot be decoded: {fault}") from None
        async with self._in_turn:
            return told(await self._kinds[type(asked)](asked))

    def _stored(self, does: Callable[[Any], Any]) -> Callable[[Any], Awaitable[Any]]:
        """Return a handler that runs in a thread."""

        async def handle(asked: Any) -> Any:
            return await asyncio.to_thread(does, asked)

        return handle

    async def _discard(self, asked: messages.DiscardSetup) -> messages.SetupList:
        await asyncio.to_thread(self._desk.drafts.discard, asked.id)
        return await self._listed()

    async def _open_setup(self, asked: messages.OpenSetup) -> EventOpened:
        id = await asyncio.to_thread(self._desk.write_event, asked)
        return await self._opened(id)

    async def _open_event(self, asked: messages.OpenEvent) -> EventOpened:
        return await self._opened(asked.id)

    async def _opened(self, id: str) -> EventOpened:
        await self._venue.switch(self._venue.folder.path(id))
        return EventOpened(id=id, word=self._venue.organiser_word())

    async def _read_late(self, asked: messages.ReadLate) -> messages.LateRows:
        hall = self._venue.hall
        if hall is None:
            raise RefusedRequest("no tournament is open; open one first")
        championship = hall.book.championship

        def read() -> messages.LateRows:
            table = asked.table or table_of(asked.name, asked.text, asked.content)
            return late_rows(championship, table)

        return await asyncio.to_thread(read)

    async def _return(self, asked: messages.ReturnToSetup) -> messages.SetupState:
        hall = self._venue.hall
        if hall is None or hall.book.id != asked.id:
            raise RefusedRequest("that tournament is not open; open it first")
        championship = hall.book.championship
        state = await asyncio.to_thread(self._desk.return_to_setup, asked.id, championship)
        await self._venue.switch(None)
        await asyncio.to_thread(self._desk.set_aside, asked.id)
        return state


def venue_application(
    venue: Venue,
    *,
    static: Path = STATIC,
    names: frozenset[str] = LOOPBACK,
    any_address: bool = False,
    limits: ServerLimits = ServerLimits(),  # noqa: B008 (a frozen value)
    proxies: Proxies = Proxies(),  # noqa: B008 (immutable, trusts no proxy)
    clock: Callable[[], float] = time.monotonic,
) -> SecurityMiddleware:
    """Return the application of a hall; raises `SetupError` if the built client is missing."""
    prepare()
    check_static(static)
    setup, prints = SetupRoutes(venue), PrintDesk(venue)

    def serving(hall: HallApp | None) -> Starlette:
        own = [*setup.routes(), *prints.routes()]
        if hall is not None:
            return Starlette(routes=[*own, *hall_routes(hall, static, limits, clock)])
        events = ChampionshipRoutes(venue.folder.root)
        return Starlette(
            routes=[
                *own,
                Route("/api/hall", refusing(_none_open), methods=["GET", "POST"]),
                *ApiRouter(limits, clock).routes((*event_operations(events), *book_operations(), *text_operations())),
                Route("/", lambda _: RedirectResponse("/hall")),
                Mount("/", hall_page(static, "")),
            ]
        )

    venue.serve_with(serving)
    inner = Starlette(routes=[Mount("/", venue)], lifespan=venue.lifespan)
    requests = TokenBuckets(limits.requests, clock)
    return SecurityMiddleware(
        GzipCache(inner), names=names, any_address=any_address, requests=requests, proxies=proxies
    )


async def _none_open(_: Request) -> Response:
    raise RefusedRequest("no tournament is open in this hall yet; the organiser opens one")
