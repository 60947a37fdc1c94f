"""Results and ratings of lobby games when they end, and challenges in a client's event stream.

Each process also sweeps at its start and every minute: it processes ended games that a crash left unprocessed, and
deletes unsuccessful seeks and challenges after a day."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from carrom.board.seat import Seat
from carrom.errors import CarromError, SetupError, StoreError
from carrom.game.game import GameHistory
from carrom.protocol.http_lobby import Bid, Challenged
from carrom.server.http.event_stream import StreamClient
from carrom.server.lobby.lobby import CHALLENGE_STANDS
from carrom.server.lobby.seeks import SeekState, SeekStore, StoredSeek
from carrom.server.lobby.terms import challenge_view
from carrom.server.people.ratings import (
    Attendance,
    RatingStore,
    counts,
    has_begun,
    left_of,
    party_of,
    played_of,
    unrated,
)
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import GameEnded, PlayersChanged
from carrom.storage.database import StoredSeat
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

    def __init__(self, store: Store, registry: GameRegistry) -> None:
        """Subscribe to the end of games, and to players who connect to an ended game."""
        self._store, self._registry = store, registry
        self._attendance, self._ratings = Attendance(store.database), RatingStore(store.database)
        self._seeks = SeekStore(store.database)
        self._known: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        registry.dispatcher.subscribe(GameEnded, lambda event: self.game_ended(event.room))
        registry.dispatcher.subscribe(PlayersChanged, lambda event: self.game_ended(event.room))

    def game_ended(self, room: Room) -> None:
        """Store the result and ratings of an ended lobby game, unless that is done or in progress."""
        if not room.setting.found or not room.is_over or room.name in self._known:
            return
        table = self._registry.active.find(room.name)
        if table is None:
            return
        self._known.add(room.name)
        away = left_of(room.game, table.here)
        self._do(self._keep(room.name, room.setting, room.game, table.access.seats, away))

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
                await asyncio.to_thread(self._seeks.forget, self._registry.now())
            await asyncio.sleep(EVERY)

    def _unrated(self) -> tuple[str, ...]:
        since = self._registry.now() // 1000 - BACK
        return self._store.database.view(lambda ask: unrated(ask, since))

    async def _swept(self, name: str) -> None:
        try:
            stored = await asyncio.to_thread(self._store.games.load, name)
            if stored is None or stored.ended is None:
                return
            setting = GameSettings.read(stored.setting)
            game = await self._registry.active.game(name)
            await asyncio.to_thread(self.keep, name, setting, game, stored.seats, left_of(game))
        except (CarromError, KeyError) as fault:
            log.error("The result of the game %s cannot be stored: %s", name, fault)


# -- challenges in an event stream: waiting, answered, withdrawn, expired ----------------------------------------------


_STATES = {
    SeekState.OPEN: Bid.OPEN,
    SeekState.TAKEN: Bid.TAKEN,
    SeekState.DECLINED: Bid.DECLINED,
    SeekState.WITHDRAWN: Bid.WITHDRAWN,
    SeekState.GATHERING: Bid.OPEN,
}


class ChallengeEvents:
    """The challenges that a client sees in its event stream."""

    def __init__(self, store: SeekStore, now: Callable[[], int]) -> None:
        """Read from the seek store; `now` returns ms since 1970."""
        self._store, self._now = store, now

    async def besides(self, party: StreamClient) -> dict[str, str]:
        """Return the challenges from or to the client as JSON, by event name.

        Challenges that no longer wait are included only if the client has received them before, or if they were made
        after its stream began: they may be answered before the stream is polled for the first time.
        """
        maker = f"guest:{party.hash}" if party.account is None else f"account:{party.account}"
        now = self._now()
        party.began = now if party.began is None else party.began
        found = await asyncio.to_thread(self._store.challenges_of, maker, party.account, now - 2 * CHALLENGE_STANDS)
        result = {f"challenge {stored.seek.id}": stored for stored in found}
        return {
            name: msgspec.json.encode(_line(stored, maker, now)).decode()
            for name, stored in result.items()
            if stored.waits(now) or name in party.last or stored.seek.made >= party.began
        }


def _line(stored: StoredSeek, maker: str, now: int) -> Challenged:
    state = _STATES[stored.state]
    return Challenged(
        challenge=challenge_view(stored),
        mine=stored.seek.maker.party == maker,
        state=Bid.EXPIRED if state is Bid.OPEN and not stored.waits(now) else state,
        game=stored.game,
    )
