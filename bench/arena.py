"""Measure an arena of many players on one core: how soon whoever is free is paired, and the latency of strokes.

    carrom bench arena --players 1000 --seconds 120

`carrom serve` runs on the first of two cores; the players, guests with their own keys and addresses, run in one process
on the second. Each follows the tournament's stream, joins the games that it names over a websocket, and plays them: a
stroke every ten seconds in each game, until after 2 to 14 strokes somebody resigns. Prints

- the time from the start of the arena until the first games are announced: median, 99 %, maximum;
- the time from the end of a player's game until their next game is announced: the same;
- the latency from sending a stroke to its recording at the *other* player's connection: the same;
- games, strokes, refusals, the server's share of a core, its memory, and the load of the machine.

Exit code 1 if the 99 % time until a pairing is above 2,000 times that of a loop of about a millisecond (`bench.unit`),
run on the server's core before it starts and after it has ended, or the 99 % latency of a stroke above 50 times, the
bar of `carrom bench capacity`. It stops by itself. The server runs without workers for jobs: at their low priority they
can hold the lock of a SQLite database for seconds while other programs keep the machine busy.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.capacity import LIMIT, PLENTY, _memory, _processor, _wait_until_warm
from bench.lines import ROOT, Server
from bench.unit import Unit, bar

PAIR_LIMIT = 2_000.0
"""Largest 99th-percentile time until a free player is paired, in late loops of `bench.unit`."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--players", type=int, default=1000, help="number of players (default: 1000)")
    parser.add_argument("--seconds", type=float, default=120, help="seconds of measurement (default: 120)")
    parser.add_argument("--every", type=float, default=10, help="seconds between two strokes of a game (default: 10)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the strokes and games (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Measure and print; return the exit code."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name:
        os.sched_setaffinity(0, {cores[0]})
        unit = Unit().sample()
        lines = str(3 * args.players + 256)
        server = Server(
            Path(name), "serve", "--trusted-proxy", "127.0.0.1", "--connections", lines, "--connections-per-address",
            lines, "--open-requests", lines, "--open-requests-per-address", lines, "--games", lines, "--messages",
            PLENTY, "--requests", PLENTY, "--api", PLENTY, "--computing-time", PLENTY, "--new-games", PLENTY,
            "--workers", "0",
        )  # fmt: skip
        os.sched_setaffinity(0, {cores[-1]})
        try:
            _wait_until_warm(server)
            answer = _played(server, args)
        finally:
            server.end()
            os.sched_setaffinity(0, {cores[0]})
            unit.sample()
            os.sched_setaffinity(0, cores)
    return _printed(answer, args, unit)


def _played(server: Server, args: argparse.Namespace) -> dict[str, float]:
    """Run the players in their own process; return their measurements and the server's resource use."""
    words = [server.port, args.players, args.seconds, args.every, args.seed]
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.arena_players", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    answer: dict[str, float] = json.loads(process.stdout.readline())
    used, began = _processor(server.process), time.monotonic()
    process.stdin.write("start\n")
    process.stdin.flush()
    answer |= json.loads(process.stdout.readline())
    answer["share"] = (_processor(server.process) - used) / (time.monotonic() - began)
    answer["memory"] = _memory(server.process)
    process.wait()
    return answer


def _printed(answer: dict[str, float], args: argparse.Namespace, unit: Unit) -> int:
    """Print the results; return the exit code."""

    def times(name: str, factor: float, unit: str) -> str:
        p50, p99, worst = (factor * answer[f"{name}_{which}"] for which in ("p50", "p99", "worst"))
        return f"{p50:.2f} {unit} median, {p99:.2f} {unit} 99 %, {worst:.2f} {unit} worst"

    print(
        f"{args.players} players joined in {answer['joining']:.1f} s; "
        f"start to the first game: {times('first', 1, 's')}\n"
        f"free to the next game: {times('pair', 1, 's')} ({answer['pair_count']:.0f} pairings of players)\n"
        f"stroke to recording: {times('stroke', 1000, 'ms')} ({answer['stroke_count']:.0f} strokes)\n"
        f"{answer['games']:.0f} games, refused {answer['refused']:.0f}; {100 * answer['share']:.0f} % of a core, "
        f"{answer['memory'] / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    print(unit)
    met = [
        bar("99 % until a pairing", answer["pair_p99"] / unit.late, "late loops", most=PAIR_LIMIT),
        bar("99 % latency of a stroke", answer["stroke_p99"] / unit.late, "late loops", most=LIMIT),
    ]
    return int(not all(met))
