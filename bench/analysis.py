"""Measure analyses: accuracy of predictions, time to the first lines, and the effect on play beside them.

python bench/analysis.py promise --positions 60     predicted value of lines, and the value on other random samples
python bench/analysis.py first --positions 20       time to the first lines, and to the first lines with details
python bench/analysis.py play --strokes 40          a level's stroke beside two analyses, and alone

Times are processor time of this process, as ratios within one run.
"""

import argparse
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from engine import scattered

from carrom.analysis.analysis import analyse
from carrom.analysis.best_strokes import FRESH, BestStrokeSearch, as_row
from carrom.analysis.low_priority import LAST
from carrom.analysis.messages import Analysis
from carrom.analysis.requests import PositionRequest
from carrom.engine.play.engine import Engine
from carrom.engine.play.levels import level_named
from carrom.engine.rollouts.runner import deviates, warm
from carrom.practice.setup import moment_of

MEN = (17, 14, 11, 8, 5, 3)


def promise(given: argparse.Namespace) -> None:
    """Print by how much the predicted values of the first lines, and of all, exceed those on other samples."""
    hand = level_named(given.level).hand
    first: list[float] = []
    every: list[float] = []
    bins: dict[int, list[tuple[float, float]]] = {}
    for seed in range(given.positions):
        situation = scattered(seed, MEN[seed % len(MEN)])
        told = [
            each for each in analyse(situation, hand, stages=given.stages, seconds=1e9) if isinstance(each, Analysis)
        ]
        study = BestStrokeSearch(situation, hand, 10_000 + seed)
        noise = deviates(FRESH, Random(f"other {seed}"))
        for place, line in enumerate(told[-1].lines):
            classes, lies = study.tries.rate(np.array([as_row(line.stroke)], dtype=np.int64), noise, 0, FRESH)
            study.gains.of(classes, lies)
            came = float(study.gains.prices.kept[classes].mean())
            every.append(line.success - came)
            bins.setdefault(min(9, int(10 * line.success)), []).append((line.success, came))
            if place == 0:
                first.append(line.success - came)
    for name, gaps in (("first lines", first), ("all lines", every)):
        error = 1.96 * statistics.pstdev(gaps) / math.sqrt(len(gaps))
        print(f"{name:12} predicted {100 * statistics.mean(gaps):+.2f} ± {100 * error:.2f} too high ({len(gaps)})")
    for tenth, pairs in sorted(bins.items()):
        said, came = (statistics.mean(column) for column in zip(*pairs, strict=True))
        bounds = f"{10 * tenth:3d} % to {10 * tenth + 10:3d} %"
        print(f"  {bounds}: predicted {100 * said:.1f}, observed {100 * came:.1f} ({len(pairs)})")


def first(given: argparse.Namespace) -> None:
    """Print the processor time to the first lines, and to the details of the first line."""
    hand = level_named(given.level).hand
    soon, whole = [], []
    for seed in range(given.positions):
        began, seen = time.process_time(), False
        for told in analyse(scattered(seed, MEN[seed % len(MEN)]), hand, stages=1):
            if isinstance(told, Analysis) and not seen:
                soon.append(time.process_time() - began)
                seen = True
            elif isinstance(told, Analysis) and told.done:
                whole.append(time.process_time() - began)
    for name, times in (("first lines", soon), ("with details", whole)):
        times.sort()
        print(f"{name:12} median {1000 * statistics.median(times):.0f} ms, slowest {1000 * times[-1]:.0f} ms")


def play(given: argparse.Namespace) -> None:
    """Print the wall-clock time of a level's stroke beside two low-priority analyses, and alone."""
    engine = Engine(level_named(given.level))
    alone, beside = [], []
    for start in range(0, given.strokes, 10):
        for times, busy in ((alone, 0), (beside, 2)):
            with _analysing(busy):
                for seed in range(start, min(start + 10, given.strokes)):
                    began = time.monotonic()
                    engine.choose(scattered(seed, MEN[seed % len(MEN)]), Random(seed))
                    times.append(time.monotonic() - began)
    without, with_two = statistics.median(alone), statistics.median(beside)
    print(
        f"alone {1000 * without:.0f} ms, beside two analyses {1000 * with_two:.0f} ms: {with_two / without:.2f} times"
    )


@contextmanager
def _analysing(count: int) -> Iterator[None]:
    """Run this many analysis processes for ten minutes, at the low priority that the server gives them (Linux)."""
    words = [sys.executable, "-m", "carrom.analysis.worker"]
    running = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) for _ in range(count)]
    for seed, each in enumerate(running):
        situation = scattered(1_000 + seed, 14)
        job = PositionRequest(moment=moment_of(situation.round, situation.position), seconds=600.0)
        assert each.stdin is not None
        each.stdin.write(msgspec.json.encode(job) + b"\n")
        each.stdin.flush()
    for each in running:
        _wait_until_it_comes_last(each.pid)
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def _wait_until_it_comes_last(pid: int) -> None:
    """Wait until an analysis process has lowered its own priority, at most one minute."""
    ends = time.monotonic() + 60.0
    while time.monotonic() < ends:
        threads = Path(f"/proc/{pid}/task")
        if any(os.getpriority(os.PRIO_PROCESS, int(each.name)) == LAST for each in threads.iterdir()):
            return
        time.sleep(0.1)


def main() -> None:
    """Parse the command line and run one measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["promise", "first", "play"])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--strokes", type=int, default=40)
    parser.add_argument("--stages", type=int, default=3)
    parser.add_argument("--level", default="state")
    given = parser.parse_args()
    warm()
    {"promise": promise, "first": first, "play": play}[given.what](given)


if __name__ == "__main__":
    main()
