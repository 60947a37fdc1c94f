"""The value network: evaluation learned from self-play, in whole-number weights.

One hidden layer with whole weights. Every product and sum is a whole number below 2⁵³, so that its order does not
matter; the chance comes of its sum by a root and a quotient, which every machine rounds alike.
"""

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.endgame_race import Queen, race
from carrom.engine.position import artifacts
from carrom.engine.position.features import (
    F_BROKEN,
    F_DOWN_MINE,
    F_DOWN_THEIRS,
    F_DUE_MINE,
    F_DUE_THEIRS,
    F_MINE,
    F_QUEEN,
    F_THEIRS,
    FREE,
    MINE,
    THEIRS,
    TO_COVER,
)
from carrom.engine.rollouts import kernel
from carrom.errors import SetupError

PATH = artifacts.FOLDER / "worth.json"
UNIT = 1_024
"""Inputs and weights are whole parts of this."""
STEADIEST, SHAKIEST = 0.1, 3.0
"""Degrees; hands beyond are taken for these."""
MOST_POINTS = 12.0
OUT = 3
"""Sums that the net makes: of the chance to win, of the share of its points when won, and when lost."""
LEAST_RACE, RACE_STEPS = 0.4, 50
"""The race that is an input is solved for a chance of whole fiftieths, from this on."""
ROUND_INPUTS, R_WIN, R_POINTS = 18, 12, 13
"""Numbers read from the round; two of them are what the race says."""
INPUTS = ROUND_INPUTS + kernel.LIE
MICRO = 1_000_000
BLOCK = 1_000
"""Rows whose sums stay in a processor's cache; many more at once take ten times as long."""
TURNED = [1, 0, 3, 2, 7, 8, 9, 4, 5, 6, 11, 10]
"""The columns of `trying.LIE` for the other side."""
Real = NDArray[np.float64]


def round_inputs(told: Sequence[int], degrees: float, prices: tuple[int, int] = (3, 3)) -> tuple[int, ...]:
    """Return what the net reads from `facts` and the hand; `prices` are what the queen brings either side.

    The last two numbers are no inputs: the points that the board can bring this side, and the other one.
    """
    steady = math.log(min(max(degrees, STEADIEST), SHAKIEST) / STEADIEST) / math.log(SHAKIEST / STEADIEST)
    mine, theirs = told[F_MINE] + told[F_DUE_MINE], told[F_THEIRS] + told[F_DUE_THEIRS]
    chance = max(LEAST_RACE, round(RACE_STEPS * min(0.98, math.exp(-0.3 * degrees))) / RACE_STEPS)
    win, points = _raced(chance, *prices, mine, theirs, told[F_QUEEN])
    shares = (
        steady,
        float(told[F_BROKEN]),
        mine / 9,
        theirs / 9,
        told[F_DUE_MINE] / 2,
        told[F_DUE_THEIRS] / 2,
        *(float(told[F_QUEEN] == where) for where in (FREE, MINE, THEIRS, TO_COVER)),
        float(told[F_DOWN_MINE]),
        float(told[F_DOWN_THEIRS]),
        win,
        points / MOST_POINTS,
        float(mine == 1),
        float(theirs == 1),
        float(mine == 2),
        float(theirs == 2),
    )
    queen = told[F_QUEEN]
    most = theirs + (prices[0] if queen != THEIRS else 0), mine + (prices[1] if queen != MINE else 0)
    return *(round(UNIT * share) for share in shares), *most


@cache
def _raced(
    chance: float, mine_price: int, theirs_price: int, mine: int, theirs: int, queen: int
) -> tuple[float, float]:
    found = []
    for just_won in (True, False):
        solved = race(chance, mine_price, theirs_price, just_won)
        if queen == TO_COVER:
            found.append(solved.to_cover(mine, theirs))
        else:
            where = {FREE: Queen.BOARD, MINE: Queen.MINE, THEIRS: Queen.THEIRS}[queen]
            found.append(solved.to_strike(mine, theirs, where))
    return found[0], found[1]


def lie_inputs(lies: NDArray[np.int32], turned: bool = False) -> Real:
    """Return what the net reads from rows of `trying.LIE`, seen by the other side if `turned`."""
    taken = lies[..., TURNED] if turned else lies
    found: Real = np.floor(taken * (UNIT / MICRO))
    return found


class ValueNetwork:
    """The worth that was learnt, as it is shipped."""

    def __init__(self, first: Real, bias: Real, second: Real, last: Real, card: dict[str, object]) -> None:
        """Take whole weights (INPUTS, H), (H,), (H, OUT), (OUT,), and the card that tells where they come from."""
        self.first, self.bias, self.second, self.last, self.card = first, bias, second, last, card

    @classmethod
    def read(cls, path: Path = PATH) -> "ValueNetwork":
        """Return what a file holds. Raises `SetupError` for one that was changed, or holds another net."""
        told = artifacts.read(path)
        names = ("first", "bias", "second", "last")
        first, bias, second, last = (np.array(told[name], dtype=np.float64) for name in names)
        width = len(bias)
        if (first.shape, second.shape, last.shape) != ((INPUTS, width), (width, OUT), (OUT,)):
            raise SetupError(f"{path} holds another net than this carrom reads; make it anew with `carrom train`.")
        return cls(first, bias, second, last, told["card"])

    def write(self, path: Path = PATH) -> str:
        """Keep the net in a file, and return its hash."""
        told = {name: getattr(self, name).astype(int).tolist() for name in ("first", "bias", "second", "last")}
        return artifacts.written(path, {"card": self.card, **told})

    def prepared(self, rows: Sequence[Sequence[int]]) -> Real:
        """Return, for rows of `round_inputs`, what the hidden layer has of them, and their last two numbers."""
        table = np.array(rows, dtype=np.float64).reshape(-1, ROUND_INPUTS + 2)
        hidden = table[:, :ROUND_INPUTS] @ self.first[:ROUND_INPUTS] + self.bias
        return np.concatenate((hidden, table[:, ROUND_INPUTS:]), axis=1)

    def of(self, prepared: Real, lies: Real) -> tuple[Real, Real]:
        """Return chances to win, and points, in whole millionths, for `prepared` rounds and `lie_inputs`."""
        win, points = np.empty(len(lies)), np.empty(len(lies))
        for begin in range(0, len(lies), BLOCK):
            rows = slice(begin, begin + BLOCK)
            win[rows], points[rows] = self._of_few(prepared[rows], lies[rows])
        return win, points

    def _of_few(self, prepared: Real, lies: Real) -> tuple[Real, Real]:
        before = prepared[:, :-2] + lies @ self.first[ROUND_INPUTS:]
        hidden = np.floor(np.maximum(before, 0.0) / UNIT)
        out = (hidden @ self.second + self.last) / (UNIT * UNIT)
        shares = np.rint(MICRO * (0.5 + 0.5 * (out / np.sqrt(1.0 + out * out))))
        win = shares[:, 0]
        gained, lost = prepared[:, -2] * shares[:, 1], prepared[:, -1] * shares[:, 2]
        return win, np.floor((win * gained - (MICRO - win) * lost) / MICRO)


@cache
def learned() -> ValueNetwork:
    """Return the worth that is shipped. Raises `SetupError` where the file was changed."""
    return ValueNetwork.read()
