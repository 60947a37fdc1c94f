"""Prints of a hall: an official asks for a document, and opens it in a tab of its own at an address for one hour."""

import asyncio
import secrets
import time
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.errors import CarromError, RefusedRequest
from carrom.protocol.http_tournaments import AskPrint, HallRefused, PrintReady
from carrom.server.events.hall import address_for_phones, refusing
from carrom.server.events.hall_views import ALL
from carrom.server.events.venue import Venue
from carrom.server.http.router import read_body, told
from carrom.server.play.scoresheet_channel import key_of
from carrom.tournament.event_file import read_round
from carrom.tournament.printing import Which
from carrom.tournament.score_card import document, page_of
from carrom.values import Value, changed

HOUR = 3600.0
MOST = 500
"""Maximum number of prints that can be open at a time; the oldest ones end first."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"
"""A print has its styles and fonts in itself, and no scripts."""
_requests = msgspec.json.Decoder(AskPrint)


class _Ticket(Value, frozen=True, kw_only=True):
    """A print that may be opened until `ends` (monotonic seconds)."""

    asked: AskPrint
    address: str
    ends: Annotated[float, Meta(ge=0)]


class PrintDesk:
    """Prints of the open tournament for officials, and of drafts for the organiser.

    A new tab cannot send the token of a link, so an official asks for a ticket first; the print is made when the tab
    opens it, so that reloading shows the latest results.
    """

    def __init__(self, venue: Venue) -> None:
        """Print the tournaments of a hall."""
        self._venue = venue
        self._tickets: dict[str, _Ticket] = {}

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/hall/prints", refusing(self._ready), methods=["POST"]),
            Route("/api/hall/prints/{ticket}", self._open),
        ]

    async def _ready(self, request: Request) -> Response:
        try:
            asked = _requests.decode(await read_body(request, 4096))
        except (msgspec.DecodeError, UnicodeError) as fault:
            raise RefusedRequest(f"the message cannot be decoded: {fault}") from None
        self._check_may(request, asked)
        ticket = _Ticket(
            asked=asked, address=address_for_phones(request, self._venue.reach), ends=time.monotonic() + HOUR
        )
        await asyncio.to_thread(self._made, ticket)  # refused now rather than in the new tab
        word = secrets.token_urlsafe(24)
        self._tickets[word] = ticket
        while len(self._tickets) > MOST:
            self._tickets.pop(next(iter(self._tickets)))
        return told(PrintReady(address=f"/api/hall/prints/{word}"))

    def _check_may(self, request: Request, asked: AskPrint) -> None:
        if asked.draft:
            self._venue.check_organiser(request)
            return
        hall = self._venue.hall
        if hall is None:
            raise RefusedRequest("no tournament is open in this hall yet; the organiser opens one")
        who = self._venue.links.holder(hall.book.championship, key_of(request) or "")
        if who.role not in ALL:
            raise RefusedRequest(f"only officials print documents; this link is for the {who.role}")

    async def _open(self, request: Request) -> Response:
        ticket = self._tickets.get(request.path_params["ticket"])
        if ticket is None or ticket.ends < time.monotonic():
            return told(HallRefused(reason="This print is no longer available; print it again from your page."), 404)
        try:
            page = await asyncio.to_thread(self._made, ticket)
        except CarromError as reason:
            return told(HallRefused(reason=f"{reason}."), 409)
        headers = {"cache-control": "no-store", "content-security-policy": POLICY}
        return Response(page, headers=headers, media_type="text/html")

    def _made(self, ticket: _Ticket) -> str:
        asked, hall = ticket.asked, self._venue.hall
        if asked.draft:
            championship = self._venue.desk.championship(asked.draft)
        elif hall is not None:
            championship = hall.book.championship
        else:
            raise RefusedRequest("no tournament is open in this hall")
        round: Which = "due" if asked.round == "due" else read_round(asked.round) if asked.round else None
        found = document(championship, asked.what, asked.language, round=round, address=ticket.address)
        return page_of(changed(found, size=asked.paper))
