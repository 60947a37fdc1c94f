"""How often a break can keep the turn on racks with unknown gaps: a search of many more breaks than the book has.

Breaks are compared on racks of the set for choosing, in rounds of successive halving; the best few are then measured
on racks that had no part in it. The last round also tells how many breaks are about as good, because the best of many
estimates is too high, and its measurement is not.

carrom bench break_limit
carrom bench break_limit --aim-error 0.4 --ruleset club --surface slow
"""

import argparse
from random import Random

import numpy as np
from bench.search import wilson

from carrom.engine.candidates.break_book import ASIDES, openings
from carrom.engine.learning.build_break_book import BreakTrial, Mark
from carrom.engine.rack_seeds import CHOOSING, MEASURING, check_measured, drawn
from carrom.engine.rollouts.runner import RolloutRunner, deviates, warm
from carrom.errors import RefusedRequest

ROUNDS = ((12, 0.08), (64, 0.1), (384, 0.1), (1_536, 0.0))
"""Racks of each round, and the share of its breaks that the next round compares; the last takes the best `BEST`."""
BEST = 5
SLOWEST, FASTEST, STEP = 2.5, 10.0, 0.5
"""Speeds of the breaks, m/s."""
AT_ONCE = 500
"""Breaks simulated together, for memory."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--aim-error", type=float, default=0.0, metavar="DEGREES", help="aim error in degrees")
    parser.add_argument("--ruleset", default="icf", metavar="RULESET", help="name of the rule set")
    parser.add_argument("--surface", default="club", metavar="SURFACE", help="surface: slow, club or tournament")
    parser.add_argument("--places", type=int, default=36, metavar="PLACES", help="spots on the baseline to break from")
    parser.add_argument("--directions", type=int, default=65, metavar="COUNT", help="directions from every spot")
    parser.add_argument("--racks", type=int, default=4_096, metavar="RACKS", help="racks to measure the best breaks on")
    parser.add_argument("--seed", type=int, default=MEASURING.start, metavar="SEED", help="seed of the measurement")


def run(args: argparse.Namespace) -> int:
    """Print how often the best breaks found, and those of the book, keep the turn on unseen racks."""
    for name in ("places", "directions", "racks"):
        if getattr(args, name) < 2:
            raise RefusedRequest(f"--{name} is {getattr(args, name)}; expected at least 2.")
    check_measured(args.seed, 1)
    warm()
    trial = BreakTrial(args.surface, args.ruleset, args.aim_error)
    marks = every(trial, args.places, args.directions)
    print(f"{len(marks)} breaks at {args.aim_error:g}°, {args.ruleset} on {args.surface}", flush=True)
    for racks, share in ROUNDS:
        shares = kept(trial, trial.strokes(marks), CHOOSING, racks, Random(f"{racks} racks"))
        order = np.argsort(-shares, kind="stable")
        best = shares[order[0]]
        print(f"on {racks} racks for choosing the best of {len(marks)} keeps {best:.1%}", flush=True)
        marks = [marks[at] for at in order[: max(BEST, round(share * len(marks)))]]
    told = kept(trial, trial.strokes(marks), MEASURING, args.racks, Random(args.seed))
    for (x, aside, speed), share in zip(marks, told, strict=True):
        print(f"{speed:g} m/s from {x / 1000:+.1f} mm, {aside:+.2f} rings past the centre: {_share(share, args.racks)}")
    table = trial.situation.table(trial.situation.round.turn, ())
    lines = openings(table, 10, FASTEST, args.aim_error, trial.angle)
    known = kept(trial, lines, MEASURING, args.racks, Random(args.seed))
    print(f"the book's best: {_share(float(known.max()), args.racks)}")
    return 0


def every(trial: BreakTrial, places: int, directions: int) -> list[Mark]:
    """Return breaks from about `places` spots in `directions` directions at every speed, half if they mirror others."""
    mirrored = trial.angle % 180 == 90
    spots = [x for x in trial.situation.table(trial.situation.round.turn, ()).places if x >= 0 or not mirrored]
    spots = [spots[round(k * (len(spots) - 1) / (places - 1))] for k in range(places)]
    asides = [round(ASIDES * (2 * k / (directions - 1) - 1), 4) for k in range(directions)]
    speeds = np.arange(SLOWEST, FASTEST + STEP / 2, STEP).tolist()
    return [(x, aside, speed) for x in dict.fromkeys(spots) for aside in asides for speed in speeds]


def kept(trial: BreakTrial, strokes: np.ndarray, seeds: range, racks: int, rng: Random) -> np.ndarray:
    """Return every stroke's share of turns kept, on `racks` racks of a seed range, the same for all."""
    tries = RolloutRunner(trial.situation, trial.hand, racks=drawn(seeds, racks, rng))
    noise, found = deviates(racks, rng), []
    for at in range(0, len(strokes), AT_ONCE):
        classes, lies = tries.rate(strokes[at : at + AT_ONCE], noise, 0, racks)
        trial.prices.of(classes, lies)
        found.append(trial.prices.kept[classes].mean(axis=1))
    return np.concatenate(found)


def _share(share: float, racks: int) -> str:
    low, high = wilson(round(share * racks), racks)
    return f"keeps the turn on {share:.1%} ({low:.1%} to {high:.1%}) of {racks} unseen racks"
