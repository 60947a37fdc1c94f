"""The router of account pages: cookies, same-origin checks and body reading."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.server.accounts.service import LASTS
from carrom.server.common.fair_executor import PAYER
from carrom.server.http.body import read_body
from carrom.server.http.operation import JSON
from carrom.server.http.problem import Stop, answer, problem, problem_of
from carrom.server.http.security import LOOPBACK, client_address, host_name
from carrom.server.identity.principal import Principal
from carrom.server.identity.sessions import PLAIN_COOKIE, SAFE_COOKIE, Authenticator
from carrom.server.login.passkeys import Site, site_of
from carrom.tables.terms import on_one_line

T = TypeVar("T")
log = logging.getLogger("carrom.server")
LONGEST = 100_000
"""Bytes of a body: 500 keys."""
FRESH = 900
"""Seconds after signing in, in which what opens an account may be changed."""


class AccountRequest(NamedTuple):
    """One request of the page."""

    request: Request
    body: Any
    known: Principal | None
    address: str

    @property
    def me(self) -> Principal:
        """Who is signed in; raises `Stop` if nobody is."""
        if self.known is None or not self.known.is_page:
            raise Stop(401, "no-token", "You are not signed in; sign in first.", key="sign-in")
        return self.known

    @property
    def origin(self) -> str | None:
        """Where the page is, as its browser says."""
        return self.request.headers.get("origin")

    @property
    def is_safe(self) -> bool:
        """Whether the page came over TLS, as its browser says."""
        return (self.origin or "").startswith("https://")

    def freshly(self, now: int) -> Principal:
        """Return who has signed in just now; raises `Stop` if that is longer ago."""
        if now - self.me.since > FRESH:
            raise Stop(403, "not-yours", "Sign in again first: this changes what opens the account.", key="fresh")
        return self.me


Does = Callable[[AccountRequest], Awaitable[Response]]


class AccountRouter:
    """Lets the page in to what it does with an account."""

    def __init__(self, visitors: Authenticator) -> None:
        """Know people by their sessions."""
        self._visitors = visitors

    def route(self, method: str, path: str, does: Does, body: Any = None) -> Route:
        """Return the route of something that a page does; one with a body takes JSON alone."""

        async def endpoint(request: Request) -> Response:
            try:
                return await does(await self._asked(request, body))
            except Exception as fault:
                told = problem_of(fault)
                if told is None:
                    log.exception("%s could not be done", path)
                    told = problem(500, "broken", "The server failed at this; nothing was changed.")
                elif told.status >= 500:
                    log.error("%s: %s", path, told.detail)
                refused = answer(told)
                if "www-authenticate" in refused.headers:
                    del refused.headers["www-authenticate"]
                return refused

        return Route(path, endpoint, methods=[method])

    async def _asked(self, request: Request, body: Any) -> AccountRequest:
        """Return what is asked; raises `Stop`. A form of another site cannot send JSON."""
        address = client_address(request.scope)
        PAYER.set(address)
        given = None
        if request.method == "POST":
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
                raise Stop(415, "malformed", "The body has to be JSON, and to say so: content-type: application/json.")
            given = _read(await read_body(request, LONGEST), body)
        return AccountRequest(request, given, await self._visitors.who(request.headers), address)


def _read(content: bytes, kind: Any) -> Any:
    try:
        return None if kind is None else msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as fault:
        raise Stop(422, "malformed", f"The body does not fit: {fault}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Stop(400, "malformed", f"The body is no JSON: {fault}.") from None


def signed_in(response: Response, asked: AccountRequest, word: str) -> Response:
    """Let an answer sign the page in."""
    name = SAFE_COOKIE if asked.is_safe else PLAIN_COOKIE
    response.set_cookie(name, word, max_age=LASTS, path="/", secure=asked.is_safe, httponly=True, samesite="lax")
    return response


def signed_out(response: Response) -> Response:
    """Let an answer sign the page out, whichever cookie it has."""
    for name, secure in ((SAFE_COOKIE, True), (PLAIN_COOKIE, False)):
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def label_of(agent: str) -> str:
    """Return how a browser is called in a list, by its `User-Agent`: `Firefox on Linux`."""
    kinds = ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", ""), ("Chrome", ""), ("Safari", "")
    systems = ("Android", ""), ("iPhone", ""), ("iPad", ""), ("Windows", ""), ("Mac OS", "Mac"), ("Linux", "")
    browser = next((name or word for word, name in kinds if word in agent), "")
    system = next((name or word for word, name in systems if word in agent), "")
    return " · ".join(part for part in (browser, system) if part)


def is_at_home(request: Request) -> bool:
    """Whether a request came over TLS or from this machine's own name, so that nobody on the way hears a password."""
    return _origin(request).startswith("https://") or host_name(request.headers.get("host", "")) in LOOPBACK


def site_here(request: Request) -> Site:
    """Return where a page is, for its passkeys; raises `RefusedRequest` where there can be none."""
    return site_of(request.headers.get("host", ""), _origin(request))


def _origin(request: Request) -> str:
    """Return the origin of a page as its browser says it.

    Asking only to read it says none, but whether its connection is trustworthy: by a name that means TLS.
    """
    host = request.headers.get("host", "")
    said = request.headers.get("origin")
    if said is not None:
        return said
    is_trusted = "sec-fetch-site" in request.headers and host_name(host) not in LOOPBACK
    return f"https://{host}" if is_trusted else f"http://{host}"


def on_label(said: str) -> str:
    """Return what somebody calls a thing, on one line and cut short."""
    return on_one_line(said)[:40]


async def beside(work: Callable[[], T]) -> T:
    """Do a piece of work beside the event loop."""
    return await asyncio.to_thread(work)
