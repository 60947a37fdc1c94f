"""Streams of an online tournament: its state for everybody, and each reader's own situation; and who is present.

The state is serialized once for all readers of a tournament, and sent at most once a second, less often to many
readers. A reader's own line is sent at once when it concerns a game, a pause or a result of theirs.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec

from carrom.errors import CarromError
from carrom.protocol.http.lobby import WatchableGame
from carrom.protocol.http.tournaments import TournamentEnd, TournamentOwn, TournamentStage
from carrom.server.api.play import Lines
from carrom.server.live_games.registry import GameRegistry
from carrom.server.lobby.schemas import playing_told
from carrom.server.tournaments.live import LiveTournament
from carrom.server.tournaments.names import AccountNames
from carrom.server.tournaments.registry import TournamentChanged
from carrom.server.tournaments.schemas import game_told, own_told, state_told
from carrom.server.tournaments.standings import EntryPlace, standings_of
from carrom.tournament.online import events as online
from carrom.tournament.online.events import AnyOnlineEvent, GameOver, GamesBegun
from carrom.tournament.online.state import OnlineTournament

log = logging.getLogger("carrom.server")

SLOWEST_FOR = 200
"""Readers of a tournament for each second between two lines of its state."""
BREATH = 0.1
"""Seconds for which a stream of results gathers changes."""
_AT_ONCE, _PAUSE, _MOST_UNREAD = 10, 0.01, 100
_SHOWN = 20
"""Pairings among which the game on TV is sought."""


class Reader:
    """One reader's stream."""

    def __init__(self, lines: Lines, party: str | None, *, manages: bool = False) -> None:
        """Start with nothing sent; `party` is None for a reader without an account or key."""
        self.lines, self.party, self.manages = lines, party, manages
        self._last = b""

    def send_own(self, body: bytes) -> None:
        """Send the reader's own situation, unless it is the same as the last one."""
        if body != self._last:
            self._last = body
            self.lines.tell(body.decode())


class Audience:
    """The readers of one tournament at this process."""

    def __init__(self) -> None:
        self.readers: set[Reader] = set()
        self.here: Counter[str] = Counter()
        self.results: set[asyncio.Event] = set()
        """Set for each stream of results when something has changed."""
        self.is_new = asyncio.Event()
        self.version = -1
        """Number of the change for which the standings were computed."""
        self.changes = 0
        self.places: tuple[EntryPlace, ...] = ()
        self.of_entry: dict[int, EntryPlace] = {}
        self.of_party: dict[str, int] = {}
        """The entry of each person, as known when the standings were computed."""
        self.told: frozenset[str] = frozenset()
        """The persons present here that other processes know of."""
        self.task: asyncio.Task[None] | None = None


_NO_AUDIENCE = Audience()


class TournamentSubscriptions:
    """The streams of one process."""

    def __init__(self, games: GameRegistry, names: AccountNames, stir: Callable[[], None]) -> None:
        """Follow the changes of tournaments; `stir` is called when a reader comes or leaves."""
        self._games, self._names, self._stir = games, names, stir
        self._audiences: dict[str, Audience] = {}
        self._over = False
        games.dispatcher.subscribe(TournamentChanged, lambda event: self._changed(event))

    def present(self, live: LiveTournament) -> frozenset[int]:
        """Return the entries whose persons all read the tournament's stream, at any process."""
        audience = self._audiences.get(live.id)
        here = frozenset() if audience is None else frozenset(audience.here)
        elsewhere = live.log.elsewhere().seats if live.log.is_shared else frozenset[str]()
        if live.log.is_shared and audience is not None:
            own = frozenset(_refs(live.state, here))
            if own != audience.told:
                audience.told = own
                live.log.tell_here(own, len(audience.readers))
        return frozenset(
            entry.number
            for entry in live.state.entries
            if entry.members
            and all(
                member.party in here or f"{entry.number}-{at}" in elsewhere for at, member in enumerate(entry.members)
            )
        )

    async def places(self, live: LiveTournament) -> tuple[EntryPlace, ...]:
        """Return the current standings, computed once for each change while there are readers."""
        audience = self._audiences.get(live.id)
        if audience is not None and audience.version == audience.changes:
            return audience.places
        changes = -1 if audience is None else audience.changes
        members = [member for entry in live.state.entries for member in entry.members]
        await self._names.load([live.setting.by, *members])
        found = await asyncio.to_thread(standings_of, live.state)
        if audience is not None:
            audience.places, audience.version = found, changes
            audience.of_entry = {each.entry: each for each in found}
            audience.of_party = {member.party: entry.number for entry in live.state.entries for member in entry.members}
        return found

    def tv(self, live: LiveTournament) -> WatchableGame | None:
        """Return the game of the highest-placed players who play at this process."""
        audience = self._audiences.get(live.id)
        of_entry = {} if audience is None else audience.of_entry
        last = len(live.state.entries) + 1

        def order(number: int) -> tuple[int, int]:
            places = sorted(
                of_entry[each].place if each in of_entry else last for each in live.state.pairing(number).entries
            )
            return places[0], sum(places)

        for number in sorted(live.state.running, key=order)[:_SHOWN]:
            game = live.state.pairing(number).game
            table = None if game is None else self._games.active.find(game)
            found = None if table is None else playing_told(table)
            if found is not None:
                return found
        return None

    async def state_line(self, live: LiveTournament) -> str:
        """Return the line of a tournament's state."""
        places = await self.places(live)
        told = state_told(live, places, self.tv(live), self._names, self._games.now())
        return msgspec.json.encode(told).decode()

    async def read(self, live: LiveTournament, reader: Reader) -> None:
        """Add a reader, who is present from now on; sends the state and the reader's own situation."""
        audience = self._audience(live)
        audience.readers.add(reader)
        if reader.party is not None:
            audience.here[reader.party] += 1
        reader.lines.whenever_over(lambda: self._left(live, reader))
        reader.lines.tell(await self.state_line(live))
        self._send_own(live, audience, (reader,))
        self._stir()

    def read_results(self, live: LiveTournament, lines: Lines) -> None:
        """Send all results so far in the order in which the games ended, then each new one."""
        audience, news = self._audience(live), asyncio.Event()
        audience.results.add(news)
        task = asyncio.get_running_loop().create_task(self._send_results(live, lines, news))

        def left() -> None:
            audience.results.discard(news)
            task.cancel()

        lines.whenever_over(left)

    async def _send_results(self, live: LiveTournament, lines: Lines, news: asyncio.Event) -> None:
        sent: set[int] = set()
        await self._names.load(member for entry in live.state.entries for member in entry.members)
        while True:
            news.clear()
            is_over = live.is_over
            new = [each for each in live.state.pairings if each.result is not None and each.number not in sent]
            for each in sorted(new, key=lambda each: (each.ended or 0, each.number)):
                sent.add(each.number)
                while lines.unread >= _MOST_UNREAD:
                    await asyncio.sleep(BREATH)
                lines.tell(msgspec.json.encode(game_told(live, each, self._names)).decode())
            if is_over:
                lines.tell(msgspec.json.encode(TournamentEnd(stage=TournamentStage(live.state.stage))).decode())
                lines.end()
                return
            await news.wait()
            await asyncio.sleep(BREATH)

    async def close(self) -> None:
        """Stop."""
        self._over = True
        tasks = [each.task for each in self._audiences.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _audience(self, live: LiveTournament) -> Audience:
        audience = self._audiences.setdefault(live.id, Audience())
        if (audience.task is None or audience.task.done()) and not self._over:
            audience.task = asyncio.get_running_loop().create_task(self._refresh(live, audience))
        return audience

    def _left(self, live: LiveTournament, reader: Reader) -> None:
        audience = self._audiences.get(live.id)
        if audience is None or reader not in audience.readers:
            return
        audience.readers.discard(reader)
        if reader.party is not None:
            audience.here[reader.party] -= 1
            if not audience.here[reader.party]:
                del audience.here[reader.party]
        self._stir()

    async def _refresh(self, live: LiveTournament, audience: Audience) -> None:
        """Send the state after changes, while there are readers."""
        while audience.readers or audience.results:
            try:
                await self._sent(live, audience)
            except CarromError as fault:
                log.error("The state of the tournament %s is not sent: %s", live.id, fault)
            audience.is_new.clear()
            await asyncio.sleep(max(1.0, len(audience.readers) / SLOWEST_FOR))
            with suppress(TimeoutError):
                async with asyncio.timeout(10):
                    await audience.is_new.wait()
        if audience.told:
            self.present(live)
        del self._audiences[live.id]

    async def _sent(self, live: LiveTournament, audience: Audience) -> None:
        text = await self.state_line(live)
        readers = tuple(audience.readers)
        for at in range(0, len(readers), _AT_ONCE):  # a few at a time, so that strokes need not wait for all of them
            group = readers[at : at + _AT_ONCE]
            for reader in group:
                reader.lines.tell(text)
            self._send_own(live, audience, group)
            await asyncio.sleep(_PAUSE)

    def _send_own(self, live: LiveTournament, audience: Audience, readers: Iterable[Reader]) -> None:
        for reader in readers:
            if reader.party is None:
                continue
            reader.send_own(self.own_line(live, reader.party, manages=reader.manages))

    def own_line(self, live: LiveTournament, party: str, *, manages: bool) -> bytes:
        """Return the line of a person's own situation, with their place as last computed."""
        audience = self._audiences.get(live.id, _NO_AUDIENCE)
        known = audience.of_party.get(party)
        entry = live.state.entry_of(party) if known is None else live.state.entry(known)
        if entry is None or not any(each.party == party for each in entry.members):
            return msgspec.json.encode(TournamentOwn(manages=manages))
        is_here = all(each.party in audience.here for each in entry.members)
        place = audience.of_entry.get(entry.number)
        return msgspec.json.encode(own_told(live, entry, party, place, self._names, is_here=is_here, manages=manages))

    def _changed(self, event: TournamentChanged) -> None:
        live = event.tournament
        audience = self._audiences.get(live.id)
        if audience is None:
            return
        audience.changes += 1
        audience.is_new.set()
        concerned = _parties(live.state, event.events)
        if concerned:
            self._send_own(live, audience, [each for each in audience.readers if each.party in concerned])
        for news in audience.results:
            news.set()


def _refs(state: OnlineTournament, here: frozenset[str]) -> list[str]:
    """Return short names, for other processes, of the members among the persons who are here."""
    return [
        f"{entry.number}-{at}"
        for entry in state.entries
        for at, member in enumerate(entry.members)
        if member.party in here
    ]


def _parties(state: OnlineTournament, events: tuple[AnyOnlineEvent, ...]) -> frozenset[str]:
    """Return the persons whom some events concern."""
    numbers: set[int] = set()
    for each in events:
        match each:
            case GamesBegun(games=games):
                numbers |= {number for pairing, _ in games for number in state.pairing(pairing).entries}
            case GameOver(number=number):
                numbers |= set(state.pairing(number).entries)
            case (
                online.Joined(entry=entry)
                | online.PartnerJoined(entry=entry)
                | online.Paused(entry=entry)
                | online.Returned(entry=entry)
                | online.Left(entry=entry)
            ):
                numbers.add(entry)
            case _:
                pass
    return frozenset(member.party for number in numbers for member in state.entry(number).members)
