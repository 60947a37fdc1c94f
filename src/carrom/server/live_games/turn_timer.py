"""The turn timer of a live game: fires when the player's time is over, and when a pause ends.

It looks at the room and at who is here, and rings once a moment of the game: nothing happens in here.
"""

import asyncio
from collections.abc import Awaitable, Callable

from carrom.board.seat import Seat
from carrom.tables.room import Room

MOST_GIVEN_BACK = 500
"""The most of a player's lag, in ms, that is given back to him for a stroke."""

Ring = Callable[[int, Seat | None], Awaitable[None]]
"""Told the version that it rings for, and who has stayed away; None: the clock has run out."""


class TurnTimer:
    """The alarm of one table."""

    def __init__(
        self, room: Room, now: Callable[[], int], ring: Ring, fair_since: Callable[[], int] = lambda: 0
    ) -> None:
        """Watch a room; `now` returns ms since 1970, `fair_since` since when everybody could have acted.

        From then on everybody has all his time: nobody pays for an outage.
        """
        self._room, self._now, self._ring, self._fair_since = room, now, ring, fair_since
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._left: dict[Seat, int] = {}
        self._lag: dict[Seat, int] = {}
        self._ran_out: int | None = None

    def lags(self, players: frozenset[Seat], lag: int) -> None:
        """Take notice of how long messages from these players are under way, in ms."""
        for player in players:
            self._lag[player] = max(0, lag)

    def ran_out(self) -> None:
        """Ring no more for the clock of this moment: the law has nothing to say."""
        self._ran_out = self._room.version

    def wind(self, here: frozenset[Seat], rings: bool | None = None) -> None:
        """Set the alarm for the moment that the game is in; `here` are the players who are connected.

        Where nobody is the game waits; it `rings` where some of them are.
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
        """Ring no more."""
        for each in (self._alarm, self._ringing):
            if each is not None:
                each.cancel()

    def _notice(self, here: frozenset[Seat]) -> None:
        """Remember since when each of the people is away."""
        for player in here:
            self._left.pop(player, None)
        for player in self._room.setting.people - here:
            self._left.setdefault(player, self._now())

    def _clock_due(self) -> tuple[int, Seat | None] | None:
        """Return when the clock of a person runs out, his lag given back."""
        player, clock = self._room.actor, self._room.clock(self._now())
        if clock is None or clock.paused is not None or self._ran_out == self._room.version:
            return None
        if player is None or player not in self._room.setting.people:
            return None
        ends = max(clock.ends, self._fair_since() + clock.ends - clock.starts)
        return ends + min(MOST_GIVEN_BACK, self._lag.get(player, 0)), None

    def _absence_due(self, here: frozenset[Seat]) -> tuple[int, Seat | None] | None:
        """Return when the player who is asked to act has stayed away too long."""
        player, terms = self._room.actor, self._room.setting.terms
        if terms is None or terms.forfeit_after is None or player not in self._left or self._room.is_paused:
            return None
        assert player is not None
        return max(self._left[player], self._room.since) + terms.forfeit_after * 1000, player

    def _rings(self, version: int, away: Seat | None) -> None:
        self._alarm = None
        self._ringing = asyncio.ensure_future(self._ring(version, away))
