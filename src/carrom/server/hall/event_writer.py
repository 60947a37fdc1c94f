"""The only writer of a hall's championship: propose, check, sync to disk, then broadcast."""

import asyncio
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
from carrom.tournament.venue.permissions import LinkHolder
from carrom.tournament.venue.proposals import meant
from carrom.values import Value, changed

Making = Callable[[Championship], Sequence[AnyHappening]]
"""What makes lines of a championship as it is when their turn comes."""


class WrittenLine(Value, frozen=True):
    """Lines that are on disk: the number of the first, and all of them."""

    first: int
    lines: tuple[str, ...]


def hall_time(seconds: int) -> datetime:
    """Return an hour of this machine's time zone, without the zone."""
    return datetime.fromtimestamp(seconds)


class EventWriter:
    """An open championship among those who propose. Nothing is acknowledged or told before it is on disk."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        """Open it; `now` returns seconds since 1970. Raises `RecordError` or `SetupError`."""
        self._journal = Journal.resume(path)
        self.path, self._now = path, now
        self._lock = asyncio.Lock()
        self._followers: set[asyncio.Event] = set()
        self._done: dict[str, tuple[int, int]] = {}
        for number, each in enumerate(self.championship.happenings, 1):
            if each.nonce:
                self._done[each.nonce] = self._done.get(each.nonce, (number, number))[0], number

    @property
    def id(self) -> str:
        """What the championship is called in addresses."""
        return self.path.name.removesuffix(".carrom-event")

    @property
    def championship(self) -> Championship:
        """The championship as it is on disk."""
        return self._journal.championship

    @property
    def version(self) -> int:
        """How many lines it has."""
        return len(self.championship.happenings)

    async def propose(self, nonce: str, who: LinkHolder, line: str) -> WrittenLine:
        """Let a line happen, once. Raises what refuses it, with the file as it was."""
        now = hall_time(int(self._now()))
        return await self.write(nonce, str(who), lambda at: meant(at, who, line, now, hall_time))

    async def write(self, nonce: str, by: str, makes: Making) -> WrittenLine:
        """Write what `makes` makes, signed and dated, once for each nonce. Raises what refuses it."""
        async with self._lock:
            if nonce in self._done:
                return self._again(nonce, by)
            written = await asyncio.to_thread(self._write, nonce, by, makes)
        self.wake()
        return written

    def wake(self) -> None:
        """Let everybody who follows look again."""
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
        """Return what a proposal that came before has written. Raises `RefusedRequest` if it was somebody else's."""
        first, last = self._done[nonce]
        if self.championship.happenings[first - 1].by != by:
            raise RefusedRequest("this nonce was used by somebody else; expected a fresh one")
        return self._said(first, last)

    def _said(self, first: int, last: int) -> WrittenLine:
        lines = self.championship.happenings[first - 1 : last]
        return WrittenLine(
            first, tuple(f"{number}. {write_happening(each)}" for number, each in enumerate(lines, first))
        )

    def follow(self, news: asyncio.Event) -> None:
        """Let an event be set whenever something was written."""
        self._followers.add(news)

    def leave(self, news: asyncio.Event) -> None:
        """Set it no longer."""
        self._followers.discard(news)

    async def close(self) -> None:
        """Close the file once what is being written is written."""
        async with self._lock:
            self._journal.close()
