"""Grade published puzzles again, after the model players changed; their positions and solutions stay."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from carrom.errors import RefusedRequest
from carrom.json_lines import append, recorded
from carrom.lab.workers import done
from carrom.training.puzzles.grade import GRADERS
from carrom.training.puzzles.puzzle import Puzzle
from carrom.training.puzzles.verify import graded_again
from carrom.training.puzzles.verify_again import seed_of
from carrom.values import Value, changed


class Grades(Value, frozen=True):
    """The solve rates of one puzzle by the graders, the weakest first."""

    number: int
    solved: tuple[float, ...]


def regraded(record: Path, puzzles: Sequence[Puzzle], workers: int = 1) -> Iterator[Puzzle]:
    """Yield the puzzles with new solve rates, those of the record without grading them a second time.

    Raises `RefusedRequest` for a record that cannot be read, or that other graders made.
    """
    known = _recorded(record)
    left = [puzzle for puzzle in puzzles if puzzle.number not in known]
    new = done(_grades, left, workers, "processes" if workers > 1 else "here")
    for puzzle in puzzles:
        if puzzle.number not in known:
            known[puzzle.number] = next(new)
            append(record, known[puzzle.number])
        yield changed(puzzle, solved=known[puzzle.number].solved)


def _grades(puzzle: Puzzle) -> Grades:
    """Return the grades of a puzzle; a job for a worker."""
    from carrom.engine.rollouts.runner import warm

    warm()
    return Grades(puzzle.number, graded_again(puzzle, seed_of(puzzle, 0)).solved)


def _recorded(record: Path) -> dict[int, Grades]:
    """Return the grades of a record by the puzzles' numbers."""
    known: dict[int, Grades] = {}
    for line, grades in enumerate(recorded(record, Grades, "`carrom puzzles grade`"), 1):
        if len(grades.solved) != len(GRADERS):
            raise RefusedRequest(
                f"{record.name}, line {line} has {len(grades.solved)} solve rates; expected {len(GRADERS)}, one of "
                "each model player. Start a new record after changing them."
            )
        known[grades.number] = grades
    return known
