"""What a live room and the lines of its players hold of a server's memory.

    carrom bench held --rooms 400

Games in the middle of their boards (40 to 160 events) are written into an empty data folder and a server is started. A
few rooms are opened first, so that what is loaded or made once is there. Then, each step on its own: two lines a room
that say nothing yet, the first player's coming back to each room, and the second's. Printed is by how much the memory
of the server's process that is its own (not of files) grew with each, in kB a line or a room, and all together. Exit
code 1 if a room with its two lines takes more than 100 kB.
"""

import argparse
import json
import socket
import struct
import tempfile
import time
import zlib
from pathlib import Path

from bench.lines import Server
from bench.rooms import PLENTY
from bench.rooms_played import Rooms

LIMIT = 100.0
"""kB of a room with its two lines."""
FIRST = 40
"""Rooms that are opened before anything is measured."""
_KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--rooms", type=int, default=400, help="how many are opened (400)")
    parser.add_argument("--seed", type=int, default=1, help="which games (1)")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from bench.hostile import warm

    rooms = args.rooms
    with tempfile.TemporaryDirectory() as name:
        games = Rooms(rooms + FIRST, args.seed)
        games.write(Path(name) / "games.db")
        lines = str(2 * (rooms + FIRST) + 64)
        server = Server(
            Path(name), "serve", "--connections", lines, "--connections-per-address", lines, "--open-requests", lines,
            "--open-requests-per-address", lines, "--tables", str(rooms + FIRST + 64),
            "--messages", PLENTY, "--requests", PLENTY, "--work", PLENTY, "--new-games", PLENTY,
        )  # fmt: skip
        try:
            warm(server.address)
            total = _measured(server, games)
        finally:
            server.end()
    return int(total > LIMIT)


def _measured(server: Server, games: Rooms) -> float:
    """Open everything step by step, print what each took, and return what a room with its lines did, in kB."""
    keys = games.keys()
    few = [(Line(server.port), Line(server.port), each) for each in keys[:FIRST]]
    for south, north, each in few:
        south.come(str(each[0]), str(each[1]))
        north.come(str(each[0]), str(each[2]))
    rest, said = keys[FIRST:], []
    at = _own(server.process)
    open_lines = [(Line(server.port), Line(server.port)) for _ in rest]
    for step in ("a line that says nothing", "a room with its first player", "its second player"):
        if step != "a line that says nothing":
            number = 0 if "first" in step else 1
            for pair, each in zip(open_lines, rest, strict=True):
                pair[number].come(str(each[0]), str(each[1 + number]))
        now = _own(server.process)
        count = 2 * len(rest) if "line" in step else len(rest)
        said.append((now - at) / count)
        print(f"{step}: {said[-1]:.1f} kB", flush=True)
        at = now
    total = 2 * said[0] + said[1] + said[2]
    print(f"a room with its two lines: {total:.1f} kB (bar {LIMIT:g})")
    return total


class Line:
    """A packed line as a browser opens it."""

    def __init__(self, port: int) -> None:
        """Open it, and hear its greeting."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._socket.sendall(
            f"GET /ws?films=deflated HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0\r\n"
            "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-US,en;q=0.9\r\nCache-Control: no-cache\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key: {_KEY}\r\n\r\n".encode()
        )
        self._heard = self._socket.makefile("rb")
        while self._heard.readline() not in (b"\r\n", b""):
            pass
        self._hear("welcome")

    def come(self, game: str, key: str) -> None:
        """Come back to a game, and wait until it has been told."""
        data = json.dumps({"type": "resume", "game": game, "key": key, "watch": key}).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
        self._socket.sendall(b"\x81" + size + b"\0\0\0\0" + data)
        self._hear("snapshot")

    def _hear(self, kind: str) -> None:
        """Read messages until one of that kind has come."""
        while True:
            head, size = self._heard.read(2)
            if size > 125:
                size = int.from_bytes(self._heard.read(2 if size == 126 else 8))
            data = self._heard.read(size)
            text = zlib.decompress(data, -15) if head & 0x0F == 2 else data
            if head & 0x0F < 3 and json.loads(text)["type"] == kind:
                return


def _own(process: int) -> float:
    """Return how much memory a process has that is no file's, in kB, once it has come to rest."""
    time.sleep(2)
    for row in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if row.startswith("Anonymous:"):
            return float(row.split()[1])
    raise AssertionError("Linux says what is anonymous")
