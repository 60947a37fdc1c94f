"""The `carrom physics soak` command: simulate random strokes and report violations of physical invariants."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from carrom.errors import CarromError

EXAMPLE = "carrom physics soak --strokes 1000000 --state soak.json    (repeat to resume)"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--strokes", type=int, default=10_000, help="strokes per surface (default: 10000)")
    parser.add_argument(
        "--surface",
        action="append",
        metavar="PRESET",
        help="surface preset, `sweep` for varied parameters, or `rebound` for these with tangential restitution; "
        "may be repeated (default: all)",
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed of the strokes (default: 1)")
    parser.add_argument(
        "--state", type=Path, metavar="FILE", help="file that stores progress and failures; used to resume"
    )


def run(args: argparse.Namespace) -> int:
    """Simulate the strokes, with progress on standard error; return 1 if any stroke failed."""
    from carrom.physics import soak_test
    from carrom.physics.surface import surface

    presets = tuple(args.surface or soak_test.SURFACES)
    for name in presets:
        if name not in (soak_test.SWEEP, soak_test.REBOUND):
            surface(name)
    if args.strokes < 1 or args.seed < 0:
        given = f"{args.strokes} strokes with seed {args.seed}"
        raise CarromError(f"{given} cannot be simulated; expected at least 1 stroke, and a seed from 0.")
    begun = time.perf_counter()

    def report(preset: str, progress: dict[str, Any]) -> None:
        if progress["strokes"] % 10_000 == 0:
            elapsed = time.perf_counter() - begun
            print(f"{preset}: {progress['strokes']} of {args.strokes} strokes, {elapsed:.0f} s", file=sys.stderr)

    state = soak_test.soak(args.strokes, presets, args.seed, args.state, report)
    for name in presets:
        print(summary(name, state["presets"][name]))
    for failure in state["failures"]:
        print(f"FAILED {failure['surface']} stroke {failure['stroke']}: {failure}")
    print(f"{state['failed']} strokes failed")
    return int(state["failed"] > 0)


def summary(name: str, progress: dict[str, Any]) -> str:
    """Return the figures of one preset in one line."""
    worst = progress["worst"]
    return (
        f"{name}: {progress['strokes']} strokes, {progress['events']} events, at most {progress['longest']} in one, "
        f"{1e3 * progress['slowest']:.1f} ms; "
        f"worst: added overlap {worst['overlap']:.1e} m, energy rise {worst['energy']:.1e}, "
        f"beyond the frame {worst['escape']:.1e} m, deviation from the motion of each disc {worst['astray']:.1e} m"
    )
