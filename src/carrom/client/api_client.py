"""`AsyncClient`: a server, as an account or a guest."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from secrets import token_urlsafe
from types import TracebackType

import httpx

from carrom.board.seat import Seat
from carrom.client import operations
from carrom.client.connection import SILENCE, Connection, resumed
from carrom.client.game import AsyncGame
from carrom.client.lobby_view import LobbyView
from carrom.client.operations import LobbyLine
from carrom.client.tournament import AsyncTournament
from carrom.protocol.http.games import All, Begin, Challenged, GameSummary, Here, JoinIt, OpenedGame
from carrom.protocol.http.lobby import (
    Challenging,
    GameFound,
    Giving,
    LobbyChanged,
    LobbySnapshot,
    OpenChallenge,
    OpenSeek,
    OwnLobbyState,
    QuickPairing,
    Seeking,
    SeekMade,
    Sitting,
    Sought,
)
from carrom.protocol.http.tournaments import TournamentMaking, TournamentSummary, TournamentTerms
from carrom.protocol.terms import Length, SeatPlan, Terms, Who

ACCOUNT = "carrom_"
"""How the token of an account begins; any other is a guest's own key."""


class AsyncClient:
    """A client of one server. Use it as an asynchronous context manager, or call `aclose`.

    Every method raises `ApiError` if the server refuses, and `httpx.TransportError` if it does not answer. Requests are
    repeated where that is safe, and streams continue after an interruption.
    """

    def __init__(
        self, address: str, token: str | None = None, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        """Ask the server at an address such as `http://127.0.0.1:8137`.

        `token` is that of an account, or a secret key of a guest (made if need be); it opens the seats that they get.
        """
        timeout = httpx.Timeout(SILENCE, pool=None)
        limits = httpx.Limits(max_connections=None)
        self._token = token or token_urlsafe(24)
        http = httpx.AsyncClient(timeout=timeout, limits=limits, transport=transport)
        self._connection = Connection(address, self._token, http)

    async def __aenter__(self) -> "AsyncClient":
        """Return this client."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close every connection."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection."""
        await self._connection.http.aclose()

    # -- games --------------------------------------------------------------------------------------------------------

    async def levels(self) -> list[str]:
        """Return the levels of the computer, the weakest first."""
        return await self._connection.ask(operations.LEVELS)

    async def begin(self, terms: Terms) -> AsyncGame:
        """Create a game."""
        body = Begin(terms=terms, nonce=token_urlsafe(24), key=token_urlsafe(24), invite=token_urlsafe(24))
        return AsyncGame(self._connection, await self._connection.ask(operations.BEGIN, body))

    async def begin_against(self, level: str, ruleset: str = "icf", length: Length = Length.GAME) -> AsyncGame:
        """Create a game in which you sit south and break, against a level of the computer."""
        seats = SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.PROGRAM, level=level)
        return await self.begin(Terms(seats=seats, first_break=Seat.SOUTH, ruleset=ruleset, length=length))

    async def join(self, game: str, invite: str, name: str = "", seat: Seat | None = None) -> AsyncGame:
        """Take an open seat of a game by its invitation."""
        body = JoinIt(invite=invite, name=name, seat=seat, key=token_urlsafe(24))
        return AsyncGame(self._connection, await self._connection.ask(operations.JOIN, body, id=game))

    def game(self, game: str, *yours: Seat) -> AsyncGame:
        """Return a game that the token opens, as the stream of events, the lobby or a tournament names it."""
        return AsyncGame(self._connection, OpenedGame(game=game, yours=yours, version=0, page="", key=self._token))

    async def games(self, max: int = 100, **filters: object) -> list[GameSummary]:
        """Return your games, the newest first (`over`, `rated`, `vs`, `ruleset`, `since`, `until`)."""
        return await self._connection.ask_lines(operations.MINE, max=max, **filters)

    async def playing(self) -> tuple[Here, ...]:
        """Return your games in progress, and whose turn it is in each."""
        return (await self._connection.ask(operations.PLAYING)).games

    async def events(self) -> AsyncGenerator[Here | Challenged | All, None]:
        """Yield all your games in progress and open challenges, then `All`, then every change, for ever.

        A broken connection is opened again, and only what has changed meanwhile is yielded.
        """
        last: dict[object, object] = {}
        async with aclosing(resumed(self._connection, operations.EVENTS, {})) as lines:
            async for line in lines:
                if line is None:
                    continue
                about = (
                    line.game if isinstance(line, Here) else line.challenge.id if isinstance(line, Challenged) else All
                )
                if about is All and All in last:
                    continue
                if last.get(about) != line:
                    last[about] = line
                    yield line

    # -- the lobby ----------------------------------------------------------------------------------------------------

    async def lobby(self, view: LobbyView | None = None) -> AsyncGenerator[LobbyLine, None]:
        """Yield the lines of the lobby for ever, each already applied to `view`; a seek stays open while it is read.

        A broken connection continues after the last version; where a change is missing, a new snapshot follows.
        """
        view = view or LobbyView()
        words: dict[str, object] = {"since": view.version}
        found: set[str] = set()
        own: OwnLobbyState | None = None
        while True:
            async with aclosing(resumed(self._connection, operations.LOBBY, words)) as lines:
                async for line in lines:
                    if isinstance(line, LobbySnapshot | LobbyChanged):
                        complete = view.apply(line)
                        words["since"] = view.version
                        if not complete:
                            break
                        yield line
                    elif isinstance(line, GameFound) and line.game not in found:
                        found.add(line.game)
                        yield line
                    elif isinstance(line, OwnLobbyState) and line != own:
                        own = line
                        yield line

    async def seek(self, terms: Sought, name: str = "") -> OpenSeek | AsyncGame:
        """Open a seek, and return it, or the game if a matching one was waiting."""
        return self._found(await self._connection.ask(operations.SEEK, Seeking(key=self._key, name=name, terms=terms)))

    async def quick(
        self, ruleset: str = "icf", length: Length = Length.GAME, players: int = 2, name: str = ""
    ) -> OpenSeek | AsyncGame:
        """Take the best waiting seek of a kind, or open one."""
        body = QuickPairing(key=self._key, name=name, ruleset=ruleset, length=length, players=players)
        return self._found(await self._connection.ask(operations.QUICK, body))

    async def take(self, seek: str, name: str = "") -> OpenSeek | AsyncGame:
        """Sit down at a seek; return its game once it is complete."""
        return self._found(await self._connection.ask(operations.TAKE, Sitting(key=self._key, name=name), id=seek))

    async def withdraw(self, seek: str) -> None:
        """Withdraw a seek."""
        await self._connection.ask(operations.WITHDRAW, Giving(key=self._key), id=seek)

    async def challenge(
        self, terms: Sought, to: str | None = None, name: str = "", word: str | None = None
    ) -> OpenChallenge:
        """Challenge a person with an account, or anyone who brings the secret `word` (at least 16 characters)."""
        body = Challenging(key=self._key, name=name, to=to, word=word, terms=terms)
        return (await self._connection.ask(operations.CHALLENGE, body)).challenge

    async def accept(self, challenge: str, word: str | None = None, name: str = "") -> OpenSeek | AsyncGame:
        """Accept a challenge, or an invitation by its word."""
        body = Sitting(key=self._key, name=name, word=word)
        return self._found(await self._connection.ask(operations.ACCEPT, body, id=challenge))

    async def decline(self, challenge: str) -> None:
        """Decline a challenge, or cancel your own."""
        await self._connection.ask(operations.DECLINE, Giving(key=self._key), id=challenge)

    # -- tournaments --------------------------------------------------------------------------------------------------

    async def tournaments(self) -> tuple[TournamentSummary, ...]:
        """Return the online tournaments: those that run, those to come, and the latest that are over."""
        return (await self._connection.ask(operations.TOURNAMENTS)).tournaments

    def tournament(self, id: str) -> AsyncTournament:
        """Return an online tournament by its id."""
        return AsyncTournament(self._connection, id, self._key)

    async def create_tournament(
        self, terms: TournamentTerms, name: str = "", word: str | None = None
    ) -> AsyncTournament:
        """Create an online tournament; `word` is an invitation code that players need."""
        body = TournamentMaking(key=self._key, name=name, terms=terms, word=word)
        found = await self._connection.ask(operations.CREATE, body)
        return self.tournament(found.tournament.summary.id)

    @property
    def _key(self) -> str | None:
        """The key of a guest; None for an account."""
        return None if self._token.startswith(ACCOUNT) else self._token

    def _found(self, answer: GameFound | SeekMade) -> OpenSeek | AsyncGame:
        return self.game(answer.game, answer.seat) if isinstance(answer, GameFound) else answer.seek
