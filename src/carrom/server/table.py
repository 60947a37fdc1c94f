"""A room with people and programs at it: one command at a time, stored, then told to everybody who follows.

A room is pure; a table gives it threads for the heavy work (a stroke to simulate, a program to think), the store, and
followers. Nothing here blocks the event loop.

Who follows is a player (or several, at one screen) or looks on. What other people at the table must agree to (undo,
pause, rematch) is done once they all have said it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.player import Program
from carrom.errors import EngineError
from carrom.server.consent import Consent, Consents
from carrom.server.door import Door
from carrom.server.followers import Follower, Followers
from carrom.server.proposal import Done, Proposal
from carrom.server.refuse import Refuse
from carrom.server.relay import Relay
from carrom.server.remembered import Films
from carrom.server.room import Room
from carrom.server.store import Store
from carrom.server.stored import StoredSeat
from carrom.server.thinking import Thinking
from carrom.server.watch import Watch

log = logging.getLogger("carrom.server")

T = TypeVar("T")
Asked = TypeVar("Asked", Proposal, Proposal | Done)

Refusal = protocol.Refusal


class Table:
    """One game that is being played."""

    def __init__(
        self,
        room: Room,
        door: Door,
        store: Store,
        programs: Mapping[Seat, Program],
        strokes: Executor,
        thoughts: Executor,
        chance: Random,
        now: Callable[[], int],
        again: Callable[["Table"], Awaitable[str]] | None = None,
        films: Films | None = None,
        heard: Callable[[Room], None] = lambda room: None,
        near: Callable[["Table"], frozenset[Seat]] = lambda table: frozenset(),
    ) -> None:
        """Put a room on a table.

        `programs` are named by their seats at the beginning; `strokes` and `thoughts` are the threads for simulating
        and for thinking, `now` returns ms since 1970, `again` begins the rematch and returns its name, `films`
        are the replays that are remembered, `heard` is told after everything that has happened, `near` returns the
        players who wait within sight of the table (at the card of its tie) and are shown as here.
        """
        self.room, self.door = room, door
        self._store, self._chance, self._now = store, chance, now
        self._strokes, self._thoughts, self._begin_again = strokes, thoughts, again
        self._films, self._heard, self._near = films or Films(), heard, near
        self._followers, self._consents, self._relay = Followers(), Consents(room), Relay()
        self._one_at_a_time = asyncio.Lock()
        self._thinking = Thinking(room.name, programs, self._awaited, self._let_act, self._followers.tell)
        self._watch = Watch(room, now, self._time_is_up)

    @property
    def is_quiet(self) -> bool:
        """Whether nobody follows and no program thinks, so that the table may be cleared."""
        return not self._followers and not self._thinking.is_under_way

    @property
    def here(self) -> frozenset[Seat]:
        """The players who are connected, by their seats at the beginning."""
        return self._followers.here

    def follow(self, follower: Follower, seen: int | None, yours: frozenset[Seat] = frozenset()) -> None:
        """Send what came after version `seen` (or a snapshot), and every event from now on."""
        self._followers.add(follower, yours)
        missed = self.room.missed(seen)
        if missed is None:
            follower(self.snapshot())
        else:
            for text in (*missed, *(protocol.encode(offer) for offer in self._consents.offers.all()), self._clock()):
                follower(text)
        self.tell_seats(follower)
        self.wake()

    def leave(self, follower: Follower) -> None:
        """Send nothing more."""
        if self._followers.drop(follower):
            self.tell_seats()

    async def command(
        self, command: protocol.GameCommand, yours: frozenset[Seat], heard: int | None = None
    ) -> protocol.Accepted:
        """Do a command of who acts for the players `yours`, store what happened, tell everybody.

        It was heard at `heard`, ms since 1970. Raises `Refuse` or `StoreError`, changing nothing.
        """
        at = self._now() if heard is None else heard
        async with self._one_at_a_time:
            if (said := self._consents.said(command.nonce)) is not None:
                return said
            if isinstance(command, Consent):
                accepted = await self._consented(command, yours, at)
            elif isinstance(command, protocol.Decline):
                self._tell(protocol.encode(self._consents.declined(command, yours)))
                accepted = self._consents.remembered(command.nonce)
            else:
                accepted = await self._done(command, yours, at)
        self.wake()
        return accepted

    async def sit(self, seat: Seat | None, name: str, hash: str, account: str | None = None) -> tuple[Seat, ...]:
        """Give who holds the key of `hash` an open seat, any if None is named; the game begins when none is left.

        His account, if he has one, opens it, too. Returns all the seats he holds. Raises `Refuse` or `StoreError`,
        changing nothing.
        """
        async with self._one_at_a_time:
            held = self.door.held_by(hash)
            if not held or seat not in (None, *held):
                await self._take(self._open_seat(seat), name, hash, account)
        await self.begin()
        return self.door.held_by(hash)

    async def _take(self, seat: Seat, name: str, hash: str, account: str | None) -> None:
        """Give an open seat to who holds the key of `hash`, and tell everybody."""
        if not await self._in(self._strokes, lambda: self._store.take_seat(self.room.name, seat, name, hash, account)):
            raise Refuse(Refusal.NOT_NOW, f"The seat {seat} has just been taken by somebody else; choose another.")
        self.door = self.door.with_seat(StoredSeat(seat=seat, name=name, hash=hash, account=account))
        self.room.seat_taken(seat, name)
        self.tell_seats()

    async def begin(self) -> None:
        """Begin the game if no seat is open any more and it has not begun."""
        async with self._one_at_a_time:
            if not self.room.has_begun and not self.room.setting.open_seats:
                await self._commit(await self._in(self._strokes, lambda: self.room.opening(self._now())))
        self.wake()

    async def replay(self, request: protocol.Replay) -> str:
        """Return a past stroke, encoded; raises `Refuse`."""
        return await self._in(self._strokes, lambda: self.room.frozen().replayed(request, self._films))

    async def record(self) -> str:
        """Return the game's record as text; raises `Refuse` while it has not begun."""
        return await self._in(self._strokes, self.room.frozen().record)

    def tell_seats(self, newcomer: Follower | None = None) -> None:
        """Tell everybody who sits at the table and who is here; if that is as it was, only who has just come."""
        self._watch.wind(self.here)
        self._followers.tell_seats(self.room, self._seen(), newcomer)
        self._heard(self.room)

    def snapshot(self) -> str:
        """Return how the game stands now, encoded."""
        return self.room.snapshot(self._now(), self._seen(), self._consents.offers.all())

    def aim(self, follower: Follower, seat: Seat, stroke: Stroke | None, yours: frozenset[Seat]) -> None:
        """Let the others see where a player aims; raises `Refuse` for a seat that is not his."""
        self._check_seat(seat, yours)
        self._relay.aim(seat, stroke, lambda text: self._followers.tell_others(follower, text))

    def say(self, seat: Seat, phrase: protocol.Phrase, yours: frozenset[Seat]) -> None:
        """Say a phrase to all at the table; raises `Refuse` for a seat that is not his."""
        self._check_seat(seat, yours)
        self._tell(protocol.encode(protocol.Spoken(seat=seat, phrase=phrase)))

    def lags(self, yours: frozenset[Seat], lag: int) -> None:
        """Take notice of how long messages from these players are under way, in ms."""
        self._watch.lags(yours, lag)

    def wake(self) -> None:
        """Let a program think, if the game waits for one and none thinks yet; look at the clock."""
        self._watch.wind(self.here)
        self._thinking.wake(self.room.actor)

    async def close(self) -> None:
        """Stop thinking and the clock."""
        self._watch.close()
        self._relay.close()
        await self._thinking.close()

    async def _done(self, command: protocol.GameCommand, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Do a command that is an event of the game."""
        proposal = await self._in(self._strokes, lambda: self._stored(self.room.propose(command, yours, at)))
        if isinstance(proposal, Done):
            return protocol.Accepted(nonce=command.nonce, version=proposal.version)
        self._taken_over(proposal)
        return protocol.Accepted(nonce=command.nonce, version=self.room.version)

    async def _consented(self, command: Consent, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Do what was asked if all the people agree now, else offer it to the others."""
        if not self._consents.agreed(command, yours):
            self._tell(protocol.encode(self._consents.offered(command)))
        elif isinstance(command, protocol.Undo):
            return await self._done(command, yours, at)
        elif isinstance(command, protocol.Pause):
            await self._pause(at)
        else:
            assert self._begin_again is not None
            self._tell(protocol.encode(protocol.Rematched(game=await self._begin_again(self))))
        return self._consents.remembered(command.nonce)

    async def _pause(self, at: int) -> None:
        """Stop the clock or let it go on, store that, tell everybody."""
        after = self.room.frozen()
        after.pause(at)
        await self._in(self._strokes, lambda: self._store.set_setting(self.room.name, after.setting.text()))
        self.room.pause(at)
        self._tell(self._clock())

    async def _time_is_up(self, version: int, away: Seat | None) -> None:
        """Let follow what the law says, unless something else has happened since `version`."""
        async with self._one_at_a_time:
            if self.room.version != version or self.room.is_paused or (away is not None and away in self.here):
                return
            at, here = self._now(), self.room.actor in self.here
            if away is not None:
                proposal: Proposal | None = await self._in(self._strokes, lambda: self.room.forfeited(away, at))
            else:
                proposal = await self._in(self._strokes, lambda: self.room.timed_out(here, at))
            if proposal is None:
                self._watch.ran_out()
            else:
                await self._commit(proposal)
        self.wake()

    def _awaited(self) -> Seat | None:
        """Return the player whose act is awaited, by his seat at the beginning; None where nobody follows."""
        return self.room.actor if self._followers else None

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
        self._watch.wind(self.here)

    async def _commit(self, proposal: Proposal) -> None:
        """Store, then take over, then tell: in this order, so that what anybody has seen is never lost."""
        await self._in(self._strokes, lambda: self._stored(proposal))
        self._taken_over(proposal)

    def _stored(self, proposal: Asked) -> Asked:
        """Return a proposal that has been stored; what was done before is."""
        if isinstance(proposal, Proposal):
            self._store.append(self.room.name, proposal.stored, ended=proposal.history.game.is_over)
        return proposal

    def _taken_over(self, proposal: Proposal) -> None:
        """Make a stored proposal part of the game and tell it."""
        told = self.room.commit(proposal)
        self._relay.clear()
        self._tell(self.snapshot() if told is None else told)
        for gone in self._consents.offers.clear():
            self._tell(protocol.encode(gone))
        self._heard(self.room)

    def _open_seat(self, seat: Seat | None) -> Seat:
        """Return an open seat, that one if it is named; raises `Refuse`."""
        free = self.room.setting.open_seats
        if not free:
            raise Refuse(Refusal.NOT_NOW, "All seats of this game are taken; you may look on if its players let you.")
        if seat is not None and seat not in free:
            raise Refuse(Refusal.NOT_NOW, f"The seat {seat} is not open; expected {' or '.join(free)}.")
        return free[0] if seat is None else seat

    def _check_seat(self, seat: Seat, yours: frozenset[Seat]) -> None:
        if self.room.sitter_at(seat) not in yours:
            raise Refuse(Refusal.NOT_YOURS, f"The seat {seat} is not yours.")

    def _clock(self) -> str:
        return protocol.encode(protocol.ClockChanged(clock=self.room.clock(self._now())))

    def _seen(self) -> frozenset[Seat]:
        """Return the players who are shown as here: for the clock only who is at the table is."""
        return self.here | self._near(self)

    def _tell(self, text: str) -> None:
        self._followers.tell(text)

    async def _in(self, threads: Executor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)
