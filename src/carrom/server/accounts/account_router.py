"""Router for the account routes: session cookies, same-origin checks and request bodies."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.server.accounts.service import LASTS
from carrom.server.common.fair_executor import PAYER
from carrom.server.http.body import read_body
from carrom.server.http.operation import JSON
from carrom.server.http.problem import Stop, answer, logged_problem
from carrom.server.http.request_parsing import decoded
from carrom.server.http.security import LOOPBACK, client_address, host_name
from carrom.server.identity.principal import Principal
from carrom.server.identity.sessions import PLAIN_COOKIE, SAFE_COOKIE, Authenticator
from carrom.server.login.passkeys import Site, site_of
from carrom.tables.terms import on_one_line

T = TypeVar("T")
LONGEST = 150_000
"""Maximum request body in bytes; room for 500 keys, or for a player's whole progress."""
FRESH = 900
"""Seconds after signing in during which passwords, passkeys and tokens may be changed."""


class AccountRequest(NamedTuple):
    """A request to an account route, with its decoded body and its session."""

    request: Request
    body: Any
    known: Principal | None
    address: str

    @property
    def me(self) -> Principal:
        """The principal of the session; raises `Stop` (401) if the request has none."""
        if self.known is None or not self.known.is_page:
            raise Stop(401, "no-token", "You are not signed in; sign in first.", key="sign-in")
        return self.known

    @property
    def origin(self) -> str | None:
        """The `Origin` header, or None."""
        return self.request.headers.get("origin")

    @property
    def is_safe(self) -> bool:
        """Whether the `Origin` header names an HTTPS page."""
        return (self.origin or "").startswith("https://")

    @property
    def label(self) -> str:
        """A short name of the browser, for lists of sessions and passkeys."""
        return label_of(self.request.headers.get("user-agent", ""))

    @property
    def site(self) -> Site:
        """The site to which passkeys are bound; raises `RefusedRequest` if this address cannot have passkeys."""
        return site_of(self.request.headers.get("host", ""), _origin(self.request))

    def freshly(self, now: int) -> Principal:
        """Return the principal; raises `Stop` (403) if they signed in more than `FRESH` seconds ago."""
        if now - self.me.since > FRESH:
            raise Stop(403, "not-yours", "Sign in again first: this changes how the account is opened.", key="fresh")
        return self.me


Does = Callable[[AccountRequest], Awaitable[Response]]


class AccountRouter:
    """Builds the Starlette routes of the account pages."""

    def __init__(self, visitors: Authenticator) -> None:
        """Authenticate requests with `visitors`."""
        self._visitors = visitors

    def route(self, method: str, path: str, does: Does, body: Any = None) -> Route:
        """Return a Starlette route for a handler; `body` is the type of the JSON body, None if there is none."""

        async def endpoint(request: Request) -> Response:
            try:
                return await does(await self._asked(request, body))
            except Exception as fault:
                refused = answer(logged_problem(fault, path))
                if "www-authenticate" in refused.headers:
                    del refused.headers["www-authenticate"]
                return refused

        return Route(path, endpoint, methods=[method])

    async def _asked(self, request: Request, body: Any) -> AccountRequest:
        """Return the parsed request; raises `Stop`. JSON is required because a form on another site cannot send it."""
        address = client_address(request.scope)
        PAYER.set(address)
        given = None
        if request.method == "POST":
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
                raise Stop(415, "malformed", "The body must be JSON, sent with content-type: application/json.")
            content = await read_body(request, LONGEST)
            given = None if body is None else decoded(content, body)
        return AccountRequest(request, given, await self._visitors.who(request.headers), address)


def signed_in(response: Response, asked: AccountRequest, word: str) -> Response:
    """Add the session cookie to a response, and return the response."""
    name = SAFE_COOKIE if asked.is_safe else PLAIN_COOKIE
    response.set_cookie(name, word, max_age=LASTS, path="/", secure=asked.is_safe, httponly=True, samesite="lax")
    return response


def signed_out(response: Response) -> Response:
    """Delete the session cookie, under either of its names, and return the response."""
    for name, secure in ((SAFE_COOKIE, True), (PLAIN_COOKIE, False)):
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def label_of(agent: str) -> str:
    """Return a short label for a browser from its `User-Agent`: `Firefox · Linux`."""
    kinds = ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", ""), ("Chrome", ""), ("Safari", "")
    systems = ("Android", ""), ("iPhone", ""), ("iPad", ""), ("Windows", ""), ("Mac OS", "Mac"), ("Linux", "")
    browser = next((name or word for word, name in kinds if word in agent), "")
    system = next((name or word for word, name in systems if word in agent), "")
    return " · ".join(part for part in (browser, system) if part)


def is_at_home(request: Request) -> bool:
    """Return whether a password is safe to send: the page is on HTTPS or on a loopback address."""
    return _origin(request).startswith("https://") or host_name(request.headers.get("host", "")) in LOOPBACK


def _origin(request: Request) -> str:
    """Return the origin of the page that sent the request.

    Browsers leave `Origin` out of same-origin GET requests. They send `Sec-Fetch-Site` to trustworthy origins only,
    which for a host other than loopback means HTTPS.
    """
    host = request.headers.get("host", "")
    given = request.headers.get("origin")
    if given is not None:
        return given
    is_trusted = "sec-fetch-site" in request.headers and host_name(host) not in LOOPBACK
    return f"https://{host}" if is_trusted else f"http://{host}"


def on_label(given: str) -> str:
    """Return a label on one line, cut to 40 characters."""
    return on_one_line(given)[:40]


async def beside(work: Callable[[], T]) -> T:
    """Run blocking work in a thread, and return its result."""
    return await asyncio.to_thread(work)
