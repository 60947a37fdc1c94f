"""Score sheets over HTTP: lines are stored one at a time, and then broadcast."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from carrom.errors import CarromError
from carrom.game.record import write_record
from carrom.protocol.client import TakeSheet, TypeLine
from carrom.protocol.common import MAX_CLIENT_BYTES
from carrom.protocol.http_scoresheet import (
    LineHeard,
    SheetAnswer,
    SheetFinished,
    SheetLog,
    SheetRefusal,
    SheetRefused,
    SheetRole,
    SheetState,
)
from carrom.server.http.problem import Stop
from carrom.server.http.router import read_body
from carrom.server.http.rule_books import language_of
from carrom.tables.scoresheets import Heard, RefuseSheet, Sheet, log, told
from carrom.values import Value, changed

Tell = Callable[[Sheet], None]
"""Called with a sheet after a change; a hall checks whether its fixture is finished."""


class Writer(Protocol):
    """Writes lines on a sheet: in a file, or in a database that other servers share."""

    @property
    def sheet(self) -> Sheet:
        """The sheet as stored."""
        ...

    async def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Write a line, once per nonce, and return the result; raises `RefuseSheet`, changing nothing."""
        ...

    async def take(self, device: str) -> None:
        """Make another device the writer; raises `RefuseSheet`."""

    def device_heard(self, at: int) -> None:
        """Publish to other servers when the writing device was last active, in seconds since 1970."""

    async def close(self) -> None:
        """Release the storage."""


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
    ) -> None:
        """Open a sheet; `now` returns seconds since 1970, `fixture` the state of its fixture in the championship."""
        self.sheet, self._writer = writer.sheet, writer
        self._happened, self._now, self._fixture = happened, now, fixture
        self._sent: SheetFinished | None = None
        self.lock = asyncio.Lock()
        """Held while the sheet is read or changed."""
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
        return not self._readers and not self.lock.locked()

    async def told(self, role: SheetRole, device: str | None, language: str) -> SheetState:
        """Return the view of the sheet for a device, with current clocks."""
        async with self.lock:
            return await self._tell(role, device, language)

    async def _tell(self, role: SheetRole, device: str | None, language: str) -> SheetState:
        """Return the view, cached for all readers with the same role and language; the lock must be held."""
        sheet = self.sheet
        key = sheet.version, role, sheet.writer, device == sheet.writer, language
        stored = self._told.get(key)
        if stored is None:
            stored = await asyncio.to_thread(told, sheet, role, device, language, None, 0)
            self._told = {known: each for known, each in self._told.items() if known[0] == sheet.version}
            self._told[key] = stored
        clocks = changed(stored.clocks, now=int(self._now()))
        fixture = self._fixture()
        return changed(stored, heard=self._heard, clocks=clocks, finished=fixture.finished, events=fixture.events)

    async def hear(self, request: TypeLine, role: SheetRole, language: str) -> LineHeard:
        """Write a line, once per nonce, and return the result; raises `RefuseSheet`."""
        async with self.lock:
            heard = await self._writer.hear(request, role, int(self._now()))
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
            self.wake()
        self.listens(request.device)
        return answer

    async def take(self, device: str, role: SheetRole, language: str) -> SheetState:
        """Make another device the writer; raises `RefuseSheet` for a reader."""
        if role is SheetRole.READER:
            raise RefuseSheet(SheetRefusal.CLOSED, "this key can only read the sheet", self.sheet.version)
        async with self.lock:
            await self._writer.take(device)
            self._heard = int(self._now())
            answer = await self._tell(role, device, language)
        self.wake()
        return answer

    async def lines(self, language: str) -> SheetLog:
        """Return every line in force."""
        async with self.lock:
            return await asyncio.to_thread(log, self.sheet, language)

    def listens(self, device: str | None) -> None:
        """Note that a device is connected; if it is the writer, publish that to other servers."""
        if device is not None and device == self.sheet.writer:
            self._heard = int(self._now())
            self._writer.device_heard(self._heard)

    def heard_elsewhere(self, at: int) -> None:
        """Note when the writing device was active at another server, in seconds since 1970."""
        self._heard = max(self._heard or 0, at)

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
        async with self.lock:
            await self._writer.close()

    def wake(self) -> None:
        """Send the sheet to its readers."""
        for news in self._readers:
            news.set()


# -- the routes: write a line, read the sheet, stream its changes ------------------------------------------------------
# `carrom play` mounts `sheet_routes(desk)` over a folder of sheets, other servers over their own sheets. A key is sent
# as `Authorization: Bearer`, never in a URL.


BEAT = 10.0
"""Seconds of silence after which a stream sends a comment, so that a broken connection is noticed."""
_STATUS = {
    SheetRefusal.UNKNOWN: 401,
    SheetRefusal.NOT_SO: 422,
    SheetRefusal.FULL: 503,
}
_lines = msgspec.json.Decoder(TypeLine)
_takes = msgspec.json.Decoder(TakeSheet)
Answering = Callable[[Request], Awaitable[Response]]


class SheetDesk(Protocol):
    """Finds sheets, and checks what a key allows."""

    async def come(self, name: str, key: str | None) -> tuple[SheetChannel, SheetRole]:
        """Return a sheet and the role of the key's holder; raises `RefuseSheet`."""
        ...


def sheet_routes(desk: SheetDesk, at: str = "/sheets") -> list[Route]:
    """Return the routes for reading and writing the sheets of a desk, under the path `at`."""

    async def told(request: Request) -> Response:
        room, role = await _come(desk, request)
        room.listens(_device(request))
        return answered(await room.told(role, _device(request), language_of(request)))

    async def line(request: Request) -> Response:
        room, role = await _come(desk, request)
        return answered(await room.hear(await read(request, _lines), role, language_of(request)))

    async def writer(request: Request) -> Response:
        room, role = await _come(desk, request)
        asked = await read(request, _takes)
        return answered(await room.take(asked.device, role, language_of(request)))

    async def log(request: Request) -> Response:
        room, _ = await _come(desk, request)
        return answered(await room.lines(language_of(request)))

    async def stream(request: Request) -> Response:
        room, role = await _come(desk, request)
        body = _stream(room, role, _device(request), language_of(request))
        return StreamingResponse(body, media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def record(request: Request) -> Response:
        room, _ = await _come(desk, request)
        headers = {
            "content-disposition": f'attachment; filename="{room.sheet.name}.carrom"',
            "cache-control": "no-store",
        }
        return Response(write_record(room.sheet.game), media_type="text/plain", headers=headers)

    return [
        Route(at + "/{name}/lines", refusing(line), methods=["POST"]),
        Route(at + "/{name}/writer", refusing(writer), methods=["POST"]),
        Route(at + "/{name}/log", refusing(log)),
        Route(at + "/{name}/stream", refusing(stream)),
        Route(at + "/{name}/record", refusing(record)),
        Route(at + "/{name}", refusing(told)),
    ]


async def _come(desk: SheetDesk, request: Request) -> tuple[SheetChannel, SheetRole]:
    return await desk.come(request.path_params["name"], key_of(request))


def key_of(request: Request) -> str | None:
    """Return the key in a request's `Authorization` header; None without a valid one."""
    scheme, _, word = request.headers.get("authorization", "").partition(" ")
    return word if scheme.lower() == "bearer" and 8 <= len(word) <= 128 and word.isascii() else None


def _device(request: Request) -> str | None:
    given = request.query_params.get("device", "")
    return given if 16 <= len(given) <= 64 else None


async def read(request: Request, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return the decoded message in a request's body; raises `RefuseSheet` for invalid JSON, and `Stop`."""
    try:
        return decoder.decode(await read_body(request, MAX_CLIENT_BYTES))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise RefuseSheet(SheetRefusal.NOT_SO, f"the message is not understood: {fault}") from None


def answered(answer: SheetAnswer, status: int = 200) -> Response:
    """Return an answer as JSON that must not be cached."""
    body = msgspec.json.encode(answer)
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def refusing(answering: Answering) -> Answering:
    """Wrap an endpoint so that its refusals are answered as `SheetRefused`."""

    async def answer(request: Request) -> Response:
        try:
            return await answering(request)
        except RefuseSheet as refusal:
            refused = SheetRefused(
                code=refusal.code, reason=refusal.reason, version=refusal.version, options=refusal.options
            )
        except Stop as refusal:
            is_too_large = refusal.problem.status == 413  # anything else may be sent again
            code = SheetRefusal.NOT_SO if is_too_large else SheetRefusal.FULL
            return answered(SheetRefused(code=code, reason=refusal.problem.detail), refusal.problem.status)
        except CarromError as fault:
            refused = SheetRefused(code=SheetRefusal.NOT_SO, reason=str(fault))
        return answered(refused, _STATUS.get(refused.code, 409))

    return answer


async def _stream(room: SheetChannel, role: SheetRole, device: str | None, language: str) -> AsyncIterator[bytes]:
    """Yield the sheet now and after every change, and a comment when nothing changes."""
    with room.reading() as news:
        while True:
            news.clear()
            room.listens(device)
            yield b"data: " + msgspec.json.encode(await room.told(role, device, language)) + b"\n\n"
            while not news.is_set():
                try:
                    await asyncio.wait_for(news.wait(), BEAT)
                except TimeoutError:
                    room.listens(device)
                    yield b": here\n\n"
