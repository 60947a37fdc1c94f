"""What the page asks of a game or a tie by its word, beside the API: its record, how it stands, its rule book."""

import logging
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from carrom import protocol
from carrom.errors import CarromError
from carrom.server.api.operation import RECORD
from carrom.server.api.replies import saved, told
from carrom.server.books import book_of_a_game, language_of
from carrom.server.fair import PAYER
from carrom.server.guard import client_address
from carrom.server.lobby import Chair, Lobby
from carrom.server.refuse import Refuse
from carrom.server.tie_record import record_of
from carrom.server.ties import Ties

log = logging.getLogger("carrom.server")

_UNKNOWN = protocol.Refusal.UNKNOWN_GAME


class Records:
    """Gives who brings a player's key, or the word to look on, what a game or a tie has become."""

    def __init__(self, lobby: Lobby, ties: Ties) -> None:
        """Look into a server's games and ties."""
        self._lobby, self._ties = lobby, ties

    def routes(self) -> list[Route]:
        """Return their addresses."""
        return [
            Route("/games/{name}.carrom", _given(self._record)),
            Route("/games/{name}.json", _given(self._standing)),
            Route("/games/{name}/rules", _given(self._rules)),
            Route("/ties/{name}.zip", _given(self._tie_record)),
            Route("/ties/{name}.json", _given(self._tie_standing)),
        ]

    async def _record(self, request: Request, game: str, word: str) -> Response:
        """Return a game's record as text."""
        seated = await self._seated(game, word)
        return saved(await seated.table.record(), f"{game}.carrom", RECORD)

    async def _standing(self, request: Request, game: str, word: str) -> Response:
        """Return how a game stands as JSON (a `Snapshot`): it need not be followed."""
        return told((await self._seated(game, word)).table.snapshot())

    async def _rules(self, request: Request, game: str, word: str) -> Response:
        """Return the rule book of a game as JSON, somebody's own as well."""
        rules, language = (await self._seated(game, word)).table.room.frozen().rules(), language_of(request)
        return told(await self._lobby.in_thread(lambda: book_of_a_game(rules, language)))

    async def _tie_standing(self, request: Request, tie: str, word: str) -> Response:
        """Return how a tie stands as JSON (a `TieTold`)."""
        table = await self._ties.come(protocol.ComeToTie(tie=tie, key=word, watch=word))
        return told(table.standing(self._ties.held(table, word)))

    async def _tie_record(self, request: Request, tie: str, word: str) -> Response:
        """Return the records of a tie as an archive."""
        table = await self._ties.come(protocol.ComeToTie(tie=tie, key=word, watch=word))
        whole = table.room.tie
        return saved(await self._lobby.in_thread(lambda: record_of(whole)), f"{tie}.zip", "application/zip")

    async def _seated(self, game: str, word: str) -> Chair:
        return await self._lobby.resume(protocol.Resume(game=game, key=word, watch=word))


def _given(record: Callable[[Request, str, str], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint that gives a record to who brings a word that opens it, else says why not."""

    async def answer(request: Request) -> Response:
        PAYER.set(client_address(request.scope))
        try:
            return await record(request, request.path_params["name"], _brought(request))
        except Refuse as refusal:
            return PlainTextResponse(refusal.reason + "\n", 401 if refusal.code is _UNKNOWN else 409)
        except CarromError as fault:
            log.error("%s", fault)
            return PlainTextResponse(f"{fault}\n", 500)

    return answer


def _brought(request: Request) -> str:
    """Return the key or word that a request brings; raises `Refuse` if it brings none."""
    scheme, _, word = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not 8 <= len(word) <= 128 or not word.isascii():
        raise Refuse(_UNKNOWN, "The record needs the game's key: Authorization: Bearer.")
    return word
