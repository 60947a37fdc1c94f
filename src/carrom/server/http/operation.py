"""An operation of the HTTP API: its path, parameters, response type, scopes and limits."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from carrom.server.identity.principal import Person, Principal, Scope
from carrom.values import Value

JSON, LINES, SVG, PNG, RECORD = "application/json", "application/x-ndjson", "image/svg+xml", "image/png", "text/plain"
GET, POST, DELETE = "GET", "POST", "DELETE"
LONGEST = 16_384
"""Maximum size of a body in bytes, unless the operation sets another."""


class Nothing(Value, frozen=True):
    """An operation without parameters."""


class OperationRequest:
    """A request to an operation, authenticated and parsed."""

    def __init__(self, request: Request, words: Any, body: Any, known: Principal | None, payer: str) -> None:
        """Hold the parameters and the body, each of the type that the operation declares, and the principal."""
        self.request, self.words, self.body, self.known = request, words, body, known
        self.payer = payer
        """The key for rate limits: the token of an account, or an address."""

    @property
    def account(self) -> str | None:
        """The id of the account that opens seats for this call; None if its token lacks the scope to play (or read)."""
        player = self.player
        return None if player is None else player.id

    @property
    def player(self) -> Person | None:
        """The owner of that account."""
        needed = Scope.READ if self.request.method in ("GET", "HEAD") else Scope.PLAY
        return self.known.person if self.known is not None and self.known.may(needed) else None

    @property
    def word(self) -> str | None:
        """The bearer token, whatever it opens: a player's key or a watch word."""
        scheme, _, word = self.request.headers.get("authorization", "").partition(" ")
        return word if scheme.lower() == "bearer" and 8 <= len(word) <= 128 and word.isascii() else None


class Operation(NamedTuple):
    """An entry of the operation table, which makes the routes, the checks and the OpenAPI description."""

    name: str
    """The unique `operationId`, for generated clients."""
    group: str
    """The heading in the API reference."""
    method: str
    path: str
    sentence: str
    does: Callable[[OperationRequest], Awaitable[Response]]
    answers: Any
    """The type of the response, or of each line; `str` if it is not JSON."""
    words: type[Value] = Nothing
    """The type of the path and query parameters."""
    body: Any = None
    """The type of the body, or None."""
    media: str = JSON
    scope: Scope | None = None
    """The scope that an account's token needs; the handler itself checks the key of a game."""
    account: bool = False
    """Whether the operation requires an account."""
    cost: float = 1
    """The number of calls it counts as against the rate limit."""
    status: int = 200
    marked: bool = False
    """Whether the response has an `ETag`, for conditional requests."""
    endless: bool = False
    """Whether the response is a stream that lasts until the client disconnects."""
    longest: int = LONGEST
    """Maximum size of the body in bytes."""
