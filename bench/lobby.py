"""Measure the lobby: many listeners, many waiting seeks, and the cost of one change for every listener.

    carrom bench lobby --listeners 2000 --seeks 200 --seconds 21

`carrom serve` runs on the first of two cores; the listeners, guests with their own keys and addresses, run on the
second. Prints

- the share of a core that the server uses while idle, without seeks and with all seeks waiting;
- the latency of `POST /api/seeks` while the seeks are created (`--rate` per second): median, 99 %, maximum;
- for single changes: the bytes that each listener receives, and the latency to the median and to the last listener;
- how many of the seeks a new listener sees.

Exit code 1 if the idle server with all seeks uses more processor time in a second than 50 loops of `bench.unit`, a loop
being about a millisecond, a change is larger than 1,000 bytes for a listener, or a new listener misses a seek.
"""

import argparse
import asyncio
import json
import os
import secrets
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.capacity import PLENTY, _memory, _processor, _wait_until_warm
from bench.lines import Server
from bench.unit import bar, processor

LIMIT_LOOPS, LIMIT_BYTES = 50.0, 1_000
"""Largest processor time of an idle server in a second, in loops of `bench.unit`; bytes of a change for a listener."""
CHANGES = 10
_SETTLES = 8.0
"""Seconds to wait until all connections are open and their first messages sent."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--listeners", type=int, default=2000, help="number of listeners (default: 2000)")
    parser.add_argument("--seeks", type=int, default=200, help="how many of them create a seek (default: 200)")
    parser.add_argument("--rate", type=float, default=50, help="seeks created per second (default: 50)")
    parser.add_argument("--seconds", type=float, default=21, help="seconds of each idle phase (default: 21)")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name:
        os.sched_setaffinity(0, {cores[0]})
        lines = str(args.listeners + 128)
        server = Server(
            Path(name), "serve", "--trusted-proxy", "127.0.0.1", "--open-requests", lines,
            "--open-requests-per-address", lines,
            "--requests", PLENTY, "--api", PLENTY,
        )  # fmt: skip
        os.sched_setaffinity(0, {cores[-1]})
        try:
            _wait_until_warm(server)
            return asyncio.run(_Lobby(server, args).measure())
        finally:
            server.end()
            os.sched_setaffinity(0, cores)


class Listener(asyncio.Protocol):
    """A guest with a stream of the lobby's changes."""

    def __init__(self, number: int, path: str = "/api/lobby/changes") -> None:
        self.address, self.key = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", secrets.token_urlsafe(24)
        self.bytes, self.changed_at = 0, 0.0
        self.heard = asyncio.Event()
        self._path, self._data = path, bytearray()
        self._keeps = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        head = (
            f"GET {self._path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: Bearer {self.key}",
            f"X-Forwarded-For: {self.address}",
        )
        transport.write(("\r\n".join(head) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        """Count the bytes received."""
        self.bytes += len(data)
        if b'"type":"changes"' in data or b'"type":"lobby"' in data:
            self.changed_at = time.perf_counter()
        if self._keeps:
            self._data += data
            if b'"type":"yours"' in self._data:
                self._keeps = False
                self.heard.set()

    def lines(self) -> list[dict[str, Any]]:
        """Return the messages up to the first `yours`."""
        found = self._data.split(b"\r\n")
        return [json.loads(line) for part in found for line in part.splitlines() if line.startswith(b"{")]


class _Lobby:
    """The measurements on one server with its listeners."""

    def __init__(self, server: Server, args: argparse.Namespace) -> None:
        self._server, self._args = server, args
        self._listeners: list[Listener] = []
        self._took: list[float] = []

    async def measure(self) -> int:
        """Run every phase and print its results; return the exit code."""
        before = _memory(self._server.process)
        self._listeners = [await self._listens(number) for number in range(self._args.listeners)]
        each = (_memory(self._server.process) - before) / len(self._listeners) / 1000
        bare, _ = await self._idle()
        print(
            f"{len(self._listeners)} listeners, {each:.0f} kB each; idle without seeks: {bare:.1%} of a core",
            flush=True,
        )
        makers = self._listeners[: self._args.seeks]
        used, began = _processor(self._server.process), time.perf_counter()
        seeks = await self._made(makers)
        seconds = time.perf_counter() - began
        busy = (_processor(self._server.process) - used) / seconds
        took = sorted(self._took)
        print(
            f"{len(makers)} seeks in {seconds:.1f} s: POST /api/seeks {1000 * statistics.median(took):.0f} ms median, "
            f"{1000 * took[len(took) * 99 // 100]:.0f} ms 99 %, {1000 * took[-1]:.0f} ms maximum; {busy:.0%} of a core",
            flush=True,
        )
        share, received = await self._idle()
        print(f"idle with {len(makers)} seeks: {share:.1%} of a core, {received:.1f} bytes/s per listener", flush=True)
        size, median, last = await self._changed(makers[0], seeks[0])
        print(
            f"a change: {size:.0f} bytes per listener; {1000 * median:.0f} ms to the median listener, "
            f"{1000 * last:.0f} ms to the last",
            flush=True,
        )
        seen = await self._seen()
        print(f"a new listener sees {seen} of {len(makers)} seeks")
        met = bar("a second of an idle server", share / processor(), "loops", most=LIMIT_LOOPS)
        return int(not met or size > LIMIT_BYTES or seen < len(makers))

    async def _listens(self, number: int) -> Listener:
        loop = asyncio.get_running_loop()
        _, listener = await loop.create_connection(lambda: Listener(number), "127.0.0.1", self._server.port)
        if number % 50 == 49:
            async with asyncio.timeout(60):
                await listener.heard.wait()
        return listener

    async def _idle(self) -> tuple[float, float]:
        """Return the share of a core, and the bytes per second and listener, while nobody acts."""
        await asyncio.sleep(_SETTLES)
        used, received, began = _processor(self._server.process), self._received(), time.perf_counter()
        await asyncio.sleep(self._args.seconds)
        seconds = time.perf_counter() - began
        share = (_processor(self._server.process) - used) / seconds
        return share, (self._received() - received) / seconds / len(self._listeners)

    async def _made(self, makers: list[Listener]) -> list[str]:
        """Create a seek for each of these guests, at the given rate; return the seeks."""
        coming = []
        for maker in makers:
            coming.append(asyncio.ensure_future(self._seek(maker)))
            await asyncio.sleep(1 / self._args.rate)
        return list(await asyncio.gather(*coming))

    async def _seek(self, maker: Listener) -> str:
        began = time.perf_counter()
        answer = await self._post(maker, "/api/seeks", {"name": "A guest with a name", "terms": {"length": "board"}})
        self._took.append(time.perf_counter() - began)
        return str(answer["seek"]["id"])

    async def _changed(self, maker: Listener, seek: str) -> tuple[float, float, float]:
        """Withdraw and create a seek repeatedly.

        Returns the bytes per listener and change, and the latencies to the median and to the last listener.
        """
        medians, lasts, received = [], [], self._received()
        await asyncio.sleep(2)
        for number in range(CHANGES):
            began = time.perf_counter()
            if number % 2:
                seek = await self._seek(maker)
            else:
                await self._post(maker, f"/api/seeks/{seek}/withdraw", {})
            await asyncio.sleep(3)
            after = sorted(each.changed_at - began for each in self._listeners)
            if after[0] < 0:
                raise SystemExit("A listener has not received a change within three seconds.")
            medians.append(statistics.median(after))
            lasts.append(after[-1])
        size = (self._received() - received) / CHANGES / len(self._listeners)
        return size, statistics.median(medians), max(lasts)

    async def _seen(self) -> int:
        """Return how many seeks a new listener sees in its snapshot."""
        listener = await self._listens(len(self._listeners))
        async with asyncio.timeout(30):
            await listener.heard.wait()
        lines = listener.lines()
        listener.transport.close()
        first = [len(each["seeks"]) for each in lines if each["type"] == "lobby"]
        return sum(first) + sum(len(each["seeks"]["added"]) for each in lines if each["type"] == "changes")

    async def _post(self, maker: Listener, path: str, body: dict[str, Any]) -> dict[str, Any]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        content = json.dumps({**body, "key": maker.key}).encode()
        head = (
            f"POST {path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"X-Forwarded-For: {maker.address}",
            f"Content-Length: {len(content)}",
            "Connection: close",
        )
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + content)
        async with asyncio.timeout(60):
            text = await reader.read()
        writer.close()
        status, _, rest = text.partition(b"\r\n")
        if b" 200 " not in status:
            raise SystemExit(f"{path} was refused: {content_of(rest)}")
        return dict(json.loads(content_of(rest)))

    def _received(self) -> int:
        return sum(each.bytes for each in self._listeners)


def content_of(answer: bytes) -> str:
    """Return the body of an HTTP response."""
    return answer.partition(b"\r\n\r\n")[2].decode()
