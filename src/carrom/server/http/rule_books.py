"""HTTP operations that return rule books in the requested language, and translations beside their sources."""

import asyncio
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from carrom.books.cases import cases_of
from carrom.books.library import compare, drawing, shelf
from carrom.books.page import page
from carrom.errors import RulesError
from carrom.i18n import LANGUAGES, sentences
from carrom.practice.lessons import lessons_view
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.server.http.problem import Stop
from carrom.server.http.router import GET, JSON, SVG, Operation, OperationRequest, marked
from carrom.translation_check import STATUS, TRANSLATIONS, english
from carrom.values import Value

Json = dict[str, Any]
Name = Annotated[str, Meta(max_length=64)]
Language = Annotated[str, Meta(max_length=16, description="Language of the texts; English if it is not available.")]
Made: TypeAlias = Callable[..., Any]


class Leaf(Value, frozen=True):
    """A cached response: its body, media type and ETag."""

    body: bytes
    kind: str
    mark: str


class InLanguage(Value, frozen=True, kw_only=True):
    """Parameters with the language of the answer."""

    language: Language = "en"


class OfBook(InLanguage, frozen=True, kw_only=True):
    """A rule book by its name."""

    name: Name


class TwoBooks(OfBook, frozen=True, kw_only=True):
    """Two rule books to compare."""

    other: Name


class BookPictureQuery(InLanguage, frozen=True, kw_only=True):
    """A drawing by its name."""

    picture: Name


def book_operations() -> tuple[Operation, ...]:
    """Return the operations on rule books."""

    def serves(
        name: str,
        path: str,
        sentence: str,
        made: Callable[..., Leaf],
        answers: Any,
        words: type[Value],
        media: str = JSON,
    ) -> Operation:
        return Operation(
            name=f"rules.{name}",
            group="Rule books",
            method=GET,
            path=f"/api/rules{path}",
            sentence=sentence,
            does=_serves(made),
            answers=answers,
            words=words,
            media=media,
            cost=0,
            marked=True,
        )

    return (
        serves(
            "all", "", "List the rule books: name, title and differences.", _shelf, list[dict[str, Any]], InLanguage
        ),
        serves(
            "picture", "/pictures/{picture}.svg", "A drawing of the rule books.", _picture, str, BookPictureQuery, SVG
        ),
        serves("book", "/{name}", "A rule book: lesson, chapters, clauses and readings.", _page, Json, OfBook),
        serves("cases", "/{name}/cases", "The book's worked cases with their decisions.", _cases, list[Json], OfBook),
        serves("compare", "/{name}/compare/{other}", "The differences between two books.", _comparison, Json, TwoBooks),
        serves("lessons", "/{name}/lessons", "The lessons for this book.", _lessons, Any, OfBook),
    )


def _serves(made: Callable[..., Leaf]) -> Callable[[OperationRequest], Any]:
    """Return a handler that responds with the leaf that `made` returns for the parameters."""

    async def answer(call: OperationRequest) -> Response:
        words = {**asdict(call.words), "language": language_of(call.request)}
        try:
            leaf = await asyncio.to_thread(made, **words)
        except RulesError as fault:
            raise Stop(404, "not-found", str(fault)) from None
        return marked(call.request, leaf.body, leaf.mark, leaf.kind)

    return answer


def language_of(request: Request) -> str:
    """Return the language in the query, or English if it is missing or not available."""
    asked = request.query_params.get("language", "")
    return asked if asked in LANGUAGES else "en"


@lru_cache(maxsize=64)
def book_of_a_game(rules: Ruleset, language: str) -> bytes:
    """Return a game's rule book as JSON; the least recently used are evicted from a small cache."""
    return msgspec.json.encode(page(rules, language))


def _book(name: str) -> Ruleset:
    """Return a built-in rule book; raises `RulesError` for any other name, so that no file is ever opened."""
    if name not in NAMES:
        raise RulesError(f"there is no rule book {name!r}; expected one of {', '.join(NAMES)}")
    return named(name)


def _shelf(language: str) -> Leaf:
    return _made(shelf, language)


def _page(name: str, language: str) -> Leaf:
    return _made(page, language, _book(name))


def _cases(name: str, language: str) -> Leaf:
    return _made(cases_of, language, _book(name))


def _lessons(name: str, language: str) -> Leaf:
    return _made(lessons_view, language, _book(name))


def _comparison(name: str, other: str, language: str) -> Leaf:
    return _made(compare, language, _book(name), _book(other))


@cache
def _made(what: Made, language: str, *books: Ruleset) -> Leaf:
    return _leaf(msgspec.json.encode(what(*books, language)))


@cache
def _drawn(name: str) -> Leaf:
    return _leaf(drawing(name).encode(), SVG)


def _picture(picture: str, language: str) -> Leaf:
    """Return a drawing; drawings contain no words, so the language is ignored."""
    return _drawn(picture)


def _leaf(body: bytes, kind: str = JSON) -> Leaf:
    return Leaf(body, kind, sha256(body).hexdigest()[:20])


# -- translations beside their English sources, for translators --------------------------------------------------------


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
