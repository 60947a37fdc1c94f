"""The replica of a game at this process: applies events appended here or by other processes.

Who appends first is right; who was overtaken reads what stands. Nothing is told before it is stored.
"""

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from random import Random
from typing import Any, TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CommitUncertain, Conflict, NewerVersion, StoreError
from carrom.game.events import Undone
from carrom.observability.tracing import span
from carrom.server.cluster import messages
from carrom.server.cluster.event_log import TRIES, GameEventLog
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.live_games.agreements import Agreements, accord_at
from carrom.server.live_games.catch_up import MOST, Recalled, missed_since, recalled
from carrom.server.live_games.game_events import EventsAppended, GameEnded
from carrom.storage.store import Store
from carrom.tables.access import Access
from carrom.tables.log.checkpoints import EVERY, Checkpoints
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings
from carrom.values import changed

log = logging.getLogger("carrom.server")

T = TypeVar("T")

Refusal = protocol.Refusal


class Replica(Agreements):
    """A gathering whose game grows, by what is done here and elsewhere."""

    def __init__(
        self,
        room: Room,
        door: Access,
        log: GameEventLog,
        store: Store,
        now: Callable[[], int],
        dispatcher: Dispatcher,
        near: Callable[[], frozenset[Seat]],
        strokes: Executor,
        appends: Executor,
        chance: Random,
    ) -> None:
        """Hear from now on what other processes tell of the game."""
        super().__init__(room, door, log, now, dispatcher, near, strokes, appends)
        self._store, self._chance = store, chance
        self._one_at_a_time = asyncio.Lock()
        self._beside: set[asyncio.Task[None]] = set()
        self._others_think_until = 0.0
        self._checkpoints, self._kept_at = Checkpoints(store.database, store.checkpoint_key), 0
        self._quiet = self.log.listen(self._hinted, self.tell_seats)

    @abstractmethod
    def let_others_think(self) -> None:
        """Wait for a while before a program thinks here: another process has it to think."""

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
                accord = accord_at(GameSettings.read(text), version, at)
                return changed(GameSettings.read(text), accord=changed(accord, turn=turn)).text()

            try:
                self._agree(await self._in(self._appends, lambda: self.log.change(made)))
            except Conflict:
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

    async def recall(self, seen: int | None) -> Recalled | None:
        """Return what came after version `seen` where that is no longer kept here, and up to which version."""
        if seen is None or self.room.missed(seen) is not None or self.room.version > seen + MOST:
            return None
        store, checkpoints, name = self._store, self._checkpoints, self.room.name
        try:
            missed = await self._in(self._appends, lambda: missed_since(store, checkpoints, name, seen))
        except StoreError:
            return None
        return None if missed is None else await self._in(self._strokes, lambda: recalled(missed))

    async def _first(self, follow: Callable[[], Awaitable[T]]) -> T:
        """Follow a command until nobody else is before; who was overtaken reads what stands, and follows it again."""
        for _ in range(TRIES):
            try:
                return await follow()
            except Conflict:
                await self._look()
            except CommitUncertain as unknown:
                if not self.log.is_shared:
                    raise
                try:
                    await self._look()
                except StoreError:
                    raise unknown from None
        raise StoreError("Others keep acting in this game; try again.")

    async def _commit(self, proposal: PendingChange) -> None:
        """Store, then take over, then tell: in this order, so that what anybody has seen is never lost.

        If somebody else was first, what he did is told instead.
        """
        try:
            await self._in(self._appends, lambda: self.log.append(proposal))
        except Conflict:
            await self._look()
        except CommitUncertain:
            if not self.log.is_shared:
                raise
            await self._look()
        else:
            self._appended(proposal)

    def _appended(self, proposal: PendingChange) -> None:
        """Tell what was appended here."""
        self._others_think_until = 0.0
        with span("tell", version=self.room.version):
            self._taken_over(proposal)
            self.log.tell_grown(proposal)
        self.keep()

    def keep(self, kept_at: int | None = None) -> None:
        """Keep a checkpoint, beside whatever goes on, if the last one is old; `kept_at` is its version where known."""
        self._kept_at = self._kept_at if kept_at is None else kept_at
        mark, history = self.log.mark, self.room.history
        if history is not None and mark.version == history.version >= self._kept_at + EVERY:
            self._kept_at = mark.version
            self._soon(self._in(self._appends, lambda: self._checkpoints.keep(self.room.name, mark, history)))

    def _taken_over(self, proposal: PendingChange) -> None:
        """Make a stored proposal part of the game and tell it."""
        offers, first = self.room.accord.on_the_table, self.room.version
        told = self.room.commit(proposal)
        self._relay.clear()
        self._tell(self.snapshot() if told is None else told)
        undone = isinstance(proposal.history.game.events[first], Undone)
        for gone in offers:
            if not (undone and gone.what is protocol.OfferKind.UNDO):
                self._tell(protocol.encode(protocol.Offered(what=gone.what, by=())))
        self._dispatcher.publish(EventsAppended(self.room))
        if self.room.is_over:
            self._dispatcher.publish(GameEnded(self.room))

    def _hinted(self, told: messages.Hint) -> None:
        """Take notice of what another process says."""
        if isinstance(told, messages.Transient):
            self._tell(told.text)
        elif not isinstance(told, messages.Appended):
            self._soon(self.look())
        elif told.mark.version > self.room.version:
            self._soon(self._grown(told))

    async def _grown(self, grown: messages.Appended) -> None:
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
        self.door, self.log.mark = Access.of(stored), stored.mark
        self._tell(self.snapshot())
        self.tell_seats()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside whatever goes on."""
        task = asyncio.get_running_loop().create_task(self._beside_all(work))
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _beside_all(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except NewerVersion as fault:
            self._part(fault)
        except StoreError as fault:
            log.warning("%s", fault)
        except Exception:  # a hint: whoever watches over all games looks again
            log.exception("what another process has done in the game %s cannot be followed", self.room.name)

    def _part(self, fault: NewerVersion) -> None:
        """Let everybody go to another process, since this one cannot follow the game any more; say so."""
        if not self.parted:
            self.parted = True
            log.error("%s", fault)
            self._tell(protocol.encode(protocol.Refused(nonce=None, code=Refusal.BROKEN, reason=str(fault))))
            for part in tuple(self._partings.values()):
                part()
