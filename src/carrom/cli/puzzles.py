"""The `carrom puzzles` command: generate puzzles and drills, and check published puzzles."""

import argparse
import sys
from collections import Counter
from pathlib import Path

import msgspec

from carrom.cli.options import add_task
from carrom.errors import RefusedRequest
from carrom.lab.workers import done
from carrom.numeric import wilson
from carrom.training.drills import DRILLS
from carrom.training.generate import lots, regraded
from carrom.training.make_drills import made as drill_positions
from carrom.training.puzzle_files import GRADERS, chosen, fitted_strengths, rating_of
from carrom.training.puzzles import Making, Puzzle, file_of, written
from carrom.training.verify import CHECKS, FRICTIONS, LEAST, MARGIN, SECONDS, Proofs, again, seed_of, with_listing
from carrom.training.views import PuzzleGoal
from carrom.values import changed
from carrom.version import __version__

EXAMPLES = """examples:
  carrom puzzles make found.jsonl --first 0 --numbers 1500 --output puzzles.jsonl
  carrom puzzles drills drills.jsonl
  carrom puzzles check --first 1 --last 50
  carrom puzzles grade grades.jsonl --output puzzles.jsonl
  carrom puzzles analyse analysed.jsonl --output puzzles.jsonl
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    acts = parser.add_subparsers(dest="act", metavar="TASK", title="tasks", required=True)
    make = add_task(
        acts, "make", "search for puzzles of every goal under every rule set", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    make.add_argument(
        "record", type=Path, help="JSON lines file, one line per search; repeat the command to resume from it"
    )
    make.add_argument("--first", type=int, default=0, help="number of the first search (default: 0)")
    make.add_argument("--numbers", type=int, default=1500, help="number of searches (default: 1500)")
    make.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    make.add_argument(
        "--rechecks",
        type=int,
        default=1,
        help="further checks, with other random samples, that a chosen puzzle must pass (default: 1)",
    )
    make.add_argument(
        "--keep",
        type=Path,
        help="file of puzzles whose numbers stay: those that still pass are graded again and written first",
    )
    make.add_argument("--output", type=Path, help="write the chosen puzzles to this file")
    drills = add_task(
        acts, "drills", "generate the positions of the drills", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    drills.add_argument("output", type=Path, help="file to write")
    drills.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    check = add_task(
        acts, "check", "check puzzles again with other random samples", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    check.add_argument(
        "file", type=Path, nargs="?", help="file of puzzles (default: the ones shipped with the program)"
    )
    check.add_argument("--first", type=int, default=1, help="number of the first puzzle (default: 1)")
    check.add_argument("--last", type=int, help="number of the last puzzle (default: the last in the file)")
    check.add_argument("--seed", type=int, default=1, help="random seed of the samples (default: 1)")
    check.add_argument("--output", type=Path, help="write the puzzles that pass to this file")
    check.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    grade = add_task(
        acts, "grade", "grade puzzles again, after the model players that rate them changed", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    grade.add_argument("record", type=Path, help="JSON lines file, one line per puzzle; repeat the command to resume")
    grade.add_argument("--file", type=Path, help="file of puzzles (default: the ones shipped with the program)")
    grade.add_argument("--output", type=Path, help="write the puzzles with their new ratings to this file")
    grade.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    shown = add_task(
        acts, "analyse", "keep the puzzles whose solution the analysis shows", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    shown.add_argument("record", type=Path, help="JSON lines file, one line per puzzle; repeat the command to resume")
    shown.add_argument("--file", type=Path, help="file of puzzles (default: the ones shipped with the program)")
    shown.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"processor time of an analysis (default: {SECONDS:g})"
    )
    shown.add_argument(
        "--goal", choices=[goal.value for goal in PuzzleGoal if goal.strokes], help="analyse only puzzles of this goal"
    )
    shown.add_argument("--seed", type=int, default=1, help="random seed of the analyses (default: 1)")
    shown.add_argument("--output", type=Path, help="write the puzzles that are listed to this file")
    shown.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Run the task."""
    return {"make": make, "drills": drills, "check": check, "grade": grade, "analyse": analyse}[args.act](args)


def drills(args: argparse.Namespace) -> int:
    """Generate the positions of every drill."""
    lines: list[bytes] = []
    for boards in done(drill_positions, tuple(DRILLS), args.workers, "processes" if args.workers > 1 else "here"):
        lines += [msgspec.json.encode(board) + b"\n" for board in boards]
        print(f"{boards[0].drill if boards else 'none'}: {len(boards)} positions", flush=True)
    args.output.write_bytes(b"".join(lines))
    return 0


def make(args: argparse.Namespace) -> int:
    """Run the searches and write the chosen puzzles."""
    if args.numbers < 1:
        raise RefusedRequest(f"--numbers is {args.numbers}; expected a whole number from 1")
    if args.first < 0:
        raise RefusedRequest(f"--first is {args.first}; expected a whole number from 0")
    if args.rechecks < 0:
        raise RefusedRequest(f"--rechecks is {args.rechecks}; expected a whole number from 0")
    numbers = range(args.first, args.first + args.numbers)
    looked, found = 0, []
    for count, lot in enumerate(lots(args.record, numbers, args.workers), 1):
        looked += lot.looked
        if lot.found is not None:
            found.append(lot.found.puzzle)
        if sys.stderr.isatty():
            print(f"\r{count}/{args.numbers} searches, {len(found)} puzzles ", end="", file=sys.stderr)
    print(f"{args.numbers} searches, {looked} positions, {len(found)} puzzles found")
    if args.output is not None:
        retained = () if args.keep is None else file_of(args.keep)[1]
        proofs = Proofs(args.record.with_suffix(".again.jsonl"), args.rechecks)
        old = {puzzle.number for puzzle in retained}
        passed = list(
            chosen(
                (*retained, *found),
                lambda puzzle: proofs.passed(puzzle, puzzle.number in old),
                max(old, default=0) + 1,
            )
        )
        print(f"{proofs.held} of {proofs.asked} candidates pass {args.rechecks} more checks with other samples")
        strengths = fitted_strengths([puzzle.solved for puzzle in passed])
        making = Making(
            program=__version__,
            searches=(numbers[0], numbers[-1]),
            looked=looked,
            found=len(found),
            kept=len(retained),
            again=args.rechecks,
            least=LEAST,
            margin=MARGIN,
            frictions=FRICTIONS,
            graders=tuple(grader.sight for grader in GRADERS),
            strengths=strengths,
        )
        args.output.write_bytes(written(making, [_rated(puzzle, strengths) for puzzle in passed]))
        print(f"{len(passed)} puzzles chosen: {kinds(passed)}")
    return 0


def grade(args: argparse.Namespace) -> int:
    """Grade puzzles again, and rate model players and puzzles together."""
    making, puzzles = file_of(args.file)
    graded = []
    for puzzle in regraded(args.record, puzzles, args.workers):
        graded.append(puzzle)
        if sys.stderr.isatty():
            print(f"\r{len(graded)}/{len(puzzles)} puzzles ", end="", file=sys.stderr)
    strengths = fitted_strengths([puzzle.solved for puzzle in graded])
    rated = [_rated(puzzle, strengths) for puzzle in graded]
    ratings = sorted(puzzle.rating for puzzle in rated)
    print(f"{len(rated)} puzzles, ratings from {ratings[0]} to {ratings[-1]}; model players: {strengths}")
    if args.output is not None:
        graders = tuple(each.sight for each in GRADERS)
        args.output.write_bytes(written(changed(making, graders=graders, strengths=strengths), rated))
    return 0


def analyse(args: argparse.Namespace) -> int:
    """Keep the puzzles whose solution is among the lines of an analysis."""
    if args.seconds <= 0:
        raise RefusedRequest(f"--seconds is {args.seconds:g}; expected a positive number")
    making, puzzles = file_of(args.file)
    retained: list[Puzzle] = []
    dropped: list[Puzzle] = []
    asked = [puzzle for puzzle in puzzles if args.goal in (None, puzzle.goal.value)]
    listing = with_listing(args.record, asked, args.seed, args.seconds, args.workers)
    for puzzle in puzzles:
        is_kept = args.goal not in (None, puzzle.goal.value) or next(listing)[1]
        (retained if is_kept else dropped).append(puzzle)
        if sys.stderr.isatty():
            print(f"\r{len(retained) + len(dropped)}/{len(puzzles)} puzzles ", end="", file=sys.stderr)
    print(f"{len(retained)} of {len(puzzles)} puzzles are kept; not listed: {kinds(dropped) or 'none'}")
    if args.output is not None:
        listed = args.seconds if args.goal is None else making.listed
        args.output.write_bytes(written(changed(making, listed=listed), retained))
    return 0


def _rated(puzzle: Puzzle, strengths: tuple[float, ...]) -> Puzzle:
    rating, deviation = rating_of(puzzle.solved, strengths)
    return changed(puzzle, rating=rating, deviation=deviation)


def kinds(puzzles: list[Puzzle]) -> str:
    """Return the number of puzzles of each goal, the commonest first."""
    return ", ".join(f"{count} {goal}" for goal, count in Counter(each.goal.value for each in puzzles).most_common())


def check(args: argparse.Namespace) -> int:
    """Check puzzles with other random samples; the exit code is 1 if more than one in fifty fails."""
    making, puzzles = file_of(args.file)
    most = puzzles[-1].number if puzzles else 0
    last = most if args.last is None else args.last
    if not 1 <= args.first <= last <= most:
        raise RefusedRequest(f"puzzles {args.first} to {last} do not exist; expected numbers from 1 to {most}")
    asked = [puzzle for puzzle in puzzles if args.first <= puzzle.number <= last]
    jobs = [(puzzle, args.seed) for puzzle in asked]
    passed: list[Puzzle] = []
    for puzzle, held in zip(
        asked, done(_held, jobs, args.workers, "processes" if args.workers > 1 else "here"), strict=True
    ):
        if held:
            passed.append(puzzle)
        else:
            print(f"puzzle {puzzle.number} ({puzzle.goal}, {puzzle.name}) fails with samples of seed {args.seed}")
    low, high = wilson(len(passed), len(asked))
    if args.output is not None:
        args.output.write_bytes(written(making, passed))
    print(
        f"{len(passed)} of {len(asked)} puzzles pass with other samples, and with 10 % less and more friction: "
        f"{len(passed) / len(asked):.1%} "
        f"({low:.1%} to {high:.1%}); made by {making.program} in searches {making.searches[0]} to {making.searches[1]}"
    )
    return 0 if len(passed) >= 0.98 * len(asked) else 1


def _held(job: tuple[Puzzle, int]) -> bool:
    """Return whether a puzzle holds: one job for a worker."""

    puzzle, seed = job
    return again(puzzle, seed_of(puzzle, CHECKS + seed)) is not None
