"""Measure rulings per second, and the ratio to chess: python-chess's `push` and `is_game_over`.

    carrom bench judge [--seconds 2]

Every valid stroke of the casebook is judged repeatedly in process, rule set by rule set, for the given seconds of
processor time; the best round counts. Then random chess games are replayed with the package `chess`
(dependency group `peers`; skipped if it is not installed): each move is pushed, and the game is checked for its end.
Exit code 1 if a ruling of `icf` takes more than 0.055 loops of `bench.unit`, a loop being about a millisecond.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

from bench.unit import bar, processor

from carrom.board.outcome import Outcome
from carrom.rules.casebook import owned_outcome, owned_round
from carrom.rules.judge import judge
from carrom.rules.round import Round
from carrom.rules.ruleset import ruleset
from carrom.rules.settle import settle

MOST = 0.055
"""Loops of `bench.unit` that one ruling may take."""
CASES = Path(__file__).parents[1] / "tests" / "cases" / "cases.jsonl"
BOOKS = ("icf", "classic-29", "club", "eight-rounds", "team-event")


def strokes(book: str) -> list[tuple[Round, Outcome]]:
    """Return the strokes in the cases of a rule set, as rounds and outcomes."""
    found = []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["ruleset"] == book and case["kind"] == "stroke" and "placement" not in case["stroke"]:
            round = owned_round(ruleset(book), case["before"])
            found.append((round, owned_outcome(round, case["stroke"])))
    return found


def best_rate(work: Callable[[], int], seconds: float) -> float:
    """Return the best rate over many rounds of work, in pieces of work per second of processor time."""
    best, end = 0.0, time.process_time() + seconds
    while time.process_time() < end:
        start = time.process_time()
        done = work()
        best = max(best, done / (time.process_time() - start))
    return best


def judging(cases: list[tuple[Round, Outcome]], settled: bool) -> Callable[[], int]:
    """Return a function that judges every stroke ten times, and applies the ruling if `settled`."""

    def work() -> int:
        for _ in range(10):
            for round, outcome in cases:
                ruling = judge(round, outcome)
                if settled:
                    settle(round, ruling)
        return 10 * len(cases)

    return work


def chess_rate(seconds: float) -> float | None:
    """Return moves per second that python-chess pushes and checks for the game's end, in seeded random games."""
    try:
        import chess
    except ImportError:
        return None
    choice = random.Random(1)
    games = []
    for _ in range(5):
        board, moves = chess.Board(), []
        while not board.is_game_over() and len(moves) < 120:
            moves.append(choice.choice(list(board.legal_moves)))
            board.push(moves[-1])
        games.append(moves)

    def work() -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push(move)
                board.is_game_over()
        return sum(map(len, games))

    return best_rate(work, seconds)


def main(seconds: float) -> int:
    """Print the rates; return 1 if `icf` is judged too slowly."""
    unit = processor()
    rates = {book: best_rate(judging(strokes(book), settled=False), seconds) for book in BOOKS}
    for book, rate in rates.items():
        print(f"judge            {book:<13}{rate:>9,.0f} strokes/s")
    both = best_rate(judging(strokes("icf"), settled=True), seconds)
    print(f"judge and settle {'icf':<13}{both:>9,.0f} strokes/s")
    chess = chess_rate(seconds)
    if chess is None:
        print("python-chess is not installed: no ratio")
    else:
        print(
            f"python-chess push + is_game_over {chess:>9,.0f} moves/s; icf judge is {rates['icf'] / chess:.2f} x that"
        )
    return int(not bar("a ruling of icf", 1 / rates["icf"] / unit, "loops", most=MOST))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--seconds", type=float, default=2.0, help="processor seconds per rule set (default: 2)")


def run(args: argparse.Namespace) -> int:
    """Measure and print; return the exit code."""
    return main(args.seconds)
