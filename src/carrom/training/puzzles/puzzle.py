"""A puzzle: a position with one clearly best decision, its verification and its rating."""

from carrom.board.disc import QUEEN, Disc
from carrom.board.notation import read_position, read_stroke, write_position
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.position.situation import Situation
from carrom.physics.surface import surface
from carrom.practice.setup import SetupPosition, round_of
from carrom.rules.round import QueenState
from carrom.training.messages import Rival
from carrom.training.puzzles.goals import PuzzleGoal
from carrom.training.puzzles.sources import Source
from carrom.values import Value, changed

BAR = 0.8
"""A stroke solves a puzzle if its success rate at `STRONG` accuracy is at least this share of the best stroke's."""


class Puzzle(Value, frozen=True, kw_only=True, omit_defaults=True):
    """One puzzle; the player sits south."""

    number: int
    """Number in its address: /puzzles/<number>. It stays the same from version to version."""
    rules: str = "icf"
    goal: PuzzleGoal = PuzzleGoal.TURN
    position: str
    white: Seat = Seat.SOUTH
    queen: str
    best: str
    """The best stroke, in notation; of a due, the piece at its best place, as in a position."""
    name: StrokeKind
    disc: Disc
    """The piece that falls first; in a defence the one that the striker touches first; in a due the one to place."""
    pocket: int = -1
    """The pocket it falls into; -1 if none is meant."""
    success: float
    """How often the best decision reaches the goal at `STRONG` accuracy, on fresh samples (`judge`)."""
    rival: Rival | None = None
    stands: tuple[int, int] | None = None
    """The range of the baseline from which a break is to be played, µm."""
    solved: tuple[float, ...]
    """Solve rate of each grader."""
    rating: int
    """Rating on Glicko's scale."""
    deviation: int
    source: Source

    @property
    def moment(self) -> SetupPosition:
        """The position to begin with, as a person would set it up.

        Of a due it is the position before the piece is placed, with the piece's owner in turn.
        """
        return SetupPosition(
            rules=self.rules,
            position=self.position,
            turn=Seat.NORTH if self.goal is PuzzleGoal.DUE else Seat.SOUTH,
            white=self.white,
            queen=self.queen,
            attempt=1 if self.goal is PuzzleGoal.BREAK else None,
        )

    @property
    def stroke(self) -> Stroke | None:
        """The best stroke; None for a due."""
        return None if self.goal is PuzzleGoal.DUE else read_stroke(self.best)

    @property
    def at(self) -> Point | None:
        """The best place of a due piece; None if the puzzle asks for a stroke."""
        return read_position(f"c1_{self.best}")[self.disc] if self.goal is PuzzleGoal.DUE else None

    @property
    def bar(self) -> float:
        """Success rate, at `STRONG` accuracy, from which a decision solves the puzzle."""
        return BAR * self.success

    @property
    def themes(self) -> tuple[str, ...]:
        """The puzzle's themes: the kind of stroke first, then its purpose."""
        if self.goal in (PuzzleGoal.BREAK, PuzzleGoal.DUE):
            return (self.goal.value,)
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
    frictions: tuple[float, ...] = ()
    """Success rates of the best decision with a tenth less and a tenth more friction."""


def situation_of(moment: SetupPosition, friction: float = 1.0) -> Situation:
    """Return the situation of a position on the club surface, with its friction multiplied."""
    ground = surface("club")
    return Situation(
        round_of(moment), read_position(moment.position), changed(ground, friction=ground.friction * friction)
    )


def with_placed(moment: SetupPosition, disc: Disc, spot: Point, friction: float = 1.0) -> Situation:
    """Return the situation after a piece was placed, with its owner in turn."""
    position = read_position(moment.position).having(disc, spot)
    return situation_of(changed(moment, position=write_position(position)), friction)
