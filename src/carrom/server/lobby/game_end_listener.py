"""Store results and ratings when a lobby game ends.

Each process also sweeps at its start and every minute: it processes ended games that a crash left unprocessed, and
deletes unsuccessful seeks and challenges after a day.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from carrom.board.seat import Seat
from carrom.errors import CarromError, SetupError, StoreError
from carrom.game.game import GameHistory
from carrom.server.live_games.game_events import GameEnded, PlayersChanged
from carrom.server.live_games.registry import GameRegistry
from carrom.server.lobby.seek_store import SeekStore
from carrom.server.ratings.game_results import Attendance, has_begun, left_of, party_of, played_of, unrated
from carrom.server.ratings.limits import counts
from carrom.server.ratings.store import RatingStore
from carrom.storage.models import StoredSeat
from carrom.storage.store import Store
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import who_called_off

log = logging.getLogger("carrom.server")

EVERY = 60.0
"""Seconds between two sweeps."""
BACK = 86_400
"""How far back a sweep looks, seconds."""


class GameEndListener:
    """Store results, ratings and attendance of the games that end at one process."""

    def __init__(self, store: Store, lobby: GameRegistry) -> None:
        """Subscribe to the end of games, and to players who connect to an ended game."""
        self._store, self._lobby = store, lobby
        self._attendance, self._ratings = Attendance(store.database), RatingStore(store.database)
        self._seeks = SeekStore(store.database)
        self._known: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        lobby.dispatcher.subscribe(GameEnded, lambda event: self.game_ended(event.room))
        lobby.dispatcher.subscribe(PlayersChanged, lambda event: self.game_ended(event.room))

    def game_ended(self, room: Room) -> None:
        """Store the result and ratings of an ended lobby game, unless that is done or in progress."""
        if not room.setting.found or not room.is_over or room.name in self._known:
            return
        table = self._lobby.active.find(room.name)
        if table is None:
            return
        self._known.add(room.name)
        away = left_of(room.game, table.here)
        self._do(self._keep(room.name, room.setting, room.game, table.door.seats, away))

    def begin(self) -> None:
        """Start sweeping."""
        self._do(self._sweep())

    async def close(self) -> None:
        """Cancel and await all tasks."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(
        self, name: str, setting: GameSettings, game: GameHistory, seats: tuple[StoredSeat, ...], away: frozenset[Seat]
    ) -> None:
        try:
            await asyncio.to_thread(self.keep, name, setting, game, seats, away)
        except StoreError as fault:
            self._known.discard(name)
            log.error("The result of the game %s will be stored later: %s", name, fault)

    def keep(
        self, name: str, setting: GameSettings, game: GameHistory, seats: tuple[StoredSeat, ...], away: frozenset[Seat]
    ) -> None:
        """Store a finished game's ratings, then attendance; idempotent. Raises `StoreError`."""
        played = played_of(name, setting, game, seats)
        if played is not None and self._store.database.view(lambda ask: counts(ask, played)):
            with suppress(SetupError):  # a team game, and team ratings are not installed
                self._ratings.rate(played)
        if away and not has_begun(game) and who_called_off(game) is None and self._seeks.came_of_a_challenge(name):
            away = frozenset()  # a challenge's maker may have left long before it was accepted
        at = (game.events[-1].when or 0) * 1000
        self._attendance.note(name, at, {party_of(each): Seat(each.seat) not in away for each in seats})

    async def _sweep(self) -> None:
        while True:
            with suppress(StoreError):
                for name in await asyncio.to_thread(self._unrated):
                    await self._swept(name)
                await asyncio.to_thread(self._seeks.forget, self._lobby.now())
            await asyncio.sleep(EVERY)

    def _unrated(self) -> tuple[str, ...]:
        since = self._lobby.now() // 1000 - BACK
        return self._store.database.view(lambda ask: unrated(ask, since))

    async def _swept(self, name: str) -> None:
        try:
            stored = await asyncio.to_thread(self._store.games.load, name)
            if stored is None or stored.ended is None:
                return
            setting = GameSettings.read(stored.setting)
            game = await self._lobby.active.game(name)
            await asyncio.to_thread(self.keep, name, setting, game, stored.seats, left_of(game))
        except (CarromError, KeyError) as fault:
            log.error("The result of the game %s cannot be stored: %s", name, fault)
