"""Train the value network from self-play data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.value_network import (
    INPUTS,
    MICRO,
    MOST_POINTS,
    OUT,
    R_POINTS,
    R_WIN,
    ROUND_INPUTS,
    UNIT,
    ValueNetwork,
    lie_inputs,
    round_inputs,
)
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.learning.self_play_data import SelfPlayData
from carrom.engine.position.features import F_COLOUR, F_QUARTERS, F_THEIR_QUARTERS
from carrom.engine.rollouts.runner import ease_of, surveyed
from carrom.physics.surface import surface

WIDTH = 32
ROUNDS = 40
AT_ONCE = 512
RATE = 2e-3
DECAY = 5e-5
FOLDS = 5
"""Folds of the cross-validation."""
Real = NDArray[np.float64]


@dataclass(frozen=True)
class Examples:
    """Network inputs of positions, and how their boards ended.

    inputs     float64 (N, INPUTS)   as the network reads them
    most       float64 (N, 2)        points that the board can still bring this side and the other
    ends       float64 (N, 2)        1 or 0 for a board won or lost, and its points
    boards     int32 (N,)            seeds of the boards
    """

    inputs: Real
    most: Real
    ends: Real
    boards: NDArray[np.int32]

    def only(self, picks: NDArray[np.bool_]) -> "Examples":
        """Return the examples selected by a mask."""
        return Examples(self.inputs[picks], self.most[picks], self.ends[picks], self.boards[picks])


def examples(memory: SelfPlayData, ground: str = "club") -> Examples:
    """Return training examples from self-play data."""
    seats = memory.facts[:, [F_COLOUR, F_QUARTERS, F_THEIR_QUARTERS]].astype(np.int64)
    eases = np.array([ease_of(HandNoise(float(degrees), 0.0, 0.0)) for degrees in memory.degrees])
    lies = surveyed(memory.places.astype(np.int64), seats, eases, surface(ground))
    rounds = [round_inputs(facts, float(by)) for facts, by in zip(memory.facts.tolist(), memory.degrees, strict=True)]
    table = np.array(rounds, dtype=np.float64)
    inputs = np.concatenate((table[:, :ROUND_INPUTS], lie_inputs(lies)), axis=1)
    return Examples(inputs, table[:, ROUND_INPUTS:], memory.ends.astype(np.float64), memory.boards[:, 0])


def fitted(given: Examples, seed: int = 1) -> ValueNetwork:
    """Return the network that fits the examples."""
    rng = np.random.default_rng(seed)
    inputs, wishes = given.inputs / UNIT, wished(given)
    scale = 1.0 / np.maximum(inputs.std(axis=0), 0.05)
    first = rng.normal(0.0, 1.0 / np.sqrt(INPUTS), (INPUTS, WIDTH)) * np.minimum(scale, 4.0)[:, None]
    weights = [first, np.zeros(WIDTH), rng.normal(0.0, 0.1, (WIDTH, OUT)), np.zeros(OUT)]
    moments, squares = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    averaged = [each.copy() for each in weights]
    step = 0
    for number in range(ROUNDS):
        order = rng.permutation(len(inputs))
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * number / ROUNDS))
        for at in range(0, len(order), AT_ONCE):
            step += 1
            picks = order[at : at + AT_ONCE]
            slopes = _slopes(weights, inputs[picks], wishes[picks])
            for index, slope in enumerate(slopes):
                slope = slope + DECAY * weights[index]
                moments[index] = 0.9 * moments[index] + 0.1 * slope
                squares[index] = 0.999 * squares[index] + 0.001 * slope * slope
                fast = moments[index] / (1 - 0.9**step) / (np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8)
                weights[index] = weights[index] - rate * fast
                averaged[index] = 0.99 * averaged[index] + 0.01 * weights[index]
    scales = (UNIT, UNIT * UNIT, UNIT, UNIT * UNIT)
    first, bias, second, last = (np.rint(scale * each) for scale, each in zip(scales, averaged, strict=True))
    return ValueNetwork(first, bias, second, last, {})


def _forward(weights: Sequence[Real], inputs: Real) -> tuple[Real, Real]:
    hidden = np.maximum(inputs @ weights[0] + weights[1], 0.0)
    return hidden, hidden @ weights[2] + weights[3]


def wished(given: Examples) -> Real:
    """Return the target outputs, (N, OUT): won or lost, and the share of the points; NaN where undefined."""
    won = given.ends[:, 0]
    wishes = np.full((len(won), OUT), np.nan)
    wishes[:, 0] = won
    share = np.clip(
        np.abs(given.ends[:, 1]) / np.maximum(given.most[np.arange(len(won)), 1 - won.astype(int)], 1.0), 0, 1
    )
    wishes[won == 1, 1] = share[won == 1]
    wishes[won == 0, 2] = share[won == 0]
    return wishes


def _slopes(weights: Sequence[Real], inputs: Real, wishes: Real) -> list[Real]:
    """Return the gradients of the log loss over the defined outputs."""
    hidden, out = _forward(weights, inputs)
    root = np.sqrt(1.0 + out * out)
    off = 2.0 * (0.5 + 0.5 * out / root - wishes) / root
    off = np.where(np.isnan(wishes), 0.0, off) / len(inputs)
    back = (off @ weights[2].T) * (hidden > 0.0)
    return [inputs.T @ back, back.sum(axis=0), hidden.T @ off, off.sum(axis=0)]


def log_loss(win: Real, won: Real) -> float:
    """Return the mean log loss of win probabilities against results."""
    kept = np.clip(win, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(kept) + (1 - won) * np.log(1 - kept)).mean())


def chances(net: ValueNetwork, given: Examples) -> tuple[Real, Real]:
    """Return the win probabilities and points that the network gives to examples."""
    rows = np.concatenate((given.inputs[:, :ROUND_INPUTS], given.most), axis=1)
    win, points = net.of(net.prepared(rows.tolist()), given.inputs[:, ROUND_INPUTS:])
    return win / MICRO, points / MICRO


def calibration(win: Real, won: Real, parts: int = 10) -> list[dict[str, float]]:
    """Return, for each tenth of the predicted probabilities, the count, the mean prediction and the win rate."""
    found = []
    bins = np.minimum((win * parts).astype(int), parts - 1)
    for number in range(parts):
        here = bins == number
        if here.any():
            predicted, actual = (round(float(each[here].mean()), 4) for each in (win, won))
            found.append({"from": number / parts, "positions": int(here.sum()), "said": predicted, "came": actual})
    return found


def card_of(given: Examples, seed: int = 1, progress: Callable[[str], None] = lambda line: None) -> dict[str, object]:
    """Return cross-validated quality figures of such a network, next to those of the race model alone."""
    win, points = np.zeros(len(given.ends)), np.zeros(len(given.ends))
    for fold in range(FOLDS):
        held = given.boards % FOLDS == fold
        if held.any() and not held.all():
            win[held], points[held] = chances(fitted(given.only(~held), seed), given.only(held))
            progress(f"part {fold + 1} of {FOLDS} held back: log loss {log_loss(win[held], given.ends[held, 0]):.4f}")
    raced, off = 0.5 + 0.5 * given.inputs[:, R_WIN] / UNIT, given.ends[:, 1]
    return {
        "log loss": round(log_loss(win, given.ends[:, 0]), 4),
        "log loss of the race": round(log_loss(raced, given.ends[:, 0]), 4),
        "points off by": round(float(np.sqrt(((points - off) ** 2).mean())), 3),
        "points off by of the race": round(
            float(np.sqrt(((MOST_POINTS * given.inputs[:, R_POINTS] / UNIT - off) ** 2).mean())), 3
        ),
        "calibration": calibration(win, given.ends[:, 0]),
    }
