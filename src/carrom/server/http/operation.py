"""An operation of the HTTP API: its address, parameters, answer, scopes and limits."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from carrom.server.identity.principal import Person, Principal, Scope
from carrom.values import Value

JSON, LINES, SVG, RECORD = "application/json", "application/x-ndjson", "image/svg+xml", "text/plain"
GET, POST, DELETE = "GET", "POST", "DELETE"
LONGEST = 16_384
"""Bytes of a body, unless an operation takes more."""


class Nothing(Value, frozen=True):
    """No parameters."""


class Call:
    """One request as its operation sees it."""

    def __init__(self, request: Request, words: Any, body: Any, known: Principal | None, payer: str) -> None:
        """Keep the parameters and the body, each of the type that the operation asks for, and who calls."""
        self.request, self.words, self.body, self.known = request, words, body, known
        self.payer = payer
        """By whom it is counted: a token of an account, or an address."""

    @property
    def account(self) -> str | None:
        """The account that opens seats for this call, if its token may play, or read where the call only reads."""
        player = self.player
        return None if player is None else player.id

    @property
    def player(self) -> Person | None:
        """Whose account that is."""
        needed = Scope.READ if self.request.method in ("GET", "HEAD") else Scope.PLAY
        return self.known.person if self.known is not None and self.known.may(needed) else None

    @property
    def word(self) -> str | None:
        """The word that is brought as a token, whatever it opens: a player's key, or what lets look on."""
        scheme, _, word = self.request.headers.get("authorization", "").partition(" ")
        return word if scheme.lower() == "bearer" and 8 <= len(word) <= 128 and word.isascii() else None


class Operation(NamedTuple):
    """One row."""

    name: str
    """Unlike any other's, for programs that are made from the description."""
    group: str
    """The heading that it stands under."""
    method: str
    path: str
    sentence: str
    does: Callable[[Call], Awaitable[Response]]
    answers: Any
    """The type of the answer, or of each line; `str` where it is no JSON."""
    words: type[Value] = Nothing
    """The parameters: those that the path names, and the query's."""
    body: Any = None
    """The type of the body; None: it takes none."""
    media: str = JSON
    scope: Scope | None = None
    """What a token of an account must let do; the key of a game is looked at by the operation itself."""
    account: bool = False
    """Whether only who has an account may call it."""
    cost: float = 1
    """How many plain requests it counts as."""
    status: int = 200
    marked: bool = False
    """Whether an `ETag` lets who asks again be told that nothing has changed."""
    endless: bool = False
    """Whether its lines go on until who reads them has gone."""
    longest: int = LONGEST
    """Bytes of its body."""
