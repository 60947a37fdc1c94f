"""A live game: one command at a time, stored and then broadcast to every subscriber; and its engine players.

Engine players (bots) think and move on their turn while the game has subscribers."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.program import Program
from carrom.errors import EngineError, SetupError, StoreError
from carrom.protocol.http_games import PlayedOffline
from carrom.server.ops.event_log import GameEventLog
from carrom.server.play.audience import Agreements, Audience, OpenGame, TurnTimer
from carrom.server.play.replica import Replica
from carrom.server.play.services import GameServices
from carrom.server.play.subscribers import Follower, Recalled
from carrom.storage.database import StoredSeat
from carrom.tables.offline_play import Continuation, continuation
from carrom.tables.proposal import AlreadyDone, CommandRefused, PendingChange
from carrom.tables.room import Consent, Room
from carrom.tables.terms import Access

log = logging.getLogger("carrom.server")


class BotTurns:
    """The engine players of one game."""

    def __init__(self, game: OpenGame, audience: Audience, replica: Replica, programs: Mapping[Seat, Program]) -> None:
        """Create the engine players; `programs` are keyed by their initial seats."""
        self._game, self._audience, self._replica, self._programs = game, audience, replica, programs
        self._task: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether an engine player is thinking."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Start an engine player if it is its turn and none is thinking.

        If another process computes the turn, start here only after that process has been silent for a while.
        """
        loop = asyncio.get_running_loop()
        wait = self._game.others_think_until - loop.time()
        self._cancel_later()
        if wait > 0:
            self._later = loop.call_later(wait, self.wake)
        elif self._game.room.actor in self._programs and not self.is_under_way:
            self._task = loop.create_task(self._play())

    def forget(self) -> None:
        """Cancel the scheduled start."""
        self._cancel_later()

    async def close(self) -> None:
        """Cancel all thinking."""
        self._cancel_later()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _cancel_later(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _awaited(self) -> Seat | None:
        """Return the player in turn, by initial seat; None without subscribers, or while computed elsewhere."""
        others = self._game.others_think_until > asyncio.get_running_loop().time()
        return self._game.room.actor if self._audience.subscribers and not others else None

    async def _play(self) -> None:
        """Act until it is a person's turn or the game has no subscribers."""
        while (player := self._awaited()) in self._programs:
            assert player is not None
            try:
                await self._act(self._programs[player])
            except StoreError as fault:
                log.error("%s", fault)
                self._audience.broadcast(_not_stored(fault))
                return
            except SetupError as fault:  # an engine that this server was not started with
                self._audience.broadcast(protocol.encode(_broken(str(fault))))
                return
            except Exception:  # any error: the person at the table must not wait forever
                log.exception("the computer at seat %s of game %s cannot act", player, self._game.room.name)
                self._audience.broadcast(_STUCK)
                return

    async def _act(self, program: Program) -> None:
        """Compute a program's action, and append it unless the game has changed meanwhile."""
        game = self._game
        room, chance = game.room.frozen(), Random(game.services.chance.getrandbits(64))
        seat, failure = room.to_act, ""
        assert seat is not None
        try:
            proposal = await game.services.think(
                program, lambda: self._audience.with_film(room.program_act(program, seat, chance, game.now))
            )
        except EngineError as fault:
            failure = str(fault)
            log.error("%s (game %s)", failure, room.name)
            proposal = await game.services.compute(lambda: room.failed(seat, failure, game.now()))
        async with game.lock:
            is_current = room.version == game.room.version
            if is_current:
                await self._replica.append_or_read(proposal)
        if failure and is_current:  # after the result, since the page drops a message at the next event
            self._audience.broadcast(protocol.encode(_broken(f"{failure.rstrip('.')}, so it has lost this game.")))
        self._audience.set_timer()


def _not_stored(fault: StoreError) -> str:
    """Return the message that the program's action could not be stored."""
    return protocol.encode(_broken(f"{fault} The computer is waiting: reload the page to let it try again."))


def _broken(reason: str) -> protocol.Refused:
    return protocol.Refused(nonce=None, code=protocol.Refusal.BROKEN, reason=reason)


_STUCK = protocol.encode(
    protocol.Refused(
        nonce=None,
        code=protocol.Refusal.BROKEN,
        reason="The computer could not find a stroke. Undo, or reload the page to let it try again.",
    )
)


# -- the game ----------------------------------------------------------------------------------------------------------
# The path of a stroke, as `docs/explanation/architecture.md` draws it: a connection calls `LiveGame.submit`;
# `Room.propose` computes the change, `GameEventLog.append` stores it, `Room.apply` applies it and
# `Subscribers.broadcast` sends it. Nothing here blocks the event loop: simulation, engine search and storage run
# in threads.
#
# The parts of a game share an `OpenGame`: its `Audience`, the `Agreements` of its players, its `TurnTimer`, its engine
# players (`BotTurns`), and the `Replica` that appends to its log and follows other processes
# (docs/decisions/server-clusters.md).


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
