"""Measure whether background jobs slow down play: stroke latency with a full and an empty job queue, in one run.

    python -m bench.jobs                  # 6 turns of 10 s, 6 games with a stroke per second each
    python -m bench.jobs --turns 12 --games 12

Starts a real server with its own worker on an empty folder. The queue is filled with analyses of positions and emptied
from outside, in alternating turns. Prints p50 and p99 of the stroke latency for both, and the ratio of the p99s with a
bootstrap interval over the turns.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from agreed import friends, new_game  # noqa: E402
from server.serving import Carrom, page  # noqa: E402

from carrom import protocol  # noqa: E402
from carrom.analysis.requests import PositionRequest  # noqa: E402
from carrom.board.stroke import Stroke  # noqa: E402
from carrom.practice.setup import SetupPosition  # noqa: E402
from carrom.server.ops.jobs import HOUSE, JobKind, JobQueue  # noqa: E402
from carrom.storage.store import Store  # noqa: E402

POSITION = "c1_W1.300000.300000_B1.-100000.50000_B2.-200000.-50000"
FULL = 64
"""Number of waiting jobs in a full queue."""
BEFORE = 3.0
"""Seconds at the beginning of a turn that are not measured, while the worker starts or finishes its job."""


async def heard(line: ClientConnection) -> protocol.ServerMessage:
    """Receive the next message."""
    said = await line.recv()
    if isinstance(said, bytes):
        import zlib

        said = zlib.decompress(said, wbits=-15).decode()
    return protocol.decode_server(said)


async def game(address: str, number: int, pace: float, times: list[float]) -> None:
    """Play a game with a stroke every `pace` seconds, and store how long each recording takes to arrive, in ms."""
    async with connect(address.replace("http", "ws") + "ws", origin=address[:-1], max_size=None) as line:
        await line.send(protocol.encode(new_game(friends(), nonce=f"bench-{number:010d}")))
        while not isinstance(snapshot := await heard(line), protocol.Snapshot):
            pass
        version, state = snapshot.version, snapshot.state
        await asyncio.sleep(random.random() * pace)
        count = 0
        while state.turn is not None:
            count += 1
            began = time.perf_counter()
            stroke = Stroke(0, 0, 300_000 + count)
            nonce = f"bench-{number:04d}-{count:06d}"
            command = protocol.Strike(nonce=nonce, version=version, seat=state.turn, stroke=stroke)
            await line.send(protocol.encode(command))
            while not isinstance(told := await heard(line), protocol.Played):
                assert not isinstance(told, protocol.Refused), told
            times.append((time.perf_counter() - began) * 1000)
            version, state = told.version, told.state
            await asyncio.sleep(max(0.0, pace - (time.perf_counter() - began)))


def fill(queue: JobQueue, turn: int) -> None:
    """Fill the queue with analyses that were never requested before."""
    for number in range(FULL):
        asked = PositionRequest(
            moment=SetupPosition(position=POSITION, queen="mover"), hand=f"{1 + turn + number / 1000}", seconds=20
        )
        queue.ask(JobKind.POSITION, msgspec.json.encode(asked).decode(), HOUSE, 20)


def empty(queue: JobQueue) -> int:
    """Delete every job, running or not; return how many there were."""
    return len(queue.database.do("DELETE FROM job WHERE kind = 'position' RETURNING id", ()))


async def measured(args: argparse.Namespace, address: str, queue: JobQueue) -> dict[bool, list[list[float]]]:
    """Play, and return the latencies of each turn with the queue empty (False) and full (True)."""
    found: dict[bool, list[list[float]]] = {False: [], True: []}
    times: list[float] = []
    games = [asyncio.create_task(game(address, number, args.pace, times)) for number in range(args.games)]
    await asyncio.sleep(3)
    for turn in range(args.turns):
        full = bool(turn % 2)
        await asyncio.to_thread(fill, queue, turn) if full else await asyncio.to_thread(empty, queue)
        await asyncio.sleep(BEFORE)
        times.clear()
        await asyncio.sleep(args.seconds)
        found[full].append(list(times))
        assert all(not each.done() for each in games), [each for each in games if each.done()]
    for each in games:
        each.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    return found


def p(share: float, times: list[float]) -> float:
    """Return a percentile; `share` is from 0 to 1."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def ratio(found: dict[bool, list[list[float]]], rng: random.Random) -> float:
    """Return the ratio of the p99s for turns that are resampled with replacement."""
    drawn = {full: [each for _ in turns for each in rng.choice(turns)] for full, turns in found.items()}
    return p(0.99, drawn[True]) / p(0.99, drawn[False])


def main() -> int:
    """Parse the command line, measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--pace", type=float, default=1.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="carrom-jobs-") as folder:
        data = Path(folder) / "data"
        carrom = Carrom(page(Path(folder) / "page"), data)
        store = Store(data / "games.db")
        try:
            found = asyncio.run(measured(args, carrom.address, JobQueue(store.database)))
        finally:
            store.close()
            carrom.kill()
    flat = {full: [each for turn in turns for each in turn] for full, turns in found.items()}
    rng = random.Random(1)
    drawn = sorted(ratio(found, rng) for _ in range(1000))
    told = {
        "load": os.getloadavg()[0],
        **{
            f"{'full' if full else 'empty'}": {
                "strokes": len(times),
                "p50_ms": round(statistics.median(times), 1),
                "p99_ms": round(p(0.99, times), 1),
            }
            for full, times in flat.items()
        },
        "p99_full_to_empty": round(p(0.99, flat[True]) / p(0.99, flat[False]), 2),
        "interval_95": [round(drawn[25], 2), round(drawn[975], 2)],
        "p50_full_to_empty": round(statistics.median(flat[True]) / statistics.median(flat[False]), 2),
    }
    print(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
