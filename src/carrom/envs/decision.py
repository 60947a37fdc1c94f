"""Decisions of a player in an environment: a stroke, the placing of a piece, a demand for extra points."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.game.game import GameHistory
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.values import Value


class DecisionKind(StrEnum):
    """The three kinds of decision, in the order of their entries in an observation."""

    STROKE = "stroke"
    PLACE = "place"
    DEMAND = "demand"


class Decision(Value, frozen=True):
    """A decision: the seat that makes it, and its kind."""

    seat: Seat
    asked: DecisionKind
    disc: Disc | None = None
    """The piece to be placed."""
    up_to: int = 0
    """The maximum of extra points that may be demanded."""
    may_waive: bool = False
    """Whether the placing may be waived, which needs another piece of the owner on the board."""


def decision_of(game: GameHistory) -> Decision | None:
    """Return the player's decision that a game waits for; None for a toss, a rack, a call, or a game that is over."""
    match game.expected[:1]:
        case (Strike(seat=seat),):
            return Decision(seat, DecisionKind.STROKE)
        case (PlaceDue(seat=seat, disc=disc),):
            assert game.round is not None
            return Decision(
                seat, DecisionKind.PLACE, disc, 0, game.round.men_on_board(game.round.placings[0].owner) > 0
            )
        case (Demand(seat=seat, up_to=up_to),):
            return Decision(seat, DecisionKind.DEMAND, None, up_to)
        case _:
            return None
