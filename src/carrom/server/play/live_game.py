"""A live game: one command at a time, stored and then broadcast to every subscriber; and its engine players.

The path of a stroke, as `docs/explanation/architecture.md` lists it: a connection calls `LiveGame.submit`, whose
decision is `Room.propose`; `ReplicatedLog.submit` stores it, `GameReplica.apply` applies it, `Subscribers.broadcast`
sends it. Nothing here blocks the event loop: simulation, engine search and storage run in threads.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.program import Program
from carrom.errors import EngineError, NewerVersion, SetupError, StoreError
from carrom.protocol.http_games import PlayedOffline
from carrom.server.ops import event_log
from carrom.server.ops.event_log import LATEST, Append, ReplicatedLog, Step, TakeSeat
from carrom.server.play.audience import Agreement, OpenGame, TurnTimer, decline_step, rematch_step, setting_step
from carrom.server.play.replica import Changes, GameReplica
from carrom.server.play.services import GameServices
from carrom.server.play.subscribers import Follower, Recalled
from carrom.storage.database import StoredSeat
from carrom.tables.offline_play import Continuation, continuation
from carrom.tables.proposal import AlreadyDone, CommandRefused, PendingChange
from carrom.tables.room import Consent, Room
from carrom.tables.terms import Access
from carrom.values import changed

log = logging.getLogger("carrom.server")
Refusal = protocol.Refusal


class LiveGame:
    """One game in memory, with everything that runs for it."""

    def __init__(
        self,
        room: Room,
        access: Access,
        log: ReplicatedLog,
        programs: Mapping[Seat, Program],
        services: GameServices,
    ) -> None:
        """Open a game; the log is known up to the room's version, `programs` are keyed by initial seats."""
        self._game, self._services, self._programs = OpenGame(room, access, log, services), services, programs
        self.log, self.replica = log, GameReplica(self._game)
        self.audience = self.replica.audience
        self.timer = TurnTimer(room, services.now, log.fellows.fair_since)
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._think_later: asyncio.TimerHandle | None = None
        self._stop_listening = log.listen(self._hinted, self._came_or_went)
        self.is_kept = False
        """Whether a tie that is followed here needs this game, so that it stays in memory."""

    @property
    def room(self) -> Room:
        """The current state of the game."""
        return self._game.room

    @property
    def access(self) -> Access:
        """The holders of the seats, and the access of spectators."""
        return self._game.access

    @property
    def is_quiet(self) -> bool:
        """Whether it has no subscribers and nothing in progress, so that it may be closed."""
        return not self.audience.subscribers and not self._is_thinking and not self.log.lock.locked()

    @property
    def waits(self) -> bool:
        """Whether a seat is open."""
        return bool(self.room.setting.open_seats)

    @property
    def here(self) -> frozenset[Seat]:
        """The connected players, at this process or another, by their initial seats."""
        return self.audience.here

    # -- commands: each is a decision on the present state, which the log stores ---------------------------------------

    async def submit(
        self, command: protocol.GameCommand, yours: frozenset[Seat], heard: int | None = None
    ) -> protocol.Accepted:
        """Execute a command for the players `yours`: propose, store, apply, broadcast.

        `heard` is when it was received, ms since 1970. Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        room, at = self.room, self._game.now() if heard is None else heard
        consent = Agreement(room, command, yours, at) if isinstance(command, Consent) else None

        async def decide() -> protocol.Accepted | Step[Changes]:
            done = room.done(command.nonce)
            if done is None:
                done = room.accord.done(command.nonce)
            if done is not None:
                return protocol.Accepted(nonce=command.nonce, version=done)
            if isinstance(command, protocol.Decline):
                return decline_step(room, command, yours)
            if consent is not None and not consent.is_complete:
                return consent.step()
            if isinstance(command, protocol.Rematch):
                rematch = await self._services.rematch(room, self.access)
                return rematch_step(room, rematch, command.nonce)
            change = await self._services.compute(proposed)
            if isinstance(change, AlreadyDone):
                return protocol.Accepted(nonce=command.nonce, version=change.version)
            return _append(change, answer=protocol.Accepted(nonce=command.nonce, version=change.history.version))

        def proposed() -> PendingChange | AlreadyDone:
            found = room.propose(command, yours, at)
            return found if isinstance(found, AlreadyDone) else self.audience.with_film(found)

        accepted = await self.log.submit(self.replica, decide, seen=command.version)
        self.wake()
        return accepted

    async def add_offline(self, played: PlayedOffline, origin: str, yours: frozenset[Seat]) -> Continuation:
        """Add what the players `yours` played without a connection, all or nothing, on a copy of the game `origin`.

        Nothing is added if it branches off, because another device has played on. Raises `CommandRefused` or
        `StoreError`, changing nothing.
        """

        async def decide() -> Continuation | Step[Changes]:
            room, at = self.room.frozen(), self._game.now()
            found = await self._services.compute(lambda: continuation(room, origin, played, yours, at))
            if not found.changes or found.branches_at is not None:
                return found
            return _append(*found.changes, answer=found)

        found = await self.log.submit(self.replica, decide, seen=LATEST)
        self.wake()
        return found

    async def sit(self, seat: Seat | None, name: str, hash: str, account: str | None = None) -> tuple[Seat, ...]:
        """Give a player an open seat, any if `seat` is None; the game starts when no seat is open.

        `hash` is the hash of the player's key; an account also gives access to the seat. Returns all seats of the
        key. Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        taken: Seat | None = None

        async def decide() -> tuple[Seat, ...] | Step[Changes]:
            nonlocal taken
            held = self.access.held_by(hash)
            if held and seat in (None, *held):
                return held
            if taken is not None and taken not in self.room.setting.open_seats:
                raise CommandRefused(
                    Refusal.NOT_NOW, f"The seat {taken} has just been taken by another player; choose another."
                )
            taken = self._open_seat(seat)
            return TakeSeat(StoredSeat(seat=taken, name=name, hash=hash, account=account))

        held = await self.log.submit(self.replica, decide, seen=LATEST)
        await self.begin()
        return held

    async def begin(self) -> None:
        """Start the game if no seat is open and it has not started."""

        async def decide() -> Step[Changes] | None:
            room = self.room
            if room.has_begun or room.setting.open_seats:
                return None
            return _append(await self._services.compute(lambda: room.opening(self._game.now())))

        await self.log.submit(self.replica, decide)
        self.wake()

    async def forfeit(self, away: Seat) -> None:
        """End the game as lost by a player, by their initial seat, who has not come to it; raises `StoreError`."""

        async def decide() -> Step[Changes] | None:
            room, at = self.room, self._game.now()
            if not room.has_begun or room.is_over:
                return None
            return _append(await self._services.compute(lambda: room.forfeited(away, at)))

        await self.log.submit(self.replica, decide, seen=LATEST)
        self.wake()

    async def restart_turn(self) -> None:
        """Give the player whose turn it is their full time from now on, because no server was running."""
        room = self.room
        if not room.is_timed or not room.has_begun or room.is_over or room.is_paused:
            return
        version, turn = room.version, room.turn_anew(self._game.now())

        async def decide() -> Step[Changes] | None:
            if room.version != version or room.accord.turn == turn:
                return None
            return setting_step(room, lambda setting, offers: changed(setting, accord=changed(offers, turn=turn)))

        await self.log.submit(self.replica, decide)

    async def look(self) -> None:
        """Apply what other processes have appended and agreed on; raises `StoreError`."""
        await self.log.look(self.replica)
        await self.begin()

    def look_soon(self) -> None:
        """Call `look` in the background, unless a command is in progress; reconciliation retries failures."""
        if not self.log.lock.locked():
            self.log.in_background(self._catch_up())

    async def replay(self, request: protocol.Replay) -> str:
        """Return a past stroke, encoded; raises `CommandRefused`."""
        replays = self._services.replays
        return await self._services.compute(lambda: self.room.frozen().replayed(request, replays))

    async def record(self) -> str:
        """Return the game's record as text; raises `CommandRefused` while it has not begun."""
        return await self._services.compute(self.room.frozen().record)

    def snapshot(self) -> str:
        """Return the state of the game, encoded."""
        return self.audience.snapshot()

    # -- subscribers ---------------------------------------------------------------------------------------------------

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
        self._set_timer()

    def aim(self, follower: Follower, seat: Seat, stroke: Stroke | None, yours: frozenset[Seat]) -> None:
        """Show the others where a player aims; raises `CommandRefused` for another player's seat."""
        self.audience.aim(follower, seat, stroke, yours)

    def say(self, seat: Seat, phrase: protocol.Phrase, yours: frozenset[Seat]) -> None:
        """Send a phrase to everybody; raises `CommandRefused` for another player's seat."""
        self.audience.say(seat, phrase, yours)

    def reseat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""
        self.replica.reseat(seats)

    def wake(self) -> None:
        """Set the turn timer, and start an engine player if it is its turn and none is thinking.

        If another process computes the turn, start here only after that process has been silent for a while.
        """
        self._set_timer()
        loop = asyncio.get_running_loop()
        wait = self.replica.others_think_until - loop.time()
        _cancel(self._think_later)
        self._think_later = None
        if wait > 0:
            self._think_later = loop.call_later(wait, self.wake)
        elif self.room.actor in self._programs and not self._is_thinking:
            self._thinking = loop.create_task(self._play())

    def forget(self) -> None:
        """Unsubscribe from other processes, and cancel every timer."""
        self._stop_listening()
        for each in (self._alarm, self._ringing, self._think_later):
            _cancel(each)
        self.audience.close()

    async def close(self) -> None:
        """Stop everything that runs for this game."""
        self.forget()
        self.log.close()
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

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

    # -- other processes -----------------------------------------------------------------------------------------------

    def _hinted(self, hint: event_log.Hint) -> None:
        """Handle a hint from another process."""
        if isinstance(hint, event_log.Transient):
            self.audience.broadcast(hint.text)
        elif not isinstance(hint, event_log.Appended):
            self.log.in_background(self._catch_up())
        elif hint.mark.version > self.room.version:
            self.log.in_background(self._catch_up(hint))

    def _came_or_went(self) -> None:
        self.audience.send_seats()
        self._set_timer()

    async def _catch_up(self, appended: event_log.Appended | None = None) -> None:
        """Apply another process's append if it directly follows, else read the log.

        If a newer version of the program continues the game, everybody reconnects to another process.
        """
        try:
            async with self.log.lock:
                is_next = appended is not None and appended.before.version == self.room.version
                if appended is not None and is_next and self.log.follows(appended):
                    await self.replica.take_over(appended.told, appended.text)
                else:
                    await self.log.read(self.replica)
            await self.begin()
        except NewerVersion as fault:
            self.audience.send_away(str(fault))

    # -- time limits ---------------------------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        """Set the turn timer for the current state of the game; without players here, the game waits."""
        due = self.timer.due(self.here)
        _cancel(self._alarm)
        self._alarm = None
        if due is not None and self.audience.subscribers.here:
            self._alarm = asyncio.get_running_loop().call_later(due[0], self._ring, self.room.version, due[1])

    def _ring(self, version: int, away: Seat | None) -> None:
        self._alarm = None
        self._ringing = asyncio.ensure_future(self._time_is_up(version, away))

    async def _time_is_up(self, version: int, away: Seat | None) -> None:
        """Append the consequence of a time limit, unless the game has changed since `version`.

        `away` is a player who has been disconnected too long; None if the clock has run out.
        """

        async def decide() -> Step[Changes] | None:
            room = self.room
            if room.version != version or room.is_paused or (away is not None and away in self.here):
                return None
            at, is_here = self._game.now(), room.actor in self.here
            if away is not None:
                return _append(await self._services.compute(lambda: room.forfeited(away, at)))
            change = await self._services.compute(lambda: room.timed_out(is_here, at))
            if change is None:
                self.timer.ran_out()
                return None
            return _append(change)

        await self.log.submit(self.replica, decide, seen=LATEST)
        self.wake()

    # -- engine players ------------------------------------------------------------------------------------------------

    @property
    def _is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    def _awaited(self) -> Seat | None:
        """Return the player in turn, by initial seat; None without subscribers, or while computed elsewhere."""
        others = self.replica.others_think_until > asyncio.get_running_loop().time()
        return self.room.actor if self.audience.subscribers and not others else None

    async def _play(self) -> None:
        """Let engine players act until it is a person's turn or the game has no subscribers."""
        while (player := self._awaited()) in self._programs:
            assert player is not None
            try:
                await self._act(self._programs[player])
            except StoreError as fault:
                log.error("%s", fault)
                reason = f"{fault} The computer is waiting: reload the page to let it try again."
                self.audience.broadcast(_broken(reason))
                return
            except SetupError as fault:  # an engine that this server was not started with
                self.audience.broadcast(_broken(str(fault)))
                return
            except Exception:  # any error: the person at the table must not wait forever
                log.exception("the computer at seat %s of game %s cannot act", player, self.room.name)
                stuck = "The computer could not find a stroke. Undo, or reload the page to let it try again."
                self.audience.broadcast(_broken(stuck))
                return

    async def _act(self, program: Program) -> None:
        """Compute a program's action, and append it unless the game has changed meanwhile."""
        services, now = self._services, self._game.now
        room, chance = self.room.frozen(), Random(services.chance.getrandbits(64))
        seat, failure = room.to_act, ""
        assert seat is not None
        try:
            change = await services.think(
                program, lambda: self.audience.with_film(room.program_act(program, seat, chance, now))
            )
        except EngineError as fault:
            failure = str(fault)
            log.error("%s (game %s)", failure, room.name)
            change = await services.compute(lambda: room.failed(seat, failure, now()))

        async def decide() -> bool | Step[Changes]:
            return _append(change, answer=True) if self.room.version == room.version else False

        is_stored = await self.log.submit(self.replica, decide)
        if failure and is_stored:  # after the result, since the page drops a message at the next event
            self.audience.broadcast(_broken(f"{failure.rstrip('.')}, so it has lost this game."))
        self._set_timer()


def _append(*changes: PendingChange, answer: object = None) -> Append[Changes]:
    """Return the step that appends changes to a game, all or nothing; without an answer, the decision is repeated."""
    first = changes[0]
    return Append(
        change=changes,
        batches=tuple(each.told for each in changes),
        answer=answer,
        ended=changes[-1].history.game.is_over,
        shares_events=len(changes) == 1,
        text=str(first.message) if first.message is not None and first.played is None else None,
    )


def _broken(reason: str) -> str:
    return protocol.encode(protocol.Refused(nonce=None, code=Refusal.BROKEN, reason=reason))


def _cancel(running: asyncio.TimerHandle | asyncio.Task[None] | None) -> None:
    if running is not None:
        running.cancel()
