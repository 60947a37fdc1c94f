"""Every game of this server: begins them, finds them again, and clears the tables nobody sits at."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.player import level
from carrom.server.limits import Limits
from carrom.server.room import Refuse, Room
from carrom.server.store import Store
from carrom.server.stored import StoredSeat
from carrom.server.table import Table
from carrom.server.tokens import derived, hashed, in_order, new_game_id

Refusal = protocol.Refusal
T = TypeVar("T")


class Chair:
    """A place at a table: which game, for which seats, and the word that opens it again."""

    def __init__(self, table: Table, yours: tuple[Seat, ...], word: str) -> None:
        """Keep what a connection needs to act."""
        self.table, self.yours, self.word = table, yours, word


class Lobby:
    """The tables of one server, over one store."""

    def __init__(self, store: Store, limits: Limits, chance: Random, now: Callable[[], int]) -> None:
        """Open; `chance` is the source of tosses, racks and seeds, `now` returns seconds since 1970."""
        self._store, self._limits, self._chance, self._now = store, limits, chance, now
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening = asyncio.Lock()
        self._strokes: Executor = ThreadPoolExecutor(2, "stroke")
        self._thoughts: Executor = ThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 1), "thought")

    async def begin(self, command: protocol.NewGame) -> Chair:
        """Begin a game, or return the one that this nonce began; raises `Refuse` or `StoreError`."""
        async with self._opening:
            found = await self._in_thread(lambda: self._store.made_with(command.nonce))
            if found is not None:
                return self._seated(command.nonce, found.seats, await self._open(found.game))
            self._make_room()
            room, stored = await self._in_thread(lambda: Room.begin(new_game_id(), command, self._chance, self._now()))
            game, setting = room.card.game, room.setting.text()
            seats = _held(command.nonce, room)
            await self._in_thread(lambda: self._store.begin(game, command.nonce, setting, stored, seats))
            return self._seated(command.nonce, seats, self._put(room))

    async def resume(self, request: protocol.Resume) -> Chair:
        """Return the place a token opens; raises `Refuse` if there is none."""
        word = hashed(request.token)
        seats = await self._in_thread(lambda: self._store.seats(request.game))
        yours = frozenset(Seat(each.seat) for each in seats if each.hash == word)
        if not yours:
            raise Refuse(Refusal.UNKNOWN_GAME, _UNKNOWN)
        async with self._opening:
            return Chair(await self._open(request.game), in_order(yours), request.token)

    async def close(self) -> None:
        """Stop every program and the threads."""
        for table in self._tables.values():
            await table.close()
        self._strokes.shutdown(wait=False, cancel_futures=True)
        self._thoughts.shutdown(wait=False, cancel_futures=True)

    async def _open(self, game: str) -> Table:
        """Return a game's table, set up again from the store if need be; raises `KeyError`."""
        if game in self._tables:
            self._tables.move_to_end(game)
            return self._tables[game]
        found = await self._in_thread(lambda: self._store.load(game))
        if found is None:
            raise KeyError(game)
        self._make_room()
        room = await self._in_thread(lambda: Room.restored(found, self._chance))
        return self._put(room)

    def _put(self, room: Room) -> Table:
        """Set up a table for a room, with its programs."""
        programs = {seat: level(name) for seat, name in room.setting.programs.items()}
        table = Table(room, self._store, programs, self._strokes, self._thoughts, self._chance, self._now)
        self._tables[room.card.game] = table
        return table

    def _make_room(self) -> None:
        """Clear the quiet tables that are too many, longest unused first; raises `Refuse` if all are in use."""
        for game in [game for game, table in self._tables.items() if table.is_quiet]:
            if len(self._tables) < self._limits.tables:
                return
            del self._tables[game]
        if len(self._tables) >= self._limits.tables:
            raise Refuse(Refusal.FULL, "This server holds as many games as it can; try again later.")

    def _seated(self, nonce: str, seats: tuple[StoredSeat, ...], table: Table) -> Chair:
        """Return the place of who began a game; raises `Refuse` if the word that its nonce gives opens no seat."""
        word = _word(nonce, table.room)
        yours = frozenset(Seat(each.seat) for each in seats if each.hash == hashed(word))
        if not yours:
            raise Refuse(Refusal.UNKNOWN_GAME, _UNKNOWN)
        return Chair(table, in_order(yours), word)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._strokes, work)


_UNKNOWN = "This server knows no game with that name and token; begin a new one."


def _word(nonce: str, room: Room) -> str:
    """Return the word that opens the people's seats of the game that a nonce began: the same when it comes again."""
    return derived(nonce.encode(), room.card.game, in_order(room.setting.people))


def _held(nonce: str, room: Room) -> tuple[StoredSeat, ...]:
    """Return who holds the people's seats of a new game: who sent the nonce."""
    word, people = hashed(_word(nonce, room)), room.setting.people
    return tuple(
        StoredSeat(seat=each.seat, name=each.name, hash=word) for each in room.setting.sitters if each.seat in people
    )
