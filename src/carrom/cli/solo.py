"""The `carrom solo` command: a player clears boards alone; misses and slams are counted as for people."""

import argparse
import math
import statistics
from collections.abc import Sequence

import msgspec

from carrom.cli.options import Pace, check, draw, long_work
from carrom.engine.artifacts import MEASURING, check_measured
from carrom.engine.ladder import Contestant, contestant
from carrom.engine.player import alone
from carrom.errors import RefusedRequest
from carrom.lab.charts import counted
from carrom.lab.results import ResultJournal
from carrom.numeric import wilson
from carrom.values import Value

EXAMPLES = """examples:
  carrom solo champion --boards 40 --workers all --record champion.jsonl
  carrom solo machine:180000@0.4 --boards 20 --exact-rack --json --plot misses.svg
A player is NAME, NAME:SIMULATIONS, NAME@DEGREES or NAME:SIMULATIONS@DEGREES, where DEGREES is the aim error. NAME is a
level (see `carrom levels`) or a fixed reference player (random, greedy, one-ply-8, one-ply-64, first).
"""


class SoloBoardJob(Value, frozen=True):
    """One board to play alone: one job for a worker."""

    who: Contestant
    seed: int
    known: bool


class Cleared(Value, frozen=True):
    """The result of one board."""

    seed: int
    misses: int
    slam: bool
    finished: bool
    strokes: int
    kept: int
    """Strokes after the break that kept the turn."""
    promised: float
    """Sum of the predicted success probabilities of those strokes."""
    uncounted: int
    """Strokes that did not count (Law 127b)."""
    breaks: int = 0
    breaks_kept: int = 0
    """Breaks that kept the turn."""
    breaks_promised: float = 0.0
    """Sum of the predicted success probabilities of the breaks."""


class SoloFigures(Value, frozen=True, kw_only=True):
    """The results of all boards; intervals are at 95 %."""

    boards: int
    misses: float
    """Misses per full board."""
    half: float | None
    """Half the width of its interval; null for one board."""
    slams: int
    slam_interval: tuple[float, float]
    strokes: int
    """Strokes after the break."""
    kept: float
    """Share of them that kept the turn."""
    kept_interval: tuple[float, float]
    promised: float | None
    """Predicted share; null if nothing was predicted."""
    breaks: int
    breaks_kept: float
    """Share of breaks that kept the turn."""
    breaks_interval: tuple[float, float]
    breaks_promised: float | None
    """Predicted share; null if nothing was predicted."""
    uncounted: int
    """Strokes that did not count (Law 127b)."""
    unfinished: int
    """Boards that were not finished."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("player", help="player to measure")
    parser.add_argument("--boards", type=int, default=20, help="number of boards (default: 20)")
    parser.add_argument(
        "--seed",
        type=int,
        default=MEASURING.start,
        help=f"random seed of the first rack, {MEASURING.start} or more (default: {MEASURING.start})",
    )
    parser.add_argument("--exact-rack", action="store_true", help="let the player see the exact gaps of the rack")
    long_work(parser, "a board")


def run(args: argparse.Namespace) -> int:
    """Play the boards and print the results."""
    who = contestant(args.player)
    if args.boards < 1:
        raise RefusedRequest(f"--boards is {args.boards}; expected a whole number from 1")
    check_measured(args.seed, args.boards)
    check(args.record)
    check(args.plot)
    about = {"solo": f"{args.player}{' known' if args.exact_rack else ''}", "players": [who.mark]}
    journal = ResultJournal(args.record, about, Cleared, lambda board: board.seed)
    jobs = [SoloBoardJob(who, seed, args.exact_rack) for seed in range(args.seed, args.seed + args.boards)]
    pace, boards = Pace(args.boards, "boards"), []
    for board in journal.results(cleared, jobs, lambda job: job.seed, args.workers):
        boards.append(board)
        pace.step()
    found = alone_on(boards)
    print(msgspec.json.encode(found).decode() if args.json else in_words(args.player, found))
    misses = [board.misses for board in boards]
    counts = [misses.count(number) for number in range(max(misses) + 1)]
    draw(args.plot, counted(f"Misses of {args.player} to clear a full board", counts, "misses"))
    return 0


def cleared(board: SoloBoardJob) -> Cleared:
    """Play one board and return its result."""

    run = alone(board.who.engine().aim, board.who.hand, board.seed, board.known)
    after = [stroke for stroke in run.strokes if not stroke.is_break]
    broke = [stroke for stroke in run.strokes if stroke.is_break]
    return Cleared(
        board.seed,
        run.misses,
        run.slam,
        run.finished,
        len(after),
        sum(stroke.kept for stroke in after),
        sum(stroke.promised or 0.0 for stroke in after),
        sum(not stroke.counts for stroke in after),
        len(broke),
        sum(stroke.kept for stroke in broke),
        sum(stroke.promised or 0.0 for stroke in broke),
    )


def alone_on(boards: Sequence[Cleared]) -> SoloFigures:
    """Return the results of several boards, with 95 % intervals."""
    misses = [board.misses for board in boards]
    half = 1.96 * statistics.stdev(misses) / math.sqrt(len(misses)) if len(misses) > 1 else None
    slams, strokes = sum(board.slam for board in boards), sum(board.strokes for board in boards)
    keeps, promised = sum(board.kept for board in boards), sum(board.promised for board in boards)
    breaks, broke = sum(board.breaks for board in boards), sum(board.breaks_kept for board in boards)
    sure = sum(board.breaks_promised for board in boards)
    return SoloFigures(
        boards=len(boards),
        misses=statistics.fmean(misses),
        half=half,
        slams=slams,
        slam_interval=wilson(slams, len(boards)),
        strokes=strokes,
        kept=keeps / max(1, strokes),
        kept_interval=wilson(keeps, strokes),
        promised=promised / max(1, strokes) if promised else None,
        breaks=breaks,
        breaks_kept=broke / max(1, breaks),
        breaks_interval=wilson(broke, breaks) if breaks else (0.0, 1.0),
        breaks_promised=sure / breaks if sure else None,
        uncounted=sum(board.uncounted for board in boards),
        unfinished=sum(not board.finished for board in boards),
    )


def in_words(name: str, found: SoloFigures) -> str:
    """Return the results as text, with 95 % intervals."""
    (low, high), (least, most) = found.slam_interval, found.kept_interval
    half = "" if found.half is None else f" ± {found.half:.2f}"
    text = (
        f"{name} alone on {found.boards} boards: {found.misses:.2f}{half} misses per full board, "
        f"{found.slams} slams from the break ({low:.0%} to {high:.0%}); of {found.strokes} strokes after it "
        f"{found.kept:.1%} ({least:.1%} to {most:.1%}) kept the turn"
    )
    if found.promised is not None:
        text += f", {found.promised:.1%} predicted"
    if found.breaks:
        low, high = found.breaks_interval
        text += f"; of {found.breaks} breaks {found.breaks_kept:.1%} ({low:.1%} to {high:.1%}) kept the turn"
    if found.breaks_promised is not None:
        text += f", {found.breaks_promised:.1%} predicted"
    return text + (f"; {found.unfinished} boards were not finished" if found.unfinished else "")
