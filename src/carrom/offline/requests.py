"""Requests of the page that a server would answer over HTTP: records, rule books, lessons, puzzles and drills."""

import logging
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from random import SystemRandom
from secrets import token_urlsafe
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from carrom.books.cases import cases_of
from carrom.books.library import compare, shelf
from carrom.books.page import page
from carrom.errors import CarromError
from carrom.i18n import LANGUAGES
from carrom.offline.tables import NEEDS_SERVER, LocalTables
from carrom.protocol import Refusal
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.tables.offline_play import difference_in, game_from, room_of, setting_of, strokes_of
from carrom.tables.proposal import CommandRefused
from carrom.tokens import new_game_id

log = logging.getLogger("carrom.offline")

TEXT, JSON = "text/plain; charset=utf-8", "application/json"
NOT_HERE = 501
"""Status of a request that only a server can answer."""
Answer = tuple[int, str, str]
"""Status, media type and content."""


class Request:
    """One request: the parts of its path, its query, its access token and its body."""

    def __init__(
        self, tables: LocalTables, parts: tuple[str, ...], query: dict[str, str], word: str, body: str
    ) -> None:
        """Hold the parts of a request."""
        self.tables, self.parts, self.query, self.word, self.body = tables, parts, query, word, body

    @property
    def language(self) -> str:
        """The language asked for, or English if there is no such translation."""
        asked = self.query.get("language", "")
        return asked if asked in LANGUAGES else "en"


async def answer_request(tables: LocalTables, method: str, address: str, word: str, body: str) -> Answer:
    """Return the answer to a request, an error with one sentence among them."""
    parts = urlsplit(address)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    status, reason = NOT_HERE, NEEDS_SERVER
    for verb, pattern, made in ROUTES:
        found = re.fullmatch(pattern, parts.path)
        if verb == method and found:
            try:
                return await made(Request(tables, tuple(map(unquote, found.groups())), query, word, body))
            except CommandRefused as refusal:
                status, reason = (404 if refusal.code is Refusal.UNKNOWN_GAME else 409), refusal.reason
            except CarromError as fault:
                status, reason = 400, str(fault)
            except Exception:
                log.exception("a request could not be answered: %s", parts.path)
                status, reason = 500, "This request could not be answered; nothing was changed."
            break
    if parts.path.startswith("/api/"):
        return status, JSON, msgspec.json.encode({"detail": reason}).decode()
    return status, TEXT, reason


def _json(content: Any) -> Answer:
    return 200, JSON, msgspec.json.encode(content).decode()


def _book(name: str) -> Ruleset:
    if name not in NAMES:
        raise CommandRefused(Refusal.UNKNOWN_GAME, f"There is no rule book {name!r:.40}.")
    return named(name)


async def _record(request: Request) -> Answer:
    return 200, TEXT, (await request.tables.game(request.parts[0], request.word)).record()


async def _remove(request: Request) -> Answer:
    await request.tables.remove(request.parts[0], request.word)
    return _json({})


async def _state(request: Request) -> Answer:
    return 200, JSON, request.tables.snapshot(await request.tables.game(request.parts[0], request.word))


async def _rules_of_game(request: Request) -> Answer:
    return _json(page((await request.tables.game(request.parts[0], request.word)).rules(), request.language))


async def _import(request: Request) -> Answer:
    """Store the game of a record under a new key."""
    content, key = request.body.encode(), token_urlsafe(24)
    game = game_from(content)
    room, events = room_of(new_game_id(), game, setting_of(game), SystemRandom(), request.tables.now())
    await request.tables.add(room, events, key, f"import-{room.name}")
    answer = {
        "game": room.name,
        "key": key,
        "page": f"/game/{room.name}",
        "strokes": strokes_of(game),
        "difference": difference_in(game, content),
    }
    return 201, JSON, msgspec.json.encode(answer).decode()


async def _shelf(request: Request) -> Answer:
    return _json(shelf(request.language))


async def _page(request: Request) -> Answer:
    return _json(page(_book(request.parts[0]), request.language))


async def _cases(request: Request) -> Answer:
    return _json(cases_of(_book(request.parts[0]), request.language))


async def _lessons(request: Request) -> Answer:
    from carrom.practice.lessons import lessons_view

    return _json(lessons_view(_book(request.parts[0]), request.language))


async def _comparison(request: Request) -> Answer:
    return _json(compare(_book(request.parts[0]), _book(request.parts[1]), request.language))


async def _puzzles(request: Request) -> Answer:
    from carrom.training.daily import all_puzzles

    return _json(all_puzzles())


async def _puzzle(request: Request) -> Answer:
    from carrom.training.daily import puzzle_view

    return _json(puzzle_view(int(request.parts[0])))


async def _today(request: Request) -> Answer:
    """Return the puzzle of the day; nobody counts who solved it."""
    from carrom.training.daily import daily_number, puzzle_view

    day = datetime.now(UTC).date()
    return _json({"day": day.isoformat(), "puzzle": puzzle_view(daily_number(day)), "tried": 0, "solved": 0})


async def _today_tried(request: Request) -> Answer:
    return _json({"day": request.parts[0], "counted": False, "tried": 0, "solved": 0})


async def _drills(request: Request) -> Answer:
    from carrom.training.daily import all_drills

    return _json(all_drills())


async def _drill(request: Request) -> Answer:
    from carrom.training.daily import drill_view

    return _json(drill_view(request.parts[0]))


ROUTES: tuple[tuple[str, str, Callable[[Request], Awaitable[Answer]]], ...] = (
    ("GET", r"/games/([^/]+)\.carrom", _record),
    ("GET", r"/games/([^/]+)\.json", _state),
    ("DELETE", r"/games/([^/]+)", _remove),
    ("GET", r"/games/([^/]+)/rules", _rules_of_game),
    ("POST", r"/api/games/import", _import),
    ("GET", r"/api/rules", _shelf),
    ("GET", r"/api/rules/([^/]+)", _page),
    ("GET", r"/api/rules/([^/]+)/cases", _cases),
    ("GET", r"/api/rules/([^/]+)/lessons", _lessons),
    ("GET", r"/api/rules/([^/]+)/compare/([^/]+)", _comparison),
    ("GET", r"/api/puzzles", _puzzles),
    ("GET", r"/api/puzzles/today", _today),
    ("POST", r"/api/puzzles/days/([^/]+)/try", _today_tried),
    ("GET", r"/api/puzzles/(\d+)", _puzzle),
    ("GET", r"/api/drills", _drills),
    ("GET", r"/api/drills/([^/]+)", _drill),
)
"""Method, path, and the function that answers."""
