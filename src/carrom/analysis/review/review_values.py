"""Values of a review: each stroke's decision and luck, turning points, accuracy."""

from enum import StrEnum

from carrom.analysis.messages import Line, Spread
from carrom.analysis.win_chances import Stakes
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.practice.setup import SetupPosition
from carrom.values import Value


class Grade(StrEnum):
    """How good a decision was, by the win probability that it cost: see docs/how-to/analysis.md."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Reviewed(Value, frozen=True, kw_only=True):
    """A player of the game reviewed."""

    name: str
    seat: Seat
    """At the beginning."""
    side: int
    """Index of his side."""


class ReviewBegun(Value, frozen=True, kw_only=True, tag_field="type", tag="review-begun"):
    """What is going to be reviewed."""

    players: tuple[Reviewed, ...]
    strokes: int
    """How many will be told; a review tells of each twice, quickly and then well."""
    hand: Spread


class Wider(Value, frozen=True, kw_only=True):
    """What became of the game and the match, as far as it can be told."""

    game: float
    """Probability that his side wins the game."""
    match: float | None = None
    """Likewise the match; null where a single game is played."""


class StrokeReviewed(Value, frozen=True, kw_only=True, tag_field="type", tag="stroke-reviewed"):
    """One stroke of the game; told again when more is known."""

    number: int
    """Of the strokes of the whole game, from 1, as in `/game/<id>#12`."""
    board: int
    player: int
    """Index in `ReviewBegun.players`."""
    seat: Seat
    """Where he sat then."""
    moment: SetupPosition | None
    """How the board stood; null where it cannot be set up by hand, as in doubles."""
    played: Stroke
    meant: Line
    """The stroke that was meant; without clouds and what follows."""
    is_known: bool
    """Whether the record tells what was meant; if not, what was played is taken for it."""
    best: Line
    """The best stroke that was found, of a break the best course of the book; without clouds and what follows."""
    after: float
    """Probability, once all lay still, that his side wins the board."""
    loss: float
    """Decision: win probability that the best stroke promises more than the one meant."""
    luck: float
    """Execution: `after` less what the stroke that was meant promises."""
    accuracy: float
    """0 to 100, of the decision alone."""
    grade: Grade
    first: float
    """`after`, seen by the first side: what a graph shows."""
    why: str
    """The ruling, in English."""
    stakes: Stakes | None = None
    """What hung on the board for his side; null where no game of points was played."""
    wider: Wider | None = None
    """Game and match once all lay still, at the score of that moment; null likewise."""


class Turning(Value, frozen=True, kw_only=True):
    """A moment that decided much."""

    number: int
    loss: float
    luck: float


class PlayerReview(Value, frozen=True, kw_only=True):
    """One player's strokes together."""

    player: int
    strokes: int
    loss: float
    """Mean decision loss a stroke."""
    luck: float
    """Sum over the game."""
    accuracy: float
    """Mean over his strokes."""
    succeeded: int
    expected: float
    """How many successes the strokes that were meant promised."""
    grades: tuple[int, ...]
    """How many of each grade, in the order of `Grade`."""


class ReviewTold(Value, frozen=True, kw_only=True, tag_field="type", tag="review"):
    """The game as a whole; told after each round of its strokes."""

    players: tuple[PlayerReview, ...]
    turning: tuple[Turning, ...]
    """At most three, the greatest first."""
    done: bool
