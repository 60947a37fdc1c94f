"""A live game: one command at a time, stored and then broadcast to every subscriber.

A room is pure; a table gives it threads for the heavy work (a stroke to simulate, a program to think), the store, and
followers. Nothing here blocks the event loop.

Who follows is a player (or several, at one screen) or looks on. What other people at the table must agree to (undo,
pause, rematch) is done once they all have said it.

The same game may stand on tables of other processes. Nobody owns it: who appends to its log first is right, the others
read what stands and decide again (`nodes/log.py`). What others have appended is told here as if it had been done here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.play.program import Program
from carrom.errors import EngineError
from carrom.observability.tracing import span
from carrom.server.cluster.bus import InProcess
from carrom.server.cluster.event_log import GameEventLog
from carrom.server.cluster.presence import GRACE, LocalPresence
from carrom.server.live_games.bot_turns import BotTurns
from carrom.server.live_games.replica import Replica
from carrom.storage.models import LogPosition
from carrom.storage.store import Store
from carrom.tables.access import Access
from carrom.tables.consent import Consent, agreed, declined, paused
from carrom.tables.errors import CommandRefused
from carrom.tables.offers import Offers
from carrom.tables.proposal import AlreadyDone, PendingChange
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings
from carrom.tables.views.snapshots import ReplayCache
from carrom.values import changed

log = logging.getLogger("carrom.server")

Refusal = protocol.Refusal


class LiveGame(Replica):
    """One game that is being played."""

    def __init__(
        self,
        room: Room,
        door: Access,
        store: Store,
        programs: Mapping[Seat, Program],
        strokes: Executor,
        thoughts: Executor,
        chance: Random,
        now: Callable[[], int],
        again: Callable[["LiveGame"], Awaitable[str]] | None = None,
        films: ReplayCache | None = None,
        heard: Callable[[Room], None] = lambda room: None,
        near: Callable[["LiveGame"], frozenset[Seat]] = lambda table: frozenset(),
        known: GameEventLog | None = None,
        appends: Executor | None = None,
    ) -> None:
        """Put a room on a table.

        `programs` are named by their seats at the beginning; `strokes` and `thoughts` are the threads for simulating
        and for thinking, `now` returns ms since 1970, `again` begins the rematch and returns its name, `films`
        are the replays that are remembered, `heard` is told after everything that has happened, `near` returns the
        players who wait within sight of the table (at the card of its tie) and are shown as here, `known` is the
        game's log as far as it is known, `appends` are the threads that wait for the store, those of strokes unless
        told.
        """
        known = known or GameEventLog(
            store, "game", room.name, LogPosition(room.version, b"", b""), InProcess(), LocalPresence(now)
        )
        super().__init__(room, door, known, store, now, heard, lambda: near(self), strokes, appends or strokes, chance)
        self._thoughts, self._begin_again, self._films = thoughts, again, films or ReplayCache()
        self._thinking = BotTurns(room.name, programs, self._awaited, self._let_act, self._followers.tell)
        self._turn: asyncio.TimerHandle | None = None

    @property
    def is_quiet(self) -> bool:
        """Whether nobody follows and no program thinks, so that the table may be cleared."""
        return not self._followers and not self._thinking.is_under_way and not self._one_at_a_time.locked()

    async def command(
        self, command: protocol.GameCommand, yours: frozenset[Seat], heard: int | None = None
    ) -> protocol.Accepted:
        """Do a command of who acts for the players `yours`, store what happened, tell everybody.

        It was heard at `heard`, ms since 1970. Raises `CommandRefused` or `StoreError`, changing nothing.
        """
        at = self._now() if heard is None else heard
        async with self._one_at_a_time:
            if self.log.is_shared and command.version > self.room.version:
                await self._look()
            accepted = await self._first(lambda: self._followed(command, yours, at))
        self.wake()
        return accepted

    async def sit(self, seat: Seat | None, name: str, hash: str, account: str | None = None) -> tuple[Seat, ...]:
        """Give who holds the key of `hash` an open seat, any if None is named; the game begins when none is left.

        His account, if he has one, opens it, too. Returns all the seats he holds. Raises `CommandRefused` or
        `StoreError`, changing nothing.
        """
        async with self._one_at_a_time:
            if self.log.is_shared:
                await self._look()
            held = self.door.held_by(hash)
            if not held or seat not in (None, *held):
                await self._take(self._open_seat(seat), name, hash, account)
        await self.begin()
        return self.door.held_by(hash)

    async def _take(self, seat: Seat, name: str, hash: str, account: str | None) -> None:
        """Give an open seat to who holds the key of `hash`, and tell everybody."""
        if not await self._in(self._appends, lambda: self._store.take_seat(self.room.name, seat, name, hash, account)):
            raise CommandRefused(
                Refusal.NOT_NOW, f"The seat {seat} has just been taken by somebody else; choose another."
            )
        self._seat(await self._in(self._appends, lambda: self._store.seats(self.room.name)))
        self.log.tell_turned()

    async def replay(self, request: protocol.Replay) -> str:
        """Return a past stroke, encoded; raises `CommandRefused`."""
        return await self._in(self._strokes, lambda: self.room.frozen().replayed(request, self._films))

    async def record(self) -> str:
        """Return the game's record as text; raises `CommandRefused` while it has not begun."""
        return await self._in(self._strokes, self.room.frozen().record)

    def wake(self) -> None:
        """Let a program think, if the game waits for one and none thinks yet; look at the clock.

        Where another process has a program to think, this one begins when that has said nothing for a while.
        """
        self._watch.wind(self.here, bool(self._followers.here))
        wait = self._others_think_until - asyncio.get_running_loop().time()
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None
        if wait > 0:
            self._turn = asyncio.get_running_loop().call_later(wait, self.wake)
        else:
            self._thinking.wake(self.room.actor)

    def let_others_think(self) -> None:
        """Wait for a while before a program thinks here: another process has it to think."""
        self._others_think_until = asyncio.get_running_loop().time() + GRACE

    def forget(self) -> None:
        """Hear nothing more, and ring no more."""
        self._quiet()
        self._watch.close()
        self._relay.close()
        if self._turn is not None:
            self._turn.cancel()

    async def close(self) -> None:
        """Stop thinking and the clock."""
        self.forget()
        for task in self._beside:
            task.cancel()
        await self._thinking.close()

    async def _followed(self, command: protocol.GameCommand, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Follow a command, unless it was followed before."""
        done = self.room.done(command.nonce)
        if done is None:
            done = self.room.accord.done(command.nonce)
        if done is not None:
            return protocol.Accepted(nonce=command.nonce, version=done)
        if isinstance(command, Consent):
            return await self._consented(command, yours, at)
        if isinstance(command, protocol.Decline):
            decline = command
            await self._agreed(
                lambda setting, accord: changed(setting, accord=declined(self.room, accord, decline, yours))
            )
            return protocol.Accepted(nonce=command.nonce, version=self.room.version)
        return await self._done(command, yours, at)

    async def _done(self, command: protocol.GameCommand, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Do a command that is an event of the game."""

        proposal = await self._in(self._strokes, lambda: self.room.propose(command, yours, at))
        if isinstance(proposal, AlreadyDone):
            return protocol.Accepted(nonce=command.nonce, version=proposal.version)
        with span("append", events=len(proposal.stored)):
            await self._in(self._appends, lambda: self.log.append(proposal))
        self._appended(proposal)
        return protocol.Accepted(nonce=command.nonce, version=self.room.version)

    async def _consented(self, command: Consent, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Do what was asked if all the people agree now, else offer it to the others."""
        all_agree = False

        def made(setting: GameSettings, accord: Offers) -> GameSettings:
            nonlocal all_agree
            said, all_agree = agreed(self.room, accord, command, yours)
            if not all_agree:
                return changed(setting, accord=said)
            if not isinstance(command, protocol.Pause):
                return setting  # an undo is an event, a rematch a game
            said = paused(self.room, said, command.nonce, at)
            return changed(setting, accord=said, paused=said.turn is not None and said.turn.left is not None)

        await self._agreed(made)
        if all_agree and isinstance(command, protocol.Undo):
            return await self._done(command, yours, at)
        if all_agree and isinstance(command, protocol.Rematch):
            assert self._begin_again is not None
            again = await self._begin_again(self)
            await self._agreed(
                lambda setting, accord: changed(
                    setting,
                    accord=changed(accord.without(protocol.OfferKind.REMATCH), rematch=again).remembering(
                        command.nonce
                    ),
                )
            )
        return protocol.Accepted(nonce=command.nonce, version=self.room.version)

    async def _time_is_up(self, version: int, away: Seat | None) -> None:
        """Let follow what the law says, unless something else has happened since `version`."""
        async with self._one_at_a_time:
            if self.log.is_shared:
                await self._look()
            if self.room.version != version or self.room.is_paused or (away is not None and away in self.here):
                return
            at, here = self._now(), self.room.actor in self.here
            if away is not None:
                proposal: PendingChange | None = await self._in(self._strokes, lambda: self.room.forfeited(away, at))
            else:
                proposal = await self._in(self._strokes, lambda: self.room.timed_out(here, at))
            if proposal is None:
                self._watch.ran_out()
            else:
                await self._commit(proposal)
        self.wake()

    def _awaited(self) -> Seat | None:
        """Return the player whose act is awaited here, by his seat at the beginning; None where nobody follows."""
        others = self._others_think_until > asyncio.get_running_loop().time()
        return self.room.actor if self._followers and not others else None

    async def _let_act(self, player: Program) -> None:
        """Let the program that is asked think beside the table, and act unless something else happened meanwhile."""
        room, chance = self.room.frozen(), Random(self._chance.getrandbits(64))
        seat = room.to_act
        assert seat is not None
        try:
            proposal = await self._in(self._thoughts, lambda: room.program_act(player, seat, chance, self._now))
        except EngineError as fault:
            reason = str(fault)
            log.error("%s", reason)
            self._tell(protocol.encode(protocol.Refused(nonce=None, code=Refusal.BROKEN, reason=reason)))
            proposal = await self._in(self._strokes, lambda: room.failed(seat, reason, self._now()))
        async with self._one_at_a_time:
            if room.version == self.room.version:
                await self._commit(proposal)
        self._watch.wind(self.here, bool(self._followers.here))

    def _open_seat(self, seat: Seat | None) -> Seat:
        """Return an open seat, that one if it is named; raises `CommandRefused`."""
        free = self.room.setting.open_seats
        if not free:
            raise CommandRefused(
                Refusal.NOT_NOW, "All seats of this game are taken; you may look on if its players let you."
            )
        if seat is not None and seat not in free:
            raise CommandRefused(Refusal.NOT_NOW, f"The seat {seat} is not open; expected {' or '.join(free)}.")
        return free[0] if seat is None else seat
