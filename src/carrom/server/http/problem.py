"""Error responses as problem details (RFC 9457): a status, one sentence, and a code for programs."""

import logging
from http import HTTPStatus
from math import ceil

import msgspec
from starlette.responses import Response

from carrom.errors import CarromError, DamagedGame, StoreError, sentence
from carrom.protocol import Refusal
from carrom.tables.proposal import CommandRefused
from carrom.values import Value

log = logging.getLogger("carrom.server")

MEDIA = "application/problem+json"
_STATUS = {
    Refusal.ILLEGAL: 422,
    Refusal.MALFORMED: 422,
    Refusal.NOT_NOW: 409,
    Refusal.STALE: 409,
    Refusal.NOT_YOURS: 403,
    Refusal.UNKNOWN_GAME: 401,
    Refusal.NO_GAME: 404,
    Refusal.TOO_FAST: 429,
    Refusal.FULL: 503,
    Refusal.BROKEN: 503,
}
CODES = {
    "illegal": "The laws or the board do not allow it, or a value is out of range.",
    "malformed": "A parameter or the body does not match the operation's schema.",
    "not-now": "The game or the server is not in a state that allows it.",
    "stale": "The request refers to an earlier version; reload and try again.",
    "not-yours": "The token does not allow it: the seat is another player's, or a scope is missing.",
    "unknown-game": "There is no such game, or the token does not open it.",
    "no-game": "There is no game, seek, challenge or pool with that name, or it is over.",
    "no-token": "Authentication is required: `Authorization: Bearer TOKEN`.",
    "not-found": "There is nothing at this address.",
    "no-method": "The address does not accept this method; `Allow` lists those it does.",
    "too-large": "The body is larger than the operation accepts.",
    "too-late": "The body did not arrive in time.",
    "too-fast": "A rate limit was exceeded; `key` names it, and `seconds` (and `Retry-After`) is the time to wait.",
    "foreign": "Pages of another origin may only read.",
    "full": "The server is at capacity.",
    "broken": "The server failed to process the request; nothing was changed.",
}
"""Error codes and their meanings."""


class Problem(Value, frozen=True, kw_only=True, omit_defaults=True):
    """A refused request; nothing has changed."""

    type: str
    """The address of the documentation of the code."""
    title: str
    status: int
    detail: str
    """One sentence: what was read, and what was expected."""
    code: str
    key: str = ""
    """The limit that was exceeded."""
    seconds: int = 0
    """Seconds to wait before trying again."""


class Stop(Exception):
    """A refused request, with its problem details."""

    def __init__(self, status: int, code: str, reason: str, *, key: str = "", seconds: float = 0) -> None:
        """Create the problem details; `reason` is one sentence."""
        super().__init__(reason)
        self.problem = problem(status, code, reason, key, seconds)


def problem(status: int, code: str, reason: str, key: str = "", seconds: float = 0) -> Problem:
    """Return problem details; `reason` gets an initial capital and a full stop."""
    detail = reason[:1].upper() + reason[1:]
    return Problem(
        type=f"/api#{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail if detail.endswith((".", "?", "!")) else f"{detail}.",
        code=code,
        key=key,
        seconds=max(1, ceil(seconds)) if status == 429 else 0,
    )


def problem_of(fault: Exception) -> Problem | None:
    """Return the problem details of an expected exception, or None for an unexpected one."""
    match fault:
        case Stop():
            return fault.problem
        case CommandRefused():
            return problem(_STATUS[fault.code], fault.code.value, fault.reason, fault.key, fault.seconds)
        case DamagedGame():
            return problem(409, "broken", str(fault))
        case StoreError():
            return problem(503, "broken", str(fault))
        case CarromError():
            return problem(422, "illegal", sentence(str(fault)))
        case _:
            return None


def logged_problem(fault: Exception, operation: str) -> Problem:
    """Return the problem details of any exception raised by an operation, and log it if the server is at fault."""
    found = problem_of(fault)
    if found is None:
        log.error("unexpected error in %s", operation, exc_info=fault)
        return problem(500, "broken", "The server failed to process this request; nothing was changed.")
    if found.status >= 500:
        log.error("%s: %s", operation, found.detail)
    return found


def answer(refusal: Problem) -> Response:
    """Return the error response of a problem."""
    headers = {"cache-control": "no-store"}
    if refusal.seconds:
        headers["retry-after"] = str(refusal.seconds)
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(msgspec.json.encode(refusal) + b"\n", refusal.status, headers, MEDIA)
