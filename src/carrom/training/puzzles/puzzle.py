"""A puzzle: a position with one clearly best stroke, its proof and its rating."""

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
"""A stroke solves a puzzle when it comes off, for a strong hand, at least this part as often as the best one."""


class Puzzle(Value, frozen=True, kw_only=True):
    """One puzzle; the player in turn sits in the south."""

    number: int
    """Its address: /puzzles/<number>."""
    position: str
    white: Seat
    queen: str
    wish: Wish
    best: str
    """The stroke, in notation."""
    name: StrokeKind
    disc: Disc
    pocket: int
    success: float
    """How often the best stroke comes off for the strong hand, on fresh samples."""
    rival: Rival | None
    solved: tuple[float, ...]
    """How often each of the graders' hands solves it."""
    rating: int
    """On Glicko's scale."""
    deviation: int
    source: Source

    @property
    def moment(self) -> SetupPosition:
        """The board to begin with, as a person would set it up."""
        return SetupPosition(position=self.position, white=self.white, queen=self.queen)

    @property
    def stroke(self) -> Stroke:
        """The best stroke."""
        return read_stroke(self.best)

    @property
    def bar(self) -> float:
        """The success, for the strong hand, from which a stroke solves it."""
        return BAR * self.success

    @property
    def themes(self) -> tuple[str, ...]:
        """What it is about: the kind of stroke first, then what the stroke is for."""
        round_ = round_of(self.moment)
        mine = round_.men_on_board(round_.mover)
        more = (
            ("queen", self.disc is QUEEN),
            ("cover", round_.queen is QueenState.PENDING),
            ("last", mine == 1 and QUEEN not in read_position(self.position).discs),
        )
        return (self.name.value, *(theme for theme, holds in more if holds))


class Candidate(Value, frozen=True, kw_only=True):
    """A puzzle that is found and proved, before it is chosen and numbered: what a record keeps."""

    puzzle: Puzzle
    frictions: tuple[float, float]
    """How often the best stroke comes off with a tenth less friction and a tenth more."""
