"""The turn timer of a live game: fires when a player's time is over or they were absent too long.

It only reads the room and calls back; it changes nothing itself.
"""

import asyncio
from collections.abc import Awaitable, Callable

from carrom.board.seat import Seat
from carrom.tables.room import Room

MOST_GIVEN_BACK = 500
"""The most of a player's network lag that is added to their time for a stroke, ms."""

Ring = Callable[[int, Seat | None], Awaitable[None]]
"""Called with the game's version and the absent player; None if the clock has run out."""


class TurnTimer:
    """The timer of one game."""

    def __init__(
        self, room: Room, now: Callable[[], int], ring: Ring, fair_since: Callable[[], int] = lambda: 0
    ) -> None:
        """Watch a room; `now` returns ms since 1970, `fair_since` when the last outage ended.

        After an outage every player has their full time again.
        """
        self._room, self._now, self._ring, self._fair_since = room, now, ring, fair_since
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._left: dict[Seat, int] = {}
        self._lag: dict[Seat, int] = {}
        self._ran_out: int | None = None

    def lags(self, players: frozenset[Seat], lag: int) -> None:
        """Record the network lag of these players, in ms."""
        for player in players:
            self._lag[player] = max(0, lag)

    def ran_out(self) -> None:
        """Do not fire again for the clock at this version: running out has no consequence."""
        self._ran_out = self._room.version

    def wind(self, here: frozenset[Seat], rings: bool | None = None) -> None:
        """Set the timer for the current state of the game; `here` are the connected players.

        It fires only if `rings`, by default if any player is connected: without players the game waits.
        """
        self._notice(here)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = [each for each in (self._clock_due(), self._absence_due(here)) if each is not None]
        if due and (bool(here) if rings is None else rings):
            at, away = min(due, key=lambda each: each[0])
            seconds = max(0, at - self._now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._rings, self._room.version, away)

    def close(self) -> None:
        """Cancel the timer."""
        for each in (self._alarm, self._ringing):
            if each is not None:
                each.cancel()

    def _notice(self, here: frozenset[Seat]) -> None:
        """Record since when each person is away."""
        for player in here:
            self._left.pop(player, None)
        for player in self._room.setting.people - here:
            self._left.setdefault(player, self._now())

    def _clock_due(self) -> tuple[int, Seat | None] | None:
        """Return when a person's clock runs out, with their lag added; None if no clock runs."""
        player, clock = self._room.actor, self._room.clock(self._now())
        if clock is None or clock.paused is not None or self._ran_out == self._room.version:
            return None
        if player is None or player not in self._room.setting.people:
            return None
        ends = max(clock.ends, self._fair_since() + clock.ends - clock.starts)
        return ends + min(MOST_GIVEN_BACK, self._lag.get(player, 0)), None

    def _absence_due(self, here: frozenset[Seat]) -> tuple[int, Seat | None] | None:
        """Return when the player whose turn it is has been absent too long; None if they are present."""
        player, terms = self._room.actor, self._room.setting.terms
        if terms.forfeit_after is None or player not in self._left or self._room.is_paused:
            return None
        assert player is not None
        return max(self._left[player], self._room.since) + terms.forfeit_after * 1000, player

    def _rings(self, version: int, away: Seat | None) -> None:
        self._alarm = None
        self._ringing = asyncio.ensure_future(self._ring(version, away))
