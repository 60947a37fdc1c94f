"""The value network, a neural network: evaluation learned from self-play, with integer weights.

It has one hidden layer. Every product and sum is an integer below 2⁵³, so the order of summation does not matter; the
output uses one square root and one division, which every machine rounds alike.
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
"""Fixed-point scale: inputs and weights are multiples of 1/UNIT."""
STEADIEST, SHAKIEST = 0.1, 3.0
"""Range of aim errors in degrees; values beyond are clamped."""
MOST_POINTS = 12.0
OUT = 3
"""Outputs: for the win probability, and for the share of the possible points when won and when lost."""
LEAST_RACE, RACE_STEPS = 0.4, 50
"""Least success probability and steps per unit at which the race model is solved for the inputs."""
ROUND_INPUTS, R_WIN, R_POINTS = 18, 12, 13
"""Inputs computed from the round; R_WIN and R_POINTS are the values of the race."""
INPUTS = ROUND_INPUTS + kernel.LIE
MICRO = 1_000_000
BLOCK = 1_000
"""Rows per block, so that intermediate sums fit the processor's cache; larger blocks take ten times as long."""
TURNED = [1, 0, 3, 2, 7, 8, 9, 4, 5, 6, 11, 10]
"""Column order of the features (`kernel.LIE`) seen from the other side."""
Real = NDArray[np.float64]


def round_inputs(facts: Sequence[int], degrees: float, prices: tuple[int, int] = (3, 3)) -> tuple[int, ...]:
    """Return the network's inputs for `facts` and an aim error; `prices` are the queen's points for either side.

    The last two numbers are not inputs: the points that the board can still bring this side and the other side.
    """
    steady = math.log(min(max(degrees, STEADIEST), SHAKIEST) / STEADIEST) / math.log(SHAKIEST / STEADIEST)
    mine, theirs = facts[F_MINE] + facts[F_DUE_MINE], facts[F_THEIRS] + facts[F_DUE_THEIRS]
    chance = max(LEAST_RACE, round(RACE_STEPS * min(0.98, math.exp(-0.3 * degrees))) / RACE_STEPS)
    win, points = _raced(chance, *prices, mine, theirs, facts[F_QUEEN])
    shares = (
        steady,
        float(facts[F_BROKEN]),
        mine / 9,
        theirs / 9,
        facts[F_DUE_MINE] / 2,
        facts[F_DUE_THEIRS] / 2,
        *(float(facts[F_QUEEN] == where) for where in (FREE, MINE, THEIRS, TO_COVER)),
        float(facts[F_DOWN_MINE]),
        float(facts[F_DOWN_THEIRS]),
        win,
        points / MOST_POINTS,
        float(mine == 1),
        float(theirs == 1),
        float(mine == 2),
        float(theirs == 2),
    )
    queen = facts[F_QUEEN]
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
    """Return the network's inputs for rows of features (`kernel.LIE`), from the other side's view if `turned`."""
    taken = lies[..., TURNED] if turned else lies
    found: Real = np.floor(taken * (UNIT / MICRO))
    return found


class ValueNetwork:
    """The learned value network with its integer weights."""

    def __init__(self, first: Real, bias: Real, second: Real, last: Real, card: dict[str, object]) -> None:
        """Take integer weights (INPUTS, H), (H,), (H, OUT), (OUT,), and a card that describes how they were trained."""
        self.first, self.bias, self.second, self.last, self.card = first, bias, second, last, card

    @classmethod
    def read(cls, path: Path = PATH) -> "ValueNetwork":
        """Read a network from a file. Raises `SetupError` for a changed file or one of other dimensions."""
        content = artifacts.read(path)
        names = ("first", "bias", "second", "last")
        first, bias, second, last = (np.array(content[name], dtype=np.float64) for name in names)
        width = len(bias)
        if (first.shape, second.shape, last.shape) != ((INPUTS, width), (width, OUT), (OUT,)):
            raise SetupError(
                f"{path} holds a network of other dimensions than this program reads; rebuild it with `carrom train`."
            )
        return cls(first, bias, second, last, content["card"])

    def write(self, path: Path = PATH) -> str:
        """Write the network to a file and return its SHA-256."""
        content = {name: getattr(self, name).astype(int).tolist() for name in ("first", "bias", "second", "last")}
        return artifacts.written(path, {"card": self.card, **content})

    def prepared(self, rows: Sequence[Sequence[int]]) -> Real:
        """Return the hidden layer's partial sums for rows of `round_inputs`, followed by the rows' last two numbers."""
        table = np.array(rows, dtype=np.float64).reshape(-1, ROUND_INPUTS + 2)
        hidden = table[:, :ROUND_INPUTS] @ self.first[:ROUND_INPUTS] + self.bias
        return np.concatenate((hidden, table[:, ROUND_INPUTS:]), axis=1)

    def of(self, prepared: Real, lies: Real) -> tuple[Real, Real]:
        """Return win probabilities and points in integer millionths, for `prepared` rounds and `lie_inputs`."""
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
    """Return the network that ships with the package. Raises `SetupError` if the file was changed."""
    return ValueNetwork.read()
