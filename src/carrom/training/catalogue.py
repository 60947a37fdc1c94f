"""The catalogue of puzzles and drills for the training pages."""

from carrom.training.drills import DRILLS, drill_of
from carrom.training.messages import DrillBoard, DrillListed, DrillOutline, ListedPuzzle, PuzzleTask
from carrom.training.puzzles.grade import GRADERS
from carrom.training.puzzles.library import puzzle_of, shelf
from carrom.training.puzzles.puzzle import Puzzle

HANDS = tuple(level.hand.direction for level in GRADERS)


def all_puzzles() -> tuple[ListedPuzzle, ...]:
    """Return every puzzle's number, rating and themes."""
    return tuple(ListedPuzzle(each.number, each.rating, each.themes) for each in shelf()[1])


def puzzle_told(number: int) -> PuzzleTask:
    """Return a puzzle without its solution. Raises `RefusedRequest` for an unknown number."""
    puzzle: Puzzle = puzzle_of(number)
    return PuzzleTask(
        number=number,
        moment=puzzle.moment,
        wish=puzzle.wish.value,
        rating=puzzle.rating,
        deviation=puzzle.deviation,
        solved=puzzle.solved,
        hands=HANDS,
    )


def all_drills() -> tuple[DrillListed, ...]:
    """Return every drill that has positions."""
    found = ((name, drill_of(name)) for name in DRILLS)
    return tuple(DrillListed(name=name, positions=len(boards), first=boards[0].position) for name, boards in found)


def drill_told(name: str) -> DrillOutline:
    """Return a drill without its solutions. Raises `RefusedRequest` for an unknown name."""
    boards = tuple(
        DrillBoard(moment=board.moment, disc=board.disc.value, levels=board.levels) for board in drill_of(name)
    )
    return DrillOutline(name=name, hands=HANDS, positions=boards)
