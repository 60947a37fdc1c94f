"""What a game waits for, in words, with what can be typed for it."""

from carrom.game.expectation import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss, phrase
from carrom.game.game import Game
from carrom.rules.phases import Demand, PlaceDue, Strike


def awaited(game: Game) -> str:
    """Return what is expected now, and the words to type for it."""
    return phrase(game.expected) + hint(game)


def hint(game: Game) -> str:
    """Return the words that answer what is expected first, in brackets."""
    return f" (type {_TYPED[type(game.expected[0])]})" if game.expected else ""


_TYPED: dict[type, str] = {
    Toss: "`toss A` or `toss B`",
    ChooseBreakOrSide: "`choose break` or `choose side`",
    ChooseSeat: "`seats keep` or `seats swap`",
    BeginRound: "`play`",
    StrikerHasNoSpot: "`call no-striker-spot`",
    Strike: "what fell, `w1` say, or `-`",
    PlaceDue: "`place` or `waive`",
    Demand: "`demand 1` or `demand 0`",
}
"""The umpire's words for each expectation."""
