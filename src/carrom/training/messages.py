"""Messages of the training pages: puzzles and drills without their solutions, and a player's estimated accuracy."""

from carrom.board.disc import Disc
from carrom.board.stroke_kind import StrokeKind
from carrom.practice.setup import SetupPosition
from carrom.values import Value


class ListedPuzzle(Value, frozen=True):
    """A puzzle in the list of all puzzles."""

    number: int
    rating: int
    themes: tuple[str, ...]


class PuzzleTask(Value, frozen=True, kw_only=True):
    """A puzzle before it is played."""

    number: int
    moment: SetupPosition
    wish: str
    rating: int
    deviation: int
    solved: tuple[float, ...]
    """Share of attempts in which each reference accuracy solves it, 0 to 1."""
    hands: tuple[float, ...]
    """Those reference accuracies, as aim errors in degrees."""


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
    """Success rate of each reference accuracy, 0 to 1."""


class HandTold(Value, frozen=True, kw_only=True):
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
