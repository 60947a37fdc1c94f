"""A live game: one command at a time, stored and then broadcast to every subscriber.

The path of a stroke, as `docs/explanation/architecture.md` draws it: a connection calls `LiveGame.submit`;
`Room.propose` computes the change, `GameEventLog.append` stores it, `Room.apply` applies it and
`Subscribers.broadcast` sends it. Nothing here blocks the event loop: simulation, engine search and storage run
in threads.

The parts of a game share an `OpenGame`: its `Audience`, the `Agreements` of its players, its `TurnTimer`, its engine
players (`BotTurns`), and the `Replica` that appends to its log and follows other processes
(docs/decisions/server-clusters.md).
"""

from collections.abc import Callable, Mapping

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.play.program import Program
from carrom.protocol.http.offline import PlayedOffline
from carrom.server.cluster.event_log import GameEventLog
from carrom.server.live_games.agreements import Agreements
from carrom.server.live_games.audience import Audience
from carrom.server.live_games.bot_turns import BotTurns
from carrom.server.live_games.catch_up import Recalled
from carrom.server.live_games.open_game import OpenGame
from carrom.server.live_games.replica import Replica
from carrom.server.live_games.services import GameServices
from carrom.server.live_games.subscribers import Follower
from carrom.server.live_games.turn_timer import TurnTimer
from carrom.storage.models import StoredSeat
from carrom.tables.access import Access
from carrom.tables.consent import Consent
from carrom.tables.errors import CommandRefused
from carrom.tables.offline_play import Continuation, continuation
from carrom.tables.proposal import AlreadyDone, PendingChange
from carrom.tables.room import Room

Refusal = protocol.Refusal


class LiveGame:
    """One game in memory, with everything that runs for it."""

    def __init__(
        self,
        room: Room,
        access: Access,
        log: GameEventLog,
        programs: Mapping[Seat, Program],
        services: GameServices,
    ) -> None:
        """Open a game; the log is known up to the room's version, `programs` are keyed by initial seats."""
        self._game = OpenGame(room, access, log, services)
        self.timer = TurnTimer(room, services.now, self._time_is_up, log.fellows.fair_since)
        self.audience = Audience(self._game, self.timer)
        self._agreements = Agreements(self._game, self.audience)
        self.replica = Replica(self._game, self.audience, self._agreements, self.wake)
        self._bots = BotTurns(self._game, self.audience, self.replica, programs)
        self.is_kept = False
        """Whether a tie that is followed here needs this game, so that it stays in memory."""

    @property
    def room(self) -> Room:
        """The current state of the game."""
        return self._game.room

    @property
    def door(self) -> Access:
        """The holders of the seats, and the access of spectators."""
        return self._game.door

    @property
    def log(self) -> GameEventLog:
        """The game's event log."""
        return self._game.log

    @property
    def is_quiet(self) -> bool:
        """Whether it has no subscribers and nothing in progress, so that it may be closed."""
        return not self.audience.subscribers and not self._bots.is_under_way and not self._game.lock.locked()

    @property
    def waits(self) -> bool:
        """Whether a seat is open."""
        return bool(self.room.setting.open_seats)

    @property
    def here(self) -> frozenset[Seat]:
        """The connected players, at this process or another, by their initial seats."""
        return self.audience.here

    async def submit(
        self, command: protocol.GameCommand, yours: frozenset[Seat], heard: int | None = None
    ) -> protocol.Accepted:
        """Execute a command for the players `yours`: propose, store, apply, broadcast.

        `heard` is when it was received, ms since 1970. Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        at = self._game.now() if heard is None else heard
        async with self._game.lock:
            if self.log.is_shared and command.version > self.room.version:
                await self.replica.read_news()
            accepted = await self.replica.retry(lambda: self._execute(command, yours, at))
        self.wake()
        return accepted

    async def add_offline(self, played: PlayedOffline, origin: str, yours: frozenset[Seat]) -> Continuation:
        """Add what the players `yours` played without a connection, all or nothing, on a copy of the game `origin`.

        Nothing is added if it branches off, because another device has played on. Raises `CommandRefused` or
        `StoreError`, changing nothing.
        """

        async def add() -> Continuation:
            room, at = self.room.frozen(), self._game.now()
            found = await self._game.services.compute(lambda: continuation(room, origin, played, yours, at))
            if found.changes and found.branches_at is None:
                await self.replica.append_all(found.changes)
            return found

        async with self._game.lock:
            await self._read_if_shared()
            found = await self.replica.retry(add)
        self.wake()
        return found

    async def sit(self, seat: Seat | None, name: str, hash: str, account: str | None = None) -> tuple[Seat, ...]:
        """Give a player an open seat, any if `seat` is None; the game starts when no seat is open.

        `hash` is the hash of the player's key; an account also gives access to the seat. Returns all seats of the
        key. Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        async with self._game.lock:
            await self._read_if_shared()
            held = self.door.held_by(hash)
            if not held or seat not in (None, *held):
                await self._take(self._open_seat(seat), name, hash, account)
        await self.begin()
        return self.door.held_by(hash)

    async def begin(self) -> None:
        """Start the game if no seat is open and it has not started."""
        async with self._game.lock:
            await self.replica.begin_if_full()
        self.wake()

    async def forfeit(self, away: Seat) -> None:
        """End the game as lost by a player, by their initial seat, who has not come to it; raises `StoreError`."""
        async with self._game.lock:
            await self._read_if_shared()
            room, at = self.room, self._game.now()
            if room.has_begun and not room.is_over:
                await self.replica.append_or_read(await self._game.services.compute(lambda: room.forfeited(away, at)))
        self.wake()

    async def look(self) -> None:
        """Apply what other processes have appended and agreed on; raises `StoreError`."""
        async with self._game.lock:
            await self.replica.read_news()
        self.wake()

    def look_soon(self) -> None:
        """Call `look` in the background, unless a command is in progress; reconciliation retries failures."""
        if not self._game.lock.locked():
            self.replica.in_background(self.look())

    async def replay(self, request: protocol.Replay) -> str:
        """Return a past stroke, encoded; raises `CommandRefused`."""
        replays = self._game.services.replays
        return await self._game.services.compute(lambda: self.room.frozen().replayed(request, replays))

    async def record(self) -> str:
        """Return the game's record as text; raises `CommandRefused` while it has not begun."""
        return await self._game.services.compute(self.room.frozen().record)

    def snapshot(self) -> str:
        """Return the state of the game, encoded."""
        return self.audience.snapshot()

    def follow(
        self,
        follower: Follower,
        seen: int | None,
        yours: frozenset[Seat] = frozenset(),
        part: Callable[[], None] | None = None,
        recalled: Recalled | None = None,
        *,
        films: bool = True,
    ) -> None:
        """Subscribe (see `Audience.follow`); an engine player thinks only while there are subscribers."""
        self.audience.follow(follower, seen, yours, part, recalled, films=films)
        self.wake()

    def leave(self, follower: Follower) -> None:
        """Remove a subscriber."""
        self.audience.leave(follower)

    def aim(self, follower: Follower, seat: Seat, stroke: Stroke | None, yours: frozenset[Seat]) -> None:
        """Show the others where a player aims; raises `CommandRefused` for another player's seat."""
        self.audience.aim(follower, seat, stroke, yours)

    def say(self, seat: Seat, phrase: protocol.Phrase, yours: frozenset[Seat]) -> None:
        """Send a phrase to everybody; raises `CommandRefused` for another player's seat."""
        self.audience.say(seat, phrase, yours)

    def reseat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""
        self._agreements.reseat(seats)

    def wake(self) -> None:
        """Set the turn timer, and start an engine player if it is its turn."""
        self.audience.set_timer()
        self._bots.wake()

    def forget(self) -> None:
        """Unsubscribe from other processes, and cancel every timer."""
        self.replica.stop_listening()
        self.timer.close()
        self.audience.close()
        self._bots.forget()

    async def close(self) -> None:
        """Stop everything that runs for this game."""
        self.forget()
        self.replica.close()
        await self._bots.close()

    async def _execute(self, command: protocol.GameCommand, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Execute a command, unless its nonce was executed before."""
        done = self.room.done(command.nonce)
        if done is None:
            done = self.room.accord.done(command.nonce)
        if done is not None:
            return protocol.Accepted(nonce=command.nonce, version=done)
        if isinstance(command, protocol.Decline):
            await self._agreements.decline(command, yours)
        elif isinstance(command, Consent):
            all_agree = await self._agreements.consent(command, yours, at)
            if all_agree and isinstance(command, protocol.Undo):
                return await self._append(command, yours, at)
            if all_agree and isinstance(command, protocol.Rematch):
                await self._agreements.begin_rematch(command.nonce)
        else:
            return await self._append(command, yours, at)
        return protocol.Accepted(nonce=command.nonce, version=self.room.version)

    async def _append(self, command: protocol.GameCommand, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Execute a command that appends events to the game."""

        def proposed() -> PendingChange | AlreadyDone:
            found = self.room.propose(command, yours, at)
            return found if isinstance(found, AlreadyDone) else self.audience.with_film(found)

        proposal = await self._game.services.compute(proposed)
        if isinstance(proposal, AlreadyDone):
            return protocol.Accepted(nonce=command.nonce, version=proposal.version)
        await self.replica.append(proposal)
        return protocol.Accepted(nonce=command.nonce, version=self.room.version)

    async def _time_is_up(self, version: int, away: Seat | None) -> None:
        """Append the consequence of a time limit, unless the game has changed since `version`.

        `away` is a player who has been disconnected too long; None if the clock has run out.
        """
        async with self._game.lock:
            await self._read_if_shared()
            room = self.room
            if room.version != version or room.is_paused or (away is not None and away in self.here):
                return
            at, is_here = self._game.now(), room.actor in self.here
            if away is not None:
                proposal: PendingChange | None = await self._game.services.compute(lambda: room.forfeited(away, at))
            else:
                proposal = await self._game.services.compute(lambda: room.timed_out(is_here, at))
            if proposal is None:
                self.timer.ran_out()
            else:
                await self.replica.append_or_read(proposal)
        self.wake()

    async def _read_if_shared(self) -> None:
        """Read what other processes have appended, if there are any."""
        if self.log.is_shared:
            await self.replica.read_news()

    async def _take(self, seat: Seat, name: str, hash: str, account: str | None) -> None:
        """Store the holder of an open seat, and broadcast it; raises `CommandRefused` or `StoreError`."""
        store, game = self._game.services.store, self.room.name
        if not await self._game.services.append(lambda: store.games.take_seat(game, seat, name, hash, account)):
            raise CommandRefused(
                Refusal.NOT_NOW, f"The seat {seat} has just been taken by another player; choose another."
            )
        self._agreements.seat(await self._game.services.append(lambda: store.games.seats(game)))
        self.log.tell_turned()

    def _open_seat(self, seat: Seat | None) -> Seat:
        """Return the given seat, or the first one, if it is open; raises `CommandRefused`."""
        free = self.room.setting.open_seats
        if not free:
            raise CommandRefused(
                Refusal.NOT_NOW, "All seats of this game are taken; you may watch if its players allow it."
            )
        if seat is not None and seat not in free:
            raise CommandRefused(Refusal.NOT_NOW, f"The seat {seat} is not open; expected {' or '.join(free)}.")
        return free[0] if seat is None else seat
