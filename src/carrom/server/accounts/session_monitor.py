"""Close open connections of a session or API token as soon as it ends.

The process that ends a session closes its own connections at once and notifies the others on the bus; each then
checks in the database which of its connections are still authorized. It also checks periodically, since a message may
be lost, the command line sends none, and sessions expire.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from carrom.errors import StoreError
from carrom.server.cluster.bus import Bus
from carrom.server.identity.models import OPEN
from carrom.server.identity.sessions import seconds
from carrom.storage.database import Database

log = logging.getLogger("carrom.server")

EVERY = 2.0
"""Seconds between two periodic checks."""
_GAP = 0.05
"""Minimum seconds between two checks."""
_AT_ONCE = 200
"""Hashes in one query."""
_SUBJECT = "people.ended"

End = Callable[[], None]


class SessionMonitor:
    """Open connections by the hash of the session or token that authorized them."""

    def __init__(self, database: Database, bus: Bus, now: Callable[[], int] = seconds) -> None:
        """Check sessions in a database; `now` returns seconds since 1970."""
        self._database, self._bus, self._now = database, bus, now
        self._lines: dict[str, dict[int, End]] = {}
        self._number = 0
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._quiet: End = lambda: None

    def opened(self, hash: str, end: End) -> End:
        """Call `end` once a session or token has ended; return a function that unregisters it."""
        self._number, number = self._number + 1, self._number
        self._lines.setdefault(hash, {})[number] = end

        def forget() -> None:
            there = self._lines.get(hash, {})
            there.pop(number, None)
            if not there:
                self._lines.pop(hash, None)

        return forget

    def ended(self, hashes: Iterable[str] = ()) -> None:
        """Close the connections of these hashes here, and make every process check its own."""
        self._end(hashes)
        self._stirred.set()
        self._bus.publish(_SUBJECT, b"")

    def begin(self) -> None:
        """Start the periodic check."""
        self._quiet = self._bus.subscribe(_SUBJECT, lambda _: self._stirred.set())
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop the periodic check."""
        self._quiet()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Close the connections whose session or token the database no longer holds; raises `StoreError`."""
        there = tuple(self._lines)
        if there:
            good = await asyncio.to_thread(self._good, there)
            self._end(hash for hash in there if hash not in good)

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._stirred.wait()
            self._stirred.clear()
            try:
                await self.look()
            except StoreError as fault:
                log.warning("%s", fault)
            except Exception:  # the next check tries again
                log.exception("checking which sessions are still valid failed")
            await asyncio.sleep(_GAP)

    def _good(self, hashes: tuple[str, ...]) -> frozenset[str]:
        """Return the hashes that still belong to an open account; blocks."""
        good: set[str] = set()
        for begin in range(0, len(hashes), _AT_ONCE):
            some = hashes[begin : begin + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            asked = " UNION ALL ".join(
                f"SELECT {table}.hash FROM {table} JOIN account ON account.id = {table}.account "
                f"WHERE account.state = ? AND {table}.expires > ? AND {table}.hash IN ({marks})"
                for table in ("session", "api_token")
            )
            cells: tuple[str | int, ...] = (OPEN, self._now(), *some)
            good.update(hash for (hash,) in self._database.ask(asked, (*cells, *cells)))
        return frozenset(good)

    def _end(self, hashes: Iterable[str]) -> None:
        for hash in tuple(hashes):
            for end in tuple(self._lines.pop(hash, {}).values()):
                end()
