"""A puzzle: a position with one clearly best stroke, its verification and its rating."""

from carrom.board.disc import QUEEN, Disc
from carrom.board.notation import read_position, read_stroke
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.practice.setup import SetupPosition, round_of
from carrom.rules.round import QueenState
from carrom.training.messages import Rival
from carrom.training.puzzles.sources import Source
from carrom.training.stroke_chances import Wish
from carrom.values import Value

BAR = 0.8
"""A stroke solves a puzzle if its success rate at `STRONG` accuracy is at least this share of the best stroke's."""


class Puzzle(Value, frozen=True, kw_only=True):
    """One puzzle; the player in turn sits south."""

    number: int
    """Number in its address: /puzzles/<number>."""
    position: str
    white: Seat
    queen: str
    wish: Wish
    best: str
    """The best stroke, in notation."""
    name: StrokeKind
    disc: Disc
    pocket: int
    success: float
    """Success rate of the best stroke at `STRONG` accuracy, on fresh samples."""
    rival: Rival | None
    solved: tuple[float, ...]
    """Solve rate of each grader."""
    rating: int
    """Rating on Glicko's scale."""
    deviation: int
    source: Source

    @property
    def moment(self) -> SetupPosition:
        """The position to begin with, as a person would set it up."""
        return SetupPosition(position=self.position, white=self.white, queen=self.queen)

    @property
    def stroke(self) -> Stroke:
        """The best stroke."""
        return read_stroke(self.best)

    @property
    def bar(self) -> float:
        """Success rate, at `STRONG` accuracy, from which a stroke solves the puzzle."""
        return BAR * self.success

    @property
    def themes(self) -> tuple[str, ...]:
        """The puzzle's themes: the kind of stroke first, then its purpose."""
        round_ = round_of(self.moment)
        mine = round_.men_on_board(round_.mover)
        more = (
            ("queen", self.disc is QUEEN),
            ("cover", round_.queen is QueenState.PENDING),
            ("last", mine == 1 and QUEEN not in read_position(self.position).discs),
        )
        return (self.name.value, *(theme for theme, holds in more if holds))


class PuzzleCandidate(Value, frozen=True, kw_only=True):
    """A verified puzzle before selection and numbering, as stored in a record."""

    puzzle: Puzzle
    frictions: tuple[float, float]
    """Success rates of the best stroke with a tenth less and a tenth more friction."""
