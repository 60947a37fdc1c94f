"""`carrom bench physics`: speed and error of the kernel and of other physics engines."""

import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench physics`."""
    parser.add_argument(
        "--quick", action="store_true", help="a short run: few strokes, two repeats, other engines at 240 Hz"
    )
    parser.add_argument("--repeats", type=int, default=11, help="repeats of each fast engine (default: 11)")
    parser.add_argument("--no-peers", action="store_true", help="only carrom, no other engines")


def run(args: argparse.Namespace) -> int:
    """Measure and print; return 1 if a limit is missed."""
    from bench.physics import report

    return report.run(args)
