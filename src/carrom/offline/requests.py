"""Requests of the page that a server would answer over HTTP: records, rule books, lessons and puzzles."""

import re
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs, urlsplit

from carrom.errors import CarromError
from carrom.offline.tables import NEEDS_SERVER, LocalTables
from carrom.protocol import Refusal
from carrom.tables.errors import CommandRefused

TEXT, JSON = "text/plain; charset=utf-8", "application/json"
Answer = tuple[int, str, str]
"""Status, media type and content."""


async def answer_request(tables: LocalTables, method: str, address: str, word: str, body: str) -> Answer:
    """Return the answer to a request, an error with one sentence among them."""
    parts = urlsplit(address)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    for verb, pattern, made in ROUTES:
        found = re.fullmatch(pattern, parts.path)
        if verb == method and found:
            try:
                return await made(Request(tables, found.groups(), query, word, body))
            except CommandRefused as refusal:
                return (404 if refusal.code is Refusal.UNKNOWN_GAME else 409), TEXT, refusal.reason
            except CarromError as fault:
                return 400, TEXT, str(fault)
    return 501, TEXT, NEEDS_SERVER


class Request:
    """One request: the parts of its path, its query, its access token and its body."""

    def __init__(
        self, tables: LocalTables, parts: tuple[str, ...], query: dict[str, str], word: str, body: str
    ) -> None:
        """Hold the parts of a request."""
        self.tables, self.parts, self.query, self.word, self.body = tables, parts, query, word, body


async def _record(request: Request) -> Answer:
    return 200, TEXT, (await request.tables.game(request.parts[0], request.word)).record()


async def _state(request: Request) -> Answer:
    return 200, JSON, request.tables.snapshot(await request.tables.game(request.parts[0], request.word))


ROUTES: tuple[tuple[str, str, Callable[[Request], Awaitable[Answer]]], ...] = (
    ("GET", r"/games/([^/]+)\.carrom", _record),
    ("GET", r"/games/([^/]+)\.json", _state),
)
"""Method, path, and the function that answers."""
