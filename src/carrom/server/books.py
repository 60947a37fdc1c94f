"""The rule books over HTTP: JSON made from the rule sets in the language that is asked for, drawings as SVG.

Each is made once, and asked for by its mark.
"""

import asyncio
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from carrom.books.compare import compare
from carrom.books.page import page
from carrom.books.pictures import drawing
from carrom.books.shelf import shelf
from carrom.books.told import cases_of
from carrom.data import Value
from carrom.errors import RulesError
from carrom.practice.lessons import lessons_told
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.texts import LANGUAGES

JSON, SVG = "application/json", "image/svg+xml"
Made: TypeAlias = Callable[..., Any]


class Leaf(Value, frozen=True):
    """One answer: its bytes, their kind, and the mark by which a browser asks whether they are still the same."""

    body: bytes
    kind: str
    mark: str


def book_routes() -> list[Route]:
    """Return the addresses under which the rule books are served."""
    return [
        Route("/api/rules", _serves(_shelf)),
        Route("/api/rules/pictures/{picture}.svg", _serves(_picture)),
        Route("/api/rules/{name}", _serves(_page)),
        Route("/api/rules/{name}/cases", _serves(_cases)),
        Route("/api/rules/{name}/compare/{other}", _serves(_comparison)),
        Route("/api/rules/{name}/lessons", _serves(_lessons)),
    ]


def _serves(made: Callable[..., Leaf]) -> Callable[[Request], Any]:
    """Return the endpoint that answers with what `made` makes of the words of the path."""

    async def answer(request: Request) -> Response:
        try:
            leaf = await asyncio.to_thread(made, **request.path_params, language=language_of(request))
        except RulesError as fault:
            return JSONResponse({"error": str(fault)}, 404)
        headers = {"etag": leaf.mark, "cache-control": "no-cache"}
        if leaf.mark in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(leaf.body, headers=headers, media_type=leaf.kind)

    return answer


def language_of(request: Request) -> str:
    """Return the language that is asked for; English where it is none of those there are."""
    asked = request.query_params.get("language", "")
    return asked if asked in LANGUAGES else "en"


@lru_cache(maxsize=64)
def book_of_a_game(rules: Ruleset, language: str) -> bytes:
    """Return the page of a rule book that a game is played by, as JSON; a few of those that are asked for are kept."""
    return msgspec.json.encode(page(rules, language))


def _book(name: str) -> Ruleset:
    """Return one of the books that come with the program, and no file of this machine."""
    if name not in NAMES:
        raise RulesError(f"no rule book is called {name!r}: there are {', '.join(NAMES)}")
    return named(name)


def _shelf(language: str) -> Leaf:
    return _made(shelf, language)


def _page(name: str, language: str) -> Leaf:
    return _made(page, language, _book(name))


def _cases(name: str, language: str) -> Leaf:
    return _made(cases_of, language, _book(name))


def _lessons(name: str, language: str) -> Leaf:
    return _made(lessons_told, language, _book(name))


def _comparison(name: str, other: str, language: str) -> Leaf:
    return _made(compare, language, _book(name), _book(other))


@cache
def _made(what: Made, language: str, *books: Ruleset) -> Leaf:
    return _leaf(msgspec.json.encode(what(*books, language)))


@cache
def _drawn(name: str) -> Leaf:
    return _leaf(drawing(name).encode(), SVG)


def _picture(picture: str, language: str) -> Leaf:
    """Return a drawing; none has words that a language changes."""
    return _drawn(picture)


def _leaf(body: bytes, kind: str = JSON) -> Leaf:
    return Leaf(body, kind, f'"{sha256(body).hexdigest()[:20]}"')
