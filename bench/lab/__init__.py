"""`carrom bench lab`: how fast environments step, and whether games are the same whatever ran them and whoever died.

Speeds are processor time of this process, random actions, every environment in turns, in one run. Sameness is played:
the same jobs here, in 1, 2 and 4 processes of which some are killed, and on a Ray cluster where Ray is installed (its
workers are killed too, and at last the cluster itself, which has to end in one clear sentence).
"""

import argparse

from bench.lab.same import same
from bench.lab.speed import speeds


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench lab`."""
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time for each environment (3)")
    parser.add_argument("--only", choices=("speed", "same"), help="one of the two")
    parser.add_argument("--games", type=int, default=12, help="games that have to be the same (12)")


def run(args: argparse.Namespace) -> int:
    """Measure and compare; return 1 where anything came out differently."""
    if args.only != "same":
        speeds(args.seconds)
    return same(args.games) if args.only != "speed" else 0
