"""The learned board value as a part of a stroke's value."""

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.board_inputs import FREE, MICRO, OWNED, decided, inputs_of, layout_inputs
from carrom.engine.evaluation.board_value import BoardValue, points_of
from carrom.engine.evaluation.outcome_value import lead_of
from carrom.engine.position.board_facts import facts
from carrom.engine.rollouts import kernel
from carrom.rules.round import Round
from carrom.values import Value

PARTS = 1_000
USUAL = 12
"""Points of a whole board of the official rules, by which others are scaled: nine pieces and the queen."""


class Stake(Value, frozen=True):
    """Weights that turn the learned win probability and points into a value in points."""

    win: float = 8.0
    """Value of winning the board instead of losing it."""
    points: float = 0.25
    """Value of each expected point."""
    by_hand: float = 0.5
    """Weight of the hand-made evaluation; it guides play in rounds that were rare in training."""

    def of(
        self, win: NDArray[np.int64], points: NDArray[np.int64], by_hand: NDArray[np.int64], whole: int = USUAL
    ) -> NDArray[np.int64]:
        """Return the combined value of win probabilities, points and hand-made values, all in millionths.

        `whole` is what a whole board brings; points are scaled to boards of `USUAL` points.
        """
        weights = [
            round(PARTS * each) for each in (self.win, self.points * USUAL / whole, self.by_hand * USUAL / whole)
        ]
        found: NDArray[np.int64] = weights[0] * (win - MICRO // 2) + weights[1] * points + weights[2] * by_hand
        return found // PARTS


class LearnedTerms:
    """The learned value of the rounds after one stroke, for one aim error of all players."""

    def __init__(self, value: BoardValue, round_: Round, degrees: float) -> None:
        """Prepare for strokes of the player in turn of a round that `knows` accepts."""
        self._degrees, self._players = degrees, len(round_.seats)
        kind = FREE if round_.sides[0].colour is None else OWNED
        self._kind, self._network = kind, value.networks[kind]
        figures = round_.ruleset.parameters
        pieces = 9 * (figures.white_points + figures.black_points)
        self.whole = USUAL if kind == OWNED else pieces + figures.queen_points
        """Points of a whole board, for `Stake.of`."""
        self._rows: list[tuple[int, ...]] = []
        self._scaled: list[tuple[int, int]] = []
        self._prepared, self._scales = self._network.prepared(()), np.zeros((0, 2))
        self._row = np.full(kernel.CLASSES, -1, dtype=np.int64)
        self._again = np.zeros(kernel.CLASSES, dtype=np.bool_)
        self._sure = np.full(kernel.CLASSES, -1, dtype=np.int64)
        """Win probability where arithmetic decides; −1 elsewhere."""
        self._ended = np.zeros((kernel.CLASSES, 2), dtype=np.int64)
        self._ended[kernel.DIVERGED] = 0, -self.whole * MICRO

    @staticmethod
    def knows(round_: Round) -> bool:
        """Whether the value was trained on such rounds: two sides that own colours, or two or three that do not."""
        owned = [side.colour is not None for side in round_.sides]
        return (len(owned) == 2 and all(owned)) or (len(owned) in (2, 3) and not any(owned))

    def learn(self, number: int, after: Round, side: int) -> None:
        """Store the network's inputs of the round that follows strokes of class `number`, for `side`."""
        result = after.result
        if result is not None:
            sole = not result.replay and len(result.winners) == 1
            share = float(side in result.winners) if sole else 0.5
            if result.replay:
                points = 0
            elif self._kind == FREE:
                points = int(lead_of(after, side))
            else:
                points = (result.points + result.up_to) * (1 if side in result.winners else -1) if sole else 0
            self._ended[number] = round(MICRO * share), MICRO * points
            return
        told = facts(after)
        self._row[number] = len(self._rows)
        self._again[number] = after.mover == side
        if self._kind == FREE and (won := decided(told, side)) is not None:
            self._sure[number] = MICRO * won
        row, scales = inputs_of(told, side if self._kind == FREE else after.mover, self._degrees)
        self._rows.append(row)
        self._scaled.append(scales)

    def seen(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the win probability and expected points of samples whose classes are known, in millionths."""
        if len(self._prepared) < len(self._rows):
            self._prepared, self._scales = self._network.prepared(self._rows), np.array(self._scaled, dtype=np.float64)
        shape, numbers = classes.shape, classes.ravel()
        rows, again, flat = self._row[numbers], self._again[numbers], lies.reshape(-1, kernel.LIE)
        win, points = self._ended[numbers, 0], self._ended[numbers, 1]
        for passed in (False, True):
            picks = np.flatnonzero((rows >= 0) & (again != passed))
            if not len(picks):
                continue
            shares = self._network.shares(
                self._prepared[rows[picks]], layout_inputs(flat[picks], self._players, passed)
            )
            expected = points_of(self._kind, shares, self._scales[rows[picks]]).astype(np.int64)
            chance = shares[:, 0].astype(np.int64)
            turned = passed and self._kind == OWNED
            win[picks] = MICRO - chance if turned else chance
            points[picks] = -expected if turned else expected
        sure = self._sure[numbers]
        return np.where(sure < 0, win, sure).reshape(shape), points.reshape(shape)
