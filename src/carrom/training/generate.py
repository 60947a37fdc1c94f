"""Generate puzzles by numbered searches, each for one goal under one rule set; grade published ones again."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from carrom import files
from carrom.errors import RefusedRequest
from carrom.files import append, recorded
from carrom.lab.workers import done
from carrom.rules.ruleset import NAMES
from carrom.training.make_puzzles import SHARED, Source, laid
from carrom.training.puzzle_files import GRADERS
from carrom.training.puzzles import Puzzle, PuzzleCandidate
from carrom.training.verify import found, graded_again, seed_of
from carrom.training.views import PuzzleGoal
from carrom.values import Value, changed

POSITIONS = 30
"""Positions that a search looks at before it gives up."""
GOALS = (
    *(PuzzleGoal.TURN,) * 9,
    *(PuzzleGoal.DOUBLE,) * 2,
    *(PuzzleGoal.QUEEN,) * 2,
    *(PuzzleGoal.PLAN,) * 2,
    *(PuzzleGoal.ORDER,) * 4,
    *(PuzzleGoal.DEFENCE,) * 2,
    *(PuzzleGoal.DUE,) * 2,
)
"""Goals in the shares in which the first searches have them."""
LATER_GOALS = (
    *(PuzzleGoal.TURN,) * 24,
    *(PuzzleGoal.DOUBLE,) * 7,
    *(PuzzleGoal.DUE,) * 5,
    *(PuzzleGoal.DEFENCE,) * 2,
    *(PuzzleGoal.QUEEN,) * 2,
    *(PuzzleGoal.PLAN,) * 4,
)
"""The shares of later searches: mostly goals that are found quickly."""
RARE_GOALS = (
    *(PuzzleGoal.TURN,) * 9,
    *(PuzzleGoal.DOUBLE,) * 3,
    *(PuzzleGoal.DUE,) * 2,
    *(PuzzleGoal.DEFENCE,) * 5,
    *(PuzzleGoal.QUEEN,) * 1,
    *(PuzzleGoal.PLAN,) * 6,
)
"""Shares with more of the goals that are rarely found."""
QUICK_GOALS = (
    *(PuzzleGoal.TURN,) * 20,
    *(PuzzleGoal.DOUBLE,) * 4,
    *(PuzzleGoal.DUE,) * 2,
    PuzzleGoal.DEFENCE,
    PuzzleGoal.PLAN,
)
"""Shares with hardly any of them."""
LAST_GOALS = (*(PuzzleGoal.DEFENCE,) * 4, *(PuzzleGoal.PLAN,) * 3)
"""The shares of the last searches."""
STAGES = ((260, GOALS), (740, LATER_GOALS), (780, RARE_GOALS), (1_400, QUICK_GOALS))
"""The first number after the searches with some shares."""
SHARED_GOALS = (
    *(PuzzleGoal.TURN,) * 13,
    *(PuzzleGoal.DOUBLE,) * 4,
    *(PuzzleGoal.QUEEN,) * 4,
)
"""The same where nobody owns a colour."""
RULES = ("icf", "icf", *NAMES[1:])
"""Rule sets in those shares."""
BREAKS = {
    **{number: (NAMES[number // 3], number % 3) for number in range(3 * len(NAMES))},
    **{500 + number: (NAMES[number // 2], 3 + number % 2) for number in range(2 * len(NAMES))},
}
"""Searches for breaks: the rule set, and the part of the baseline as an index into `RANGES`."""


class Lot(Value, frozen=True, omit_defaults=True):
    """The puzzle found by the search of one number."""

    number: int
    looked: int
    """Number of positions looked at."""
    found: PuzzleCandidate | None = None


def wanted(number: int) -> tuple[PuzzleGoal, str]:
    """Return the goal and the rule set of a search."""
    if number in BREAKS:
        return PuzzleGoal.BREAK, BREAKS[number][0]
    rng = Random(f"wanted {number}")
    shares = next((goals for end, goals in STAGES if number < end), LAST_GOALS)
    goal, rules = rng.choice(shares), rng.choice(RULES)
    if rules in SHARED:
        # Where nobody owns a colour, whatever is hard for one player is hard for all.
        goal = rng.choice(SHARED_GOALS)
    return goal, rules


def made(number: int) -> Lot:
    """Return the puzzle of the search of that number; a job for a worker."""

    goal, rules = wanted(number)
    tries = 1 if goal is PuzzleGoal.BREAK else POSITIONS
    for attempt in range(tries):
        moved = BREAKS[number][1] if goal is PuzzleGoal.BREAK else attempt
        at = laid(goal, rules, Source(number, moved=moved), Random(f"puzzle {number} {attempt}"))
        candidate = None if at is None else found(at, goal, 100 * number + attempt)
        if candidate is not None:
            return Lot(number, attempt + 1, candidate)
    return Lot(number, tries)


def lots(record: Path, numbers: Sequence[int], workers: int) -> Iterator[Lot]:
    """Yield the results of these searches in order, from the record where present, and record new ones.

    Raises `RefusedRequest` for a record that cannot be read.
    """
    known = recorded_lots(record)
    left = [number for number in numbers if number not in known]
    new = done(made, left, workers, "processes" if workers > 1 else "here")
    for number in numbers:
        if number in known:
            yield known[number]
            continue
        lot = next(new)
        files.append(record, lot)
        yield lot


def recorded_lots(record: Path) -> dict[int, Lot]:
    """Return the results of a record by number; a truncated last line is discarded."""
    return {lot.number: lot for lot in files.recorded(record, Lot, "`carrom puzzles make`")}


# -- grading again, after the model players changed --------------------------------------------------------------------


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
