"""The addresses of analysis: what is asked in a request's query, and the lines that answer it until its page closes."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from carrom import protocol
from carrom.analysis.asked import Asked, AskedGame, Job, check
from carrom.board.text import read_stroke
from carrom.errors import CarromError
from carrom.game.text import write_record
from carrom.server.guard import client_address
from carrom.server.lobby import Lobby
from carrom.server.refuse import Refuse
from carrom.server.studies import Search, Studies

LINES = "application/x-ndjson"
_HOW = ("surface", "hand", "lines", "seconds")
_NUMBERS = {"lines": int, "seconds": float, "attempt": int}
_MANY = ("due", "score")
_OF_MOMENT = ("rules", "turn", "white", "queen", "attempt", "kept", "due", "score")
_STATUS = {protocol.Refusal.TOO_FAST: 429, protocol.Refusal.UNKNOWN_GAME: 401, protocol.Refusal.NOT_NOW: 409}


class Told(Response):
    """The lines of a search, as they come, until there are no more or the page is closed."""

    def __init__(self, studies: Studies, search: Search) -> None:
        """Answer with a search that was opened; it is left at the end."""
        self._studies, self._search = studies, search

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell line by line."""
        telling = asyncio.ensure_future(self._tell(send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
        finally:
            self._studies.leave(self._search)
            for task in (telling, leaving):
                task.cancel()
            await asyncio.gather(telling, leaving, return_exceptions=True)

    async def _tell(self, send: Send) -> None:
        headers = [(b"content-type", LINES.encode()), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        with suppress(OSError):
            async for line in self._search.lines():
                await send({"type": "http.response.body", "body": line, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    """Wait until the page is closed."""
    while (await receive())["type"] != "http.disconnect":
        pass


def study_routes(studies: Studies, lobby: Lobby, allowed: Callable[[Request], str]) -> list[Route]:
    """Return the routes; `allowed` returns the word that a request brings for a game, or raises `Refuse`."""

    async def analysis(request: Request) -> Response:
        """Tell the best strokes of a position."""
        return await _answered(studies, request, lambda: lobby.in_thread(lambda: _asked(request, ())))

    async def stroke(request: Request) -> Response:
        """Tell what one stroke promises."""
        return await _answered(studies, request, lambda: lobby.in_thread(lambda: _asked(request, ("s",))))

    async def review(request: Request) -> Response:
        """Tell what the strokes of a game were."""

        async def job() -> Job:
            word, name = allowed(request), request.path_params["name"]
            seated = await lobby.resume(protocol.Resume(game=name, key=word, watch=word))
            game = seated.table.room.game
            if not game.is_over:
                raise Refuse(protocol.Refusal.NOT_NOW, "The game goes on: it can be reviewed when it is over.")
            words = _words(request, ("hand", "seconds"))
            return await lobby.in_thread(lambda: _made({"record": write_record(game)} | words, AskedGame))

        return await _answered(studies, request, job)

    return [
        Route("/api/analysis", analysis),
        Route("/api/stroke", stroke),
        Route("/api/review/{name}", review),
    ]


async def _answered(studies: Studies, request: Request, job: Callable[[], Any]) -> Response:
    """Return the lines that answer a request, or why there are none."""
    try:
        return Told(studies, studies.open(await job(), client_address(request.scope)))
    except Refuse as refusal:
        return PlainTextResponse(refusal.reason + "\n", _STATUS.get(refusal.code, 422))
    except CarromError as fault:
        return PlainTextResponse(f"{fault}\n", 422)


def _asked(request: Request, besides: tuple[str, ...]) -> Job:
    """Return what is asked about a position; raises `Refuse` and `CarromError`."""
    words = _words(request, ("p", *_OF_MOMENT, *_HOW, *besides))
    if "p" not in words:
        raise Refuse(protocol.Refusal.MALFORMED, "An analysis needs a position: p= and its notation.")
    moment = {name: words[name] for name in _OF_MOMENT if name in words} | {"position": words["p"]}
    given: dict[str, Any] = {name: words[name] for name in _HOW if name in words} | {"moment": moment}
    if besides:
        if "s" not in words:
            raise Refuse(protocol.Refusal.MALFORMED, "A stroke is missing: s= and its notation.")
        stroke = read_stroke(str(words["s"]))
        given |= {"stroke": {name: getattr(stroke, name) for name in stroke.__struct_fields__}}
    return _made(given, Asked)


def _made(given: dict[str, Any], kind: type[Asked] | type[AskedGame]) -> Job:
    """Return a question of these words if it can be answered."""
    tag = kind.__struct_config__.tag
    try:
        job = msgspec.convert({"job": tag} | given, type=kind)
    except msgspec.ValidationError as fault:
        raise Refuse(protocol.Refusal.MALFORMED, f"{fault}.") from None
    check(job)
    return job


def _words(request: Request, known: tuple[str, ...]) -> dict[str, Any]:
    """Return the words of a query, numbers as such; raises `Refuse` for one that means nothing here."""
    found: dict[str, Any] = {}
    for name, text in request.query_params.multi_items():
        if name not in known or name in found:
            why = "is given twice" if name in found else f"means nothing here; known are {', '.join(known)}"
            raise Refuse(protocol.Refusal.MALFORMED, f"The parameter {name!r:.40} {why}.")
        try:
            if name in _MANY:
                found[name] = tuple(int(part) for part in text.split(",") if part)
            else:
                found[name] = _NUMBERS.get(name, str)(text)
        except ValueError:
            raise Refuse(protocol.Refusal.MALFORMED, f"{name}={text!r:.40} is no number.") from None
    return found
