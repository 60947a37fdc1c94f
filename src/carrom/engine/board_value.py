"""The board value, a neural network: evaluation learned from self-play.

It is an evaluation network for each kind of round (`board_inputs`) that gives win probability and expected points. Its
weights are integers, and every product and sum is an integer below 2⁵³, so the order of summation does not matter; the
output uses one square root and one division, which every machine rounds alike.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from carrom.engine import artifacts, rollout_kernel
from carrom.engine.endgame_race import Queen, race
from carrom.engine.outcome_value import lead_of
from carrom.engine.situation import (
    COVERED,
    F_BLACK_POINTS,
    F_BLACKS,
    F_BROKEN,
    F_FOLLOWER,
    F_MOVER,
    F_OF_SIDES,
    F_QUEEN,
    F_QUEEN_POINTS,
    F_QUEEN_SIDE,
    F_SEATS,
    F_SIDES,
    F_WHITE_POINTS,
    F_WHITES,
    ON_BOARD,
    PENDING,
    S_BEFORE,
    S_COLOUR,
    S_DUE,
    S_MEN,
    S_POINTS,
    S_QUEEN_POINTS,
    S_SCORE,
    SIDE,
    facts,
)
from carrom.errors import SetupError
from carrom.rules.round import Round
from carrom.values import Value

# -- the inputs: integers read from a round and a layout ---------------------------------------------------------------
# There are two kinds of rounds. Where colours are owned, two sides play for the board, and the inputs are those of the
# side that strikes next. Where nobody owns a colour, two or three sides collect points, and the inputs are those of
# any side, with its distance from the turn.


UNIT = 1_024
"""Fixed-point scale: inputs and weights are multiples of 1/UNIT."""
MICRO = 1_000_000
STEADIEST, SHAKIEST = 0.1, 3.0
"""Range of aim errors in degrees; values beyond are clamped."""
MOST_POINTS = 12.0
LEAST_RACE, RACE_STEPS = 0.4, 50
"""Least success probability and steps per unit at which the race model is solved for the inputs."""
OWNED, FREE = "owned", "free"
"""The kinds of rounds."""
R_WIN, R_POINTS = 17, 18
"""Where the race's estimates of the win and the points are among the inputs of an owned round."""
SEEN = 2
"""Blocks of the layout that are read: of the player who strikes next, and of the one after that."""
LAYOUT_INPUTS = SEEN * rollout_kernel.BLOCK
ROUND_INPUTS = {OWNED: 19, FREE: 24}
INPUTS = {kind: count + LAYOUT_INPUTS for kind, count in ROUND_INPUTS.items()}
Real = NDArray[np.float64]
Row = tuple[int, ...]


def kind_of(facts: Sequence[int]) -> str:
    """Return the kind of a round from its facts."""
    return FREE if facts[F_OF_SIDES + S_COLOUR] == 0 else OWNED


def inputs_of(facts: Sequence[int], side: int, degrees: float) -> tuple[Row, tuple[int, int]]:
    """Return the network's inputs from a round's facts, for the view of `side` and an aim error in degrees.

    Also returns what turns shares into points: where colours are owned, the points that the board can still bring this
    side and the other one; where not, the lead over the best other side and the points left.
    """
    if kind_of(facts) == OWNED:
        return _owned(facts, side, degrees)
    return _free(facts, side, degrees)


def _steadiness(degrees: float) -> float:
    return math.log(min(max(degrees, STEADIEST), SHAKIEST) / STEADIEST) / math.log(SHAKIEST / STEADIEST)


def _of(facts: Sequence[int], side: int, what: int) -> int:
    return facts[F_OF_SIDES + side * SIDE + what]


def _owned(facts: Sequence[int], side: int, degrees: float) -> tuple[Row, tuple[int, int]]:
    other = 1 - side
    due, their_due = _of(facts, side, S_DUE), _of(facts, other, S_DUE)
    mine, theirs = _of(facts, side, S_MEN) + due, _of(facts, other, S_MEN) + their_due
    price, their_price = _of(facts, side, S_QUEEN_POINTS), _of(facts, other, S_QUEEN_POINTS)
    queen, holder = facts[F_QUEEN], facts[F_QUEEN_SIDE]
    chance = max(LEAST_RACE, round(RACE_STEPS * min(0.98, math.exp(-0.3 * degrees))) / RACE_STEPS)
    where = Queen.BOARD if queen != COVERED else Queen.MINE if holder == side else Queen.THEIRS
    win, points = _raced(chance, price, their_price, mine, theirs, where, queen == PENDING and holder == side)
    shares = (
        _steadiness(degrees),
        float(facts[F_BROKEN]),
        mine / 9,
        theirs / 9,
        due / 2,
        their_due / 2,
        float(queen == ON_BOARD),
        float(queen == COVERED and holder == side),
        float(queen == COVERED and holder == other),
        float(queen == PENDING and holder == side),
        float(_of(facts, side, S_BEFORE)),
        float(_of(facts, other, S_BEFORE)),
        float(mine == 1),
        float(theirs == 1),
        float(mine == 2),
        float(theirs == 2),
        float(facts[F_SEATS] == 4),
        win,
        points / MOST_POINTS,
    )
    most = (
        theirs + (price if not (queen == COVERED and holder == other) else 0),
        mine + (their_price if not (queen == COVERED and holder == side) else 0),
    )
    return tuple(round(UNIT * share) for share in shares), most


@cache
def _raced(
    chance: float, price: int, their_price: int, mine: int, theirs: int, queen: Queen, covering: bool
) -> tuple[float, float]:
    """Return the win (−1 to 1) and the points of the race for the side that strikes next."""
    solved = [race(chance, price, their_price, just_won) for just_won in (True, False)]
    if covering:
        win, points = (each.to_cover(mine, theirs) for each in solved)
    else:
        win, points = (each.to_strike(mine, theirs, queen) for each in solved)
    return win, points


def points_left(facts: Sequence[int]) -> int:
    """Return the points still to be won on the board: its pieces, and the queen until she is covered."""
    men = facts[F_WHITES] * facts[F_WHITE_POINTS] + facts[F_BLACKS] * facts[F_BLACK_POINTS]
    return men + (0 if facts[F_QUEEN] == COVERED else facts[F_QUEEN_POINTS])


def leads_of(facts: Sequence[int], side: int) -> list[int]:
    """Return a side's lead over each other side, in points of this board and the game."""
    totals = [_of(facts, index, S_POINTS) + _of(facts, index, S_SCORE) for index in range(facts[F_SIDES])]
    return [totals[side] - total for index, total in enumerate(totals) if index != side]


def decided(facts: Sequence[int], side: int) -> bool | None:
    """Return whether a side has won (True) or lost (False) by arithmetic, where nobody owns a colour; None if open."""
    lead, left = min(leads_of(facts, side)), points_left(facts)
    return None if abs(lead) <= left else lead > 0


def _free(facts: Sequence[int], side: int, degrees: float) -> tuple[Row, tuple[int, int]]:
    mover, sides, left = facts[F_MOVER], facts[F_SIDES], points_left(facts)
    away = 0 if side == mover else 1 if side == facts[F_FOLLOWER] else 2
    leads, scale = sorted(leads_of(facts, side)), max(1, left)
    queen, holder = facts[F_QUEEN], facts[F_QUEEN_SIDE]
    spread = math.sqrt(
        facts[F_WHITES] * facts[F_WHITE_POINTS] ** 2
        + facts[F_BLACKS] * facts[F_BLACK_POINTS] ** 2
        + (0 if queen == COVERED else facts[F_QUEEN_POINTS] ** 2)
    )
    men = facts[F_WHITES] + facts[F_BLACKS]
    dearest = max(facts[F_WHITE_POINTS], facts[F_BLACK_POINTS])

    def bounded(lead: int, by: float) -> float:
        share = lead / max(by, 1.0)
        return share / math.sqrt(1.0 + share * share)

    shares = (
        _steadiness(degrees),
        float(facts[F_BROKEN]),
        float(away == 0),
        float(away == 1),
        float(away == 2),
        float(sides == 3),
        float(facts[F_SEATS] == 4),
        bounded(leads[0], scale),
        bounded(leads[-1], scale),
        bounded(leads[0], spread),
        bounded(leads[-1], spread),
        bounded(2 * leads[0], dearest * (1 + men / 4)),
        men / 18,
        facts[F_WHITES] / 9,
        facts[F_BLACKS] / 9,
        float(men == 1),
        float(men == 2),
        float(queen == ON_BOARD),
        float(queen == PENDING and holder == side),
        float(queen == PENDING and holder != side),
        0.0 if queen == COVERED else facts[F_QUEEN_POINTS] / scale,
        dearest / scale,
        _of(facts, side, S_DUE) / 2,
        float(_of(facts, side, S_BEFORE)),
    )
    return tuple(round(UNIT * share) for share in shares), (leads[0], left)


def layout_inputs(lies: NDArray[np.int32], players: int, passed: bool = False) -> Real:
    """Return the network's inputs for rows of layout features, (N, LAYOUT_INPUTS).

    The blocks are those of the player who strikes next and of the one after that: the first two, or once the turn has
    `passed` the second and the third. With two `players` the first one follows again.
    """
    first = rollout_kernel.BLOCK if passed else 0
    after = 0 if passed and players == 2 else first + rollout_kernel.BLOCK
    found = np.empty((len(lies), LAYOUT_INPUTS))
    found[:, : rollout_kernel.BLOCK] = lies[:, first : first + rollout_kernel.BLOCK]
    found[:, rollout_kernel.BLOCK :] = lies[:, after : after + rollout_kernel.BLOCK]
    found *= UNIT / MICRO
    return np.floor(found, out=found)


# -- the network -------------------------------------------------------------------------------------------------------


PATH = artifacts.FOLDER / "board_value.json"
OUT = 3
"""Outputs: the win probability, and two shares of points, see `points_of`."""
KINDS = (OWNED, FREE)
BLOCK = 1_000
"""Rows per block, so that intermediate sums fit the processor's cache; larger blocks take ten times as long."""


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


# -- the learned value as a part of a stroke's value -------------------------------------------------------------------


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
        self._row = np.full(rollout_kernel.CLASSES, -1, dtype=np.int64)
        self._again = np.zeros(rollout_kernel.CLASSES, dtype=np.bool_)
        self._sure = np.full(rollout_kernel.CLASSES, -1, dtype=np.int64)
        """Win probability where arithmetic decides; −1 elsewhere."""
        self._ended = np.zeros((rollout_kernel.CLASSES, 2), dtype=np.int64)
        self._ended[rollout_kernel.DIVERGED] = 0, -self.whole * MICRO

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
        value = facts(after)
        self._row[number] = len(self._rows)
        self._again[number] = after.mover == side
        if self._kind == FREE and (won := decided(value, side)) is not None:
            self._sure[number] = MICRO * won
        row, scales = inputs_of(value, side if self._kind == FREE else after.mover, self._degrees)
        self._rows.append(row)
        self._scaled.append(scales)

    def seen(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the win probability and expected points of samples whose classes are known, in millionths."""
        if len(self._prepared) < len(self._rows):
            self._prepared, self._scales = self._network.prepared(self._rows), np.array(self._scaled, dtype=np.float64)
        shape, numbers = classes.shape, classes.ravel()
        rows, again, flat = self._row[numbers], self._again[numbers], lies.reshape(-1, rollout_kernel.LIE)
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
