"""Score sheets in the database, which any server of a cluster may continue.

An event of the log holds the text that one typed line adds to a record of `carrom umpire`; the first one starts with
the header. Concatenated, they are the record. Of concurrent appends the first wins; the others read it and try again.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from carrom.errors import CarromError, CommitUncertain, Conflict, RefusedRequest, StoreError
from carrom.files import AppendOnlyFile, decoded
from carrom.protocol.client import BeginSheet, TypeLine
from carrom.protocol.http_scoresheet import SheetRefusal, SheetRole
from carrom.server.common import NamedLocks
from carrom.server.ops import event_log
from carrom.server.ops.bus import Bus
from carrom.server.ops.cluster import Presence
from carrom.server.ops.event_log import TRIES, Cluster, GameEventLog
from carrom.server.play.scoresheet_channel import SheetChannel
from carrom.server.play.scoresheets import NAME, UNKNOWN, Sheets, make_room
from carrom.storage.database import LogPosition, StoredEvent, StoredGame, StoredSeat
from carrom.storage.event_store import EventStore
from carrom.storage.store import Store
from carrom.tables.scoresheets import (
    Heard,
    RefuseSheet,
    Sheet,
    SheetKeyHashes,
    event_of,
    first_event,
    header_of,
    name_of,
    read_events,
)
from carrom.umpire.record_file import parted, read, unbegun
from carrom.umpire.table import UmpireTable
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

    def _hinted(self, hint: event_log.Hint) -> None:
        """Handle another server's message: activity of the writing device, or new lines."""
        if isinstance(hint, event_log.Transient):
            if hint.text.isascii() and hint.text.isdigit():
                self.channel.heard_elsewhere(int(hint.text))
        elif self.channel.has_readers:
            self.look_soon()

    async def _look_or_log(self) -> None:
        try:
            await self.look()
        except CarromError as fault:
            log.warning("%s", fault)


# -- all sheets of a cluster -------------------------------------------------------------------------------------------


T = TypeVar("T")

MOVED = ".moved"
"""Suffix added to the file of a sheet that was moved to the database."""


class SharedSheets:
    """The score sheets stored in the database."""

    def __init__(
        self, shelf: EventStore, bus: Bus, fellows: Presence, folder: Path | None, now: Callable[[], float] = time.time
    ) -> None:
        """Store sheets in an event store; the bus carries changes to the other servers.

        `open` moves sheets that umpires have stored in `folder` to the database.
        """
        self._shelf, self._bus, self._fellows, self._folder, self._now = shelf, bus, fellows, folder, now
        self._rooms: OrderedDict[str, SharedRoom] = OrderedDict()
        self._opening = NamedLocks()

    async def begin(self, request: BeginSheet) -> str:
        """Create a sheet, or find the one created with this nonce at any server; raises `RefuseSheet`."""
        name = name_of(request.nonce)
        keys = SheetKeyHashes.of(request)
        header = header_of(request)

        def begin() -> SheetKeyHashes | None:
            if (found := self._keys(name)) is not None:
                return found
            try:
                line = first_event(UmpireTable.begin(header, None, int(self._now())))
            except RefusedRequest as reason:
                raise RefuseSheet(SheetRefusal.NOT_SO, str(reason)) from None
            with suppress(Conflict):  # another server has handled the same request
                self._shelf.begin(name, request.nonce, Agreed().text, (line,), _seats(keys))
            return self._keys(name)

        if await self._stored(begin) != keys:
            raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
        return name

    async def come(self, name: str, key: str | None) -> tuple[SheetChannel, SheetRole]:
        """Return a current sheet and the role of the key's holder; raises `RefuseSheet`."""
        if NAME.fullmatch(name) is None:
            raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
        async with self._opening.of(name):
            keys = await self._stored(lambda: self._keys(name))
            role = None if keys is None else keys.role(key)
            if role is None:
                raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
            if name not in self._rooms:
                await make_room(self._rooms)
                self._rooms[name] = await self._opened(name)
            self._rooms.move_to_end(name)
            room = self._rooms[name]
            with suppress(CarromError):  # while the database is unreachable, show what is known
                await room.look()
            return room.channel, role

    def followed(self) -> dict[str, SharedRoom]:
        """Return the sheets with readers at this server, by name."""
        return {name: room for name, room in self._rooms.items() if not room.is_quiet}

    async def close(self) -> None:
        """Unsubscribe from and close every sheet."""
        for room in self._rooms.values():
            await room.close()
        self._rooms.clear()

    async def open(self) -> None:
        """Move the sheets of the folder to the database, where all servers can reach them.

        Unreadable files are logged, and stay in the folder.
        """
        if self._folder is not None:
            await asyncio.to_thread(self._take_in, self._folder)

    def _take_in(self, folder: Path) -> None:
        for path in sorted(folder.glob("*.carrom")):
            try:
                if not unbegun(path) and self._took(path):
                    path.rename(path.with_name(path.name + MOVED))
                    log.info("The score sheet %s was moved to the database, shared by all servers.", path.stem)
            except (CarromError, OSError, msgspec.DecodeError) as fault:
                log.warning("The score sheet %s remains in its folder and cannot be used: %s", path.stem, fault)

    def _took(self, path: Path) -> bool:
        """Add the sheet of a file if it is missing; return whether the database has it now."""
        keys = msgspec.json.decode(path.with_suffix(".keys").read_bytes(), type=SheetKeyHashes)
        file, raw = AppendOnlyFile.opened(path)
        try:
            content, torn = parted(raw)
            read(content, str(path))
            if torn:
                log.warning("The end of the score sheet %s was cut off and remains in the file only.", path.stem)
            line = StoredEvent(version=1, body=decoded(content, str(path)))
            with suppress(Conflict):
                self._shelf.begin(path.stem, f"sheet {path.stem}", Agreed().text, (line,), _seats(keys))
        finally:
            file.close()
        return self._keys(path.stem) == keys

    async def _opened(self, name: str) -> SharedRoom:
        """Return the open sheet; it subscribes before the stored lines are read again."""

        def load() -> tuple[SharedSheet, GameEventLog]:
            known = GameEventLog(self._shelf, KIND, name, LogPosition(0, b"", b""), self._bus, self._fellows)
            return SharedSheet(self._shelf, known, known.load()), known

        return SharedRoom(*await self._stored(load), self._now)

    async def _stored(self, work: Callable[[], T]) -> T:
        """Run a function on the database in a thread; raises `RefuseSheet` for its faults."""
        try:
            return await asyncio.to_thread(work)
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault)) from None

    def _keys(self, name: str) -> SheetKeyHashes | None:
        """Return the hashes of a sheet's keys; None if there is no sheet."""
        words = {each.seat: each.hash for each in self._shelf.seats(name)}
        return SheetKeyHashes(**words) if words else None


def desk_of(store: Store, company: Cluster, folder: Path) -> Sheets | SharedSheets:
    """Return the store of a server's score sheets: its folder for a single server, else the database.

    A single server also finds sheets in the database, for example from a restored copy.
    """
    shared = company.fellows.shared
    beyond = SharedSheets(store.sheets, company.bus, company.fellows, folder if shared else None)
    return beyond if shared else Sheets(folder, beyond=beyond)


def _seats(keys: SheetKeyHashes) -> tuple[StoredSeat, ...]:
    """Return the key hashes in the form in which they are stored."""
    words = msgspec.structs.asdict(keys)
    return tuple(StoredSeat(seat=word, name="", hash=hash) for word, hash in sorted(words.items()))
