"""Score sheets in record files, as `carrom umpire` writes them, in a data folder."""

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

from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.files import replace
from carrom.game.events import Header
from carrom.protocol.client import BeginSheet, TypeLine
from carrom.protocol.http_scoresheet import SheetBegun, SheetRefusal, SheetRole
from carrom.rules.ruleset import Ruleset
from carrom.server.common import NamedLocks, TokenBuckets
from carrom.server.http.security import client_address
from carrom.server.ops.event_log import FollowedGame
from carrom.server.play.scoresheet_channel import SheetChannel, SheetDesk, answered, read, refusing, sheet_routes
from carrom.tables.scoresheets import Heard, RefuseSheet, Sheet, SheetKeyHashes, header_of, name_of
from carrom.umpire.record_file import RecordFile, unbegun
from carrom.umpire.table import UmpireTable

log = logging.getLogger("carrom.server")


class SheetFile:
    """One open sheet and its file, which stays locked until `close`."""

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

    def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Execute a line, store it and return the result; a repeated nonce returns the earlier result.

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

    def take(self, device: str) -> None:
        """Make another device the writer; that is stored with its next line."""
        self.sheet.take(device)

    def close(self) -> None:
        """Write the end of the record and close the file."""
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
            kept = (self._folder / f"{name}.keys").read_bytes()
            return msgspec.json.decode(kept, type=SheetKeyHashes) if self._is_kept(name) else None
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
