"""A score sheet in the database, which any server of a cluster may continue.

An event of the log holds the text that one typed line adds to a record of `carrom umpire`; the first one starts with
the header. Concatenated, they are the record. Of concurrent appends the first wins; the others read it and try again.
"""

import asyncio
import logging
from collections.abc import Callable

import msgspec

from carrom.errors import CarromError, CommitUncertain, Conflict, StoreError
from carrom.protocol.http.scoresheet_state import SheetRefusal, SheetRole
from carrom.protocol.scoresheet import TypeLine
from carrom.server.cluster import messages
from carrom.server.cluster.event_log import TRIES, GameEventLog
from carrom.server.scoresheets.channel import SheetChannel
from carrom.storage.event_store import EventStore
from carrom.storage.models import StoredGame
from carrom.tables.scoresheets.sheet import Heard, RefuseSheet, Sheet
from carrom.tables.scoresheets.stored_lines import event_of, read_events
from carrom.values import Value

log = logging.getLogger("carrom.server")

KIND = "scoresheet"


class Agreed(Value, frozen=True, kw_only=True):
    """The part of a sheet's database row that may change without a new line."""

    writer: str | None = None
    """The device that has taken over writing, if any."""

    @property
    def text(self) -> str:
        """Its JSON text."""
        return msgspec.json.encode(self).decode()


class SharedSheet:
    """One sheet as this server knows it, written to the database."""

    def __init__(self, shelf: EventStore, log: GameEventLog, stored: StoredGame) -> None:
        """Open a stored sheet; raises `RecordError`."""
        self._shelf, self._log = shelf, log
        log.mark = stored.mark
        self.sheet = Sheet(stored.game, *read_events(stored.game, stored.events))
        self._agree(stored)

    def look(self) -> bool:
        """Read the lines written by other servers; return whether there were any; blocks. Raises `CarromError`."""
        news = self._log.news()
        if news is not None and not news.told and news.mark.seal == self._log.mark.seal:
            return False
        stored = self._log.load()
        before = self.sheet.version, self.sheet.writer
        self._log.mark = stored.mark
        self.sheet.open(*read_events(stored.game, stored.events))
        self._agree(stored)
        return (self.sheet.version, self.sheet.writer) != before

    def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Write a line, once across all servers, and return the result; raises `RefuseSheet`, changing nothing."""
        sheet = self.sheet
        try:
            if request.version > sheet.version:
                self.look()
            for _ in range(TRIES):
                try:
                    line = sheet.propose(request, role, when)
                    if isinstance(line, Heard):
                        return line
                    event = event_of(sheet, line, self._log.mark.version + 1)
                    self._log.mark = self._shelf.append(sheet.name, (event,), known=self._log.mark)
                    return sheet.apply(line)
                except RefuseSheet as refusal:
                    if refusal.code not in (SheetRefusal.STALE, SheetRefusal.TAKEN) or not self.look():
                        raise
                except (Conflict, CommitUncertain):
                    self.look()
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault), sheet.version) from None
        raise RefuseSheet(SheetRefusal.FULL, "this sheet is changing too fast; try again", sheet.version)

    def take(self, device: str) -> None:
        """Make another device the writer at every server; raises `RefuseSheet`."""
        try:
            self._log.change(lambda _, __: Agreed(writer=device).text)
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault), self.sheet.version) from None
        self.sheet.take(device)

    def close(self) -> None:
        """Do nothing: there is no file to close."""

    def _agree(self, stored: StoredGame) -> None:
        taken = msgspec.json.decode(stored.setting, type=Agreed).writer
        self.sheet.writer = taken or self.sheet.writer


class LogPeers:
    """The other servers that have the same sheet, reached over the bus."""

    def __init__(self, log: GameEventLog) -> None:
        """Publish on the log's subject."""
        self._log = log

    def changed(self) -> None:
        """Make the other servers read what is new."""
        self._log.tell_turned()

    def device_heard(self, at: int) -> None:
        """Publish to the other servers when the writing device was last active."""
        self._log.tell_aside(str(at))


class SharedRoom:
    """An open sheet that other servers may have open too, with its channel here."""

    def __init__(self, shared: SharedSheet, log: GameEventLog, now: Callable[[], float]) -> None:
        """Subscribe to changes at other servers."""
        self.log, self.waits, self._shared = log, False, shared
        self.channel = SheetChannel(shared, now=now, peers=LogPeers(log))
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop_listening = log.listen(self._hinted, lambda: None)

    @property
    def is_quiet(self) -> bool:
        """Whether it has no readers and no operation in progress."""
        return self.channel.is_quiet

    async def look(self) -> None:
        """Read what other servers have written, and send it to the readers; raises `CarromError`."""
        if await self.channel.exclusively(self._shared.look):
            self.channel.wake()

    def look_soon(self) -> None:
        """Call `look` in the background."""
        task = asyncio.get_running_loop().create_task(self._look_or_log())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Unsubscribe, and close the sheet."""
        self._stop_listening()
        await self.channel.close()

    def _hinted(self, hint: messages.Hint) -> None:
        """Handle another server's message: activity of the writing device, or new lines."""
        if isinstance(hint, messages.Transient):
            if hint.text.isascii() and hint.text.isdigit():
                self.channel.heard_elsewhere(int(hint.text))
        elif self.channel.has_readers:
            self.look_soon()

    async def _look_or_log(self) -> None:
        try:
            await self.look()
        except CarromError as fault:
            log.warning("%s", fault)
