"""What a second process on a second core adds: the same strokes, alone and side by side.

Wall-clock time, because that is what a second core is for: it needs two idle cores to say anything.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_WORKER = """
import sys, time
from bench.physics import ours
from bench.physics.jobs import mid_job
job = mid_job(2000)
play = ours.runners(job)[ours.FULL]
play()
print("ready", flush=True)
sys.stdin.readline()
seconds, played, begun = float(sys.argv[1]), 0, time.perf_counter()
while time.perf_counter() - begun < seconds:
    play()
    played += len(job)
print(played / (time.perf_counter() - begun), flush=True)
"""


def scaling(seconds: float) -> float:
    """Return the strokes a second of two processes at once as a multiple of one's, each measured for `seconds`."""
    before = _rates(1, seconds)[0]
    together = sum(_rates(2, seconds))
    return together / max(before, _rates(1, seconds)[0])


def _rates(count: int, seconds: float) -> list[float]:
    command = [sys.executable, "-c", _WORKER, str(seconds)]
    workers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for _ in range(count)
    ]
    rates = []
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    for worker in workers:
        assert worker.stdout is not None
        rates.append(float(worker.stdout.readline()))
        worker.wait()
    return rates
