"""Training: a stroke at a puzzle, in a drill or of a run alone; each is a question by itself, and the page keeps what
it adds up to."""

from typing import Annotated

from msgspec import Meta

from carrom.board.disc import Disc
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
"""The highest rating that a page may bring, and with a minus the lowest."""


class Rate(Value, frozen=True, kw_only=True):
    """A rating that the page keeps, as Glicko-2 has it."""

    rating: Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)] = 1500.0
    deviation: Annotated[float, Meta(ge=1, le=350)] = 350.0
    volatility: Annotated[float, Meta(ge=0.0001, le=1)] = 0.06

    @property
    def value(self) -> Rating:
        """The rating as the tournament room reckons with it."""
        return Rating(self.rating, self.deviation, self.volatility)

    @staticmethod
    def within(found: Rating) -> Rating:
        """Return a rating that a page may bring again: the nearest within the bounds."""
        return Rating(
            max(-FARTHEST, min(FARTHEST, found.rating)),
            max(1.0, min(350.0, found.deviation)),
            max(0.0001, min(1.0, found.volatility)),
        )


class Solve(Value, frozen=True, kw_only=True, tag_field="type", tag="solve"):
    """Play a stroke at a puzzle; answered by `Tried` with a `PuzzleRead`, or refused."""

    nonce: Nonce
    puzzle: Annotated[int, Meta(ge=1, le=100_000)]
    stroke: Stroke | None
    """Null: the best stroke is shown."""
    rating: Rate | None = None
    """The solver's, to be rated anew; null where this try is not rated."""


class Drill(Value, frozen=True, kw_only=True, tag_field="type", tag="drill"):
    """Play a stroke of a drill; answered by `Tried` with a `DrillRead`, or refused."""

    nonce: Nonce
    drill: Word
    number: Annotated[int, Meta(ge=1, le=1000)]
    """Which of the drill's positions."""
    stroke: Stroke | None
    """Null: a stroke that reaches it is shown."""
    tries: Count = 0
    """Tries of this drill before this one."""
    hits: Count = 0


class RunAlone(Value, frozen=True, kw_only=True, tag_field="type", tag="run-alone"):
    """Begin a run alone, or play its next stroke; answered by `Tried` with an `AloneRead`, or refused."""

    nonce: Nonce
    stroke: Stroke | None = None
    """Null: the run begins, or is shown again as it was left."""
    moment: SetupPosition | None = None
    """From the last answer."""
    run: Running | None = None
    """From the last answer."""
    misses: Annotated[tuple[Annotated[int, Meta(ge=0, le=500)], ...], Meta(max_length=200)] = ()
    """Misses of whole boards before this one, the latest first: the hand is told from these and from this one."""


class Best(Value, frozen=True, kw_only=True):
    """The best stroke of a puzzle."""

    stroke: Stroke
    name: str
    """What players call it: `straight`, `cut`, `plant` and so on."""
    disc: Disc
    pocket: int
    """Far left, far right, near left, near right as the player sees them: 0 to 3."""
    success: float
    """How often it comes off for a strong hand."""
    rival: Rival | None
    """The best stroke of another idea."""


class PuzzleRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="puzzle"):
    """What became of a try at a puzzle."""

    solved: bool
    success: float
    """How often the stroke that was played comes off for a strong hand."""
    bar: float
    """How often it had to, at least."""
    themes: tuple[str, ...]
    best: Best
    rating: Rating | None
    """The solver's, after it; null where the try is not rated."""


class DrillRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="drill"):
    """What became of a stroke of a drill."""

    hit: bool
    name: str | None
    """What players call the stroke that was played; null where it pocketed nothing of one's own."""
    tries: int
    hits: int
    low: float
    """Of the share of hits, 95 %."""
    high: float


class AloneRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="alone"):
    """How a run alone stands."""

    run: Running
    kept: bool
    """The stroke kept the turn, or won."""
    counts: bool
    hand: HandTold | None
    """Whose hand the misses are; null before a board is whole."""


Read = PuzzleRead | DrillRead | AloneRead
TrainingQuestion = Solve | Drill | RunAlone
