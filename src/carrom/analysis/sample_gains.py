"""Win probability and expected points of simulated samples."""

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.board_value import learned
from carrom.engine.evaluation.class_values import ClassValues
from carrom.engine.evaluation.learned_terms import LearnedTerms, Stake
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import Level
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts import kernel
from carrom.engine.search.budget import Budget
from carrom.rules.round import Phase

IDLE = 0.02
"""Win probability by which a stroke that does not count is worth less than a pass."""
WIN_DIVISOR = 10
"""By how much less than success the win probability counts when the surest stroke is sought."""
Shares = NDArray[np.float64]


class Gains:
    """Values of outcome classes in one situation, with the same accuracy for both sides."""

    def __init__(self, situation: Situation, hand: HandNoise) -> None:
        """Prepare for strokes of the player in turn."""
        round_ = situation.round
        chance = Level("any", hand, Budget(1, 1.0)).chance
        self._learned, self._playing = LearnedTerms.knows(round_), round_.phase is Phase.PLAY
        insight = LearnedTerms(learned(), round_, hand.direction) if self._learned else None
        stake = Stake() if all(disc in situation.position for disc in round_.on_board) else None
        self.prices = ClassValues(round_, chance, insight=insight, stake=stake)

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[Shares, Shares]:
        """Return the win probability and the points of samples, learned where available, otherwise from the lead."""
        win, points = self.prices.seen(classes, lies)
        if not self._learned:
            points = self.prices.by_hand(classes, lies)
        idle = IDLE * (~self.prices.counts[classes] & self._playing)
        return np.clip(win / kernel.POINT - idle, 0.0, 1.0), points / kernel.POINT


class SureValues:
    """Values of samples by success: whether the turn goes on without a foul, and a little for winning the board."""

    def __init__(self, prices: ClassValues) -> None:
        """Value the samples whose consequences `prices` knows."""
        self._prices, self.kept, self.foul = prices, prices.kept, prices.foul

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the values of samples, in millionths."""
        win, _ = self.seen(classes, lies)
        return np.where(self.kept[classes] & ~self.foul[classes], kernel.POINT, 0) + win // WIN_DIVISOR

    def by_hand(self, classes: NDArray[np.int16], lies: NDArray[np.int32], alone: bool = False) -> NDArray[np.int64]:
        """Return the values of samples; the layout has no part in them."""
        return self.of(classes, lies)

    def seen(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the win probability and the expected points of the board after samples, in millionths."""
        return self._prices.seen(classes, lies)
