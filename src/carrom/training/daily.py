"""The catalogue of the training pages, and the daily puzzle."""

from datetime import date
from functools import cache
from hashlib import sha256

from carrom.board.disc import Disc
from carrom.board.notation import read_position
from carrom.board.striker_spots import placing_spots
from carrom.practice.setup import SetupPosition, rules_of
from carrom.training.drills import DRILLS, HANDS, drill_of
from carrom.training.puzzles import Puzzle, puzzle_of, shelf
from carrom.training.views import DrillBoard, DrillListed, DrillOutline, DueTask, ListedPuzzle, PuzzleGoal, PuzzleTask

# -- the catalogue: puzzles and drills ---------------------------------------------------------------------------------


_HANDS = tuple(hand.direction for hand in HANDS)


def all_puzzles() -> tuple[ListedPuzzle, ...]:
    """Return every puzzle's number, rating, themes, goal and rule set."""
    return tuple(
        ListedPuzzle(each.number, each.rating, each.themes, each.goal.value, each.rules) for each in shelf()[1]
    )


def puzzle_view(number: int) -> PuzzleTask:
    """Return a puzzle without its solution. Raises `RefusedRequest` for an unknown number."""
    puzzle: Puzzle = puzzle_of(number)
    return PuzzleTask(
        number=number,
        moment=puzzle.moment,
        goal=puzzle.goal.value,
        strokes=puzzle.goal.strokes,
        rating=puzzle.rating,
        deviation=puzzle.deviation,
        stands=puzzle.stands,
        place=due_view(puzzle.moment, puzzle.disc) if puzzle.goal is PuzzleGoal.DUE else None,
    )


def due_view(moment: SetupPosition, disc: Disc) -> DueTask:
    """Return a piece to place and the places for it."""
    anywhere = rules_of(moment).dues_anywhere
    return DueTask(disc=disc, spots=tuple(placing_spots(read_position(moment.position), disc, anywhere=anywhere)))


def all_drills() -> tuple[DrillListed, ...]:
    """Return every drill that has positions."""
    found = ((name, drill_of(name)) for name in DRILLS)
    return tuple(DrillListed(name=name, positions=len(boards), first=boards[0].position) for name, boards in found)


def drill_view(name: str) -> DrillOutline:
    """Return a drill without its solutions. Raises `RefusedRequest` for an unknown name."""
    boards = tuple(
        DrillBoard(
            moment=board.moment,
            disc=board.disc.value,
            levels=board.levels,
            strokes=DRILLS[name].strokes,
            target=board.target,
            within=board.within,
            stands=board.stands,
            place=due_view(board.moment, board.disc) if DRILLS[name].strokes == 0 else None,
        )
        for board in drill_of(name)
    )
    return DrillOutline(name=name, hands=_HANDS, positions=boards)


# -- the puzzle of a calendar day --------------------------------------------------------------------------------------


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
