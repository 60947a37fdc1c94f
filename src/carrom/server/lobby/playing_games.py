"""Live games for the lobby, at this process and, asked over the bus, at the others."""

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
"""Milliseconds between two questions to the other processes."""
_FRESH = 15_000
"""Milliseconds for which the games of another process are shown after its answer."""
_PATIENCE = 0.2
"""Seconds to wait for the answers of other processes where none was asked for recently."""


class Elsewhere(Value, frozen=True):
    """What a process answers when it is asked for its games."""

    process: str
    playing: tuple[WatchableGame, ...]


class PlayingGames:
    """The games in play at every process, as this one knows them."""

    def __init__(
        self, process: str, here: Callable[[], tuple[WatchableGame, ...]], bus: Bus, now: Callable[[], int]
    ) -> None:
        """Begin knowing nothing of other processes; `here` returns this one's games, `now` ms since 1970."""
        self._process, self._here, self._bus, self._now = process, here, bus, now
        self._asked = 0
        self._elsewhere: dict[str, tuple[int, tuple[WatchableGame, ...]]] = {}
        self._subscriptions: tuple[Callable[[], None], ...] = ()

    def begin(self) -> None:
        """Subscribe to the questions and the answers of other processes."""
        if not self._subscriptions:
            self._subscriptions = (self._bus.subscribe(PLAYING, self._heard), self._bus.subscribe(ASKED, self._answer))

    def close(self) -> None:
        """End the subscriptions."""
        for end in self._subscriptions:
            end()

    def current(self) -> tuple[WatchableGame, ...]:
        """Return what is known now, the last begun first; the others are asked again if their answers grow old."""
        now = self._now()
        self._ask(now)
        return self._known(now)

    async def answered(self) -> tuple[WatchableGame, ...]:
        """Return the games after the other processes had time to answer, where they have not been asked recently."""
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
        """Ask every process for its games, unless that was done a moment ago; return whether it was done now."""
        if now - self._asked < ASK_EVERY:
            return False
        self._asked = now
        self._bus.publish(ASKED, self._process.encode())
        return True

    def announce(self) -> None:
        """Send every other process the games here, unasked."""
        self._answer(b"")

    def _answer(self, asking: bytes) -> None:
        """Send another process the games here: as many as a message has room for, the last begun first."""
        if asking == self._process.encode():
            return
        here = self._here()[:MOST_PLAYING]
        while len(body := msgspec.json.encode(Elsewhere(self._process, here))) > self._bus.most:
            here = here[: len(here) // 2]
        self._bus.publish(PLAYING, body)

    def _heard(self, body: bytes) -> None:
        """Take in the games of another process."""
        with suppress(msgspec.DecodeError, UnicodeError):
            told = msgspec.json.decode(body, type=Elsewhere)
            if told.process != self._process:
                self._elsewhere[told.process] = self._now(), told.playing
