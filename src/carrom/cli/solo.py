"""`carrom solo`: a player alone at the board, counted as people are: misses to clear it, and slams."""

import argparse
import math
import statistics
import sys
from collections.abc import Sequence

import msgspec

from carrom.data import Value
from carrom.engine.alone import alone
from carrom.engine.contestant import Contestant, contestant
from carrom.errors import RefusedRequest
from carrom.lab.score import wilson
from carrom.lab.workers import done

EXAMPLES = """examples:
  carrom solo world --boards 40 --workers 2
  carrom solo machine:180000@0.4 --boards 20 --known --json
a player is NAME, NAME:SIMULATIONS, NAME@DEGREES or both: a level, or `first`, the first engine
"""


class Board(Value, frozen=True):
    """One board alone: a job for a worker."""

    who: Contestant
    seed: int
    known: bool


class Cleared(Value, frozen=True):
    """What one board brought."""

    seed: int
    misses: int
    slam: bool
    finished: bool
    strokes: int
    kept: int
    """Strokes after the break that kept the turn."""
    promised: float
    """The successes that they had promised, added up."""
    uncounted: int
    """Strokes that did not count (Law 127b)."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("player")
    parser.add_argument("--boards", type=int, default=20, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="of the first rack")
    parser.add_argument("--known", action="store_true", help="the player sees the gaps of the rack")
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--json", action="store_true", help="one JSON object a board")


def run(args: argparse.Namespace) -> int:
    """Play the boards, and print what they brought."""
    who = contestant(args.player)
    if args.boards < 1:
        raise RefusedRequest(f"{args.boards} boards cannot be played; expected a whole number from 1")
    jobs = [Board(who, seed, args.known) for seed in range(args.seed, args.seed + args.boards)]
    boards: list[Cleared] = []
    for board in done(cleared, jobs, args.workers, "processes" if args.workers > 1 else "here"):
        boards.append(board)
        if args.json:
            print(msgspec.json.encode(board).decode(), flush=True)
        elif sys.stderr.isatty():
            print(f"\r{len(boards)}/{args.boards} boards ", end="", file=sys.stderr)
    if not args.json:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        print(in_words(args.player, boards))
    return 0


def cleared(board: Board) -> Cleared:
    """Return what one board brought."""
    from carrom.engine.tries import warm

    warm()
    run = alone(board.who.engine().aim, board.who.hand, board.seed, board.known)
    after = [stroke for stroke in run.strokes if not stroke.is_break]
    return Cleared(
        board.seed,
        run.misses,
        run.slam,
        run.finished,
        len(after),
        sum(stroke.kept for stroke in after),
        sum(stroke.promised or 0.0 for stroke in after),
        sum(not stroke.counts for stroke in after),
    )


def in_words(name: str, boards: Sequence[Cleared]) -> str:
    """Return what boards brought, with 95 % intervals."""
    misses = [board.misses for board in boards]
    half = 1.96 * statistics.stdev(misses) / math.sqrt(len(misses)) if len(misses) > 1 else math.inf
    slams, strokes = sum(board.slam for board in boards), sum(board.strokes for board in boards)
    low, high = wilson(slams, len(boards))
    kept = sum(board.kept for board in boards)
    least, most = wilson(kept, strokes)
    told = (
        f"{name} alone on {len(boards)} boards: {statistics.fmean(misses):.2f} ± {half:.2f} misses a full board, "
        f"{slams} slams from the break ({low:.0%} to {high:.0%}); of {strokes} strokes after it "
        f"{kept / max(1, strokes):.1%} ({least:.1%} to {most:.1%}) kept the turn"
    )
    promised = sum(board.promised for board in boards)
    if promised:
        told += f", {promised / max(1, strokes):.1%} were promised"
    unfinished = sum(not board.finished for board in boards)
    return told + (f"; {unfinished} boards were left unfinished" if unfinished else "")
