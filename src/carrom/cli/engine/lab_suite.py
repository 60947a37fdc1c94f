"""Tasks of `carrom lab` for benchmark suites and data sets of strokes."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carrom.cli.tasks import add_task
from carrom.errors import RefusedRequest

if TYPE_CHECKING:
    from carrom.lab.suite.results import CellResult


def suite_arguments(evaluate: argparse.ArgumentParser) -> None:
    """Declare the arguments that `evaluate` takes for a suite."""
    evaluate.add_argument("--suite", help="play a fixed suite, such as carrom-bench-1: the first word is the agent")
    evaluate.add_argument("--output", type=Path, help="suite: results file; an existing one is continued")
    evaluate.add_argument("--name", default="", help="suite: name on the leaderboard (default: the agent)")
    evaluate.add_argument(
        "--tasks", nargs="+", default=[], metavar="TASK", help="suite: tasks to play now (default: all)"
    )


def evaluate_suite(args: argparse.Namespace) -> int:
    """Evaluate the agent `args.task` at a suite."""
    from carrom.lab.suite.run import Evaluation, evaluate

    if args.players:
        raise RefusedRequest(f"a suite evaluates one agent; {1 + len(args.players)} were given")
    if args.output is None:
        raise RefusedRequest("a suite writes a results file; add --output FILE")
    given = Evaluation(
        agent=args.task,
        suite=args.suite,
        output=args.output,
        name=args.name,
        tasks=tuple(args.tasks),
        workers=args.workers,
    )
    results = evaluate(given, _report)
    if results.score is None:
        print(f"{len(results.cells)} cells are in {args.output}; the score needs all of them")
    else:
        score = results.score
        print(f"{results.name}: score {score.mean:.1f} ({score.low:.1f} to {score.high:.1f}), in {args.output}")
    return 0


def _report(cell: "CellResult", done: int, of: int) -> None:
    print(
        f"{done:2}/{of}  {cell.cell:16} {cell.share:6.1%} ({cell.low:.1%} to {cell.high:.1%})  {cell.seconds:.1f} s",
        flush=True,
    )


def leaderboard_arguments(does: Any) -> None:
    """Declare the task `leaderboard`."""
    board = add_task(does, "leaderboard", "make a leaderboard page from results files of a suite")
    board.add_argument("files", type=Path, nargs="+", help="results files written by `evaluate --suite`")
    board.add_argument("--output", type=Path, required=True, help="page to write: .md or .html")
    board.set_defaults(do=_leaderboard)


def dataset_arguments(does: Any) -> None:
    """Declare the task `dataset`."""
    data = add_task(does, "dataset", "write lawful strokes as a Parquet data set; repeat the command to resume")
    data.add_argument("folder", type=Path, help="folder for the data set")
    data.add_argument("--strokes", type=int, default=1_000_000, help="number of strokes (default: 1000000)")
    data.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")
    data.add_argument("--ruleset", default="icf", help="name of the rule set (default: icf)")
    data.add_argument("--players", type=int, default=2, help="number of players (default: 2)")
    data.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    data.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    data.add_argument(
        "--verify", action="store_true", help="check the data set in the folder instead: digests, and strokes again"
    )
    data.set_defaults(do=_dataset)


def _dataset(args: argparse.Namespace) -> int:
    from carrom.lab.strokes.folder import make, verify
    from carrom.lab.strokes.generation import StrokePlan

    if args.verify:
        print(f"{args.folder}: all digests match, and {verify(args.folder):,} strokes were played again alike")
        return 0
    plan = StrokePlan(
        strokes=args.strokes, seed=args.seed, ruleset=args.ruleset, players=args.players, surface=args.surface
    )
    digest = make(args.folder, plan, args.workers, _strokes)
    print(f"{plan.strokes:,} strokes are in {args.folder}, digest {digest}")
    return 0


def _strokes(done: int, of: int) -> None:
    print(f"{done:,} of {of:,} strokes", file=sys.stderr, flush=True)


def _leaderboard(args: argparse.Namespace) -> int:
    from carrom.lab.atomic_files import whole
    from carrom.lab.suite.leaderboard import leaderboard

    page = leaderboard(args.files, args.output.suffix.removeprefix("."))
    with whole(args.output) as file:
        file.write(page.encode())
    return 0
