"""Messages of an analysis: the best strokes, their estimates, and where pieces come to rest."""

from enum import StrEnum
from typing import TYPE_CHECKING

from carrom.board import Disc, Point, Seat, Stroke, StrokeKind
from carrom.values import Value

if TYPE_CHECKING:
    from carrom.engine.geometry import HandNoise


class Corner(StrEnum):
    """A pocket, in the board's frame: north is away from south's seat."""

    NORTH_WEST = "north-west"
    NORTH_EAST = "north-east"
    SOUTH_WEST = "south-west"
    SOUTH_EAST = "south-east"


class Cause(StrEnum):
    """Why a stroke failed."""

    THICK = "too-thick"
    """The piece was hit too full."""
    THIN = "too-thin"
    """The piece was hit too thin."""
    LEFT = "left"
    """A piece that should go straight went to the left, seen along its path."""
    RIGHT = "right"
    SLOW = "too-slow"
    """The piece stopped on its way."""
    RATTLES = "rattles"
    """The piece rebounded from the pocket's rim."""
    KISSED = "kissed"
    """The piece hit `disc` on its way."""
    BLOCKED = "blocked"
    """The striker hit `disc` first."""
    PAST = "past"
    """The striker missed the disc it should hit."""
    FOLLOWED = "followed-in"
    """The striker followed the piece into the same pocket."""
    STRIKER = "striker-falls"
    """The striker fell elsewhere."""
    GIVEN = "opponents-man"
    """An opponent's piece, `disc`, fell and none of the player's."""
    LAW = "law"
    """The piece fell, but the turn is lost by law."""
    NOTHING = "nothing-falls"
    """In a break or a safety: no piece of the player's fell."""
    OTHER = "other"


class Wrong(Value, frozen=True, kw_only=True):
    """One way in which a stroke fails."""

    cause: Cause
    disc: Disc | None = None
    """The disc that was hit or fell, for causes that have one."""
    share: float
    """Share of all samples, 0 to 1. A sample that fails for several reasons counts for each."""
    win: float
    """Mean win probability of the samples that fail this way."""


class Cloud(Value, frozen=True, kw_only=True):
    """The rest positions of one moving disc, over samples of a stroke."""

    disc: Disc
    good: tuple[Point, ...]
    """Rest positions of the disc where it has moved, in at most 96 successful samples; µm, board's frame."""
    bad: tuple[Point, ...]
    """The same in failed samples."""
    fell: float
    """Share of samples in which the disc falls."""
    stays: float
    """Share of samples in which the disc does not move."""


class ExpectedStroke(Value, frozen=True, kw_only=True):
    """One stroke of the expected line; played without noise, it leads to the next step."""

    seat: Seat
    name: StrokeKind
    disc: Disc | None
    corner: Corner | None
    stroke: Stroke
    success: float


class StrokeFacts(Value, frozen=True, kw_only=True):
    """An analysed stroke. Shares are from 0 to 1, errors are standard errors, all on fresh samples."""

    name: StrokeKind
    """Kind of the stroke when played without noise."""
    disc: Disc | None
    """The disc it pockets; null if no piece of the player's falls."""
    pocket: int | None
    """The pocket from the player's view: far left, far right, near left, near right, 0 to 3."""
    corner: Corner | None
    """The same pocket in the board's frame."""
    stroke: Stroke
    success: float
    """Share of samples that keep the turn or win the board."""
    error: float
    foul: float
    """Share of samples that cost the player pieces."""
    win: float
    """Probability that the side in turn wins the board."""
    win_error: float
    points: float
    """Expected points of the board for the side in turn, minus those for the opponent."""
    points_error: float
    samples: int
    window: float | None
    """Range of directions in degrees over which it succeeds without other noise; null if it fails even without
    noise."""
    wrong: tuple[Wrong, ...]
    """Causes of failures and fouls, the most frequent first; empty until computed."""
    clouds: tuple[Cloud, ...]
    """Rest positions of every disc that moves, the striker first; empty until computed."""
    next: tuple[ExpectedStroke, ...]
    """The expected line after this stroke without noise, by the same player, or by the opponent if the turn passes;
    empty until computed, and at the end of a board."""


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
    """The accuracy assumed in an analysis: standard deviations of direction (degrees), relative speed, place (µm)."""

    direction: float
    speed: float
    place: float
    tails: bool
    """Whether errors follow Student's t with five degrees of freedom, as people's do, instead of a normal."""


def spread_of(hand: "HandNoise") -> Spread:
    """Return an accuracy as a message."""
    return Spread(direction=hand.direction, speed=hand.speed, place=hand.place, tails=hand.tails)


class Analysis(Value, frozen=True, kw_only=True, tag_field="type", tag="analysis"):
    """An analysis of a position so far. Each message replaces the one before."""

    stage: int
    """Number of the search, from 1."""
    seat: Seat
    """The seat in turn."""
    hand: Spread
    win: float
    """Probability that the side in turn wins the board with the best stroke."""
    points: float
    lines: tuple[StrokeFacts, ...]
    """The analysed strokes, the best first."""
    stakes: Stakes | None = None
    """What the board decides for the side in turn; null if the score is unknown."""
    simulations: int
    """Simulations used so far."""
    done: bool
    """Whether the analysis is complete."""


class Assessed(Value, frozen=True, kw_only=True, tag_field="type", tag="assessed"):
    """An analysis of one given stroke, with the same fields and samples as a line of an analysis."""

    hand: Spread
    line: StrokeFacts
    simulations: int
    done: bool


class Heat(Value, frozen=True, kw_only=True, tag_field="type", tag="heat"):
    """Success rates by spot and direction, for pocketing any piece, at the best of several speeds."""

    places: tuple[int, ...]
    """Offsets of the striker along the baseline, µm, in the player's frame, ascending."""
    directions: tuple[int, ...]
    """Directions, mrad counter-clockwise from the player's right, in the player's frame, ascending."""
    success: tuple[int, ...]
    """Success rates in thousandths, one row per spot; −1 where the striker may not stand."""
    along: tuple[int, ...]
    """For every spot the best direction's success rate, in thousandths."""
    done: bool


class BreakResult(Value, frozen=True, kw_only=True):
    """One way in which a break ends."""

    mine: int
    """Pieces of the breaker's that fall."""
    theirs: int
    """Pieces of the opponents' that fall."""
    queen: bool
    striker: bool
    """Whether the striker falls."""
    share: float
    """Share of racks with this result."""
    kept: bool
    """Whether the turn usually goes on."""
    win: float
    """Probability of winning the board after it."""


class BreakFacts(Value, frozen=True, kw_only=True):
    """One break of the book, played on many fresh racks."""

    stroke: Stroke
    speed: float
    """m/s."""
    aside: float
    """Distance at which the striker passes the centre, to its right, in radii of the rack's outer ring (64 mm)."""
    book_kept: float
    """Share of turns kept according to the book."""
    book_win: float | None = None
    """Probability of winning the board according to the book; null if the book has none."""
    success: float
    """Share of racks on which the turn is kept."""
    error: float
    """Standard error of `success`."""
    foul: float
    win: float
    """Probability of winning the board, by the value of what the break leaves."""
    win_kept: float | None
    """The same when the turn is kept; null if that never happened."""
    win_lost: float | None
    """The same when the turn passes."""
    points: float
    mine: float
    """Mean number of the breaker's pieces that fall."""
    theirs: float
    queen: float
    """Share of racks on which the queen falls."""
    results: tuple[BreakResult, ...]
    """The most frequent results, the most frequent first."""


class BreakTable(Value, frozen=True, kw_only=True, tag_field="type", tag="breaks"):
    """The breaks of the book for one rack, surface and accuracy, the best first."""

    rules: str
    angle: int
    """Angle of the rack, degrees."""
    position: str
    """The rack, in notation."""
    surface: str
    hand: Spread
    seat: Seat
    """The seat that breaks; strokes are in its frame."""
    racks: int
    """Racks on which each break was played."""
    lines: tuple[BreakFacts, ...]
    done: bool = True


class Waiting(Value, frozen=True, kw_only=True, tag_field="type", tag="waiting"):
    """The request is queued."""

    ahead: int


class Failed(Value, frozen=True, kw_only=True, tag_field="type", tag="failed"):
    """The end of a stream that failed, with a one-sentence reason."""

    reason: str
