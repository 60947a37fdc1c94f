"""The send queue of a websocket connection, with backpressure."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST, MOST_BYTES = 256, 4_000_000
"""Messages, and their length, that a client may be behind before it is dropped; it can come back and resume."""

Told = str | bytes


class SendQueue:
    """The messages that wait."""

    __slots__ = ("_bytes", "_close", "_has_ended", "_send", "_sending", "_waiting")

    def __init__(self, send: Callable[[Told], Awaitable[None]], close: Callable[[], Awaitable[None]]) -> None:
        """Begin with none; `send` returns once a message has been taken, `close` ends the line."""
        self._send, self._close = send, close
        self._waiting: deque[Told | None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._bytes, self._has_ended = 0, False

    @property
    def size(self) -> int:
        """The length of all that has not been taken yet."""
        return self._bytes

    def add(self, told: Told) -> bool:
        """Let this be sent after the others; False if the client is too far behind for that."""
        if self._has_ended:
            return True
        if self._bytes + len(told) > MOST_BYTES or (self._waiting is not None and len(self._waiting) >= MOST):
            return False
        self._bytes += len(told)
        self._put(told)
        return True

    def end(self) -> None:
        """Send nothing more, and close the line."""
        if self._waiting is not None:
            self._waiting.clear()
        if not self._has_ended:
            self._has_ended = True
            self._put(None)

    def cancel(self) -> None:
        """Send nothing more, not even what a client does not take."""
        self._has_ended = True
        if self._sending is not None:
            self._sending.cancel()

    async def sent(self) -> None:
        """Return once nothing is being sent any more, whyever."""
        if self._sending is not None:
            await asyncio.gather(self._sending, return_exceptions=True)

    def _put(self, told: Told | None) -> None:
        if self._waiting is None:
            self._waiting = deque((told,))
            self._sending = asyncio.get_running_loop().create_task(self._send_all(self._waiting))
        else:
            self._waiting.append(told)

    async def _send_all(self, waiting: deque[Told | None]) -> None:
        """Send until nothing waits, or the end."""
        try:
            while waiting:
                told = waiting.popleft()
                if told is None:
                    await self._close()
                else:
                    await self._send(told)
                    self._bytes -= len(told)
        except Exception:  # the line is closed: who listens to it hears of it
            self._has_ended = True
        finally:
            self._waiting = self._sending = None
