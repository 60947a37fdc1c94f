"""Security middleware: allowed hosts and origins (CSRF), and security headers (CSP, HSTS) on every response.

Pages of other sites must not reach this server through a visitor's browser. Their requests carry a foreign `Origin`
and are refused. After DNS rebinding they carry a foreign `Host`, which is refused too: only configured host names are
served, and IP addresses, which cannot be rebound. Clients that are not browsers send no `Origin`, and need none.
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

# 'wasm-unsafe-eval' allows WebAssembly (the physics in the page), not the evaluation of text.
SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

TLS_ONLY = "max-age=31536000"
"""HSTS: for a year, browsers use HTTPS only for this host name."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEALTH_CHECKS = frozenset({"/healthz", "/readyz"})
"""Paths exempt from request limits; otherwise load balancers would take a flooded server out of service."""


class SecurityMiddleware:
    """Refuses foreign hosts, foreign origins and floods before any other code sees the request."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        names: frozenset[str],
        any_address: bool,
        requests: TokenBuckets,
        proxies: Proxies = Proxies(),  # noqa: B008 (immutable, trusts no proxy)
        is_open: Callable[[Scope], bool] = lambda scope: False,
    ) -> None:
        """Accept the host `names` (lower case, without port), and any IP address if `any_address`.

        Requests through one of the `proxies` are rate-limited by the address of their client. Requests that `is_open`
        allows are accepted from pages of other origins.
        """
        self._app, self._names, self._any_address, self._requests = app, names, any_address, requests
        self._proxies, self._is_open = proxies, is_open
        self._flood_log = FloodLog()

    def let_addresses_in(self) -> None:
        """Accept requests to any IP address from now on."""
        self._any_address = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with one sentence."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_safe = scope.get("scheme") in ("https", "wss") or self._came_over_tls(scope)
        if is_safe and scope["type"] == "http":
            scope["scheme"] = "https"
        if scope.get("client"):
            forwarded = Headers(scope=scope).getlist("x-forwarded-for")
            scope["client"] = (self._proxies.client(scope["client"][0], forwarded), scope["client"][1])
        refusal = self._fault(scope)
        if refusal is None:
            await self._app(scope, receive, _with_headers(send, is_safe))
            await do_it(scope)
        elif scope["type"] == "websocket":
            await _refuse_websocket(_with_headers(send), receive, refusal.status, refusal.detail)
        else:
            await refuse(refusal, scope, receive, send, {})

    def _came_over_tls(self, scope: Scope) -> bool:
        """Return whether a trusted proxy reports that the client used TLS."""
        protocols = Headers(scope=scope).getlist("x-forwarded-proto")
        return protocols[-1:] == ["https"] and bool(scope.get("client")) and self._proxies.trusts(scope["client"][0])

    def _fault(self, scope: Scope) -> Problem | None:
        """Return the reason to refuse a request, or None."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not self._knows(host):
            return problem(421, "foreign", "This server does not serve that host name; add it with --allow-host.")
        origins = headers.getlist("origin")
        if origins and (len(origins) > 1 or not _same_origin(origins[0], host)) and not self._is_open(scope):
            where = "Pages of another origin may not use this server; open it at its own address."
            return problem(403, "foreign", where)
        address = client_address(scope)
        if scope["path"] not in HEALTH_CHECKS and not self._requests.take(address):
            self._flood_log.name(address, "exceeds the limit --requests and is answered with 429")
            wait = self._requests.wait(address)
            return problem(429, "too-fast", "Too many requests from your address; wait.", "requests", wait)
        return None

    def _knows(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        name = host_name(host)
        return name is not None and (name in self._names or (self._any_address and _is_address(name)))


async def refuse(refusal: Problem, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]) -> None:
    """Refuse a request with these extra headers: as problem details below `/api`, as plain text elsewhere."""
    if scope["path"].startswith("/api"):
        refused = answer(refusal)
    else:
        wait = {"retry-after": str(refusal.seconds)} if refusal.seconds else None
        refused = PlainTextResponse(refusal.detail + "\n", refusal.status, wait)
    refused.headers.update(headers)
    await refused(scope, receive, _with_headers(send))


def client_address(scope: Scope) -> str:
    """Return the key by which a request is rate-limited (`household`)."""
    return household(scope["client"][0]) if scope.get("client") else "unknown"


def host_name(host: str) -> str | None:
    """Return the name in a Host header, lower case, without port and brackets; None if it is invalid."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    if parts.netloc != host or "@" in host or not parts.hostname:
        return None
    return parts.hostname.lower().rstrip(".")


def _same_origin(origin: str, host: str) -> bool:
    """Return whether an Origin header has the host and port that the request went to."""
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
    """Return a `send` that adds the security headers to every response; `is_safe` means TLS, and adds HSTS."""

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
    """Refuse a websocket handshake with an HTTP response."""
    await receive()
    body = (fault + "\n").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
