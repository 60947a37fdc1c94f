"""Actions that a game can wait for, each with the seat that acts and the legal options."""

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.values import Value


class Interval(Value, frozen=True):
    """A closed range of x along a baseline, in µm, in the frame of the seat that plays."""

    lo: int
    hi: int
    y: int = 0
    """The stroke's y in this range: offset across the two lines of the baseline, 0 midway, µm."""


class ExpectStrike(Value, frozen=True, kw_only=True, tag_field="type", tag="strike"):
    """A stroke is expected."""

    seat: Seat
    attempt: int | None
    """The number of this attempt at the break, from 1; null once the break is made."""
    attempts: int
    """The number of attempts at the break that the rule set allows."""
    intervals: tuple[Interval, ...]
    """Where the striker's centre may stand, ordered by x; each range gives the y of the stroke."""
    may_pass: bool
    passes: int = 0
    """Number of consecutive passes so far; a stroke resets it."""
    most_passes: int = 0
    """Number of consecutive passes after which the board is replayed; 0 if passing is not allowed."""
    passes_clause: str = ""
    """The clause for that rule."""


class ExpectPlace(Value, frozen=True, kw_only=True, tag_field="type", tag="place"):
    """A due piece has to be placed by this seat."""

    seat: Seat
    disc: Disc
    spots: tuple[Point, ...]
    """Legal spots, dense enough to choose from; the server also checks any other point."""
    may_waive: bool


class ExpectDemand(Value, frozen=True, kw_only=True, tag_field="type", tag="demand"):
    """This seat may demand extra points."""

    seat: Seat
    up_to: int


class ExpectGuess(Value, frozen=True, kw_only=True, tag_field="type", tag="guess"):
    """The toss: a piece is hidden under one of two hands, and this seat guesses which."""

    seat: Seat


class ExpectChoose(Value, frozen=True, kw_only=True, tag_field="type", tag="choose"):
    """The toss is won: this seat chooses the break or the choice of side."""

    seat: Seat


class ExpectSit(Value, frozen=True, kw_only=True, tag_field="type", tag="sit"):
    """The other side has the break: this seat keeps or swaps the seats."""

    seat: Seat


class ExpectNext(Value, frozen=True, kw_only=True, tag_field="type", tag="next"):
    """The board is over; the next one can be racked."""

    breaker: Seat | None
    """Who breaks the next board; null if a toss decides."""


Expected = ExpectStrike | ExpectPlace | ExpectDemand | ExpectGuess | ExpectChoose | ExpectSit | ExpectNext
