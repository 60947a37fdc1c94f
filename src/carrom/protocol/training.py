"""Training: strokes in puzzles, drills and solo boards. Each request is independent; the page stores the totals."""

from typing import Annotated

from msgspec import Meta

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.stroke import Stroke
from carrom.practice.setup import SetupPosition
from carrom.protocol.practice import Word
from carrom.protocol.scalars import Nonce
from carrom.tournament.standings.glicko import Rating
from carrom.training.messages import HandTold, Rival
from carrom.training.solo_run import Running
from carrom.values import Value

Count = Annotated[int, Meta(ge=0, le=1_000_000)]


FARTHEST = 10_000
"""Largest absolute value of a rating that a page may send."""


class Rate(Value, frozen=True, kw_only=True):
    """A Glicko-2 rating stored by the page."""

    rating: Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)] = 1500.0
    deviation: Annotated[float, Meta(ge=1, le=350)] = 350.0
    volatility: Annotated[float, Meta(ge=0.0001, le=1)] = 0.06

    @property
    def value(self) -> Rating:
        """The same rating as a value of the rating computation."""
        return Rating(self.rating, self.deviation, self.volatility)

    @staticmethod
    def within(found: Rating) -> Rating:
        """Return the nearest rating within the bounds that a page may send."""
        return Rating(
            max(-FARTHEST, min(FARTHEST, found.rating)),
            max(1.0, min(350.0, found.deviation)),
            max(0.0001, min(1.0, found.volatility)),
        )


class Solve(Value, frozen=True, kw_only=True, tag_field="type", tag="solve"):
    """Play a stroke in a puzzle, or place a piece. Answered by `Tried` with a `PuzzleRead`, or by `Refused`."""

    nonce: Nonce
    puzzle: Annotated[int, Meta(ge=1, le=100_000)]
    stroke: Stroke | None = None
    """Null to show the best stroke, or to place a piece."""
    at: Point | None = None
    """Where the piece is placed; null in puzzles of strokes, and to show the best place."""
    moment: SetupPosition | None = None
    """From the last answer, for the second of two strokes; null for the first."""
    rating: Rate | None = None
    """The solver's rating, to be updated; null if this attempt is not rated."""


class Drill(Value, frozen=True, kw_only=True, tag_field="type", tag="drill"):
    """Play a stroke of a drill, or place a piece. Answered by `Tried` with a `DrillRead`, or by `Refused`."""

    nonce: Nonce
    drill: Word
    number: Annotated[int, Meta(ge=1, le=1000)]
    """Number of the drill's position, from 1."""
    stroke: Stroke | None
    """Null to show a successful stroke, or to place a piece."""
    at: Point | None = None
    """Where the piece is placed; null in drills of strokes, and to show a good place."""
    moment: SetupPosition | None = None
    """From the last answer, for the second stroke of a try; null for the first."""
    tries: Count = 0
    """Earlier attempts at this drill."""
    hits: Count = 0


class RunAlone(Value, frozen=True, kw_only=True, tag_field="type", tag="run-alone"):
    """Start a solo board, or play its next stroke. Answered by `Tried` with an `AloneRead`, or by `Refused`."""

    nonce: Nonce
    stroke: Stroke | None = None
    """Null to start the board, or to show it again as it was left."""
    moment: SetupPosition | None = None
    """From the last answer."""
    run: Running | None = None
    """From the last answer."""
    misses: Annotated[tuple[Annotated[int, Meta(ge=0, le=500)], ...], Meta(max_length=200)] = ()
    """Misses on earlier full boards, the latest first; with those of this board they determine the estimated accuracy.
    """


class Best(Value, frozen=True, kw_only=True):
    """The best decision of a puzzle."""

    stroke: Stroke | None
    """Null where a piece is to be placed."""
    at: Point | None = None
    """The best place of a piece; null in puzzles of strokes."""
    name: str
    """The kind of stroke: `straight`, `cut`, `plant` and so on."""
    disc: Disc
    pocket: int
    """0 to 3: far left, far right, near left, near right, as seen by the player; −1 if none is meant."""
    success: float
    """How often it reaches the goal for a strong player."""
    rival: Rival | None
    """The best stroke of another kind."""


class PuzzleRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="puzzle"):
    """Result of an attempt at a puzzle."""

    solved: bool
    """Whether this decision is good enough. The puzzle is solved if it is and the try does not go on."""
    goes_on: bool = False
    """Whether the second stroke is still to be played: send `moment` of the answer with it."""
    success: float
    """How often the decision reaches the goal, for a strong player."""
    bar: float
    """Least such share that is good enough."""
    reply: float | None = None
    """Success rate of the next player's best stroke, after a defence or a placed piece."""
    themes: tuple[str, ...]
    best: Best
    rating: Rating | None
    """The solver's rating after the attempt; null if it is not rated, or goes on."""


class DrillRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="drill"):
    """Result of a stroke of a drill."""

    hit: bool
    goes_on: bool = False
    """Whether the second stroke of this try is still to be played: send `moment` of the answer with it."""
    left: float | None = None
    """Success rate of the opponent's best stroke, where that decides."""
    name: str | None
    """The kind of stroke played; null if it pocketed no own piece."""
    tries: int
    hits: int
    low: float
    """Lower bound of the 95 % interval of the hit rate; `high` is the upper bound."""
    high: float


class AloneRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="alone"):
    """State of a solo board."""

    run: Running
    kept: bool
    """Whether the stroke kept the turn or won the board."""
    counts: bool
    hand: HandTold | None
    """Accuracy estimated from the misses; null before a full board is finished."""


Read = PuzzleRead | DrillRead | AloneRead
TrainingQuestion = Solve | Drill | RunAlone
