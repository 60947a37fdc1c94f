"""Values of a review: each stroke's rank, decision loss and luck; mistakes, turning points and accuracy."""

import math
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TypeVar

from carrom.analysis.messages import Spread, Stakes, StrokeFacts
from carrom.board import Seat, Stroke
from carrom.practice.setup import SetupPosition
from carrom.values import Value

# -- the order of strokes: win probability, then points, then success --------------------------------------------------
# The value of a position is wrong by more than the difference of most good strokes, so a stroke is not ranked above
# another for a lead within that error.


DEAD_BAND = 0.05
"""Win probability by which the value may be wrong about the difference of two strokes (`carrom bench review`)."""
POINTS = 0.5
"""The same for expected points."""

Item = TypeVar("Item")


class Worth(Value, frozen=True):
    """What strokes are ranked by."""

    win: float
    points: float
    success: float


def ranked(strokes: Sequence[Item], worth: Callable[[Item], Worth]) -> list[Item]:
    """Return strokes, the best first.

    All that are within `DEAD_BAND` of the largest win probability come first, then those within it of the largest one
    left, and so on. Strokes of one group are ordered by expected points in the same way (within `POINTS`), then by
    success.
    """
    found: list[Item] = []
    for equal in _groups(strokes, lambda each: worth(each).win, DEAD_BAND):
        for alike in _groups(equal, lambda each: worth(each).points, POINTS):
            found += sorted(alike, key=lambda each: (-worth(each).success, -worth(each).win))
    return found


def _groups(strokes: Sequence[Item], value: Callable[[Item], float], band: float) -> Iterator[list[Item]]:
    """Yield groups of strokes whose value is within `band` of their largest, the largest group first."""
    left = sorted(strokes, key=value, reverse=True)
    while left:
        least = value(left[0]) - band
        yield [each for each in left if value(each) >= least]
        left = [each for each in left if value(each) < least]


# -- the judgement of a stroke, from the loss by value and by rollouts -------------------------------------------------
# Nothing is called a mistake on the word of the value alone. A loss within the value's own error (`DEAD_BAND`) is
# none, and a larger one counts only if rollouts confirm it (`carrom.analysis.reviewer`).


SAME = 0.01
"""Loss up to which a stroke counts as the best one."""


class Grade(StrEnum):
    """The quality of a decision, by the win probability it lost: see docs/how-to/analysis.md."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS = ((0.1, Grade.INACCURACY), (0.15, Grade.MISTAKE))
"""Largest confirmed loss of each grade, as on Lichess; beyond the last one the stroke is a blunder."""
CALLED = frozenset({Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER})
"""Grades that blame a player."""


class RolledLoss(Value, frozen=True, kw_only=True):
    """The loss of a stroke by rollouts."""

    loss: float
    """Mean difference of the win probability; negative if the stroke did better than the alternative."""
    error: float
    """Standard error of `loss`."""
    games: int
    """Boards played out, half of them after each stroke."""
    confirmed: bool
    """Whether the loss is larger than `DEAD_BAND`, and its 95 % interval excludes 0."""


class Judgement(Value, frozen=True, kw_only=True):
    """What is said about a decision."""

    loss: float
    """The loss that counts: the rolled one if it is confirmed, otherwise 0."""
    accuracy: float
    """0 to 100, from `loss`."""
    grade: Grade
    pending: bool
    """Whether rollouts are still needed."""


def needs_rollouts(said: float) -> bool:
    """Whether a loss by the value is large enough to be checked."""
    return said > DEAD_BAND


def judged(said: float, rolled: RolledLoss | None) -> Judgement:
    """Return the judgement of a decision: `said` by the value, and `rolled` if it has been checked."""
    loss = max(0.0, rolled.loss) if rolled is not None and rolled.confirmed and needs_rollouts(said) else 0.0
    return Judgement(
        loss=round(loss, 4),
        accuracy=round(accuracy(loss), 1),
        grade=grade_of(said, loss),
        pending=rolled is None and needs_rollouts(said),
    )


def grade_of(said: float, confirmed: float) -> Grade:
    """Return the grade of a decision from the loss by the value and the confirmed one."""
    if confirmed <= 0.0:
        return Grade.BEST if said <= SAME else Grade.GOOD
    return next((grade for most, grade in LIMITS if confirmed <= most), Grade.BLUNDER)


def accuracy(loss: float) -> float:
    """Return the accuracy of a decision, 0 to 100, from the win probability it lost (the formula of Lichess)."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))


# -- strokes and games under review ------------------------------------------------------------------------------------


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
