"""Messages of an analysis: the best strokes, their promises, and where pieces rest."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.values import Value


class Corner(StrEnum):
    """A pocket, in the board's frame: north is away from south's seat."""

    NORTH_WEST = "north-west"
    NORTH_EAST = "north-east"
    SOUTH_WEST = "south-west"
    SOUTH_EAST = "south-east"


class Cause(StrEnum):
    """Why a stroke did not do what was meant."""

    THICK = "too-thick"
    """The man was hit too full."""
    THIN = "too-thin"
    """The man was hit too thin."""
    LEFT = "left"
    """A man that was to go straight left his way to the left, seen along his way."""
    RIGHT = "right"
    SLOW = "too-slow"
    """He stopped on his way."""
    RATTLES = "rattles"
    """He dipped into a pocket and came out again."""
    KISSED = "kissed"
    """He met `disc` on his way."""
    BLOCKED = "blocked"
    """The striker met `disc` first."""
    PAST = "past"
    """The striker met nothing that it was meant to meet."""
    FOLLOWED = "followed-in"
    """The striker fell into the same pocket after him."""
    STRIKER = "striker-falls"
    """The striker fell elsewhere."""
    GIVEN = "opponents-man"
    """A man of the other side fell, `disc`, and none of one's own."""
    LAW = "law"
    """The man fell, and yet the turn is lost."""
    NOTHING = "nothing-falls"
    """Of a break or a safety: nothing of one's own fell."""
    OTHER = "other"


class Wrong(Value, frozen=True, kw_only=True):
    """One way in which a stroke goes wrong."""

    cause: Cause
    disc: Disc | None = None
    """Who is met, or falls, where the cause speaks of one."""
    share: float
    """Of all samples, 0 to 1."""
    win: float
    """Mean win probability of the samples that go wrong so."""


class Cloud(Value, frozen=True, kw_only=True):
    """Where one disc that moves comes to rest, over samples of a stroke."""

    disc: Disc
    good: tuple[Point, ...]
    """Where it has moved and lies in the end, in at most 96 samples that succeed; µm, board's frame."""
    bad: tuple[Point, ...]
    """In the others."""
    fell: float
    """Share of samples in which it falls."""
    stays: float
    """Share of samples in which it does not move."""


class Step(Value, frozen=True, kw_only=True):
    """One stroke of the line that is expected: played exactly, it leads to the next step."""

    seat: Seat
    name: StrokeKind
    disc: Disc | None
    corner: Corner | None
    stroke: Stroke
    success: float


class Line(Value, frozen=True, kw_only=True):
    """One stroke with all that is known of it. Shares are from 0 to 1, errors standard errors, all on fresh samples."""

    name: StrokeKind
    """What players call it when it is played exactly."""
    disc: Disc | None
    """The disc it pockets; null: none of one's own."""
    pocket: int | None
    """Into which pocket as the player sees them: far left, far right, near left, near right, 0 to 3."""
    corner: Corner | None
    """The same pocket in the board's frame."""
    stroke: Stroke
    success: float
    """Share that keeps the turn or wins the board."""
    error: float
    foul: float
    """Share that costs men."""
    win: float
    """Probability that the side in turn wins the board."""
    win_error: float
    points: float
    """Expected points of the board for the side in turn, less those for the other."""
    points_error: float
    samples: int
    window: float | None
    """Degrees of direction over which it succeeds, all else played exactly; null where even the exact stroke fails."""
    wrong: tuple[Wrong, ...]
    """What goes wrong, the most frequent first; empty until it has been looked at."""
    clouds: tuple[Cloud, ...]
    """Of every disc that moves, the striker first; empty until it has been looked at."""
    next: tuple[Step, ...]
    """What is expected to follow when this stroke is played exactly: of the same player, or of the other if the turn
    passes; empty until it has been looked at, and at the end of a board."""


class Stake(Value, frozen=True):
    """Win probability of the game or the match after the running board: if the board is won, and if it is lost."""

    won: float
    lost: float

    def of(self, win: float) -> float:
        """Return the win probability given the probability of winning the board."""
        return round(self.lost + win * (self.won - self.lost), 4)


class Stakes(Value, frozen=True, kw_only=True):
    """What the running board decides for one side."""

    game: Stake
    match: Stake | None = None
    """None for a single game."""


class Spread(Value, frozen=True, kw_only=True):
    """The hand for which all is reckoned: standard deviations of direction (degrees), relative speed, place (µm)."""

    direction: float
    speed: float
    place: float
    tails: bool
    """Whether it slips now and then, as people's hands do."""


class Analysis(Value, frozen=True, kw_only=True, tag_field="type", tag="analysis"):
    """All that is known of a position so far. Each that follows takes the place of the one before, and knows more."""

    stage: int
    """Counts from 1."""
    seat: Seat
    """Who is in turn."""
    hand: Spread
    win: float
    """Probability that the side in turn wins the board with the best stroke."""
    points: float
    lines: tuple[Line, ...]
    """The best first."""
    stakes: Stakes | None = None
    """What hangs on the board for the side in turn; null where the score is not known."""
    simulations: int
    """Spent so far."""
    done: bool
    """Whether this is the last word."""


class Assessed(Value, frozen=True, kw_only=True, tag_field="type", tag="assessed"):
    """One stroke that somebody tries, looked at as the lines of an analysis are, on the same samples."""

    hand: Spread
    line: Line
    simulations: int
    done: bool


class Heat(Value, frozen=True, kw_only=True, tag_field="type", tag="heat"):
    """Chances of success over place and direction, whatever is pocketed, at the best of some speeds."""

    places: tuple[int, ...]
    """Offsets of the striker along the base line, µm, in the player's frame, rising."""
    directions: tuple[int, ...]
    """Of the stroke: mrad counter-clockwise from the player's right, in his frame, rising."""
    success: tuple[int, ...]
    """Thousandths, one row a place; −1 where the striker may not stand."""
    along: tuple[int, ...]
    """Thousandths: for every place the best direction's."""
    done: bool


class Waiting(Value, frozen=True, kw_only=True, tag_field="type", tag="waiting"):
    """Others are analysed first."""

    ahead: int


class Failed(Value, frozen=True, kw_only=True, tag_field="type", tag="failed"):
    """The end of a stream that could not go on, and why, in one sentence."""

    reason: str
