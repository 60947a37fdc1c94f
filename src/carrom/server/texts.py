"""The sentences of a translation beside their English, over HTTP, for whoever corrects them on the page."""

import asyncio
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.data import Value
from carrom.server.api.operation import GET, Call, Operation
from carrom.server.api.problem import Stop
from carrom.server.api.replies import marked
from carrom.texts import sentences
from carrom.translating import STATUS, TRANSLATIONS, english


class OfLanguage(Value, frozen=True, kw_only=True):
    """One of the translations."""

    language: Annotated[str, Meta(max_length=16)]


def text_operations() -> tuple[Operation, ...]:
    """Return the address under which a translation is served."""
    return (
        Operation(
            name="texts",
            group="Rule books",
            method=GET,
            path="/api/texts/{language}",
            sentence="A translation: key, English, translation of every sentence that is said in the program.",
            does=_answer,
            answers=list[tuple[str, str, str]],
            words=OfLanguage,
            cost=0,
            marked=True,
        ),
    )


async def _answer(call: Call) -> Response:
    language = call.words.language
    if language not in TRANSLATIONS:
        raise Stop(404, "not-found", f"no translation is called {language!r}: there are {', '.join(TRANSLATIONS)}")
    return marked(call.request, await asyncio.to_thread(_told, language))


@cache
def _told(language: str) -> bytes:
    """Return what each key says with its English; that of the page's own keys may be left to the page."""
    told = [(key, english().get(key, ""), text) for key, text in sentences(language).items() if key != STATUS]
    return msgspec.json.encode(told)
