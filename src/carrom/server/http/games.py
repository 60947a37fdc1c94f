"""HTTP operations on games: create, join, list, import, read, play, and play without a connection."""

import asyncio
import io
import logging
import secrets
import zipfile
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from carrom import protocol
from carrom.board.seat import SEATS, Seat
from carrom.errors import CarromError
from carrom.game.game import GameHistory
from carrom.game.record import write_record
from carrom.protocol.http_games import GameCopy, PlayAdded, PlayedOffline
from carrom.protocol.http_lobby import (
    Begin,
    Ended,
    GameFilter,
    GameSearch,
    GameSummary,
    How,
    Imported,
    JoinIt,
    OfGame,
    OfStrokeNumber,
    OpenedGame,
    RematchState,
    Since,
)
from carrom.server.common import PAYER, GameCreated, TokenBuckets
from carrom.server.http.problem import Stop
from carrom.server.http.router import (
    BEAT,
    GET,
    JSON,
    LINES,
    POST,
    RECORD,
    JsonResponse,
    Nothing,
    Operation,
    OperationRequest,
    Who,
    marked,
    nobody,
    saved,
    told,
)
from carrom.server.http.rule_books import Json, book_of_a_game, language_of
from carrom.server.http.security import client_address
from carrom.server.people.sessions import Scope
from carrom.server.play.registry import GameRegistry, Participant
from carrom.server.play.ties import TieRegistry, TieTable, record_of
from carrom.storage.database import PastGame, StoredSeat
from carrom.storage.store import Store
from carrom.tables.offline_play import difference_in, game_from, room_of, setting_of, strokes_of
from carrom.tables.proposal import CommandRefused
from carrom.tables.seats import seat_of, sitters_of
from carrom.tables.terms import Access, GameSettings, begun_by
from carrom.tables.turn_clock import who_called_off
from carrom.tokens import hashed
from carrom.values import Value, changed

# -- outcomes of finished games for lists, cached ----------------------------------------------------------------------


REMEMBERED = 10_000
"""Maximum number of cached outcomes; the least recently used are evicted."""
_HOW = {"played": How.PLAYED, "retired": How.CONCEDED}


def ended(game: GameHistory) -> Ended | None:
    """Return the outcome of a game, None while it is under way."""
    result = game.result
    if result is None:
        return None
    how = How.CONCEDED if result.conceded else _HOW.get(result.how, How.FORFEITED)
    sides = game.state.sides
    return Ended(
        how=How.ABORTED if who_called_off(game) is not None else how,
        sides=tuple(sitters_of(game, side) for side in sides),
        winners=tuple(sides.index(side) for side in result.winners),
        score=result.score,
    )


class GameOutcomes:
    """A cache of the outcomes of finished games."""

    def __init__(self, registry: GameRegistry) -> None:
        """Read the games of `registry`."""
        self._registry = registry
        self._known: OrderedDict[tuple[str, int], Ended | None] = OrderedDict()

    async def with_results(self, lines: Iterable[GameSummary]) -> list[GameSummary]:
        """Return the list entries with the outcomes of the finished games."""
        return [line if line.ended is None else changed(line, result=await self._of(line)) for line in lines]

    async def _of(self, line: GameSummary) -> Ended | None:
        """Return the outcome of a game; None if the game cannot be read."""
        key = line.game, line.version
        if key not in self._known:
            try:
                found = ended(await self._registry.active.game(line.game))
            except (CarromError, KeyError):
                return None
            self._known[key] = found
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            await asyncio.sleep(0)  # a long list must not block the event loop
        self._known.move_to_end(key)
        return self._known[key]


# -- lists of games: search filters, pages, one game as a list shows it ------------------------------------------------


def line_of(past: PastGame) -> GameSummary | None:
    """Return the list entry of a game; None if its setting cannot be read."""
    try:
        setting = GameSettings.read(past.setting).taken(past.held)
    except CarromError:
        return None
    terms = setting.terms
    return GameSummary(
        game=past.game,
        ruleset=terms.ruleset if terms.rules is None else "custom",
        length=terms.length,
        sitters=setting.sitters,
        yours=tuple(Seat(each.seat) for each in past.seats),
        begun=past.begun * 1000,
        ended=None if past.ended is None else past.ended * 1000,
        last=past.last * 1000,
        version=past.version,
        rated=setting.pool is not None,
    )


def matches(line: GameSummary, which: GameFilter) -> bool:
    """Return whether a game matches a filter."""
    others = [each for each in line.sitters if each.seat not in line.yours]
    against = {name.casefold() for each in others for name in (each.name, each.level or "")}
    everything = " ".join([line.ruleset, line.length, *(f"{each.name} {each.level}" for each in line.sitters)])
    words = which.text.casefold().split() if isinstance(which, GameSearch) else []
    return (
        (which.since is None or line.begun >= which.since)
        and (which.until is None or line.begun <= which.until)
        and (which.vs is None or which.vs.casefold() in against)
        and (which.ruleset is None or which.ruleset == line.ruleset)
        and (which.over is None or which.over == (line.ended is not None))
        and (which.rated is None or which.rated == line.rated)
        and all(word in everything.casefold() for word in words)
    )


# -- create, join, list, export, import, state, record and strokes -----------------------------------------------------


GROUP = "Games"
EXPORTED = 50
"""Maximum number of games in one archive."""
IMPORTED = 2_000_000
"""Maximum size of an imported record in bytes."""
_WHEN = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class GamePolled:
    """A program has asked for the state of a game in which it has a place."""

    place: Participant


class GameRoutes:
    """Handlers for games, for API clients."""

    def __init__(self, registry: GameRegistry, store: Store, new_games: TokenBuckets, outcomes: GameOutcomes) -> None:
        """Serve the games of `registry`; `new_games` limits how many are created."""
        self._registry, self._store, self._new_games, self._outcomes = registry, store, new_games, outcomes

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations on games."""
        path, one = "/api/games", "/api/games/{id}"
        return (
            Operation(
                "games.begin",
                GROUP,
                POST,
                path,
                "Create a game against the computer, or with seats open to people you invite.",
                self.begin,
                OpenedGame,
                body=Begin,
                scope=Scope.PLAY,
                cost=5,
                status=201,
                longest=protocol.MAX_CLIENT_BYTES,
            ),
            Operation(
                "games.mine",
                GROUP,
                GET,
                path,
                "List the games of your account or of the key you send.",
                self.mine,
                GameSummary,
                GameFilter,
                media=LINES,
                scope=Scope.READ,
                cost=5,
            ),
            Operation(
                "games.search",
                GROUP,
                GET,
                f"{path}/search",
                "Search your games by words.",
                self.mine,
                GameSummary,
                GameSearch,
                media=LINES,
                scope=Scope.READ,
                cost=5,
            ),
            Operation(
                "games.export",
                GROUP,
                GET,
                f"{path}/export",
                f"Download the records of your games, at most {EXPORTED}, as an archive of `.carrom` files.",
                self.export,
                str,
                GameFilter,
                media="application/zip",
                scope=Scope.READ,
                cost=50,
            ),
            Operation(
                "games.import",
                GROUP,
                POST,
                f"{path}/import",
                "Import the record of a finished simulated game, to view it and have it reviewed.",
                self.import_,
                Imported,
                body=bytes,
                scope=Scope.PLAY,
                cost=50,
                status=201,
                longest=IMPORTED,
            ),
            Operation(
                "games.state",
                GROUP,
                GET,
                one,
                "The state of a game and the players who are connected, for players and spectators.",
                self.state,
                protocol.Snapshot,
                OfGame,
                scope=Scope.READ,
                marked=True,
            ),
            Operation(
                "games.record",
                GROUP,
                GET,
                f"{one}.carrom",
                "The game's record as text.",
                self.record,
                str,
                OfGame,
                media=RECORD,
                scope=Scope.READ,
                cost=2,
            ),
            Operation(
                "games.rules",
                GROUP,
                GET,
                f"{one}/rules",
                "The rule book of the game, including a custom one.",
                self.rules,
                Json,
                OfGame,
                scope=Scope.READ,
                cost=2,
            ),
            Operation(
                "games.stroke",
                GROUP,
                GET,
                f"{one}/strokes/{{number}}",
                "A past stroke with its replay.",
                self.stroke,
                protocol.Replayed,
                OfStrokeNumber,
                scope=Scope.READ,
                cost=2,
            ),
            Operation(
                "games.join",
                GROUP,
                POST,
                f"{one}/join",
                "Take an open seat of a game that you are invited to.",
                self.join,
                OpenedGame,
                OfGame,
                JoinIt,
                scope=Scope.PLAY,
                cost=2,
            ),
            Operation(
                "levels",
                GROUP,
                GET,
                "/api/levels",
                "The levels of the computer player, weakest first, as a seat may name them.",
                self.levels,
                list[str],
                Nothing,
                media=JSON,
                cost=0,
                marked=True,
            ),
        )

    async def seated(self, call: OperationRequest, game: str) -> Participant:
        """Return the participant that the caller's token opens, as player or spectator; raises `CommandRefused`."""
        return await self._registry.resume(protocol.Resume(game=game, key=call.word, watch=call.word), call.account)

    async def begin(self, call: OperationRequest) -> Response:
        """Create a game."""
        asked: Begin = call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many new games; wait a minute.", key="new-games", seconds=wait)
        words = {name: getattr(asked, name) or _word() for name in ("nonce", "key", "invite", "watch")}
        terms = asked.terms if call.player is None else begun_by(asked.terms, call.player.name)
        chair = await self._registry.begin(protocol.NewGame(terms=terms, **words), call.account)
        if not chair.yours and chair.table.room.setting.people:
            raise Stop(409, "not-now", "This nonce was already used to create a game with another key.")
        self._registry.dispatcher.publish(GameCreated(chair.table.room.name))
        return told(_begun(chair, words["key"], words["invite"], words["watch"]), 201)

    async def join(self, call: OperationRequest) -> Response:
        """Take an open seat."""
        asked: JoinIt = call.body
        key = asked.key or _word()
        name = asked.name if call.player is None else call.player.name
        request = protocol.Join(
            nonce=_word(), game=call.words.id, invite=asked.invite, key=key, name=name, seat=asked.seat
        )
        chair = await self._registry.join(request, call.account)
        self._registry.dispatcher.publish(GameCreated(chair.table.room.name))
        return told(_begun(chair, key))

    async def state(self, call: OperationRequest) -> Response:
        """Return a game's state; its ETag is the version and a hash of what changes without a new version."""
        chair = await self.seated(call, call.words.id)
        self._registry.dispatcher.publish(GamePolled(chair))
        stands = chair.table.snapshot()
        return marked(call.request, stands, f"{chair.table.room.version}-{_unversioned_hash(stands)}")

    async def record(self, call: OperationRequest) -> Response:
        """Return the record."""
        chair = await self.seated(call, call.words.id)
        return saved(await chair.table.record(), f"{call.words.id}.carrom", RECORD)

    async def rules(self, call: OperationRequest) -> Response:
        """Return the rule book."""
        rules, language = (
            (await self.seated(call, call.words.id)).table.room.frozen().rules(),
            language_of(call.request),
        )
        return told(await self._registry.in_thread(lambda: book_of_a_game(rules, language)))

    async def stroke(self, call: OperationRequest) -> Response:
        """Return a past stroke."""
        chair = await self.seated(call, call.words.id)
        return told(await chair.table.replay(protocol.Replay(nonce="0" * 16, stroke=call.words.number)))

    async def mine(self, call: OperationRequest) -> Response:
        """List the caller's games."""
        lines = [msgspec.json.encode(line) + b"\n" for line in await self._outcomes.with_results(await self._of(call))]
        return Response(b"".join(lines), media_type=LINES, headers={"cache-control": "no-store"})

    async def export(self, call: OperationRequest) -> Response:
        """Return the records of the caller's games."""
        lines = (await self._of(call))[:EXPORTED]
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for line in lines:
                if not line.version:
                    continue
                try:
                    game = await self._registry.active.recorded(line.game)
                except (KeyError, CarromError):
                    continue  # one damaged game does not stop the export
                text = await self._registry.in_thread(lambda game=game: write_record(game))  # type: ignore[misc]
                archive.writestr(zipfile.ZipInfo(f"{line.game}.carrom", _WHEN), text)
        return saved(written.getvalue(), "games.zip", "application/zip")

    async def import_(self, call: OperationRequest) -> Response:
        """Store an imported game under a new id."""
        content: bytes = call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many new games; wait a minute.", key="new-games", seconds=wait)
        key, registry = _word(), self._registry
        game = await registry.in_thread(lambda: game_from(content))
        difference = await registry.in_thread(lambda: difference_in(game, content))
        setting = setting_of(game)
        seats = tuple(
            StoredSeat(seat=each.seat, name=each.name, hash=hashed(key), account=call.account)
            for each in setting.sitters
        )
        table = await registry.arranged(
            _word(), lambda name: room_of(name, game, setting, registry.chance, registry.now()), Access(seats=seats)
        )
        await registry.in_thread(lambda: self._store.games.append(table.room.name, (), ended=True))
        name = table.room.name
        imported = Imported(game=name, key=key, page=f"/game/{name}", strokes=strokes_of(game), difference=difference)
        return told(imported, 201)

    async def levels(self, call: OperationRequest) -> Response:
        """List the levels of the computer player."""
        from carrom.engine.levels import LEVELS

        return marked(call.request, [level.name for level in LEVELS])

    async def _of(self, call: OperationRequest) -> list[GameSummary]:
        """Return the caller's games that match the filter, newest first; raises `Stop` (401) if there is no caller."""
        account, word, which = call.account, call.word, call.words
        if account is None and word is None:
            raise Stop(401, "no-token", "Authentication is required: send an account's token or a game's key.")

        def read() -> list[GameSummary]:
            found = self._store.games_of_account(account) if account else self._store.games_of((hashed(word or ""),))
            lines = (line_of(past) for past in found)
            return [line for line in lines if line is not None and matches(line, which)][: which.max]

        return await self._registry.in_thread(read)


class _Sitters(Value, frozen=True, forbid_unknown_fields=False):
    """The sitters of a game card, undecoded."""

    sitters: msgspec.Raw


class _Unversioned(Value, frozen=True, forbid_unknown_fields=False):
    """The parts of a snapshot that change without a new version."""

    card: _Sitters
    offers: msgspec.Raw
    clock: protocol.Clock | None


def _unversioned_hash(snapshot: str) -> str:
    """Return a hash of who is there, the open offers and the state of the clock."""
    parts = msgspec.json.decode(snapshot, type=_Unversioned)
    clock = "" if parts.clock is None else f"{parts.clock.seat} {parts.clock.starts} {parts.clock.paused}"
    return sha256(bytes(parts.card.sitters) + bytes(parts.offers) + clock.encode()).hexdigest()[:12]


def _word() -> str:
    """Return a random secret of 192 bits."""
    return secrets.token_urlsafe(24)


def _begun(chair: Participant, key: str, invite: str | None = None, watch: str | None = None) -> OpenedGame:
    room = chair.table.room
    return OpenedGame(
        game=room.name,
        yours=chair.yours,
        version=room.version,
        page=f"/game/{room.name}",
        key=key,
        invite=invite,
        watch=watch,
    )


# -- records and states of games and ties, by key, watch word or account -----------------------------------------------


log = logging.getLogger("carrom.server")

_UNKNOWN = protocol.Refusal.UNKNOWN_GAME


class By(NamedTuple):
    """The credentials of a request: a player's key or a watch word, and an account."""

    word: str | None
    account: str | None


class RecordRoutes:
    """Handlers for the record, the state and the rule book of games and ties."""

    def __init__(self, registry: GameRegistry, ties: TieRegistry, who: Who = nobody) -> None:
        """Serve a server's games and ties; `who` returns the account of a request."""
        self._registry, self._ties, self._who = registry, ties, who

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
        return told(await self._registry.in_thread(lambda: book_of_a_game(rules, language)))

    async def _tie_standing(self, request: Request, tie: str, by: By) -> Response:
        """Return a tie's state as JSON (a `TieSnapshot`)."""
        table = await self._come(tie, by)
        return told(table.standing(self._ties.held(table, by.word, by.account)))

    async def _tie_record(self, request: Request, tie: str, by: By) -> Response:
        """Return a tie's records as a ZIP archive."""
        whole = (await self._come(tie, by)).room.tie
        return saved(await self._registry.in_thread(lambda: record_of(whole)), f"{tie}.zip", "application/zip")

    async def _seated(self, game: str, by: By) -> Participant:
        return await self._registry.resume(protocol.Resume(game=game, key=by.word, watch=by.word), by.account)

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


# -- play without a connection: the copy of a game, and the acts -------------------------------------------------------


PLAYING = "Playing"
LONGEST = 512_000
"""Maximum size of the acts sent back, in bytes: about that of `MOST_ACTS` strokes."""


class OfflineRoutes:
    """Handlers for games that went on without a connection."""

    def __init__(self, games: GameRegistry, new_games: TokenBuckets, most_events: int) -> None:
        """Serve these games; `new_games` limits how often acts are sent back, `most_events` the length of a game."""
        self._games, self._new_games, self._most_events = games, new_games, most_events

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations."""
        one = "/api/games/{id}"
        return (
            Operation(
                "games.copy",
                PLAYING,
                GET,
                f"{one}/copy",
                "The settings and events of a game at one screen, so that a page can go on without a connection.",
                self.copy,
                GameCopy,
                Since,
                scope=Scope.PLAY,
            ),
            Operation(
                "games.add-offline",
                PLAYING,
                POST,
                f"{one}/offline",
                "Add what was played without a connection, all or nothing.",
                self.add,
                PlayAdded,
                OfGame,
                PlayedOffline,
                scope=Scope.PLAY,
                cost=10,
                longest=LONGEST,
            ),
        )

    async def copy(self, call: OperationRequest) -> Response:
        """Return the events after a version."""
        words: Since = call.words
        place = await self._place(call, words.id)
        return told(await self._games.copy(place.table, place.yours, words.since or 0))

    async def add(self, call: OperationRequest) -> Response:
        """Add acts to a game."""
        place, played = await self._place(call, call.words.id), call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many requests of this kind; wait a minute.", key="new-games", seconds=wait)
        if place.table.room.version + len(played.acts) > self._most_events:
            raise Stop(409, "full", f"A game may have {self._most_events} strokes, placed pieces and undos.")
        return told(await self._games.add_offline(place.table, place.yours, played))

    async def _place(self, call: OperationRequest, game: str) -> Participant:
        """Return the caller's seats; raises `CommandRefused` for a spectator."""
        place = await self._games.resume(protocol.Resume(game=game, key=call.word), call.account)
        if not place.yours:
            raise CommandRefused(protocol.Refusal.NOT_YOURS, "You are a spectator; only players can do this.")
        return place


# -- playing: commands, abort, rematch, and a game's event stream ------------------------------------------------------


MOST_UNREAD = 256
"""Lines that a client may lag behind before its stream ends; it can reconnect with the last version it has."""
LINGER = 30.0
"""Seconds for which a player without an open stream counts as present after a request."""


class Streams:
    """Open streams, limited for each payer."""

    def __init__(self, most: int) -> None:
        """Allow each payer at most `most` streams."""
        self._most, self._open, self._per_payer = most, set[Lines](), Counter[str]()

    def opened(self, payer: str) -> "Lines":
        """Return a new stream; raises `Stop` (429) if the payer has too many."""
        if self._per_payer[payer] >= self._most:
            why = f"You have {self._most} streams open; close one."
            raise Stop(429, "too-fast", why, key="streams", seconds=BEAT)
        lines = Lines()
        self._open.add(lines)
        self._per_payer[payer] += 1
        lines.whenever_over(lambda: self._forget(lines, payer))
        return lines

    def end(self) -> None:
        """Announce to every client that the server is shutting down, and end the streams."""
        for lines in tuple(self._open):
            lines.tell(protocol.encode(protocol.Draining()))
            lines.end()

    def __len__(self) -> int:
        """Return the number of open streams."""
        return len(self._open)

    def _forget(self, lines: "Lines", payer: str) -> None:
        if lines in self._open:
            self._open.discard(lines)
            self._per_payer -= Counter([payer])


class Lines:
    """A queue of lines for one client; it ends when the client falls too far behind."""

    def __init__(self) -> None:
        """Start with an empty queue."""
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._over: list[Callable[[], None]] = []
        self._ended = False

    def whenever_over(self, do: Callable[[], None]) -> None:
        """Call `do` once the client has disconnected."""
        self._over.append(do)

    @property
    def unread(self) -> int:
        """The number of lines that the client has not been sent yet."""
        return self._waiting.qsize()

    def tell(self, text: str) -> None:
        """Queue a line; ends the stream if too many are unread."""
        if self._waiting.qsize() >= MOST_UNREAD:
            self.end()
        elif not self._ended:
            self._waiting.put_nowait(text)

    def end(self) -> None:
        """End the stream after the lines that are already queued."""
        if not self._ended:
            self._ended = True
            self._waiting.put_nowait(None)

    def left(self) -> None:
        """Handle the disconnection of the client."""
        self._ended = True
        while self._over:
            self._over.pop()()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield each line, encoded, with its newline."""
        while (text := await self._waiting.get()) is not None:
            yield text.encode() + b"\n"

    def answer(self) -> Response:
        """Return the streaming response."""
        return JsonResponse(aiter(self), self.left, BEAT)


class PlayRoutes:
    """Handlers for playing over HTTP."""

    def __init__(self, registry: GameRegistry, games: GameRoutes, streams: Streams, most_events: int) -> None:
        """Serve the games of `registry`; a game may have at most `most_events` events."""
        self._registry, self._games, self.streams, self._most = registry, games, streams, most_events
        registry.dispatcher.subscribe(GamePolled, lambda event: self.linger(event.place))
        self._lingering: dict[tuple[str, frozenset[Seat]], tuple[Callable[[], None], asyncio.TimerHandle]] = {}

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations for playing."""
        one = "/api/games/{id}"
        return (
            Operation(
                "games.command",
                PLAYING,
                POST,
                f"{one}/commands",
                "Act in a game. Idempotent: repeating a command with the same nonce returns the same answer.",
                self.command,
                protocol.Accepted,
                OfGame,
                protocol.GameCommand,
                scope=Scope.PLAY,
                longest=protocol.MAX_CLIENT_BYTES,
            ),
            Operation(
                "games.abort",
                PLAYING,
                POST,
                f"{one}/abort",
                "Abort a game before its first stroke: there is no winner, and the game does not count.",
                self.abort,
                protocol.Accepted,
                OfGame,
                scope=Scope.PLAY,
            ),
            Operation(
                "games.rematch",
                PLAYING,
                POST,
                f"{one}/rematch",
                "Offer a rematch after a game, or accept it; it starts when every player has agreed.",
                self.rematch,
                RematchState,
                OfGame,
                scope=Scope.PLAY,
            ),
            Operation(
                "games.stream",
                PLAYING,
                GET,
                f"{one}/stream",
                "A game's event stream. The first line is the state of the game and the connected players; then "
                "come the events after `since`, and every new event.",
                self.stream,
                protocol.ServerMessage,
                Since,
                media=LINES,
                endless=True,
                scope=Scope.PLAY,
                cost=5,
            ),
        )

    async def command(self, call: OperationRequest) -> Response:
        """Apply a player's command."""
        received = self._registry.now()
        chair = await self._games.seated(call, call.words.id)
        message: protocol.GameCommand = call.body
        if chair.table.room.version >= self._most and not isinstance(message, protocol.Resign | protocol.Rematch):
            raise Stop(409, "full", f"A game may have {self._most} strokes, placed pieces and undos; start another.")
        accepted = await chair.table.submit(message, frozenset(chair.yours), received)
        self.linger(chair)
        return told(accepted)

    async def abort(self, call: OperationRequest) -> Response:
        """Abort the game."""
        received = self._registry.now()
        chair, seat = await self._seat(call)
        room = chair.table.room
        nonce = hashed(f"{room.name} aborted by the {seat}")
        message = protocol.Abort(nonce=nonce, version=room.version, seat=seat)
        accepted = await chair.table.submit(message, frozenset(chair.yours), received)
        self.linger(chair)
        return told(accepted)

    async def rematch(self, call: OperationRequest) -> Response:
        """Offer a rematch, or accept it."""
        received = self._registry.now()
        chair, seat = await self._seat(call)
        table = chair.table
        if table.room.accord.rematch is None:
            message = protocol.Rematch(nonce=token_urlsafe(24), version=table.room.version, seat=seat)
            await table.submit(message, frozenset(chair.yours), received)
        self.linger(chair)
        accord = table.room.accord
        return told(
            RematchState(game=accord.rematch, by=tuple(sorted(accord.by(protocol.OfferKind.REMATCH), key=SEATS.index)))
        )

    async def _seat(self, call: OperationRequest) -> tuple[Participant, Seat]:
        """Return the caller's participant and current seat; raises `CommandRefused` for a spectator."""
        chair = await self._games.seated(call, call.words.id)
        if not chair.yours:
            raise CommandRefused(protocol.Refusal.NOT_YOURS, "You are a spectator; only players can act in this game.")
        return chair, seat_of(chair.table.room.game, chair.yours[0])

    async def stream(self, call: OperationRequest) -> Response:
        """Stream the game's events."""
        words: Since = call.words
        chair = await self._games.seated(call, words.id)
        table = chair.table
        recalled = await self._registry.active.recall(table, words.since)
        lines = self.streams.opened(call.payer)
        seen = table.room.version
        missed = None if words.since is None else table.room.missed(words.since)
        if recalled is not None and (rest := table.room.missed(recalled[0])) is not None:
            missed = (*recalled[1], *rest)
        lines.tell(table.snapshot())
        for text in missed or ():
            lines.tell(text)
        lines.whenever_over(lambda: table.leave(lines.tell))
        table.follow(lines.tell, seen, frozenset(chair.yours))
        return lines.answer()

    def linger(self, chair: Participant) -> None:
        """Count a player as present for `LINGER` seconds; bots play only while an opponent is present."""
        table, yours = chair.table, frozenset(chair.yours)
        if not yours:
            return
        place = table.room.name, yours
        there = self._lingering.pop(place, None)
        if there is None:

            def follower(text: str) -> None:
                """Ignore every message."""

            def leave() -> None:
                table.leave(follower)

            table.follow(follower, table.room.version, yours, films=False)
        else:
            leave = there[0]
            there[1].cancel()

        def gone() -> None:
            self._lingering.pop(place, None)
            leave()

        self._lingering[place] = leave, asyncio.get_running_loop().call_later(LINGER, gone)

    def close(self) -> None:
        """End every stream, and cancel the timers of players without one."""
        self.streams.end()
        for _, timer in self._lingering.values():
            timer.cancel()
        self._lingering.clear()
