"""Security of HTTP: proxies, allowed hosts and origins, headers, connection limits, and access from the network.

Pages of other sites must not reach this server through a visitor's browser. Their requests carry a foreign `Origin`
and are refused. After DNS rebinding they carry a foreign `Host`, which is refused too: only configured host names are
served, and IP addresses, which cannot be rebound. Clients that are not browsers send no `Origin`, and need none."""

import asyncio
import ipaddress
import socket
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from carrom.errors import SetupError
from carrom.protocol import Reach
from carrom.server.common import FloodLog, ServerLimits, TokenBuckets, do_it
from carrom.server.http.problem import Problem, answer, problem

# -- reverse proxies: which are trusted, and the client behind them ----------------------------------------------------
# Each proxy appends the address of its client to `X-Forwarded-For`; entries further left may be forged. So the client
# is the rightmost address that does not belong to a trusted proxy (RFC 7239 §8.1).


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxies:
    """The trusted proxies of one server."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        """Trust the proxies in these networks (`10.0.0.0/8`, `127.0.0.1`); raises `SetupError` for invalid ones."""
        self._networks = tuple(_network(text) for text in networks)

    def trusts(self, address: str) -> bool:
        """Return whether an address belongs to a trusted proxy."""
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the client's address, from the peer address and the `X-Forwarded-For` headers."""
        if not self.trusts(peer):
            return peer
        found = peer
        for word in reversed([word for line in forwarded for word in line.split(",")]):
            address = _address(_without_port(word.strip()))
            if address is None:
                return found
            found = str(address)
            if not self.trusts(found):
                return found
        return found


def household(address: str) -> str:
    """Return the key by which an address is rate-limited: the /64 network for IPv6, the address itself for IPv4."""
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the parsed address, or None; an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) becomes IPv4."""
    try:
        found = ipaddress.ip_address(text.split("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _without_port(word: str) -> str:
    """Return an address without brackets and port: `[::1]:80` becomes `::1`, `10.0.0.1:80` becomes `10.0.0.1`."""
    if word.startswith("["):
        return word[1:].partition("]")[0]
    return word.partition(":")[0] if word.count(":") == 1 else word


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise SetupError(
            f"{text!r} is not a network; expected one such as 10.0.0.0/8 or 127.0.0.1 ({error})."
        ) from error


# -- hosts and origins (CSRF), and headers (CSP, HSTS) -----------------------------------------------------------------


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


# -- limits on connections before a request is complete ----------------------------------------------------------------
# uvicorn waits without limit for the end of a request's headers, however large they get, and has one limit for all
# waiting connections. Here headers have a size and a time limit, connections have a maximum lifetime, and a client
# with many open requests makes room for one with fewer: its idle connections are closed first, then those still
# sending a body. Health checks are never refused because of other clients.


LONGEST_LIFE = 300.0
"""Maximum lifetime in seconds of a connection that is not a websocket.

It is extended while a response is being streamed and the client has read everything sent so far.
"""


_LAST_BODY = 0.5
"""Seconds in which a request's body may still arrive at shutdown."""
EXTRA_CONNECTIONS = 64
"""Extra connections that may wait for their first request while `ServerLimits.open_requests` are busy."""


class ConnectionLimits:
    """The open connections of a server that are not websockets, grouped by household (`proxies.household`).

    A connection counts for its peer until it has a request, then for the client of that request: behind a trusted proxy
    that is the address in `X-Forwarded-For`.
    """

    def __init__(self, limits: ServerLimits, proxies: Proxies = Proxies()) -> None:  # noqa: B008 (trusts no proxy)
        """Start without connections; trusted proxies have no limit of their own."""
        self.limits, self._proxies = limits, proxies
        self._households: dict[str, OrderedDict[LimitedHttpProtocol, None]] = {}
        self._number = 0

    def enter(self, gate: "LimitedHttpProtocol") -> bool:
        """Count a new connection without a request; return False if there is no room."""
        return self._counted(gate, gate.address, EXTRA_CONNECTIONS)

    def asked(self, gate: "LimitedHttpProtocol", forwarded: Sequence[str]) -> bool:
        """Count a connection for the client of its request; return False if there is no room.

        `forwarded` are the `X-Forwarded-For` headers of the request.
        """
        self.leave(gate)
        return self._counted(gate, self._proxies.client(gate.address, forwarded), 0)

    def leave(self, gate: "LimitedHttpProtocol") -> None:
        """Remove a connection that has closed or become a websocket."""
        gates = self._households.get(gate.household, OrderedDict())
        if gate in gates:
            del gates[gate]
            self._number -= 1
        if not gates:
            self._households.pop(gate.household, None)

    def _counted(self, gate: "LimitedHttpProtocol", address: str, beyond: int) -> bool:
        """Count a connection for an address, closing others to make room; return False if none can be closed."""
        gate.household = household(address)
        mine = self._households.get(gate.household, OrderedDict())
        has_share = not self._proxies.trusts(address)
        if has_share and len(mine) >= self.limits.open_requests_per_address and not self._makes_room([mine]):
            return False
        if self._number >= self.limits.open_requests:
            larger = sorted((each for each in self._households.values() if len(each) > len(mine)), key=len)[::-1]
            if not self._makes_room([*larger, mine]) and self._number >= self.limits.open_requests + beyond:
                return False
        self._households.setdefault(gate.household, OrderedDict())[gate] = None
        self._number += 1
        return True

    @staticmethod
    def _makes_room(households: "list[OrderedDict[LimitedHttpProtocol, None]]") -> bool:
        """Close the oldest idle connection, or else the oldest that waits for a body; return False if there is none."""
        gates = [gate for gates in households for gate in gates]
        idle = (gate for gate in gates if gate.is_silent)
        goes = next(idle, None) or next((gate for gate in gates if gate.is_waiting_for_body), None)
        if goes is not None:
            goes.end()
        return goes is not None


class LimitedHttpProtocol(HttpToolsProtocol):
    """A connection until it closes or becomes a websocket."""

    gateway: ConnectionLimits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and start the timer for the headers."""
        super().connection_made(transport)
        self.address = self.household = self.client[0] if self.client else "unknown"
        self._head, self._within_head = 0, True
        self._until_head = self.loop.call_later(self.gateway.limits.head_seconds, self._too_late)
        self._life = self.loop.call_later(LONGEST_LIFE, self._has_lived)
        if not self.gateway.enter(self):
            self._refuse(503, "Too many connections; try again in a few seconds.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        self._gone()
        super().connection_lost(exc)

    @property
    def is_silent(self) -> bool:
        """Return whether no response is in progress."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def is_waiting_for_body(self) -> bool:
        """Return whether the request's body is incomplete and no response has begun."""
        return not self.is_silent and self.cycle.more_body and not self.cycle.response_started

    def shutdown(self) -> None:
        """Finish the request in progress; an incomplete body has half a second left."""
        super().shutdown()
        self.loop.call_later(_LAST_BODY, self._end_without_body)

    def _end_without_body(self) -> None:
        if self.is_waiting_for_body:
            self.end()

    def end(self) -> None:
        """Close the connection at once, to make room for others."""
        self._gone()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass bytes on while counting those of the headers; a websocket's bytes go to its own protocol.

        Data often contains the body together with the headers: only bytes read before the end of the headers count.
        """
        while data and not self.transport.is_closing():
            piece = data
            if self._within_head:
                piece = data[: self.gateway.limits.head_bytes - self._head]
                if not piece:
                    self._refuse(431, f"The request headers are larger than {self.gateway.limits.head_bytes} bytes.")
                    return
                self._head += len(piece)
            data = data[len(piece) :]
            super().data_received(piece)
            if self.transport.get_protocol() is not self:
                self._gone()
                return

    def on_message_begin(self) -> None:
        """Restart the timer for the headers."""
        super().on_message_begin()
        self._within_head = True
        self._until_head.cancel()
        self._until_head = self.loop.call_later(self.gateway.limits.head_seconds, self._too_late)

    def on_headers_complete(self) -> None:
        """Count the request for its client, and refuse it if there is no room."""
        self._until_head.cancel()
        self._head, self._within_head = 0, False
        is_upgrade = self.parser.should_upgrade() and self._should_upgrade()
        if not is_upgrade and self.url.partition(b"?")[0].decode("latin-1") not in HEALTH_CHECKS:
            forwarded = [value.decode("latin-1") for name, value in self.headers if name == b"x-forwarded-for"]
            if not self.gateway.asked(self, forwarded):
                self.app = _full  # its response closes the connection
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Expect the headers of the next request."""
        super().on_message_complete()
        self._within_head = True

    def _has_lived(self) -> None:
        """Close the connection, unless its client is reading a stream and has read everything sent so far."""
        is_streaming = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if is_streaming and not self.transport.get_write_buffer_size():
            self._life = self.loop.call_later(LONGEST_LIFE, self._has_lived)
        else:
            self.transport.abort()

    def _too_late(self) -> None:
        self._refuse(408, f"The request headers must arrive within {self.gateway.limits.head_seconds:g} seconds.")

    def _refuse(self, status: int, sentence: str) -> None:
        """Respond with one sentence, and close the connection."""
        body = f"{sentence}\n".encode()
        headers = {
            **SECURITY_HEADERS,
            "content-type": "text/plain; charset=utf-8",
            "content-length": str(len(body)),
            "connection": "close",
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        if self.is_silent and not self.transport.is_closing():
            self.transport.write(f"HTTP/1.1 {status} Refused\r\n{lines}\r\n".encode() + body)
        self._gone()
        self.transport.close()

    def _gone(self) -> None:
        self.gateway.leave(self)
        self._until_head.cancel()
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            self._life.cancel()


async def _full(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request for which there is no room, and close the connection."""
    refusal = problem(503, "full", "The server has too many open requests; try again in a few seconds.")
    await refuse(refusal, scope, receive, send, {"connection": "close"})


def gate_of(gateway: ConnectionLimits) -> type[LimitedHttpProtocol]:
    """Return the protocol class for the connections of one server."""
    members: dict[str, Any] = {"gateway": gateway}
    return type("LimitedHttpProtocol", (LimitedHttpProtocol,), members)


# -- access from the network: addresses, and opening the server to it --------------------------------------------------


Open = Callable[[], Awaitable[tuple[str, ...]]]
"""Starts listening on the network and returns the addresses; raises `SetupError`."""


class NetworkAccess:
    """The addresses of one process on the network."""

    def __init__(self, addresses: tuple[str, ...] = (), open: Open | None = None) -> None:
        """Start with the addresses already reachable; `open` makes the server reachable, None if that is impossible."""
        self.addresses, self._open = addresses, open
        self._opening = asyncio.Lock()

    def reach(self, local: bool) -> Reach:
        """Return the message about reachability for a page; `local` if the page runs on this machine."""
        return Reach(addresses=self.addresses, may_open=local and not self.addresses and self._open is not None)

    async def let_in(self) -> None:
        """Open the server to the network, unless it is; raises `SetupError`."""
        async with self._opening:
            if not self.addresses:
                if self._open is None:
                    raise SetupError("This server cannot be opened to the network from its page; start it with --host.")
                self.addresses = await self._open()


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, the one used for the default route first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing: connecting a UDP socket only selects the route
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]  # type: ignore[misc]
    return tuple(address for address in dict.fromkeys(found) if is_of_a_network(address))


def is_of_a_network(address: str) -> bool:
    """Return whether other devices may reach this machine at an IP address."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_unspecified or found.is_link_local or found.is_multicast)


def pages(host: str, port: int) -> tuple[str, ...]:
    """Return the URLs of the page for other devices when the server listens at `host`; none for a loopback address."""
    if host in ("0.0.0.0", "::"):
        return tuple(f"http://{address}:{port}/" for address in own_addresses())
    if not is_of_a_network(host.split("%")[0]):
        return ()
    return (f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/",)
