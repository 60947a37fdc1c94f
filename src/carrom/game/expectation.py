"""What a game waits for between boards; within a board the law says it (`carrom.rules`)."""

from typing import TypeAlias

from carrom.board.seat import Seat
from carrom.data import Value
from carrom.game.event import SideName
from carrom.rules.phases import Demand, PlaceDue, Strike


class Toss(Value, frozen=True, tag="toss"):
    """A toss: for break or side before the first board, or for the break alone before an extra board (Laws 39, 56b)."""

    sides: tuple[SideName, ...]
    break_only: bool = False

    def __str__(self) -> str:
        return "the toss for the break of the extra board" if self.break_only else "the toss"


class ChooseBreakOrSide(Value, frozen=True, tag="choose"):
    """The winner of the toss takes the break or the choice of side (Law 39a)."""

    side: SideName

    def __str__(self) -> str:
        return f"{self.side} to choose break or side"


class ChooseSeat(Value, frozen=True, tag="seat"):
    """Who did not take the break keeps or changes the seats (Law 39c)."""

    side: SideName

    def __str__(self) -> str:
        return f"{self.side} to keep the seats or change them"


class BeginRound(Value, frozen=True, tag="begin"):
    """The men are to be racked; one of `breakers` breaks."""

    breakers: tuple[Seat, ...]
    number: int
    """Which board of the game it is, from 1; a replayed board has the number again."""
    extra: bool = False
    reading: str = ""
    """The number of the reading that who breaks rests on where the texts leave it open, such as `C51`."""

    def __str__(self) -> str:
        word = "the extra board" if self.extra else f"board {self.number}"
        return f"{word} to begin, broken by {' or '.join(seat.value for seat in self.breakers)}"


class StrikerHasNoSpot(Value, frozen=True, tag="no-spot"):
    """Men on the lines leave no legal spot: the board is to be called off and played again (Law 142)."""

    seat: Seat

    def __str__(self) -> str:
        return f"the call no-striker-spot, because nowhere on {self.seat.value}'s lines is room for the striker"


Expectation: TypeAlias = (
    Toss | ChooseBreakOrSide | ChooseSeat | BeginRound | StrikerHasNoSpot | Strike | PlaceDue | Demand
)


def phrase(expected: tuple[Expectation, ...]) -> str:
    """Return what is expected, in words fit for a refusal."""
    return " or ".join(_words(each) for each in expected) if expected else "nothing more: the game is over"


def _words(each: Expectation) -> str:
    match each:
        case Strike(seat=seat, breaking=True, attempt=attempt):
            return f"{seat.value} to break (attempt {attempt})"
        case Strike(seat=seat):
            return f"{seat.value} to strike"
        case PlaceDue(seat=seat, disc=disc):
            return f"{seat.value} to place {disc.value}"
        case Demand(seat=seat, up_to=up_to):
            return f"{seat.value} to demand up to {up_to} extra points"
        case _:
            return str(each)
