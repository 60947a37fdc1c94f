"""What a game expects next: the legal acts, the players who may do them, their wording, and a random legal act."""

from collections.abc import Callable
from typing import TypeAlias

from carrom.board.seat import Seat
from carrom.board.striker_spots import Cover, Span, legal_spans
from carrom.errors import RefusedRequest
from carrom.game.events import SideName
from carrom.game.state import State
from carrom.rules.laws.attempt import red_discs_and_arrows_are_respected
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.ruleset import Ruleset
from carrom.values import Value

# -- what may come next between boards ---------------------------------------------------------------------------------
# Acts within a board come from `carrom.rules.phases`.


class Toss(Value, frozen=True, tag="toss"):
    """A toss: for break or side before the first board, or for the break alone before an extra board (Laws 39, 56b)."""

    sides: tuple[SideName, ...]
    break_only: bool = False


class ChooseBreakOrSide(Value, frozen=True, tag="choose"):
    """The winner of the toss takes the break or the choice of side (Law 39a)."""

    side: SideName


class ChooseSeat(Value, frozen=True, tag="seat"):
    """The side that did not take the break keeps or changes the seats (Law 39c)."""

    side: SideName


class BeginRound(Value, frozen=True, tag="begin"):
    """The pieces are to be racked; one of `breakers` breaks."""

    breakers: tuple[Seat, ...]
    number: int
    """The number of the board in its game, from 1; a replayed board has the same number again."""
    extra: bool = False
    reading: str = ""
    """The reading on which the choice of breaker rests where the texts leave it open, such as `C51`."""


class StrikerHasNoSpot(Value, frozen=True, tag="no-spot"):
    """Pieces on the base lines leave no legal spot: the board must be called off and played again (Law 142)."""

    seat: Seat


Expectation: TypeAlias = (
    Toss | ChooseBreakOrSide | ChooseSeat | BeginRound | StrikerHasNoSpot | Strike | PlaceDue | Demand
)


def phrase(expected: tuple[Expectation, ...], called: Callable[[str], str] = str) -> str:
    """Return what is expected, worded for an error message; `called` names a seat or a side."""
    return " or ".join(_words(each, called) for each in expected) if expected else "nothing more: the game is over"


def _words(each: Expectation, called: Callable[[str], str]) -> str:
    match each:
        case Strike(seat=seat, breaking=True, attempt=attempt):
            return f"{called(seat)} to break (attempt {attempt})"
        case Strike(seat=seat):
            return f"{called(seat)} to strike"
        case PlaceDue(seat=seat, disc=disc):
            return f"{called(seat)} to place {disc.value}"
        case Demand(seat=seat, up_to=up_to):
            return f"{called(seat)} to demand up to {up_to} extra points"
        case StrikerHasNoSpot(seat=seat):
            return f"the call no-striker-spot, because {called(seat)} has no room for the striker on the lines"
        case ChooseBreakOrSide(side=side):
            return f"{called(side)} to choose break or side"
        case ChooseSeat(side=side):
            return f"{called(side)} to keep the seats or change them"
        case BeginRound(breakers=breakers, number=number, extra=extra):
            word = "the extra board" if extra else f"board {number}"
            return f"{word} to begin, broken by {' or '.join(called(seat) for seat in breakers)}"
        case Toss(break_only=True):
            return "the toss for the break of the extra board"
        case Toss():
            return "the toss"
    raise AssertionError(f"no words for {each}")


# -- legal striker positions -------------------------------------------------------------------------------------------


def cover_of(rules: Ruleset) -> Cover:
    """Return how the striker must cover a base circle under a rule set."""
    return Cover.RED if rules.has(red_discs_and_arrows_are_respected) else Cover.RING


def spans_of(state: State) -> tuple[Span, ...]:
    """Return the legal striker offsets of the player in turn, in their own frame, in µm.

    Raises `RefusedRequest` between boards and on a wooden board.
    """
    if state.position is None or state.playing is None:
        raise RefusedRequest("no striker position is defined now; expected a simulated board in progress")
    return legal_spans(state.position, state.playing.turn, state.equipment, cover_of(state.rules))
