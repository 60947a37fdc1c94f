"""Puzzles of the break: few breaks from a part of the baseline keep the turn as often as the best."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board.notation import write_stroke
from carrom.board.stroke import Stroke, StrokeKind
from carrom.engine.artifacts import CHOOSING, PROMISING, drawn
from carrom.training.make_puzzles import SourcePosition, breaks
from carrom.training.puzzle_files import EXPERT, FINDS, Idea, rating_of
from carrom.training.puzzle_files import solve_rates as rates_of_ideas
from carrom.training.puzzle_judge import PuzzleJudge
from carrom.training.puzzles import BAR, Puzzle, PuzzleCandidate, situation_of
from carrom.training.stroke_chances import STRONG, Look
from carrom.training.views import PuzzleGoal

RANGES = ((-219_000, -150_000), (-60_000, 60_000), (70_000, 140_000), (150_000, 219_000), (-140_000, -70_000))
"""Parts of the baseline: the left end, the middle, right of it, the right end, and left of the middle, µm."""
LEAST = 0.35
"""Least share of racks on which the best break keeps the turn."""
SHARE = 0.25
"""Largest share of other breaks that solve the puzzle too."""
LOSS, SLACK = 0.12, 0.1
"""What a break may lose on other racks, and the tolerance of SHARE in a later proof."""
FINALISTS, SAMPLES = 10, 256
FRICTIONS = (0.9, 1.1)
Shares = NDArray[np.float64]


def found(at: SourcePosition, seed: int) -> PuzzleCandidate | None:
    """Return the puzzle of a rack and a part of the baseline, verified and graded; or None.

    The part is `RANGES[moved]` of the position's source.
    """
    stands = RANGES[at.source.moved % len(RANGES)]
    situation = situation_of(at.moment)
    strokes = breaks(situation, stands)
    rng = Random(f"break {seed}")
    look = Look(situation, STRONG, rng, PuzzleGoal.BREAK, racks=drawn(CHOOSING, 256, rng))
    shares = look.shares(strokes, look.few)
    finalists = np.argsort(-shares, kind="stable")[:FINALISTS]
    exact = look.shares(strokes[finalists], look.noise)
    stroke = Stroke(*strokes[finalists[int(exact.argmax())]].tolist())
    success = PuzzleJudge(situation, PuzzleGoal.BREAK).success(stroke, SAMPLES, 7 * seed + 1)
    if success < LEAST or float((shares >= BAR * success).mean()) > SHARE:
        return None
    rough = [
        PuzzleJudge(situation_of(at.moment, friction), PuzzleGoal.BREAK).success(stroke, SAMPLES, seed + 3)
        for friction in FRICTIONS
    ]
    solved = rates_of_ideas(_ideas(shares, BAR * success), seed)
    if solved[EXPERT] < FINDS:
        return None
    rating, deviation = rating_of(solved)
    puzzle = Puzzle(
        number=0,
        rules=at.moment.rules,
        goal=PuzzleGoal.BREAK,
        position=at.moment.position,
        queen="board",
        best=write_stroke(stroke),
        name=StrokeKind.BREAK,
        disc=situation.round.on_board[0],
        success=round(success, 3),
        stands=stands,
        solved=solved,
        rating=rating,
        deviation=deviation,
        source=at.source,
    )
    return PuzzleCandidate(puzzle=puzzle, frictions=tuple(round(each, 3) for each in rough))


def holds(puzzle: Puzzle, seed: int) -> bool:
    """Whether the best break of a puzzle keeps the turn as often on other racks, and few others do."""
    situation, stroke = situation_of(puzzle.moment), puzzle.stroke
    assert stroke is not None, "a break is a stroke"
    success = PuzzleJudge(situation, PuzzleGoal.BREAK).success(stroke, SAMPLES, seed)
    if success < max(LEAST, puzzle.success - LOSS):
        return False
    return float((_shares(puzzle, seed) >= puzzle.bar).mean()) <= SHARE + SLACK


def solve_rates(puzzle: Puzzle, seed: int) -> tuple[float, ...]:
    """Return the graders' solve rates of a puzzle, by all breaks on fresh racks."""
    return rates_of_ideas(_ideas(_shares(puzzle, seed), puzzle.bar), seed)


def _shares(puzzle: Puzzle, seed: int) -> Shares:
    """Return how often each break from the puzzle's part of the baseline keeps the turn, on fresh racks."""
    assert puzzle.stands is not None, "from a part of the baseline"
    situation, rng = situation_of(puzzle.moment), Random(f"break {seed}")
    look = Look(situation, STRONG, rng, PuzzleGoal.BREAK, racks=drawn(PROMISING, 256, rng))
    return look.shares(breaks(situation, puzzle.stands), look.few)


def _ideas(shares: Shares, bar: float) -> list[Idea]:
    return [Idea(StrokeKind.BREAK, float(each), float(each), bool(each >= bar)) for each in shares]
