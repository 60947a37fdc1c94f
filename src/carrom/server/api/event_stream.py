"""The event stream of one player or program: games, turns, challenges, as lines.

First everything that there is, then what changes. What this process does is told at once; what another one does, when
the database is looked at, as often as a stream beats.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from starlette.responses import Response

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.server.api.play import GROUP, Lines, Streams
from carrom.server.api.schemas import All, Challenged, Here, PlayingNow
from carrom.server.common.server_events import GameCreated, LobbyChanged
from carrom.server.http.operation import GET, LINES, Call, Operation
from carrom.server.http.problem import Stop
from carrom.server.http.responses import BEAT, told
from carrom.server.identity.principal import Person, Scope
from carrom.server.live_games.game_events import AgreementsChanged, EventsAppended, PlayersChanged
from carrom.server.live_games.registry import GameRegistry
from carrom.storage.store import Store
from carrom.tables.errors import CommandRefused
from carrom.tables.room import Room
from carrom.tokens import hashed

MOST_GAMES = 64
"""Games under way that are told of, the last begun first."""
BREATH = 0.05
"""Seconds in which what happens together is looked at together."""
_UNDER_WAY = (
    "SELECT id, version FROM game WHERE ended IS NULL AND id IN (SELECT game FROM seat WHERE account = ? "
    "UNION SELECT game FROM seat WHERE hash = ?) ORDER BY begun DESC, id LIMIT ?"
)


class StreamClient:
    """Who reads: by his account, or by the key of his games."""

    def __init__(self, key: str | None, person: Person | None, lines: Lines) -> None:
        """Begin with nothing told."""
        self.key, self.person, self.lines = key, person, lines
        self.account = None if person is None else person.id
        self.hash = "" if key is None else hashed(key)
        self.versions: dict[str, int] = {}
        """Of the games that he was told of; -1: it is over."""
        self.last: dict[str, str] = {}
        """What was told last of each thing, by its name."""
        self.stirred = asyncio.Event()
        """That it is to be looked again at once."""

    def tell(self, thing: str, text: str) -> None:
        """Tell how a thing stands, unless that is as it was told last."""
        if self.last.get(thing) != text:
            self.last[thing] = text
            self.lines.tell(text)


Besides = Callable[[StreamClient], Awaitable[dict[str, str]]]
"""Returns what else there is to tell somebody, as JSON by the name of each thing."""


class EventStream:
    """The streams of events of one server."""

    def __init__(self, lobby: GameRegistry, store: Store, streams: Streams, *besides: Besides) -> None:
        """Subscribe to the games of the lobby; `besides` return what else is sent: challenges, for instance."""
        self._lobby, self._store, self._streams = lobby, store, streams
        self._parties: set[StreamClient] = set()
        self._besides = besides
        lobby.dispatcher.subscribe(EventsAppended, lambda event: self.heard(event.room))
        lobby.dispatcher.subscribe(AgreementsChanged, lambda event: self.heard(event.room))
        lobby.dispatcher.subscribe(PlayersChanged, lambda event: self.heard(event.room))
        lobby.dispatcher.subscribe(LobbyChanged, lambda _: self.stir())
        lobby.dispatcher.subscribe(GameCreated, lambda _: self.stir())

    def operations(self) -> tuple[Operation, ...]:
        """Return the row of the table."""
        return (
            Operation(
                "stream.events",
                GROUP,
                GET,
                "/api/stream/events",
                "All that happens to you: first every game under way, whose turn it is, and what waits for you; then "
                "what changes.",
                self.stream,
                Here | Challenged | All,
                media=LINES,
                endless=True,
                scope=Scope.PLAY,
                cost=10,
            ),
            Operation(
                "account.playing",
                GROUP,
                GET,
                "/api/account/playing",
                f"Your games under way, the last begun first, {MOST_GAMES} at most: whose turn it is in each.",
                self.playing,
                PlayingNow,
                scope=Scope.READ,
                cost=10,
            ),
        )

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the programs with accounts that listen."""
        return tuple(
            sorted({each.person.name for each in self._parties if each.person is not None and each.person.bot})
        )

    async def stream(self, call: Call) -> Response:
        """Tell somebody what happens to him."""
        if call.account is None and call.word is None:
            raise Stop(401, "no-token", "Whose events? Bring a token of an account or the key of a game.")
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

    async def playing(self, call: Call) -> Response:
        """Tell the games under way of who asks."""
        if call.account is None and call.word is None:
            raise Stop(401, "no-token", "Whose games? Bring a token of an account or the key of a game.")
        key = call.word if call.account is None else None
        asked = (call.account or "", "" if key is None else hashed(key), MOST_GAMES)
        rows = await self._lobby.in_thread(lambda: self._store.database.ask(_UNDER_WAY, asked))
        games = []
        for game, _ in rows:
            with suppress(CommandRefused, CarromError):  # a damaged game keeps nobody from the others
                chair = await self._lobby.resume(protocol.Resume(game=game, key=key), call.account)
                games.append(_here(chair.table.room, chair.yours))
        return told(PlayingNow(games=tuple(games)))

    def heard(self, room: Room) -> None:
        """Tell those who sit in a game how it stands."""
        table = self._lobby.active.find(room.name) if self._parties else None
        if table is None:
            return
        for party in self._parties:
            yours = table.door.held_by(party.hash, party.account)
            if yours and (room.name in party.versions or not room.is_over):
                self._told(party, room)
            if yours and room.accord.rematch is not None and room.accord.rematch not in party.versions:
                party.stirred.set()

    def stir(self) -> None:
        """Look again now, since something else has changed."""
        for party in self._parties:
            party.stirred.set()

    async def _begin(self, party: StreamClient) -> None:
        """Tell everything that there is, and look again with every beat."""
        try:
            await self._look(party)
            party.lines.tell(_text(All(games=len(party.versions))))
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT):
                        await party.stirred.wait()
                    await asyncio.sleep(BREATH)
                party.stirred.clear()
                await self._look(party)
        except CarromError as fault:
            party.lines.tell(protocol.encode(protocol.Failed(reason=f"{fault}")))
            party.lines.end()

    async def _look(self, party: StreamClient) -> None:
        """Tell what the database holds and has not been told."""
        asked = (party.account or "", party.hash, MOST_GAMES)
        rows = await self._lobby.in_thread(lambda: self._store.database.ask(_UNDER_WAY, asked))
        found = {str(game): int(version) for game, version in rows}
        for game in dict.fromkeys((*found, *party.versions)):
            if party.versions.get(game) != found.get(game, -1):
                await self._told_of(party, game)
        for besides in self._besides:
            for thing, text in (await besides(party)).items():
                party.tell(thing, text)

    async def _told_of(self, party: StreamClient, game: str) -> None:
        try:
            chair = await self._lobby.resume(protocol.Resume(game=game, key=party.key), party.account)
        except (CommandRefused, CarromError):
            party.versions[game] = -1  # a damaged game keeps nobody from the others
            return
        self._told(party, chair.table.room)

    def _told(self, party: StreamClient, room: Room) -> None:
        table = self._lobby.active.find(room.name)
        yours = () if table is None else table.door.held_by(party.hash, party.account)
        party.versions[room.name] = -1 if room.is_over else room.version
        party.tell(room.name, _text(_here(room, yours)))


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
