"""Stored score sheets: records as `carrom umpire` writes them, in a folder, or logs in a cluster's database."""

import asyncio
import logging
import os
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.errors import CarromError, Conflict, RefusedRequest, SetupError, StoreError
from carrom.files import AppendOnlyFile, decoded, replace
from carrom.game.events import Header
from carrom.protocol.client import BeginSheet, TypeLine
from carrom.protocol.http_scoresheet import SheetBegun, SheetRefusal, SheetRole
from carrom.rules.ruleset import Ruleset
from carrom.server.common import NamedLocks, TokenBuckets
from carrom.server.http.security import client_address
from carrom.server.ops import event_log
from carrom.server.ops.bus import Bus
from carrom.server.ops.cluster import Presence
from carrom.server.ops.event_log import (
    LATEST,
    Append,
    Cluster,
    FollowedGame,
    ReplicatedLog,
    Step,
)
from carrom.server.play.scoresheet_channel import SheetChannel, SheetDesk, answered, read, refusing, sheet_routes
from carrom.storage.database import EventBatch, LogPosition, StoredEvent, StoredGame, StoredSeat, Tail
from carrom.storage.event_store import EventStore
from carrom.storage.store import Store
from carrom.tables.scoresheets import (
    Heard,
    ProposedLine,
    RefuseSheet,
    Sheet,
    SheetKeyHashes,
    event_of,
    first_event,
    header_of,
    name_of,
    read_events,
)
from carrom.umpire.record_file import RecordFile, parted, unbegun
from carrom.umpire.record_file import read as read_record_file
from carrom.umpire.table import UmpireTable
from carrom.values import Value

# -- record files ------------------------------------------------------------------------------------------------------


log = logging.getLogger("carrom.server")
T = TypeVar("T")


class SheetFile:
    """One open sheet and its file, which stays locked until it is closed."""

    def __init__(self, sheet: Sheet, journal: RecordFile) -> None:
        """Write to `journal`, which has the content of the sheet."""
        self.sheet, self._journal = sheet, journal
        self.torn = journal.torn
        """A sentence about lines that were cut off when the sheet was opened, and where they are now; or empty."""
        if self.torn:
            log.warning("%s", self.torn)

    @classmethod
    def begun(cls, name: str, path: Path, header: Header, rules: Ruleset | None, when: int) -> "SheetFile":
        """Create a sheet in a new file; raises `SetupError`, or `RefusedRequest` for an invalid contest."""
        table = UmpireTable.begin(header, rules, when)
        file = cls(Sheet(name, table), RecordFile.create(path, table))
        file._settle()
        return file

    @classmethod
    def resumed(cls, name: str, path: Path) -> "SheetFile":
        """Open an existing record, whichever program wrote it; raises `RecordError` or `SetupError`."""
        journal, table = RecordFile.resume(path)
        return cls(Sheet(name, table, journal.marks), journal)

    async def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Write a line in a thread (`write`)."""
        return await asyncio.to_thread(self.write, request, role, when)

    async def take(self, device: str) -> None:
        """Make another device the writer; that is stored with its next line."""
        self.sheet.take(device)

    def device_heard(self, at: int) -> None:
        """Do nothing: no other server has the sheet."""

    async def close(self) -> None:
        """Close the file in a thread (`end`)."""
        await asyncio.to_thread(self.end)

    def write(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Execute a line, store it and return the result; a repeated nonce returns the earlier result; blocks.

        Raises `RefuseSheet`, changing nothing, also if the disk is full.
        """
        line = self.sheet.propose(request, role, when)
        if isinstance(line, Heard):
            return line
        try:
            self._journal.add(line.table, line.notes)
        except SetupError as fault:
            reason = str(fault).replace(str(self._journal.path), self.sheet.name)
            raise RefuseSheet(SheetRefusal.FULL, reason, self.sheet.version) from None
        heard = self.sheet.apply(line)
        self._settle()
        return heard

    def end(self) -> None:
        """Write the end of the record and close the file; blocks."""
        self._end()
        self._journal.close()

    def _settle(self) -> None:
        """Write the end of the record if the contest is decided, so that it reads as complete."""
        if self.sheet.game.is_over:
            self._end()

    def _end(self) -> None:
        try:
            self._journal.end(self.sheet.table)
        except SetupError:  # the lines themselves are stored, and resuming needs no end line
            return


# -- the data folder ---------------------------------------------------------------------------------------------------


OPEN = 64
"""The most sheets held open; sheets without readers are closed to make room."""
NAME = re.compile("[A-Za-z0-9_-]{8,64}")
UNKNOWN = "there is no sheet with that name and key on this server; start a new one"
_begins = msgspec.json.Decoder(BeginSheet)


class Sheets:
    """The score sheets stored in a folder."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time, beyond: SheetDesk | None = None) -> None:
        """Store sheets in `folder`, created when needed; sheets that are not there are looked up in `beyond`."""
        self._folder, self._now, self._beyond = folder, now, beyond
        self._rooms: OrderedDict[str, SheetChannel] = OrderedDict()
        self._opening = NamedLocks()

    async def begin(self, request: BeginSheet) -> str:
        """Create a sheet, or find the one created with this nonce, and return its name; raises `RefuseSheet`."""
        name = name_of(request.nonce)
        async with self._opening.of(name):
            keys = SheetKeyHashes.of(request)
            if name in self._rooms or await asyncio.to_thread(self._is_kept, name):
                if await asyncio.to_thread(self._keys, name) != keys:
                    raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
                return name
            await make_room(self._rooms)
            header = header_of(request)
            sheet = await asyncio.to_thread(self._opened, name, lambda: self._begun(name, keys, header))
            self._rooms[name] = SheetChannel(sheet, now=self._now)
            return name

    async def come(self, name: str, key: str | None) -> tuple[SheetChannel, SheetRole]:
        """Return a sheet and the role of the key's holder; raises `RefuseSheet`."""
        if NAME.fullmatch(name) is None:
            raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
        async with self._opening.of(name):
            keys = await asyncio.to_thread(self._keys, name)
            if keys is None and self._beyond is not None:
                return await self._beyond.come(name, key)
            role = None if keys is None else keys.role(key)
            if role is None:
                raise RefuseSheet(SheetRefusal.UNKNOWN, UNKNOWN)
            if name not in self._rooms:
                await make_room(self._rooms)
                sheet = await asyncio.to_thread(self._opened, name, lambda: SheetFile.resumed(name, self._path(name)))
                self._rooms[name] = SheetChannel(sheet, now=self._now)
            self._rooms.move_to_end(name)
            return self._rooms[name], role

    async def open(self) -> None:
        """Do nothing: sheets are opened on demand."""

    def followed(self) -> Mapping[str, FollowedGame]:
        """Return nothing: no other server writes to the folder."""
        return {}

    async def close(self) -> None:
        """Close all files."""
        for room in self._rooms.values():
            await room.close()
        self._rooms.clear()

    def _opened(self, name: str, opens: Callable[[], SheetFile]) -> SheetFile:
        """Open a sheet in a way that turns faults into `RefuseSheet`, without the folder's path in the message."""
        try:
            return opens()
        except RefusedRequest as reason:
            raise RefuseSheet(SheetRefusal.NOT_SO, str(reason)) from None
        except (CarromError, OSError) as fault:
            said = str(fault) if isinstance(fault, CarromError) else f"the sheet cannot be stored: {fault.strerror}"
            raise RefuseSheet(SheetRefusal.FULL, said.replace(str(self._path(name)), f"the sheet {name}")) from None

    def _begun(self, name: str, keys: SheetKeyHashes, header: Header) -> SheetFile:
        """Write a sheet's keys, then its header; keys without a record give access to nothing."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        whole = self._folder / f"{name}.keys"
        part = whole.with_suffix(".part")
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(keys))
            file.flush()
            os.fsync(file.fileno())
        replace(part, whole)
        return SheetFile.begun(name, self._path(name), header, None, int(self._now()))

    def _is_kept(self, name: str) -> bool:
        path = self._path(name)
        return path.exists() and not unbegun(path)

    def _keys(self, name: str) -> SheetKeyHashes | None:
        with suppress(OSError, msgspec.DecodeError):
            stored = (self._folder / f"{name}.keys").read_bytes()
            return msgspec.json.decode(stored, type=SheetKeyHashes) if self._is_kept(name) else None
        return None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.carrom"


class Closable(Protocol):
    """An open sheet that may be closed while it has no readers."""

    @property
    def is_quiet(self) -> bool:
        """Whether it has no readers and no operation in progress."""
        ...

    async def close(self) -> None:
        """Close the sheet."""


R = TypeVar("R", bound=Closable)


async def make_room(rooms: "OrderedDict[str, R]") -> None:
    """Close unused sheets over the limit, least recently used first; raises `RefuseSheet` if all are in use."""
    for name in [name for name, room in rooms.items() if room.is_quiet]:
        if len(rooms) < OPEN:
            return
        await rooms.pop(name).close()
    if len(rooms) >= OPEN:
        raise RefuseSheet(SheetRefusal.FULL, "this server is full; try again later")


class BeginningDesk(SheetDesk, Protocol):
    """A desk that can also create sheets."""

    async def begin(self, request: BeginSheet) -> str:
        """Create a sheet, or find the one created with this nonce, and return its name; raises `RefuseSheet`."""
        ...

    async def close(self) -> None:
        """Close every sheet."""


def local_routes(sheets: BeginningDesk, begun: TokenBuckets) -> list[Route]:
    """Return the routes of a desk's sheets, with the one that creates a sheet; `begun` limits those per address."""

    async def begin(request: Request) -> Response:
        if not begun.take(client_address(request.scope)):
            raise RefuseSheet(SheetRefusal.FULL, "too many sheets from your address; wait a minute")
        return answered(SheetBegun(sheet=await sheets.begin(await read(request, _begins))))

    return [Route("/sheets", refusing(begin), methods=["POST"]), *sheet_routes(sheets)]


# -- one sheet in the database, which any server of a cluster may continue ---------------------------------------------
# An event of the log holds the text that one typed line adds to a record of `carrom umpire`; the first one starts with
# the header. Concatenated, they are the record. Of concurrent appends the first wins; the others read it and try
# again.


class Agreed(Value, frozen=True, kw_only=True):
    """The part of a sheet's database row that may change without a new line."""

    writer: str | None = None
    """The device that has taken over writing, if any."""

    @property
    def text(self) -> str:
        """Its JSON text."""
        return msgspec.json.encode(self).decode()


class SharedSheet:
    """One sheet that other servers may have open too, with its channel here; the state of its log."""

    waits = False
    """Whether a seat is open; a sheet has none."""

    def __init__(self, log: ReplicatedLog, stored: StoredGame, now: Callable[[], float]) -> None:
        """Open a stored sheet, and subscribe to changes at other servers; raises `RecordError`."""
        self.log = log
        self.sheet = Sheet(stored.game, *read_events(stored.game, stored.events))
        self.agree(stored.setting)
        self.channel = SheetChannel(self, now=now)
        self._stop_listening = log.listen(self._hinted, lambda: None)

    @property
    def is_quiet(self) -> bool:
        """Whether it has no readers and no operation in progress."""
        return self.channel.is_quiet

    async def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Write a line, once across all servers, and return the result; raises `RefuseSheet`, changing nothing."""
        sheet = self.sheet

        async def decide() -> Heard | Step[ProposedLine]:
            line = await asyncio.to_thread(sheet.propose, request, role, when)
            if isinstance(line, Heard):
                return line
            batch = EventBatch((event_of(sheet, line, self.log.mark.version + 1),), None)
            heard = Heard(version=len(line.table.game.events), words=line.words, new=True)
            return Append(change=line, batches=(batch,), answer=heard)

        try:
            return await self.log.submit(self, decide, seen=LATEST)
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault), self.sheet.version) from None

    async def take(self, device: str) -> None:
        """Make another device the writer at every server; raises `RefuseSheet`."""
        try:
            await self.log.change_setting(self, lambda _, __: Agreed(writer=device).text)
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault), self.sheet.version) from None

    def apply(self, change: ProposedLine) -> None:
        """Apply a stored line."""
        self.sheet.apply(change)

    def agree(self, setting: str) -> None:
        """Apply the stored writer of the sheet."""
        self.sheet.writer = msgspec.json.decode(setting, type=Agreed).writer or self.sheet.writer

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        """Do nothing: the keys of a sheet do not change."""

    async def read(self, news: Tail) -> bool:
        """Return whether there is nothing new; otherwise the record is read again."""
        return not news.told and news.mark.seal == self.log.mark.seal

    async def reload(self, stored: StoredGame) -> None:
        """Continue from the stored lines."""
        self.sheet.open(*await asyncio.to_thread(read_events, stored.game, stored.events))
        self.agree(stored.setting)

    async def look(self) -> None:
        """Read what other servers have written, and send it to the readers; raises `CarromError`."""
        async with self.channel.lock:
            before = self.sheet.version, self.sheet.writer
            await self.log.look(self)
        if (self.sheet.version, self.sheet.writer) != before:
            self.channel.wake()

    def look_soon(self) -> None:
        """Call `look` in the background."""
        self.log.in_background(self.look())

    def device_heard(self, at: int) -> None:
        """Publish to the other servers when the writing device was last active."""
        self.log.tell_aside(str(at))

    async def close(self) -> None:
        """Unsubscribe from changes at other servers."""
        self._stop_listening()

    def _hinted(self, hint: event_log.Hint) -> None:
        """Handle another server's message: activity of the writing device, or new lines."""
        if isinstance(hint, event_log.Transient):
            if hint.text.isascii() and hint.text.isdigit():
                self.channel.heard_elsewhere(int(hint.text))
        elif self.channel.has_readers:
            self.look_soon()


# -- all sheets of a cluster -------------------------------------------------------------------------------------------


MOVED = ".moved"
"""Suffix added to the file of a sheet that was moved to the database."""


class SharedSheets:
    """The score sheets stored in the database."""

    def __init__(
        self, store: EventStore, bus: Bus, fellows: Presence, folder: Path | None, now: Callable[[], float] = time.time
    ) -> None:
        """Store sheets in an event store; the bus carries changes to the other servers.

        `open` moves sheets that umpires have stored in `folder` to the database.
        """
        self._store, self._bus, self._fellows, self._folder, self._now = store, bus, fellows, folder, now
        self._rooms: OrderedDict[str, SharedSheet] = OrderedDict()
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
                self._store.begin(name, request.nonce, Agreed().text, (line,), _seats(keys))
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

    def followed(self) -> dict[str, SharedSheet]:
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
            read_record_file(content, str(path))
            if torn:
                log.warning("The end of the score sheet %s was cut off and remains in the file only.", path.stem)
            line = StoredEvent(version=1, body=decoded(content, str(path)))
            with suppress(Conflict):
                self._store.begin(path.stem, f"sheet {path.stem}", Agreed().text, (line,), _seats(keys))
        finally:
            file.close()
        return self._keys(path.stem) == keys

    async def _opened(self, name: str) -> SharedSheet:
        """Return the open sheet; `come` reads it again, now that it has subscribed."""

        log = ReplicatedLog(self._store, name, LogPosition(0, b"", b""), self._bus, self._fellows)
        stored = await self._stored(log.load)
        log.mark = stored.mark
        return SharedSheet(log, stored, self._now)

    async def _stored(self, work: Callable[[], T]) -> T:
        """Run a function on the database in a thread; raises `RefuseSheet` for its faults."""
        try:
            return await asyncio.to_thread(work)
        except StoreError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault)) from None

    def _keys(self, name: str) -> SheetKeyHashes | None:
        """Return the hashes of a sheet's keys; None if there is no sheet."""
        words = {each.seat: each.hash for each in self._store.seats(name)}
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
