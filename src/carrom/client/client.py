"""A client of a server's API: its operations, the connection, games, the lobby and online tournaments.

`tests/client/test_operations.py` compares every operation with the server's OpenAPI description."""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property
from secrets import token_urlsafe
from types import TracebackType
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from carrom import protocol
from carrom.board import Disc, Point, Seat, Stroke
from carrom.errors import CarromError
from carrom.protocol.common import Length, SeatPlan, Terms, Who
from carrom.protocol.http_lobby import (
    All,
    Begin,
    Challenged,
    ChallengeMade,
    Challenging,
    Done,
    GameFound,
    GameSummary,
    Giving,
    Here,
    JoinIt,
    LobbyChanged,
    LobbySnapshot,
    OpenChallenge,
    OpenedGame,
    OpenSeek,
    OwnLobbyState,
    PlayingNow,
    QuickPairing,
    RematchState,
    Seeking,
    SeekMade,
    Sitting,
    Sought,
    WatchableGame,
)
from carrom.protocol.http_tournaments import (
    TournamentBracket,
    TournamentEnd,
    TournamentGame,
    TournamentGames,
    TournamentJoining,
    TournamentList,
    TournamentMaking,
    TournamentOwn,
    TournamentStandings,
    TournamentState,
    TournamentSummary,
    TournamentTerms,
    TournamentView,
)
from carrom.values import changed

Reply = TypeVar("Reply", covariant=True)


@dataclass(frozen=True)
class Operation(Generic[Reply]):
    """One operation: its name and address in the API's description, and the types that it takes and returns."""

    name: str
    method: str
    path: str
    answers: Any
    """The type of the answer, or of each line of it; `str` for text."""
    body: Any = None

    @cached_property
    def _decoder(self) -> "msgspec.json.Decoder[Any]":
        return msgspec.json.Decoder(self.answers)

    def decode(self, content: bytes) -> Reply:
        """Return an answer, or a line of one. Raises `msgspec.DecodeError` for anything else."""
        found: Reply = self._decoder.decode(content)
        return found


def _post(name: str, path: str, body: Any, answers: Any) -> Operation[Any]:
    return Operation(name, "POST", path, answers, body)


def _get(name: str, path: str, answers: Any) -> Operation[Any]:
    return Operation(name, "GET", path, answers)


GAME = "/api/games/{id}"
BEGIN: Operation[OpenedGame] = _post("games.begin", "/api/games", Begin, OpenedGame)
JOIN: Operation[OpenedGame] = _post("games.join", f"{GAME}/join", JoinIt, OpenedGame)
MINE: Operation[GameSummary] = _get("games.mine", "/api/games", GameSummary)
STATE: Operation[protocol.Snapshot] = _get("games.state", GAME, protocol.Snapshot)
RECORD: Operation[str] = _get("games.record", f"{GAME}.carrom", str)
COMMAND: Operation[protocol.Accepted] = _post(
    "games.command", f"{GAME}/commands", protocol.GameCommand, protocol.Accepted
)
ABORT: Operation[protocol.Accepted] = _post("games.abort", f"{GAME}/abort", None, protocol.Accepted)
REMATCH: Operation[RematchState] = _post("games.rematch", f"{GAME}/rematch", None, RematchState)
STREAM: Operation[protocol.ServerMessage] = _get("games.stream", f"{GAME}/stream", protocol.ServerMessage)
EVENTS: Operation[Here | Challenged | All] = _get("stream.events", "/api/stream/events", Here | Challenged | All)
PLAYING: Operation[PlayingNow] = _get("account.playing", "/api/account/playing", PlayingNow)
LEVELS: Operation[list[str]] = _get("levels", "/api/levels", list[str])

LobbyLine = LobbySnapshot | LobbyChanged | OwnLobbyState | GameFound
LOBBY: Operation[LobbyLine] = _get("lobby.changes", "/api/lobby/changes", LobbyLine)
SEEK: Operation[GameFound | SeekMade] = _post("lobby.seek", "/api/seeks", Seeking, GameFound | SeekMade)
QUICK: Operation[GameFound | SeekMade] = _post("lobby.pair", "/api/seeks/quick", QuickPairing, GameFound | SeekMade)
TAKE: Operation[GameFound | SeekMade] = _post("lobby.take", "/api/seeks/{id}/take", Sitting, GameFound | SeekMade)
WITHDRAW: Operation[Done] = _post("lobby.withdraw", "/api/seeks/{id}/withdraw", Giving, Done)
CHALLENGE: Operation[ChallengeMade] = _post("lobby.challenge", "/api/challenges", Challenging, ChallengeMade)
ACCEPT: Operation[GameFound | SeekMade] = _post(
    "lobby.accept", "/api/challenges/{id}/accept", Sitting, GameFound | SeekMade
)
DECLINE: Operation[Done] = _post("lobby.decline", "/api/challenges/{id}/decline", Giving, Done)

TOURNAMENT = "/api/tournaments/{id}"
TOURNAMENTS: Operation[TournamentList] = _get("tournaments.list", "/api/tournaments", TournamentList)
CREATE: Operation[TournamentView] = _post("tournaments.create", "/api/tournaments", TournamentMaking, TournamentView)
VIEW: Operation[TournamentView] = _get("tournaments.get", TOURNAMENT, TournamentView)
ENTER: Operation[TournamentOwn] = _post("tournaments.join", f"{TOURNAMENT}/join", TournamentJoining, TournamentOwn)
LEAVE: Operation[TournamentOwn] = _post("tournaments.withdraw", f"{TOURNAMENT}/withdraw", Giving, TournamentOwn)
START: Operation[TournamentView] = _post("tournaments.start", f"{TOURNAMENT}/start", Giving, TournamentView)
CANCEL: Operation[TournamentView] = _post("tournaments.cancel", f"{TOURNAMENT}/cancel", Giving, TournamentView)
STANDINGS: Operation[TournamentStandings] = _get(
    "tournaments.standings", f"{TOURNAMENT}/standings", TournamentStandings
)
GAMES: Operation[TournamentGames] = _get("tournaments.games", f"{TOURNAMENT}/games", TournamentGames)
BRACKET: Operation[TournamentBracket] = _get("tournaments.bracket", f"{TOURNAMENT}/bracket", TournamentBracket)
RESULTS: Operation[TournamentGame | TournamentEnd] = _get(
    "tournaments.results", f"{TOURNAMENT}/results", TournamentGame | TournamentEnd
)
FOLLOW: Operation[TournamentState | TournamentOwn] = _get(
    "tournaments.stream", f"{TOURNAMENT}/stream", TournamentState | TournamentOwn
)

OPERATIONS: tuple[Operation[Any], ...] = (
    BEGIN, JOIN, MINE, STATE, RECORD, COMMAND, ABORT, REMATCH, STREAM, EVENTS, PLAYING, LEVELS, LOBBY, SEEK, QUICK,
    TAKE, WITHDRAW, CHALLENGE, ACCEPT, DECLINE, TOURNAMENTS, CREATE, VIEW, ENTER, LEAVE, START, CANCEL, STANDINGS,
    GAMES, BRACKET, RESULTS, FOLLOW,
)  # fmt: skip
"""Every operation of the client."""


# -- the connection: safe retries, and streams of JSON lines -----------------------------------------------------------


Answer = TypeVar("Answer")
SILENCE = 25.0
"""Seconds without a byte after which a connection is given up: a stream sends something every seven."""
PAUSES = (0.2, 1.0, 3.0)
"""Seconds before a request is repeated that was not answered, or by a server that is about to stop."""
PAUSE = 1.0
"""Seconds before a broken stream is opened again."""
PASSING = frozenset({502, 503, 504})
TOO_FAST = 429
_NAMED = re.compile(r"{(\w+)}")


class ApiError(CarromError):
    """The server refused a request, and nothing has changed. The message is the server's sentence."""

    def __init__(self, problem: Mapping[str, Any], status: int) -> None:
        """Store the problem details (RFC 9457): `status`, `code`, and for rate limits `key` and `seconds`."""
        super().__init__(str(problem.get("detail") or f"The server answered {status}."))
        self.status = status
        self.code = str(problem.get("code", ""))
        self.key = str(problem.get("key", ""))
        self.seconds = int(problem.get("seconds", 0) or 0)


class Connection:
    """A server's address, and the token or key that is sent with every request."""

    def __init__(self, address: str, token: str | None, http: httpx.AsyncClient) -> None:
        """Send requests to `address` by `http`."""
        self.address, self.token, self.http = address.rstrip("/"), token, http

    def bearing(self, token: str | None) -> "Connection":
        """Return the same connection with another token."""
        return Connection(self.address, token, self.http)

    async def ask(self, operation: Operation[Answer], body: msgspec.Struct | None = None, **words: object) -> Answer:
        """Return the answer of an operation; `words` fill its path, the rest is its query.

        Waits where a rate limit asks for it. Raises `ApiError`, and `httpx.TransportError` if nobody answers.
        """
        content = await self._content(operation, body, words)
        return content.decode() if operation.answers is str else operation.decode(content)  # type: ignore[return-value]

    async def ask_lines(self, operation: Operation[Answer], **words: object) -> list[Answer]:
        """Return all lines of an answer that ends. Raises like `ask`."""
        content = await self._content(operation, None, words)
        return [operation.decode(line) for line in content.splitlines() if line.strip()]

    async def lines(self, operation: Operation[Answer], **words: object) -> AsyncGenerator[Answer | None, None]:
        """Yield the lines of one stream until it ends or breaks, and None for each sign of life.

        Raises `ApiError` if the server refuses it for good, and `httpx.TransportError` if the connection breaks.
        """
        path, query = self._address(operation, words)
        async with self.http.stream("GET", path, params=query, headers=self._headers()) as answer:
            if answer.status_code != httpx.codes.OK:
                await answer.aread()
                raise _error(answer)
            async for line in answer.aiter_lines():
                yield operation.decode(line.encode()) if line.strip() else None

    async def _content(self, operation: Operation[Any], body: msgspec.Struct | None, words: dict[str, object]) -> bytes:
        path, query = self._address(operation, words)
        content = None if body is None else msgspec.json.encode(body)
        headers = self._headers() | ({} if content is None else {"content-type": "application/json"})
        pauses = iter(PAUSES)
        while True:
            try:
                answer = await self.http.request(operation.method, path, params=query, content=content, headers=headers)
            except httpx.TransportError:
                if (pause := next(pauses, None)) is None:
                    raise
                await asyncio.sleep(pause)
                continue
            if answer.is_success:
                return answer.content
            failure = _error(answer)
            pause = failure.seconds or 1.0 if answer.status_code == TOO_FAST else None
            if answer.status_code in PASSING:
                pause = next(pauses, None)
            if pause is None:
                raise failure
            await asyncio.sleep(pause)

    def _address(self, operation: Operation[Any], words: dict[str, object]) -> tuple[str, dict[str, str]]:
        named = _NAMED.findall(operation.path)
        path = operation.path.format(**{name: quote(str(words[name]), safe="") for name in named})
        query = {name: _text(value) for name, value in words.items() if name not in named and value is not None}
        return f"{self.address}{path}", query

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}


async def resumed(
    connection: Connection, operation: Operation[Answer], words: dict[str, object]
) -> AsyncGenerator[Answer | None, None]:
    """Yield the lines of a stream for ever, opened again whenever it ends or breaks.

    `words` are read again for every opening, so that the caller can continue from the last version. Yields None for
    each sign of life and after each break. Raises `ApiError` if the server refuses the stream for good.
    """
    while True:
        pause = PAUSE
        try:
            async with aclosing(connection.lines(operation, **words)) as lines:
                async for line in lines:
                    yield line
        except httpx.TransportError:
            pass
        except ApiError as failure:
            if failure.status not in PASSING | {TOO_FAST}:
                raise
            pause = max(pause, failure.seconds)
        yield None
        await asyncio.sleep(pause)


def _error(answer: httpx.Response) -> ApiError:
    """Return the problem of a response, from whatever program."""
    try:
        problem = msgspec.json.decode(answer.content, type=dict[str, Any])
    except msgspec.DecodeError:
        problem = {"detail": answer.text.strip()[:200]}
    if "seconds" not in problem and answer.headers.get("retry-after", "").isdigit():
        problem["seconds"] = int(answer.headers["retry-after"])
    return ApiError(problem, answer.status_code)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- a game: its state, its events, and its players' commands ----------------------------------------------------------


GameMessage = (
    protocol.Snapshot | protocol.Played | protocol.StrokePlayed | protocol.Acted | protocol.Seats
    | protocol.ClockChanged | protocol.Offered | protocol.Aimed | protocol.Spoken | protocol.Rematched
)  # fmt: skip
"""What a game's stream yields. `Played`, `StrokePlayed` and `Acted` have a version; a `Snapshot` replaces all."""


class AsyncGame:
    """A game, opened by a key or a token."""

    def __init__(self, connection: Connection, opened: OpenedGame) -> None:
        """Act in a game that was created or joined; `opened` has its secrets."""
        self._connection = connection.bearing(opened.key)
        self.opened = opened

    @property
    def id(self) -> str:
        """The game's id."""
        return self.opened.game

    @property
    def yours(self) -> tuple[Seat, ...]:
        """The seats, as they were at the start, of the players that this client acts for."""
        return self.opened.yours

    async def state(self) -> protocol.Snapshot:
        """Return the state of the game. Raises `ApiError`."""
        return await self._connection.ask(STATE, id=self.id)

    async def record(self) -> str:
        """Return the game's record, the content of a `.carrom` file. Raises `ApiError`."""
        return await self._connection.ask(RECORD, id=self.id)

    async def stream(self, since: int | None = None) -> AsyncGenerator[GameMessage, None]:
        """Yield the state of the game, then everything that happens, for ever.

        Without `since` the first message is a `Snapshot`; with it, the events after that version come first. A broken
        connection is opened again and continues after the last version: no event is lost, none comes twice. Only if the
        server has not kept the missed events, a new `Snapshot` replaces them. Raises `ApiError` if the server refuses.
        """
        words: dict[str, object] = {"id": self.id, "since": since}
        waiting: protocol.Snapshot | None = None
        """A snapshot of a stream opened again; it is needed only if the missed events do not follow."""
        async with aclosing(resumed(self._connection, STREAM, words)) as lines:
            async for line in lines:
                seen = words["since"]
                if isinstance(line, protocol.Snapshot):
                    if isinstance(seen, int) and line.version != seen:
                        waiting = line
                    elif seen is None:
                        words["since"] = line.version
                        yield line
                    continue
                versioned = isinstance(line, protocol.Played | protocol.StrokePlayed | protocol.Acted)
                if waiting is not None:
                    follows = versioned and line.after == seen  # type: ignore[union-attr]
                    if not follows:
                        words["since"] = seen = waiting.version
                        yield waiting
                    waiting = None
                if versioned:
                    if isinstance(seen, int) and line.version <= seen:  # type: ignore[union-attr]
                        continue
                    words["since"] = line.version  # type: ignore[union-attr]
                if isinstance(line, GameMessage):
                    yield line

    async def strike(self, version: int, stroke: Stroke, seat: Seat | None = None) -> int:
        """Play a stroke at a version of the game, and return the new version. Raises `ApiError`."""
        return await self.act(
            protocol.Strike(nonce=_nonce(), version=version, seat=self._seat(seat), stroke=stroke, meant=stroke)
        )

    async def place(self, version: int, disc: Disc, at: Point, seat: Seat | None = None) -> int:
        """Place a due piece (µm, board's frame), and return the new version. Raises `ApiError`."""
        return await self.act(protocol.Place(nonce=_nonce(), version=version, seat=self._seat(seat), disc=disc, at=at))

    async def resign(self, version: int, what: Length = Length.MATCH, seat: Seat | None = None) -> int:
        """Concede the board, the game or the match, and return the new version. Raises `ApiError`."""
        return await self.act(protocol.Resign(nonce=_nonce(), version=version, seat=self._seat(seat), what=what))

    async def act(self, command: protocol.GameCommand) -> int:
        """Send any command of a player, and return the version that it led to.

        A command that was not answered is sent again; its nonce makes sure that it is carried out once. Raises
        `ApiError`, with the code "stale" if the game has another version by now.
        """
        accepted = await self._connection.ask(COMMAND, command, id=self.id)
        return accepted.version

    async def abort(self) -> None:
        """Call the game off before its first stroke. Raises `ApiError`."""
        await self._connection.ask(ABORT, id=self.id)

    async def rematch(self) -> "AsyncGame | None":
        """Offer a rematch, or accept it; return the new game once everybody has agreed. Raises `ApiError`."""
        found = await self._connection.ask(REMATCH, id=self.id)
        if found.game is None:
            return None
        mine = OpenedGame(game=found.game, yours=self.yours, version=0, page="", key=self.opened.key)
        return AsyncGame(self._connection, mine)

    def _seat(self, seat: Seat | None) -> Seat:
        """Return the seat that acts: as given, or the only one that this client acts for."""
        if seat is not None:
            return seat
        if len(self.yours) != 1:
            raise ValueError(f"this client acts for {len(self.yours)} players; expected a seat")
        return self.yours[0]


def _nonce() -> str:
    return token_urlsafe(24)


# -- the lobby, put together from a snapshot and the changes after it --------------------------------------------------


class LobbyView:
    """The open seeks and the games that can be watched, as far as a stream of the lobby has been read."""

    def __init__(self) -> None:
        """Begin empty, before the first snapshot."""
        self.version: str | None = None
        self.seeks: dict[str, OpenSeek] = {}
        self.playing: dict[str, WatchableGame] = {}

    def apply(self, line: LobbySnapshot | LobbyChanged) -> bool:
        """Apply a line; return False if a change before it is missing, so that a new snapshot is needed."""
        if isinstance(line, LobbySnapshot):
            self.seeks = {seek.id: seek for seek in line.seeks}
            self.playing = {game.game: game for game in line.playing}
            self.version = line.version
            return True
        if line.after != self.version:
            self.version = None
            return False
        self.seeks |= {seek.id: seek for seek in line.seeks.added}
        for seek in line.seeks.changed:
            self.seeks[seek.id] = changed(self.seeks[seek.id], sitters=seek.sitters, open=seek.open)
        for id in line.seeks.removed:
            self.seeks.pop(id, None)
        self.playing |= {game.game: game for game in line.playing.added}
        for game in line.playing.changed:
            self.playing[game.game] = changed(
                self.playing[game.game], score=game.score, games=game.games, board=game.board
            )
        for name in line.playing.removed:
            self.playing.pop(name, None)
        self.version = line.version
        return True


# -- online tournaments ------------------------------------------------------------------------------------------------


class AsyncTournament:
    """One online tournament, as an account or a guest with a key."""

    def __init__(self, connection: Connection, id: str, key: str | None) -> None:
        """Act in a tournament; `key` is that of a guest, None for an account."""
        self._connection, self.id, self._key = connection, id, key

    async def view(self) -> TournamentView:
        """Return the tournament and one's own situation in it. Raises `ApiError`."""
        return await self._connection.ask(VIEW, id=self.id)

    async def join(self, name: str = "", word: str | None = None) -> TournamentOwn:
        """Join, or return after a pause; `word` is the invitation code, if there is one. Raises `ApiError`."""
        return await self._connection.ask(ENTER, TournamentJoining(key=self._key, name=name, word=word), id=self.id)

    async def withdraw(self) -> TournamentOwn:
        """Leave before the start; later, pause. Raises `ApiError`."""
        return await self._connection.ask(LEAVE, Giving(key=self._key), id=self.id)

    async def start(self) -> TournamentView:
        """Start one's own tournament before its time. Raises `ApiError`."""
        return await self._connection.ask(START, Giving(key=self._key), id=self.id)

    async def cancel(self) -> TournamentView:
        """Cancel one's own tournament. Raises `ApiError`."""
        return await self._connection.ask(CANCEL, Giving(key=self._key), id=self.id)

    async def standings(self, first: int = 1, max: int = 20) -> TournamentStandings:
        """Return a page of the standings. Raises `ApiError`."""
        return await self._connection.ask(STANDINGS, id=self.id, first=first, max=max)

    async def games(self, max: int = 20) -> TournamentGames:
        """Return the latest games. Raises `ApiError`."""
        return await self._connection.ask(GAMES, id=self.id, max=max)

    async def bracket(self) -> TournamentBracket:
        """Return the bracket of a knockout. Raises `ApiError`."""
        return await self._connection.ask(BRACKET, id=self.id)

    async def stream(self) -> AsyncGenerator[TournamentState | TournamentOwn, None]:
        """Yield the tournament's state and one's own situation, then every change of either, for ever.

        In an arena a player is paired while they read this. A broken connection is opened again; what has not changed
        meanwhile is not yielded again. Raises `ApiError` if the server refuses.
        """
        words: dict[str, object] = {"id": self.id}
        last: dict[type, object] = {}
        async with aclosing(resumed(self._connection, FOLLOW, words)) as lines:
            async for line in lines:
                if line is not None and last.get(type(line)) != line:
                    last[type(line)] = line
                    yield line

    async def results(self) -> AsyncGenerator[TournamentGame, None]:
        """Yield every result so far, then each new one, until the tournament is over. Raises `ApiError`.

        A broken connection is opened again; a result is yielded again only if it was changed.
        """
        words: dict[str, object] = {"id": self.id}
        seen: dict[int, TournamentGame] = {}
        async with aclosing(resumed(self._connection, RESULTS, words)) as lines:
            async for line in lines:
                if isinstance(line, TournamentEnd):
                    return
                if line is not None and seen.get(line.number) != line:
                    seen[line.number] = line
                    yield line


# -- `AsyncClient`: a server, as an account or a guest -----------------------------------------------------------------


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
        return await self._connection.ask(LEVELS)

    async def begin(self, terms: Terms) -> AsyncGame:
        """Create a game."""
        body = Begin(terms=terms, nonce=token_urlsafe(24), key=token_urlsafe(24), invite=token_urlsafe(24))
        return AsyncGame(self._connection, await self._connection.ask(BEGIN, body))

    async def begin_against(self, level: str, ruleset: str = "icf", length: Length = Length.GAME) -> AsyncGame:
        """Create a game in which you sit south and break, against a level of the computer."""
        seats = SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.PROGRAM, level=level)
        return await self.begin(Terms(seats=seats, first_break=Seat.SOUTH, ruleset=ruleset, length=length))

    async def join(self, game: str, invite: str, name: str = "", seat: Seat | None = None) -> AsyncGame:
        """Take an open seat of a game by its invitation."""
        body = JoinIt(invite=invite, name=name, seat=seat, key=token_urlsafe(24))
        return AsyncGame(self._connection, await self._connection.ask(JOIN, body, id=game))

    def game(self, game: str, *yours: Seat) -> AsyncGame:
        """Return a game that the token opens, as the stream of events, the lobby or a tournament names it."""
        return AsyncGame(self._connection, OpenedGame(game=game, yours=yours, version=0, page="", key=self._token))

    async def games(self, max: int = 100, **filters: object) -> list[GameSummary]:
        """Return your games, the newest first (`over`, `rated`, `vs`, `ruleset`, `since`, `until`)."""
        return await self._connection.ask_lines(MINE, max=max, **filters)

    async def playing(self) -> tuple[Here, ...]:
        """Return your games in progress, and whose turn it is in each."""
        return (await self._connection.ask(PLAYING)).games

    async def events(self) -> AsyncGenerator[Here | Challenged | All, None]:
        """Yield all your games in progress and open challenges, then `All`, then every change, for ever.

        A broken connection is opened again, and only what has changed meanwhile is yielded.
        """
        last: dict[object, object] = {}
        async with aclosing(resumed(self._connection, EVENTS, {})) as lines:
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
            async with aclosing(resumed(self._connection, LOBBY, words)) as lines:
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
        return self._found(await self._connection.ask(SEEK, Seeking(key=self._key, name=name, terms=terms)))

    async def quick(
        self, ruleset: str = "icf", length: Length = Length.GAME, players: int = 2, name: str = ""
    ) -> OpenSeek | AsyncGame:
        """Take the best waiting seek of a kind, or open one."""
        body = QuickPairing(key=self._key, name=name, ruleset=ruleset, length=length, players=players)
        return self._found(await self._connection.ask(QUICK, body))

    async def take(self, seek: str, name: str = "") -> OpenSeek | AsyncGame:
        """Sit down at a seek; return its game once it is complete."""
        return self._found(await self._connection.ask(TAKE, Sitting(key=self._key, name=name), id=seek))

    async def withdraw(self, seek: str) -> None:
        """Withdraw a seek."""
        await self._connection.ask(WITHDRAW, Giving(key=self._key), id=seek)

    async def challenge(
        self, terms: Sought, to: str | None = None, name: str = "", word: str | None = None
    ) -> OpenChallenge:
        """Challenge a person with an account, or anyone who brings the secret `word` (at least 16 characters)."""
        body = Challenging(key=self._key, name=name, to=to, word=word, terms=terms)
        return (await self._connection.ask(CHALLENGE, body)).challenge

    async def accept(self, challenge: str, word: str | None = None, name: str = "") -> OpenSeek | AsyncGame:
        """Accept a challenge, or an invitation by its word."""
        body = Sitting(key=self._key, name=name, word=word)
        return self._found(await self._connection.ask(ACCEPT, body, id=challenge))

    async def decline(self, challenge: str) -> None:
        """Decline a challenge, or cancel your own."""
        await self._connection.ask(DECLINE, Giving(key=self._key), id=challenge)

    # -- tournaments --------------------------------------------------------------------------------------------------

    async def tournaments(self) -> tuple[TournamentSummary, ...]:
        """Return the online tournaments: those that run, those to come, and the latest that are over."""
        return (await self._connection.ask(TOURNAMENTS)).tournaments

    def tournament(self, id: str) -> AsyncTournament:
        """Return an online tournament by its id."""
        return AsyncTournament(self._connection, id, self._key)

    async def create_tournament(
        self, terms: TournamentTerms, name: str = "", word: str | None = None
    ) -> AsyncTournament:
        """Create an online tournament; `word` is an invitation code that players need."""
        body = TournamentMaking(key=self._key, name=name, terms=terms, word=word)
        found = await self._connection.ask(CREATE, body)
        return self.tournament(found.tournament.summary.id)

    @property
    def _key(self) -> str | None:
        """The key of a guest; None for an account."""
        return None if self._token.startswith(ACCOUNT) else self._token

    def _found(self, answer: GameFound | SeekMade) -> OpenSeek | AsyncGame:
        return self.game(answer.game, answer.seat) if isinstance(answer, GameFound) else answer.seek
