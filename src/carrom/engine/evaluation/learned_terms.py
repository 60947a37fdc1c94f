"""The learned evaluation as a part of a stroke's value."""

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.outcome_value import queen_price
from carrom.engine.evaluation.value_network import MICRO, ValueNetwork, lie_inputs, round_inputs
from carrom.engine.position.features import facts
from carrom.engine.rollouts import kernel
from carrom.rules.round import Round
from carrom.values import Value

PARTS = 1_000


class Stake(Value, frozen=True):
    """Weights that turn the learned win probability and points into a value in points."""

    win: float = 8.0
    """Value of winning the board instead of losing it."""
    points: float = 0.25
    """Value of each expected point."""
    by_hand: float = 0.5
    """Weight of the hand-made evaluation; it guides play in rounds that were rare in training."""

    def of(self, win: NDArray[np.int64], points: NDArray[np.int64], by_hand: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the combined value of win probabilities, points and hand-made values, all in millionths."""
        weights = [round(PARTS * each) for each in (self.win, self.points, self.by_hand)]
        found: NDArray[np.int64] = weights[0] * (win - MICRO // 2) + weights[1] * points + weights[2] * by_hand
        return found // PARTS


class LearnedTerms:
    """The learned evaluation of one round, for one aim error."""

    def __init__(self, net: ValueNetwork, degrees: float) -> None:
        """Prepare for a round; `degrees` is the aim error of both sides."""
        self._net, self._degrees = net, degrees
        self._rows: list[tuple[int, ...]] = []
        self._prepared = net.prepared(())
        self._row = np.full(kernel.CLASSES, -1, dtype=np.int64)
        self._again = np.zeros(kernel.CLASSES, dtype=np.bool_)
        self._ended = np.zeros((kernel.CLASSES, 2), dtype=np.int64)
        self._ended[kernel.DIVERGED] = 0, -12 * MICRO

    @staticmethod
    def knows(round_: Round) -> bool:
        """Whether the network was trained on such rounds: two sides that own colours."""
        return len(round_.sides) == 2 and all(side.colour is not None for side in round_.sides)

    def learn(self, number: int, after: Round, side: int) -> None:
        """Store the network inputs of the round that follows strokes of class `number`, for `side`."""
        result = after.result
        if result is not None:
            sole = not result.replay and len(result.winners) == 1
            points = (result.points + result.up_to) * (1 if side in result.winners else -1) if sole else 0
            share = 0.5 if not sole else float(side in result.winners)
            self._ended[number] = round(MICRO * share), MICRO * points
            return
        self._row[number] = len(self._rows)
        self._again[number] = after.mover == side
        self._rows.append(round_inputs(facts(after, after.mover), self._degrees, prices_of(after)))

    def seen(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the win probability and expected points of samples whose classes are known, in millionths."""
        if len(self._prepared) < len(self._rows):
            self._prepared = self._net.prepared(self._rows)
        shape, rows = classes.shape, self._row[classes].ravel()
        win, points = (self._ended[classes, column].ravel() for column in (0, 1))
        flat, again = lies.reshape(-1, kernel.LIE), self._again[classes].ravel()
        for turned in (False, True):
            picks = np.nonzero((rows >= 0) & (again != turned))[0]
            if len(picks):
                found = self._net.of(self._prepared[rows[picks]], lie_inputs(flat[picks], turned))
                chance, expected = (each.astype(np.int64) for each in found)
                win[picks] = MICRO - chance if turned else chance
                points[picks] = -expected if turned else expected
        return win.reshape(shape), points.reshape(shape)


def prices_of(round_: Round) -> tuple[int, int]:
    """Return the queen's points for the side in turn and for the other side, if they win."""
    return queen_price(round_, round_.mover), queen_price(round_, 1 - round_.mover)
