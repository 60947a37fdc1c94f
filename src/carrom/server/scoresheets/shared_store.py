"""Score sheets in the database of a cluster."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from carrom.append_file import AppendOnlyFile
from carrom.errors import CarromError, Conflict, RefusedRequest, StoreError
from carrom.protocol.http.scoresheet_state import SheetRefusal, SheetRole
from carrom.protocol.scoresheet import BeginSheet
from carrom.server.cluster.bus import Bus
from carrom.server.cluster.event_log import GameEventLog
from carrom.server.cluster.node import Cluster
from carrom.server.cluster.presence import Presence
from carrom.server.common.named_locks import NamedLocks
from carrom.server.scoresheets.channel import SheetChannel
from carrom.server.scoresheets.shared_sheet import KIND, Agreed, SharedRoom, SharedSheet
from carrom.server.scoresheets.store import NAME, UNKNOWN, Sheets, make_room
from carrom.storage.event_store import EventStore
from carrom.storage.models import LogPosition, StoredEvent, StoredSeat
from carrom.storage.store import Store
from carrom.tables.scoresheets.new_sheet import SheetKeyHashes, header_of, name_of
from carrom.tables.scoresheets.sheet import RefuseSheet
from carrom.tables.scoresheets.stored_lines import first_event
from carrom.text_files import decoded
from carrom.umpire.record_file import parted, read, unbegun
from carrom.umpire.umpire_table import UmpireTable

log = logging.getLogger("carrom.server")
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
