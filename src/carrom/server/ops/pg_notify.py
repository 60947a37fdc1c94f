"""The PostgreSQL bus: LISTEN/NOTIFY for servers without another one.

A notification is a separate statement after the events are stored: within the storing transaction, NOTIFY would
serialise all commits of the database.
"""

import asyncio
import logging
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg

from carrom.server.ops.bus import Heard, Listeners
from carrom.storage.postgres import first_line

log = logging.getLogger("carrom.server")

CHANNEL = "carrom"
_UNSENT = 4096
_AGAIN = 0.5
_CONNECT: dict[str, Any] = {
    "autocommit": True,
    "client_encoding": "utf8",
    "connect_timeout": 3,
    "application_name": "carrom bus",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class PostgresBus:
    """The bus on one PostgreSQL database."""

    most = 5_800

    def __init__(self, address: str, text: str, channel: str = CHANNEL) -> None:
        """Store the address, and the bus's name for logs, without its password."""
        self._address, self._told, self._channel = address, text, channel
        self._listeners = Listeners()
        self._unsent: asyncio.Queue[str] = asyncio.Queue(_UNSENT)
        self._tasks: list[asyncio.Task[None]] = []
        self.is_away = False

    def publish(self, subject: str, body: bytes) -> None:
        """Publish to all subscribers of a subject; dropped if it cannot be sent soon."""
        if len(body) <= self.most and not self._unsent.full() and not self.is_away:
            self._unsent.put_nowait(f"{subject} {b64encode(body).decode()}")

    def subscribe(self, subject: str, heard: Heard) -> Callable[[], None]:
        """Subscribe to a subject; return a function that unsubscribes."""
        end = self._listeners.add(subject, heard)

        def quiet() -> None:
            end()

        return quiet

    async def open(self) -> None:
        """Start connecting in the background."""
        self._tasks = [asyncio.ensure_future(self._again(each)) for each in (self._listen, self._send)]

    async def close(self) -> None:
        """Disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, work: Callable[[psycopg.AsyncConnection], Awaitable[None]]) -> None:
        """Run a task on its own connection, and reconnect and restart it when the connection is lost."""
        while True:
            try:
                line = await psycopg.AsyncConnection.connect(self._address, **_CONNECT)
                async with line:
                    self._is_back()
                    await work(line)
            except psycopg.Error as fault:
                if not self.is_away:
                    log.warning(
                        "The bus of %s is unreachable (%s); changes by other servers arrive up to a second later.",
                        self._told,
                        first_line(fault),
                    )
                self.is_away = True
            await asyncio.sleep(_AGAIN)

    def _is_back(self) -> None:
        if self.is_away:
            log.warning("The bus of %s is reachable again.", self._told)
        self.is_away = False

    async def _listen(self, line: psycopg.AsyncConnection) -> None:
        await line.execute(f"LISTEN {self._channel}".encode())
        async for given in line.notifies():
            subject, _, body = given.payload.partition(" ")
            try:
                content = b64decode(body, validate=True)
            except Base64Error:
                continue
            self._listeners.tell(subject, content)

    async def _send(self, line: psycopg.AsyncConnection) -> None:
        while True:
            result = await self._unsent.get()
            await line.execute("SELECT pg_notify(%s, %s)", (self._channel, result))
