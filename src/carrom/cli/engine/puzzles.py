"""`carrom puzzles`: make puzzles by the board, and check those that are shipped."""

import argparse
import sys
from collections import Counter
from pathlib import Path

import msgspec

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
  carrom puzzles make found.jsonl --boards 600 --workers 2 --out puzzles.jsonl
  carrom puzzles drills drills.jsonl
  carrom puzzles check --first 1 --last 50
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    acts = parser.add_subparsers(dest="act", metavar="act", required=True)
    make = acts.add_parser(
        "make", help="look for puzzles on boards that the program plays against itself", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    make.add_argument("record", type=Path, help="a file that grows by a line a board; the same again goes on with it")
    make.add_argument("--boards", type=int, default=600, help="how many, by their seeds")
    make.add_argument("--seed", type=int, default=0, help="of the first board")
    make.add_argument("--workers", type=int, default=1, help="processes that look")
    make.add_argument("--again", type=int, default=1, help="proofs on other samples that those chosen stand besides")
    make.add_argument("--out", type=Path, help="write those that are chosen")
    drills = acts.add_parser(
        "drills", help="make the positions of the drills", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    drills.add_argument("out", type=Path, help="the file to write")
    drills.add_argument("--workers", type=int, default=1, help="processes that look")
    check = acts.add_parser(
        "check", help="prove puzzles once more on other samples", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    check.add_argument("file", type=Path, nargs="?", help="a file of puzzles; those that come with the program")
    check.add_argument("--first", type=int, default=1, help="the first number")
    check.add_argument("--last", type=int, help="the last number")
    check.add_argument("--seed", type=int, default=1, help="of the samples")
    check.add_argument("--out", type=Path, help="write those that hold, numbered anew")
    check.add_argument("--workers", type=int, default=1, help="processes that prove")


def run(args: argparse.Namespace) -> int:
    """Make or check."""
    return {"make": make, "drills": drills, "check": check}[args.act](args)


def drills(args: argparse.Namespace) -> int:
    """Make the positions of every drill."""
    lines: list[bytes] = []
    for boards in done(of_drill, tuple(DRILLS), args.workers, "processes" if args.workers > 1 else "here"):
        lines += [msgspec.json.encode(board) + b"\n" for board in boards]
        print(f"{boards[0].drill if boards else 'none'}: {len(boards)} positions", flush=True)
    args.out.write_bytes(b"".join(lines))
    return 0


def make(args: argparse.Namespace) -> int:
    """Look at the boards, and write what is chosen."""
    if args.boards < 1:
        raise RefusedRequest(f"{args.boards} boards cannot be looked at; expected a whole number from 1")
    if args.again < 0:
        raise RefusedRequest(f"{args.again} proofs more cannot be asked for; expected a whole number from 0")
    seeds = range(args.seed, args.seed + args.boards)
    found: list[Lot] = []
    for lot in lots(args.record, seeds, args.workers):
        found.append(lot)
        if sys.stderr.isatty():
            puzzles = sum(len(each.found) for each in found)
            print(f"\r{len(found)}/{args.boards} boards, {puzzles} puzzles ", end="", file=sys.stderr)
    looked, proved = sum(lot.looked for lot in found), sum(len(lot.found) for lot in found)
    print(f"{len(found)} boards, {looked} positions looked at, {proved} puzzles proved")
    if args.out is not None:
        warm()
        proofs = Proofs(args.record.with_suffix(".again.jsonl"), args.again)
        kept = list(chosen((candidate for lot in found for candidate in lot.found), proofs.stand))
        print(f"{proofs.held} of {proofs.asked} that were wanted hold {args.again} times more on other samples")
        making = Making(
            program=__version__, boards=(seeds[0], seeds[-1]), looked=looked, found=proved, again=args.again
        )
        args.out.write_bytes(written(making, kept))
        print(f"{len(kept)} are chosen: {kinds(kept)}")
    return 0


def kinds(puzzles: list[Puzzle]) -> str:
    """Return how many there are of each kind, the commonest first."""
    return ", ".join(f"{count} {name}" for name, count in Counter(each.name.value for each in puzzles).most_common())


def check(args: argparse.Namespace) -> int:
    """Prove puzzles on other samples; the exit code is 1 when more than one in fifty does not hold."""
    making, puzzles = file_of(args.file)
    last = len(puzzles) if args.last is None else args.last
    if not 1 <= args.first <= last <= len(puzzles):
        raise RefusedRequest(f"puzzles {args.first} to {last} were asked for; there are 1 to {len(puzzles)}")
    asked = puzzles[args.first - 1 : last]
    jobs = [(puzzle, args.seed) for puzzle in asked]
    kept: list[Puzzle] = []
    for puzzle, held in zip(
        asked, done(_held, jobs, args.workers, "processes" if args.workers > 1 else "here"), strict=True
    ):
        if held:
            kept.append(puzzle)
        else:
            print(f"puzzle {puzzle.number} ({puzzle.name}) does not hold on samples of seed {args.seed}")
    low, high = wilson(len(kept), len(asked))
    if args.out is not None:
        args.out.write_bytes(written(making, [changed(each, number=n) for n, each in enumerate(kept, 1)]))
    print(
        f"{len(kept)} of {len(asked)} puzzles hold on other samples, also with a tenth less and more friction: "
        f"{len(kept) / len(asked):.1%} "
        f"({low:.1%} to {high:.1%}); made by {making.program} from boards {making.boards[0]} to {making.boards[1]}"
    )
    return 0 if len(kept) >= 0.98 * len(asked) else 1


def _held(job: tuple[Puzzle, int]) -> bool:
    """Whether a puzzle holds: a job for a worker."""
    from carrom.engine.rollouts.runner import warm

    warm()
    puzzle, seed = job
    return holds(puzzle, seed_of(puzzle, CHECKS + seed))
