"""The replica of a game at this process: appends to its log, and applies what other processes append.

No process owns a game. The first append wins; a process that lost reads the log and tries again. Nothing is broadcast
before it is stored.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from carrom import protocol
from carrom.errors import CommitUncertain, Conflict, NewerVersion, StoreError
from carrom.game.events import Undone
from carrom.observability import span
from carrom.server.ops import event_log
from carrom.server.ops.cluster import GRACE
from carrom.server.ops.event_log import TRIES
from carrom.server.play.audience import Agreements, Audience, OpenGame
from carrom.server.play.services import EventsAppended, GameEnded
from carrom.server.play.subscribers import MOST, Recalled, missed_since, recalled
from carrom.storage.database import EventBatch
from carrom.tables.history import EVERY, Checkpoints
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.terms import Access

log = logging.getLogger("carrom.server")

T = TypeVar("T")


class Replica:
    """Stores, applies and broadcasts the events of one game at this process."""

    def __init__(
        self, game: OpenGame, audience: Audience, agreements: Agreements, changed_elsewhere: Callable[[], None]
    ) -> None:
        """Subscribe to other processes; `changed_elsewhere` is called after their changes were applied."""
        self._game, self._audience, self._agreements = game, audience, agreements
        self._changed_elsewhere = changed_elsewhere
        self._tasks: set[asyncio.Task[None]] = set()
        store = game.services.store
        self._checkpoints, self._checkpoint_at = Checkpoints(store.database, store.checkpoint_key), 0
        self._stop_listening = game.log.listen(self._hinted, audience.send_seats)

    async def append(self, proposal: PendingChange) -> None:
        """Store a proposed change, then apply and broadcast it, so that nothing a client has seen can be lost.

        Raises `Conflict` if another process was first, `CommitUncertain` or `StoreError`. The lock must be held.
        """
        game = self._game
        with span("append", events=len(proposal.stored)):
            await game.services.append(lambda: game.log.append(proposal))
        game.others_think_until = 0.0
        with span("tell", version=game.room.version):
            self._apply(proposal)
            game.log.tell_grown(proposal)
        self.save_checkpoint()

    async def append_all(self, proposals: tuple[PendingChange, ...]) -> None:
        """Store several changes, all or nothing, then apply them and send everybody a snapshot.

        Raises like `append`. The lock must be held.
        """
        game, audience = self._game, self._audience
        await game.services.append(lambda: game.log.append_all(proposals))
        for each in proposals:
            game.room.apply(each)
        audience.clear_aims()
        audience.broadcast(audience.snapshot())
        game.log.tell_turned()
        game.publish(EventsAppended(game.room))
        if game.room.is_over:
            game.publish(GameEnded(game.room))
        self.save_checkpoint()

    async def append_or_read(self, proposal: PendingChange) -> None:
        """Append a change; after a conflict, apply the other process's events instead. The lock must be held."""
        try:
            await self.append(proposal)
        except Conflict:
            await self.read_news()
        except CommitUncertain:
            if not self._game.log.is_shared:
                raise
            await self.read_news()

    async def retry(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Run an attempt until it has no conflict with another process; before each retry, read the log.

        Raises `StoreError` after too many attempts. The lock must be held.
        """
        for _ in range(TRIES):
            try:
                return await attempt()
            except Conflict:
                await self.read_news()
            except CommitUncertain as unknown:
                if not self._game.log.is_shared:
                    raise
                try:
                    await self.read_news()
                except StoreError:
                    raise unknown from None
        raise StoreError("This game is changing too fast; try again.")

    async def begin_if_full(self) -> None:
        """Start the game if it has not started and no seat is open. The lock must be held."""
        game = self._game
        if not game.room.has_begun and not game.room.setting.open_seats:
            await self.append_or_read(await game.services.compute(lambda: game.room.opening(game.now())))

    async def restart_turn(self) -> None:
        """Give the player whose turn it is their full time from now on, because no server was running."""
        game = self._game
        async with game.lock:
            room = game.room
            if not room.is_timed or not room.has_begun or room.is_over or room.is_paused:
                return
            try:
                await self._agreements.restart_turn(room.turn_anew(game.now()))
            except Conflict:
                await self.read_news()
            game.log.tell_turned()

    async def recall(self, seen: int | None, *, films: bool = True) -> Recalled | None:
        """Return the messages after version `seen` that the room does not have, and the version they lead to."""
        game, room = self._game, self._game.room
        if seen is None or room.missed(seen, films=films) is not None or room.version > seen + MOST:
            return None
        store = game.services.store
        try:
            missed = await game.services.append(lambda: missed_since(store.games, self._checkpoints, room.name, seen))
        except StoreError:
            return None
        return None if missed is None else await game.services.compute(lambda: recalled(missed, films=films))

    def save_checkpoint(self, last: int | None = None) -> None:
        """Save a checkpoint in the background if the last one is old; `last` sets the last one's version."""
        game = self._game
        self._checkpoint_at = self._checkpoint_at if last is None else last
        mark, history, name = game.log.mark, game.room.history, game.room.name
        if history is not None and mark.version == history.version >= self._checkpoint_at + EVERY:
            self._checkpoint_at = mark.version
            self.in_background(game.services.append(lambda: self._checkpoints.keep(name, mark, history)))

    async def read_news(self) -> None:
        """Apply what other processes have appended and agreed on; raises `StoreError`. The lock must be held."""
        game = self._game
        news = await asyncio.to_thread(game.log.news)
        if news is None:
            await self._reload()
            return
        self._agreements.seat(news.seats)
        for batch in news.told:
            if batch.events[-1].version > game.room.version:
                self._apply(await game.services.compute(lambda batch=batch: self._read(batch)))  # type: ignore[misc]
                self.let_others_think()
        self._agreements.apply(news.setting)
        game.log.mark = news.mark
        await self.begin_if_full()

    def let_others_think(self) -> None:
        """Delay engine players here for a while, because another process computes their turn."""
        self._game.others_think_until = asyncio.get_running_loop().time() + GRACE

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine; errors are logged, and `NewerVersion` makes the audience reconnect elsewhere."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop_listening(self) -> None:
        """Unsubscribe from other processes."""
        self._stop_listening()

    def close(self) -> None:
        """Unsubscribe from other processes, and cancel background tasks."""
        self.stop_listening()
        for task in self._tasks:
            task.cancel()

    def _read(self, batch: EventBatch, message: str | None = None) -> PendingChange:
        """Return a change that another process stored, with its film if a subscriber wants it."""
        return self._audience.with_film(self._game.room.read(batch, message))

    def _apply(self, proposal: PendingChange) -> None:
        """Apply a stored change, broadcast it, and publish it within this process.

        The film is there already, except for a subscriber who came since the change was computed.
        """
        room, audience = self._game.room, self._audience
        offers, first = room.accord.on_the_table, room.version
        message = room.apply(audience.with_film(proposal))
        audience.clear_aims()
        audience.broadcast(audience.snapshot() if message is None else message)
        undone = isinstance(proposal.history.game.events[first], Undone)
        for gone in offers:
            if not (undone and gone.what is protocol.OfferKind.UNDO):
                audience.broadcast(protocol.encode(protocol.Offered(what=gone.what, by=())))
        self._game.publish(EventsAppended(room))
        if room.is_over:
            self._game.publish(GameEnded(room))

    def _hinted(self, hint: event_log.Hint) -> None:
        """Handle a hint from another process."""
        if isinstance(hint, event_log.Transient):
            self._audience.broadcast(hint.text)
        elif not isinstance(hint, event_log.Appended):
            self.in_background(self._read_changes())
        elif hint.mark.version > self._game.room.version:
            self.in_background(self._take_over(hint))

    async def _read_changes(self) -> None:
        async with self._game.lock:
            await self.read_news()
        self._changed_elsewhere()

    async def _take_over(self, appended: event_log.Appended) -> None:
        """Apply another process's append if it directly follows; otherwise read the log."""
        game = self._game
        async with game.lock:
            if appended.before.version != game.room.version or not game.log.follows(appended):
                await self.read_news()
            else:
                self._apply(await game.services.compute(lambda: self._read(appended.told, appended.text)))
                self.let_others_think()
        self._changed_elsewhere()

    async def _reload(self) -> None:
        """Replace the room from the log, which has lost events that were broadcast; send everybody a snapshot."""
        game = self._game
        stored = await asyncio.to_thread(game.log.load)
        log.warning(
            "The database has lost events of the game %s; the game continues from the stored ones.", game.room.name
        )
        chance = game.services.chance
        fresh = await game.services.compute(lambda: Room.restored(stored, chance, game.now(), goes_on=True))
        game.room.take_over(fresh)
        game.door, game.log.mark = Access.of(stored), stored.mark
        self._audience.broadcast(self._audience.snapshot())
        self._audience.send_seats()

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        name = self._game.room.name
        try:
            await work
        except NewerVersion as fault:
            self._audience.send_away(str(fault))
        except StoreError as fault:
            log.warning("%s", fault)
        except Exception:  # only a hint: reconciliation reads the log again
            log.exception("cannot apply another process's events to the game %s", name)
