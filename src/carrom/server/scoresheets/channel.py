"""The channel of a score sheet: lines are stored one at a time, and then broadcast."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from carrom.protocol.http.scoresheet_state import (
    LineHeard,
    SheetFinished,
    SheetLog,
    SheetRefusal,
    SheetRole,
    SheetState,
)
from carrom.protocol.scoresheet import TypeLine
from carrom.tables.scoresheets.sheet import Heard, RefuseSheet, Sheet
from carrom.tables.scoresheets.views import log, told
from carrom.values import Value, changed

T = TypeVar("T")

Tell = Callable[[Sheet], None]
"""Called with a sheet after a change; a hall checks whether its fixture is finished."""


class Writer(Protocol):
    """Writes lines on a sheet: in a file, or in a database that other servers share."""

    sheet: Sheet

    def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Write a line, once per nonce, and return the result; raises `RefuseSheet`, changing nothing."""
        ...

    def take(self, device: str) -> None:
        """Make another device the writer; raises `RefuseSheet`."""

    def close(self) -> None:
        """Release the storage."""
        ...


class Peers(Protocol):
    """The other servers that have the same sheet open."""

    def changed(self) -> None:
        """Make them read what is new."""

    def device_heard(self, at: int) -> None:
        """Publish when the writing device was last active, in seconds since 1970."""


class NoPeers:
    """No other server has the sheet."""

    def changed(self) -> None:
        """Do nothing."""

    def device_heard(self, at: int) -> None:
        """Do nothing."""


class FixtureNow(Value, frozen=True):
    """What a championship knows of a sheet's fixture; empty outside a hall."""

    events: int = 0
    """The number of events in the championship's log."""
    finished: SheetFinished | None = None
    """The result of the fixture, if it was entered elsewhere than on the sheet."""


class SheetChannel:
    """One open sheet, its readers, and a lock that orders its lines."""

    def __init__(
        self,
        writer: Writer,
        happened: Tell = lambda _: None,
        now: Callable[[], float] = time.time,
        fixture: Callable[[], FixtureNow] = FixtureNow,
        peers: Peers = NoPeers(),  # noqa: B008 (it has no state)
    ) -> None:
        """Open a sheet; `now` returns seconds since 1970, `fixture` the state of its fixture in the championship."""
        self.sheet, self._writer, self._peers = writer.sheet, writer, peers
        self._happened, self._now, self._fixture = happened, now, fixture
        self._sent: SheetFinished | None = None
        self._lock = asyncio.Lock()
        self._readers: set[asyncio.Event] = set()
        self._heard: int | None = None
        self._told: dict[tuple[object, ...], SheetState] = {}

    @property
    def heard(self) -> int | None:
        """When the writing device was last active, in seconds since 1970; None if unknown."""
        return self._heard

    @property
    def is_quiet(self) -> bool:
        """Whether it has no readers and no operation in progress."""
        return not self._readers and not self._lock.locked()

    async def told(self, role: SheetRole, device: str | None, language: str) -> SheetState:
        """Return the view of the sheet for a device, with current clocks."""
        async with self._lock:
            return await self._tell(role, device, language)

    async def _tell(self, role: SheetRole, device: str | None, language: str) -> SheetState:
        """Return the view, cached for all readers with the same role and language; the lock must be held."""
        sheet = self.sheet
        key = sheet.version, role, sheet.writer, device == sheet.writer, language
        kept = self._told.get(key)
        if kept is None:
            kept = await asyncio.to_thread(told, sheet, role, device, language, None, 0)
            self._told = {known: each for known, each in self._told.items() if known[0] == sheet.version}
            self._told[key] = kept
        clocks = changed(kept.clocks, now=int(self._now()))
        fixture = self._fixture()
        return changed(kept, heard=self._heard, clocks=clocks, finished=fixture.finished, events=fixture.events)

    async def hear(self, request: TypeLine, role: SheetRole, language: str) -> LineHeard:
        """Write a line, once per nonce, and return the result; raises `RefuseSheet`."""
        async with self._lock:
            heard = await asyncio.to_thread(self._writer.hear, request, role, int(self._now()))
            if request.device == self.sheet.writer:
                self._heard = int(self._now())
            answer = LineHeard(
                nonce=request.nonce,
                version=heard.version,
                words=heard.words,
                told=await self._tell(role, request.device, language),
            )
        if heard.new:
            self._happened(self.sheet)
            self._peers.changed()
            self.wake()
        self.listens(request.device)
        return answer

    async def take(self, device: str, role: SheetRole, language: str) -> SheetState:
        """Make another device the writer; raises `RefuseSheet` for a reader."""
        if role is SheetRole.READER:
            raise RefuseSheet(SheetRefusal.CLOSED, "this key can only read the sheet", self.sheet.version)
        async with self._lock:
            await asyncio.to_thread(self._writer.take, device)
            self._heard = int(self._now())
            answer = await self._tell(role, device, language)
        self.wake()
        self._peers.changed()
        return answer

    async def lines(self, language: str) -> SheetLog:
        """Return every line in force."""
        async with self._lock:
            return await asyncio.to_thread(log, self.sheet, language)

    def listens(self, device: str | None) -> None:
        """Note that a device is connected; if it is the writer, publish that to other servers."""
        if device is not None and device == self.sheet.writer:
            self._heard = int(self._now())
            self._peers.device_heard(self._heard)

    def heard_elsewhere(self, at: int) -> None:
        """Note when the writing device was active at another server, in seconds since 1970."""
        self._heard = max(self._heard or 0, at)

    async def exclusively(self, work: Callable[[], T]) -> T:
        """Run a function in a thread while holding the lock."""
        async with self._lock:
            return await asyncio.to_thread(work)

    @property
    def has_readers(self) -> bool:
        """Whether it has readers."""
        return bool(self._readers)

    @contextmanager
    def reading(self) -> Iterator[asyncio.Event]:
        """Register a reader: the event is set after every change; the reader clears it."""
        news = asyncio.Event()
        self._readers.add(news)
        try:
            yield news
        finally:
            self._readers.discard(news)

    def look_at_fixture(self) -> None:
        """Send the sheet to its readers if the result of its fixture has changed."""
        now = self._fixture().finished
        if now != self._sent:
            self._sent = now
            self.wake()

    async def close(self) -> None:
        """Release the sheet's storage."""
        async with self._lock:
            await asyncio.to_thread(self._writer.close)

    def wake(self) -> None:
        """Send the sheet to its readers."""
        for news in self._readers:
            news.set()
