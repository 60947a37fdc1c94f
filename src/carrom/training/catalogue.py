"""The catalogue of puzzles and drills for the training pages."""

from carrom.board.disc import Disc
from carrom.board.notation import read_position
from carrom.board.placement.striker_spots import placing_spots
from carrom.practice.setup import SetupPosition, rules_of
from carrom.training.drills import DRILLS, HANDS, drill_of
from carrom.training.messages import DrillBoard, DrillListed, DrillOutline, DueTask, ListedPuzzle, PuzzleTask
from carrom.training.puzzles.goals import PuzzleGoal
from carrom.training.puzzles.library import puzzle_of, shelf
from carrom.training.puzzles.puzzle import Puzzle

_HANDS = tuple(hand.direction for hand in HANDS)


def all_puzzles() -> tuple[ListedPuzzle, ...]:
    """Return every puzzle's number, rating, themes, goal and rule set."""
    return tuple(
        ListedPuzzle(each.number, each.rating, each.themes, each.goal.value, each.rules) for each in shelf()[1]
    )


def puzzle_told(number: int) -> PuzzleTask:
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
        place=due_told(puzzle.moment, puzzle.disc) if puzzle.goal is PuzzleGoal.DUE else None,
    )


def due_told(moment: SetupPosition, disc: Disc) -> DueTask:
    """Return a piece to place and the places for it."""
    anywhere = rules_of(moment).dues_anywhere
    return DueTask(disc=disc, spots=tuple(placing_spots(read_position(moment.position), disc, anywhere=anywhere)))


def all_drills() -> tuple[DrillListed, ...]:
    """Return every drill that has positions."""
    found = ((name, drill_of(name)) for name in DRILLS)
    return tuple(DrillListed(name=name, positions=len(boards), first=boards[0].position) for name, boards in found)


def drill_told(name: str) -> DrillOutline:
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
            place=due_told(board.moment, board.disc) if DRILLS[name].strokes == 0 else None,
        )
        for board in drill_of(name)
    )
    return DrillOutline(name=name, hands=_HANDS, positions=boards)
