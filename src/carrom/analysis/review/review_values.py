"""Values of a review: each stroke's decision loss and luck, turning points, accuracy."""

from carrom.analysis.messages import Spread, Stakes, StrokeFacts
from carrom.analysis.review.stroke_judgement import Grade, RolledLoss, needs_rollouts
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.practice.setup import SetupPosition
from carrom.values import Value


class Reviewed(Value, frozen=True, kw_only=True):
    """A player of the reviewed game."""

    name: str
    seat: Seat
    """The seat at the beginning of the game."""
    side: int
    """Index of the player's side."""


class ReviewBegun(Value, frozen=True, kw_only=True, tag_field="type", tag="review-begun"):
    """The start of a review: its players, the number of strokes, and the assumed accuracy."""

    players: tuple[Reviewed, ...]
    strokes: int
    """Number of strokes; each is reported twice, quickly and precisely, and again if it is rolled out."""
    hand: Spread
    dead_band: float = 0.0
    """Win probability by which the value may be wrong: strokes that differ by less count as equally good."""


class Wider(Value, frozen=True, kw_only=True):
    """Win probabilities of the game and the match, where known."""

    game: float
    """Probability that the player's side wins the game."""
    match: float | None = None
    """Probability that it wins the match; null for a single game."""


class StrokeReviewed(Value, frozen=True, kw_only=True, tag_field="type", tag="stroke-reviewed"):
    """The review of one stroke; sent again when more is known."""

    number: int
    """Number among the strokes of the whole game, from 1, as in `/game/<id>#12`."""
    event: int
    """Number of the stroke's line in the record."""
    board: int
    player: int
    """Index in `ReviewBegun.players`."""
    seat: Seat
    """The player's seat at that moment."""
    moment: SetupPosition | None
    """The position before the stroke; null if it cannot be set up by hand, as in doubles."""
    played: Stroke
    meant: StrokeFacts
    """The intended stroke, without clouds and expected line."""
    is_known: bool
    """Whether the record has the intended stroke; otherwise the played stroke is used for it."""
    best: StrokeFacts
    """The best stroke found, for a break the best of the book; without clouds and expected line."""
    after: float
    """Probability that the player's side wins the board, after the stroke."""
    said: float
    """Loss by the value: win probability of the best stroke minus that of the intended one. Within `DEAD_BAND` it means
    nothing."""
    rolled: RolledLoss | None = None
    """The loss by rollouts; null while it is not known, and for strokes that need none."""
    pending: bool = False
    """Whether the stroke is still to be rolled out."""
    loss: float
    """Decision loss: the rolled loss if it is confirmed, otherwise 0."""
    luck: float
    """Luck of the execution: `after` minus the win probability of the intended stroke."""
    accuracy: float
    """Accuracy of the decision alone, 0 to 100."""
    grade: Grade
    first: float
    """`after` from the first side's view, for a graph."""
    why: str
    """The ruling, in English."""
    stakes: Stakes | None = None
    """What the board decided for the player's side; null if no points decide the game."""
    wider: Wider | None = None
    """Win probabilities of game and match after the stroke; null if no points decide the game."""

    @property
    def unchecked(self) -> bool:
        """Whether there was no time to roll out a loss that needs it: the grade blames nobody, and praises nobody."""
        return self.rolled is None and not self.pending and needs_rollouts(self.said)


class Turning(Value, frozen=True, kw_only=True):
    """A turning point of the game."""

    number: int
    loss: float
    luck: float


class PlayerReview(Value, frozen=True, kw_only=True):
    """Totals of one player's strokes."""

    player: int
    strokes: int
    loss: float
    """Mean decision loss per stroke."""
    luck: float
    """Sum over the game."""
    accuracy: float
    """Mean over the player's strokes, without those that there was no time to check."""
    succeeded: int
    expected: float
    """Expected number of successes of the intended strokes."""
    said: float = 0.0
    """Mean loss by the value, for comparison."""
    grades: tuple[int, ...]
    """Number of strokes of each grade, in the order of `Grade`, without those that there was no time to check."""


class GameReview(Value, frozen=True, kw_only=True, tag_field="type", tag="review"):
    """The review of the whole game, sent after each round over its strokes."""

    players: tuple[PlayerReview, ...]
    turning: tuple[Turning, ...]
    """At most three turning points, the largest first."""
    done: bool
