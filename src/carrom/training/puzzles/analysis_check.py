"""Keep the puzzles whose solution the analysis shows.

A player who missed a puzzle asks the analysis why. It looks for the best chance to win the board; a puzzle whose
solution is not among its lines asks for something else than good play, and is not published.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from carrom.analysis.analysis import analyse
from carrom.analysis.messages import Analysis
from carrom.json_lines import append, recorded
from carrom.lab.workers import done
from carrom.training.puzzles.goals import CHAINS, PuzzleGoal
from carrom.training.puzzles.judge import PuzzleJudge
from carrom.training.puzzles.puzzle import Puzzle, situation_of
from carrom.training.stroke_chances import STRONG
from carrom.values import Value

LINES = 5
"""Strokes that the analysis shows."""
SECONDS = 5.0
"""Processor time of an analysis."""
SAMPLES, REPLIES = 512, 48
"""Samples by which a stroke is judged, without and with a reply in each."""


class Listing(Value, frozen=True):
    """Whether the analysis lists a puzzle's solution, as recorded."""

    number: int
    """Number of the puzzle."""
    best: str
    """Its solution, in notation."""
    place: int | None
    """Place of the first line that solves it, from 0; null if none does."""


def with_listing(
    record: Path, puzzles: Sequence[Puzzle], seed: int, seconds: float = SECONDS, workers: int = 1
) -> Iterator[tuple[Puzzle, bool]]:
    """Yield each puzzle and whether the analysis lists its solution; puzzles without a stroke always count as listed.

    `seconds` is the processor time of each analysis. Results are recorded one by one, and those of the record are not
    computed again. Raises `RefusedRequest` for a record that cannot be read.
    """
    known = {(each.number, each.best): each for each in recorded(record, Listing, "`carrom puzzles analyse`")}
    jobs = [(each, seed, seconds) for each in puzzles if each.goal.strokes and (each.number, each.best) not in known]
    new = done(_listing, jobs, workers, "processes" if workers > 1 else "here")
    for puzzle in puzzles:
        key = puzzle.number, puzzle.best
        if puzzle.goal.strokes and key not in known:
            known[key] = next(new)
            append(record, known[key])
        yield puzzle, not puzzle.goal.strokes or known[key].place is not None


def place_in_analysis(puzzle: Puzzle, seed: int, seconds: float = SECONDS) -> int | None:
    """Return the place, from 0, of the first line of an analysis that solves a puzzle; None if none does.

    `seconds` is the processor time of the analysis.
    """
    situation = replace(situation_of(puzzle.moment), stands=puzzle.stands)
    told = analyse(situation, STRONG, lines=LINES, seconds=seconds, seed=seed, clock=time.process_time)
    *_, last = (each for each in told if isinstance(each, Analysis))
    judge = PuzzleJudge(situation, puzzle.goal)
    has_replies = puzzle.goal in CHAINS or puzzle.goal is PuzzleGoal.DEFENCE
    low, high = puzzle.stands or (-(10**9), 10**9)
    for place, line in enumerate(last.lines):
        stroke = line.stroke
        if low <= stroke.x <= high and judge.success(stroke, REPLIES if has_replies else SAMPLES, seed) >= puzzle.bar:
            return place
    return None


def _listing(job: tuple[Puzzle, int, float]) -> Listing:
    """Return whether the analysis lists a puzzle's solution; a job for a worker."""
    from carrom.engine.rollouts.runner import warm

    warm()
    puzzle, seed, seconds = job
    return Listing(puzzle.number, puzzle.best, place_in_analysis(puzzle, seed, seconds))
