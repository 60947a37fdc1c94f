"""The replica of a game at this process: the state folded from its log, and what is sent to its subscribers.

Only the replica changes the game's room and access; `event_log.ReplicatedLog` calls it once something is stored.
"""

import asyncio
import logging

from carrom import protocol
from carrom.errors import StoreError
from carrom.game.events import Undone
from carrom.server.ops.cluster import GRACE
from carrom.server.play.audience import Audience, OpenGame
from carrom.server.play.services import AgreementsChanged, EventsAppended, GameEnded
from carrom.server.play.subscribers import MOST, Recalled, missed_since, recalled
from carrom.storage.database import EventBatch, StoredGame, StoredSeat, Tail
from carrom.tables.history import EVERY, Checkpoints
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.terms import Access, GameSettings
from carrom.values import changed

log = logging.getLogger("carrom.server")

Changes = tuple[PendingChange, ...]


class GameReplica:
    """The room and the access of one game, and its audience."""

    def __init__(self, game: OpenGame) -> None:
        """Start without an audience."""
        self.game, self.audience = game, Audience(game)
        self.others_think_until = 0.0
        """Until when another process computes the engine player's turn, in seconds of the event loop's clock."""
        store = game.services.store
        self._checkpoints, self._checkpoint_at = Checkpoints(store.database, store.checkpoint_key), 0

    def apply(self, change: Changes) -> None:
        """Apply stored changes: a single one is sent as its message, several ones as a snapshot."""
        room, audience = self.game.room, self.audience
        self.others_think_until = 0.0
        if len(change) == 1:
            self._apply(change[0])
        else:
            for each in change:
                room.apply(each)
            audience.clear_aims()
            audience.broadcast(audience.snapshot())
            self._publish_events()
        self.save_checkpoint()

    def agree(self, setting: str) -> None:
        """Apply stored settings to the game, and broadcast what has changed."""
        room, audience = self.game.room, self.audience
        new = GameSettings.read(setting).taken(self.game.access.seats)
        if new == room.setting:
            return
        before, was_paused, sitters = room.accord, room.is_paused, room.setting.sitters
        room.agree(new)
        after = room.accord
        done = {protocol.OfferKind.PAUSE} if room.is_paused != was_paused else set()
        if after.rematch != before.rematch:
            done.add(protocol.OfferKind.REMATCH)
        for offered in after.since(before):
            if offered.by or offered.declined or offered.what not in done:
                audience.broadcast(protocol.encode(offered))
        if after.turn != before.turn:
            audience.broadcast(audience.clock())
        if after.rematch is not None and after.rematch != before.rematch:
            audience.broadcast(protocol.encode(protocol.Rematched(game=after.rematch)))
        if new.sitters != sitters:
            audience.send_seats()
        self.game.publish(AgreementsChanged(room))

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats, and broadcast any change."""
        if set(seats) != set(self.game.access.seats):
            self.reseat(seats)
            self.audience.send_seats()

    def reseat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""
        self.game.access = changed(self.game.access, seats=seats)
        self.game.room.seated(seats)

    async def read(self, news: Tail) -> bool:
        """Apply what other processes have appended and agreed on."""
        self.seated(news.seats)
        for batch in news.told:
            if batch.events[-1].version > self.game.room.version:
                await self.take_over(batch)
        self.agree(news.setting)
        return True

    async def take_over(self, batch: EventBatch, message: str | None = None) -> None:
        """Apply events that another process has appended, with their film if a subscriber wants it."""
        room, audience = self.game.room, self.audience
        self._apply(await self.game.services.compute(lambda: audience.with_film(room.read(batch, message))))
        self.let_others_think()

    async def reload(self, stored: StoredGame) -> None:
        """Replace the room from the log, which has lost events that were broadcast; send everybody a snapshot."""
        game = self.game
        log.warning(
            "The database has lost events of the game %s; the game continues from the stored ones.", game.room.name
        )
        chance = game.services.chance
        fresh = await game.services.compute(lambda: Room.restored(stored, chance, game.now(), goes_on=True))
        game.room.take_over(fresh)
        game.access = Access.of(stored)
        self.audience.broadcast(self.audience.snapshot())
        self.audience.send_seats()

    def let_others_think(self) -> None:
        """Delay engine players here for a while, because another process computes their turn."""
        self.others_think_until = asyncio.get_running_loop().time() + GRACE

    async def recall(self, seen: int | None, *, films: bool = True) -> Recalled | None:
        """Return the messages after version `seen` that the room does not have, and the version they lead to."""
        game, room = self.game, self.game.room
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
        game = self.game
        self._checkpoint_at = self._checkpoint_at if last is None else last
        mark, history, name = game.log.mark, game.room.history, game.room.name
        if history is not None and mark.version == history.version >= self._checkpoint_at + EVERY:
            self._checkpoint_at = mark.version
            game.log.in_background(game.services.append(lambda: self._checkpoints.keep(name, mark, history)))

    def _apply(self, change: PendingChange) -> None:
        """Apply a stored change, broadcast it, and publish it within this process.

        The film is there already, except for a subscriber who came since the change was computed.
        """
        room, audience = self.game.room, self.audience
        offers, first = room.accord.on_the_table, room.version
        message = room.apply(audience.with_film(change))
        audience.clear_aims()
        audience.broadcast(audience.snapshot() if message is None else message)
        undone = isinstance(change.history.game.events[first], Undone)
        for gone in offers:
            if not (undone and gone.what is protocol.OfferKind.UNDO):
                audience.broadcast(protocol.encode(protocol.Offered(what=gone.what, by=())))
        self._publish_events()

    def _publish_events(self) -> None:
        self.game.publish(EventsAppended(self.game.room))
        if self.game.room.is_over:
            self.game.publish(GameEnded(self.game.room))
