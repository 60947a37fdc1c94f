"""HTTP routes of score sheets: write a line, read the sheet, and stream its changes.

`carrom play` mounts `sheet_routes(desk)` over a folder of sheets, other servers over their own sheets. A key is sent
as `Authorization: Bearer`, never in a URL.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from carrom.errors import CarromError
from carrom.game.notation.record import write_record
from carrom.protocol.http.scoresheet_state import SheetAnswer, SheetRefusal, SheetRefused, SheetRole
from carrom.protocol.scalars import MAX_CLIENT_BYTES
from carrom.protocol.scoresheet import TakeSheet, TypeLine
from carrom.server.api.rule_books import language_of
from carrom.server.http.body import read_body
from carrom.server.http.problem import Stop
from carrom.server.scoresheets.channel import SheetChannel
from carrom.tables.scoresheets.sheet import RefuseSheet

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
            told = SheetRefused(
                code=refusal.code, reason=refusal.reason, version=refusal.version, options=refusal.options
            )
        except Stop as refusal:
            is_too_large = refusal.problem.status == 413  # anything else may be sent again
            code = SheetRefusal.NOT_SO if is_too_large else SheetRefusal.FULL
            return answered(SheetRefused(code=code, reason=refusal.problem.detail), refusal.problem.status)
        except CarromError as fault:
            told = SheetRefused(code=SheetRefusal.NOT_SO, reason=str(fault))
        return answered(told, _STATUS.get(told.code, 409))

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
