"""A score sheet in the database, which any server of a cluster may continue.

A line of the log is what one typed line writes into the journal of `carrom umpire`, the first with the header before
it: all of them one after another are the record. What is appended first has happened; who was overtaken reads on.
"""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import msgspec

from carrom.errors import CarromError, CommitUncertain, Conflict, StoreError
from carrom.protocol.http.scoresheet_state import LineHeard, SheetRefusal, SheetRole, SheetTold
from carrom.protocol.scoresheet import TypeLine
from carrom.server.cluster import messages
from carrom.server.cluster.event_log import TRIES, GameEventLog
from carrom.server.scoresheets.channel import SheetChannel
from carrom.server.scoresheets.scoresheet import Heard, RefuseSheet, Sheet
from carrom.storage.event_store import EventStore
from carrom.storage.models import StoredEvent, StoredGame
from carrom.umpire.record_file import headed, read, written
from carrom.umpire.umpire_table import UmpireTable
from carrom.values import Value

log = logging.getLogger("carrom.server")

KIND = "scoresheet"


class Agreed(Value, frozen=True, kw_only=True):
    """What stands in the row of a sheet and may change without a line."""

    writer: str | None = None
    """The device that has taken over, if one has."""

    @property
    def text(self) -> str:
        """As it stands there."""
        return msgspec.json.encode(self).decode()


def first_line(table: UmpireTable) -> StoredEvent:
    """Return the line with which the log of a new sheet begins."""
    return StoredEvent(version=1, body=headed(table) + written(table, 1)[0])


class Rows:
    """What a sheet is written on: rows of the database, one for each line."""

    def __init__(self, shelf: EventStore, log: GameEventLog, stored: StoredGame) -> None:
        """Take up what is stored; raises `RecordError`."""
        self._shelf, self._log, self._name = shelf, log, stored.game
        content = "".join(each.body for each in stored.events).encode()
        self.table, self.marks = read(content, f"the sheet {stored.game}")
        self._written = len(self.table.game.events)
        log.mark = stored.mark

    @property
    def path(self) -> Path:
        """Its name: there is no file."""
        return Path(self._name)

    def add(self, table: UmpireTable, notes: tuple[tuple[str, str], ...] = ()) -> None:
        """Append a line; raises `Conflict`, `CommitUncertain` or `StoreError`."""
        text, noted = written(table, self._written, notes)
        nonce = next((text for word, text in notes if word == "nonce"), None)
        line = StoredEvent(version=self._log.mark.version + 1, body=text, nonce=nonce)
        self._log.mark = self._shelf.append(self._name, (line,), known=self._log.mark)
        self._written = len(table.game.events)
        self.marks += noted

    def end(self, table: UmpireTable) -> None:
        """Write nothing: a log in the database is whole as it is."""

    def close(self) -> None:
        """Give nothing back: it is nobody's."""


class SharedSheet(Sheet):
    """One sheet as this server knows it."""

    def __init__(self, shelf: EventStore, log: GameEventLog, stored: StoredGame) -> None:
        """Take up what is stored; raises `RecordError`."""
        self._shelf, self._log = shelf, log
        paper = Rows(shelf, log, stored)
        super().__init__(stored.game, paper, paper.table)
        self._agree(stored)

    def look(self) -> bool:
        """Read what others have written, and return whether there was anything; blocks. Raises `CarromError`."""
        news = self._log.news()
        if news is not None and not news.told and news.mark.seal == self._log.mark.seal:
            return False
        stored = self._log.load()
        before = self.version, self.writer
        paper = Rows(self._shelf, self._log, stored)
        self.open(paper, paper.table)
        self._agree(stored)
        return (self.version, self.writer) != before

    def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Do a line, once on all servers, and return what came of it; raises `RefuseSheet`, changing nothing."""
        try:
            if request.version > self.version:
                self.look()
            for _ in range(TRIES):
                try:
                    return super().hear(request, role, when)
                except RefuseSheet as refusal:
                    if refusal.code not in (SheetRefusal.STALE, SheetRefusal.TAKEN) or not self.look():
                        raise
                except (Conflict, CommitUncertain):
                    self.look()
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault), self.version) from None
        raise RefuseSheet(SheetRefusal.FULL, "others keep writing on this sheet; try again", self.version)

    def take(self, device: str) -> None:
        """Let another device write from now on, at every server; raises `RefuseSheet`."""
        try:
            self._log.change(lambda _, __: Agreed(writer=device).text)
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault), self.version) from None
        self.writer = device

    def _agree(self, stored: StoredGame) -> None:
        taken = msgspec.json.decode(stored.setting, type=Agreed).writer
        self.writer = taken or self.writer


class SharedRoom(SheetChannel):
    """One sheet among those who read it at this server; the others hear what is done here."""

    def __init__(self, sheet: SharedSheet, log: GameEventLog, now: Callable[[], float]) -> None:
        """Open; what others do is heard from now on."""
        super().__init__(sheet, lambda _: log.tell_turned(), now)
        self.log, self.shared, self.waits = log, sheet, False
        self._beside: set[asyncio.Task[None]] = set()
        self._quiet = log.listen(self._hinted, lambda: None)

    async def look(self) -> None:
        """Read what others have done, and tell it; raises `CarromError`."""
        async with self._lock:
            is_new = await asyncio.to_thread(self.shared.look)
        if is_new:
            self._wake()

    def look_soon(self) -> None:
        """Read what others have done, beside whatever goes on."""
        task = asyncio.get_running_loop().create_task(self._look_beside())
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def hear(self, request: TypeLine, role: SheetRole, language: str) -> LineHeard:
        """Do a line, and let the others know that the writing device is there."""
        answer = await super().hear(request, role, language)
        self.listens(request.device)
        return answer

    async def take(self, device: str, role: SheetRole, language: str) -> SheetTold:
        """Let another device write, at every server."""
        answer = await super().take(device, role, language)
        self.log.tell_turned()
        return answer

    def listens(self, device: str | None) -> None:
        """Take notice that a device is there, and let the others know if it is the one that writes."""
        super().listens(device)
        if device is not None and device == self.sheet.writer:
            self.log.tell_aside(str(self._heard))

    async def close(self) -> None:
        """Hear nothing more of it."""
        self._quiet()
        await super().close()

    def _hinted(self, told: messages.Hint) -> None:
        """Follow what another server says: when it heard the writing device, or that there is something new."""
        if isinstance(told, messages.Transient):
            if told.text.isascii() and told.text.isdigit():
                self._heard = max(self._heard or 0, int(told.text))
        elif self._readers:
            self.look_soon()

    async def _look_beside(self) -> None:
        try:
            await self.look()
        except CarromError as fault:
            log.warning("%s", fault)
