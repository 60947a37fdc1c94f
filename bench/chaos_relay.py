"""A TCP relay to the database that can be cut: each server of `carrom bench chaos` has its own."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class Relay:
    """A loopback port that forwards to a unix socket, in its own thread."""

    def __init__(self, leads_to: Path) -> None:
        """Open the port."""
        self._leads_to, self._open = leads_to, asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        threading.Thread(target=self._loop.run_forever, name="relay", daemon=True).start()
        self._server = self._called(self._begin())
        self.port: int = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Stop forwarding in both directions without closing connections, as a cut network does."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def mend(self) -> None:
        """Forward again, beginning with the data that waited."""
        self._loop.call_soon_threadsafe(self._open.set)

    def end(self) -> None:
        """Close the relay."""
        self._called(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _called(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _begin(self) -> asyncio.Server:
        self._open.set()
        return await asyncio.start_server(self._lead, "127.0.0.1", 0)

    async def _close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _lead(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Forward one connection in both directions."""
        await self._open.wait()
        try:
            there, forth = await asyncio.open_unix_connection(str(self._leads_to))
        except OSError:
            back.close()
            return
        for way in (self._carry(here, forth), self._carry(there, back)):
            task = asyncio.get_running_loop().create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._open.wait()
                target.write(data)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()
