"""Compiled encoding of observations and decoding of actions for many boards.

`carrom.envs.actions` defines the actions and `carrom.envs.observation` the observations; tests compare both with them.
"""

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin, sqrt
from typing import Any

from carrom.arrays.facts import colour_of_side
from carrom.arrays.layout import (
    ALL_DISCS,
    ATTEMPT,
    BROKEN,
    COUNT,
    DUE,
    MISSES,
    NOWHERE,
    POINTS_NOW,
    QUEEN,
    QUEEN_SIDE,
    SCORE,
    SELF,
    SIDE,
    SIDE_OF,
    SIDES,
    STATUS,
    STRIKE,
    TURN,
    FloatTable,
    IntegerTable,
    Numbers,
    Tables,
)
from carrom.board.integers import nearest
from carrom.compiling import kernels
from carrom.physics.kernel.layout import Floats
from carrom.physics.kernel.stroke_batch import S_VX, S_VY, turned_x, turned_y

SLOWEST, FASTEST = 0.3, 8.0
"""m/s."""
MEN = 19
"""Discs in an observation; the state by the laws follows them."""
MOST, LEAST = 2.0, -1.0
"""Bounds to which values are clipped."""


def lead(numbers: FloatTable, forwards: bool, strokes: IntegerTable, picks: Numbers) -> None:
    """Write the velocities (µm/s) that actions encode into the strokes of the boards `picks`.

    With `forwards`, directions backwards are mirrored.
    """
    last = numbers.shape[1] - 1
    for k in range(len(picks)):
        if last == 2:
            turn = numbers[k, 1] * pi / 2
            across = sin(turn)
            ahead = cos(turn)
        else:
            far = sqrt(numbers[k, 1] * numbers[k, 1] + numbers[k, 2] * numbers[k, 2])
            across = numbers[k, 1] / far if far > 0.0 else 0.0
            ahead = numbers[k, 2] / far if far > 0.0 else 1.0
        if forwards and ahead < 0.0:
            ahead = -ahead
        speed = (SLOWEST + (FASTEST - SLOWEST) * (numbers[k, last] + 1) / 2) * 1e6
        b = picks[k]
        strokes[b, S_VX] = nearest(speed * across)
        strokes[b, S_VY] = nearest(speed * ahead)


def observe(tables: Tables, seats: Numbers, half: int, seen: FloatTable) -> None:
    """Write the observation of each board from the given seat (quarter turns from south, one per board)."""
    info, book = tables.info, tables.book
    for b in range(len(info)):
        side = book[SIDE_OF + seats[b]]
        colour = colour_of_side(info, book, b, side)
        own, others = observe_discs(tables, b, (4 - seats[b]) % 4, colour, half, seen[b])
        row = seen[b, 3 * MEN :]
        observe_law(tables, b, side, row)
        if colour < 0:
            own += others
            others = (book[COUNT] - 1) * own
        row[18] = own / 9.0
        row[19] = others / 9.0
        is_stroke = info[b, STATUS] == STRIKE
        row[0] = 1.0 if is_stroke and seats[b] == info[b, TURN] else 0.0
        row[1] = 1.0 if is_stroke else 0.0
        for k in range(len(row)):
            row[k] = LEAST if row[k] < LEAST else MOST if row[k] > MOST else row[k]


def observe_discs(tables: Tables, b: int, back: int, colour: int, half: int, row: Floats) -> tuple[int, int]:
    """Write the places of the discs, one's own pieces before the others; return how many of each are on the board."""
    places = tables.places
    own = 0
    others = 0
    for disc in range(1, ALL_DISCS):
        at = disc - 1
        is_own = disc < 11
        if colour == 1 and disc > 1:
            at += 9 if disc < 11 else -9
            is_own = not is_own
        x = places[b, disc, 0]
        y = places[b, disc, 1]
        lies = x != NOWHERE
        row[3 * at] = turned_x(x, y, back) / half if lies else 0.0
        row[3 * at + 1] = turned_y(x, y, back) / half if lies else 0.0
        row[3 * at + 2] = 1.0 if lies else 0.0
        if lies and disc > 1:
            own += 1 if is_own else 0
            others += 0 if is_own else 1
    return own, others


def observe_law(tables: Tables, b: int, side: int, row: Floats) -> None:
    """Write the state by the laws into `row`, which begins after the discs."""
    info, book = tables.info, tables.book
    for k in range(len(row)):
        row[k] = 0.0
    row[4] = 1.0 if info[b, BROKEN] == 0 else 0.0
    row[5] = info[b, ATTEMPT] / 3.0
    row[6 + info[b, QUEEN]] = 1.0
    holder = info[b, QUEEN_SIDE]
    row[10] = 1.0 if holder == side else 0.0
    row[11] = 1.0 if holder >= 0 and holder != side else 0.0
    at = SIDES + side * SIDE
    owed = 0
    best_score = 0
    best_points = 0
    for other in range(book[COUNT]):
        block = SIDES + other * SIDE
        if other != side:
            owed += info[b, block + DUE]
            best_score = info[b, block + SCORE] if info[b, block + SCORE] > best_score else best_score
            best_points = info[b, block + POINTS_NOW] if info[b, block + POINTS_NOW] > best_points else best_points
    row[12] = info[b, at + DUE] / 9.0
    row[13] = owed / 9.0
    row[14] = info[b, at + SCORE] / 25.0
    row[15] = best_score / 25.0
    row[16] = info[b, at + POINTS_NOW] / 100.0
    row[17] = best_points / 100.0
    row[20] = 1.0 if info[b, at + SELF] != 0 else 0.0
    row[21] = info[b, MISSES] / 2.0


@cache
def functions(as_native: bool) -> dict[str, Callable[..., Any]]:
    """Return `lead` and `observe`, as native code or as plain Python."""
    return kernels((lead, observe), as_native)
