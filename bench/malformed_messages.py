"""Send a million slightly malformed messages to a server, and check that it, its memory and its games stay sound.

    carrom bench malformed_messages                       the same as: python -m bench.malformed_messages

Starts `carrom serve` with an empty data folder and no rate limits, and waits until its kernels are compiled. Plays ten
strokes of an honest game, and continues a second honest game throughout the run, one stroke per sample. The malformed
messages (mutants) are generated from a seed. 90 % are sent over several websockets, each of which follows a game and
holds its keys, so that a mutant that is still valid takes effect; 10 % are sent over HTTP to the operations of the API.
Answers over a websocket are awaited per batch: each batch ends with a valid ping and with a command for an outdated
version, whose refusal repeats its nonce; both must be answered. A message above the size limit closes its connection.
At the end the same mutants flood a server with default limits from one address, while an honest game is played from
another.

Prints the server's memory, the rate, and the latency of honest strokes during the run; then how the messages were
answered. Exit code 1 if an answer was a server fault (5xx, `broken`), an honest message was not answered, a connection
was closed for another reason, the server's memory grew by more than a tenth after the first fifth, the first honest
game changed by a byte or cannot continue, or a stroke played by a mutant differs when simulated again; also if the
flood was not slowed down, or slowed the honest game.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from random import Random

from bench.lines import ROOT, Game, Server, two_friends
from bench.malformed_connections import Tally, storm
from bench.malformed_flood import flooded
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.game.record import read_record
from carrom.game.replay import divergences

GROWTH, SAMPLES = 0.1, 20
LIMITLESS = "1000000,1000000"
ASKED = ("messages", "invalid-messages", "new-games", "requests", "computing-time", "api", "analysis-time")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--messages", type=int, default=1_000_000, help="number of messages in all (default: 1000000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the messages (default: 1)")
    parser.add_argument("--connections", type=int, default=8, help="simultaneous WebSocket connections (default: 8)")
    parser.add_argument("--http-connections", type=int, default=3, help="simultaneous HTTP connections (default: 3)")


def run(args: argparse.Namespace) -> int:
    """Send all messages and check the results; return the exit code."""
    sys.path.insert(0, str(ROOT / "tests"))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            Path(folder), "serve", "--games", "32", "--workers", "0", *(f"--{each}={LIMITLESS}" for each in ASKED)
        )
        try:
            faults = asyncio.run(_measured(server, args))
        finally:
            server.end()
    faults += flooded(Random(args.seed))
    for fault in faults:
        print(fault)
    print("server alive, memory stable, honest game unchanged" if not faults else f"{len(faults)} faults")
    return 1 if faults else 0


async def _measured(server: Server, args: argparse.Namespace) -> list[str]:
    """Send all messages; return a line per fault."""
    honest = await asyncio.to_thread(Honest, server)
    tally, memory, began = Tally(args.messages), [rss(server.process)], time.perf_counter()
    print(f"{'messages':>10} {'seconds':>8} {'memory, MB':>11} {'honest stroke, ms':>21}", flush=True)
    storming = asyncio.create_task(storm(server, tally, args.seed, args.connections, args.http_connections))
    for part in range(1, SAMPLES + 1):
        while tally.sent < tally.count * part // SAMPLES and not storming.done():
            await asyncio.sleep(0.05)
        if storming.done() and part < SAMPLES:
            break
        memory.append(rss(server.process))
        took = await asyncio.to_thread(honest.stroke)
        text = f"{tally.sent:10,} {time.perf_counter() - began:8.0f} {memory[-1]:11.1f} {1000 * took:21.1f}"
        print(text, flush=True)
    await storming
    print(
        f"{tally.sent:,} messages in {time.perf_counter() - began:.0f} s, {tally.by_http:,} of them over HTTP: "
        + ", ".join(f"{kind} {number:,}" for kind, number in tally.became.most_common()),
        flush=True,
    )
    faults = list(tally.faults)
    first = memory[min(SAMPLES // 5, len(memory) - 1)]
    if memory[-1] > first * (1 + GROWTH):
        faults.append(f"memory grew from {first:.1f} to {memory[-1]:.1f} MB")
    faults += await asyncio.to_thread(honest.faults)
    return faults + await asyncio.to_thread(_false_strokes, server, tally)


def _false_strokes(server: Server, tally: Tally) -> list[str]:
    """Return the strokes in the mutants' games that differ from laws and simulator."""
    found, events = [], 0
    for game, key in tally.games:
        played = read_record(record(server, game, key))
        events += len(played.events)
        found += [f"{game}: {divergence}" for divergence in divergences(played)]
    print(f"{events:,} events in the {len(tally.games)} games that mutants acted in, all simulated again", flush=True)
    return found


def rss(process: int) -> float:
    """Return the resident memory of a process in MB (Linux)."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def record(server: Server, game: str, key: str) -> str:
    """Return the record of a game."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request("GET", f"/api/games/{game}.carrom", headers={"authorization": f"Bearer {key}"})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    assert answer.status == 200, text
    return text


def opened(server: Server, headers: dict[str, str] | None = None) -> ClientConnection:
    """Open a websocket."""
    where = f"127.0.0.1:{server.port}"
    return connect(f"ws://{where}/ws", origin=f"http://{where}", additional_headers=headers, max_size=None)  # type: ignore[arg-type]


class Honest:
    """Two games whose keys no mutant has: one stays unchanged, and one continues."""

    def __init__(self, server: Server) -> None:
        """Wait until the kernels are compiled, and play ten strokes of each game."""
        self._server, self._games = server, (two_friends(), two_friends())
        self._names = [self._played(begins, 10)[0] for begins in self._games]
        self._before = record(server, self._names[0], self._games[0].key)

    def _played(self, begins: protocol.NewGame | protocol.Resume, strokes: int) -> tuple[str, float]:
        """Start or resume a game and play on; return its id, and the seconds of the last stroke."""
        with opened(self._server) as line:
            game, took = OneGame(line, begins), 0.0
            while game.kernel is protocol.KernelStatus.WARMING:  # a silent connection would be closed
                game.say(protocol.Ping())
                game.hear(protocol.Pong)
                time.sleep(1)
            for _ in range(strokes):
                took = game.stroke()
        return game.name, took

    def stroke(self) -> float:
        """Play a stroke in the game that continues; return its duration in seconds."""
        return self._goes_on(1)

    def _goes_on(self, number: int) -> float:
        return self._played(protocol.Resume(game=self._names[number], key=self._games[number].key), 1)[1]

    def faults(self) -> list[str]:
        """Return what is wrong with the two games now."""
        found = []
        if record(self._server, self._names[0], self._games[0].key) != self._before:
            found.append("the honest game has changed")
        for number in range(2):
            try:
                self._goes_on(number)
            except (AssertionError, WebSocketException) as fault:
                found.append(f"the honest game cannot continue: {fault}")
            played = read_record(record(self._server, self._names[number], self._games[number].key))
            found += [f"an honest game: {divergence}" for divergence in divergences(played)]
        return found


class OneGame(Game):
    """One game over a connection, created or resumed."""

    def __init__(self, line: ClientConnection, begins: protocol.NewGame | protocol.Resume) -> None:
        self._begins = begins
        super().__init__(line)

    def begin(self) -> None:
        """Create the game, or resume it."""
        self.say(self._begins)
        self.name = self.hear(protocol.Joined).game
        self.now = self.hear(protocol.Snapshot)


def main() -> int:
    """Run this bench on its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
