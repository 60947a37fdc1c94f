"""Live games for the lobby, from this process and, over the bus, from the others."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec

from carrom.protocol.http.lobby import WatchableGame
from carrom.server.cluster.bus import Bus, InProcess
from carrom.values import Value

MOST_PLAYING = 40
PLAYING, ASKED = "lobby.playing", "lobby.who-plays"
ASK_EVERY = 5_000
"""Milliseconds between two requests to the other processes."""
_FRESH = 15_000
"""Milliseconds for which another process's answer stays valid."""
_PATIENCE = 0.2
"""Seconds to wait for answers of other processes after a request."""


class Elsewhere(Value, frozen=True):
    """A process's answer to a request for its games."""

    process: str
    playing: tuple[WatchableGame, ...]


class PlayingGames:
    """The games in play at all processes, as far as this one knows."""

    def __init__(
        self, process: str, here: Callable[[], tuple[WatchableGame, ...]], bus: Bus, now: Callable[[], int]
    ) -> None:
        """Start without knowledge of other processes; `here` returns this one's games, `now` ms since 1970."""
        self._process, self._here, self._bus, self._now = process, here, bus, now
        self._asked = 0
        self._elsewhere: dict[str, tuple[int, tuple[WatchableGame, ...]]] = {}
        self._subscriptions: tuple[Callable[[], None], ...] = ()

    def begin(self) -> None:
        """Subscribe to the requests and answers of other processes."""
        if not self._subscriptions:
            self._subscriptions = (self._bus.subscribe(PLAYING, self._heard), self._bus.subscribe(ASKED, self._answer))

    def close(self) -> None:
        """End the subscriptions."""
        for end in self._subscriptions:
            end()

    def current(self) -> tuple[WatchableGame, ...]:
        """Return the known games, latest start first; sends a new request if the last one is old."""
        now = self._now()
        self._ask(now)
        return self._known(now)

    async def answered(self) -> tuple[WatchableGame, ...]:
        """Return the known games; after a new request, first give the other processes time to answer."""
        self.begin()
        if self._ask(self._now()) and not isinstance(self._bus, InProcess):
            await asyncio.sleep(_PATIENCE)
        return self._known(self._now())

    def _known(self, now: int) -> tuple[WatchableGame, ...]:
        here = self._here()[:MOST_PLAYING]
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[0] > now - _FRESH}
        names = {each.game for each in here}
        others = [each for _, told in self._elsewhere.values() for each in told if each.game not in names]
        return tuple(sorted((*here, *others), key=lambda each: (-each.begun, each.game))[:MOST_PLAYING])

    def _ask(self, now: int) -> bool:
        """Request the games of every process, unless that was done recently; return whether a request was sent."""
        if now - self._asked < ASK_EVERY:
            return False
        self._asked = now
        self._bus.publish(ASKED, self._process.encode())
        return True

    def announce(self) -> None:
        """Send this process's games to the others without a request."""
        self._answer(b"")

    def _answer(self, asking: bytes) -> None:
        """Send this process's games to the others: as many as fit in a message, latest start first."""
        if asking == self._process.encode():
            return
        here = self._here()[:MOST_PLAYING]
        while len(body := msgspec.json.encode(Elsewhere(self._process, here))) > self._bus.most:
            here = here[: len(here) // 2]
        self._bus.publish(PLAYING, body)

    def _heard(self, body: bytes) -> None:
        """Store the games of another process."""
        with suppress(msgspec.DecodeError, UnicodeError):
            told = msgspec.json.decode(body, type=Elsewhere)
            if told.process != self._process:
                self._elsewhere[told.process] = self._now(), told.playing
