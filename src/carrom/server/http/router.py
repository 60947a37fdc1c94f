"""The HTTP router: operations by path and method, requests decoded, responses encoded, authentication and limits."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Send
from starlette.types import Scope as ConnectionScope

from carrom.server.common import PAYER, ServerLimits, TokenBuckets
from carrom.server.http.problem import Stop, answer, logged_problem, problem
from carrom.server.http.security import client_address
from carrom.server.people.sessions import Person, Principal, Scope, bearer
from carrom.values import Value

# -- request bodies, within a time limit and a size limit --------------------------------------------------------------


BODY_SECONDS = 20.0
"""Seconds in which the whole body must arrive."""


async def read_body(request: Request, longest: int) -> bytes:
    """Return the body of at most `longest` bytes.

    Raises `Stop`: 413 if the body is too long, 408 if it arrives too slowly, 400 if the client disconnects.
    """
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > longest:
                    raise Stop(413, "too-large", f"The body is too large; at most {longest} bytes are allowed.")
                parts.append(part)
    except TimeoutError:
        raise Stop(408, "too-late", f"The body must arrive within {BODY_SECONDS:g} seconds.") from None
    except ClientDisconnect:
        raise Stop(400, "malformed", "The connection closed before the body was complete.") from None
    return b"".join(parts)


# -- operations: path, parameters, response type, scopes and limits ----------------------------------------------------


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


# -- requests, decoded into the types of the operation -----------------------------------------------------------------


_DIGITS = re.compile("-?[0-9]+")


def words_of(request: Request, operation: Operation) -> Value:
    """Return the path and query parameters; raises `Stop` (422) for a missing, unknown, repeated or invalid one."""
    kind = operation.words
    known, many = kind.__struct_fields__, _lists(kind)
    given: dict[str, Any] = dict(request.path_params)
    for name, text in request.query_params.multi_items():
        if name not in known or name in given:
            why = "is given twice" if name in given else f"is unknown; {_allowed(operation)}"
            raise Stop(422, "malformed", f"The parameter {name!r:.40} {why}.")
        if text.lower() == "null" and name not in _texts(kind):  # msgspec would read it as None
            raise Stop(422, "malformed", f"The parameter {name} is null; leave it out instead.")
        given[name] = [part for part in text.split(",") if part] if name in many else text
        if name in _whole(kind) and not all(map(_DIGITS.fullmatch, given[name] if name in many else [text])):
            numbers = "whole numbers" if name in many else "a whole number"  # msgspec accepts 0.0
            raise Stop(422, "malformed", f"The parameter {name} is {text!r:.40}; expected {numbers}.")
    try:
        return msgspec.convert(given, type=kind, strict=False)
    except (msgspec.ValidationError, OverflowError) as fault:
        raise Stop(422, "malformed", _explained(str(fault), given, operation)) from None


async def body_of(request: Request, operation: Operation) -> Any:
    """Return the body as the type that the operation declares; raises `Stop`."""
    if operation.body is None:
        return None
    content = await read_body(request, operation.longest)
    return content if operation.body is bytes else decoded(content, operation.body)


def decoded(content: bytes, kind: Any) -> Any:
    """Return a JSON body as a value of a type; raises `Stop`."""
    try:
        return _decoder(kind).decode(content)
    except msgspec.ValidationError as fault:
        raise Stop(422, "malformed", f"The body does not match the schema: {fault}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Stop(400, "malformed", f"The body is not valid JSON: {fault}.") from None


@cache
def _lists(kind: type[Value]) -> frozenset[str]:
    """Return the names of the list parameters, whose items are separated by commas."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    return frozenset(field.name for field in fields if isinstance(field.type, msgspec.inspect.VarTupleType))


@cache
def _whole(kind: type[Value]) -> frozenset[str]:
    """Return the names of the parameters that are integers or lists of integers."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    kinds = {
        field.name: getattr(field.type, "types", (getattr(field.type, "item_type", field.type),)) for field in fields
    }
    return frozenset(
        name
        for name, parts in kinds.items()
        if all(isinstance(part, msgspec.inspect.IntType | msgspec.inspect.NoneType) for part in parts)
    )


@cache
def _texts(kind: type[Value]) -> frozenset[str]:
    """Return the names of the parameters that are strings, in which `null` is an ordinary word."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    kinds = {field.name: getattr(field.type, "types", (field.type,)) for field in fields}
    return frozenset(
        name for name, parts in kinds.items() if any(isinstance(part, msgspec.inspect.StrType) for part in parts)
    )


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _allowed(operation: Operation) -> str:
    """Return the allowed query parameters as half a sentence."""
    names = [name for name in operation.words.__struct_fields__ if f"{{{name}}}" not in operation.path]
    return f"expected {', '.join(names)}" if names else "this operation has no parameters"


def _explained(fault: str, given: Mapping[str, Any], operation: Operation) -> str:
    """Return an error message for a parameter from msgspec's, with the value that was read."""
    if fault.startswith("Object missing required field"):
        missing = fault.split("`")[1]
        return f"The parameter {missing} is missing; {_allowed(operation)}."
    reason, _, where = fault.partition(" - at `$.")
    name = where.rstrip("`").partition("[")[0]
    read = given.get(name)
    text = ",".join(read) if isinstance(read, list) else read
    if reason.startswith(("Expected `int", "Expected `float")):
        return f"The parameter {name} is {text!r:.40}; expected a number."
    return f"The parameter {name} is {text!r:.40}; {reason[:1].lower()}{reason[1:]}."


# -- responses: JSON, streams of JSON lines (NDJSON), and downloads ----------------------------------------------------


BEAT = 7.0
"""Seconds of silence after which a stream sends an empty line as a heartbeat."""
PATIENCE = 30.0
"""Seconds within which a client must read what was sent; otherwise the stream ends."""


def told(body: Any, status: int = 200) -> Response:
    """Return a JSON response that may not be cached; text and bytes are JSON already."""
    return Response(_json(body), status, {"cache-control": "no-store"}, JSON)


def marked(request: Request, body: Any, mark: str = "", media: str = JSON) -> Response:
    """Return a response with an ETag (a hash of the content unless `mark` is given), or 304 if it matches."""
    content = _json(body)
    etag = f'"{mark or sha256(content).hexdigest()[:20]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}
    asked = request.headers.get("if-none-match", "")
    if etag in asked or asked.strip() == "*":
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media)


def saved(content: bytes | str, name: str, media: str) -> Response:
    """Return a download with a file name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, headers=headers, media_type=media)


def _json(body: Any) -> bytes:
    if isinstance(body, str):
        return body.encode()
    return body if isinstance(body, bytes) else msgspec.json.encode(body)


class JsonResponse(StreamingResponse):
    """A stream of JSON lines, which ends with its source or when the client disconnects."""

    def __init__(self, lines: AsyncIterator[bytes], left: Callable[[], None] = lambda: None, beat: float = 0) -> None:
        """Stream `lines`, each with its newline, and an empty line after every `beat` silent seconds.

        `left` is called when the stream has ended.
        """
        self._left, self._over = [left], asyncio.Event()
        content = _until(self._over, lines, beat)
        super().__init__(content, headers={"cache-control": "no-store", "x-accel-buffering": "no"}, media_type=LINES)

    def end(self) -> None:
        """End the stream now."""
        self._over.set()

    def whenever_left(self, do: Callable[[], None]) -> None:
        """Call `do` when the stream has ended."""
        self._left.append(do)

    async def stream_response(self, send: Send) -> None:
        """Send the lines until the stream ends or the client reads too slowly."""

        async def patient(message: Message) -> None:
            async with asyncio.timeout(PATIENCE):
                await send(message)

        try:
            with suppress(OSError, TimeoutError):
                await super().stream_response(patient)
        finally:
            for left in self._left:
                left()


async def _until(over: asyncio.Event, lines: AsyncIterator[bytes], beat: float) -> AsyncIterator[bytes]:
    """Yield the lines until `over` is set, and an empty one after every `beat` seconds without one."""
    ending: asyncio.Future[Any] = asyncio.ensure_future(over.wait())
    coming: asyncio.Future[Any] | None = None
    try:
        while not over.is_set():
            coming = coming or asyncio.ensure_future(anext(lines))
            done, _ = await asyncio.wait({coming, ending}, timeout=beat or None, return_when=asyncio.FIRST_COMPLETED)
            if coming in done:
                line, coming = coming.result(), None
                yield line
            elif not done:
                yield b"\n"
    except StopAsyncIteration:
        pass
    finally:
        ending.cancel()
        if coming is not None:
            coming.cancel()


# -- the router --------------------------------------------------------------------------------------------------------


Opened = Callable[[str, Callable[[], None]], Callable[[], None]]
"""Registers an open stream by the hash of its token, with the function that ends it; returns the unregistration."""
Measured = Callable[[str, str | None, float], None]
Who = Callable[[Headers], Awaitable[Principal | None]]
"""Returns the principal of a request's headers, or None for a guest, who may still send the key of a game."""
OPEN = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""Headers that let pages of every origin read the response."""
_EXPOSED = {"access-control-expose-headers": "etag, retry-after"}
_PREFLIGHT = {
    **OPEN,
    "access-control-allow-methods": "GET",
    "access-control-allow-headers": "authorization, if-none-match",
    "access-control-max-age": "86400",
}


async def nobody(_: Headers) -> Principal | None:
    """Return None: the server has no accounts."""
    return None


class ApiRouter:
    """Routes requests to the operations of one server."""

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
        """Return one route for each path, most specific first."""
        paths: dict[str, dict[str, Operation]] = {}
        for operation in operations:
            methods = paths.setdefault(operation.path, {})
            assert operation.method not in methods, f"{operation.method} {operation.path} is in the table twice"
            methods[operation.method] = operation
        ordered = sorted(paths, key=lambda path: [("{" in part, part) for part in path.split("/")])
        ordered.sort(key=lambda path: path.endswith("}"))
        return [Route(path, ApiPath(self, paths[path])) for path in ordered]

    async def call(self, request: Request, operation: Operation) -> Response:
        """Do an operation for who may call it; raises `Stop` and what it raises itself."""
        known = await self._who(request.headers)
        if known is None and bearer(request.headers) is not None:
            raise Stop(401, "no-token", "This token is unknown, expired or revoked.")
        payer = client_address(request.scope) if known is None else f"token {known.hash}"
        self._count(payer, operation.cost)
        if operation.account and known is None:
            raise Stop(401, "no-token", "This operation requires an account: send Authorization: Bearer TOKEN.")
        if known is not None and operation.scope is not None and not known.may(operation.scope):
            raise Stop(403, "not-yours", known.lacks(operation.scope))
        PAYER.set(payer)
        words = words_of(request, operation)
        response = await operation.does(
            OperationRequest(request, words, await body_of(request, operation), known, payer)
        )
        if operation.endless and known is not None and isinstance(response, JsonResponse):
            response.whenever_left(self._opened(known.hash, response.end))
        return response

    def _count(self, payer: str, cost: float) -> None:
        """Charge a call to its payer; raises `Stop` (429) if a limit is exceeded."""
        if (wait := self._calls.wait(payer, cost)) > 0:
            raise Stop(429, "too-fast", "Too many calls; wait a moment.", key="calls", seconds=wait)
        self._calls.take(payer, cost)
        if cost and self._work is not None and (wait := self._work.wait(payer, 0.01)) > 0:
            why = "You have used your share of computing time; wait a few seconds."
            raise Stop(429, "too-fast", why, key="computing", seconds=wait)


class ApiPath:
    """One path of the API, with an operation for each method."""

    def __init__(self, entrance: ApiRouter, methods: dict[str, Operation]) -> None:
        """Serve these methods, and HEAD and OPTIONS besides."""
        self._entrance, self._methods = entrance, dict(methods)
        if GET in methods and methods[GET].media != LINES:
            self._methods["HEAD"] = methods[GET]
        self._allow = ", ".join(sorted({*self._methods, "OPTIONS"}))

    async def __call__(self, scope: ConnectionScope, receive: Receive, send: Send) -> None:
        """Serve one request."""
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
            refused = answer(problem(405, "no-method", f"{request.method} is not allowed here; expected {self._allow}"))
            refused.headers["allow"] = self._allow
            return refused
        began, code = time.perf_counter(), None
        try:
            return await self._entrance.call(request, operation)
        except Exception as fault:
            found = logged_problem(fault, operation.name)
            code = found.code
            return answer(found)
        finally:
            self._entrance.measured(operation.name, code, time.perf_counter() - began)


class Nowhere:
    """The response to every unknown path of the API."""

    async def __call__(self, scope: ConnectionScope, receive: Receive, send: Send) -> None:
        """Respond with 404."""
        refusal = problem(404, "not-found", f"There is nothing at {scope['path']!r:.80}; /api lists all operations")
        await answer(refusal)(scope, receive, send)


def is_open(scope: ConnectionScope) -> bool:
    """Return whether pages of other origins may send this request: everything in the API that only reads."""
    return scope["type"] == "http" and scope["method"] in (GET, "HEAD", "OPTIONS") and is_api(scope["path"])


def is_api(path: str) -> bool:
    """Return whether a path belongs to the API."""
    return path == "/api" or path.startswith("/api/")
