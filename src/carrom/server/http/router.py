"""The HTTP router: each address with its methods, authentication and rate limits."""

import logging
import time
from collections.abc import Awaitable, Callable, Iterable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from carrom.server.common.fair_executor import PAYER
from carrom.server.common.rate_limit import ServerLimits, TokenBuckets
from carrom.server.http.operation import GET, LINES, Call, Operation
from carrom.server.http.problem import Stop, answer, problem, problem_of
from carrom.server.http.request_parsing import body_of, words_of
from carrom.server.http.responses import JsonResponse
from carrom.server.http.security import client_address
from carrom.server.identity.principal import Principal
from carrom.server.identity.sessions import bearer

log = logging.getLogger("carrom.server")

Opened = Callable[[str, Callable[[], None]], Callable[[], None]]
"""Is told the hash that a stream is open by, and what ends it; returns what forgets it."""
Measured = Callable[[str, str | None, float], None]
Who = Callable[[Headers], Awaitable[Principal | None]]
"""Returns who comes with an account; None for a guest, who may bring the key of a game."""
OPEN = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""Everybody's page may read."""
_EXPOSED = {"access-control-expose-headers": "etag, retry-after"}
_PREFLIGHT = {
    **OPEN,
    "access-control-allow-methods": "GET",
    "access-control-allow-headers": "authorization, if-none-match",
    "access-control-max-age": "86400",
}


async def nobody(_: Headers) -> Principal | None:
    """Return that nobody has an account here."""
    return None


class ApiRouter:
    """Lets requests in to the operations of one server."""

    def __init__(
        self,
        limits: ServerLimits,
        clock: Callable[[], float],
        work: TokenBuckets | None = None,
        who: Who = nobody,
        measured: Measured = lambda operation, code, seconds: None,
        opened: Opened = lambda hash, end: lambda: None,
    ) -> None:
        """Count calls by `clock`, seconds that never run back; `work` is the computing that each client has left.

        `who` returns the account of a request. `measured` gets the operation, the code of a refusal, and the seconds
        until the answer began. `opened` ends a stream with the token or the session that it was opened by.
        """
        self._calls, self._work = TokenBuckets(limits.api, clock), work
        self._who, self.measured, self._opened = who, measured, opened

    def routes(self, operations: Iterable[Operation]) -> list[Route]:
        """Return a route for each address of these operations, those that name most first."""
        paths: dict[str, dict[str, Operation]] = {}
        for operation in operations:
            methods = paths.setdefault(operation.path, {})
            assert operation.method not in methods, f"{operation.method} {operation.path} stands twice in the table"
            methods[operation.method] = operation
        ordered = sorted(paths, key=lambda path: [("{" in part, part) for part in path.split("/")])
        ordered.sort(key=lambda path: path.endswith("}"))
        return [Route(path, Address(self, paths[path])) for path in ordered]

    async def call(self, request: Request, operation: Operation) -> Response:
        """Do an operation for who may call it; raises `Stop` and what it raises itself."""
        known = await self._who(request.headers)
        if known is None and bearer(request.headers) is not None:
            raise Stop(401, "no-token", "This token is unknown, has expired, or was given back.")
        payer = client_address(request.scope) if known is None else f"token {known.hash}"
        self._count(payer, operation.cost)
        if operation.account and known is None:
            raise Stop(401, "no-token", "This needs the token of an account: Authorization: Bearer TOKEN.")
        if known is not None and operation.scope is not None and not known.may(operation.scope):
            raise Stop(403, "not-yours", known.lacks(operation.scope))
        PAYER.set(payer)
        words = words_of(request, operation)
        response = await operation.does(Call(request, words, await body_of(request, operation), known, payer))
        if operation.endless and known is not None and isinstance(response, JsonResponse):
            response.whenever_left(self._opened(known.hash, response.end))
        return response

    def _count(self, payer: str, cost: float) -> None:
        """Count a call; raises `Stop` for one too many."""
        if (wait := self._calls.wait(payer, cost)) > 0:
            raise Stop(429, "too-fast", "Too many calls; wait a moment.", key="calls", seconds=wait)
        self._calls.take(payer, cost)
        if cost and self._work is not None and (wait := self._work.wait(payer, 0.01)) > 0:
            why = "You have had your share of computing; wait a few seconds."
            raise Stop(429, "too-fast", why, key="computing", seconds=wait)


class Address:
    """One address of the API, by its methods."""

    def __init__(self, entrance: ApiRouter, methods: dict[str, Operation]) -> None:
        """Answer these methods, and what follows from them."""
        self._entrance, self._methods = entrance, dict(methods)
        if GET in methods and methods[GET].media != LINES:
            self._methods["HEAD"] = methods[GET]
        self._allow = ", ".join(sorted({*self._methods, "OPTIONS"}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        response = await self._response(request)
        if request.method in (GET, "HEAD"):
            response.headers.update({**OPEN, **_EXPOSED})
        await response(scope, receive, send)

    async def _response(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": self._allow, **_PREFLIGHT})
        operation = self._methods.get(request.method)
        if operation is None:
            refused = answer(problem(405, "no-method", f"{request.method} is not taken here; {self._allow} are"))
            refused.headers["allow"] = self._allow
            return refused
        began, code = time.perf_counter(), None
        try:
            return await self._entrance.call(request, operation)
        except Exception as fault:
            told = problem_of(fault)
            if told is None:
                log.exception("%s could not be done", operation.name)
                told = problem(500, "broken", "The server failed at this; nothing was changed.")
            elif told.status >= 500:
                log.error("%s: %s", operation.name, told.detail)
            code = told.code
            return answer(told)
        finally:
            self._entrance.measured(operation.name, code, time.perf_counter() - began)


class Nowhere:
    """Every address of the API that there is not."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say so."""
        told = problem(404, "not-found", f"There is nothing at {scope['path']!r:.80}; /api names all addresses")
        await answer(told)(scope, receive, send)


def is_open(scope: Scope) -> bool:
    """Whether pages of other origins may ask this: whatever of the API only reads."""
    return scope["type"] == "http" and scope["method"] in (GET, "HEAD", "OPTIONS") and is_api(scope["path"])


def is_api(path: str) -> bool:
    """Whether an address is one of the API."""
    return path == "/api" or path.startswith("/api/")
