"""The games of one server: who begins one, takes a seat, or comes back to it."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.data import changed
from carrom.errors import DamagedGame, Overtaken, RulesError, StoreError
from carrom.server.card import info_of
from carrom.server.door import Door
from carrom.server.nodes.recall import Recalled
from carrom.server.refuse import Refuse
from carrom.server.room import Room
from carrom.server.setting import called, rules_from
from carrom.server.stored import Mark, Moment, StoredEvent, StoredSeat
from carrom.server.table import Table
from carrom.server.tables.floor import UNKNOWN, Floor
from carrom.server.tokens import hashed, new_game_id

Refusal = protocol.Refusal
T = TypeVar("T")
Stored = tuple[StoredEvent, ...]


class Chair:
    """A place at a table: which game, and for which players, by their seats at the beginning; none: to look on."""

    def __init__(self, table: Table, yours: tuple[Seat, ...]) -> None:
        """Keep what a connection needs to act."""
        self.table, self.yours = table, yours
        self.recalled: Recalled | None = None
        """What was read from the log for who has missed it, and up to which version."""


class Lobby(Floor):
    """The games of one server."""

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
                raise Refuse(Refusal.UNKNOWN_GAME, UNKNOWN) from None
            raise
        chair = self._chair(table, request.key, account)
        if not chair.yours and account is not None and request.game in self._tables:
            await self.seats_changed(request.game)  # they may have become his elsewhere
            chair = self._chair(table, request.key, account)
        if not chair.yours and not table.door.lets_watch(request.watch):
            raise Refuse(Refusal.UNKNOWN_GAME, UNKNOWN)
        if self.fellows.shared and (request.version or 0) > table.room.version:
            with suppress(StoreError):  # he has seen more than is known here
                await table.look()
        chair.recalled = await self._recalled(table, request.version)
        return chair

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
            raise Refuse(Refusal.UNKNOWN_GAME, UNKNOWN)
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

    async def _again(self, table: Table) -> str:
        """Begin the rematch of a game, with the same people and keys, unless it has begun; return its name."""
        nonce = hashed(f"rematch of {table.room.name}")
        again = await self.arranged(nonce, lambda name: table.room.rematch(name, self.chance, self._now()), table.door)
        return again.room.name

    def _chair(self, table: Table, key: str | None, account: str | None = None) -> Chair:
        return Chair(table, table.door.held_with(key, account))


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
