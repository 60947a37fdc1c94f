"""Close open connections of a session or token as soon as it ends.

Whoever ends one ends its lines here at once and hints at it on the bus; every process then asks the database which of
its own still hold. It asks now and then without a hint, too: a hint may be lost, a terminal gives none, and time ends
sessions by itself.
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
"""Seconds after which the database is asked without a hint."""
_GAP = 0.05
"""Seconds between two looks, however many hints come."""
_AT_ONCE = 200
"""Hashes of one question."""
_SUBJECT = "people.ended"

End = Callable[[], None]


class SessionMonitor:
    """The lines of those who are signed in, by the hashes of what they are signed in with."""

    def __init__(self, database: Database, bus: Bus, now: Callable[[], int] = seconds) -> None:
        """Ask a database; `now` returns the seconds since 1970."""
        self._database, self._bus, self._now = database, bus, now
        self._lines: dict[str, dict[int, End]] = {}
        self._number = 0
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._quiet: End = lambda: None

    def opened(self, hash: str, end: End) -> End:
        """Call `end` once a session or a token is no longer good; return what forgets the line."""
        self._number, number = self._number + 1, self._number
        self._lines.setdefault(hash, {})[number] = end

        def forget() -> None:
            there = self._lines.get(hash, {})
            there.pop(number, None)
            if not there:
                self._lines.pop(hash, None)

        return forget

    def ended(self, hashes: Iterable[str] = ()) -> None:
        """End the lines of these here, and let every process ask which of its own still hold."""
        self._end(hashes)
        self._stirred.set()
        self._bus.publish(_SUBJECT, b"")

    def begin(self) -> None:
        """Watch from now on."""
        self._quiet = self._bus.subscribe(_SUBJECT, lambda _: self._stirred.set())
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Watch no longer."""
        self._quiet()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """End the lines of what the database does not hold any more; raises `StoreError`."""
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
            except Exception:  # whatever it is: lines that have to end are found at the next look
                log.exception("who is still signed in could not be found out")
            await asyncio.sleep(_GAP)

    def _good(self, hashes: tuple[str, ...]) -> frozenset[str]:
        """Return which of these open an account still; blocks."""
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
