"""`carrom bench physics`: the speed and the error of the kernel, its prototypes and its peers (report.py)."""

import argparse
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "prototype"
"""Where the prototypes lie, seen from the checkout: `../shared/prototype`."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench physics`."""
    parser.add_argument("--quick", action="store_true", help="a smoke run: few strokes, two repeats, peers at 240 Hz")
    parser.add_argument("--repeats", type=int, default=11, help="how often each fast engine plays its job (default 11)")
    parser.add_argument("--no-peers", action="store_true", help="only carrom and its prototypes")
    parser.add_argument(
        "--prototype", type=Path, default=FOLDER, help="folder of the prototypes (default ../shared/prototype)"
    )


def run(args: argparse.Namespace) -> int:
    """Measure and print; return 1 if a bar is missed."""
    from bench.physics import report

    return report.run(args)
