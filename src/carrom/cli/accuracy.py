"""The `carrom accuracy` command: estimate a player's accuracy from misses on full boards, or calibrate it."""

import argparse
import sys
from pathlib import Path

import msgspec

from carrom.errors import RefusedRequest
from carrom.lab.workers import done
from carrom.training.accuracy import told
from carrom.training.calibrate_accuracy import DIRECTIONS, CalibrationBoard, CalibrationJob, fitted, played

EXAMPLES = """examples:
  carrom accuracy 5 7 6
  carrom accuracy 5 7 --successes 9 --failures 3
  carrom accuracy --calibrate boards.jsonl --boards 24 --output hands.json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "misses",
        type=int,
        nargs="*",
        help="misses on each full board played alone: white pieces and queen first, then the black pieces",
    )
    parser.add_argument(
        "--successes", type=int, default=0, help="on an unfinished board: strokes that kept the turn (default: 0)"
    )
    parser.add_argument(
        "--failures", type=int, default=0, help="on an unfinished board: strokes that lost the turn (default: 0)"
    )
    parser.add_argument(
        "--calibrate",
        type=Path,
        metavar="RECORD",
        help="build the table: play boards with known accuracies, and record them in this file",
    )
    parser.add_argument("--boards", type=int, default=24, help="with --calibrate: boards per accuracy (default: 24)")
    parser.add_argument("--workers", type=int, default=1, help="with --calibrate: processes to use (default: 1)")
    parser.add_argument("--output", type=Path, help="with --calibrate: write the table to this file")


def run(args: argparse.Namespace) -> int:
    """Estimate an accuracy, or calibrate."""
    if args.calibrate is not None:
        return calibrate(args)
    found = told(args.misses, args.successes, args.failures)
    print(
        f"aim error {found.direction:.2f}° ({found.low:.2f}° to {found.high:.2f}°), from {found.boards} "
        f"full boards and {found.strokes} other strokes; the nearest level is {found.level}"
    )
    return 0


def calibrate(args: argparse.Namespace) -> int:
    """Play the boards that are not recorded yet, and print the table."""
    if args.boards < 2:
        raise RefusedRequest(f"--boards is {args.boards}; expected a whole number from 2")
    known: list[CalibrationBoard] = []
    if args.calibrate.exists():
        known = [msgspec.json.decode(line, type=CalibrationBoard) for line in args.calibrate.read_bytes().splitlines()]
    have = {(board.direction, board.seed) for board in known}
    jobs = [CalibrationJob(direction, seed) for seed in range(args.boards) for direction in DIRECTIONS]
    left = [job for job in jobs if (job.direction, job.seed) not in have]
    for board in done(played, left, args.workers, "processes" if args.workers > 1 else "here"):
        known.append(board)
        with args.calibrate.open("ab") as file:
            file.write(msgspec.json.encode(board) + b"\n")
        if sys.stderr.isatty():
            print(f"\r{len(known)}/{len(jobs)} boards ", end="", file=sys.stderr)
    table = fitted(known)
    for row in table.rows:
        half = 1.96 * row.spread / row.boards**0.5
        print(f"{row.direction:5.2f}°  {row.misses:6.2f} ± {half:.2f} misses  {row.kept:.1%} kept  {row.boards} boards")
    if args.output is not None:
        args.output.write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n")
    return 0
