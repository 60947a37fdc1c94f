"""One board of play as a value: which discs are where, who owns them, and who acts next.

The laws call it "a board"; here it is a `Round`, because a board is the physical object. A `Round` knows only which
discs are on the board; their points are in the position, which the game stores beside it.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from carrom.board import BLACKS, QUEEN, RACKED, WHITES, Disc, Kind, Seat
from carrom.errors import RulesError, plural
from carrom.rules.clauses import Ruleset
from carrom.values import Value

MEN_OF_A_SIDE = 9
COLOUR = {disc: disc.kind for disc in Disc}
"""The kind of every disc, as a table for speed: it is read several times per stroke."""


class Phase(StrEnum):
    """Phase of a round: before or after the break."""

    BREAK = "break"
    """The striker has not touched a piece in this round yet."""
    PLAY = "play"


class QueenState(StrEnum):
    """State of the queen."""

    BOARD = "board"
    PENDING = "pending"
    """Rightfully pocketed by the player in turn, and needs a cover."""
    COVERED = "covered"
    ASIDE = "off-until-turn-end"
    """Pocketed too early; lies beside the board until the turn ends."""


class Side(Value, frozen=True, kw_only=True):
    """The players who score together."""

    seats: tuple[Seat, ...]
    colour: Kind | None = None
    """The colour of their pieces; None where colours are not owned."""
    score: int = 0
    """Points in the current game before this round."""
    due: int = 0
    """Pieces owed that could not be taken out of a pocket yet."""
    pocketed_before: bool = False
    """Whether a piece of this side has been pocketed in this round, by either side, even if it came back."""
    pocketed_by_self: bool = False
    """Whether the side itself has pocketed one of its pieces."""
    points: int = 0
    """Points games: points of this round so far, including the current turn."""
    turn_points: int = 0
    """Points games: points from counters in the current turn, without the queen."""
    taken: tuple[Disc, ...] = ()
    """Points games: counters scored by this side, in order."""


class Placing(Value, frozen=True):
    """A piece that has come out of a pocket and has to be placed on the board."""

    disc: Disc
    by: Seat
    """The seat that may place it."""
    owner: int
    """Index of the side that returns it."""


class RoundResult(Value, frozen=True, kw_only=True):
    """How a round ended."""

    winners: tuple[int, ...] = ()
    """Indices of the winning sides; several for equal totals in points games; empty if the board is replayed."""
    points: int = 0
    """Points for the winner, limited to the rule set's maximum; points games: the winner's total."""
    taken: bool = False
    """Whether the points are subtracted from the loser's score instead (a switch, C14)."""
    up_to: int = 0
    """Extra points the winner may still demand."""
    replay: bool = False
    conceded: bool = False
    slam: str | None = None
    """`white` or `black` if the board was cleared in the first turn (Law 26)."""


class Round(Value, frozen=True, kw_only=True):
    """One board of play, between two strokes or other acts: whose turn it is, what each side owes, where the queen is.

    `carrom.judge(round, outcome)` rules on a stroke. A game holds that of its board: `game.history.round`.

    >>> import carrom
    >>> start = carrom.Round.begin(carrom.ruleset("icf"))
    >>> start.turn, start.phase, len(start.on_board)
    (<Seat.SOUTH: 'south'>, <Phase.BREAK: 'break'>, 19)
    """

    ruleset: Ruleset
    sides: tuple[Side, ...]
    breaker: Seat
    turn: Seat
    phase: Phase = Phase.BREAK
    attempt: int = 1
    """Number of the next break attempt of the player in turn."""
    struck: bool = False
    """Whether the player in turn has struck in this turn."""
    turns: int = 0
    """Number of turns that have ended."""
    passes: int = 0
    """Number of consecutive passes, by all players together."""
    on_board: tuple[Disc, ...] = RACKED
    """Pieces and queen on the board, in the order of the rack."""
    pocketed: tuple[Disc, ...] = ()
    """Pieces and queen in the pockets, in order, including those in `placings`."""
    queen: QueenState = QueenState.BOARD
    queen_side: int | None = None
    """Index of the side that covered the queen."""
    queen_turn: int | None = None
    """Number of the turn in which the queen was covered."""
    no_room: bool = False
    """Whether there was no room for a due at the last attempt; it is not tried again before the next stroke."""
    placings: tuple[Placing, ...] = ()
    """Pieces to place before the next stroke, in this order."""
    fallen: tuple[Disc, ...] = ()
    """Pieces and queen pocketed in the last stroke of the current turn that its ruling did not return.

    A violation during that stroke returns them (Law 64b). One that is no longer in a pocket has paid a due.
    """
    covered_now: bool = False
    """Whether that stroke covered the queen."""
    skips: tuple[Seat, ...] = ()
    """Seats that miss their next turn, where a rule set has that (C85)."""
    misses: int = 0
    """Strokes of the current turn that pocketed none of the player's own pieces."""
    result: RoundResult | None = None

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset,
        sides: Sequence[Sequence[Seat]] = ((Seat.SOUTH,), (Seat.NORTH,)),
        breaker: Seat = Seat.SOUTH,
        scores: Sequence[int] | None = None,
        handicap: Sequence[int] | None = None,
    ) -> "Round":
        """Open a round: `sides` are the seats of the players who score together, `scores` their points in the game.

        `handicap` is the number of pieces removed for each side; they are neither on the board nor in a pocket. The
        breaker's side takes white (Law 43) where colours are owned. Raises `RulesError` if the seats do not fit the
        rule set.
        """
        check_seats(ruleset, sides, breaker)
        points = tuple(scores) if scores is not None else (0,) * len(sides)
        if len(points) != len(sides):
            raise RulesError(f"{len(points)} scores for {len(sides)} sides; expected one per side")
        made = tuple(
            Side(seats=tuple(seats), colour=_colour(ruleset, breaker in seats), score=score)
            for seats, score in zip(sides, points, strict=True)
        )
        off = _taken_off(made, handicap or ruleset.parameters.handicap or (0,) * len(made))
        on_board = tuple(disc for disc in RACKED if disc not in off)
        return cls(ruleset=ruleset, sides=made, breaker=breaker, turn=breaker, on_board=on_board)

    @property
    def passes_to_replay(self) -> int:
        """Number of consecutive passes after which the board is replayed: three by every player (Law 137)."""
        return 3 * len(self.seats)

    @property
    def mover(self) -> int:
        """Index of the side in turn."""
        return self.side_of(self.turn)

    def side_of(self, seat: Seat) -> int:
        """Return the index of the side at `seat`."""
        for index, side in enumerate(self.sides):
            if seat in side.seats:
                return index
        raise RulesError(f"nobody sits {seat}; the seats taken are {', '.join(self.seats)}")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in order of play, starting with the breaker."""
        taken = {seat for side in self.sides for seat in side.seats}
        return tuple(seat for seat in (self.breaker.turned(quarter) for quarter in range(4)) if seat in taken)

    def after(self, seat: Seat) -> Seat:
        """Return the seat that plays after `seat`: the next player to the right (Law 49b)."""
        seats = self.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be done in this round."""
        return self.result is not None and self.result.up_to == 0

    def men_on_board(self, side: int) -> int:
        """Return how many pieces that side can still pocket."""
        colour = self.sides[side].colour
        return sum(1 for disc in self.on_board if disc is not QUEEN and (colour is None or COLOUR[disc] is colour))

    def returnable(self, side: int) -> tuple[Disc, ...]:
        """Return the pieces this side can give back, in the order pocketed: those in its pockets, without those to be
        placed."""
        if not self.placings:
            return self.in_pockets(side)
        waiting = [placing.disc for placing in self.placings]
        return tuple(disc for disc in self.in_pockets(side) if disc not in waiting)

    def in_pockets(self, side: int) -> tuple[Disc, ...]:
        """Return the pocketed pieces of this side, in order."""
        if (colour := self.sides[side].colour) is None:
            return self.sides[side].taken
        return tuple(disc for disc in self.pocketed if COLOUR[disc] is colour)


def in_rack_order(discs: Iterable[Disc]) -> tuple[Disc, ...]:
    """Return discs in the order of the rack, used by every table of discs."""
    wanted = set(discs)
    return tuple(disc for disc in RACKED if disc in wanted)


def check_seats(ruleset: Ruleset, sides: Sequence[Sequence[Seat]], breaker: Seat) -> None:
    """Raise `RulesError` unless the seats fit the rule set and the breaker has one of them."""
    seats = [seat for side in sides for seat in side]
    if len(set(seats)) != len(seats):
        raise RulesError("a seat is given twice: expected one player at each side of the board")
    if len(seats) not in ruleset.parameters.players or len(sides) != {1: 1, 3: 3}.get(len(seats), 2):
        allowed = " or ".join(str(number) for number in ruleset.parameters.players)
        raise RulesError(
            f"{plural(len(seats), 'player')} in {plural(len(sides), 'side')}: {ruleset.name} is played by {allowed}"
        )
    if any(len(side) == 2 and side[1] is not side[0].opposite for side in sides):
        raise RulesError("partners sit opposite each other")
    if len(sides) == 2 and len(seats) == 2 and seats[1] is not seats[0].opposite:
        raise RulesError("two players sit opposite each other")
    if breaker not in seats:
        raise RulesError(f"the breaker cannot sit {breaker}: the seats are {', '.join(seats)}")


def _taken_off(sides: Sequence[Side], handicap: Sequence[int]) -> tuple[Disc, ...]:
    """Return the pieces removed by a handicap: the last ones of each side's colour."""
    if len(handicap) != len(sides) or not all(0 <= men < MEN_OF_A_SIDE for men in handicap):
        result = ", ".join(map(str, handicap))
        raise RulesError(f"the handicap takes off {result} men: 0 to 8 of each of {len(sides)} sides were expected")
    if any(men and side.colour is None for side, men in zip(sides, handicap, strict=True)):
        raise RulesError("a handicap takes men off a colour: here nobody owns one")
    return tuple(disc for side, men in zip(sides, handicap, strict=True) if men for disc in men_of(side.colour)[-men:])


def _colour(ruleset: Ruleset, breaks: bool) -> Kind | None:
    """Return the colour of a side: white for the one that breaks."""
    if not ruleset.colours_are_owned:
        return None
    return Kind.WHITE if breaks else Kind.BLACK


def men_of(colour: Kind | None) -> tuple[Disc, ...]:
    """Return the pieces of a colour; all pieces where colours are not owned."""
    return WHITES + BLACKS if colour is None else WHITES if colour is Kind.WHITE else BLACKS
