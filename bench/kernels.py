"""Compare the native kernels with those of another checkout: the same strokes in turn, time, and every result.

    carrom bench kernels OLD/src/carrom/compiling/objects/kernels-….so --repetitions 150

Breaks, strokes of the middle game, and samples of the engine's search; the ratios of all pairs of runs are summed up:
what a change of the kernels costs. The other object's entries must take the same arguments.

Exit code 1 if a result differs, or if the native kernels take more than 1.1 times as long as the others.
"""

import argparse
import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from bench.engine import scattered

from carrom.board.equipment import STANDARD
from carrom.board.rack import nominal_rack
from carrom.compiling import native
from carrom.engine import rollouts
from carrom.engine.candidates import Grid
from carrom.engine.geometry import HandNoise
from carrom.errors import SetupError
from carrom.physics.batch import DISCS, LOG, measures, places_of, sizes
from carrom.physics.kernel import compiled, layout, stroke_batch
from carrom.physics.simulate import parameters
from carrom.physics.surface import surface

LIMIT = 1.1
Functions = dict[str, Callable[..., Any]]
Results = tuple[Any, ...]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("other", type=Path, metavar="OBJECT", help="native kernels of another checkout")
    parser.add_argument("--repetitions", type=int, default=7, help="runs of each; the fastest counts (default: 7)")
    parser.add_argument("--strokes", type=int, default=800, help="breaks of a run; ten times as many others")


def run(args: argparse.Namespace) -> int:
    """Print the times of both and their ratio; return 1 if a limit is missed."""
    ways = {"other": _entries(_opened(args.other)), "native": _native()}
    middle = [scattered(seed, 9).position for seed in range(8)]
    jobs = {
        "breaks": lambda functions: _strokes(functions, [nominal_rack()], args.strokes),
        "middle game": lambda functions: _strokes(functions, middle, 10 * args.strokes),
        "search": lambda functions: _search(functions, 2 * args.strokes),
    }
    is_missed = False
    for name, job in jobs.items():
        taken: dict[str, list[float]] = {way: [] for way in ways}
        results: dict[str, Results] = {}
        for turn in range(args.repetitions):
            for way in list(ways)[:: 1 if turn % 2 else -1]:
                seconds, results[way] = job(ways[way])
                taken[way].append(seconds)
        pairs = zip(results["other"], results["native"], strict=True)
        same = all(np.array_equal(one, its, equal_nan=True) for one, its in pairs)
        least = {way: min(each) for way, each in taken.items()}
        ratio = least["native"] / least["other"]
        print(f"{name:12} native {least['native'] * 1e6:6.1f} µs, other {least['other'] * 1e6:6.1f} µs, {ratio:.2f} "
              f"(at most {LIMIT}); results {'equal' if same else 'DIFFER'}")  # fmt: skip
        low, middle_one, high = np.percentile(np.divide(taken["native"], taken["other"]), [25, 50, 75])
        print(f"{'':12} median of {args.repetitions} ratios {middle_one:.3f}, quartiles {low:.3f} and {high:.3f}")
        is_missed |= not same or ratio > LIMIT
    return int(is_missed)


def _native() -> Functions:
    found = native.find()
    if not isinstance(found, native.Library):
        raise SetupError(found)
    print(f"native code for {found.level} instructions")
    return _entries(found)


def _opened(path: Path) -> native.Library:
    """Return the kernels of an object, whatever sources they were made of."""
    try:
        function = ctypes.CDLL(str(path)).carrom_sources
    except (OSError, AttributeError):
        raise SetupError(f"{path} cannot be opened as compiled kernels (kernels-….so).") from None
    function.restype, function.argtypes = ctypes.c_char_p, []
    found = native.load(path, function().decode())
    if not isinstance(found, native.Library):
        raise SetupError(found)
    return found


def _entries(found: native.Library) -> Functions:
    return {function.__name__: found.entry(function) for function in (*compiled.ENTRIES, *rollouts.ENTRIES)}


def _strokes(functions: Functions, positions: list[Any], count: int) -> tuple[float, Results]:
    """Play random strokes on positions; return seconds a stroke, and everything written."""
    draws, kernel = np.random.default_rng(1), compiled.Kernel(functions, True)
    turn, speed = draws.uniform(-0.5, 0.5, count), draws.uniform(2e6, 5e6, count)
    zeros = np.zeros(count)
    strokes = np.stack([zeros, speed * np.sin(turn), speed * np.cos(turn), zeros, zeros], axis=1).astype(np.int64)
    jobs = np.stack([np.arange(count) % len(positions), np.arange(count)], axis=1)
    state, marks, log = (
        kernel.floats(layout.STATE),
        kernel.integers(layout.MARKS),
        kernel.floats(LOG * layout.E_WIDTH),
    )
    written = (
        np.zeros((count, len(DISCS), 2), dtype=np.int64),
        np.zeros((count, len(DISCS))),
        np.zeros((count, len(DISCS))),
        np.zeros((count, stroke_batch.FACTS), dtype=np.int64),
    )
    given = (
        kernel.profile, state, marks, log, np.array([parameters(surface("club"), STANDARD)]),
        np.array(sizes(STANDARD)), np.array(measures(STANDARD)), places_of(positions),
        np.zeros(len(positions), dtype=np.int64), strokes, jobs, np.zeros(len(DISCS), dtype=np.int64),
        np.arange(count), 0, count,
    )  # fmt: skip
    began = time.process_time()
    kernel.play_many(*given, *written)
    return (time.process_time() - began) / count, written


def _search(functions: Functions, count: int) -> tuple[float, Results]:
    """Take samples of strokes over the whole range in three situations; return seconds a sample, and the results."""
    rollouts.use(compiled.Kernel(functions, True), functions)
    seconds, results, taken = 0.0, [], 0
    for seed, men in enumerate((17, 11, 5)):
        made = rollouts.RolloutRunner(scattered(seed, men), HandNoise(1.0, 0.1, 100))
        strokes = Grid.over(made.spans, 0, count, False).strokes
        noise = rollouts.deviates(64, Random(seed))
        began = time.process_time()
        results += made.rate(strokes, noise, 0, 1, 1)
        seconds += time.process_time() - began
        taken += len(strokes)
    return seconds / taken, tuple(results)
