"""What a GPU would bring, estimated from what the processor shows: arithmetic, divergence, memory, boards in lockstep.

Nothing here runs on a GPU. The figures and what follows from them are in docs/explanation/gpu.md.

carrom bench gpu_estimate
"""

import argparse
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import Boards, Branches, layout
from carrom.arrays.random_play import aimed_strokes
from carrom.board.equipment import STANDARD
from carrom.physics import warm
from carrom.physics.batch import measures, sizes
from carrom.physics.kernel import compiled, stroke_batch
from carrom.physics.kernel import layout as kernel_layout
from carrom.physics.simulate import parameters
from carrom.physics.surface import PRESETS

LANES = 32
"""Boards that a GPU runs in lockstep."""
PAIRS = [(i, j) for i in range(20) for j in range(i)]
ALIKE = 2e-9


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--boards", type=int, default=2_048, help="boards whose events are counted (default: 2048)")
    parser.add_argument("--counted", type=int, default=24, help="strokes whose arithmetic is counted (default: 24)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")


def run(args: argparse.Namespace) -> int:
    """Print the measurements."""
    warm()
    places, strokes, quarters, events = played(args.boards, args.seed)
    state, marks = kernel_layout.STATE * 8, kernel_layout.MARKS * 8
    print(f"memory of a board: {state} bytes of floats, {marks} of marks, {state + marks} together")
    for name, rows in (("breaks", events[:, 0]), ("strokes 2 to 25", events[:, 1:].T.reshape(-1))):
        told(name, rows)
    counted(places, strokes, quarters, args.counted)
    lockstep(args.seed)
    branches(args.seed)
    return 0


def played(count: int, seed: int) -> tuple[NDArray[Any], ...]:
    """Play 25 strokes on each board; return positions, strokes and seats of the last one, and the events of all."""
    boards, dice = Boards(count, threads=1), np.random.default_rng(seed)
    boards.reset(np.arange(count))
    events = np.zeros((count, 25), dtype=np.int64)
    used = 0.0
    for step in range(25):
        over = boards.status != layout.Status.STRIKE
        boards.reset(dice.integers(0, 1 << 40, count), over)
        strokes = aimed_strokes(boards, dice)
        places, quarters = boards.places.copy(), boards.info[:, layout.TURN].copy()
        begun = process_time()
        boards.step(strokes)
        used += process_time() - begun if step else 0.0
        events[:, step] = boards.seen.facts[:, stroke_batch.F_EVENTS]
    rate = count * 24 / used
    mean = events[:, 1:].mean()
    print(f"one core, strokes 2 to 25 with their rulings: {rate:,.0f} strokes/s, {1e9 / rate / mean:,.0f} ns an event")
    return places, strokes, quarters, events


def told(name: str, events: NDArray[np.int64]) -> None:
    """Print how unequal strokes are: the longest of 32 in lockstep against the mean."""
    groups = events[: len(events) // LANES * LANES].reshape(-1, LANES)
    ratio, middle = groups.max(axis=1) / groups.mean(axis=1), events.mean()
    print(
        f"events of {name}: mean {middle:.1f}, median {np.median(events):.0f}, 99 % {np.quantile(events, 0.99):.0f}, "
        f"most {events.max()}; longest of {LANES} over their mean: {groups.max(axis=1).mean() / middle:.2f} "
        f"(90 % of groups below {np.quantile(ratio, 0.9):.2f})"
    )


# -- arithmetic of a stroke -------------------------------------------------------------------------------------------


class Counted(float):
    """A float whose arithmetic is counted."""

    operations = 0


def _counting(name: str) -> Any:
    plain = getattr(float, name)

    def operation(self: Counted, *other: float) -> Any:
        Counted.operations += 1
        found = plain(self, *other)
        return Counted(found) if type(found) is float else found

    return operation


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "neg", "lt", "le", "gt", "ge"):
    setattr(Counted, f"__{_name}__", _counting(f"__{_name}__"))


def counted(places: NDArray[Any], strokes: NDArray[Any], quarters: NDArray[Any], count: int) -> None:
    """Print the floating-point operations and comparisons of strokes, counted in the interpreted kernel.

    A number that no counted float entered, such as a square root, is not counted: the counts are slightly low.
    """
    kernel = compiled.interpreted()
    world = [Counted(each) for each in parameters(PRESETS["club"], STANDARD)]
    operations, events = 0, 0
    for row in range(count):
        state, marks = kernel.floats(kernel_layout.STATE), kernel.integers(kernel_layout.MARKS)
        log = kernel.floats(1_024 * kernel_layout.E_WIDTH)
        n = stroke_batch.lay(
            state, list(sizes(STANDARD)), list(measures(STANDARD)), places, row, strokes, row, int(quarters[row])
        )
        state[:] = [Counted(each) for each in state]
        Counted.operations = 0
        found = kernel.play(kernel.profile, state, marks, world, log, n)
        operations, events = operations + Counted.operations, events + found
    print(
        f"arithmetic of {count} strokes: {operations / count:,.0f} operations a stroke, "
        f"{operations / events:,.0f} an event"
    )


# -- boards in lockstep -----------------------------------------------------------------------------------------------


def next_contact(x: Any, v: Any, pairs: Any, reach: float, out: Any) -> None:
    """Write the first time of contact of any two discs of each board, one board after the other, with early exits.

    x, v are (boards, 2, discs): constant velocities, the first step of the kernel's search.
    """
    for b in range(len(x)):
        first = 1e30
        for p in range(len(pairs)):
            i, j = pairs[p, 0], pairs[p, 1]
            dx = x[b, 0, i] - x[b, 0, j]
            dy = x[b, 1, i] - x[b, 1, j]
            ux = v[b, 0, i] - v[b, 0, j]
            uy = v[b, 1, i] - v[b, 1, j]
            along = dx * ux + dy * uy
            if along >= 0.0:
                continue
            a = ux * ux + uy * uy
            inside = along * along - a * (dx * dx + dy * dy - reach * reach)
            if inside < 0.0:
                continue
            t = (-along - inside**0.5) / a
            if t < first:
                first = t
        out[b] = first


def next_contact_lanes(x: Any, v: Any, pairs: Any, reach: float, out: Any) -> None:
    """The same with the boards in lanes: x, v are (groups, 2, discs, 32), and every lane computes every pair."""
    for g in range(len(x)):
        for lane in range(32):
            out[g, lane] = 1e30
        for p in range(len(pairs)):
            i, j = pairs[p, 0], pairs[p, 1]
            for lane in range(32):
                dx = x[g, 0, i, lane] - x[g, 0, j, lane]
                dy = x[g, 1, i, lane] - x[g, 1, j, lane]
                ux = v[g, 0, i, lane] - v[g, 0, j, lane]
                uy = v[g, 1, i, lane] - v[g, 1, j, lane]
                along = dx * ux + dy * uy
                a = ux * ux + uy * uy
                inside = along * along - a * (dx * dx + dy * dy - reach * reach)
                meets = (along < 0.0) & (inside >= 0.0)
                t = (-along - max(inside, 0.0) ** 0.5) / (a if a > 0.0 else 1.0)
                t = t if meets else 1e30
                out[g, lane] = t if t < out[g, lane] else out[g, lane]


def lockstep(seed: int) -> None:
    """Print the time of the contact search one by one and in lanes, with all discs moving and with three."""
    import numba

    one, many = (numba.njit(each, error_model="numpy") for each in (next_contact, next_contact_lanes))
    dice, count = np.random.default_rng(seed), 32 * 64
    pairs = np.array(PAIRS)
    for moving in (20, 3):
        x, v = dice.uniform(-0.35, 0.35, (count, 2, 20)), dice.normal(0, 1, (count, 2, 20))
        v[:, :, moving:] = 0.0
        xs, vs = (np.ascontiguousarray(a.reshape(-1, 32, 2, 20).transpose(0, 2, 3, 1)) for a in (x, v))
        alone, lanes = np.zeros(count), np.zeros((count // 32, 32))
        times = []
        for function, given, out in ((one, (x, v), alone), (many, (xs, vs), lanes)):
            function(*given, pairs, 0.0318, out)
            begun = process_time()
            for _ in range(20):
                function(*given, pairs, 0.0318, out)
            times.append((process_time() - begun) / 20 / count * 1e6)
        assert np.allclose(alone, lanes.reshape(-1), rtol=ALIKE), "lanes differ"
        print(
            f"contact search, {moving} of 20 discs moving: {times[0]:.2f} µs a board one by one, {times[1]:.2f} in "
            f"lanes of {LANES}; ratio {times[0] / times[1]:.2f}"
        )


# -- positions × strokes ----------------------------------------------------------------------------------------------


def branches(seed: int) -> None:
    """Print the time of 64 positions × 32 strokes in one call against a loop over strokes and over positions."""
    boards, dice = Boards(64, threads=1), np.random.default_rng(seed)
    boards.reset(np.arange(64))
    for _ in range(8):
        boards.step(aimed_strokes(boards, dice))
    strokes = np.stack([aimed_strokes(boards, dice) for _ in range(32)], axis=1)
    wide, single = Branches(boards, 32), Boards(1, threads=1)
    wide.step(strokes)
    begun = process_time()
    for _ in range(5):
        wide.step(strokes)
    at_once = (process_time() - begun) / 5
    begun = process_time()
    for k in range(64):
        for m in range(32):
            single.info[0], single.places[0], single.queues[0] = boards.info[k], boards.places[k], boards.queues[k]
            single.step(strokes[k, m : m + 1])
    loop = process_time() - begun
    print(
        f"64 positions × 32 strokes with rulings: {2048 / at_once:,.0f} strokes/s at once, {2048 / loop:,.0f} in "
        f"a loop; ratio {loop / at_once:.1f}"
    )
