"""The NATS bus: core subjects without persistence; a lost connection is retried in the background."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error

from carrom.server.ops.bus import Heard, Listeners

log = logging.getLogger("carrom.server")

_UNSENT = 4096
"""The most hints queued for sending; more are dropped."""
_AGAIN = 0.5
"""Seconds between two connection attempts."""


class NatsBus:
    """The bus of a NATS server; a prefix of its subjects lets several deployments share the server."""

    most = 900_000

    def __init__(self, address: str, word: str, text: str) -> None:
        """Store the address, the prefix, and the bus's name for logs, without its password."""
        self._address, self._word, self._told = address, word, text
        self._listeners, self._client = Listeners(), Client()
        self._subscribed: dict[str, Subscription] = {}
        self._wanted = asyncio.Event()
        self._unsent: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(_UNSENT)
        self._tasks: list[asyncio.Task[None]] = []
        self.is_away = False

    def publish(self, subject: str, body: bytes) -> None:
        """Publish to all subscribers of a subject; dropped if it cannot be sent now."""
        if self._client.is_connected and len(body) <= self.most and not self._unsent.full():
            self._unsent.put_nowait((subject, body))

    def subscribe(self, subject: str, heard: Heard) -> Callable[[], None]:
        """Subscribe to a subject; return a function that unsubscribes."""
        end = self._listeners.add(subject, heard)
        self._wanted.set()

        def quiet() -> None:
            if end():
                self._wanted.set()

        return quiet

    async def open(self) -> None:
        """Start connecting in the background."""
        self._tasks = [asyncio.ensure_future(each) for each in (self._connect(), self._send(), self._attend())]

    async def close(self) -> None:
        """Disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):  # errors do not matter during shutdown
            async with asyncio.timeout(1):
                await self._client.close()

    async def _connect(self) -> None:
        """Connect once; from then on the client reconnects by itself."""
        while True:
            try:
                async with asyncio.timeout(5):
                    await self._client.connect(
                        self._address,
                        error_cb=self._failed,
                        disconnected_cb=self._gone,
                        reconnected_cb=self._back,
                        name="carrom",
                        max_reconnect_attempts=-1,
                        reconnect_time_wait=_AGAIN,  # type: ignore[arg-type]
                        ping_interval=2,
                        allow_reconnect=True,
                    )
            except (OSError, Error, TimeoutError) as fault:
                await self._failed(fault)
                with suppress(Exception):
                    await self._client.close()
                self._client = Client()
                await asyncio.sleep(_AGAIN)
            else:
                await self._back()
                return

    async def _failed(self, fault: Exception) -> None:
        if not self.is_away and not self._client.is_connected:
            self.is_away = True
            log.warning(
                "The bus %s is unreachable (%s); changes by other servers arrive up to a second later.",
                self._told,
                fault,
            )

    async def _gone(self) -> None:
        if not self._client.is_closed:
            await self._failed(ConnectionError("the connection was lost"))

    async def _back(self) -> None:
        if self.is_away:
            log.warning("The bus %s is reachable again.", self._told)
        self.is_away = False
        self._wanted.set()

    async def _send(self) -> None:
        """Send queued hints in order."""
        while True:
            subject, body = await self._unsent.get()
            with suppress(Error, OSError):
                await self._client.publish(f"{self._word}.{subject}", body)

    async def _attend(self) -> None:
        """Keep the NATS subscriptions equal to the subjects that have subscribers here."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            if not self._client.is_connected:
                await asyncio.sleep(_AGAIN)
                self._wanted.set()
                continue
            try:
                for subject in [each for each in self._subscribed if each not in self._listeners]:
                    await self._subscribed.pop(subject).unsubscribe()
                for subject in [each for each in self._listeners.subjects() if each not in self._subscribed]:
                    self._subscribed[subject] = await self._client.subscribe(f"{self._word}.{subject}", cb=self._heard)
            except (Error, OSError) as fault:
                await self._failed(fault)
                await asyncio.sleep(_AGAIN)
                self._wanted.set()

    async def _heard(self, message: Msg) -> None:
        self._listeners.tell(message.subject.removeprefix(f"{self._word}."), message.data)
