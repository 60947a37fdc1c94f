"""What samples of strokes bring to the side in turn: a share of the board, and points."""

import numpy as np
from numpy.typing import NDArray

from carrom.board.outcome import Outcome
from carrom.engine import trying
from carrom.engine.levels import Level
from carrom.engine.noise import Hand
from carrom.engine.price import Prices
from carrom.engine.prospect import wanted, worth
from carrom.engine.search import Budget
from carrom.rules.judge import judge, judge_pass
from carrom.rules.round import Phase, Round
from carrom.rules.ruling import Turn
from carrom.rules.settle import settle

STEEPEST = 0.25
"""Win probability that a point of a better leave is worth at most."""
IDLE = 0.02
"""By which a stroke that does not count is worth less than a pass."""
Shares = NDArray[np.float64]


def chance_of(hand: Hand) -> float:
    """Return the chance that a stroke of a hand pockets what it should, over a board."""
    return Level("any", hand, Budget(1, 1.0)).chance


class Gains:
    """What every class of strokes brings in one round."""

    def __init__(self, round_: Round, hand: Hand) -> None:
        """Prepare for strokes of the player in turn."""
        self.prices = Prices(round_, chance_of(hand))
        self._round, self._side, self._chance = round_, round_.mover, chance_of(hand)
        self._known = np.zeros(trying.CLASSES, dtype=np.bool_)
        self._won = np.zeros(trying.CLASSES)
        self._known[trying.DIVERGED] = True
        self._slope = self._steepness()
        self._passed = self._share(settle(round_, judge_pass(round_))) if round_.phase is Phase.PLAY else 1.0

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[Shares, Shares]:
        """Return the win probability and the points of samples."""
        points = self.prices.of(classes, lies) / trying.POINT
        self._learn(classes)
        leave = points - self.prices.worth[classes] / trying.POINT
        wins = self._won[classes] + np.where(self.prices.over[classes], 0.0, self._slope * leave)
        return np.clip(wins, 0.0, 1.0), points

    def _learn(self, classes: NDArray[np.int16]) -> None:
        met = np.bincount(classes.ravel(), minlength=trying.CLASSES) > 0
        for number in np.nonzero(met & ~self._known)[0]:
            ruling = judge(self._round, self.prices.outcome(int(number)))
            share = self._share(settle(self._round, ruling))
            if ruling.turn is Turn.RETRY and self._round.phase is Phase.PLAY:
                share = max(0.0, min(share, self._passed) - IDLE)
            self._known[number], self._won[number] = True, share

    def _share(self, after: Round) -> float:
        """Return the probability that the side wins the board from a round."""
        return share_of(after, self._side, self._chance)

    def _steepness(self) -> float:
        """Return the win probability that a point is worth here: what a success brings of both."""
        lying = self._round.on_board
        idle = settle(self._round, judge(self._round, Outcome(touched=lying[:1], moved=True)))
        gains = []
        for disc in wanted(self._round):
            hit = settle(self._round, judge(self._round, Outcome(pocketed=(disc,), touched=(disc,), moved=True)))
            points = worth(hit, self._side, self._chance) - worth(idle, self._side, self._chance)
            if points > 0.01:
                gains.append((self._share(hit) - self._share(idle)) / points)
        return min(STEEPEST, max(0.0, max(gains, default=0.0)))


def share_of(round_: Round, side: int, chance: float) -> float:
    """Return the probability that a side wins the board from a round, both sides playing with that chance a stroke."""
    return (1.0 + worth(round_, side, chance, just_won=True)) / 2.0
