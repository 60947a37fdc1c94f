"""Active games of this process: opened from the store on demand, closed when idle."""

import asyncio
import os
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from itertools import islice
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.engine.play.external import player_named
from carrom.errors import StoreError
from carrom.game.game import Game
from carrom.server.cluster.event_log import TRIES, GameEventLog
from carrom.server.cluster.presence import LocalPresence, RemoteUsers
from carrom.server.common.fair_executor import FairThreadPoolExecutor
from carrom.server.common.named_locks import NamedLocks
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.live_games.catch_up import Recalled
from carrom.server.live_games.services import ServerLinks
from carrom.server.live_games.table import LiveGame
from carrom.storage.models import LogPosition
from carrom.storage.store import Store
from carrom.tables.access import Access
from carrom.tables.errors import CommandRefused
from carrom.tables.log.checkpoints import Checkpoints
from carrom.tables.room import Room
from carrom.tables.views.snapshots import ReplayCache
from carrom.tokens import could_be_game

Refusal = protocol.Refusal
T = TypeVar("T")

_APPENDS = 8
"""Threads that wait for the store, which syncs for all of them at once."""
_PATIENCE = 1.0
"""Seconds that somebody who comes waits for a look at the log; if it takes longer, he sees what is known here."""
UNKNOWN = "This server knows no game with that name and key; begin a new one."


class ActiveGames(ABC):
    """The tables of one server, over one store, and the threads that work for them."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits,
        chance: Random,
        now: Callable[[], int],
        links: ServerLinks = ServerLinks(),  # noqa: B008 (a frozen value)
    ) -> None:
        """Open; `chance` is the source of tosses, racks and seeds, `now` returns ms since 1970."""
        self._store, self._limits, self.chance, self._now = store, limits, chance, now
        self._checkpoints = Checkpoints(store.database, store.checkpoint_key)
        self._links, self.dispatcher, self.bus = links, links.dispatcher, links.bus
        self.fellows = links.fellows or LocalPresence(now)
        self._tables: OrderedDict[str, LiveGame] = OrderedDict()
        self._opening, self._films = NamedLocks(), ReplayCache()
        self._strokes: Executor = FairThreadPoolExecutor(2, "stroke", links.charge)
        self._appends: Executor = FairThreadPoolExecutor(_APPENDS, "append")
        self._thoughts: Executor = FairThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 1), "thought")

    @property
    def tables(self) -> int:
        """How many games are in memory."""
        return len(self._tables)

    def now(self) -> int:
        """Return the time, ms since 1970."""
        return self._now()

    @abstractmethod
    async def _again(self, table: LiveGame) -> str:
        """Begin the rematch of a game, with the same people and keys, unless it has begun; return its name."""

    def followed(self) -> dict[str, LiveGame]:
        """Return the tables where somebody is, by the names of their games."""
        return {name: table for name, table in self._tables.items() if not table.is_quiet or table.is_kept}

    def in_memory(self) -> dict[str, LiveGame]:
        """Return the tables in memory, by the names of their games."""
        return dict(self._tables)

    async def game(self, name: str) -> Game:
        """Return a game as it stands; raises `KeyError`, or `CarromError` if it cannot be read."""
        return (await self._room(name)).game

    async def recorded(self, name: str) -> Game:
        """Return a game as its record has it, with the names that people have now; raises like `game`."""
        room = await self._room(name)
        return await self.in_thread(lambda: room.setting.told(room.game))

    async def _room(self, name: str) -> Room:
        if name in self._tables:
            return self._tables[name].room.frozen()
        stored = await self.in_thread(lambda: self._store.load(name))
        if stored is None:
            raise KeyError(name)

        def read() -> Room:
            checkpoint = self._checkpoints.find(name)
            return Room.restored(stored, self.chance, self._now(), checkpoint=checkpoint)

        return await self.in_thread(read)

    def latest(self, most: int) -> tuple[LiveGame, ...]:
        """Return some of the tables, those that were come to last."""
        return tuple(islice(reversed(self._tables.values()), most))

    async def table_of(self, name: str) -> LiveGame:
        """Return the table of a game, set up if need be; raises `KeyError`, `CommandRefused` or `StoreError`."""
        return await self._open(name)

    def at_table(self, name: str) -> LiveGame | None:
        """Return the table of a game that stands on one."""
        return self._tables.get(name)

    async def _found(self, game: str) -> LiveGame:
        """Return the table of a game that somebody asks for; raises `CommandRefused` if there is none."""
        try:
            return await self._open(game)
        except KeyError:
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN) from None

    async def _open(self, game: str) -> LiveGame:
        """Return a game's table, set up again from the store if need be; raises `KeyError`.

        One at a time for each game: a long one lets only those wait who want to come to it.
        """
        if not could_be_game(game):
            raise KeyError(game)
        async with self._opening.of(game):
            return await self._opened(game)

    async def _opened(self, game: str) -> LiveGame:
        if game in self._tables and not self._tables[game].parted:
            self._tables.move_to_end(game)
            if self.fellows.shared:
                await self._looked(self._tables[game])
            return self._tables[game]
        self._clear(game)
        missed: list[bytes] = []
        quiet = self.bus.subscribe(f"game.{game}", missed.append)
        try:
            table = await self._restored(game)
        finally:
            quiet()
        if missed and self.fellows.shared:
            await table.look()
        return table

    async def _restored(self, game: str) -> LiveGame:
        """Set a table up from the store; raises `KeyError`."""
        stored = await self.in_thread(lambda: self._store.load(game))
        if stored is None:
            raise KeyError(game)
        elsewhere = await self.in_thread(lambda: self.fellows.ask(f"game.{game}"))
        goes_on = elsewhere != RemoteUsers()
        self._make_room()
        checkpoint = await self.in_thread(lambda: self._checkpoints.find(game))
        room = await self.in_thread(
            lambda: Room.restored(stored, self.chance, self._now(), goes_on=goes_on, checkpoint=checkpoint)
        )
        table = self._put(room, Access.of(stored), stored.mark)
        table.keep(0 if checkpoint is None else checkpoint.version)
        if goes_on:
            table.let_others_think()
        elif self.fellows.shared:
            await table.start_turn()
        await table.begin()
        if table.room.is_over != (stored.ended is not None):
            await self._stored(lambda: self._store.append(game, (), ended=table.room.is_over))
        return table

    async def _looked(self, table: LiveGame) -> None:
        """Let a table look at the log for who comes to it; a database that is away keeps nobody from looking on."""
        looking = asyncio.ensure_future(table.look())
        looking.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait({looking}, timeout=_PATIENCE)
        if looking.done():
            with suppress(StoreError):
                looking.result()

    async def _recalled(self, table: LiveGame, seen: int | None) -> Recalled | None:
        """Return what came after version `seen` and is not kept, again and again while the game goes on meanwhile."""
        told: tuple[str, ...] = ()
        for _ in range(TRIES):
            found = await table.recall(seen)
            if found is None:
                break
            seen, told = found[0], told + found[1]
            if seen > table.room.version:
                await self._looked(table)
        return None if seen is None or not told else (seen, told)

    def _put(self, room: Room, door: Access, mark: LogPosition) -> LiveGame:
        """Set up a table for a room whose log is known up to a mark, with its programs."""
        programs = {seat: player_named(name) for seat, name in room.setting.programs.items()}
        table = LiveGame(
            room,
            door,
            self._store,
            programs,
            self._strokes,
            self._thoughts,
            self.chance,
            self._now,
            self._again,
            self._films,
            self.dispatcher,
            lambda table: self._links.players_nearby(table.room, table.door),
            GameEventLog(self._store, "game", room.name, mark, self.bus, self.fellows),
            self._appends,
        )
        self._tables[room.name] = table
        return table

    def _make_room(self) -> None:
        """Clear the quiet tables that are too many, longest unused first; raises `CommandRefused` if all are in use."""
        for game in [game for game, table in self._tables.items() if table.is_quiet]:
            if len(self._tables) < self._limits.tables:
                return
            self._clear(game)
        if len(self._tables) >= self._limits.tables:
            raise CommandRefused(Refusal.FULL, "This server holds as many games as it can; try again later.")

    def _clear(self, game: str) -> None:
        """Clear the table of a game, if there is one."""
        if (table := self._tables.pop(game, None)) is not None:
            table.forget()

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do a piece of work in the threads that compute strokes."""
        return await asyncio.get_running_loop().run_in_executor(self._strokes, work)

    async def _stored(self, work: Callable[[], T]) -> T:
        """Do a piece of writing in the threads that wait for the store: a disk that is busy holds up no stroke."""
        return await asyncio.get_running_loop().run_in_executor(self._appends, work)

    async def close(self) -> None:
        """Stop every program and the threads."""
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        self._strokes.shutdown(wait=False, cancel_futures=True)
        self._appends.shutdown(wait=False, cancel_futures=True)
        self._thoughts.shutdown(wait=False, cancel_futures=True)
