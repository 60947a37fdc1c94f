"""The `carrom duel` command: two engines over pairs of boards, with a sequential test (SPRT) of the difference."""

import argparse

import msgspec

from carrom.cli.options import Pace, check, draw, long_work
from carrom.engine.ladder import contestant
from carrom.engine.match_test import MatchJob, MatchVerdict, Pair, played, verdict
from carrom.errors import RefusedRequest
from carrom.lab.charts import ChartRow, settling
from carrom.lab.results import ResultJournal
from carrom.rules.ruleset import ruleset

EXAMPLES = """examples:
  carrom duel champion@0.4 one-ply-64@0.4 --pairs 200 --workers all
  carrom duel machine:36000@0.4 machine:6000@0.4 --sprt 0 50 --record budget.jsonl --plot budget.svg
  carrom duel "pipe:python examples/straight_engine.py@1.2" club --pairs 10
A player is NAME, NAME:SIMULATIONS, NAME@DEGREES or NAME:SIMULATIONS@DEGREES, where DEGREES is the aim error. NAME is a
level (see `carrom levels`), a fixed reference player (random, greedy, one-ply-8, one-ply-64, first), or pipe:COMMAND
for an external engine (docs/how-to/engines.md).
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("one", help="first player")
    parser.add_argument("other", help="second player")
    parser.add_argument(
        "--pairs",
        type=int,
        default=100,
        help="maximum number of pairs; both players break once on each rack (default: 100)",
    )
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        default=(0.0, 50.0),
        metavar="ELO",
        help="the two Elo differences to decide between (default: 0 50)",
    )
    parser.add_argument("--all", action="store_true", help="play all pairs, even after the test has decided")
    parser.add_argument("--seed", type=int, default=0, help="random seed of the first pair (default: 0)")
    parser.add_argument("--ruleset", default="icf", help="name of the rule set (default: icf)")
    parser.add_argument(
        "--players", type=int, help="players at the board (default: the rule set's least number); four play in pairs"
    )
    parser.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    long_work(parser, "a pair")


def run(args: argparse.Namespace) -> int:
    """Play the pairs and print the result of the test."""
    one, other = contestant(args.one), contestant(args.other)
    if args.pairs < 1:
        raise RefusedRequest(f"--pairs is {args.pairs}; expected a whole number from 1")
    low, high = args.sprt
    if not low < high:
        raise RefusedRequest(f"--sprt {low:g} {high:g}: expected the smaller difference first")
    allowed = ruleset(args.ruleset).parameters.players
    players = allowed[0] if args.players is None else args.players
    if players not in allowed:
        raise RefusedRequest(
            f"--players is {players}; {args.ruleset} is played by {' or '.join(str(each) for each in allowed)}"
        )
    check(args.record)
    check(args.plot)
    about = {
        "duel": f"{args.one} {args.other} {args.ruleset} {args.surface} {players}",
        "players": [one.mark, other.mark],
    }
    journal = ResultJournal(args.record, about, Pair, lambda pair: pair.seed)
    seeds = range(args.seed, args.seed + args.pairs)
    jobs = [MatchJob(one, other, seed, args.ruleset, args.surface, players) for seed in seeds]
    pace, pairs, course = Pace(args.pairs, "pairs"), [], []
    for pair in journal.results(played, jobs, lambda job: job.seed, args.workers):
        pairs.append(pair)
        found = verdict(pairs, low, high)
        course.append(ChartRow("", found.share, found.low, found.high))
        pace.step(f", {found.share:.1%}, ratio {found.ratio:+.2f}")
        if found.decided and not args.all:
            break
    pace.end()
    found = verdict(pairs, low, high)
    print(msgspec.json.encode(found).decode() if args.json else in_words(found, args.one, args.other, low, high))
    draw(args.plot, settling(f"Share of boards won by {args.one} against {args.other}", course, "pairs"))
    return 0


def in_words(found: MatchVerdict, one: str, other: str, low: float, high: float) -> str:
    """Return the result of a duel as text."""
    decision = {"accepted": f"at least {high:g} Elo is accepted", "rejected": f"{high:g} Elo is rejected for {low:g}"}
    lost = "".join(f"\nboard forfeited: {fault}" for fault in found.faults)
    return (
        f"{one} scored {found.share:.1%} ({found.low:.1%} to {found.high:.1%}) against {other} in {found.pairs} "
        f"pairs of "
        f"boards: {found.elo:+.0f} Elo ({found.elo_low:+.0f} to {found.elo_high:+.0f})\n"
        f"log-likelihood ratio {found.ratio:+.2f}: {decision.get(found.decided, 'undecided')}{lost}"
    )
