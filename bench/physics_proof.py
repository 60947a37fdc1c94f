"""`carrom bench physics_proof`: long correctness tests of the kernel, as tabulated in docs/explanation/physics.md.

The independent implementations are in tests/physics_proof, whose tests run every proof with a few strokes.
"""

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROOFS = {
    "oracle": "the kernel against a full-rescan event search of the same motions",
    "table": "the kernel against the oracle with an exact friction law, on hard strokes with spin",
    "integrator": "the kernel against brute-force integration, step by step finer",
    "contacts": "contact times against polynomial roots to fifty digits",
    "peers": "stepping engines against the kernel, step by step finer",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench physics_proof`."""
    parser.add_argument("proof", choices=PROOFS, help="; ".join(f"{name}: {what}" for name, what in PROOFS.items()))
    parser.add_argument("--strokes", type=int, help="strokes of each kind (default: as in docs/explanation/physics.md)")


def run(args: argparse.Namespace) -> int:
    """Run one proof and print its table."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    proof: Callable[[int | None], int] = globals()[args.proof]
    return proof(args.strokes)


def _proof(name: str) -> Any:
    return importlib.import_module(f"physics_proof.{name}")


def oracle(strokes: int | None) -> int:
    """Print how far the results of kernel and oracle differ; return 1 if chaos does not explain a difference."""
    import numpy as np

    agreement, board, ours = _proof("agreement"), _proof("board"), _proof("ours")
    count = strokes or 10_000
    unexplained = 0
    figures = " ".join(f"{name:>9}" for name in ("median", "p99", "p99.9", "worst"))
    print(f"{'strokes':24} {'surface':12} {figures}  within 1e-8 m, rims met from within")
    kinds = {
        "mid-game": agreement.middle_game(count, seed=51),
        "hard mid-game": agreement.middle_game(count // 2, seed=55, fastest=6.0),
        "breaks": agreement.breaks(max(1, count // 50), seed=52),
        "at pockets": agreement.at_pockets(count // 2, seed=56),
    }
    for surface in ("SMOOTH", "CLUB", "CLUB_2", "SLOW_2", "TOURNAMENT_2", "REBOUND_2"):
        for name, starts in kinds.items():
            law, kind = getattr(board, surface), f"{len(starts)} {name}"
            found = agreement.compare(starts, law, agreement.by_kernel, agreement.by_oracle)
            d = found.distances
            figures = " ".join(f"{value:9.1e}" for value in (*np.percentile(d, [50, 99, 99.9]), d.max()))
            within = int((d <= 1e-8).sum())
            rims = sum(event.kind == "rim" for start in starts for event in ours.play(start, law).events)
            print(f"{kind:24} {surface.lower():12} {figures}  {within} of {len(d)} {rims:6}", flush=True)
            wild = [(start, apart) for start, apart in zip(starts, d, strict=True) if apart > 1e-8]
            gains = [(agreement.gain(start, law), apart) for start, apart in wild]
            odd = [(gain, apart) for gain, apart in gains if not apart <= 1e-13 * max(gain, 1.0)]
            unexplained += len(odd)
            for gain, apart in odd:
                print(f"  a stroke of gain {gain:.1e} ends {apart:.1e} m apart")
    print(f"differences above 1e-8 m that are more than 1e-13 m times the stroke's own gain: {unexplained}")
    return int(unexplained > 0)


def table(strokes: int | None) -> int:
    """Print how far hard strokes end from those of the exact friction law, and how far single slides do."""
    import numpy as np

    finer, profile, board = _proof("finer_table"), _proof("profile"), _proof("board")
    finer.refine(profile)
    ours, oracle_module = _proof("ours"), _proof("oracle")
    agreement = _proof("agreement")
    figures = " ".join(f"{name:>9}" for name in ("median", "p90", "worst"))
    print(f"{'strokes':24} {'surface':14} {figures}  worst disc, m, where the same discs meet in the same order")
    for surface in ("CLUB_2", "SLOW_2", "TOURNAMENT_2"):
        law, starts = getattr(board, surface), _hard(strokes or 200, board)
        distances = []
        for start in starts:
            run = ours.play(start, law)
            state, alive, _end, _times, touched = oracle_module.play(start, *board.set_of(len(start)), law)
            met = [sorted(int(k) for k in who if k >= 0) for _, *who in touched]
            if [sorted(event.discs) for event in run.events] == met:
                distances.append(agreement.apart(run.rest, np.where(alive[:, None], state[:, :2], np.nan)))
        row = " ".join(f"{value:9.1e}" for value in (*np.percentile(distances, [50, 90]), max(distances)))
        print(f"{f'{len(starts)} hard, with spin':24} {surface.lower():14} {row}  {len(distances)} of {len(starts)}")
    _slides(finer)
    return 0


def _hard(count: int, board: Any) -> list[Any]:
    """Return strokes of nine pieces at 0.5 to 6 m/s, every second one with a spin of up to 200 rad/s."""
    import numpy as np

    rng = np.random.default_rng(57)
    found = []
    for number in range(count):
        start = board.aimed(rng, 9, 0.5, 6.0)
        start[0, 4] = rng.uniform(-200.0, 200.0) if number % 2 else 0.0
        found.append(start)
    return found


def _slides(finer: Any) -> None:
    """Print the errors of single slides by tables of 16 and 32 cells an octave, against 128."""
    import numpy as np

    rng, tables = np.random.default_rng(58), {}
    for parts in (16, 32, finer.PARTS):
        spec = importlib.util.spec_from_file_location(f"profile_{parts}", str(_proof("profile").__file__))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        finer.refine(module, parts)
        tables[parts] = module
    slides = [(rng.uniform(0.2, 6.0), 10 ** rng.uniform(-1.3, 1.3), rng.uniform(0.1, 0.95)) for _ in range(2_000)]
    print(f"{'slides, cells an octave':24} {'median':>9} {'p99':>9} {'worst':>9}  error of speed or rim speed, m/s")
    for parts in (16, 32):
        errors = []
        for speed, ratio, share in slides:
            ends = []
            for module in (tables[parts], tables[finer.PARTS]):
                begun = module.begin(speed, speed / ratio)
                time, _ = module.lasts(*begun, speed, speed / ratio, 1.0)
                ends.append((begun, time))
            when = share * ends[1][1]
            one, other = (
                module.after(*begun, speed, speed / ratio, 1.0, when)
                for module, (begun, _) in zip((tables[parts], tables[finer.PARTS]), ends, strict=True)
            )
            errors.append(max(abs(one[1] - other[1]), abs(one[2] - other[2])))
        row = " ".join(f"{value:9.1e}" for value in (*np.percentile(errors, [50, 99]), max(errors)))
        print(f"{f'2,000, {parts} cells':24} {row}", flush=True)


def integrator(strokes: int | None) -> int:
    """Print how integration with exact elliptic integrals converges to the kernel as its step shrinks."""
    import numpy as np

    agreement, board = _proof("agreement"), _proof("board")
    starts = agreement.middle_game(strokes or 300, seed=53)
    print(f"{'step':>9} {'smooth: median':>15} {'p90':>9} {'club: median':>14} {'p90':>9}   worst-disc distance, m")
    for dt in (1.6e-2, 8e-3, 4e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5):
        figures = []
        for law in (board.SMOOTH, board.CLUB):
            found = agreement.compare(starts, law, agreement.by_kernel, agreement.by_steps(dt))
            figures += list(np.percentile(found.distances, [50, 90]))
        print(f"{dt:9.0e} {figures[0]:15.1e} {figures[1]:9.1e} {figures[2]:14.1e} {figures[3]:9.1e}", flush=True)
    return 0


def contacts(strokes: int | None) -> int:
    """Print the errors of contact times by family; return 1 if a contact is missed or invented."""
    hard, ours = _proof("hard_contacts"), _proof("ours")
    print(f"{'family':22} {'contacts':>8} {'none':>5} {'worst time, s':>14} {'worst gap, m':>13} {'wrong':>6}")
    wrong_ones = 0
    for family in hard.FAMILIES:
        met = none = wrong = 0
        late = gap = 0.0
        for start in hard.cases(family, strokes or 200, seed=54):
            exact = hard.times(start, 1)
            events = ours.play(start, hard.LAW).events
            mine = events[0] if events and events[0].kind == ours.DISC else None
            if mine is None and events and exact and float(exact[0][0]) > events[0].time:
                exact = []
            none += not exact
            if (mine is None) != (not exact):
                wrong += 1
            elif mine is not None:
                met += 1
                late = max(late, abs(mine.time - float(exact[0][0])))
                gap = max(gap, abs(hard.gap_at(start, *mine.discs, mine.time)) if mine.time > 0.0 else 0.0)
        wrong_ones += wrong
        print(f"{family:22} {met:8} {none:5} {late:14.1e} {gap:13.1e} {wrong:6}", flush=True)
    return int(wrong_ones > 0)


def peers(strokes: int | None) -> int:
    """Print the error of time-stepping engines on strokes of one to three discs, as their step shrinks."""
    import numpy as np

    agreement, board = _proof("agreement"), _proof("board")
    test = _proof("test_peers")
    from bench.physics.peers import installed

    starts = test.starts(strokes or 60)
    exact = [agreement.by_kernel(start, board.SMOOTH) for start in starts]
    print(f"{'engine':16} {'steps/s':>8} {'median':>9} {'p90':>9}   worst-disc error, mm, {len(starts)} strokes")
    for peer in installed():
        for hz in (*peer.RATES, 16_000):
            ends = [
                agreement.apart(rest, peer.play(start[:, :4], hz)) for start, rest in zip(starts, exact, strict=True)
            ]
            median, p90 = np.percentile(ends, [50, 90]) * 1e3
            print(f"{peer.NAME:16} {hz:8} {median:9.3f} {p90:9.3f}", flush=True)
    return 0
