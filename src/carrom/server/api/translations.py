"""HTTP operation that returns a translation beside its English source, for translators."""

import asyncio
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.i18n import sentences
from carrom.server.http.operation import GET, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked
from carrom.translation_check import STATUS, TRANSLATIONS, english
from carrom.values import Value


class OfLanguage(Value, frozen=True, kw_only=True):
    """A translation by its language code."""

    language: Annotated[str, Meta(max_length=16)]


def text_operations() -> tuple[Operation, ...]:
    """Return the operation that serves translations."""
    return (
        Operation(
            name="texts",
            group="Rule books",
            method=GET,
            path="/api/texts/{language}",
            sentence="A translation: the key, English text and translation of every sentence in the program.",
            does=_answer,
            answers=list[tuple[str, str, str]],
            words=OfLanguage,
            cost=0,
            marked=True,
        ),
    )


async def _answer(call: OperationRequest) -> Response:
    language = call.words.language
    if language not in TRANSLATIONS:
        known = ", ".join(TRANSLATIONS)
        raise Stop(404, "not-found", f"There is no translation {language!r}; expected one of {known}.")
    return marked(call.request, await asyncio.to_thread(_encoded, language))


@cache
def _encoded(language: str) -> bytes:
    """Return key, English text and translation of each sentence; the page's own keys may have no English here."""
    rows = [(key, english().get(key, ""), text) for key, text in sentences(language).items() if key != STATUS]
    return msgspec.json.encode(rows)
