"""Commands of the physics engine: simulate, calibrate, soak test, benchmarks."""

import argparse
import json
import sys
from pathlib import Path

from carrom.cli import soak as soak_command
from carrom.cli.options import SURFACE_HELP, add_task, read_surface
from carrom.errors import IllegalSurface, SetupError

EXAMPLES = f"""examples:
  carrom physics calibrate --runs 3.5 --speed 4 --frame-restitution 0.75    find the friction of your own board
  carrom physics test --surface club --plot runs.svg              show the speed test of a surface
  carrom physics signature                                        check that this computer gives the same results
  {soak_command.EXAMPLE}
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)
    calibrate = add_task(tasks, "calibrate", "compute a board's friction from the laws' speed test")
    calibrate.add_argument(
        "--runs",
        type=float,
        required=True,
        help="board lengths that the striker travels on your fastest stroke, such as 3.5",
    )
    calibrate.add_argument("--speed", type=float, default=4.0, help="speed of that stroke in m/s (default: 4)")
    calibrate.add_argument(
        "--frame-restitution",
        type=float,
        default=0.75,
        help="frame restitution: rebound speed divided by impact speed (default: 0.75)",
    )
    calibrate.add_argument(
        "--json", action="store_true", help="print the surface as JSON, for `carrom simulate --surface`"
    )
    calibrate.set_defaults(do=run_calibrate)
    test = add_task(tasks, "test", "show the laws' speed test for a surface as a table, and as a plot")
    test.add_argument("--surface", default="club", help=SURFACE_HELP)
    test.add_argument("--plot", type=Path, metavar="FILE.svg", help="write a plot of all presets and this surface")
    test.add_argument("--json", action="store_true", help="print the table as JSON")
    test.set_defaults(do=run_test)
    sign = add_task(tasks, "signature", "print a hash of simulated strokes, which is the same on every machine")
    sign.add_argument("--short", action="store_true", help="use only the first strokes of the set")
    sign.set_defaults(do=run_signature)
    soak = add_task(tasks, "soak", "simulate random strokes and report violations of physical invariants")
    soak_command.arguments(soak)
    soak.set_defaults(do=soak_command.run)


def run(args: argparse.Namespace) -> int:
    """Run the task."""
    return int(args.do(args))


def run_calibrate(args: argparse.Namespace) -> int:
    """Print the surface on which the striker makes the given number of runs."""
    from carrom.physics.calibrate import calibrate
    from carrom.physics.surface import parameters_of

    found = calibrate(args.runs, args.speed, args.frame_restitution)
    values = parameters_of(found)
    if args.json:
        print(json.dumps(values))
        return 0
    print(f"{args.runs:g} runs at {args.speed:g} m/s, frame restitution {args.frame_restitution:g}:")
    for name, value in values.items():
        print(f"  {name:18} {value if isinstance(value, str) else format(value, '.4f')}")
    return 0


def run_signature(args: argparse.Namespace) -> int:
    """Print the signature; return 1 if it differs from the expected one."""
    from carrom.physics.signature import SHORT, SHORT_SIGNATURE, SIGNATURE, signature

    found = signature(SHORT if args.short else None)
    expected = SHORT_SIGNATURE if args.short else SIGNATURE
    print(found)
    if found != expected:
        print(f"expected {expected}: this machine computes strokes differently from others", file=sys.stderr)
    return int(found != expected)


def run_test(args: argparse.Namespace) -> int:
    """Print the speed test of a surface."""
    from carrom.physics.calibrate import ASKED, run_plot, speed_for
    from carrom.physics.calibrate import run_test as speed_test
    from carrom.physics.surface import surface

    found = surface(read_surface(args.surface))
    rows = [speed_test(speed / 2.0, found) for speed in range(1, 17)]
    if args.json:
        print(json.dumps([{"speed": row.speed, "runs": row.runs, "duration": row.duration} for row in rows]))
    else:
        print(f"{found.name}: friction {found.friction:g}, frame restitution {found.frame_restitution:g}")
        print("speed m/s   runs   seconds   laws (at least 3.5)")
        for row in rows:
            verdict = "enough" if row.passes else "too few"
            print(f"{row.speed:9.1f} {row.runs:6.2f} {row.duration:9.2f}   {verdict}")
        try:
            print(f"3.5 runs take {speed_for(ASKED, found):.2f} m/s")
        except IllegalSurface as reason:
            print(reason)
    if args.plot is not None:
        try:
            args.plot.write_text(run_plot(found), encoding="utf-8")
        except OSError as reason:
            raise SetupError(f'"{args.plot}" cannot be written ({reason.strerror}).') from None
    return 0
