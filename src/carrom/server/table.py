"""A room with people and programs at it: one command at a time, stored, then told to everybody who follows.

A room is pure; a table gives it threads for the heavy work (a stroke to simulate, a program to think), the store, and
followers. Nothing here blocks the event loop.

Who follows is a player (or several, at one screen) or looks on. What other people at the table must agree to (undo,
pause, rematch) is done once they all have said it.

The same game may stand on tables of other processes. Nobody owns it: who appends to its log first is right, the others
read what stands and decide again (`nodes/log.py`). What others have appended is told here as if it had been done here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.data import changed
from carrom.engine.player import Program
from carrom.errors import EngineError, OutcomeUnknown, Overtaken, StoreError, UnknownHere
from carrom.game.event import Undone
from carrom.server.consent import Consent, agreed, declined, paused
from carrom.server.door import Door
from carrom.server.followers import Follower, Followers
from carrom.server.nodes import hint
from carrom.server.nodes.accord import Accord
from carrom.server.nodes.bus import InProcess
from carrom.server.nodes.fellows import GRACE, Alone
from carrom.server.nodes.log import TRIES, Log
from carrom.server.nodes.recall import recalled
from carrom.server.proposal import Done, Proposal
from carrom.server.refuse import Refuse
from carrom.server.relay import Relay
from carrom.server.remembered import Films
from carrom.server.room import Room
from carrom.server.setting import Setting
from carrom.server.store import Store
from carrom.server.stored import Mark, StoredSeat
from carrom.server.thinking import Thinking
from carrom.server.watch import Watch

log = logging.getLogger("carrom.server")

T = TypeVar("T")

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
        known: Log | None = None,
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
        self.room, self.door = room, door
        self._store, self._chance, self._now = store, chance, now
        self._strokes, self._thoughts, self._begin_again = strokes, thoughts, again
        self._appends = appends or strokes
        self._films, self._heard, self._near = films or Films(), heard, near
        self._followers, self._relay = Followers(), Relay()
        self._one_at_a_time = asyncio.Lock()
        self._thinking = Thinking(room.name, programs, self._awaited, self._let_act, self._followers.tell)
        self.log = known or Log(store, "game", room.name, Mark(room.version, b"", b""), InProcess(), Alone(now))
        self._watch = Watch(room, now, self._time_is_up, self.log.fellows.fair_since)
        self._quiet = self.log.listen(self._hinted, self.tell_seats)
        self._partings: dict[Follower, Callable[[], None]] = {}
        self._beside: set[asyncio.Task[None]] = set()
        self._others_think_until = 0.0
        self._turn: asyncio.TimerHandle | None = None
        self._told_here: tuple[frozenset[Seat], int] = frozenset(), 0
        self.is_kept = False
        """Whether the tie that the game is of is followed here, so that what happens is to be known."""
        self.parted = False
        """Whether another version of this program has gone on with the game, so that it cannot stay here."""

    @property
    def is_quiet(self) -> bool:
        """Whether nobody follows and no program thinks, so that the table may be cleared."""
        return not self._followers and not self._thinking.is_under_way and not self._one_at_a_time.locked()

    @property
    def waits(self) -> bool:
        """Whether a seat is open."""
        return bool(self.room.setting.open_seats)

    @property
    def here(self) -> frozenset[Seat]:
        """The players who are connected, at this process or another, by their seats at the beginning."""
        return self._followers.here | frozenset(map(Seat, self.log.elsewhere().seats))

    def follow(
        self,
        follower: Follower,
        seen: int | None,
        yours: frozenset[Seat] = frozenset(),
        part: Callable[[], None] | None = None,
        recalled: tuple[int, tuple[str, ...]] | None = None,
    ) -> None:
        """Send what came after version `seen` (or a snapshot), and every event from now on.

        `part` is called if the game cannot stay at this process; `recalled` is what came after `seen` up to another
        version, where it was read from the log.
        """
        self._followers.add(follower, yours)
        if part is not None:
            self._partings[follower] = part
        missed = self.room.missed(seen)
        if missed is None and recalled is not None and (rest := self.room.missed(recalled[0])) is not None:
            missed = (*recalled[1], *rest)
        if missed is None:
            follower(self.snapshot())
        else:
            for text in (*missed, *map(protocol.encode, self.room.accord.on_the_table), self._clock()):
                follower(text)
        self.tell_seats(follower)
        self.wake()

    def leave(self, follower: Follower) -> None:
        """Send nothing more."""
        self._partings.pop(follower, None)
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
            if self.log.is_shared and command.version > self.room.version:
                await self._look()
            accepted = await self._first(lambda: self._followed(command, yours, at))
        self.wake()
        return accepted

    async def sit(self, seat: Seat | None, name: str, hash: str, account: str | None = None) -> tuple[Seat, ...]:
        """Give who holds the key of `hash` an open seat, any if None is named; the game begins when none is left.

        His account, if he has one, opens it, too. Returns all the seats he holds. Raises `Refuse` or `StoreError`,
        changing nothing.
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
        if not await self._in(self._strokes, lambda: self._store.take_seat(self.room.name, seat, name, hash, account)):
            raise Refuse(Refusal.NOT_NOW, f"The seat {seat} has just been taken by somebody else; choose another.")
        self.door = self.door.with_seat(StoredSeat(seat=seat, name=name, hash=hash, account=account))
        self.room.seat_taken(seat, name)
        self.tell_seats()
        self.log.tell_turned()

    async def begin(self) -> None:
        """Begin the game if no seat is open any more and it has not begun."""
        async with self._one_at_a_time:
            await self._begin()
        self.wake()

    async def _begin(self) -> None:
        if not self.room.has_begun and not self.room.setting.open_seats:
            await self._commit(await self._in(self._strokes, lambda: self.room.opening(self._now())))

    async def start_turn(self) -> None:
        """Let who is asked to act have all his time from now on, and the others know of it: nobody was here."""
        async with self._one_at_a_time:
            if not self.room.is_timed or not self.room.has_begun or self.room.is_over or self.room.is_paused:
                return
            turn, version = self.room.turn_anew(self._now()), self.room.version

            def made(text: str, at: int) -> str:
                accord = _accord(Setting.read(text), version, at)
                return changed(Setting.read(text), accord=changed(accord, turn=turn)).text()

            try:
                self._agree(await self._in(self._strokes, lambda: self.log.change(made)))
            except Overtaken:
                await self._look()
            self.log.tell_turned()

    async def look(self) -> None:
        """Read what others have appended and agreed since, and tell it; raises `StoreError`."""
        async with self._one_at_a_time:
            await self._look()
        self.wake()

    def look_soon(self) -> None:
        """Look, beside whatever goes on; what fails is tried again by who watches over all games."""
        if not self._one_at_a_time.locked():
            self._soon(self.look())

    async def recall(self, seen: int | None) -> tuple[int, tuple[str, ...]] | None:
        """Return what came after version `seen` where that is no longer known here, and up to which version."""
        if seen is None or self.room.missed(seen) is not None or not self.log.is_shared:
            return None
        with suppress(StoreError):
            return await asyncio.to_thread(recalled, self._store, self.room.name, seen)
        return None

    async def replay(self, request: protocol.Replay) -> str:
        """Return a past stroke, encoded; raises `Refuse`."""
        return await self._in(self._strokes, lambda: self.room.frozen().replayed(request, self._films))

    async def record(self) -> str:
        """Return the game's record as text; raises `Refuse` while it has not begun."""
        return await self._in(self._strokes, self.room.frozen().record)

    def tell_seats(self, newcomer: Follower | None = None) -> None:
        """Tell everybody who sits at the table and who is here; if that is as it was, only who has just come."""
        here = self._followers.here, self._followers.watchers
        if here != self._told_here:
            self._told_here = here
            self.log.tell_here(frozenset(here[0]), here[1])
        self._watch.wind(self.here, bool(self._followers.here))
        self._followers.tell_seats(self.room, self._seen(), newcomer, self.log.elsewhere().watchers)
        self._heard(self.room)

    def snapshot(self) -> str:
        """Return how the game stands now, encoded."""
        return self.room.snapshot(self._now(), self._seen(), self.room.accord.on_the_table)

    def aim(self, follower: Follower, seat: Seat, stroke: Stroke | None, yours: frozenset[Seat]) -> None:
        """Let the others see where a player aims; raises `Refuse` for a seat that is not his."""
        self._check_seat(seat, yours)

        def tell(text: str) -> None:
            self._followers.tell_others(follower, text)
            self.log.tell_aside(text)

        self._relay.aim(seat, stroke, tell)

    def say(self, seat: Seat, phrase: protocol.Phrase, yours: frozenset[Seat]) -> None:
        """Say a phrase to all at the table; raises `Refuse` for a seat that is not his."""
        self._check_seat(seat, yours)
        text = protocol.encode(protocol.Spoken(seat=seat, phrase=phrase))
        self._tell(text)
        self.log.tell_aside(text)

    def lags(self, yours: frozenset[Seat], lag: int) -> None:
        """Take notice of how long messages from these players are under way, in ms."""
        self._watch.lags(yours, lag)

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

    async def _first(self, follow: Callable[[], Awaitable[T]]) -> T:
        """Follow a command until nobody else is before; who was overtaken reads what stands, and follows it again."""
        for _ in range(TRIES):
            try:
                return await follow()
            except Overtaken:
                await self._look()
            except OutcomeUnknown as unknown:
                if not self.log.is_shared:
                    raise
                try:
                    await self._look()
                except StoreError:
                    raise unknown from None
        raise StoreError("Others keep acting in this game; try again.")

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
        if isinstance(proposal, Done):
            return protocol.Accepted(nonce=command.nonce, version=proposal.version)
        await self._in(self._appends, lambda: self.log.append(proposal))
        self._appended(proposal)
        return protocol.Accepted(nonce=command.nonce, version=self.room.version)

    async def _consented(self, command: Consent, yours: frozenset[Seat], at: int) -> protocol.Accepted:
        """Do what was asked if all the people agree now, else offer it to the others."""
        all_agree = False

        def made(setting: Setting, accord: Accord) -> Setting:
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

    async def _agreed(self, made: Callable[[Setting, Accord], Setting]) -> None:
        """Replace what is agreed by what is made of it, store that, tell everybody; raises `Refuse` or `StoreError`."""
        version = self.room.version

        def written(text: str, at: int) -> str:
            setting = Setting.read(text)
            new = made(setting, _accord(setting, version, at))
            return text if new == setting else new.text()

        self._agree(await self._in(self._strokes, lambda: self.log.change(written)))
        self.log.tell_turned()

    def _agree(self, text: str) -> None:
        """Go by what is agreed now, and tell what is new in it."""
        setting = Setting.read(text).taken({each.seat: each.name for each in self.door.seats})
        if setting == self.room.setting:
            return
        before, stood = self.room.accord, self.room.is_paused
        self.room.agree(setting)
        after = self.room.accord
        done = {protocol.OfferKind.PAUSE} if self.room.is_paused != stood else set()
        if after.rematch != before.rematch:
            done.add(protocol.OfferKind.REMATCH)
        for told in after.since(before):
            if told.by or told.declined or told.what not in done:
                self._tell(protocol.encode(told))
        if after.turn != before.turn:
            self._tell(self._clock())
        if after.rematch is not None and after.rematch != before.rematch:
            self._tell(protocol.encode(protocol.Rematched(game=after.rematch)))

    async def _time_is_up(self, version: int, away: Seat | None) -> None:
        """Let follow what the law says, unless something else has happened since `version`."""
        async with self._one_at_a_time:
            if self.log.is_shared:
                await self._look()
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

    async def _commit(self, proposal: Proposal) -> None:
        """Store, then take over, then tell: in this order, so that what anybody has seen is never lost.

        If somebody else was first, what he did is told instead.
        """
        try:
            await self._in(self._appends, lambda: self.log.append(proposal))
        except Overtaken:
            await self._look()
        except OutcomeUnknown:
            if not self.log.is_shared:
                raise
            await self._look()
        else:
            self._appended(proposal)

    def _appended(self, proposal: Proposal) -> None:
        """Tell what was appended here."""
        self._others_think_until = 0.0
        self._taken_over(proposal)
        self.log.tell_grown(proposal)

    def _taken_over(self, proposal: Proposal) -> None:
        """Make a stored proposal part of the game and tell it."""
        offers, first = self.room.accord.on_the_table, self.room.version
        told = self.room.commit(proposal)
        self._relay.clear()
        self._tell(self.snapshot() if told is None else told)
        undone = isinstance(proposal.history.game.events[first], Undone)
        for gone in offers:
            if not (undone and gone.what is protocol.OfferKind.UNDO):
                self._tell(protocol.encode(protocol.Offered(what=gone.what, by=())))
        self._heard(self.room)

    def _hinted(self, told: hint.Hint) -> None:
        """Take notice of what another process says."""
        if isinstance(told, hint.Aside):
            self._tell(told.text)
        elif not isinstance(told, hint.Grown):
            self._soon(self.look())
        elif told.mark.version > self.room.version:
            self._soon(self._grown(told))

    async def _grown(self, grown: hint.Grown) -> None:
        """Tell what another process has appended, if it is the very next; else read what stands."""
        async with self._one_at_a_time:
            if grown.before.version != self.room.version or not self.log.follows(grown):
                await self._look()
            else:
                self._taken_over(await self._in(self._strokes, lambda: self.room.read(grown.told, grown.text)))
                self.let_others_think()
        self.wake()

    async def _look(self) -> None:
        """Read what has come since, and tell it; who knows what the log has lost begins anew. Raises `StoreError`."""
        news = await asyncio.to_thread(self.log.news)
        if news is None:
            await self._reload()
            return
        self._seat(news.seats)
        for told in news.told:
            if told.events[-1].version > self.room.version:
                self._taken_over(await self._in(self._strokes, lambda told=told: self.room.read(told)))  # type: ignore[misc]
                self.let_others_think()
        self._agree(news.setting)
        self.log.mark = news.mark
        await self._begin()

    async def _reload(self) -> None:
        """Begin anew with what stands in the log, which is not what was told; everybody hears how it stands now."""
        stored = await asyncio.to_thread(self.log.load)
        log.warning("The log of the game %s has lost what was known of it; it goes on as it stands.", self.room.name)
        fresh = await self._in(self._strokes, lambda: Room.restored(stored, self._chance, self._now(), goes_on=True))
        self.room.take_over(fresh)
        self.door, self.log.mark = Door.of(stored), stored.mark
        self._tell(self.snapshot())
        self.tell_seats()

    def _seat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Let those sit who have taken a seat elsewhere."""
        new = [each for each in seats if each not in self.door.seats]
        if new:
            self.door = changed(self.door, seats=seats)
            for each in new:
                self.room.seat_taken(Seat(each.seat), each.name)
            self.tell_seats()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside whatever goes on."""
        task = asyncio.get_running_loop().create_task(self._beside_all(work))
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _beside_all(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except UnknownHere as fault:
            self._part(fault)
        except StoreError as fault:
            log.warning("%s", fault)
        except Exception:  # a hint: whoever watches over all games looks again
            log.exception("what another process has done in the game %s cannot be followed", self.room.name)

    def _part(self, fault: UnknownHere) -> None:
        """Let everybody go to another process, since this one cannot follow the game any more; say so."""
        if not self.parted:
            self.parted = True
            log.error("%s", fault)
            self._tell(protocol.encode(protocol.Refused(nonce=None, code=Refusal.BROKEN, reason=str(fault))))
            for part in tuple(self._partings.values()):
                part()

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


def _accord(setting: Setting, version: int, at: int) -> Accord:
    """Return what was said at a version; raises `Overtaken` if the game has gone on to another one."""
    if at != version:
        raise Overtaken(f"The game has gone on from {version} to {at}.")
    return (setting.accord or Accord()).at(version)
