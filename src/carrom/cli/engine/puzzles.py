"""The `carrom puzzles` command: generate puzzles and drills, and check published puzzles."""

import argparse
import sys
from collections import Counter
from pathlib import Path

import msgspec

from carrom.cli.tasks import add_task
from carrom.engine.rollouts.runner import warm
from carrom.errors import RefusedRequest
from carrom.lab.intervals import wilson
from carrom.lab.workers import done
from carrom.training.drills import DRILLS
from carrom.training.make_drills import made as of_drill
from carrom.training.puzzles.generate import Lot, lots
from carrom.training.puzzles.library import Making, file_of, written
from carrom.training.puzzles.puzzle import Puzzle
from carrom.training.puzzles.select import chosen, holds
from carrom.training.puzzles.verify_again import CHECKS, Proofs, seed_of
from carrom.values import changed
from carrom.version import __version__

EXAMPLES = """examples:
  carrom puzzles make found.jsonl --boards 600 --workers 2 --output puzzles.jsonl
  carrom puzzles drills drills.jsonl
  carrom puzzles check --first 1 --last 50
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    acts = parser.add_subparsers(dest="act", metavar="TASK", title="tasks", required=True)
    make = add_task(
        acts, "make", "search boards of self-play for puzzles", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    make.add_argument(
        "record", type=Path, help="JSON lines file, one line per board; repeat the command to resume from it"
    )
    make.add_argument("--boards", type=int, default=600, help="number of boards (default: 600)")
    make.add_argument("--seed", type=int, default=0, help="random seed of the first board (default: 0)")
    make.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    make.add_argument(
        "--rechecks",
        type=int,
        default=1,
        help="further checks, with other random samples, that a chosen puzzle must pass (default: 1)",
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
    check.add_argument("--output", type=Path, help="write the puzzles that pass to this file, renumbered")
    check.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Run the task."""
    return {"make": make, "drills": drills, "check": check}[args.act](args)


def drills(args: argparse.Namespace) -> int:
    """Generate the positions of every drill."""
    lines: list[bytes] = []
    for boards in done(of_drill, tuple(DRILLS), args.workers, "processes" if args.workers > 1 else "here"):
        lines += [msgspec.json.encode(board) + b"\n" for board in boards]
        print(f"{boards[0].drill if boards else 'none'}: {len(boards)} positions", flush=True)
    args.output.write_bytes(b"".join(lines))
    return 0


def make(args: argparse.Namespace) -> int:
    """Search the boards and write the chosen puzzles."""
    if args.boards < 1:
        raise RefusedRequest(f"--boards is {args.boards}; expected a whole number from 1")
    if args.rechecks < 0:
        raise RefusedRequest(f"--rechecks is {args.rechecks}; expected a whole number from 0")
    seeds = range(args.seed, args.seed + args.boards)
    found: list[Lot] = []
    for lot in lots(args.record, seeds, args.workers):
        found.append(lot)
        if sys.stderr.isatty():
            puzzles = sum(len(each.found) for each in found)
            print(f"\r{len(found)}/{args.boards} boards, {puzzles} puzzles ", end="", file=sys.stderr)
    looked, proved = sum(lot.looked for lot in found), sum(len(lot.found) for lot in found)
    print(f"{len(found)} boards, {looked} positions searched, {proved} puzzles found")
    if args.output is not None:
        warm()
        proofs = Proofs(args.record.with_suffix(".again.jsonl"), args.rechecks)
        passed = list(chosen((candidate for lot in found for candidate in lot.found), proofs.stand))
        print(f"{proofs.held} of {proofs.asked} candidates pass {args.rechecks} more checks with other samples")
        making = Making(
            program=__version__, boards=(seeds[0], seeds[-1]), looked=looked, found=proved, again=args.rechecks
        )
        args.output.write_bytes(written(making, passed))
        print(f"{len(passed)} puzzles chosen: {kinds(passed)}")
    return 0


def kinds(puzzles: list[Puzzle]) -> str:
    """Return the number of puzzles of each kind, the commonest first."""
    return ", ".join(f"{count} {name}" for name, count in Counter(each.name.value for each in puzzles).most_common())


def check(args: argparse.Namespace) -> int:
    """Check puzzles with other random samples; the exit code is 1 if more than one in fifty fails."""
    making, puzzles = file_of(args.file)
    last = len(puzzles) if args.last is None else args.last
    if not 1 <= args.first <= last <= len(puzzles):
        raise RefusedRequest(f"puzzles {args.first} to {last} do not exist; expected numbers from 1 to {len(puzzles)}")
    asked = puzzles[args.first - 1 : last]
    jobs = [(puzzle, args.seed) for puzzle in asked]
    passed: list[Puzzle] = []
    for puzzle, held in zip(
        asked, done(_held, jobs, args.workers, "processes" if args.workers > 1 else "here"), strict=True
    ):
        if held:
            passed.append(puzzle)
        else:
            print(f"puzzle {puzzle.number} ({puzzle.name}) fails with samples of seed {args.seed}")
    low, high = wilson(len(passed), len(asked))
    if args.output is not None:
        args.output.write_bytes(written(making, [changed(each, number=n) for n, each in enumerate(passed, 1)]))
    print(
        f"{len(passed)} of {len(asked)} puzzles pass with other samples, and with 10 % less and more friction: "
        f"{len(passed) / len(asked):.1%} "
        f"({low:.1%} to {high:.1%}); made by {making.program} from boards {making.boards[0]} to {making.boards[1]}"
    )
    return 0 if len(passed) >= 0.98 * len(asked) else 1


def _held(job: tuple[Puzzle, int]) -> bool:
    """Return whether a puzzle holds: one job for a worker."""
    from carrom.engine.rollouts.runner import warm

    warm()
    puzzle, seed = job
    return holds(puzzle, seed_of(puzzle, CHECKS + seed))
