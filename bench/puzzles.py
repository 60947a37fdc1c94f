"""Measure how often the analysis finds the solution of the shipped puzzles within some seconds of processor time.

carrom bench puzzles --count 60
carrom bench puzzles --goal defence --seconds 10
carrom bench puzzles --count 400 --workers 2 --record found.jsonl
"""

import argparse
from collections import Counter
from pathlib import Path
from random import Random

from carrom.errors import RefusedRequest
from carrom.files import append, recorded
from carrom.lab.workers import done
from carrom.numeric import wilson
from carrom.training.puzzles import Puzzle, shelf
from carrom.training.verify import LINES, place_in_analysis
from carrom.training.views import PuzzleGoal
from carrom.values import Value

GOALS = tuple(goal for goal in PuzzleGoal if goal.strokes)


class Asked(Value, frozen=True):
    """A puzzle that was analysed, as recorded."""

    position: str
    best: str
    seconds: float
    seed: int
    place: int | None
    """Place of the first line that solves it, from 0; null if none does."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--count", type=int, default=60, help="number of puzzles, drawn at random (default: 60)")
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time of an analysis (default: 5)")
    parser.add_argument("--goal", choices=[goal.value for goal in GOALS], help="only puzzles of this goal")
    parser.add_argument("--seed", type=int, default=100_000, help="seed of the choice and of the analyses")
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--record", type=Path, help="file of results, one a line; those in it are not measured again")


def run(args: argparse.Namespace) -> int:
    """Analyse the puzzles; the exit code is 1 if the solution of fewer than 99 % is among the lines."""
    if args.count < 1 or args.seconds <= 0:
        raise RefusedRequest(f"--count {args.count} and --seconds {args.seconds}; expected positive numbers")
    all_puzzles = [each for each in shelf()[1] if each.goal in GOALS and args.goal in (None, each.goal.value)]
    chosen = Random(args.seed).sample(all_puzzles, min(args.count, len(all_puzzles)))
    known = {(each.position, each.best, each.seconds, each.seed): each.place for each in recorded(args.record, Asked)}
    left = [(each, args.seconds, args.seed) for each in chosen if _key(each, args.seconds, args.seed) not in known]
    places = done(_place, left, args.workers, "processes" if args.workers > 1 else "here")
    asked: Counter[str] = Counter()
    listed: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for puzzle in chosen:
        key = _key(puzzle, args.seconds, args.seed)
        if key not in known:
            known[key] = next(places)
            append(args.record, Asked(*key, known[key]))
        place = known[key]
        asked[puzzle.goal] += 1
        listed[puzzle.goal] += place is not None
        first[puzzle.goal] += place == 0
        if place is None:
            print(
                f"puzzle {puzzle.number} ({puzzle.goal}, {puzzle.rules}): none of {LINES} lines solves it", flush=True
            )
    for goal, count in sorted(asked.items()):
        print(f"{goal}: {listed[goal]} of {count} listed, {first[goal]} first")
    total = sum(listed.values())
    low, high = wilson(total, len(chosen))
    print(
        f"{total} of {len(chosen)} solutions are among the {LINES} lines after {args.seconds:g} s of processor time: "
        f"{total / len(chosen):.1%} ({low:.1%} to {high:.1%}); {sum(first.values())} are the first line"
    )
    return 0 if total >= 0.99 * len(chosen) else 1


def _key(puzzle: Puzzle, seconds: float, seed: int) -> tuple[str, str, float, int]:
    """Return what a result is found by in a record."""
    return puzzle.position, puzzle.best, seconds, seed


def _place(job: tuple[Puzzle, float, int]) -> int | None:
    """Return the place of the first line that solves a puzzle; a job for a worker."""
    puzzle, seconds, seed = job
    return place_in_analysis(puzzle, seed, seconds)
