"""The sentences of a translation beside their English, over HTTP, for whoever corrects them on the page."""

import asyncio
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from carrom.texts import sentences
from carrom.translating import STATUS, TRANSLATIONS, english


def text_routes() -> list[Route]:
    """Return the address under which a translation is served."""
    return [Route("/api/texts/{language}", _answer)]


async def _answer(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in TRANSLATIONS:
        said = f"no translation is called {language!r}: there are {', '.join(TRANSLATIONS)}"
        return JSONResponse({"error": said}, 404)
    return Response(await asyncio.to_thread(_told, language), media_type="application/json")


@cache
def _told(language: str) -> bytes:
    """Return what each key says with its English; that of the page's own keys may be left to the page."""
    told = [(key, english().get(key, ""), text) for key, text in sentences(language).items() if key != STATUS]
    return msgspec.json.encode(told)
