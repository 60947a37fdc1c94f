"""`carrom bench lab`: measure the environments' speed, and check that games do not depend on where they are played.

Speeds are processor time of this process with random actions; the environments take turns in one run. The check plays
the same jobs in this process, in 1, 2 and 4 worker processes of which some are killed, and on a Ray cluster if Ray is
installed. Ray's workers are killed too, and finally the cluster itself, which must be reported in one clear sentence.
"""

import argparse

from bench.lab.same import same
from bench.lab.speed import speeds


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench lab`."""
    parser.add_argument("--seconds", type=float, default=3.0, help="processor seconds per environment (default: 3)")
    parser.add_argument("--only", choices=("speed", "same"), help="only one of the two (default: both)")
    parser.add_argument("--games", type=int, default=12, help="games to compare (default: 12)")


def run(args: argparse.Namespace) -> int:
    """Measure and compare; return 1 if any result differs."""
    if args.only != "same":
        speeds(args.seconds)
    return same(args.games) if args.only != "speed" else 0
