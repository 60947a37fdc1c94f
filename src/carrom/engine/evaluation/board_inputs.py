"""Inputs of the board value: what a network reads of a round and of the layout, as integers.

There are two kinds of rounds. Where colours are owned, two sides play for the board, and the inputs are those of the
side that strikes next. Where nobody owns a colour, two or three sides collect points, and the inputs are those of any
side, with its distance from the turn.
"""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.engine.evaluation.endgame_race import Queen, race
from carrom.engine.position.board_facts import (
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
)
from carrom.engine.rollouts import kernel

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
R_LEAD = 7
"""Where the lead over the best other side, in shares of the points left, is among the inputs of a free round."""
SEEN = 2
"""Blocks of the layout that are read: of the player who strikes next, and of the one after that."""
LAYOUT_INPUTS = SEEN * kernel.BLOCK
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
    first = kernel.BLOCK if passed else 0
    after = 0 if passed and players == 2 else first + kernel.BLOCK
    found = np.empty((len(lies), LAYOUT_INPUTS))
    found[:, : kernel.BLOCK] = lies[:, first : first + kernel.BLOCK]
    found[:, kernel.BLOCK :] = lies[:, after : after + kernel.BLOCK]
    found *= UNIT / MICRO
    return np.floor(found, out=found)
