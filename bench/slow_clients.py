"""Measure stroke latency of honest games next to slow, silent and hostile clients.

    carrom bench slow_clients                the same as: python bench/slow_clients.py

Starts `carrom serve` with an empty data folder. In each of 20 games between friends a stroke is played every two
seconds; the time from sending it to receiving `Played` is measured, first without and then with

- a slow client: 20 websockets that request replays and read nothing;
- a silent client: 600 half-sent requests, opened again when closed, and 32 websockets that send nothing;
- a hostile client: 32 websockets that send garbage, replays and rejoins as fast as they can, and reconnect when closed.

Each client has its own IP address, given by `X-Forwarded-For` as behind a proxy. The disturbing clients run in separate
processes on the same machine at the lowest priority. Times are wall-clock; exit code 1 if the median latency with them
is 30 loops of `bench.unit` or more, sampled before and after; a loop takes about a millisecond. On a busy machine,
`chrt -r 3` gives server and games priority.
"""

import argparse
import contextlib
import multiprocessing
import os
import random
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bench.lines import Game, Server, secret, two_friends
from bench.unit import Unit, bar
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.protocol import encode

GAMES, PAUSE = 20, 2.0
LIMIT = 30.0
"""Largest median latency in loops of `bench.unit` by the clock."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--seconds", type=float, default=30, help="seconds of each of the two measurements (default: 30)"
    )


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        serving = ("serve", "--trusted-proxy", "127.0.0.1")
        server = Server(Path(folder), *serving)
        address = server.address
        try:
            warm(address)
            unit = Unit().sample()
            alone = told("alone", *measured(address, args.seconds, server.process))
            disturbing = [multiprocessing.Process(target=each, args=(address,)) for each in (slow, silent, hostile)]
            for each in disturbing:
                each.start()
            time.sleep(3)
            beside = told("beside slow, silent and hostile clients", *measured(address, args.seconds, server.process))
            unit.sample()
            for each in disturbing:
                each.terminate()
                each.join()
        finally:
            server.end()
    print(f"{beside / alone:.1f} times as long; {unit}")
    return int(not bar("median latency beside them", beside / unit.middle, "loops", most=LIMIT))


def warm(address: str) -> None:
    """Wait until the kernels are loaded."""
    with line(address, "203.0.113.254") as opened:
        game = Game(opened)
        while game.kernel is protocol.KernelStatus.WARMING:
            game.heard()


def told(where: str, times: list[float], share: float | None) -> float:
    """Print the latencies and the server's share of a core; return the median latency in seconds."""
    times.sort()
    middle, late = statistics.median(times), times[int(0.95 * len(times))]
    used = "" if share is None else f", the server used {100 * share:.0f} % of a core"
    print(
        f"{len(times)} strokes {where}: median {1000 * middle:.1f} ms, 95 % below {1000 * late:.1f} ms{used}",
        flush=True,
    )
    return middle


def measured(address: str, seconds: float, server: int) -> tuple[list[float], float | None]:
    """Play the honest games for a while; return each stroke's latency (s) and the server's share of a core."""
    times: list[float] = []
    began, used = time.monotonic(), processor(server)
    end = time.monotonic() + seconds
    players = [threading.Thread(target=honest, args=(address, number, end, times)) for number in range(GAMES)]
    for each in players:
        each.start()
    for each in players:
        each.join()
    now = processor(server)
    return times, None if used is None or now is None else (now - used) / (time.monotonic() - began)


def processor(process: int) -> float | None:
    """Return the processor time that a process has used in seconds, or None if the system does not report it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def honest(address: str, number: int, end: float, times: list[float]) -> None:
    """Play one game until the end."""
    with line(address, f"203.0.113.{number + 1}") as opened:
        game = Game(opened)
        time.sleep(random.uniform(0, PAUSE))
        while time.monotonic() < end:
            times.append(game.stroke())
            time.sleep(PAUSE)


def give_way() -> None:
    """Switch to the lowest priority, also if the bench was started at a high one (`chrt`)."""
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(19)


def slow(address: str) -> None:
    """Request many replays and read nothing."""

    give_way()

    def one() -> None:
        with line(address, "198.51.100.1") as opened:
            game = Game(opened)
            game.stroke()
            opened.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            opened.recv_messages.pause()
            for _ in range(2000):
                opened.send(encode(protocol.Replay(nonce=secret(), stroke=1)))
                time.sleep(0.05)

    over_and_over(one, 20)


def silent(address: str) -> None:
    """Hold half-sent requests and websockets that send nothing."""
    give_way()
    place = ("127.0.0.1", int(address.rstrip("/").rpartition(":")[2]))

    def half() -> None:
        with socket.create_connection(place) as opened:
            opened.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: 198.51.100.2\r\n")
            while opened.recv(4096):
                pass

    def idle() -> None:
        with line(address, "198.51.100.2") as opened:
            while True:
                opened.recv()

    threading.Thread(target=over_and_over, args=(idle, 32)).start()
    over_and_over(half, 600)


def hostile(address: str) -> None:
    """Send garbage, replays and rejoins as fast as possible, and reconnect."""

    give_way()

    def one() -> None:
        with line(address, "198.51.100.3") as opened:
            command = two_friends()
            opened.send(encode(command))
            reader = threading.Thread(target=drain, args=(opened,))
            reader.start()
            while reader.is_alive():
                opened.send(encode(protocol.Replay(nonce=secret(), stroke=random.randint(1, 9))))
                opened.send(encode(protocol.Resume(game=secret(), key=command.key)))
                opened.send(random.randbytes(random.randint(1, 4000)))
                opened.send('{"type":"strike","nonce":' + "[" * random.randint(1, 3000))
                time.sleep(0.01)

    over_and_over(one, 32)


def drain(opened: ClientConnection) -> None:
    """Read until the connection is closed."""
    with contextlib.suppress(WebSocketException):
        for _ in opened:
            pass


def over_and_over(do: Callable[[], None], times: int) -> None:
    """Run a function in this many threads, again whenever it ends."""

    def repeat() -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException, AssertionError):
                do()
            time.sleep(0.5)

    threads = [threading.Thread(target=repeat, daemon=True) for _ in range(times)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def line(address: str, client: str) -> "contextlib.AbstractContextManager[ClientConnection]":
    """Open a websocket as a client with this address."""
    headers = {"x-forwarded-for": client}
    return connect(address.replace("http", "ws") + "ws", additional_headers=headers, max_size=None, close_timeout=1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments(parser)
    sys.exit(run(parser.parse_args()))
