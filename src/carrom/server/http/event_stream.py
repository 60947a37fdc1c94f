"""The event stream of one player or bot: games, turns and challenges, as JSON lines; bot accounts.

The stream starts with the current state of everything, followed by changes. Changes made by this process are sent at
once; those made by others are found when the database is polled, once per heartbeat."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from starlette.responses import Response

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.protocol.http_lobby import All, Challenged, Here, PlayingNow
from carrom.server.common import GameCreated, LobbyChanged
from carrom.server.http.games import PLAYING, Lines, Streams
from carrom.server.http.problem import Stop
from carrom.server.http.router import BEAT, GET, LINES, POST, Nothing, Operation, OperationRequest, told
from carrom.server.people.models import done
from carrom.server.people.sessions import Person, Scope
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import AgreementsChanged, EventsAppended, PlayersChanged
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import Room
from carrom.tokens import hashed
from carrom.values import Value

# -- bot accounts: marked permanently, and listed while online ---------------------------------------------------------


GROUP = "Bots"


class BotAccount(Value, frozen=True, kw_only=True):
    """An account marked as a bot's."""

    name: str
    bot: bool = True


class BotList(Value, frozen=True, kw_only=True):
    """The names of the bots that are online."""

    bots: tuple[str, ...]


def bot_operations(
    registry: GameRegistry, store: Store, listening: Callable[[], tuple[str, ...]]
) -> tuple[Operation, ...]:
    """Return the operations on bots; `listening` returns the names of the bots that read their event stream."""

    async def upgrade(call: OperationRequest) -> Response:
        """Mark the caller's account as a bot's, unless it has played games."""
        person = call.known.person if call.known is not None else None
        assert person is not None, "the operation requires an account"

        def mark() -> None:
            if person.bot:
                return
            if store.games_of_account(person.id):
                why = f"{person.name} has played games; a bot needs an account that has not."
                raise Stop(409, "not-now", why)
            done(store.database, ("UPDATE account SET bot = 1 WHERE id = ?", (person.id,)))

        await registry.in_thread(mark)
        return told(BotAccount(name=person.name))

    async def online(_: OperationRequest) -> Response:
        """List the bots that are online."""
        return told(BotList(bots=listening()))

    return (
        Operation(
            "bots.upgrade",
            GROUP,
            POST,
            "/api/bot/upgrade",
            "Mark this account permanently as a bot's. Bots are rated separately from people.",
            upgrade,
            BotAccount,
            scope=Scope.BOT,
            account=True,
            cost=5,
        ),
        Operation(
            "bots.online",
            GROUP,
            GET,
            "/api/bots/online",
            "List the bots that are online.",
            online,
            BotList,
            Nothing,
        ),
    )


# -- the stream --------------------------------------------------------------------------------------------------------


MOST_GAMES = 64
"""Maximum number of games under way in one stream; the newest are included."""
BREATH = 0.05
"""Seconds to wait after a notification, so that simultaneous changes are handled together."""
_UNDER_WAY = (
    "SELECT id, version FROM game WHERE ended IS NULL AND id IN (SELECT game FROM seat WHERE account = ? "
    "UNION SELECT game FROM seat WHERE hash = ?) ORDER BY begun DESC, id LIMIT ?"
)


class StreamClient:
    """A client of the event stream, identified by account or by key."""

    def __init__(self, key: str | None, person: Person | None, lines: Lines) -> None:
        """Start with nothing sent."""
        self.key, self.person, self.lines = key, person, lines
        self.account = None if person is None else person.id
        self.hash = "" if key is None else hashed(key)
        self.versions: dict[str, int] = {}
        """The last version sent of each game; -1 once it is over."""
        self.last: dict[str, str] = {}
        """The last text sent for each item, by the item's name."""
        self.began: int | None = None
        """When challenges were read for the first time, in ms since 1970."""
        self.changed = asyncio.Event()
        """Set to poll the database at once."""

    def send(self, item: str, text: str) -> None:
        """Send the state of an item, unless it is the same as the last one sent."""
        if self.last.get(item) != text:
            self.last[item] = text
            self.lines.tell(text)


Source = Callable[[StreamClient], Awaitable[dict[str, str]]]
"""Returns further items for a client: JSON texts by item name."""


class EventStream:
    """The event streams of one server."""

    def __init__(self, registry: GameRegistry, store: Store, streams: Streams, *sources: Source) -> None:
        """Subscribe to the games; `sources` return further items, such as challenges."""
        self._registry, self._store, self._streams = registry, store, streams
        self._parties: set[StreamClient] = set()
        self._sources = sources
        registry.dispatcher.subscribe(EventsAppended, lambda event: self.heard(event.room))
        registry.dispatcher.subscribe(AgreementsChanged, lambda event: self.heard(event.room))
        registry.dispatcher.subscribe(PlayersChanged, lambda event: self.heard(event.room))
        registry.dispatcher.subscribe(LobbyChanged, lambda _: self.stir())
        registry.dispatcher.subscribe(GameCreated, lambda _: self.stir())

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations."""
        return (
            Operation(
                "stream.events",
                PLAYING,
                GET,
                "/api/stream/events",
                "Your events: first every game in progress with whose turn it is, and every unanswered challenge and "
                "offer; then every change.",
                self.stream,
                Here | Challenged | All,
                media=LINES,
                endless=True,
                scope=Scope.PLAY,
                cost=10,
            ),
            Operation(
                "account.playing",
                PLAYING,
                GET,
                "/api/account/playing",
                f"Your games in progress, newest first, at most {MOST_GAMES}, with whose turn it is.",
                self.playing,
                PlayingNow,
                scope=Scope.READ,
                cost=10,
            ),
        )

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots whose event stream is open."""
        return tuple(
            sorted({each.person.name for each in self._parties if each.person is not None and each.person.bot})
        )

    async def stream(self, call: OperationRequest) -> Response:
        """Open a client's event stream."""
        if call.account is None and call.word is None:
            raise Stop(401, "no-token", "Authentication is required: send an account's token or a game's key.")
        lines = self._streams.opened(call.payer)
        person = None if call.known is None else call.known.person
        party = StreamClient(call.word if person is None else None, person, lines)
        self._parties.add(party)
        beginning = asyncio.create_task(self._begin(party))

        def left() -> None:
            self._parties.discard(party)
            beginning.cancel()

        lines.whenever_over(left)
        return lines.answer()

    async def playing(self, call: OperationRequest) -> Response:
        """Return the caller's games under way."""
        if call.account is None and call.word is None:
            raise Stop(401, "no-token", "Authentication is required: send an account's token or a game's key.")
        key = call.word if call.account is None else None
        asked = (call.account or "", "" if key is None else hashed(key), MOST_GAMES)
        rows = await self._registry.in_thread(lambda: self._store.database.ask(_UNDER_WAY, asked))
        games = []
        for game, _ in rows:
            with suppress(CommandRefused, CarromError):  # leave out damaged games
                chair = await self._registry.resume(protocol.Resume(game=game, key=key), call.account)
                games.append(_here(chair.table.room, chair.yours))
        return told(PlayingNow(games=tuple(games)))

    def heard(self, room: Room) -> None:
        """Tell those who sit in a game how it stands."""
        table = self._registry.active.find(room.name) if self._parties else None
        if table is None:
            return
        for party in self._parties:
            yours = table.access.held_by(party.hash, party.account)
            if yours and (room.name in party.versions or not room.is_over):
                self._send(party, room)
            if yours and room.accord.rematch is not None and room.accord.rematch not in party.versions:
                party.changed.set()

    def stir(self) -> None:
        """Poll the database now, because something other than a game has changed."""
        for party in self._parties:
            party.changed.set()

    async def _begin(self, party: StreamClient) -> None:
        """Send the initial state, then poll with every heartbeat."""
        try:
            await self._look(party)
            party.lines.tell(_text(All(games=len(party.versions))))
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT):
                        await party.changed.wait()
                    await asyncio.sleep(BREATH)
                party.changed.clear()
                await self._look(party)
        except CarromError as fault:
            party.lines.tell(protocol.encode(protocol.Failed(reason=f"{fault}")))
            party.lines.end()

    async def _look(self, party: StreamClient) -> None:
        """Send what has changed in the database."""
        asked = (party.account or "", party.hash, MOST_GAMES)
        rows = await self._registry.in_thread(lambda: self._store.database.ask(_UNDER_WAY, asked))
        found = {str(game): int(version) for game, version in rows}
        for game in dict.fromkeys((*found, *party.versions)):
            if party.versions.get(game) != found.get(game, -1):
                await self._load_and_send(party, game)
        for source in self._sources:
            for item, text in (await source(party)).items():
                party.send(item, text)

    async def _load_and_send(self, party: StreamClient, game: str) -> None:
        try:
            chair = await self._registry.resume(protocol.Resume(game=game, key=party.key), party.account)
        except (CommandRefused, CarromError):
            party.versions[game] = -1  # leave out damaged games
            return
        self._send(party, chair.table.room)

    def _send(self, party: StreamClient, room: Room) -> None:
        table = self._registry.active.find(room.name)
        yours = () if table is None else table.access.held_by(party.hash, party.account)
        party.versions[room.name] = -1 if room.is_over else room.version
        party.send(room.name, _text(_here(room, yours)))


def _here(room: Room, yours: tuple[Seat, ...]) -> Here:
    return Here(
        game=room.name,
        version=room.version,
        ruleset=room.card.ruleset,
        sitters=room.setting.sitters,
        yours=yours,
        turn=room.actor,
        mine=room.actor in yours,
        over=room.is_over,
        offers=room.accord.on_the_table,
        rematch=room.accord.rematch,
    )


def _text(line: Here | All) -> str:
    return msgspec.json.encode(line).decode()
