"""Connection limits before a request is complete: how long, how large and how many.

uvicorn waits without limit for the end of a request's headers, however large they get, and has one limit for all
waiting connections. Here headers have a size and a time limit, connections have a maximum lifetime, and a client with
many open requests makes room for one with fewer: its idle connections are closed first, then those still sending a
body. Health checks are never refused because of other clients.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from carrom.server.common.rate_limit import ServerLimits
from carrom.server.http.problem import problem
from carrom.server.http.proxies import Proxies, household
from carrom.server.http.security import HEALTH_CHECKS, SECURITY_HEADERS, refuse

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
