"""Partition detection: a process that lost the database while others have it sends its players to them.

Each process publishes on the bus when the database answers it. A process that receives such a message, but has had no
answer itself for some seconds, closes its connections and accepts no new ones until the database answers again. If the
database answers nobody, all connections stay open, since players would find no better process. The bus must not be the
database itself: over its notifications, or without a bus, a partitioned process receives no messages of others.
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
"""Seconds without an answer of the database after which a process is cut off, if another one had an answer."""
_LATELY = 2.5
"""Seconds for which another process's answer counts as recent."""
_LOOK = 0.5
"""Seconds between two checks."""
_SUBJECT = "answered"


class PartitionDetector:
    """Detects whether this process is cut off from the database."""

    def __init__(self, bus: Bus, dispatcher: Dispatcher) -> None:
        """Start as if the database had just answered; the dispatcher publishes `DatabaseLost`."""
        self._bus, self._dispatcher, self._name = bus, dispatcher, secrets.token_bytes(9)
        self._answered, self._others = time.monotonic(), float("-inf")
        self._task: asyncio.Task[None] | None = None
        self._quiet: Callable[[], None] = lambda: None
        self.now = False
        """Whether this process is cut off."""

    def open(self) -> None:
        """Subscribe to the other processes, and start checking."""
        self._answered = time.monotonic()
        self._quiet = self._bus.subscribe(_SUBJECT, self._heard)
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop checking."""
        self._quiet()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def answered(self) -> None:
        """Record that the database has answered, and publish it."""
        self._answered = time.monotonic()
        self._bus.publish(_SUBJECT, self._name)
        if self.now:
            self.now = False
            log.warning("The database is reachable again; connections are accepted.")

    def look(self) -> None:
        """Check whether this process is cut off; if it has just become so, log and publish it."""
        now = time.monotonic()
        if not self.now and now - self._answered > SILENT and now - self._others < _LATELY:
            self.now = True
            log.error("Only other servers can reach the database; clients are sent to them until this one can, too.")
            self._dispatcher.publish(DatabaseLost())

    def _heard(self, name: bytes) -> None:
        if name != self._name:
            self._others = time.monotonic()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            self.look()
