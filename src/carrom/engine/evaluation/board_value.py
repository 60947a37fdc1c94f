"""The board value, a neural network: evaluation learned from self-play.

It is an evaluation network for each kind of round (`board_inputs`) that gives win probability and expected points. Its
weights are integers, and every product and sum is an integer below 2⁵³, so the order of summation does not matter; the
output uses one square root and one division, which every machine rounds alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.board_inputs import FREE, INPUTS, MICRO, OWNED, ROUND_INPUTS, UNIT
from carrom.engine.position import artifacts
from carrom.errors import SetupError

PATH = artifacts.FOLDER / "board_value.json"
OUT = 3
"""Outputs: the win probability, and two shares of points, see `points_of`."""
KINDS = (OWNED, FREE)
BLOCK = 1_000
"""Rows per block, so that intermediate sums fit the processor's cache; larger blocks take ten times as long."""
Real = NDArray[np.float64]


@dataclass(frozen=True)
class BoardNetwork:
    """One network: integer weights (INPUTS, H), (H,), (H, OUT), (OUT,), for one kind of round."""

    kind: str
    first: Real
    bias: Real
    second: Real
    last: Real

    def prepared(self, rows: Sequence[Sequence[int]]) -> Real:
        """Return the hidden layer's partial sums for the inputs of rounds, (N, H)."""
        count = ROUND_INPUTS[self.kind]
        table = np.array(rows, dtype=np.float64).reshape(-1, count)
        found: Real = table @ self.first[:count] + self.bias
        return found

    def shares(self, prepared: Real, layout: Real) -> Real:
        """Return the outputs in integer millionths, (N, OUT), for prepared rounds and `layout_inputs`."""
        found = np.empty((len(layout), OUT))
        weights = self.first[ROUND_INPUTS[self.kind] :]
        for begin in range(0, len(layout), BLOCK):
            rows = slice(begin, begin + BLOCK)
            hidden = prepared[rows] + layout[rows] @ weights
            np.maximum(hidden, 0.0, out=hidden)
            hidden *= 1.0 / UNIT
            np.floor(hidden, out=hidden)
            out = (hidden @ self.second + self.last) / (UNIT * UNIT)
            found[rows] = np.rint(MICRO * (0.5 + 0.5 * (out / np.sqrt(1.0 + out * out))))
        return found


def points_of(kind: str, shares: Real, scales: Real) -> Real:
    """Return expected points in integer millionths, (N,), from `shares` and the second result of `inputs_of`.

    Where colours are owned, the shares are those of the possible points if the board is won and if it is lost. Where
    not, the second output is the change of the lead until the end, as a share of the points left: ½ is none.
    """
    if kind == OWNED:
        win = shares[:, 0]
        gained, lost = scales[:, 0] * shares[:, 1], scales[:, 1] * shares[:, 2]
        found: Real = np.floor((win * gained - (MICRO - win) * lost) / MICRO)
        return found
    moved: Real = MICRO * scales[:, 0] + scales[:, 1] * (2.0 * shares[:, 1] - MICRO)
    return moved


class BoardValue:
    """The learned value of boards: a network for each kind of round, and a card that describes the training."""

    def __init__(self, networks: dict[str, BoardNetwork], card: dict[str, object]) -> None:
        """Take the networks by kind."""
        self.networks, self.card = networks, card

    @classmethod
    def read(cls, path: Path = PATH) -> "BoardValue":
        """Read a board value from a file. Raises `SetupError` for a changed file or one of other dimensions."""
        content, networks = artifacts.read(path), {}
        for kind in KINDS:
            try:
                arrays = [
                    np.array(content[kind][name], dtype=np.float64) for name in ("first", "bias", "second", "last")
                ]
            except (KeyError, TypeError, ValueError):
                arrays = [np.zeros(0)] * 4
            width = len(arrays[1])
            if [each.shape for each in arrays] != [(INPUTS[kind], width), (width,), (width, OUT), (OUT,)]:
                raise SetupError(
                    f"{path} holds networks of other dimensions than expected; rebuild it with `carrom train`."
                )
            networks[kind] = BoardNetwork(kind, *arrays)
        return cls(networks, content["card"])

    def write(self, path: Path = PATH) -> str:
        """Write the value to a file and return its SHA-256."""
        content: dict[str, object] = {"card": self.card}
        for kind, network in self.networks.items():
            names = ("first", "bias", "second", "last")
            content[kind] = {name: getattr(network, name).astype(int).tolist() for name in names}
        return artifacts.written(path, content)


@cache
def learned() -> BoardValue:
    """Return the value that ships with the package. Raises `SetupError` if the file was changed."""
    return BoardValue.read()
