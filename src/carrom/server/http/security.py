"""Security middleware: allowed hosts and origins (CSRF), and the security headers of every response.

A page of another site must not reach this server through a visitor's browser. Its requests carry a foreign `Origin`
(refused), and after DNS rebinding a foreign name as `Host` (refused too: by name only the names given are served; an
address in digits cannot be rebound). A client that is no browser sends no `Origin`, and needs none.
"""

import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrom.server.common.deferred import do_it
from carrom.server.common.flood_log import FloodLog
from carrom.server.common.rate_limit import TokenBuckets
from carrom.server.http.problem import Problem, answer, problem
from carrom.server.http.proxies import Proxies, household

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

TLS_ONLY = "max-age=31536000"
"""For a year browsers ask for this name over TLS alone."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEALTH_CHECKS = frozenset({"/healthz", "/readyz"})
"""Paths that no limit on requests applies to: a proxy sends players away from a server that refuses them."""


class SecurityMiddleware:
    """Refuses foreign hosts, foreign origins and floods, before anything else sees the request."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        names: frozenset[str],
        any_address: bool,
        requests: TokenBuckets,
        proxies: Proxies = Proxies(),  # noqa: B008 (trusts nobody)
        is_open: Callable[[Scope], bool] = lambda scope: False,
    ) -> None:
        """Let in the host `names` (lower case, without port), and any address in digits if `any_address`.

        Whoever comes through one of the `proxies` is counted by the address that it was called from. What `is_open`
        may be asked by pages of other origins too.
        """
        self._app, self._names, self._any_address, self._requests = app, names, any_address, requests
        self._proxies, self._is_open = proxies, is_open
        self._nuisances = FloodLog()

    def let_addresses_in(self) -> None:
        """Answer to every address in digits from now on."""
        self._any_address = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with one sentence."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_safe = scope.get("scheme") in ("https", "wss") or self._came_over_tls(scope)
        if scope.get("client"):
            forwarded = Headers(scope=scope).getlist("x-forwarded-for")
            scope["client"] = (self._proxies.client(scope["client"][0], forwarded), scope["client"][1])
        told = self._fault(scope)
        if told is None:
            await self._app(scope, receive, _with_headers(send, is_safe))
            await do_it(scope)
        elif scope["type"] == "websocket":
            await _refuse_websocket(_with_headers(send), receive, told.status, told.detail)
        else:
            await refuse(told, scope, receive, send, {})

    def _came_over_tls(self, scope: Scope) -> bool:
        """Whether a trusted proxy says that it was called over TLS."""
        said = Headers(scope=scope).getlist("x-forwarded-proto")
        return said[-1:] == ["https"] and bool(scope.get("client")) and self._proxies.trusts(scope["client"][0])

    def _fault(self, scope: Scope) -> Problem | None:
        """Return why a request is refused; None for a welcome one."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not self._knows(host):
            return problem(421, "foreign", "This server does not answer to that host name; --allow-host adds one.")
        origins = headers.getlist("origin")
        if origins and (len(origins) > 1 or not _same_origin(origins[0], host)) and not self._is_open(scope):
            where = "A page of another origin may not use this server; open it at its own address."
            return problem(403, "foreign", where)
        address = client_address(scope)
        if scope["path"] not in HEALTH_CHECKS and not self._requests.take(address):
            self._nuisances.name(address, "sends more requests than --requests allows, and is answered with 429")
            wait = self._requests.wait(address)
            return problem(429, "too-fast", "Too many requests from your address; wait.", "requests", wait)
        return None

    def _knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = host_name(host)
        return name is not None and (name in self._names or (self._any_address and _is_address(name)))


async def refuse(told: Problem, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]) -> None:
    """Answer a request with a refusal, in the form that its path is asked in, with these headers, too."""
    if scope["path"].startswith("/api"):
        refused = answer(told)
    else:
        wait = {"retry-after": str(told.seconds)} if told.seconds else None
        refused = PlainTextResponse(told.detail + "\n", told.status, wait)
    refused.headers.update(headers)
    await refused(scope, receive, _with_headers(send))


def client_address(scope: Scope) -> str:
    """Return the address that a request is counted by."""
    return household(scope["client"][0]) if scope.get("client") else "unknown"


def host_name(host: str) -> str | None:
    """Return the name in a Host header, lower case, without port and brackets; None if it is no host."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    if parts.netloc != host or "@" in host or not parts.hostname:
        return None
    return parts.hostname.lower().rstrip(".")


def _same_origin(origin: str, host: str) -> bool:
    """Whether an Origin header names the host the request went to, the port too."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send, is_safe: bool = False) -> Send:
    """Return a `send` that adds the security headers to every answer, `is_safe` if it goes over TLS."""

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            if is_safe:
                headers.setdefault("strict-transport-security", TLS_ONLY)
        await send(message)

    return sending


async def _refuse_websocket(send: Send, receive: Receive, status: int, fault: str) -> None:
    """Answer a handshake with an HTTP refusal."""
    await receive()
    body = (fault + "\n").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
