"""A proxy on the loopback that cuts its connections when it is told to."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit


class Proxy:
    """Passes every connection on to a server, until they are cut."""

    def __init__(self, address: str) -> None:
        self._to = urlsplit(address).port
        self._open: set[asyncio.StreamWriter] = set()
        self.count = 0
        """Connections that were opened."""

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *failure: object) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """Cut every connection without a word."""
        for writer in tuple(self._open):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.count += 1
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        both = {writer, back}
        self._open |= both
        await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
        self._open -= both

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()
