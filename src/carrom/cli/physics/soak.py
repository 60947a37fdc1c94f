"""`carrom physics soak`: random strokes by the million, in search of anything that must not happen."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from carrom.errors import CarromError

EXAMPLE = "carrom physics soak --strokes 1000000 --state soak.json    (again: goes on where it stopped)"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom physics soak`."""
    parser.add_argument("--strokes", type=int, default=10_000, help="strokes in every preset (default 10000)")
    parser.add_argument(
        "--surface", action="append", metavar="PRESET", help="only this preset, or sweep (may be repeated)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which strokes (default 1)")
    parser.add_argument("--state", type=Path, metavar="FILE", help="remember progress and failures there, and resume")


def run(args: argparse.Namespace) -> int:
    """Soak, with progress on standard error; return 1 if any stroke failed."""
    from carrom.physics.surface import surface
    from carrom.physics.verification import soak_test

    presets = tuple(args.surface or soak_test.SURFACES)
    for name in presets:
        if name != soak_test.SWEEP:
            surface(name)
    if args.strokes < 1 or args.seed < 0:
        given = f"{args.strokes} strokes with seed {args.seed}"
        raise CarromError(f"{given} cannot be soaked; there must be at least 1 stroke, and no negative seed.")
    begun = time.perf_counter()

    def tell(preset: str, progress: dict[str, Any]) -> None:
        if progress["strokes"] % 10_000 == 0:
            elapsed = time.perf_counter() - begun
            print(f"{preset}: {progress['strokes']} of {args.strokes} strokes, {elapsed:.0f} s", file=sys.stderr)

    state = soak_test.soak(args.strokes, presets, args.seed, args.state, tell)
    for name in presets:
        print(summary(name, state["presets"][name]))
    for failure in state["failures"]:
        print(f"FAILED {failure['surface']} stroke {failure['stroke']}: {failure}")
    print(f"{state['failed']} strokes failed")
    return int(state["failed"] > 0)


def summary(name: str, progress: dict[str, Any]) -> str:
    """Return one preset's figures in one line."""
    worst = progress["worst"]
    return (
        f"{name}: {progress['strokes']} strokes, {progress['events']} events, at most {progress['longest']} in one, "
        f"{1e3 * progress['slowest']:.1f} ms; "
        f"worst: overlap beyond the start's {worst['overlap']:.1e} m, energy rise {worst['energy']:.1e}, "
        f"beyond the frame {worst['escape']:.1e} m, off its own motion {worst['astray']:.1e} m"
    )
