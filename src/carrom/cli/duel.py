"""`carrom duel`: two players over pairs of boards, until the difference is proved or the boards are played."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from carrom.engine.contestant import Contestant, contestant
from carrom.engine.duel import Duel, Pair, Verdict, played, verdict
from carrom.errors import RefusedRequest
from carrom.lab.workers import done

EXAMPLES = """examples:
  carrom duel world@0.4 first@0.4 --pairs 200 --workers 2
  carrom duel machine:36000@0.4 machine:6000@0.4 --sprt 0 50 --record budget.jsonl
a player is NAME, NAME:SIMULATIONS, NAME@DEGREES or both: a level, or `first`, the first engine
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=100, help="of boards at most: each rack from both seats")
    parser.add_argument("--sprt", type=float, nargs=2, default=(0.0, 50.0), metavar="ELO", help="the two hypotheses")
    parser.add_argument("--all", action="store_true", help="play all pairs, even when the test is decided")
    parser.add_argument("--seed", type=int, default=0, help="of the first pair")
    parser.add_argument("--ruleset", default="icf", help="a rule set's name")
    parser.add_argument("--surface", default="club", help="slow, club (default), tournament")
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--record", type=Path, help="a file of JSON lines, one a pair; the same again goes on with it")
    parser.add_argument("--json", action="store_true", help="the verdict as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the pairs, and print what they prove."""
    one, other = contestant(args.one), contestant(args.other)
    if args.pairs < 1:
        raise RefusedRequest(f"{args.pairs} pairs cannot be played; expected a whole number from 1")
    low, high = args.sprt
    if not low < high:
        raise RefusedRequest(f"--sprt {low:g} {high:g}: the first difference must be the smaller one")
    pairs: list[Pair] = []
    for pair in _pairs(args, one, other):
        pairs.append(pair)
        found = verdict(pairs, low, high)
        _progress(found, args.pairs)
        if found.decided and not args.all:
            break
    found = verdict(pairs, low, high)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(msgspec.json.encode(found).decode() if args.json else in_words(found, args.one, args.other, low, high))
    return 0


def in_words(found: Verdict, one: str, other: str, low: float, high: float) -> str:
    """Return what pairs prove, in two lines."""
    said = {"accepted": f"at least {high:g} Elo is accepted", "rejected": f"{high:g} Elo is rejected for {low:g}"}
    return (
        f"{one} has {found.share:.1%} ({found.low:.1%} to {found.high:.1%}) against {other} in {found.pairs} pairs of "
        f"boards: {found.elo:+.0f} Elo ({found.elo_low:+.0f} to {found.elo_high:+.0f})\n"
        f"log-likelihood ratio {found.ratio:+.2f}: {said.get(found.decided, 'not decided')}"
    )


def _pairs(args: argparse.Namespace, one: Contestant, other: Contestant) -> Iterator[Pair]:
    """Yield the pairs in the order of their seeds, those on record first."""
    told = f"{args.one} {args.other} {args.ruleset} {args.surface}"
    known = _known(args.record, told) if args.record else {}
    seeds = range(args.seed, args.seed + args.pairs)
    left = [Duel(one, other, seed, args.ruleset, args.surface) for seed in seeds if seed not in known]
    new = done(played, left, args.workers, "processes" if args.workers > 1 else "here")
    for seed in seeds:
        if seed in known:
            yield known[seed]
            continue
        pair = next(new)
        if args.record:
            _keep(args.record, told, pair)
        yield pair


def _known(path: Path, told: str) -> dict[int, Pair]:
    """Return the pairs of a record. Raises `RefusedRequest` for a record of another duel, or none at all."""
    if not path.exists():
        return {}
    head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    try:
        if msgspec.json.decode(head) != {"duel": told}:
            raise RefusedRequest(f"{path} is the record of another duel than {told}; name a new file")
        whole = [line for line in lines if line.endswith("}")]
        return {pair.seed: pair for pair in (msgspec.json.decode(line, type=Pair) for line in whole)}
    except msgspec.MsgspecError as reason:
        raise RefusedRequest(f"{path} is no record of a duel: {reason}") from None


def _keep(path: Path, told: str, pair: Pair) -> None:
    begun = path.exists()
    with path.open("a", encoding="utf-8") as file:
        if not begun:
            file.write(msgspec.json.encode({"duel": told}).decode() + "\n")
        file.write(msgspec.json.encode(pair).decode() + "\n")


def _progress(found: Verdict, pairs: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{found.pairs}/{pairs} pairs, {found.share:.1%}, ratio {found.ratio:+.2f} ", end="", file=sys.stderr)
