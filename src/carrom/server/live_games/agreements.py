"""Agreements between the players of a live game: offers, consent, and pauses."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import Conflict
from carrom.observability.tracing import carried
from carrom.server.cluster.event_log import GameEventLog
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.live_games.audience import Audience
from carrom.server.live_games.game_events import AgreementsChanged
from carrom.storage.models import StoredSeat
from carrom.tables.access import Access
from carrom.tables.offers import Offers
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings
from carrom.values import changed

T = TypeVar("T")


class Agreements(Audience):
    """A gathering and its agreements; what is new in them is told."""

    def __init__(
        self,
        room: Room,
        door: Access,
        log: GameEventLog,
        now: Callable[[], int],
        dispatcher: Dispatcher,
        near: Callable[[], frozenset[Seat]],
        strokes: Executor,
        appends: Executor,
    ) -> None:
        """Have agreed on what the room says; `strokes` simulate, and `appends` wait for the store."""
        super().__init__(room, door, log, now, dispatcher, near)
        self._strokes, self._appends = strokes, appends

    async def _agreed(self, made: Callable[[GameSettings, Offers], GameSettings]) -> None:
        """Replace what is agreed by what is made of it, store that, tell everybody; raises `Refuse` or `StoreError`."""
        version = self.room.version

        def written(text: str, at: int) -> str:
            setting = GameSettings.read(text)
            new = made(setting, accord_at(setting, version, at))
            return text if new == setting else new.text()

        self._agree(await self._in(self._appends, lambda: self.log.change(written)))
        self.log.tell_turned()

    def _agree(self, text: str) -> None:
        """Go by what is agreed now, and tell what is new in it."""
        setting = GameSettings.read(text).taken(self.door.seats)
        if setting == self.room.setting:
            return
        before, stood, sat = self.room.accord, self.room.is_paused, self.room.setting.sitters
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
        if setting.sitters != sat:
            self.tell_seats()
        self._dispatcher.publish(AgreementsChanged(self.room))

    def _seat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Let those sit who hold the seats now, wherever they have taken them."""
        if set(seats) != set(self.door.seats):
            self.door = changed(self.door, seats=seats)
            self.room.seated(seats)
            self.tell_seats()

    async def _in(self, threads: Executor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, carried(work))


def accord_at(setting: GameSettings, version: int, at: int) -> Offers:
    """Return what was said at a version; raises `Conflict` if the game has gone on to another one."""
    if at != version:
        raise Conflict(f"The game has gone on from {version} to {at}.")
    return (setting.accord or Offers()).at(version)
