"""Update the names of accounts in games and ties held in memory, in every process.

A deletion or rename first changes the stored games. Its caller then calls `changed`: games and ties in memory here read
their rows again, and a message on the bus makes every other process do so. Each process also compares the names in
memory with the database periodically, since a message may be lost and the command line sends none.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

from carrom.errors import CarromError, StoreError
from carrom.server.cluster.bus import Bus
from carrom.server.identity.models import OPEN
from carrom.storage.database import Database
from carrom.tables.access import Access

log = logging.getLogger("carrom.server")

EVERY = 2.0
"""Seconds between two periodic comparisons."""
_AT_ONCE = 500
"""Accounts in one query."""
_SUBJECT = "people.renamed"


class Shown(Protocol):
    """A game or a tie in memory."""

    @property
    def door(self) -> Access:
        """The holders of its seats, and what lets others watch."""
        ...

    async def look(self) -> None:
        """Read the stored state, and send what has changed; raises `CarromError`."""


InMemory = Callable[[], Mapping[str, Shown]]


class Renames:
    """Keeps the account names in the games and ties of one process current."""

    def __init__(self, database: Database, bus: Bus, refresh: Callable[[], None], *shown: InMemory) -> None:
        """Compare what `shown` returns with the database; `refresh` is called after a change."""
        self._database, self._bus, self._refresh, self._shown = database, bus, refresh, shown
        self._hinted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Start the periodic comparison."""
        self._unsubscribe = self._bus.subscribe(_SUBJECT, lambda _: self._hinted.set())
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop the periodic comparison."""
        self._unsubscribe()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def changed(self) -> None:
        """Update the names in this process, and notify every other process."""
        self._bus.publish(_SUBJECT, b"")
        with suppress(StoreError):
            await self.compare()
        self._refresh()

    async def compare(self) -> None:
        """Reload every game and tie in memory that has an outdated name; raises `StoreError`."""
        there = [each for shown in self._shown for each in shown().values()]
        accounts = {seat.account for each in there for seat in each.door.seats if seat.account is not None}
        if not accounts:
            return
        try:
            asked = asyncio.get_running_loop().run_in_executor(None, self._names, tuple(accounts))
        except RuntimeError:  # the threads of this process have ended, and so does the process
            return
        names = await asked
        stale = [each for each in there if _is_stale(each.door, names)]
        for each in stale:
            try:
                await each.look()
            except CarromError as fault:
                log.warning("%s", fault)
        if stale:
            self._refresh()

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._hinted.wait()
            self._hinted.clear()
            try:
                await self.compare()
            except StoreError as fault:
                log.warning("%s", fault)
            except Exception:  # the next comparison tries again
                log.exception("comparing the names in memory with the database failed")

    def _names(self, accounts: tuple[str, ...]) -> dict[str, str]:
        """Return the names of those accounts that are open; blocks."""
        found: dict[str, str] = {}
        for begin in range(0, len(accounts), _AT_ONCE):
            some = accounts[begin : begin + _AT_ONCE]
            asked = f"SELECT id, name FROM account WHERE state = ? AND id IN ({', '.join('?' * len(some))})"
            found.update(self._database.ask(asked, (OPEN, *some)))
        return found


def _is_stale(door: Access, names: Mapping[str, str]) -> bool:
    return any(each.account is not None and each.called != names.get(each.account, "") for each in door.seats)
