"""The score sheets of one page without a server: answers the page's requests about them as a server would.

Every line is stored before it is answered. One page writes on a sheet at a time, and nobody else reads it.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from carrom.errors import CarromError, StoreError
from carrom.game.record import write_record
from carrom.i18n import LANGUAGES
from carrom.offline.stored_games import GameStorage
from carrom.protocol import http_scoresheet
from carrom.protocol.client import BeginSheet, TakeSheet, TypeLine
from carrom.storage.database import StoredEvent
from carrom.tables import scoresheets
from carrom.tables import scoresheets as sheet_tables
from carrom.umpire.table import UmpireTable
from carrom.values import Value

log = logging.getLogger("carrom.offline")

PATIENCE = 1.0
"""Seconds to wait for a sheet that another page has open: a reloaded page closes its own within this time."""
UNKNOWN = "This browser has no score sheet with that name and key; start a new one."
ELSEWHERE = "This score sheet is open in another tab of this browser; it goes on here as soon as that tab is closed."
OK, REFUSED = 200, 409
PATH = re.compile(r"/sheets(?:/([^/]+)(/[a-z]+)?)?")
Answer = tuple[int, str, str]
"""Status, media type and content."""


class SheetRow(Value, frozen=True, kw_only=True):
    """A sheet without its lines, as stored."""

    sheet: str
    keys: sheet_tables.SheetKeyHashes


class WholeSheet(Value, frozen=True, kw_only=True):
    """A stored sheet."""

    row: SheetRow
    events: tuple[StoredEvent, ...]


class OpenSheet:
    """The sheet that the page shows."""

    def __init__(self, sheet: sheet_tables.Sheet, row: SheetRow, lines: int) -> None:
        """Hold a sheet; `lines` is the number of stored events."""
        self.sheet, self.row, self.lines = sheet, row, lines


_encoder, _wholes = msgspec.json.Encoder(), msgspec.json.Decoder(WholeSheet)
_begins, _lines, _takes = (msgspec.json.Decoder(each) for each in (BeginSheet, TypeLine, TakeSheet))


class LocalSheets:
    """Answers the requests of one page, in order."""

    def __init__(self, storage: GameStorage, now: Callable[[], int]) -> None:
        """Store sheets in `storage`, which nothing else uses; `now` returns ms since 1970."""
        self._storage, self._now = storage, now
        self._open: OpenSheet | None = None
        self._lock = asyncio.Lock()

    async def answer(self, method: str, address: str, word: str, body: str) -> Answer:
        """Return the answer to a request, a refusal with one sentence among them; `word` is the key."""
        parts = urlsplit(address)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        try:
            async with self._lock:
                answer = await self._answered(method, parts.path, query, word, body)
        except sheet_tables.RefuseSheet as refusal:
            code, reason = refusal.code, refusal.reason
            answer = http_scoresheet.SheetRefused(
                code=code, reason=reason, version=refusal.version, options=refusal.options
            )
        except CarromError as fault:
            answer = http_scoresheet.SheetRefused(code=http_scoresheet.SheetRefusal.FULL, reason=str(fault))
        except Exception:
            log.exception("a request about a score sheet could not be answered: %s", parts.path)
            reason = "This request could not be answered; nothing was changed."
            answer = http_scoresheet.SheetRefused(code=http_scoresheet.SheetRefusal.FULL, reason=reason)
        if isinstance(answer, str):
            return OK, "text/plain; charset=utf-8", answer
        status = REFUSED if isinstance(answer, http_scoresheet.SheetRefused) else OK
        return status, "application/json", _encoder.encode(answer).decode()

    async def _answered(
        self, method: str, path: str, query: dict[str, str], word: str, body: str
    ) -> http_scoresheet.SheetAnswer | str:
        """Return the answer to a request: a message, or a record."""
        found = PATH.fullmatch(path)
        if found is None:
            raise sheet_tables.RefuseSheet(http_scoresheet.SheetRefusal.UNKNOWN, UNKNOWN)
        name, part = found.groups()
        if name is None:
            return http_scoresheet.SheetBegun(sheet=await self._begin(_read(_begins, body)))
        if (method, part) == ("DELETE", "/stream"):
            self._leave(name)
            return http_scoresheet.SheetBegun(sheet=name)
        open, role = await self._come(name, word)
        asked = query.get("language", "")
        language = asked if asked in LANGUAGES else "en"
        match part:
            case "/lines":
                return await self._hear(open, _read(_lines, body), role, language)
            case "/writer":
                request = _read(_takes, body)
                if role is http_scoresheet.SheetRole.READER:
                    raise sheet_tables.RefuseSheet(
                        http_scoresheet.SheetRefusal.CLOSED, "this key can only read the sheet", open.sheet.version
                    )
                open.sheet.take(request.device)
                return self._told(open, role, request.device, language)
            case "/log":
                return scoresheets.log(open.sheet, language)
            case "/record":
                return write_record(open.sheet.game)
        return self._told(open, role, query.get("device"), language)

    async def _begin(self, request: BeginSheet) -> str:
        """Create a sheet, or find the one created with this nonce, and return its name; raises `RefuseSheet`."""
        name, keys = sheet_tables.name_of(request.nonce), sheet_tables.SheetKeyHashes.of(request)
        stored = await self._stored(name)
        if stored is not None:
            if stored.row.keys != keys:
                raise sheet_tables.RefuseSheet(http_scoresheet.SheetRefusal.UNKNOWN, UNKNOWN)
            return name
        try:
            table = UmpireTable.begin(sheet_tables.header_of(request), None, self._seconds())
        except CarromError as reason:
            raise sheet_tables.RefuseSheet(http_scoresheet.SheetRefusal.NOT_SO, str(reason)) from None
        await self._write(SheetRow(sheet=name, keys=keys), sheet_tables.first_event(table))
        return name

    async def _come(self, name: str, word: str) -> tuple[OpenSheet, http_scoresheet.SheetRole]:
        """Return a sheet that only this page has open, and what a key permits; raises `RefuseSheet`."""
        open = self._open
        if open is None or open.sheet.name != name:
            stored = await self._stored(name)
            role = None if stored is None else stored.row.keys.role(word)
            if role is None:
                raise sheet_tables.RefuseSheet(http_scoresheet.SheetRefusal.UNKNOWN, UNKNOWN)
            self._open = None
            if not await self._storage.own(_stored_name(name), PATIENCE):
                raise sheet_tables.RefuseSheet(http_scoresheet.SheetRefusal.FULL, ELSEWHERE)
            stored = await self._stored(name)  # with all that another page has written
            assert stored is not None, "it was stored before, and sheets are not deleted"
            try:
                sheet = sheet_tables.Sheet(name, *sheet_tables.read_events(name, stored.events))
            except CarromError as reason:
                raise _unreadable(reason) from None
            open = self._open = OpenSheet(sheet, stored.row, len(stored.events))
        role = open.row.keys.role(word)
        if role is None:
            raise sheet_tables.RefuseSheet(http_scoresheet.SheetRefusal.UNKNOWN, UNKNOWN)
        return open, role

    async def _hear(
        self, open: OpenSheet, request: TypeLine, role: http_scoresheet.SheetRole, language: str
    ) -> http_scoresheet.LineHeard:
        """Write a line, once per nonce, and return the result; raises `RefuseSheet` or `StoreError`."""
        line = open.sheet.propose(request, role, self._seconds())
        if isinstance(line, sheet_tables.Heard):
            heard = line
        else:
            try:
                await self._write(open.row, sheet_tables.event_of(open.sheet, line, open.lines + 1))
            except StoreError:
                self._open = None  # read it again: it may have changed
                raise
            open.lines += 1
            heard = open.sheet.apply(line)
        result = self._told(open, role, request.device, language)
        return http_scoresheet.LineHeard(nonce=request.nonce, version=heard.version, words=heard.words, told=result)

    def _told(
        self, open: OpenSheet, role: http_scoresheet.SheetRole, device: str | None, language: str
    ) -> http_scoresheet.SheetState:
        """Return the state of the sheet for a device of this page."""
        now = self._seconds()
        heard = now if device is not None and device == open.sheet.writer else None
        return scoresheets.told(open.sheet, role, device, language, heard, now)

    def _leave(self, name: str) -> None:
        """Let another page open the sheet."""
        if self._open is not None and self._open.sheet.name == name:
            self._open = None
            self._storage.disown()

    async def _stored(self, name: str) -> WholeSheet | None:
        """Return a stored sheet. Raises `RefuseSheet` if it cannot be read."""
        text = await self._storage.load(_stored_name(name))
        if text is None:
            return None
        try:
            return _wholes.decode(text)
        except msgspec.ValidationError as error:
            raise _unreadable(error) from None

    async def _write(self, row: SheetRow, event: StoredEvent) -> None:
        """Append an event to a stored sheet; raises `StoreError`, changing nothing."""
        await self._storage.write(
            _stored_name(row.sheet), None, _encoder.encode(row).decode(), _encoder.encode((event,)).decode()
        )

    def _seconds(self) -> int:
        return self._now() // 1000


def _stored_name(name: str) -> str:
    """Return the name under which a sheet is stored, beside games."""
    return f"sheet-{name}"


def _unreadable(fault: Exception) -> sheet_tables.RefuseSheet:
    reason = f"This score sheet is stored in a form that this page cannot read ({fault}); it is unchanged."
    return sheet_tables.RefuseSheet(http_scoresheet.SheetRefusal.FULL, reason)


def _read(decoder: msgspec.json.Decoder[Any], body: str) -> Any:
    try:
        return decoder.decode(body)
    except msgspec.DecodeError as fault:
        raise sheet_tables.RefuseSheet(
            http_scoresheet.SheetRefusal.NOT_SO, f"the message is not understood: {fault}"
        ) from None
