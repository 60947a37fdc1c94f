"""What the server does as umpire, unasked: toss, seats, rack, and the call when the striker finds no spot."""

from random import Random

from carrom.board.rack import rack
from carrom.game.event import Called, Chosen, Event, RoundBegun, Seated, Tossed
from carrom.game.expectation import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss
from carrom.game.game import Game

_SEEDS = 1 << 32


def formality(game: Game, rng: Random, when: int, *, may_rack: bool) -> Event | None:
    """Return the next event that is the umpire's alone, or None if a player is to act.

    Who wins the toss takes the break; the other keeps the seats. The men are racked only if `may_rack`: between two
    boards the players say when.
    """
    expected = game.expected
    match expected[0] if expected else None:
        case Toss(sides=sides):
            return Tossed(won_by=rng.choice(sides), when=when)
        case ChooseBreakOrSide(side=side):
            return Chosen(side=side, what="break", when=when)
        case ChooseSeat(side=side):
            return Seated(side=side, swap=False, when=when)
        case StrikerHasNoSpot():
            return Called(what="no-striker-spot", when=when)
        case BeginRound(breakers=breakers) if may_rack:
            breaker, seed = breakers[0], rng.randrange(_SEEDS)
            position = rack(game.rules.parameters.setup_angle, seed, breaker)
            return RoundBegun(breaker=breaker, position=position, seed=seed, when=when)
        case _:
            return None
