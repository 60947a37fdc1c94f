"""Train the networks of the board value from self-play data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.board_inputs import (
    FREE,
    INPUTS,
    MICRO,
    MOST_POINTS,
    OWNED,
    R_POINTS,
    R_WIN,
    ROUND_INPUTS,
    UNIT,
    inputs_of,
    kind_of,
    layout_inputs,
)
from carrom.engine.evaluation.board_value import OUT, BoardNetwork, points_of
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.learning.self_play_data import SURFACES, SelfPlayData
from carrom.engine.position.board_facts import F_MOVER, F_SEATS, F_SIDES, seats_of
from carrom.engine.rollouts.runner import ease_of, surveyed
from carrom.physics.surface import surface

WIDTH = 48
PASSES = 24
AT_ONCE = 1_024
RATE = 3e-3
DECAY = 2e-5
FOLDS = 5
"""Folds of the cross-validation."""
Real = NDArray[np.float64]


@dataclass(frozen=True)
class Examples:
    """Network inputs of positions of one kind of round, and how their boards ended.

    kind       of the rounds
    inputs     float64 (N, INPUTS)   as the network reads them
    scales     float64 (N, 2)        second result of `inputs_of`
    won        float64 (N,)          1 won, ½ shared, 0 lost
    points     float64 (N,)          points of the board, or the lead at its end where nobody owns a colour
    boards     int32 (N,)            seeds of the boards
    """

    kind: str
    inputs: Real
    scales: Real
    won: Real
    points: Real
    boards: NDArray[np.int32]

    def only(self, picks: NDArray[np.bool_]) -> "Examples":
        """Return the examples selected by a mask."""
        columns = self.inputs[picks], self.scales[picks], self.won[picks], self.points[picks]
        return Examples(self.kind, *columns, self.boards[picks])


def examples(memory: SelfPlayData) -> dict[str, Examples]:
    """Return training examples from self-play data, by kind of round; boards on several surfaces may be mixed.

    A round in which nobody owns a colour gives an example for each side, an owned one for the side that strikes.
    """
    lies = _surveyed(memory)
    rows: dict[str, list[tuple[int, ...]]] = {OWNED: [], FREE: []}
    picked: dict[str, list[int]] = {OWNED: [], FREE: []}
    told: dict[str, list[tuple[float, ...]]] = {OWNED: [], FREE: []}
    for index, (facts, degrees) in enumerate(zip(memory.facts.tolist(), memory.degrees.tolist(), strict=True)):
        kind = kind_of(facts)
        for side in range(facts[F_SIDES]) if kind == FREE else (facts[F_MOVER],):
            row, scales = inputs_of(facts, side, degrees)
            ends = memory.ends[index]
            if kind == FREE:
                others = [int(ends[other, 1]) for other in range(facts[F_SIDES]) if other != side]
                points = float(int(ends[side, 1]) - max(others))
            else:
                points = float(ends[side, 1])
            rows[kind].append(row)
            picked[kind].append(index)
            told[kind].append((*scales, ends[side, 0] / 2, points))
    found = {}
    for kind, inputs in rows.items():
        picks = np.array(picked[kind], dtype=np.int64)
        players = np.array([memory.facts[index][F_SEATS] for index in picks])
        layout = np.zeros((len(picks), INPUTS[kind] - ROUND_INPUTS[kind]))
        for count in set(players.tolist()):
            layout[players == count] = layout_inputs(lies[picks[players == count]], count)
        figures = np.array(told[kind], dtype=np.float64).reshape(-1, 4)
        table = np.array(inputs, dtype=np.float64).reshape(-1, ROUND_INPUTS[kind])
        found[kind] = Examples(
            kind,
            np.concatenate((table, layout), axis=1),
            figures[:, :2],
            figures[:, 2],
            figures[:, 3],
            memory.boards[picks, 0],
        )
    return found


def _surveyed(memory: SelfPlayData) -> NDArray[np.int32]:
    seats = np.array([seats_of(row) for row in memory.facts.tolist()], dtype=np.int64)
    eases = np.array([ease_of(HandNoise(degrees, 0.0, 0.0)) for degrees in memory.degrees.tolist()])
    parts = np.zeros((len(seats), 0), dtype=np.int32)
    for ground in map(surface, sorted(set(SURFACES))):
        here = np.isclose(memory.friction, ground.friction)
        if here.any():
            lies = surveyed(memory.places[here].astype(np.int64), seats[here], eases[here], ground)
            if not parts.shape[1]:
                parts = np.zeros((len(seats), lies.shape[1]), dtype=np.int32)
            parts[here] = lies
    return parts


def fitted(given: Examples, seed: int = 1, width: int = WIDTH, passes: int = PASSES) -> BoardNetwork:
    """Return the network that fits the examples, by Adam with averaged weights."""
    rng, count = np.random.default_rng(seed), given.inputs.shape[1]
    inputs, wishes = given.inputs / UNIT, wished(given)
    scale = 1.0 / np.maximum(inputs.std(axis=0), 0.05)
    first = rng.normal(0.0, 1.0 / np.sqrt(count), (count, width)) * np.minimum(scale, 4.0)[:, None]
    weights = [first, np.zeros(width), rng.normal(0.0, 0.1, (width, OUT)), np.zeros(OUT)]
    moments, squares = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    averaged = [each.copy() for each in weights]
    step = 0
    for number in range(passes):
        order = rng.permutation(len(inputs))
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * number / passes))
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
    whole = [np.rint(scale * each) for scale, each in zip(scales, averaged, strict=True)]
    return BoardNetwork(given.kind, *whole)


def wished(given: Examples) -> Real:
    """Return the target outputs, (N, OUT): won or lost, and the shares of `points_of`; NaN where undefined."""
    wishes = np.full((len(given.won), OUT), np.nan)
    wishes[:, 0] = given.won
    if given.kind == FREE:
        lead, left = given.scales[:, 0], np.maximum(given.scales[:, 1], 1.0)
        wishes[:, 1] = np.clip(0.5 + 0.5 * (given.points - lead) / left, 0.0, 1.0)
        return wishes
    won, lost = given.won == 1.0, given.won == 0.0
    for column, picks, most in ((1, won, given.scales[:, 0]), (2, lost, given.scales[:, 1])):
        wishes[picks, column] = np.clip(np.abs(given.points[picks]) / np.maximum(most[picks], 1.0), 0.0, 1.0)
    return wishes


def _slopes(weights: Sequence[Real], inputs: Real, wishes: Real) -> list[Real]:
    """Return the gradients of the log loss over the defined outputs."""
    hidden = np.maximum(inputs @ weights[0] + weights[1], 0.0)
    out = hidden @ weights[2] + weights[3]
    root = np.sqrt(1.0 + out * out)
    off = 2.0 * (0.5 + 0.5 * out / root - wishes) / root
    off = np.where(np.isnan(wishes), 0.0, off) / len(inputs)
    back = (off @ weights[2].T) * (hidden > 0.0)
    return [inputs.T @ back, back.sum(axis=0), hidden.T @ off, off.sum(axis=0)]


def log_loss(win: Real, won: Real) -> float:
    """Return the mean log loss of win probabilities against results."""
    kept = np.clip(win, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(kept) + (1 - won) * np.log(1 - kept)).mean())


def chances(network: BoardNetwork, given: Examples) -> tuple[Real, Real]:
    """Return the win probabilities and points that the network gives to examples."""
    count = ROUND_INPUTS[given.kind]
    shares = network.shares(network.prepared(given.inputs[:, :count].tolist()), given.inputs[:, count:])
    return shares[:, 0] / MICRO, points_of(given.kind, shares, given.scales) / MICRO


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
    """Return cross-validated quality figures of such a network; where colours are owned, beside those of the race."""
    win, points = np.zeros(len(given.won)), np.zeros(len(given.won))
    for fold in range(FOLDS):
        held = given.boards % FOLDS == fold
        if held.any() and not held.all():
            win[held], points[held] = chances(fitted(given.only(~held), seed), given.only(held))
            said = f"log loss {log_loss(win[held], given.won[held]):.4f}"
            progress(f"{given.kind}, part {fold + 1} of {FOLDS} held back: {said}")
    card: dict[str, object] = {
        "positions": len(given.won),
        "boards": len(set(given.boards.tolist())),
        "log loss": round(log_loss(win, given.won), 4),
        "points off by": round(_off(points, given.points), 3),
    }
    if given.kind == OWNED:
        raced = 0.5 + 0.5 * given.inputs[:, R_WIN] / UNIT
        card["log loss of the race"] = round(log_loss(raced, given.won), 4)
        told = MOST_POINTS * given.inputs[:, R_POINTS] / UNIT
        card["points off by of the race"] = round(_off(told, given.points), 3)
    return {**card, "calibration": calibration(win, given.won)}


def _off(told: Real, actual: Real) -> float:
    return float(np.sqrt(((told - actual) ** 2).mean()))
