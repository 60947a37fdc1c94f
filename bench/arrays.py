"""`carrom bench arrays`: lawful steps a second on one core, beside the kernel alone and an engine that steps in time.

All figures are processor time, in turns and in one run, so that a busy machine slows them alike: read the ratios. The
conformance run plays every stroke in arrays and as a game and compares everything; its code lies in tests/arrays.
"""

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from carrom.arrays import Boards, Status, layout
from carrom.arrays.play import aimed_strokes, random_strokes
from carrom.physics.batch import _Job, _surfaces, batch
from carrom.rules.library import NAMES, named

PLAYERS = {"team-event": 4, "three-player": 3}
COUNT, WARM, LONGEST = 512, 120, 250


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench arrays`."""
    parser.add_argument("--steps", type=int, default=60, help="steps of 512 boards that are measured (60)")
    parser.add_argument("--rules", default="icf", choices=NAMES, help="the rule set (icf)")
    parser.add_argument("--conformance", type=int, metavar="STROKES", help="strokes a rule set to compare with games")
    parser.add_argument("--custom", type=int, metavar="SETS", default=0, help="random rules of one's own besides (0)")
    parser.add_argument("--only", choices=NAMES, help="the one rule set of the conformance run")


def run(args: argparse.Namespace) -> int:
    """Measure, or compare with games."""
    if args.conformance:
        return conformance(args.conformance, (args.only,) if args.only else NAMES, args.custom)
    for name, policy in (("random play", random_strokes), ("a decent player", aimed_strokes)):
        measure(args.rules, name, policy, args.steps)
    single(args.rules)
    arrays()
    stepping()
    return 0


def conformance(strokes: int, names: tuple[str, ...], custom: int) -> int:
    """Compare boards in arrays with games, and print what was met; a custom set gets a hundredth of the strokes."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    agree = importlib.import_module("arrays.agree")
    failed = 0
    sets = [(named(name), PLAYERS.get(name, 2), strokes) for name in names]
    own = agree.custom_sets(random.Random(1))
    sets += [(*next(own), max(1, strokes // 100)) for _ in range(custom)]
    for number, (rules, players, count) in enumerate(sets):
        found = agree.compare(rules, players, count, seed=number)
        met = f"{found.keys} keys, {dict(found.met)}"
        name = f"{rules.name}, {players} players" + (f" ({rules.extends}: {rules.changes})" if rules.extends else "")
        print(f"{name}: {found.strokes} strokes, {len(found.differences)} differences, {met}", flush=True)
        for difference in found.differences:
            print(difference)
        failed += len(found.differences)
    return int(failed > 0)


def timed(act: Callable[..., Any], *given: Any) -> float:
    """Return the processor time of a call, in s."""
    start = time.process_time()
    act(*given)
    return time.process_time() - start


def measure(rules: str, name: str, policy: Callable[[Boards, np.random.Generator], Any], steps: int) -> None:
    """Print lawful steps a second with racks anew: while the table is being filled, and again once it is."""
    table = None
    for told in ("new keys among them", "no key new"):
        boards, dice = Boards(COUNT, rules, PLAYERS.get(rules, 2), table=table, threads=1), np.random.default_rng(0)
        boards.reset(np.arange(COUNT))
        spent: list[tuple[float, float, float]] = []
        for turn in range(WARM + steps):
            strokes = policy(boards, dice)
            kernel, step = timed(alone, boards, strokes), timed(boards.step, strokes)
            over = (boards.status != Status.STRIKE) | (boards.info[:, layout.STROKES] > LONGEST)
            racks = timed(boards.reset, np.arange(COUNT) + turn * COUNT, over) if over.any() else 0.0
            spent.append((kernel, step, racks))
        kernels, stepping, racking = np.array(spent[WARM:]).T
        count, table = steps * COUNT, boards.table
        print(
            f"{name}, {rules}, {told}: {count / (stepping.sum() + racking.sum()):,.0f} lawful steps a second, kernel "
            f"alone {count / kernels.sum():,.0f}; the rest takes {1 - kernels.sum() / stepping.sum():.1%} of a step, "
            f"racks {racking.sum() / count * 1e6:.2f} µs; {len(table)} keys"
        )


def alone(boards: Boards, strokes: Any) -> None:
    """Play the strokes with the kernel and nothing else, from the same places."""
    kernel = boards.kernel
    quarters = boards.info[:, layout.TURN].copy()
    rows = np.arange(boards.count)
    job = _Job(boards.places, strokes, True, quarters, _surfaces("club", boards.count), boards.equipment)
    job._play((kernel.profile, rows, 0, boards.count), job._room())


def single(rules: str) -> None:
    """Print steps a second of one board alone."""
    boards, dice = Boards(1, rules, PLAYERS.get(rules, 2), threads=1), np.random.default_rng(0)
    boards.reset([0])
    spent = 0.0
    for turn in range(2_000):
        strokes = random_strokes(boards, dice)
        spent += timed(boards.step, strokes)
        if boards.status[0] != Status.STRIKE or boards.info[0, layout.STROKES] > LONGEST:
            boards.reset([turn])
    print(f"one board alone, {rules}: {2_000 / spent:,.0f} lawful steps a second")


def arrays() -> None:
    """Print the speed of a batch in arrays beside its kernel, on mid-game boards in turns."""
    boards, dice = Boards(COUNT, threads=1), np.random.default_rng(0)
    boards.reset(np.arange(COUNT))
    for _ in range(30):
        boards.step(aimed_strokes(boards, dice))
    strokes, quarters = aimed_strokes(boards, dice), boards.info[:, layout.TURN].copy()
    playing = boards.status == Status.STRIKE
    places, strokes, quarters = boards.places[playing], strokes[playing], quarters[playing]
    best = [1e9, 1e9]
    job = _Job(places, strokes, True, quarters, _surfaces("club", len(places)), boards.equipment)
    room, rows = job._room(), np.arange(len(places))
    for _ in range(15):
        best[0] = min(best[0], timed(lambda: batch(places, strokes, quarters, paired=True, threads=1)))
        best[1] = min(best[1], timed(lambda: job._play((job.kernel.profile, rows, 0, len(rows)), room)))
    print(f"a batch in arrays: {len(places) / best[0]:,.0f} strokes a second, {best[1] / best[0]:.2f} of its kernel")


def stepping() -> None:
    """Print the lawful step beside pymunk's loop at 1 kHz, on the same boards."""
    try:
        from bench.physics.pymunk_peer import play
    except ImportError as missing:
        print(f"pymunk: not here ({missing})")
        return
    boards, dice = Boards(64, threads=1), np.random.default_rng(0)
    boards.reset(np.arange(64))
    for _ in range(20):
        boards.step(aimed_strokes(boards, dice))
    strokes = aimed_strokes(boards, dice)
    picks = np.nonzero((boards.status == Status.STRIKE) & (boards.info[:, layout.TURN] == 0))[0][:8]
    peer = 0.0
    for b in picks:
        start = np.vstack((launch(boards, strokes[b]), lying(boards, b)))
        peer += timed(play, start, 1000)
    kept = boards.info.copy(), boards.places.copy(), boards.queues.copy()
    ours = 1e9
    for _ in range(10):
        boards.info[:], boards.places[:], boards.queues[:] = kept
        ours = min(ours, timed(boards.step, strokes))
    print(f"beside pymunk at 1 kHz: {peer / len(picks) / (ours / 64):,.0f} times as fast")


def launch(boards: Boards, stroke: Any) -> Any:
    """Return place and velocity of south's striker in SI units."""
    x, vx, vy, y, _ = stroke / 1e6
    return np.array([[x, y - boards.equipment.baseline / 1e6, vx, vy]])


def lying(boards: Boards, b: int) -> Any:
    """Return places of the men of a board, at rest, in SI units."""
    men = boards.places[b][boards.places[b, :, 0] != layout.NOWHERE] / 1e6
    return np.column_stack((men, np.zeros_like(men)))
