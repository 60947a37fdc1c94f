"""How 20 honest games fare beside a client that reads slowly, one that says nothing and one that is hostile.

    python -m bench.beside [--seconds 60] [--alone]

Each game is two friends at one screen who strike every two seconds. The slow client follows a game and takes a message
every five seconds; the silent ones fill their address's share of connections and say nothing; the hostile one, at an
address of its own, floods the server with garbage, replays, snapshots, new games, impossible strokes and rule sets.

Printed are the machine's load (on a busy one the figure says little), the times from a stroke to its film, in
milliseconds, and what became of the others. Exit code 1 if the
honest median is 30 ms or more, or an honest game was refused anything. `--alone` leaves the others out, to compare.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.lines import ROOT, Line, Server, secret, terms
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import Who, decode_server, encode

GAMES, EVERY, LIMIT = 20, 2.0, 0.030
"""Honest games, seconds between strokes of each, and the most seconds that the median may take."""
TWO = ((Seat.SOUTH, Who.ME), (Seat.NORTH, Who.HERE))
PACE = 0.002
"""Seconds between two messages of the hostile client: five hundred a second, 25 times what is granted."""
SLOW, SILENT, HOSTILE = "127.0.0.2", "127.0.0.3", "127.0.0.4"
"""Where the others come from."""


class Honest(Line):
    """Two friends at one screen who strike at random, and what that took."""

    def __init__(self, port: int) -> None:
        """Begin a game."""
        words = {"key": secret(), "invite": secret(), "watch": secret()}
        super().__init__(port, protocol.NewGame(nonce=secret(), terms=terms(*TWO, first_break=Seat.SOUTH), **words))
        self.took: list[float] = []
        self.refused: list[str] = []
        self._answer = asyncio.Event()

    async def heard(self, message: protocol.ServerMessage) -> None:
        """Take notice of answers."""
        if isinstance(message, protocol.Refused):
            self.refused.append(message.reason)
        if isinstance(message, protocol.Played | protocol.Acted | protocol.Refused | protocol.Snapshot):
            self._answer.set()

    async def plays(self, until: float) -> None:
        """Strike every so often."""
        while self.state is None:
            await asyncio.sleep(0.05)
        await asyncio.sleep(random.uniform(0, EVERY))
        while time.monotonic() < until:
            command = self._command()
            self._answer.clear()
            began = time.perf_counter()
            await self.say(command)
            async with asyncio.timeout(30):
                await self._answer.wait()
            if isinstance(command, protocol.Strike):
                self.took.append(time.perf_counter() - began)
                await asyncio.sleep(EVERY)

    def _command(self) -> protocol.GameCommand:
        assert self.state is not None
        common: dict[str, Any] = {"nonce": secret(), "version": self.version}
        match self.state.expected[:1]:
            case (protocol.ExpectStrike(seat=seat, intervals=intervals),):
                span = random.choice(intervals)
                x = random.randint(span.lo, span.hi)
                stroke = Stroke.aimed(x, random.uniform(-40, 40), random.uniform(1, 5), span.y)
                return protocol.Strike(**common, seat=seat, stroke=stroke)
            case (protocol.ExpectPlace(seat=seat, disc=disc, spots=spots),):
                return protocol.Place(**common, seat=seat, disc=disc, at=random.choice(spots))
            case (protocol.ExpectDemand(seat=seat),):
                return protocol.Demand(**common, seat=seat, points=0)
            case ():
                return protocol.Undo(**common, seat=Seat.SOUTH)
            case _:
                return protocol.Next(**common, seat=Seat.SOUTH)


def at(port: int, source: str) -> connect:
    """Return a connection that comes from an address of this machine."""
    return connect(
        f"ws://127.0.0.1:{port}/ws",
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
        local_addr=(source, 0),
        max_size=None,
    )


async def slow(port: int, watch: protocol.Resume, count: Counter[str]) -> None:
    """Follow a game and take a message every five seconds."""
    while True:
        with suppress(OSError, WebSocketException):
            async with at(port, SLOW) as socket:
                await socket.send(encode(watch))
                while True:
                    await socket.recv()
                    count["slow took"] += 1
                    await asyncio.sleep(5)
        count["slow was let go"] += 1
        await asyncio.sleep(1)


async def silent(port: int, count: Counter[str]) -> None:
    """Hold a place and say nothing."""
    while True:
        with suppress(OSError, WebSocketException):
            async with at(port, SILENT) as socket:
                async for _ in socket:
                    pass
        count["silent was let go"] += 1
        await asyncio.sleep(1)


async def hostile(port: int, watch: protocol.Resume, count: Counter[str]) -> None:
    """Say whatever costs most, as fast as it can be said."""
    while True:
        with suppress(OSError, WebSocketException):
            async with at(port, HOSTILE) as socket:
                reading = asyncio.create_task(_read(socket, count))
                await socket.send(encode(protocol.NewGame(nonce=secret(), **_words(), terms=terms(*TWO))))
                await socket.send(encode(watch))
                while not reading.done():
                    await socket.send(_harm(watch))
                    count["hostile said"] += 1
                    await asyncio.sleep(PACE)
        count["hostile was let go"] += 1
        await asyncio.sleep(0.1)


async def _read(socket: ClientConnection, count: Counter[str]) -> None:
    with suppress(WebSocketException):
        async for text in socket:
            message = decode_server(text)
            if isinstance(message, protocol.Refused):
                count[f"hostile refused: {message.code}"] += 1


def _words() -> dict[str, str]:
    return {"key": secret(), "invite": secret(), "watch": secret()}


def _harm(watch: protocol.Resume) -> str | bytes:
    """Return something that a server would rather not hear."""
    deep = "a" * 12_000
    return random.choice(
        (
            "{" * 3000,
            random.randbytes(2000),
            encode(watch),
            encode(protocol.Replay(nonce=secret(), stroke=1)),
            encode(protocol.Replay(nonce=secret(), stroke=random.randint(1, 20))),
            encode(protocol.NewGame(nonce=secret(), **_words(), terms=terms(*TWO, rules='extends = "icf"'))),
            encode(protocol.ReadRules(nonce=secret(), rules=f'extends = "icf"\n{deep[:1900]} = 1\n')),
            encode(protocol.Strike(nonce=secret(), version=2, seat=Seat.SOUTH, stroke=Stroke(0, 10**30, 12_000_000))),
            encode(protocol.Aim(seat=Seat.SOUTH, stroke=Stroke(0, 0, 10**40))),
        )
    )


async def measured(port: int, seconds: float, alone: bool) -> tuple[list[Honest], str]:
    """Play for so long beside the others; return the games, and what became of the others."""
    games = [Honest(port) for _ in range(GAMES)]
    running = [asyncio.create_task(game.run()) for game in games]
    while any(game.game is None or game.kernel is protocol.Kernel.WARMING for game in games):
        await asyncio.sleep(0.05)
    begins, game = games[0]._begins, games[0].game
    assert isinstance(begins, protocol.NewGame)
    assert game is not None
    others = None
    if not alone:
        words = [sys.executable, "-m", "bench.beside", f"--others={port}/{game}/{begins.watch}"]
        others = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, cwd=ROOT)
    until = time.monotonic() + seconds
    await asyncio.gather(*(game.plays(until) for game in games))
    told = b"" if others is None else (await others.communicate(b"enough"))[0]
    for task in running:
        task.cancel()
    return games, told.decode()


async def disturb(port: int, game: str, word: str) -> Counter[str]:
    """Be the others, until this process is told that it is enough."""
    os.nice(10)  # as if they had machines of their own
    count: Counter[str] = Counter()
    watch = protocol.Resume(game=game, watch=word)
    everyone = [slow(port, watch, count), hostile(port, watch, count), *(silent(port, count) for _ in range(40))]
    tasks = [asyncio.create_task(each) for each in everyone]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    return count


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--others", metavar="PORT/GAME/WORD", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.others:
        port, game, word = options.others.split("/")
        for what, number in sorted(asyncio.run(disturb(int(port), game, word)).items()):
            print(f"  {what}: {number}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            games, others = asyncio.run(measured(server.port, options.seconds, options.alone))
        finally:
            server.kill()
    took = sorted(time * 1000 for game in games for time in game.took)
    refused = [reason for game in games for reason in game.refused]
    parts = statistics.quantiles(took, n=100)
    print(f"{GAMES} honest games, {len(took)} strokes; {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}")
    print("from a stroke to its film, ms:")
    print(f"  median {statistics.median(took):.1f}   p90 {parts[89]:.1f}   p99 {parts[98]:.1f}   worst {took[-1]:.1f}")
    print(others, end="")
    print(f"  honest refused: {len(refused)} {refused[:1] or ''}")
    return 1 if statistics.median(took) >= LIMIT * 1000 or refused else 0


if __name__ == "__main__":
    sys.exit(main())
