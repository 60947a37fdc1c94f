"""What samples of strokes bring to the side in turn: a chance of the board, and points."""

import numpy as np
from numpy.typing import NDArray

from carrom.engine import trying
from carrom.engine.insight import Insight, Stake
from carrom.engine.learned import learned
from carrom.engine.levels import Level
from carrom.engine.noise import Hand
from carrom.engine.price import Prices
from carrom.engine.search import Budget
from carrom.engine.situation import Situation
from carrom.rules.round import Phase

IDLE = 0.02
"""By which a stroke that does not count is worth less than a pass."""
Shares = NDArray[np.float64]


class Gains:
    """What every class of strokes brings in one situation, for one hand on both sides."""

    def __init__(self, situation: Situation, hand: Hand) -> None:
        """Prepare for strokes of the player in turn."""
        round_ = situation.round
        chance = Level("any", hand, Budget(1, 1.0)).chance
        self._learned, self._playing = Insight.knows(round_), round_.phase is Phase.PLAY
        stake = Stake() if all(disc in situation.position for disc in round_.on_board) else None
        self.prices = Prices(round_, chance, insight=Insight(learned(), hand.direction), stake=stake)

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[Shares, Shares]:
        """Return the win probability and the points of samples: as learnt, or where nothing was, by the lead."""
        win, points = self.prices.seen(classes, lies)
        if not self._learned:
            points = self.prices.by_hand(classes, lies)
        idle = IDLE * (~self.prices.counts[classes] & self._playing)
        return np.clip(win / trying.POINT - idle, 0.0, 1.0), points / trying.POINT
