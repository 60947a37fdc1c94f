"""What a situation is worth to the side in turn: the chance to win the board, and the points to expect of it."""

from carrom.data import Value
from carrom.engine.levels import Level, level_named
from carrom.engine.noise import Hand
from carrom.engine.prospect import worth
from carrom.engine.search import Budget
from carrom.engine.situation import Situation

HAND = level_named("world").hand
"""The hand of both sides where none is named: that of the best people."""


class Worth(Value, frozen=True):
    """What a board is worth to one side, before its next stroke or the other's."""

    win: float
    """Chance to win the board, from 0 to 1."""
    points: float
    """Points to expect of it, negative where the other side is to expect them."""

    @property
    def turned(self) -> "Worth":
        """The same for the other side."""
        return Worth(1.0 - self.win, -self.points)


def of(situation: Situation, hand: Hand = HAND) -> Worth:
    """Return what a situation is worth to the side in turn, when both sides play with that hand."""
    round_, side = situation.round, situation.round.mover
    chance = Level("any", hand, Budget(1, 1.0)).chance
    return Worth((1.0 + worth(round_, side, chance, just_won=True)) / 2.0, worth(round_, side, chance))
