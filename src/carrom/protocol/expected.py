"""What a game may wait for, each with who is asked and what is allowed."""

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.values import Value


class Interval(Value, frozen=True):
    """A closed stretch of x along a baseline, µm, in the frame of the seat that plays."""

    lo: int
    hi: int
    y: int = 0
    """How far across the two lines the striker stands there: the stroke's y, 0 midway, µm."""


class ExpectStrike(Value, frozen=True, kw_only=True, tag_field="type", tag="strike"):
    """A stroke is awaited."""

    seat: Seat
    attempt: int | None
    """The number of this attempt at the break, from 1; null once the break is made."""
    attempts: int
    """How many attempts at the break the rule set gives."""
    intervals: tuple[Interval, ...]
    """Where the striker's centre may stand, in order of x; each stretch says the stroke's y it needs."""
    may_pass: bool
    passes: int = 0
    """Passes in a row so far; a stroke ends the row."""
    most_passes: int = 0
    """With so many in a row the board is played again; 0 where nobody may pass."""
    passes_clause: str = ""
    """The clause that says so."""


class ExpectPlace(Value, frozen=True, kw_only=True, tag_field="type", tag="place"):
    """A due man is to be put down by this seat."""

    seat: Seat
    disc: Disc
    spots: tuple[Point, ...]
    """Legal spots, close enough together to choose from; the server judges any other point too."""
    may_waive: bool


class ExpectDemand(Value, frozen=True, kw_only=True, tag_field="type", tag="demand"):
    """Extra points may be demanded by this seat."""

    seat: Seat
    up_to: int


class ExpectGuess(Value, frozen=True, kw_only=True, tag_field="type", tag="guess"):
    """The toss: a man lies under one of two hands, and this seat names one."""

    seat: Seat


class ExpectChoose(Value, frozen=True, kw_only=True, tag_field="type", tag="choose"):
    """The toss is won: this seat takes the break or the choice of side."""

    seat: Seat


class ExpectSit(Value, frozen=True, kw_only=True, tag_field="type", tag="sit"):
    """The other side has the break: this seat keeps the seats or changes them."""

    seat: Seat


class ExpectNext(Value, frozen=True, kw_only=True, tag_field="type", tag="next"):
    """The board is over; the next one waits to be racked."""

    breaker: Seat | None
    """Who will break it; null when a toss decides."""


Expected = ExpectStrike | ExpectPlace | ExpectDemand | ExpectGuess | ExpectChoose | ExpectSit | ExpectNext
