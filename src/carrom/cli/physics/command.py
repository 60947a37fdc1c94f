"""`carrom physics`: calibrate a surface, show the laws' speed test, soak the kernel."""

import argparse
import json
import sys
from pathlib import Path

from carrom.cli.physics import soak as physics_soak
from carrom.cli.physics.simulate import json_or_text
from carrom.errors import IllegalSurface, SetupError

EXAMPLES = f"""examples:
  carrom physics calibrate --runs 3.5 --v-max 4 --e-frame 0.75
  carrom physics test --surface club --plot runs.svg
  carrom physics signature --compiled
  {physics_soak.EXAMPLE}
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    tasks = parser.add_subparsers(dest="task", metavar="task", required=True)
    calibrate = tasks.add_parser("calibrate", help="find a board's friction from the laws' speed test")
    calibrate.add_argument("--runs", type=float, required=True, help="runs that your fastest stroke makes")
    calibrate.add_argument("--v-max", type=float, default=4.0, help="speed of that stroke in m/s (4)")
    calibrate.add_argument("--e-frame", type=float, default=0.75, help="rebound speed over impact speed (0.75)")
    calibrate.add_argument("--json", action="store_true", help="print the surface as JSON, for simulate --surface")
    calibrate.set_defaults(do=run_calibrate)
    test = tasks.add_parser("test", help="the run-of-board test as a table, and as a plot")
    test.add_argument("--surface", default="club", help="slow, club, tournament, or parameters as JSON")
    test.add_argument("--plot", type=Path, metavar="FILE.svg", help="also draw all presets and this surface")
    test.add_argument("--json", action="store_true", help="print the table as JSON")
    test.set_defaults(do=run_test)
    sign = tasks.add_parser("signature", help="the physics in one number: the same on every machine")
    sign.add_argument("--short", action="store_true", help="only the first strokes of the set")
    sign.add_argument("--compiled", action="store_true", help="compile first; otherwise interpreted")
    sign.set_defaults(do=run_signature)
    soak = tasks.add_parser("soak", help="random strokes by the million, in search of what must not happen")
    physics_soak.arguments(soak)
    soak.set_defaults(do=physics_soak.run)


def run(args: argparse.Namespace) -> int:
    """Do the task."""
    return int(args.do(args))


def run_calibrate(args: argparse.Namespace) -> int:
    """Print the surface that makes so many runs."""
    from carrom.physics.calibrate import calibrate

    found = calibrate(args.runs, args.v_max, args.e_frame)
    values = {name: getattr(found, name) for name in found.__struct_fields__}
    if args.json:
        print(json.dumps(values))
        return 0
    print(f"{args.runs:g} runs at {args.v_max:g} m/s, frame restitution {args.e_frame:g}:")
    for name, value in values.items():
        print(f"  {name:18} {value if isinstance(value, str) else format(value, '.4f')}")
    return 0


def run_signature(args: argparse.Namespace) -> int:
    """Print the signature; return 1 if it is not the committed one."""
    from carrom.physics.kernel.compiled import warm
    from carrom.physics.signature import SHORT, SHORT_SIGNATURE, SIGNATURE, signature

    if args.compiled and not warm():
        raise SetupError("Nothing can be compiled here: Numba is missing or switched off (NUMBA_DISABLE_JIT).")
    found = signature(SHORT if args.short else None)
    expected = SHORT_SIGNATURE if args.short else SIGNATURE
    print(found)
    if found != expected:
        print(f"expected {expected}: this machine plays strokes otherwise than the others do", file=sys.stderr)
    return int(found != expected)


def run_test(args: argparse.Namespace) -> int:
    """Print the run-of-board test of a surface."""
    from carrom.physics.calibrate import ASKED, speed_for
    from carrom.physics.calibrate import run_test as played_test
    from carrom.physics.run_plot import run_plot
    from carrom.physics.surface import surface

    found = surface(json_or_text(args.surface))
    rows = [played_test(speed / 2.0, found) for speed in range(1, 17)]
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
