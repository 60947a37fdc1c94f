"""Measure the gain of a second process on a second core: the same strokes, alone and in parallel.

Measured in wall-clock time, which needs two idle cores to be meaningful, and in processor time, which other load
disturbs less: there the second process can slow the first only through caches and memory. A loop of plain Python, which
shares nothing, is measured in the same way for comparison.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STROKES = """
from bench.physics import ours
from bench.physics.jobs import mid_job
play = ours.runners(mid_job(2000))[ours.FULL]
"""
LOOP = """
def play():
    total = 0
    for number in range(200_000):
        total += number
"""
_WORKER = """
import sys, time
play()
print("ready", flush=True)
sys.stdin.readline()
seconds, played, begun, busy = float(sys.argv[1]), 0, time.perf_counter(), time.process_time()
while time.perf_counter() - begun < seconds:
    play()
    played += 1
print(played / (time.perf_counter() - begun), played / (time.process_time() - busy), flush=True)
"""


def scaling(seconds: float, work: str = STROKES) -> tuple[float, float]:
    """Return the throughput of two processes as a multiple of one: in wall-clock time, and in processor time."""
    before = _rates(1, seconds, work)
    together = _rates(2, seconds, work)
    after = _rates(1, seconds, work)
    clock, busy = (sum(two) / max(*one, *again) for two, one, again in zip(together, before, after, strict=True))
    return clock, busy


def _rates(count: int, seconds: float, work: str) -> tuple[list[float], list[float]]:
    """Return the rounds per second of this many parallel processes: in wall-clock time, and in processor time."""
    command = [sys.executable, "-c", work + _WORKER, str(seconds)]
    workers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for _ in range(count)
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    lines = []
    for worker in workers:
        assert worker.stdout is not None
        lines.append([float(word) for word in worker.stdout.readline().split()])
        worker.wait()
    clock, busy = zip(*lines, strict=True)
    return list(clock), list(busy)
