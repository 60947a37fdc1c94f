"""The registry of live games: create, join and reopen games at this server."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.external.process import end_all
from carrom.errors import Conflict, DamagedGame, RulesError, StoreError
from carrom.protocol.http.offline import CopiedEvent, GameCopy, PlayAdded, PlayedOffline
from carrom.server.cluster.presence import LocalPresence
from carrom.server.common.named_locks import NamedLocks
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.live_games.active_games import ActiveGames
from carrom.server.live_games.catch_up import Recalled
from carrom.server.live_games.services import GameServices, GameThreads, ServerLinks
from carrom.server.live_games.table import LiveGame
from carrom.storage.models import LogPosition, StoredEvent, StoredGame, StoredSeat, Timestamps
from carrom.storage.store import Store
from carrom.tables.access import Access
from carrom.tables.errors import CommandRefused
from carrom.tables.offline_play import branched, check_offline
from carrom.tables.room import Room
from carrom.tables.terms import called, rules_from
from carrom.tables.views.card import info_of
from carrom.tokens import hashed, new_game_id
from carrom.values import changed

Refusal = protocol.Refusal
T = TypeVar("T")
Stored = tuple[StoredEvent, ...]
UNKNOWN = "There is no game with that name and key on this server; start a new one."


class Participant:
    """A client's place in a game: the players for whom it acts, by initial seats; none for a spectator."""

    def __init__(self, table: LiveGame, yours: tuple[Seat, ...]) -> None:
        """Store the game and the players."""
        self.table, self.yours = table, yours
        self.recalled: Recalled | None = None
        """Missed events that were rebuilt from the log."""


class GameRegistry:
    """The games of one server: created, joined and resumed here, held in memory by `active`."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits,
        chance: Random,
        now: Callable[[], int],
        links: ServerLinks = ServerLinks(),  # noqa: B008 (a frozen value)
    ) -> None:
        """Serve the games of a store; `chance` draws tosses, racks and seeds, `now` returns ms since 1970."""
        self._store, self._links, self.chance, self.now = store, links, chance, now
        self.dispatcher, self.bus, self.fellows = links.dispatcher, links.bus, links.fellows or LocalPresence(now)
        self._threads = GameThreads.started(links.charge)
        self._services = GameServices(
            store=store, threads=self._threads, chance=chance, now=now, rematch=self._rematch, links=links
        )
        self.active = ActiveGames(self._services, self.fellows, limits.games)
        self._creating = NamedLocks()

    async def begin(self, command: protocol.NewGame, account: str | None = None) -> Participant:
        """Create a game, or return the one created with this nonce; raises `CommandRefused` or `StoreError`.

        The creator's account gives access to their seats, as does their key.
        """
        async with self._creating.of(command.nonce):
            found = await self.in_thread(lambda: self._store.games.made_with(command.nonce))
            if found is not None:
                return self._participant(await self.active.open(found.game), command.key)
            terms = command.terms
            people = [each.name for each in terms.seats if each.who in (protocol.Who.ME, protocol.Who.HERE)]
            is_private = not terms.watching and all(each.who is not protocol.Who.LINK for each in terms.seats)
            await self.check_names(people, account, is_private=is_private)
            self.active.make_room()
            name = new_game_id()
            room, stored = await self.in_thread(lambda: Room.begin(name, command.terms, self.chance, self.now()))
            game = await self._stored(command.nonce, room, stored, _access(command, room, account))
            return self._participant(game, command.key)

    async def resume(self, request: protocol.Resume, account: str | None = None, *, films: bool = True) -> Participant:
        """Return the seats that a key or an account gives access to, or a spectator's place.

        Missed strokes are recalled with their `films` or without.

        Raises `CommandRefused` if neither is allowed.
        """
        try:
            game = await self._open(request.game)
        except DamagedGame:
            seats = await self.in_thread(lambda: self._store.games.seats(request.game))
            if not Access(seats=seats).held_with(request.key, account):
                raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN) from None
            raise
        place = self._participant(game, request.key, account)
        if not place.yours and account is not None:
            await self.seats_changed(request.game)  # the seats may have become theirs at another process
            place = self._participant(game, request.key, account)
        if not place.yours and not game.door.lets_watch(request.watch):
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        if self.fellows.shared and (request.version or 0) > game.room.version:
            with suppress(StoreError):  # the client has seen more than is known here
                await game.look()
        place.recalled = await self.active.recall(game, request.version, films=films)
        return place

    async def seats_changed(self, name: str) -> None:
        """Reload who holds the seats of a game in memory; raises `StoreError`."""
        if (game := self.active.find(name)) is not None:
            game.reseat(await self.in_thread(lambda: self._store.games.seats(name)))

    async def join(self, request: protocol.Join, account: str | None = None) -> Participant:
        """Give an open seat to a player with an invitation; raises `CommandRefused` or `StoreError`."""
        game = await self._open(request.game)
        if not game.door.lets_join(request.invite):
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        await self.check_apart(account, game.door.seats)
        await self.check_names([request.name], account)
        seat = request.seat or next(iter(game.room.setting.open_seats), Seat.SOUTH)
        await game.sit(request.seat, called(request.name, seat), hashed(request.key), account)
        return self._participant(game, request.key, account)

    async def check_names(self, names: Iterable[str], account: str | None, *, is_private: bool = False) -> None:
        """Raise `CommandRefused` for a name that a guest may not carry; `account` is the caller's."""
        await self.in_thread(lambda: self._links.check_guest_names(names, account, is_private=is_private))

    async def check_apart(self, account: str | None, seats: tuple[StoredSeat, ...]) -> None:
        """Raise `CommandRefused` if an account and a holder of these seats have blocked each other."""
        others = frozenset(each.account for each in seats if each.account is not None) - {account}
        if account is not None and others and await self.in_thread(lambda: self._links.are_blocked(account, others)):
            raise CommandRefused(
                Refusal.NOT_YOURS, "You cannot join this game: you have blocked a player in it, or are blocked by one."
            )

    async def read_rules(self, text: str) -> protocol.RulesetInfo:
        """Return a description of a custom rule set; raises `CommandRefused` with what is wrong in it."""
        try:
            return await self.in_thread(lambda: info_of(rules_from(text)))
        except RulesError as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None

    async def arranged(self, nonce: str, made: Callable[[str], tuple[Room, Stored]], access: Access) -> LiveGame:
        """Create a game for a seek, tie or rematch, or return the one created with this nonce.

        `made` receives the new game's name, in a thread. Raises `CommandRefused` or `StoreError`.
        """
        async with self._creating.of(nonce):
            found = await self.in_thread(lambda: self._store.games.made_with(nonce))
            if found is not None:
                return await self.active.open(found.game)
            self.active.make_room()
            name = new_game_id()
            room, stored = await self.in_thread(lambda: made(name))
            return await self._stored(nonce, room, stored, access)

    async def copy(self, game: LiveGame, yours: tuple[Seat, ...], after: int) -> GameCopy:
        """Return a game's events after a version, for play without a connection; raises `CommandRefused`."""
        check_offline(game.room, frozenset(yours))
        stored = await self._load(game.room.name)
        events = tuple(
            CopiedEvent(version=each.version, body=each.body, nonce=each.nonce) for each in stored.events[after:]
        )
        return GameCopy(
            game=stored.game,
            begun=stored.begun,
            setting=game.room.setting.text(),
            version=len(stored.events),
            events=events,
        )

    async def add_offline(self, game: LiveGame, yours: tuple[Seat, ...], played: PlayedOffline) -> PlayAdded:
        """Add what was played without a connection to its game, or store it as a game with the same keys if another
        device has played on there.

        Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        name, people = game.room.name, frozenset(yours)
        found = await game.add_offline(played, name, people)
        if found.branches_at is None:
            return PlayAdded(game=name, version=found.version)
        stored, nonce = await self._load(name), f"offline play in {name}: {played.acts[0].command.nonce}"
        branch = await self.arranged(
            hashed(nonce), lambda new: branched(stored, new, found, self.chance, self.now()), game.door
        )
        found = await branch.add_offline(played, name, people)
        if branch.room.is_over:
            await self._services.append(lambda: self._store.games.append(branch.room.name, (), ended=True))
        return PlayAdded(game=branch.room.name, version=found.version)

    async def _load(self, name: str) -> StoredGame:
        stored = await self.in_thread(lambda: self._store.games.load(name))
        if stored is None:
            raise StoreError(f"The game {name} no longer exists.")
        return stored

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run a function in the threads that simulate strokes."""
        return await self._services.compute(work)

    async def close(self) -> None:
        """Stop every game, the threads and the external engines; takes two seconds at most."""
        await self.active.close()
        self._threads.shutdown()
        await asyncio.to_thread(end_all)

    async def _open(self, name: str) -> LiveGame:
        """Return the game that a client requests; raises `CommandRefused` if there is none."""
        try:
            return await self.active.open(name)
        except KeyError:
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN) from None

    async def _stored(self, nonce: str, room: Room, stored: Stored, access: Access) -> LiveGame:
        """Store a new game and return it, or the one that another process created with this nonce."""

        def begin() -> LogPosition:
            setting, moment = room.setting.text(), Timestamps(room.since, room.since)
            return self._store.games.begin(
                room.name, nonce, setting, stored, access.seats, access.watch, access.invite, access.open, moment
            )

        try:
            mark = await self._services.append(begin)
        except Conflict:
            found = await self.in_thread(lambda: self._store.games.made_with(nonce))
            if found is None:
                raise
            return await self.active.open(found.game)
        if any(each.account is not None for each in access.seats):
            access = changed(access, seats=await self.in_thread(lambda: self._store.games.seats(room.name)))
            room.seated(access.seats)
        return self.active.put(room, access, mark)

    async def _rematch(self, room: Room, access: Access) -> str:
        """Create the rematch of a game with the same people and keys, if it does not exist; return its name."""
        nonce = hashed(f"rematch of {room.name}")
        game = await self.arranged(nonce, lambda name: room.rematch(name, self.chance, self.now()), access)
        return game.room.name

    def _participant(self, game: LiveGame, key: str | None, account: str | None = None) -> Participant:
        return Participant(game, game.door.held_with(key, account))


def _access(command: protocol.NewGame, room: Room, account: str | None) -> Access:
    """Return the access to a new game: the creator's key holds the seats of all people at that screen."""
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
