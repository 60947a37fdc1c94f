"""Measure how many requests for the page a server answers per processor second, compared with `/api/rules`.

    python -m bench.pages

Starts `carrom serve` with an empty data folder, waits until its kernels are loaded, and alternates over 8 connections
between `/api/rules`, which is answered from memory, the page and its main script, and both as browsers request them
(compressed, or with the `ETag` of their cached copy). Prints the requests per second of the server's processor time
(medians) and their share of those of `/api/rules`. Exit code 1 if the page or its main script has less than 0.9 of them
in any form. Linux only (`/proc`).
"""

import argparse
import os
import re
import socket
import statistics
import sys
import tempfile
from pathlib import Path

from bench.lines import Server
from websockets.sync.client import connect

from carrom import protocol

CONNECTIONS = 8
LEAST = 0.9
"""Least accepted share of the rate of `/api/rules`; the measurement has a noise of 0.1."""
GZIP = "accept-encoding: gzip\r\n"


class Line:
    """A persistent HTTP connection."""

    def __init__(self, port: int) -> None:
        """Open the connection."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)

    def ask(self, path: str, headers: str = "") -> None:
        """Send a request."""
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}\r\n".encode())

    def answer(self) -> tuple[int, bytes, bytes]:
        """Return status, head and body of the response."""
        said = b""
        while b"\r\n\r\n" not in said:
            said += self._socket.recv(1 << 18)
        head, _, body = said.partition(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head)
        parts, missing = [body], (int(found[1]) if found else 0) - len(body)
        while missing > 0:
            parts.append(self._socket.recv(1 << 18))
            missing -= len(parts[-1])
        return int(head.split(b" ", 2)[1]), head, b"".join(parts)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=60, help="requests per connection and turn (default: 60)")
    parser.add_argument("--turns", type=int, default=6, help="number of turns (default: 6)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = ("serve", "--requests", "1000000,1000000", "--api", "1000000,1000000", "--workers", "0")
        server = Server(Path(folder), *words)
        try:
            _wait_for_kernel(server.port)
            rates = _rates(server.process, server.port, args.number, args.turns)
        finally:
            server.end()
    slow = False
    for name, found in rates.items():
        ratio = statistics.median(each / base for each, base in zip(found, rates["/api/rules"], strict=True))
        print(f"{name:32} {statistics.median(found):7,.0f} per second of processor time   {ratio:5.2f}")
        slow |= ratio < LEAST
    return int(slow)


def _wait_for_kernel(port: int) -> None:
    """Wait until the kernels are loaded, so that this does not slow the responses."""
    with connect(f"ws://127.0.0.1:{port}/ws") as line:
        while getattr(protocol.decode_server(line.recv(timeout=300)), "kernel", None) is protocol.KernelStatus.WARMING:
            pass


def _rates(pid: int, port: int, number: int, turns: int) -> dict[str, list[float]]:
    """Return requests per second of processor time, for each kind and turn."""
    lines = [Line(port) for _ in range(CONNECTIONS)]
    lines[0].ask("/")
    _, head, page = lines[0].answer()
    tag = re.search(rb"etag: (\S+)", head)
    script = re.search(rb'src="(/assets/index-[^"]+\.js)"', page)
    assert tag is not None
    assert script is not None, "the page is not built"
    asked = {
        "/api/rules": ("/api/rules", "", 200),
        "/": ("/", "", 200),
        "/ (gzip)": ("/", GZIP, 200),
        "/ (304)": ("/", f"if-none-match: {tag[1].decode()}\r\n", 304),
        "main script": (script[1].decode(), "", 200),
        "main script (gzip)": (script[1].decode(), GZIP, 200),
    }
    rates: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(turns):
        for name, request in asked.items():
            rates[name].append(_rate(pid, lines, number, *request))
    return rates


def _rate(pid: int, lines: list[Line], number: int, path: str, headers: str, status: int) -> float:
    """Send the request this many times on all connections; return the responses per second of processor time."""
    before = _seconds(pid)
    for _ in range(number):
        for line in lines:
            line.ask(path, headers)
        for line in lines:
            found, *_ = line.answer()
            assert found == status, f"{path} answered {found}"
    return number * len(lines) / (_seconds(pid) - before)


def _seconds(pid: int) -> float:
    """Return the processor time of a process in seconds, including time in the operating system's kernel."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
