"""Every game of this server: begins them, finds them again, and clears the tables nobody sits at."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from itertools import islice
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.data import changed
from carrom.engine.outside import player_named
from carrom.errors import DamagedGame, Overtaken, RulesError, StoreError
from carrom.game.game import Game
from carrom.server.card import info_of
from carrom.server.door import Door
from carrom.server.fair import FairThreads
from carrom.server.limits import Limits
from carrom.server.locks import Locks
from carrom.server.nodes.bus import Bus, InProcess
from carrom.server.nodes.fellows import Alone, Elsewhere, Fellows
from carrom.server.nodes.log import TRIES, Log
from carrom.server.nodes.recall import Recalled
from carrom.server.refuse import Refuse
from carrom.server.remembered import Films
from carrom.server.reopening.checkpoint import Checkpoints
from carrom.server.room import Room
from carrom.server.setting import called, rules_from
from carrom.server.store import Store
from carrom.server.stored import Mark, Moment, StoredEvent, StoredSeat
from carrom.server.table import Table
from carrom.server.tokens import could_be_game, hashed, new_game_id

Refusal = protocol.Refusal
T = TypeVar("T")
Stored = tuple[StoredEvent, ...]

_APPENDS = 8
"""Threads that wait for the store, which syncs for all of them at once."""
_PATIENCE = 1.0
"""Seconds that somebody who comes waits for a look at the log; if it takes longer, he sees what is known here."""


class Chair:
    """A place at a table: which game, and for which players, by their seats at the beginning; none: to look on."""

    def __init__(self, table: Table, yours: tuple[Seat, ...]) -> None:
        """Keep what a connection needs to act."""
        self.table, self.yours = table, yours
        self.recalled: Recalled | None = None
        """What was read from the log for who has missed it, and up to which version."""


class Lobby:
    """The tables of one server, over one store."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        chance: Random,
        now: Callable[[], int],
        charge: Callable[[str, float], None] = lambda payer, seconds: None,
        bus: Bus | None = None,
        fellows: Fellows | None = None,
    ) -> None:
        """Open; `chance` is the source of tosses, racks and seeds, `now` returns ms since 1970.

        `charge` is told, from any thread, how many seconds of computing an address has used; `bus` and `fellows` are
        the way to other processes on the same store.
        """
        self._store, self._limits, self.chance, self._now = store, limits, chance, now
        self._checkpoints = Checkpoints(store.database)
        self.bus, self.fellows = bus or InProcess(), fellows or Alone(now)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening, self._films = Locks(), Films()
        self.heard: Callable[[Room], None] = lambda room: None
        """Is told of everything that happens in a game, and of who comes and goes."""
        self.are_apart: Callable[[str, frozenset[str]], bool] = lambda account, others: False
        """Returns, in a thread, whether an account and one of others have blocked each other."""
        self.places_changed: Callable[[str], Awaitable[None]] = _nowhere
        """Reads again who holds the places of a tie."""
        self.near: Callable[[Table], frozenset[Seat]] = lambda table: frozenset()
        """Returns the players of a table who wait within sight of it."""
        self._strokes: Executor = FairThreads(2, "stroke", charge)
        self._appends: Executor = FairThreads(_APPENDS, "append")
        self._thoughts: Executor = FairThreads(max(1, (os.cpu_count() or 2) - 1), "thought")

    @property
    def tables(self) -> int:
        """How many games are in memory."""
        return len(self._tables)

    def now(self) -> int:
        """Return the time, ms since 1970."""
        return self._now()

    async def begin(self, command: protocol.NewGame, account: str | None = None) -> Chair:
        """Begin a game, or return the one that this nonce began; raises `Refuse` or `StoreError`.

        The account of who begins it opens his seats beside his key.
        """
        async with self._opening.of(command.nonce):
            found = await self.in_thread(lambda: self._store.made_with(command.nonce))
            if found is not None:
                return self._chair(await self._open(found.game), command.key)
            self._make_room()
            name = new_game_id()
            room, stored = await self.in_thread(lambda: Room.begin(name, command.terms, self.chance, self._now()))
            table = await self._kept(command.nonce, room, stored, _door(command, room, account))
            return self._chair(table, command.key)

    async def _kept(self, nonce: str, room: Room, stored: Stored, door: Door) -> Table:
        """Store a new game and return its table, or that of the one which another process began with this nonce."""

        def begun() -> Mark:
            agreed, moment = room.setting.text(), Moment(room.since, room.since)
            return self._store.begin(
                room.name, nonce, agreed, stored, door.seats, door.watch, door.invite, door.open, moment
            )

        try:
            mark = await self._stored(begun)
        except Overtaken:
            found = await self.in_thread(lambda: self._store.made_with(nonce))
            if found is None:
                raise
            return await self._open(found.game)
        if any(each.account is not None for each in door.seats):
            door = changed(door, seats=await self.in_thread(lambda: self._store.seats(room.name)))
            room.seated(door.seats)
        return self._put(room, door, mark)

    async def resume(self, request: protocol.Resume, account: str | None = None) -> Chair:
        """Return the place that a key or an account opens, or one to look on from; raises `Refuse` if there is none."""
        try:
            table = await self._found(request.game)
        except DamagedGame:
            seats = await self.in_thread(lambda: self._store.seats(request.game))
            if not Door(seats=seats).held_with(request.key, account):
                raise Refuse(Refusal.UNKNOWN_GAME, _UNKNOWN) from None
            raise
        chair = self._chair(table, request.key, account)
        if not chair.yours and account is not None and request.game in self._tables:
            await self.seats_changed(request.game)  # they may have become his elsewhere
            chair = self._chair(table, request.key, account)
        if not chair.yours and not table.door.lets_watch(request.watch):
            raise Refuse(Refusal.UNKNOWN_GAME, _UNKNOWN)
        if self.fellows.shared and (request.version or 0) > table.room.version:
            with suppress(StoreError):  # he has seen more than is known here
                await table.look()
        chair.recalled = await self._recalled(table, request.version)
        return chair

    async def _recalled(self, table: Table, seen: int | None) -> Recalled | None:
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

    def put_away(self, game: str) -> None:
        """Clear the table of a game if nobody is at it, so that whoever comes next finds it as it is stored."""
        if (table := self._tables.get(game)) is not None and table.is_quiet:
            del self._tables[game]

    async def seats_changed(self, game: str) -> None:
        """Read again who holds the seats of a game or a tie that is in memory; raises `StoreError`."""
        await self.places_changed(game)
        if (table := self._tables.get(game)) is not None:
            seats = await self.in_thread(lambda: self._store.seats(game))
            table.door = changed(table.door, seats=seats)
            table.room.seated(seats)

    async def join(self, request: protocol.Join, account: str | None = None) -> Chair:
        """Give an open seat to who brings the invitation; raises `Refuse` or `StoreError`."""
        table = await self._found(request.game)
        if not table.door.lets_join(request.invite):
            raise Refuse(Refusal.UNKNOWN_GAME, _UNKNOWN)
        await self.check_apart(account, table.door.seats)
        seat = request.seat or next(iter(table.room.setting.open_seats), Seat.SOUTH)
        await table.sit(request.seat, called(request.name, seat), hashed(request.key), account)
        return self._chair(table, request.key, account)

    async def check_apart(self, account: str | None, seats: tuple[StoredSeat, ...]) -> None:
        """Raise `Refuse` if an account and one of those who hold these seats have blocked each other."""
        others = frozenset(each.account for each in seats if each.account is not None) - {account}
        if account is not None and others and await self.in_thread(lambda: self.are_apart(account, others)):
            raise Refuse(Refusal.NOT_YOURS, "You and somebody at this table do not play: one has blocked the other.")

    async def read_rules(self, text: str) -> protocol.RulesetInfo:
        """Return what a custom rule set is; raises `Refuse` with what is wrong in it."""
        try:
            return await self.in_thread(lambda: info_of(rules_from(text)))
        except RulesError as fault:
            raise Refuse(Refusal.ILLEGAL, str(fault)) from None

    async def close(self) -> None:
        """Stop every program and the threads."""
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        self._strokes.shutdown(wait=False, cancel_futures=True)
        self._appends.shutdown(wait=False, cancel_futures=True)
        self._thoughts.shutdown(wait=False, cancel_futures=True)

    async def _found(self, game: str) -> Table:
        """Return the table of a game that somebody asks for; raises `Refuse` if there is none."""
        try:
            return await self._open(game)
        except KeyError:
            raise Refuse(Refusal.UNKNOWN_GAME, _UNKNOWN) from None

    async def _open(self, game: str) -> Table:
        """Return a game's table, set up again from the store if need be; raises `KeyError`.

        One at a time for each game: a long one lets only those wait who want to come to it.
        """
        if not could_be_game(game):
            raise KeyError(game)
        async with self._opening.of(game):
            return await self._opened(game)

    async def _opened(self, game: str) -> Table:
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

    async def _restored(self, game: str) -> Table:
        """Set a table up from the store; raises `KeyError`."""
        stored = await self.in_thread(lambda: self._store.load(game))
        if stored is None:
            raise KeyError(game)
        elsewhere = await self.in_thread(lambda: self.fellows.ask(f"game.{game}"))
        goes_on = elsewhere != Elsewhere()
        self._make_room()
        checkpoint = await self.in_thread(lambda: self._checkpoints.find(game))
        room = await self.in_thread(
            lambda: Room.restored(stored, self.chance, self._now(), goes_on=goes_on, checkpoint=checkpoint)
        )
        table = self._put(room, Door.of(stored), stored.mark)
        table.keep(0 if checkpoint is None else checkpoint.version)
        if goes_on:
            table.let_others_think()
        elif self.fellows.shared:
            await table.start_turn()
        await table.begin()
        if table.room.is_over != (stored.ended is not None):
            await self._stored(lambda: self._store.append(game, (), ended=table.room.is_over))
        return table

    async def _looked(self, table: Table) -> None:
        """Let a table look at the log for who comes to it; a database that is away keeps nobody from looking on."""
        looking = asyncio.ensure_future(table.look())
        looking.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait({looking}, timeout=_PATIENCE)
        if looking.done():
            with suppress(StoreError):
                looking.result()

    def followed(self) -> dict[str, Table]:
        """Return the tables where somebody is, by the names of their games."""
        return {name: table for name, table in self._tables.items() if not table.is_quiet or table.is_kept}

    async def arranged(self, nonce: str, made: Callable[[str], tuple[Room, Stored]], door: Door) -> Table:
        """Begin a game that follows from another, unless the nonce has begun it; return its table.

        `made` is given its name, in a thread. Raises `Refuse` or `StoreError`.
        """
        async with self._opening.of(nonce):
            found = await self.in_thread(lambda: self._store.made_with(nonce))
            if found is not None:
                return await self._open(found.game)
            self._make_room()
            name = new_game_id()
            room, stored = await self.in_thread(lambda: made(name))
            return await self._kept(nonce, room, stored, door)

    async def game(self, name: str) -> Game:
        """Return a game as it stands; raises `KeyError`, or `CarromError` if it cannot be read."""
        if name in self._tables:
            return self._tables[name].room.game
        stored = await self.in_thread(lambda: self._store.load(name))
        if stored is None:
            raise KeyError(name)

        def read() -> Game:
            checkpoint = self._checkpoints.find(name)
            return Room.restored(stored, self.chance, self._now(), checkpoint=checkpoint).game

        return await self.in_thread(read)

    def latest(self, most: int) -> tuple[Table, ...]:
        """Return some of the tables, those that were come to last."""
        return tuple(islice(reversed(self._tables.values()), most))

    async def table_of(self, name: str) -> Table:
        """Return the table of a game, set up if need be; raises `KeyError`, `Refuse` or `StoreError`."""
        return await self._open(name)

    def at_table(self, name: str) -> Table | None:
        """Return the table of a game that stands on one."""
        return self._tables.get(name)

    async def _again(self, table: Table) -> str:
        """Begin the rematch of a game, with the same people and keys, unless it has begun; return its name."""
        nonce = hashed(f"rematch of {table.room.name}")
        again = await self.arranged(nonce, lambda name: table.room.rematch(name, self.chance, self._now()), table.door)
        return again.room.name

    def _put(self, room: Room, door: Door, mark: Mark) -> Table:
        """Set up a table for a room whose log is known up to a mark, with its programs."""
        programs = {seat: player_named(name) for seat, name in room.setting.programs.items()}
        table = Table(
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
            lambda room: self.heard(room),
            lambda table: self.near(table),
            Log(self._store, "game", room.name, mark, self.bus, self.fellows),
            self._appends,
        )
        self._tables[room.name] = table
        return table

    def _chair(self, table: Table, key: str | None, account: str | None = None) -> Chair:
        return Chair(table, table.door.held_with(key, account))

    def _make_room(self) -> None:
        """Clear the quiet tables that are too many, longest unused first; raises `Refuse` if all are in use."""
        for game in [game for game, table in self._tables.items() if table.is_quiet]:
            if len(self._tables) < self._limits.tables:
                return
            self._clear(game)
        if len(self._tables) >= self._limits.tables:
            raise Refuse(Refusal.FULL, "This server holds as many games as it can; try again later.")

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


_UNKNOWN = "This server knows no game with that name and key; begin a new one."


async def _nowhere(name: str) -> None:
    """Find no tie of a name."""


def _door(command: protocol.NewGame, room: Room, account: str | None) -> Door:
    """Return what opens a new game: the key of who begins it holds the seats of all the people at his screen."""
    word, people = hashed(command.key), room.setting.people
    seats = (
        StoredSeat(seat=each.seat, name=each.name, hash=word, account=account)
        for each in room.setting.sitters
        if each.seat in people
    )
    return Door(
        seats=tuple(seats),
        watch=hashed(command.watch),
        invite=hashed(command.invite),
        open=command.terms.watching,
    )
