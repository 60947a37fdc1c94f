"""Websocket connections of `carrom bench memory`: opened as browsers do, all read by one thread."""

import json
import queue
import selectors
import socket
import struct
import threading
import zlib
from typing import Any

_KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Reader(threading.Thread):
    """A thread that reads all connections, so that they answer the server's pings."""

    def __init__(self) -> None:
        super().__init__(name="reader", daemon=True)
        self._lines = selectors.DefaultSelector()
        self.start()

    def add(self, line: "Line", socket: socket.socket) -> None:
        """Start reading a connection."""
        self._lines.register(socket, selectors.EVENT_READ, line)

    def run(self) -> None:
        """Read all connections for ever."""
        while True:
            for key, _ in self._lines.select(0.1):
                assert isinstance(key.fileobj, socket.socket)
                if data := key.fileobj.recv(1 << 16):
                    key.data.take(data)
                else:
                    self._lines.unregister(key.fileobj)
                    key.data.told.put({"type": "closed"})


class Line:
    """A websocket with compressed recordings, opened as a browser does."""

    def __init__(self, port: int, reader: Reader) -> None:
        """Open the connection and receive the greeting."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._socket.sendall(
            f"GET /ws?films=deflated HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0\r\n"
            "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-US,en;q=0.9\r\nCache-Control: no-cache\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key: {_KEY}\r\n\r\n".encode()
        )
        self.told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._buffer, self._is_open = b"", False
        reader.add(self, self._socket)
        self.hear("welcome")

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._send(0x81, json.dumps(message).encode())

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds."""
        while (answer := self.told.get(timeout=60))["type"] not in kinds:
            assert answer["type"] not in ("closed", "refused"), answer
        return answer

    def take(self, data: bytes) -> None:
        """Parse received data into messages."""
        self._buffer += data
        if not self._is_open:
            _, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            self._is_open, self._buffer = True, rest
        while (frame := self._frame()) is not None:
            kind, body = frame
            if kind == 9:
                self._send(0x8A, body)
            elif kind in (1, 2):
                self.told.put(json.loads(zlib.decompress(body, -15) if kind == 2 else body))

    def _frame(self) -> tuple[int, bytes] | None:
        """Return the next complete frame, or None."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        wide = {126: 2, 127: 8}.get(buffer[1], 0)
        size = int.from_bytes(buffer[2 : 2 + wide]) if wide else buffer[1]
        end = 2 + wide + size
        if len(buffer) < end:
            return None
        self._buffer = buffer[end:]
        return buffer[0] & 0x0F, buffer[2 + wide : end]

    def _send(self, head: int, body: bytes) -> None:
        """Send a frame, masked with zeros."""
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack("!H", len(body))
        self._socket.sendall(bytes([head]) + size + b"\0\0\0\0" + body)
