"""Measure how many live games one server on one core can run, with two players each and a stroke every ten seconds.

    carrom bench capacity --rooms 400,1000,2000 --seconds 30

For each number of games, that many mid-game games (40 to 160 events) are written into an empty data folder. Then
`carrom serve` runs on the first of two cores, and the players, in one process, on the second. They rejoin their games
with their keys; in each game, the player in turn plays a random stroke every ten seconds. Prints

- the latency from sending a stroke to the recording at the *other* player's connection: median, 99 %, maximum;
- the server's processor time per stroke, which other load on the machine affects least, and the bytes of a stroke at
  the other player's connection;
- the growth of the server's memory per game with its two connections, and the size of a game alone;
- the garbage collector's total pause time and number of runs, and the share of a core that the server used.

`--encoding` is the encoding of recordings: `packed` as the page receives them (compressed once for all connections),
`deflate` as browsers negotiate it for each connection, or `plain`. The players play strokes themselves, as the page
does, and receive no films, unless `--films` is given. Exit code 1 if for any number of games the 99 % latency is above
50 times that of a loop of about a millisecond (`bench.unit`), run on the server's core before it starts and after it
has ended, or a game takes more than 100 kB. On a busy machine, `chrt -r 3` gives both processes priority.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.lines import ROOT, Server
from bench.rooms_played import Rooms
from bench.unit import Unit, bar

LIMIT, LIMIT_BYTES = 50.0, 100_000
"""Largest 99th-percentile latency of a stroke, in late loops of `bench.unit`, and largest memory of a game in bytes."""
PLENTY = "1000000,1000000"
"""A rate limit that never applies; needed because all players come from one address."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--rooms", default="400,1000,2000", help="numbers of games to measure (default: 400,1000,2000)")
    parser.add_argument(
        "--seconds", type=float, default=30, help="seconds of measurement for each number (default: 30)"
    )
    parser.add_argument("--every", type=float, default=10, help="seconds between two strokes of a game (default: 10)")
    parser.add_argument("--viewers", type=int, default=0, help="spectators of each game (default: 0)")
    parser.add_argument(
        "--encoding",
        choices=("packed", "deflate", "plain"),
        default="packed",
        help="encoding of recordings (default: packed)",
    )
    parser.add_argument(
        "--films", action="store_true", help="send strokes with their films, as to clients that do not play them"
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed of games and strokes (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Measure each number of games and print a line for each; return the exit code."""
    rungs = [_rung(int(rooms), args) for rooms in args.rooms.split(",")]
    return int(not all(rung["met"] and rung["room"] <= LIMIT_BYTES for rung in rungs))


def _rung(rooms: int, args: argparse.Namespace) -> dict[str, float]:
    """Measure one number of games and print its line."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = Rooms(rooms, args.seed, args.viewers)
        games.write(folder / "games.db")
        os.sched_setaffinity(0, {cores[0]})
        unit = Unit().sample()
        lines = str((2 + args.viewers) * rooms + 64)
        server = Server(
            folder, "serve", "--allow-metrics", "127.0.0.1", "--connections", lines, "--connections-per-address", lines,
            "--open-requests", lines, "--open-requests-per-address", lines, "--games", str(rooms + 64),
            "--messages", PLENTY, "--requests", PLENTY, "--computing-time", PLENTY, "--new-games", PLENTY,
        )  # fmt: skip
        os.sched_setaffinity(0, set(cores[-1:]))
        try:
            _wait_until_warm(server)
            answer = _played(server, games, folder, args)
        finally:
            server.end()
            os.sched_setaffinity(0, {cores[0]})
            unit.sample()
            os.sched_setaffinity(0, cores)
    found = _printed(rooms, answer, games.held())
    late = found["p99"] / 1000 / unit.late
    return found | {"met": bar(f"99 % latency with {rooms} games ({unit})", late, "late loops", most=LIMIT)}


def _wait_until_warm(server: Server) -> None:
    """Wait until the kernels are loaded."""
    from bench.slow_clients import warm

    warm(server.address)
    time.sleep(1)


def _played(server: Server, games: Rooms, folder: Path, args: argparse.Namespace) -> dict[str, float]:
    """Run the players in their own process; return their measurements and the server's resource use."""
    plan = folder / "plan.json"
    plan.write_text(json.dumps(games.keys()))
    words = [server.address, plan, args.seconds, args.every, args.encoding, args.seed, int(args.films)]
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.rooms_players", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    before = _memory(server.process)
    answer: dict[str, float] = json.loads(process.stdout.readline())
    answer["memory"] = _memory(server.process) - before
    paused, used, began = _paused(server), _processor(server.process), time.monotonic()
    process.stdin.write("play\n")
    process.stdin.flush()
    answer |= json.loads(process.stdout.readline())
    seconds = time.monotonic() - began
    answer["used"] = _processor(server.process) - used
    answer["grown"] = _memory(server.process) - before
    answer["share"] = answer["used"] / seconds
    answer |= {name: value - paused[name] for name, value in _paused(server).items()}
    process.wait()
    return answer


def _printed(rooms: int, answer: dict[str, float], held: list[int]) -> dict[str, float]:
    """Print the results for one number of games, and return them."""
    strokes = max(1.0, answer["strokes"])
    answer["room"] = statistics.mean(held)
    print(
        f"{rooms} games, {strokes / answer['seconds']:.0f} strokes/s: "
        f"stroke to recording {answer['p50']:.1f} ms median, "
        f"{answer['p99']:.1f} ms 99 %, {answer['worst']:.0f} ms worst; "
        f"{1000 * answer['used'] / strokes:.2f} ms of processor "
        f"time and {answer['bytes']:.0f} bytes per stroke, {100 * answer['share']:.0f} % of a core; "
        f"opened in {answer['opening']:.1f} s; "
        f"{answer['memory'] / rooms / 1000:.0f} kB per connected game, "
        f"{answer['grown'] / rooms / 1000:.0f} after play, "
        f"{answer['room'] / 1000:.0f} the game alone; garbage collector {1000 * answer['collector']:.0f} ms in "
        f"{answer['collections']:.0f} runs; refused {answer['refused']:.0f}",
        flush=True,
    )
    return answer


def _memory(process: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _processor(process: int) -> float:
    """Return the processor time that a process has used, in seconds over all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _paused(server: Server) -> dict[str, float]:
    """Return the garbage collector's total pause time (s) and number of pauses, from the server's metrics."""
    found = {"collector": 0.0, "collections": 0.0}
    for line in urllib.request.urlopen(f"{server.address}metrics").read().decode().splitlines():
        if line.startswith('carrom_pause_seconds_sum{of="collector'):
            found["collector"] += float(line.split()[-1])
        if line.startswith('carrom_pause_seconds_count{of="collector'):
            found["collections"] += float(line.split()[-1])
    return found
