"""Partition detection: a process that lost the database while others have it sends its players to them.

Each process that the database has answered says so over the bus. One that hears that of another, and has not been
answered itself for some seconds, lets its lines go and takes no new ones until it is answered again. Where nobody is
answered nobody lets anybody go: players would find no better place. What says so must not be the database itself: over
its own notifications, or with no bus, who is cut off hears of nobody.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable

from carrom.server.cluster.bus import Bus
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.common.server_events import DatabaseLost

log = logging.getLogger("carrom.server")

SILENT = 4.0
"""Seconds without an answer of the database after which a process is cut off, if another has had one lately."""
_LATELY = 2.5
"""Seconds for which counts that another has been answered."""
_LOOK = 0.5
"""Seconds between two looks."""
_SUBJECT = "answered"


class PartitionDetector:
    """Whether one process is cut off."""

    def __init__(self, bus: Bus, dispatcher: Dispatcher) -> None:
        """Begin as a process that has just been answered; the dispatcher publishes `DatabaseLost`."""
        self._bus, self._dispatcher, self._name = bus, dispatcher, secrets.token_bytes(9)
        self._answered, self._others = time.monotonic(), float("-inf")
        self._task: asyncio.Task[None] | None = None
        self._quiet: Callable[[], None] = lambda: None
        self.now = False
        """Whether it is cut off."""

    def open(self) -> None:
        """Listen to the others, and look from now on."""
        self._answered = time.monotonic()
        self._quiet = self._bus.subscribe(_SUBJECT, self._heard)
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Look no more."""
        self._quiet()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def answered(self) -> None:
        """The database has answered: tell the others."""
        self._answered = time.monotonic()
        self._bus.publish(_SUBJECT, self._name)
        if self.now:
            self.now = False
            log.warning("The database answers here again; players may come.")

    def look(self) -> None:
        """Find out whether this process is cut off, and tell."""
        now = time.monotonic()
        if not self.now and now - self._answered > SILENT and now - self._others < _LATELY:
            self.now = True
            log.error("The database answers others and not this server: who is here is sent to them until it does.")
            self._dispatcher.publish(DatabaseLost())

    def _heard(self, name: bytes) -> None:
        if name != self._name:
            self._others = time.monotonic()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            self.look()
