"""Measure analyses: accuracy of predictions, time to the first lines, and the effect on play beside them.

python bench/analysis.py promise --positions 60     predicted value of lines, and the value on other random samples
python bench/analysis.py first --positions 20       time to the first lines, and to the first lines with details
python bench/analysis.py best --positions 40        what the first lines win after 5 s, on other random samples
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
from carrom.analysis.messages import Analysis
from carrom.analysis.requests import PositionRequest
from carrom.child_process import LAST
from carrom.engine.engine import Engine
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import level_named
from carrom.engine.rollouts import deviates
from carrom.engine.situation import Situation
from carrom.files import append, recorded
from carrom.practice.setup import moment_of
from carrom.values import Value

MEN = (17, 14, 11, 8, 5, 3)
SEEDS = 100_000
"""First seed of the positions of `best`."""


class Found(Value, frozen=True):
    """What the lines of an analysis win on other samples, as recorded."""

    seed: int
    first: float
    lines: float
    """Mean of all lines."""


def promise(given: argparse.Namespace) -> None:
    """Print by how much the predicted values of the first lines, and of all, exceed those on other samples."""
    hand = level_named(given.level).hand
    first: list[float] = []
    every: list[float] = []
    bins: dict[int, list[tuple[float, float]]] = {}
    for seed in range(given.positions):
        situation = scattered(seed, MEN[seed % len(MEN)])
        analysis = [
            each for each in analyse(situation, hand, stages=given.stages, seconds=1e9) if isinstance(each, Analysis)
        ]
        on_others, _ = _on_other_samples(situation, hand, analysis[-1], seed)
        for place, (line, came) in enumerate(zip(analysis[-1].lines, on_others, strict=True)):
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
        for analysis in analyse(scattered(seed, MEN[seed % len(MEN)]), hand, stages=1):
            if isinstance(analysis, Analysis) and not seen:
                soon.append(time.process_time() - began)
                seen = True
            elif isinstance(analysis, Analysis) and analysis.done:
                whole.append(time.process_time() - began)
    for name, times in (("first lines", soon), ("with details", whole)):
        times.sort()
        print(f"{name:12} median {1000 * statistics.median(times):.0f} ms, slowest {1000 * times[-1]:.0f} ms")


def best(given: argparse.Namespace) -> None:
    """Print what the first lines win on other samples, and how much more than those that another version recorded."""
    hand = level_named(given.level).hand
    other = {each.seed: each for each in recorded(given.against, Found)}
    found = []
    for seed in range(SEEDS, SEEDS + given.positions):
        situation = scattered(seed, MEN[seed % len(MEN)])
        analysis = analyse(situation, hand, seconds=given.seconds, seed=seed, clock=time.process_time)
        *_, last = (each for each in analysis if isinstance(each, Analysis))
        _, wins = _on_other_samples(situation, hand, last, seed)
        found.append(Found(seed, wins[0], statistics.mean(wins)))
        append(given.record, found[-1])
    print(
        f"win on other samples: first lines {statistics.mean(each.first for each in found):.4f}, "
        f"all lines {statistics.mean(each.lines for each in found):.4f} ({len(found)} positions)"
    )
    pairs = [(each, other[each.seed]) for each in found if each.seed in other]
    for name in ("first", "lines") if pairs else ():
        gaps = [100.0 * (getattr(new, name) - getattr(old, name)) for new, old in pairs]
        error = 1.96 * statistics.pstdev(gaps) / math.sqrt(len(gaps))
        print(f"{name:6} {statistics.mean(gaps):+.2f} ± {error:.2f} points of a hundred more ({len(gaps)})")


def _on_other_samples(
    situation: Situation, hand: HandNoise, analysis: Analysis, seed: int
) -> tuple[list[float], list[float]]:
    """Return how often each line succeeds, and how often it wins, on samples that no analysis uses."""
    study = BestStrokeSearch(situation, hand, 10_000 + seed)
    rows = np.array([as_row(line.stroke) for line in analysis.lines], dtype=np.int64)
    classes, lies = study.tries.rate(rows, deviates(FRESH, Random(f"other {seed}")), 0, FRESH)
    wins, _ = study.gains.of(classes, lies)
    return study.gains.prices.kept[classes].mean(axis=1).tolist(), wins.mean(axis=1).tolist()


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
    parser.add_argument("what", choices=["promise", "first", "best", "play"])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--strokes", type=int, default=40)
    parser.add_argument("--stages", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time of an analysis, for `best`")
    parser.add_argument("--record", type=Path, help="file that `best` writes its results to, one a line")
    parser.add_argument("--against", type=Path, help="such a file of another version, to compare with")
    parser.add_argument("--level", default="state")
    given = parser.parse_args()
    {"promise": promise, "first": first, "best": best, "play": play}[given.what](given)


if __name__ == "__main__":
    main()
