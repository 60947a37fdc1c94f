"""The send queue of a websocket connection, with backpressure."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST, MOST_BYTES = 256, 4_000_000
"""The most messages and bytes that a client may be behind before it is disconnected; it can then resume."""

Told = str | bytes


class SendQueue:
    """The messages waiting to be sent to one client."""

    __slots__ = ("_bytes", "_close", "_has_ended", "_send", "_sending", "_waiting")

    def __init__(self, send: Callable[[Told], Awaitable[None]], close: Callable[[], Awaitable[None]]) -> None:
        """Start empty; `send` returns once a message has been taken, `close` closes the connection."""
        self._send, self._close = send, close
        self._waiting: deque[Told | None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._bytes, self._has_ended = 0, False

    @property
    def size(self) -> int:
        """Total length of the messages not taken yet."""
        return self._bytes

    def add(self, told: Told) -> bool:
        """Queue a message; return False if the client is too far behind."""
        if self._has_ended:
            return True
        if self._bytes + len(told) > MOST_BYTES or (self._waiting is not None and len(self._waiting) >= MOST):
            return False
        self._bytes += len(told)
        self._put(told)
        return True

    def end(self) -> None:
        """Drop all queued messages, and close the connection."""
        if self._waiting is not None:
            self._waiting.clear()
        if not self._has_ended:
            self._has_ended = True
            self._put(None)

    def cancel(self) -> None:
        """Stop sending, including a message in progress."""
        self._has_ended = True
        if self._sending is not None:
            self._sending.cancel()

    async def sent(self) -> None:
        """Wait until sending has stopped for any reason."""
        if self._sending is not None:
            await asyncio.gather(self._sending, return_exceptions=True)

    def _put(self, told: Told | None) -> None:
        if self._waiting is None:
            self._waiting = deque((told,))
            self._sending = asyncio.get_running_loop().create_task(self._send_all(self._waiting))
        else:
            self._waiting.append(told)

    async def _send_all(self, waiting: deque[Told | None]) -> None:
        """Send until the queue is empty or ended."""
        try:
            while waiting:
                told = waiting.popleft()
                if told is None:
                    await self._close()
                else:
                    await self._send(told)
                    self._bytes -= len(told)
        except Exception:  # the connection is closed; its reader handles that
            self._has_ended = True
        finally:
            self._waiting = self._sending = None
