"""The single writer of a championship file: a proposal is checked and synced to disk before it is broadcast."""

import asyncio
import logging
import os
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from carrom.errors import RefusedRequest, SetupError
from carrom.tournament.events import AnyHappening
from carrom.tournament.import_export.event_lines import write_happening
from carrom.tournament.import_export.event_log import Journal
from carrom.tournament.state import Championship
from carrom.tournament.time_zones import local_time
from carrom.tournament.venue.permissions import LinkHolder
from carrom.tournament.venue.proposals import meant
from carrom.values import Value, changed

log = logging.getLogger("carrom.server")

Making = Callable[[Championship], Sequence[AnyHappening]]
"""Returns the lines to write for the current championship."""


class WrittenLine(Value, frozen=True):
    """Lines on disk: the number of the first, and their text."""

    first: int
    lines: tuple[str, ...]


class EventWriter:
    """An open championship file. Nothing is acknowledged or broadcast before it is on disk."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        """Open the file; `now` returns seconds since 1970. Raises `RecordError` or `SetupError`."""
        self._journal = Journal.resume(path)
        self.torn = self._journal.torn
        """A sentence about a last line that was cut off, and where it is now; or empty."""
        if self.torn:
            log.warning("%s", self.torn)
        self.path, self._now = path, now
        self._lock = asyncio.Lock()
        self._followers: set[asyncio.Event] = set()
        self._done: dict[str, tuple[int, int]] = {}
        for number, each in enumerate(self.championship.happenings, 1):
            if each.nonce:
                self._done[each.nonce] = self._done.get(each.nonce, (number, number))[0], number

    @property
    def id(self) -> str:
        """The id of the championship in URLs."""
        return self.path.name.removesuffix(".carrom-event")

    @property
    def championship(self) -> Championship:
        """The championship as stored on disk."""
        return self._journal.championship

    @property
    def version(self) -> int:
        """The number of lines in the file."""
        return len(self.championship.happenings)

    async def propose(self, nonce: str, who: LinkHolder, line: str) -> WrittenLine:
        """Write a proposed line, idempotently; if it is refused, raises the reason and leaves the file unchanged."""

        def local(seconds: int) -> datetime:
            return local_time(seconds, self.championship.details.zone)

        now = local(int(self._now()))
        return await self.write(nonce, str(who), lambda at: meant(at, who, line, now, local))

    async def write(self, nonce: str, by: str, makes: Making) -> WrittenLine:
        """Write the lines that `makes` returns, signed and dated, once for each nonce; raises why it refuses."""
        async with self._lock:
            if nonce in self._done:
                return self._again(nonce, by)
            written = await asyncio.to_thread(self._write, nonce, by, makes)
        self.wake()
        return written

    def wake(self) -> None:
        """Set the event of every follower."""
        for news in self._followers:
            news.set()

    def _write(self, nonce: str, by: str, makes: Making) -> WrittenLine:
        when = int(self._now())
        lines = [changed(each, by=by, when=when, nonce=nonce) for each in makes(self.championship)]
        first = self.version + 1
        try:
            self._journal.add(*lines)
        except SetupError as fault:
            raise SetupError(str(fault).replace(f"{self.path.parent}{os.sep}", "")) from None
        if lines:
            self._done[nonce] = first, self.version
        return self._said(first, self.version)

    def _again(self, nonce: str, by: str) -> WrittenLine:
        """Return the result of an earlier proposal; raises `RefusedRequest` if another holder used the nonce."""
        first, last = self._done[nonce]
        if self.championship.happenings[first - 1].by != by:
            raise RefusedRequest("this nonce was used by someone else; expected a new one")
        return self._said(first, last)

    def _said(self, first: int, last: int) -> WrittenLine:
        lines = self.championship.happenings[first - 1 : last]
        return WrittenLine(
            first, tuple(f"{number}. {write_happening(each)}" for number, each in enumerate(lines, first))
        )

    def follow(self, news: asyncio.Event) -> None:
        """Set an event after every write from now on."""
        self._followers.add(news)

    def leave(self, news: asyncio.Event) -> None:
        """Stop setting the event."""
        self._followers.discard(news)

    async def close(self) -> None:
        """Close the file after the current write."""
        async with self._lock:
            self._journal.close()
