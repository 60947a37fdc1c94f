"""The registry of live games: create, join and reopen games; those that are active in this process."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.external import player_named
from carrom.engine.external_process import end_all
from carrom.errors import Conflict, DamagedGame, RulesError, StoreError
from carrom.game.game import GameHistory
from carrom.protocol.http_games import CopiedEvent, GameCopy, PlayAdded, PlayedOffline
from carrom.server.common import NamedLocks, ServerLimits
from carrom.server.ops.cluster import LocalPresence, Presence, RemoteUsers
from carrom.server.ops.event_log import TRIES, ReplicatedLog
from carrom.server.play.live_game import LiveGame
from carrom.server.play.services import GameServices, GameThreads, ServerLinks
from carrom.server.play.subscribers import Recalled
from carrom.storage.database import LogPosition, StoredEvent, StoredGame, StoredSeat, Timestamps
from carrom.storage.store import Store
from carrom.tables.history import Checkpoints
from carrom.tables.offline_play import branched, check_offline
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import Room
from carrom.tables.terms import Access, called, rules_from
from carrom.tables.views import info_of
from carrom.tokens import could_be_game, hashed, new_game_id
from carrom.values import changed

# -- active games: opened from the store on demand, closed when idle ---------------------------------------------------


_PATIENCE = 1.0
"""Seconds that a client waits for a read of the log; after that, it is sent what is known here."""


class ActiveGames:
    """The games in memory, most recently used last."""

    def __init__(self, services: GameServices, presence: Presence, most: int) -> None:
        """Hold at most `most` games in memory."""
        self._services, self._presence, self._most = services, presence, most
        store = services.store
        self._checkpoints = Checkpoints(store.database, store.checkpoint_key)
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._opening = NamedLocks()

    def __len__(self) -> int:
        """Return the number of games in memory."""
        return len(self._games)

    def followed(self) -> dict[str, LiveGame]:
        """Return the games with subscribers, and those that a followed tie needs, by name."""
        return {name: game for name, game in self._games.items() if not game.is_quiet or game.is_kept}

    def in_memory(self) -> dict[str, LiveGame]:
        """Return the games in memory by their names."""
        return dict(self._games)

    def latest(self, most: int) -> tuple[LiveGame, ...]:
        """Return the most recently used games in memory, at most `most`."""
        return tuple(islice(reversed(self._games.values()), most))

    def find(self, name: str) -> LiveGame | None:
        """Return a game if it is in memory."""
        return self._games.get(name)

    async def game(self, name: str) -> GameHistory:
        """Return the current state of a game; raises `KeyError`, or `CarromError` if it cannot be read."""
        return (await self._room(name)).game

    async def recorded(self, name: str) -> GameHistory:
        """Return a game as in its record, with current names; raises like `game`."""
        room = await self._room(name)
        return await self._services.compute(lambda: room.setting.told(room.game))

    async def public_room(self, name: str) -> Room | None:
        """Return a copy of the room of a game that anybody may watch, without opening the game; None for any other.

        Raises `CarromError` if it cannot be read.
        """
        known, services = self._games.get(name), self._services
        if known is not None:
            return known.room.frozen() if known.access.open else None
        if not could_be_game(name):
            return None
        stored = await services.compute(lambda: services.store.games.load(name))
        if stored is None or not stored.open:
            return None
        return await services.compute(lambda: self._read(stored))

    async def open(self, name: str) -> LiveGame:
        """Return a live game, loaded from the store if necessary; raises `KeyError`, `CommandRefused` or `StoreError`.

        Concurrent requests for a game load it once, and a long game delays only requests for that game.
        """
        if not could_be_game(name):
            raise KeyError(name)
        async with self._opening.of(name):
            known = self._games.get(name)
            if known is None or known.audience.has_moved_away:
                self.remove(name)
                known = await self._restored(name)
            self._games.move_to_end(name)
            if self._presence.shared:  # also a new one, which follows the log only since it was read
                await self.look(known)
            return known

    def put(self, room: Room, access: Access, mark: LogPosition) -> LiveGame:
        """Return a new live game with its engine players; its log is known up to the position `mark`."""
        services = self._services
        programs = {seat: player_named(name) for seat, name in room.setting.programs.items()}
        store, bus = services.store.games, services.links.bus
        log = ReplicatedLog(store, room.name, mark, bus, self._presence, services.append)
        self._games[room.name] = LiveGame(room, access, log, programs, services)
        return self._games[room.name]

    def make_room(self) -> None:
        """Close idle games over the limit, least recently used first; raises `CommandRefused` if all are in use."""
        for name in [name for name, game in self._games.items() if game.is_quiet]:
            if len(self._games) < self._most:
                return
            self.remove(name)
        if len(self._games) >= self._most:
            reason = "This server is full; try again later."
            raise CommandRefused(protocol.Refusal.FULL, reason)

    def remove(self, name: str) -> None:
        """Close a game if it is in memory."""
        if (game := self._games.pop(name, None)) is not None:
            game.forget()

    async def look(self, game: LiveGame) -> None:
        """Read the log of a game for a client; if the database is slow, the client gets the known state."""
        looking = asyncio.ensure_future(game.look())
        looking.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait({looking}, timeout=_PATIENCE)
        if looking.done():
            with suppress(StoreError):
                looking.result()

    async def recall(self, game: LiveGame, seen: int | None, *, films: bool = True) -> Recalled | None:
        """Return the events after version `seen` that the room does not have, rebuilt while the game continues."""
        messages: tuple[str, ...] = ()
        for _ in range(TRIES):
            found = await game.replica.recall(seen, films=films)
            if found is None:
                break
            seen, messages = found[0], messages + found[1]
            if seen > game.room.version:
                await self.look(game)
        return None if seen is None or not messages else (seen, messages)

    async def close(self) -> None:
        """Stop every game."""
        await asyncio.gather(*(game.close() for game in self._games.values()))

    async def _room(self, name: str) -> Room:
        """Return a copy of a game's room; raises `KeyError`, or `CarromError` if it cannot be read."""
        if name in self._games:
            return self._games[name].room.frozen()
        services = self._services
        stored = await services.compute(lambda: services.store.games.load(name))
        if stored is None:
            raise KeyError(name)

        return await services.compute(lambda: self._read(stored))

    def _read(self, stored: StoredGame) -> Room:
        """Return the room of a stored game; raises `CarromError` if its events cannot be read."""
        checkpoint = self._checkpoints.find(stored.game)
        return Room.restored(stored, self._services.chance, self._services.now(), checkpoint=checkpoint)

    async def _restored(self, name: str) -> LiveGame:
        """Return a game from the store; raises `KeyError`."""
        services = self._services
        stored = await services.compute(lambda: services.store.games.load(name))
        if stored is None:
            raise KeyError(name)
        elsewhere = await services.compute(lambda: self._presence.ask(f"game.{name}"))
        goes_on = elsewhere != RemoteUsers()
        self.make_room()
        checkpoint = await services.compute(lambda: self._checkpoints.find(name))
        room = await services.compute(
            lambda: Room.restored(stored, services.chance, services.now(), goes_on=goes_on, checkpoint=checkpoint)
        )
        game = self.put(room, Access.of(stored), stored.mark)
        game.replica.save_checkpoint(0 if checkpoint is None else checkpoint.version)
        if goes_on:
            game.replica.let_others_think()
        elif self._presence.shared:
            await game.restart_turn()
        await game.begin()
        if game.room.is_over != (stored.ended is not None):
            await services.append(lambda: services.store.games.append(name, (), ended=game.room.is_over))
        return game


# -- the registry ------------------------------------------------------------------------------------------------------


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
        if not place.yours and not game.access.lets_watch(request.watch):
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
        if not game.access.lets_join(request.invite):
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        await self.check_apart(account, game.access.seats)
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
            hashed(nonce), lambda new: branched(stored, new, found, self.chance, self.now()), game.access
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
        return Participant(game, game.access.held_with(key, account))


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
