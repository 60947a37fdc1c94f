"""The automatic umpire: tosses and choices of engines, racking, and other actions without a decision."""

from random import Random

from carrom.board.seat import Seat
from carrom.game.events import Called, Chosen, Event, Seated, Tossed
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked


def formality(game: GameHistory, asked: Seat | None, rng: Random, when: int, *, may_rack: bool) -> Event | None:
    """Return the next event that needs no player's decision, or None.

    `asked` is the person who answers the toss. A program that wins the toss takes the break and keeps its seat. The
    board is racked only if `may_rack`: between two boards the players decide when.
    """
    expected = game.expected
    match expected[0] if expected else None:
        case Toss(sides=sides) if asked is None:
            return Tossed(won_by=rng.choice(sides), when=when)
        case ChooseBreakOrSide(side=side) if asked is None:
            return Chosen(side=side, what="break", when=when)
        case ChooseSeat(side=side) if asked is None:
            return Seated(side=side, swap=False, when=when)
        case StrikerHasNoSpot():
            return Called(what="no-striker-spot", when=when)
        case BeginRound() if may_rack or not game.state.game.opener:
            return racked(game, None, when=when)
        case _:
            return None
