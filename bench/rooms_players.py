"""The players of `carrom bench capacity`, in a process that does as little as possible for each message.

Arguments: an address, a file with the games' keys, seconds, seconds between strokes, the encoding, a random seed, and
1 for films, 0 for strokes without them.
The process rejoins every game, prints one line of JSON, plays once a line arrives on standard input, and then prints
the latencies.
"""

import asyncio
import json
import random
import struct
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from bench.lines import secret

from carrom.board.stroke import Stroke
from carrom.tables.log import ASKED

_KEY = "dGhlIHNhbXBsZSBub25jZQ=="
_TAIL = b"\x00\x00\xff\xff"
_DECLINED = json.dumps({"type": "send-films", "wanted": False})
AT_ONCE = 16
"""Number of connections that are opened at the same time."""


class Span(msgspec.Struct):
    """An interval of the baseline where the striker may be placed."""

    lo: int
    hi: int
    y: int = 0


class Expected(msgspec.Struct):
    """A command that the game expects."""

    type: str
    seat: str = "south"
    disc: str = ""
    intervals: list[Span] = []
    spots: msgspec.Raw = msgspec.Raw(b"[]")


class State(msgspec.Struct):
    """The part of a game's state that a player needs."""

    expected: list[Expected]
    result: msgspec.Raw = msgspec.Raw(b"null")


class Heard(msgspec.Struct):
    """The fields of a server message that this bench reads."""

    type: str
    version: int = 0
    state: State | None = None


class Line(asyncio.Protocol):
    """A websocket of a player or spectator."""

    def __init__(self, port: int, kind: str, first: list[str], heard: Callable[["Line", Heard, int], None]) -> None:
        self._port, self._kind, self._first, self._heard = port, kind, first, heard
        self._buffer, self._open = b"", False
        self._inflate = zlib.decompressobj(-15)
        self.came = asyncio.get_running_loop().create_future()
        """Done once the first snapshot or the missed messages have arrived."""

    def connection_made(self, transport: Any) -> None:
        """Request the websocket upgrade."""
        self.transport = transport
        extra = {
            "packed": "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n",
            "deflate": "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n",
            "plain": "",
        }[self._kind]
        where = f"/ws?{ASKED}" if self._kind == "packed" else "/ws"
        transport.write(
            f"GET {where} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nOrigin: http://127.0.0.1:{self._port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {_KEY}\r\n{extra}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Parse frames."""
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, self._buffer = True, rest
            for text in self._first:
                self.say(text)
        while self._take():
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the connection attempt if nothing has arrived yet."""
        if not self.came.done():
            self.came.set_exception(ConnectionError(f"the connection was closed: {exc}"))

    def say(self, text: str) -> None:
        """Send a text frame, masked with zeros."""
        data = text.encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + data)

    def _take(self) -> bool:
        """Process one frame; return False if it is incomplete."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, at = buffer[1], 2
        if size == 126:
            size, at = int.from_bytes(buffer[2:4]), 4
        elif size == 127:
            size, at = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < at + size:
            return False
        data, kind = buffer[at : at + size], buffer[0]
        self._buffer = buffer[at + size :]
        if kind & 0x0F == 9:
            self.transport.write(
                b"\x8a\x80\0\0\0\0" if not data else bytes([0x8A, 0x80 | len(data)]) + b"\0\0\0\0" + data
            )
            return True
        if kind & 0x0F == 8:
            self.transport.close()
            return True
        if kind & 0x40:
            data = self._inflate.decompress(data + _TAIL)
        elif kind & 0x0F == 2:
            data = zlib.decompress(data, -15)
        self._heard(self, msgspec.json.decode(data, type=Heard), size)
        return True


class Room:
    """One game: its current state, and when the next stroke is due."""

    def __init__(self, load: "Load", name: str, keys: list[str]) -> None:
        self._load, self.name, self._keys = load, name, keys
        self.lines: list[Line] = []
        self._version, self._sent = 0, 0.0
        self._now: State | None = None
        self._other: Line | None = None

    async def come(self, port: int, kind: str) -> None:
        """Open the connections of this game, one after the other."""
        for key in self._keys:
            first = json.dumps({"type": "resume", "game": self.name, "key": key, "watch": key})
            said = [first] if self._load.films else [_DECLINED, first]
            line = Line(port, kind, said, self.heard)
            await self._load.loop.create_connection(lambda line=line: line, "127.0.0.1", port)
            self.lines.append(line)
            await line.came

    def heard(self, line: Line, message: Heard, size: int) -> None:
        """Process a message of `size` bytes on a connection."""
        if message.state is not None and message.version >= self._version:
            self._version, self._now = message.version, message.state
        if message.type in ("played", "stroke") and line is self._other:
            self._load.seen(time.perf_counter() - self._sent, size)
            self._other = None
        if message.type == "refused":
            self._load.refused += 1
        if not line.came.done() and message.type in ("snapshot", "played", "stroke", "acted"):
            line.came.set_result(None)
        if message.type == "acted" and line is self.lines[-1] and self._load.playing:
            self.strike()

    def due(self) -> None:
        """Play a stroke, and schedule the next one."""
        if self._load.playing:
            self._load.loop.call_later(self._load.every, self.due)
            self.strike()

    def strike(self) -> None:
        """Send the command that the game expects."""
        assert self._now is not None
        for each in self._now.expected[:1]:
            common: dict[str, Any] = {"nonce": secret(), "version": self._version, "seat": each.seat}
            mine, other = (0, 1) if each.seat == "south" else (1, 0)
            match each.type:
                case "strike":
                    span, rng = self._load.rng.choice(each.intervals), self._load.rng
                    x, speed = rng.randint(span.lo, span.hi), rng.uniform(1, 4)
                    stroke = msgspec.to_builtins(Stroke.aimed(x, rng.uniform(-30, 30), speed, span.y))
                    said = {"type": "strike", **common, "stroke": stroke}
                    self._other, self._sent = self.lines[other], time.perf_counter()
                    self._load.sent += 1
                case "place":
                    spot = self._load.rng.choice(json.loads(bytes(each.spots)))
                    said = {"type": "place", **common, "disc": each.disc, "at": spot}
                case "demand":
                    said = {"type": "demand", **common, "points": 0}
                case _:
                    said, mine = {"type": "next", **common, "seat": "south"}, 0
            self.lines[mine].say(json.dumps(said))


class Load:
    """All games, and the measurement."""

    def __init__(self, words: list[str]) -> None:
        address, plan, seconds, every, self.kind, seed, films = words
        self.films = films == "1"
        self.port, self.seconds, self.every = int(address.rstrip("/").rpartition(":")[2]), float(seconds), float(every)
        self.rng, self.playing = random.Random(int(seed)), False
        self.loop = asyncio.get_running_loop()
        self.rooms = [
            Room(self, name, [south, north, *[watch] * viewers])
            for name, south, north, watch, viewers in json.loads(Path(plan).read_text())
        ]
        self.times: list[float] = []
        self.sent = self.refused = self.bytes = 0

    def seen(self, seconds: float, size: int) -> None:
        """Store the latency and the bytes of a recording."""
        if self.playing:
            self.times.append(seconds)
            self.bytes += size

    async def run(self) -> None:
        """Rejoin all games, wait for the start, play, and print the results."""
        began, waiting = time.monotonic(), list(self.rooms)

        async def open_some() -> None:
            while waiting:
                await waiting.pop().come(self.port, self.kind)

        await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
        print(json.dumps({"opening": time.monotonic() - began}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        self.playing = True
        for room in self.rooms:
            self.loop.call_later(self.rng.uniform(0, self.every), room.due)
        await asyncio.sleep(self.seconds)
        self.playing = False
        times = sorted(self.times) or [0.0]
        answer = {
            "seconds": self.seconds,
            "strokes": len(times),
            "p50": 1000 * times[len(times) // 2],
            "p99": 1000 * times[int(0.99 * len(times))],
            "worst": 1000 * times[-1],
            "refused": self.refused,
            "bytes": self.bytes / len(times),
            "sent": self.sent,
        }
        print(json.dumps(answer), flush=True)


async def main() -> None:
    """Play as the command line says."""
    await Load(sys.argv[1:]).run()


if __name__ == "__main__":
    if sys.platform != "win32":
        import uvloop

        uvloop.install()
    asyncio.run(main())
