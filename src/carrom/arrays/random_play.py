"""Random and aimed strokes for all boards at once, for tests and benchmarks.

An aimed stroke sends the striker to the ghost position behind a piece, with an error of one degree; of `TRIES` random
pairs of piece and pocket the easiest is taken. For an opponent use `carrom.engine`.
"""

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.arrays.boards import Boards
from carrom.arrays.layout import NOWHERE
from carrom.board.equipment import STANDARD

TRIES = 12
"""Pairs of piece and pocket considered for a stroke."""
REACH = (STANDARD.striker_diameter + STANDARD.man_diameter) // 2
_COS, _SIN = np.array((1, 0, -1, 0)), np.array((0, 1, 0, -1))


def random_strokes(boards: Boards, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return a legal stroke for each board: a break at an unbroken rack, otherwise a random stroke of up to 6 m/s."""
    return aimed_strokes(boards, generator, np.zeros(boards.count, dtype=np.bool_))


def aimed_strokes(
    boards: Boards, generator: np.random.Generator, good: NDArray[np.bool_] | None = None
) -> NDArray[np.int64]:
    """Return a legal stroke for each board, aimed at a piece where `good` is true (default: everywhere) if possible."""
    count = boards.count
    strokes = boards.aimed(generator.random(count), np.zeros((count, 5), dtype=np.int64))
    place = strokes[:, 0].astype(np.float64)
    breaking = boards.info[:, layout.BROKEN] == 0
    angle, speed = generator.uniform(0.1, np.pi - 0.1, count), generator.uniform(0.5, 6.0, count)
    away = float(boards.equipment.baseline)
    angle = np.where(breaking, np.arctan2(away, -place) + generator.normal(0, 0.02, count), angle)
    speed = np.where(breaking, generator.uniform(3, 7, count), speed)
    aimed, found_angle, found_speed = _at_men(boards, generator, place)
    aimed &= ~breaking & (True if good is None else good)
    angle, speed = np.where(aimed, found_angle, angle), np.where(aimed, found_speed, speed)
    strokes[:, 1] = np.rint(speed * 1e6 * np.cos(angle))
    strokes[:, 2] = np.rint(speed * 1e6 * np.sin(angle))
    return strokes


def _at_men(
    boards: Boards, generator: np.random.Generator, place: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """Return on which boards a piece can be aimed at, and the directions (rad) and speeds (m/s)."""
    count, half = boards.count, float(boards.equipment.baseline)
    seat = boards.info[:, layout.TURN]
    wanted, corner = _wanted(boards), float(boards.equipment.pocket_centre)
    best = np.full(count, -np.inf)
    angle, speed = np.zeros((2, count))
    rows = np.arange(count)
    back = -seat % 4
    for _ in range(TRIES):
        disc = generator.integers(1, 20, count)
        at = boards.places[rows, disc].astype(np.float64)
        x, y = at[:, 0] * _COS[back] - at[:, 1] * _SIN[back], at[:, 0] * _SIN[back] + at[:, 1] * _COS[back]
        px, py = (np.where(generator.random(count) < 0.5, corner, -corner) for _ in range(2))
        run = np.hypot(px - x, py - y)
        ux, uy = (px - x) / run, (py - y) / run
        gx, gy = x - REACH * ux - place, y - REACH * uy + half
        way = np.hypot(gx, gy)
        cut = (gx * ux + gy * uy) / way
        score = np.where(wanted[rows, disc] & (cut > 0.35), cut / (1 + run / 3e5), -np.inf)
        better = score > best
        best = np.where(better, score, best)
        angle = np.where(better, np.arctan2(gy, gx), angle)
        man = np.sqrt(0.36 + 2 * 1.177 * run / 1e6)
        hit = np.sqrt((man / (1.36 * np.clip(cut, 0.3, 1))) ** 2 + 2 * 1.177 * way / 1e6) * 1.15
        speed = np.where(better, np.minimum(hit, 6.0), speed)
    angle += generator.normal(0, np.radians(1), count)
    speed *= np.exp(generator.normal(0, 0.08, count))
    return best > -np.inf, angle, np.minimum(speed, 9.0)


def _wanted(boards: Boards) -> NDArray[np.bool_]:
    """Return which pieces the players in turn aim at: their own and the queen, or all if sides do not own colours."""
    lying = boards.places[:, :, 0] != NOWHERE
    side = boards.book[layout.SIDE_OF + boards.info[:, layout.TURN]]
    white = boards.book[layout.SIDE_OF + boards.info[:, layout.BREAKER]] == side
    own = np.ones_like(lying)
    if boards.book[layout.OWNED]:
        own[:, 2:11], own[:, 11:] = white[:, None], ~white[:, None]
    found: NDArray[np.bool_] = lying & own
    return found
