"""Routes of the page for records and states of games and ties, authorized by key, watch word or account."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from carrom import protocol
from carrom.errors import CarromError
from carrom.server.api.rule_books import book_of_a_game, language_of
from carrom.server.common.fair_executor import PAYER
from carrom.server.http.operation import RECORD
from carrom.server.http.responses import saved, told
from carrom.server.http.router import Who, nobody
from carrom.server.http.security import client_address
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry, Participant
from carrom.server.ties.archive import record_of
from carrom.server.ties.registry import TieRegistry
from carrom.server.ties.table import TieTable
from carrom.tables.errors import CommandRefused

log = logging.getLogger("carrom.server")

_UNKNOWN = protocol.Refusal.UNKNOWN_GAME


class By(NamedTuple):
    """The credentials of a request: a player's key or a watch word, and an account."""

    word: str | None
    account: str | None


class RecordRoutes:
    """Handlers for the record, the state and the rule book of games and ties."""

    def __init__(self, lobby: GameRegistry, ties: TieRegistry, who: Who = nobody) -> None:
        """Serve a server's games and ties; `who` returns the account of a request."""
        self._lobby, self._ties, self._who = lobby, ties, who

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/games/{name}.carrom", self._given(self._record)),
            Route("/games/{name}.json", self._given(self._standing)),
            Route("/games/{name}/rules", self._given(self._rules)),
            Route("/ties/{name}.zip", self._given(self._tie_record)),
            Route("/ties/{name}.json", self._given(self._tie_standing)),
        ]

    async def _record(self, request: Request, game: str, by: By) -> Response:
        """Return a game's record as text."""
        seated = await self._seated(game, by)
        return saved(await seated.table.record(), f"{game}.carrom", RECORD)

    async def _standing(self, request: Request, game: str, by: By) -> Response:
        """Return a game's state as JSON (a `Snapshot`) without subscribing to the game."""
        return told((await self._seated(game, by)).table.snapshot())

    async def _rules(self, request: Request, game: str, by: By) -> Response:
        """Return a game's rule book as JSON, including a custom one."""
        rules, language = (await self._seated(game, by)).table.room.frozen().rules(), language_of(request)
        return told(await self._lobby.in_thread(lambda: book_of_a_game(rules, language)))

    async def _tie_standing(self, request: Request, tie: str, by: By) -> Response:
        """Return a tie's state as JSON (a `TieSnapshot`)."""
        table = await self._come(tie, by)
        return told(table.standing(self._ties.held(table, by.word, by.account)))

    async def _tie_record(self, request: Request, tie: str, by: By) -> Response:
        """Return a tie's records as a ZIP archive."""
        whole = (await self._come(tie, by)).room.tie
        return saved(await self._lobby.in_thread(lambda: record_of(whole)), f"{tie}.zip", "application/zip")

    async def _seated(self, game: str, by: By) -> Participant:
        return await self._lobby.resume(protocol.Resume(game=game, key=by.word, watch=by.word), by.account)

    async def _come(self, tie: str, by: By) -> TieTable:
        return await self._ties.come(protocol.ComeToTie(tie=tie, key=by.word, watch=by.word), by.account)

    def _given(self, record: Callable[[Request, str, By], Awaitable[Response]]) -> Callable[[Request], Any]:
        """Return an endpoint that authenticates, calls the handler, and turns refusals into error responses."""

        async def answer(request: Request) -> Response:
            PAYER.set(client_address(request.scope))
            try:
                return await record(request, request.path_params["name"], await self._brought(request))
            except CommandRefused as refusal:
                return PlainTextResponse(refusal.reason + "\n", 401 if refusal.code is _UNKNOWN else 409)
            except CarromError as fault:
                log.error("%s", fault)
                return PlainTextResponse(f"{fault}\n", 500)

        return answer

    async def _brought(self, request: Request) -> By:
        """Return the key or word that a request brings, and whose account.

        Raises `CommandRefused` if it brings neither.
        """
        known = await self._who(request.headers)
        account = known.person.id if known is not None and known.may(Scope.READ) else None
        scheme, _, word = request.headers.get("authorization", "").partition(" ")
        is_word = scheme.lower() == "bearer" and 8 <= len(word) <= 128 and word.isascii()
        if account is None and not is_word:
            raise CommandRefused(
                _UNKNOWN, "Authentication is required: send the game's key as Authorization: Bearer, or sign in."
            )
        return By(word if is_word else None, account)
