"""Translations over HTTP: sentences beside their English, for translators."""

import asyncio
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.i18n import sentences
from carrom.server.http.operation import GET, Call, Operation
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked
from carrom.translation_check import STATUS, TRANSLATIONS, english
from carrom.values import Value


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
