"""Refusals as problem details (RFC 9457): a status, one sentence, and a key for programs."""

from http import HTTPStatus
from math import ceil

import msgspec
from starlette.responses import Response

from carrom.errors import CarromError, DamagedGame, StoreError, sentence
from carrom.protocol import Refusal
from carrom.tables.errors import CommandRefused
from carrom.values import Value

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
    "illegal": "The laws or the board do not allow it, or a value is none that exists.",
    "malformed": "A parameter or the body has not the form that the operation asks for.",
    "not-now": "The game, or the server, does not expect it at this moment.",
    "stale": "It was meant for an earlier version; look again.",
    "not-yours": "The token may not do that: another's seat, or a scope that it lacks.",
    "unknown-game": "There is no such game, or the token does not open it.",
    "no-game": "There is no game, seek, challenge or pool of that name, or it is over.",
    "no-token": "The operation needs a token: `Authorization: Bearer TOKEN`.",
    "not-found": "There is nothing at this address.",
    "no-method": "The address takes other methods; `Allow` names them.",
    "too-large": "The body has more bytes than the operation takes.",
    "too-late": "The body did not come in time.",
    "too-fast": "A limit; `key` names it, and after `seconds` there is room again (`Retry-After` says the same).",
    "foreign": "A page of another origin may only read.",
    "full": "The server holds as much as it can.",
    "broken": "The server failed; nothing was changed.",
}
"""The words of a refusal, with what each means."""


class Problem(Value, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was not followed; nothing has changed."""

    type: str
    """The address of the page that says what the code means."""
    title: str
    status: int
    detail: str
    """One sentence: what was read, and what is allowed."""
    code: str
    key: str = ""
    """Which limit it is."""
    seconds: int = 0
    """After which there is room again."""


class Stop(Exception):
    """A request that is not followed, with its problem."""

    def __init__(self, status: int, code: str, reason: str, *, key: str = "", seconds: float = 0) -> None:
        """Keep it; `reason` is one sentence."""
        super().__init__(reason)
        self.problem = problem(status, code, reason, key, seconds)


def problem(status: int, code: str, reason: str, key: str = "", seconds: float = 0) -> Problem:
    """Return a problem; `reason` gets its capital and its full stop."""
    told = reason[:1].upper() + reason[1:]
    return Problem(
        type=f"/api#{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=told if told.endswith((".", "?", "!")) else f"{told}.",
        code=code,
        key=key,
        seconds=max(1, ceil(seconds)) if status == 429 else 0,
    )


def problem_of(fault: Exception) -> Problem | None:
    """Return what is told of a refusal of the program, or None for a fault that nobody has foreseen."""
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


def answer(told: Problem) -> Response:
    """Return a problem as an answer."""
    headers = {"cache-control": "no-store"}
    if told.seconds:
        headers["retry-after"] = str(told.seconds)
    if told.status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(msgspec.json.encode(told) + b"\n", told.status, headers, MEDIA)
