"""Messages of the training pages: puzzles and drills without solutions, goals, and estimated accuracy."""

from enum import StrEnum

from carrom.board import Disc, Point, StrokeKind
from carrom.practice.setup import SetupPosition
from carrom.values import Value


class ListedPuzzle(Value, frozen=True):
    """A puzzle in the list of all puzzles."""

    number: int
    rating: int
    themes: tuple[str, ...]
    goal: str
    rules: str


class PuzzleTask(Value, frozen=True, kw_only=True):
    """A puzzle before it is played."""

    number: int
    moment: SetupPosition
    goal: str
    """`turn`, `double`, `queen`, `plan`, `order`, `break`, `defence` or `due`."""
    strokes: int
    """Number of strokes that the player plays; 0 where a piece is to be placed."""
    rating: int
    deviation: int
    stands: tuple[int, int] | None
    """The range of the baseline from which a break is to be played, µm."""
    place: "DueTask | None"
    """The piece to place, and where it may be placed."""


class DueTask(Value, frozen=True, kw_only=True):
    """A piece that waits to be placed by the player in the south."""

    disc: Disc
    spots: tuple[Point, ...]
    """Legal places on a grid of 5 mm."""


class Rival(Value, frozen=True):
    """The best alternative to a puzzle's best stroke: another piece, pocket or kind of stroke."""

    name: StrokeKind
    disc: Disc
    pocket: int
    success: float


class DrillListed(Value, frozen=True, kw_only=True):
    """A drill in the list of all drills."""

    name: str
    positions: int
    first: str
    """The drill's first position, in notation."""


class DrillOutline(Value, frozen=True, kw_only=True):
    """A drill before it is played."""

    name: str
    hands: tuple[float, ...]
    """The reference accuracies of `DrillBoard.levels`, as aim errors in degrees."""
    positions: tuple["DrillBoard", ...]


class DrillBoard(Value, frozen=True, kw_only=True):
    """One position of a drill."""

    moment: SetupPosition
    disc: str
    levels: tuple[float, ...]
    """Success rate of each reference accuracy, 0 to 1; empty where nothing is struck."""
    strokes: int
    """Number of strokes that a try has; 0 where a piece is to be placed."""
    target: Point | None
    """Where the piece is to come to rest."""
    within: int
    """Largest distance from the target, µm."""
    stands: tuple[int, int] | None
    """The range of the baseline from which the stroke is to be played, µm."""
    place: DueTask | None


class AccuracyView(Value, frozen=True, kw_only=True):
    """A player's accuracy, estimated from solo runs."""

    direction: float
    """Aim error in degrees: the median of the likelihood."""
    low: float
    high: float
    """Bounds of the 95 % interval, in degrees."""
    level: str
    """The level whose aim error is nearest."""
    boards: int
    strokes: int
    """Strokes counted of a board that was not finished."""


# -- goals, and what each asks of the player ---------------------------------------------------------------------------


class PuzzleGoal(StrEnum):
    """What a puzzle asks for."""

    TURN = "turn"
    """One stroke: the turn goes on, or the board is won."""
    DOUBLE = "double"
    """One stroke: two of the player's own pieces fall, where the queen may be one of them, and the turn goes on."""
    QUEEN = "queen"
    """Two strokes: pocket the queen, then cover it; or both with one stroke."""
    PLAN = "plan"
    """Two strokes: the turn goes on twice, or the board is won. The first must leave an easy second."""
    ORDER = "order"
    """The same, where another piece falls as easily, but only one of them may come first."""
    BREAK = "break"
    """One stroke: break from a part of the baseline so that the turn goes on."""
    DEFENCE = "defence"
    """One stroke: nothing can be pocketed safely, so leave the next player as little as possible."""
    DUE = "due"
    """No stroke: place a piece that the opponent owes where it is hardest to pocket."""

    @property
    def strokes(self) -> int:
        """Number of strokes that the player plays."""
        return 0 if self is PuzzleGoal.DUE else 2 if self in CHAINS else 1


CHAINS = frozenset({PuzzleGoal.QUEEN, PuzzleGoal.PLAN, PuzzleGoal.ORDER})
"""Goals that take two strokes."""
