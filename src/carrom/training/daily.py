"""The daily puzzle: which puzzle of the catalogue a calendar day has."""

from datetime import date
from functools import cache
from hashlib import sha256

from carrom.training.puzzles.goals import PuzzleGoal
from carrom.training.puzzles.library import shelf
from carrom.training.puzzles.puzzle import Puzzle

WEEK = 7
WEEKS = 98
"""Number of puzzles for a day, in whole weeks; a test compares it with the catalogue."""
PERIOD = WEEKS * WEEK
"""Days until a puzzle comes again."""


def for_a_day() -> tuple[Puzzle, ...]:
    """Return the puzzles that a day may have: of one stroke to pocket pieces, under the official rules."""
    goals = (PuzzleGoal.TURN, PuzzleGoal.DOUBLE)
    return tuple(puzzle for puzzle in shelf()[1] if puzzle.rules == "icf" and puzzle.goal in goals)


def daily_number(day: date) -> int:
    """Return the number of a day's puzzle.

    Puzzles are sorted by rating into seven bands of equal size, one for each weekday: the easiest on Mondays, the
    hardest on Sundays. A band's puzzles take turns in a fixed order.
    """
    week, weekday = divmod(day.toordinal() - 1, WEEK)
    return _bands()[weekday][week % WEEKS]


@cache
def _bands() -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the puzzles for each weekday, Monday first, in the order in which they take turns."""
    ordered = sorted(for_a_day(), key=lambda puzzle: (puzzle.rating, puzzle.number))[:PERIOD]
    return tuple(
        tuple(puzzle.number for puzzle in sorted(ordered[start : start + WEEKS], key=_shuffled))
        for start in range(0, PERIOD, WEEKS)
    )


def _shuffled(puzzle: Puzzle) -> bytes:
    """Return a sort key that depends on nothing but the puzzle, and orders puzzles as a shuffle would."""
    return sha256(f"daily puzzle {puzzle.number}".encode()).digest()
