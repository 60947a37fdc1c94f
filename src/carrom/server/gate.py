"""Connections before they have said what they want: how long, how large and how many they may be.

uvicorn waits for ever for the end of a request's head, however long it gets, and counts all that wait as one. Here a
head has a size and a time, a connection has a longest life, and who is many gives way to who is few.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from carrom.server.guard import SECURITY_HEADERS
from carrom.server.limits import Limits
from carrom.server.proxies import household

LONGEST_LIFE = 300.0
"""Seconds that a connection which is no websocket may last, so that who never reads an answer is let go.

One whose answer goes on, and who has taken all of it so far, may last as long again.
"""


class Gateway:
    """All connections of a server that are no websockets (yet), by the household they come from."""

    def __init__(self, limits: Limits, trusts: Callable[[str], bool] = lambda _: False) -> None:
        """Open; an address that `trusts` holds for a proxy's has no share of its own."""
        self.limits, self._trusts = limits, trusts
        self._households: dict[str, OrderedDict[Gate, None]] = {}
        self._number = 0

    def enter(self, gate: "Gate") -> bool:
        """Let a connection in, and another out if there are too many; return False if none can go."""
        address = gate.address
        mine = self._households.get(household(address), OrderedDict())
        if not self._trusts(address) and len(mine) >= self.limits.open_requests_per_address and not _let_go(mine):
            return False
        if self._number >= self.limits.open_requests:
            most = max(self._households.values(), key=len)
            if len(most) < len(mine) or not _let_go(most):
                return False
        self._households.setdefault(household(address), OrderedDict())[gate] = None
        self._number += 1
        return True

    def leave(self, gate: "Gate") -> None:
        """Forget a connection, which has ended or become a websocket."""
        gates = self._households.get(household(gate.address), OrderedDict())
        if gate in gates:
            del gates[gate]
            self._number -= 1
        if not gates:
            self._households.pop(household(gate.address), None)


def _let_go(gates: "OrderedDict[Gate, None]") -> bool:
    """End the connection that has waited for longest without asking for anything; return False if none does."""
    silent = next((gate for gate in gates if gate.is_silent), None)
    if silent is None:
        return False
    silent.end()
    return True


class Gate(HttpToolsProtocol):
    """One connection, until it is a websocket."""

    gateway: Gateway

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, and wait for a head."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else "unknown"
        self._head, self._within_head = 0, True
        self._until_head = self.loop.call_later(self.gateway.limits.head_seconds, self._too_late)
        self._life = self.loop.call_later(LONGEST_LIFE, self._has_lived)
        if not self.gateway.enter(self):
            self._refuse(503, "Too many connections; try again in a few seconds.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._gone()
        super().connection_lost(exc)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is being answered on it."""
        return self.cycle is None or self.cycle.response_complete

    def end(self) -> None:
        """Close it at once, to make room."""
        self._gone()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Let what may still be head be read, then the rest; a websocket's bytes are its own protocol's.

        A body often comes in one piece with its head: only what was read without coming to the head's end counts.
        """
        while data and not self.transport.is_closing():
            piece = data
            if self._within_head:
                piece = data[: self.gateway.limits.head_bytes - self._head]
                if not piece:
                    self._refuse(431, f"The head of a request may have {self.gateway.limits.head_bytes} bytes.")
                    return
                self._head += len(piece)
            data = data[len(piece) :]
            super().data_received(piece)
            if self.transport.get_protocol() is not self:
                self._gone()
                return

    def on_message_begin(self) -> None:
        """Give the next head its time."""
        super().on_message_begin()
        self._within_head = True
        self._until_head.cancel()
        self._until_head = self.loop.call_later(self.gateway.limits.head_seconds, self._too_late)

    def on_headers_complete(self) -> None:
        """Stop counting."""
        self._until_head.cancel()
        self._head, self._within_head = 0, False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Count what comes next as a head again."""
        super().on_message_complete()
        self._within_head = True

    def _has_lived(self) -> None:
        """End it, unless it reads a stream and has taken all that was sent."""
        is_told = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if is_told and not self.transport.get_write_buffer_size():
            self._life = self.loop.call_later(LONGEST_LIFE, self._has_lived)
        else:
            self.transport.abort()

    def _too_late(self) -> None:
        self._refuse(408, f"A request's head has to be there within {self.gateway.limits.head_seconds:g} seconds.")

    def _refuse(self, status: int, sentence: str) -> None:
        """Answer with one sentence and close."""
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


def gate_of(gateway: Gateway) -> type[Gate]:
    """Return the protocol for the connections of one server."""
    members: dict[str, Any] = {"gateway": gateway}
    return type("OneServersGate", (Gate,), members)
