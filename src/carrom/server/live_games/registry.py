"""The registry of live games: create, join and reopen games at this server."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import Conflict, DamagedGame, RulesError, StoreError
from carrom.server.live_games.active_games import UNKNOWN, ActiveGames
from carrom.server.live_games.catch_up import Recalled
from carrom.server.live_games.table import LiveGame
from carrom.storage.models import LogPosition, StoredEvent, StoredSeat, Timestamps
from carrom.tables.access import Access
from carrom.tables.errors import CommandRefused
from carrom.tables.room import Room
from carrom.tables.terms import called, rules_from
from carrom.tables.views.card import info_of
from carrom.tokens import hashed, new_game_id
from carrom.values import changed

Refusal = protocol.Refusal
T = TypeVar("T")
Stored = tuple[StoredEvent, ...]


class Participant:
    """A place at a table: which game, and for which players, by their seats at the beginning; none: to look on."""

    def __init__(self, table: LiveGame, yours: tuple[Seat, ...]) -> None:
        """Keep what a connection needs to act."""
        self.table, self.yours = table, yours
        self.recalled: Recalled | None = None
        """What was read from the log for who has missed it, and up to which version."""


class GameRegistry(ActiveGames):
    """The games of one server."""

    async def begin(self, command: protocol.NewGame, account: str | None = None) -> Participant:
        """Begin a game, or return the one that this nonce began; raises `CommandRefused` or `StoreError`.

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

    async def _kept(self, nonce: str, room: Room, stored: Stored, door: Access) -> LiveGame:
        """Store a new game and return its table, or that of the one which another process began with this nonce."""

        def begun() -> LogPosition:
            agreed, moment = room.setting.text(), Timestamps(room.since, room.since)
            return self._store.begin(
                room.name, nonce, agreed, stored, door.seats, door.watch, door.invite, door.open, moment
            )

        try:
            mark = await self._stored(begun)
        except Conflict:
            found = await self.in_thread(lambda: self._store.made_with(nonce))
            if found is None:
                raise
            return await self._open(found.game)
        if any(each.account is not None for each in door.seats):
            door = changed(door, seats=await self.in_thread(lambda: self._store.seats(room.name)))
            room.seated(door.seats)
        return self._put(room, door, mark)

    async def resume(self, request: protocol.Resume, account: str | None = None) -> Participant:
        """Return the place that a key or an account opens, or one to look on from.

        Raises `CommandRefused` if there is none.
        """
        try:
            table = await self._found(request.game)
        except DamagedGame:
            seats = await self.in_thread(lambda: self._store.seats(request.game))
            if not Access(seats=seats).held_with(request.key, account):
                raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN) from None
            raise
        chair = self._chair(table, request.key, account)
        if not chair.yours and account is not None and request.game in self._tables:
            await self.seats_changed(request.game)  # they may have become his elsewhere
            chair = self._chair(table, request.key, account)
        if not chair.yours and not table.door.lets_watch(request.watch):
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        if self.fellows.shared and (request.version or 0) > table.room.version:
            with suppress(StoreError):  # he has seen more than is known here
                await table.look()
        chair.recalled = await self._recalled(table, request.version)
        return chair

    async def seats_changed(self, game: str) -> None:
        """Read again who holds the seats of a game that is in memory; raises `StoreError`."""
        if (table := self._tables.get(game)) is not None:
            seats = await self.in_thread(lambda: self._store.seats(game))
            table.door = changed(table.door, seats=seats)
            table.room.seated(seats)

    async def join(self, request: protocol.Join, account: str | None = None) -> Participant:
        """Give an open seat to who brings the invitation; raises `CommandRefused` or `StoreError`."""
        table = await self._found(request.game)
        if not table.door.lets_join(request.invite):
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        await self.check_apart(account, table.door.seats)
        seat = request.seat or next(iter(table.room.setting.open_seats), Seat.SOUTH)
        await table.sit(request.seat, called(request.name, seat), hashed(request.key), account)
        return self._chair(table, request.key, account)

    async def check_apart(self, account: str | None, seats: tuple[StoredSeat, ...]) -> None:
        """Raise `CommandRefused` if an account and one of those who hold these seats have blocked each other."""
        others = frozenset(each.account for each in seats if each.account is not None) - {account}
        if account is not None and others and await self.in_thread(lambda: self._links.are_blocked(account, others)):
            raise CommandRefused(
                Refusal.NOT_YOURS, "You and somebody at this table do not play: one has blocked the other."
            )

    async def read_rules(self, text: str) -> protocol.RulesetInfo:
        """Return what a custom rule set is; raises `CommandRefused` with what is wrong in it."""
        try:
            return await self.in_thread(lambda: info_of(rules_from(text)))
        except RulesError as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None

    async def arranged(self, nonce: str, made: Callable[[str], tuple[Room, Stored]], door: Access) -> LiveGame:
        """Begin a game that follows from another, unless the nonce has begun it; return its table.

        `made` is given its name, in a thread. Raises `CommandRefused` or `StoreError`.
        """
        async with self._opening.of(nonce):
            found = await self.in_thread(lambda: self._store.made_with(nonce))
            if found is not None:
                return await self._open(found.game)
            self._make_room()
            name = new_game_id()
            room, stored = await self.in_thread(lambda: made(name))
            return await self._kept(nonce, room, stored, door)

    async def _again(self, table: LiveGame) -> str:
        """Begin the rematch of a game, with the same people and keys, unless it has begun; return its name."""
        nonce = hashed(f"rematch of {table.room.name}")
        again = await self.arranged(nonce, lambda name: table.room.rematch(name, self.chance, self._now()), table.door)
        return again.room.name

    def _chair(self, table: LiveGame, key: str | None, account: str | None = None) -> Participant:
        return Participant(table, table.door.held_with(key, account))


def _door(command: protocol.NewGame, room: Room, account: str | None) -> Access:
    """Return what opens a new game: the key of who begins it holds the seats of all the people at his screen."""
    word, people = hashed(command.key), room.setting.people
    seats = (
        StoredSeat(seat=each.seat, name=each.name, hash=word, account=account)
        for each in room.setting.sitters
        if each.seat in people
    )
    return Access(
        seats=tuple(seats),
        watch=hashed(command.watch),
        invite=hashed(command.invite),
        open=command.terms.watching,
    )
