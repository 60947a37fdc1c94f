"""The registry of online tournaments: create, open and list them."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from secrets import token_urlsafe

import msgspec

from carrom.errors import Conflict
from carrom.protocol import Refusal
from carrom.server.cluster.event_log import GameEventLog
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.common.named_locks import NamedLocks
from carrom.server.live_games.registry import GameRegistry
from carrom.server.tournaments.live import LiveTournament, state_of
from carrom.server.tournaments.names import AccountNames
from carrom.server.tournaments.settings import TournamentSettings
from carrom.storage.models import StoredGame
from carrom.storage.store import Store
from carrom.tables.errors import CommandRefused
from carrom.tokens import could_be_game, hashed
from carrom.tournament.online.events import AnyOnlineEvent
from carrom.values import Value

MOST_IN_MEMORY = 100
"""Tournaments that are over and stay in memory."""
_AT_ONCE = 1000
"""The most tournaments that are not over and are opened in one sweep."""
_LATEST = "SELECT id, setting, ended FROM tournament WHERE ended IS NOT NULL ORDER BY ended DESC, id LIMIT ?"


@dataclass(frozen=True, slots=True)
class TournamentChanged:
    """Events of a tournament were stored, by this process or another."""

    tournament: LiveTournament
    events: tuple[AnyOnlineEvent, ...]
    """Empty if the log was read again as a whole."""


class PastTournament(Value, frozen=True, kw_only=True):
    """A tournament that is over, as a list shows it."""

    id: str
    setting: TournamentSettings
    ended: int
    """Ms since 1970."""


class TournamentRegistry:
    """The online tournaments of one server, over their event store."""

    def __init__(self, store: Store, games: GameRegistry) -> None:
        """Keep tournaments in the store's database; their changes are published by the games' dispatcher."""
        self._store, self._database, self._games = store.tournaments, store.database, games
        self._dispatcher: Dispatcher = games.dispatcher
        self.names = AccountNames(store.database)
        self._live: OrderedDict[str, LiveTournament] = OrderedDict()
        self._opening = NamedLocks()

    def in_memory(self) -> dict[str, LiveTournament]:
        """Return the tournaments in memory by id."""
        return dict(self._live)

    def unfinished(self) -> tuple[LiveTournament, ...]:
        """Return the tournaments in memory that are not over, the earliest start first."""
        open = [each for each in self._live.values() if not each.is_over]
        return tuple(sorted(open, key=lambda each: (each.state.terms.starts, each.id)))

    async def create(self, setting: TournamentSettings, word: str | None) -> LiveTournament:
        """Store a new tournament; the same terms of the same creator give the same one while it is not over.

        Raises `CommandRefused` or `StoreError`.
        """
        async with self._opening.of(setting.by.party):
            for copy in range(100):
                nonce = hashed(f"{setting.by.party} {setting.terms.name} {setting.terms.starts} {copy}")
                found = await asyncio.to_thread(self._store.made_with, nonce)
                if found is None:
                    break
                live = await self.open(found.game)
                if not live.is_over:
                    return live
            id, text = token_urlsafe(12), msgspec.json.encode(setting).decode()
            invite = None if word is None else hashed(word)
            try:
                await asyncio.to_thread(lambda: self._store.begin(id, nonce, text, (), (), None, invite, open=True))
            except Conflict:  # another process has handled the same request
                there = await asyncio.to_thread(self._store.made_with, nonce)
                if there is None:
                    raise
                id = there.game
        return await self.open(id)

    async def open(self, id: str) -> LiveTournament:
        """Return a tournament, loaded from the store if necessary; raises `CommandRefused` or `StoreError`."""
        async with self._opening.of(id):
            known = self._live.get(id)
            if known is None:
                stored = await asyncio.to_thread(self._store.load, id) if could_be_game(id) else None
                if stored is None:
                    raise CommandRefused(Refusal.NO_GAME, "There is no tournament with that id on this server.")
                return await self._put(stored)
            self._live.move_to_end(id)
        if self._games.fellows.shared:
            await known.look()
        return known

    async def load_unfinished(self) -> None:
        """Open the tournaments that are not over, also those that other processes have created.

        Those that are over in the database, because an operator has cancelled them, are read again.
        """
        asked = "SELECT id FROM tournament WHERE ended IS NULL ORDER BY begun, id LIMIT ?"
        ids = [str(id) for (id,) in await asyncio.to_thread(self._database.ask, asked, (_AT_ONCE,))]
        for id in ids:
            if id not in self._live:
                await self.open(id)
        for live in self.unfinished() if len(ids) < _AT_ONCE else ():
            if live.id not in ids:
                await live.look()

    async def past(self, most: int) -> tuple[PastTournament, ...]:
        """Return the tournaments that ended last; raises `StoreError`."""
        rows = await asyncio.to_thread(self._database.ask, _LATEST, (most,))
        found = []
        for id, text, ended in rows:
            setting = msgspec.json.decode(text, type=TournamentSettings)
            if setting.outcome is None:  # the process that ended it stopped before it stored the outcome
                live = await self.open(str(id))
                await live.keep_outcome()
                setting = live.setting
            found.append(PastTournament(id=str(id), setting=setting, ended=int(ended) * 1000))
        return tuple(found)

    async def _put(self, stored: StoredGame) -> LiveTournament:
        state = await asyncio.to_thread(state_of, stored)
        for id in [id for id, each in self._live.items() if each.is_over and not each.state.running]:
            if len(self._live) < MOST_IN_MEMORY:
                break
            self._live.pop(id).close()
        log = GameEventLog(self._store, "tournament", stored.game, stored.mark, self._games.bus, self._games.fellows)
        live = LiveTournament(stored, state, self._store, log, self._happened)
        self._live[stored.game] = live
        await self.names.load(member for entry in state.entries for member in entry.members)
        return live

    def _happened(self, live: LiveTournament, events: tuple[AnyOnlineEvent, ...]) -> None:
        self._dispatcher.publish(TournamentChanged(live, events))

    def close(self) -> None:
        """Stop listening to other processes."""
        for each in self._live.values():
            each.close()
