"""Opponents for batched boards.

`random` strikes in any direction; `aim` plays the easiest piece that it may pocket, with an error of about a degree.
Both use counter-based random numbers, so a board's course does not depend on the number of boards.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import layout
from carrom.board.equipment import STANDARD
from carrom.envs.batched.counter_random import normals, shares
from carrom.envs.batched.episodes import BatchedEpisodes, Whole
from carrom.errors import RefusedRequest

MIND = 5
"""Purpose number in the key of a random stream: an opponent's choices and errors."""
REACH = (STANDARD.striker_diameter + STANDARD.man_diameter) / 2
"""µm between the centres of striker and piece at contact."""
SPOTS = np.linspace(0.0, 1.0, 5)
"""Positions along the baseline, as shares of its length, from which `aim` considers a stroke."""
LEAST_CUT = 0.35
"""Minimum cosine of the cut angle."""
ERRORS = 0.8, 0.08
"""Standard deviations of direction (°) and speed (relative)."""


class Opponent(Protocol):
    """A player of many boards at once."""

    def strokes(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return strokes int64 (N, 5) for a field of N boards; only the rows in `which` are read."""


class Random:
    """Strikes from a random spot in a random forward direction."""

    def strokes(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return random strokes."""
        return field.meant(2 * shares(_key(field, which), 3) - 1, which)[0]


class StraightestOpponent:
    """Plays the easiest piece by geometry."""

    def strokes(self, field: BatchedEpisodes, which: Whole) -> Whole:
        """Return strokes at the easiest pieces, random ones where there is none, and central breaks at a rack."""
        key = _key(field, which)
        drawn, errors = shares(key, 3), normals((*key, 1), 2)
        best = np.full(len(which), -np.inf)
        numbers = 2 * drawn - 1
        breaking = field.boards.info[which, layout.BROKEN] == 0
        lying, wanted = _lying(field, which), _wanted(field, which)
        for share in SPOTS:
            numbers_here = np.column_stack((np.full(len(which), 2 * share - 1), np.zeros((len(which), 2))))
            table, _ = field.meant(numbers_here, which)
            score, turn, speed = _straightest(lying, wanted, table[which, 0].astype(np.float64))
            better = (score > best) & ~breaking
            best = np.where(better, score, best)
            numbers[better, 0] = 2 * share - 1
            numbers[better, 1] = (turn + np.radians(ERRORS[0]) * errors[:, 0])[better] / (np.pi / 2)
            numbers[better, 2] = (speed * np.exp(ERRORS[1] * errors[:, 1]))[better]
        numbers[breaking] = np.column_stack((drawn[:, 0] * 0.2, errors[:, 0] * 0.01, 0.5 + 0.4 * drawn[:, 2]))[breaking]
        return field.meant(np.clip(numbers, -1, 1), which)[0]


RIVALS: dict[str, Opponent] = {"random": Random(), "aim": StraightestOpponent()}


def rival(given: object) -> Opponent:
    """Return the opponent of that name, or the given opponent. Raises `RefusedRequest` for anything else."""
    if isinstance(given, str) and given in RIVALS:
        return RIVALS[given]
    if not hasattr(given, "strokes"):
        raise RefusedRequest(
            f"the opponent of many duels is {given!r:.60}; expected {' or '.join(RIVALS)}: the levels think about one "
            'board at a time, and are played with vectorization_mode "sync" or "async"'
        )
    return given


def _key(field: BatchedEpisodes, which: Whole) -> tuple[object, ...]:
    return field.seeds[which], field.number[which], field.strokes[which], MIND


def _lying(field: BatchedEpisodes, which: Whole) -> NDArray[np.float64]:
    """Return the places of the pieces relative to the middle of the baseline of the player in turn: µm, (N, 19, 2)."""
    info, places = field.boards.info[which], field.boards.places[which, 1:].astype(np.float64)
    back = (-info[:, layout.TURN] % 4)[:, None]
    cos, sin = np.array((1.0, 0.0, -1.0, 0.0))[back], np.array((0.0, 1.0, 0.0, -1.0))[back]
    x, y = places[:, :, 0], places[:, :, 1]
    return np.stack((x * cos - y * sin, x * sin + y * cos + field.boards.equipment.baseline), axis=2)


def _wanted(field: BatchedEpisodes, which: Whole) -> NDArray[np.bool_]:
    """Return which pieces the player in turn may pocket, shape (N, 19)."""
    boards = field.boards
    wanted: NDArray[np.bool_] = boards.places[which, 1:, 0] != layout.NOWHERE
    if boards.book[layout.OWNED]:
        white = boards.book[layout.SIDE_OF + boards.info[which, layout.BREAKER]] == field.side_in_turn(which)
        wanted[:, 1:10] &= white[:, None]
        wanted[:, 10:] &= ~white[:, None]
    return wanted


def _straightest(
    lying: NDArray[np.float64], wanted: NDArray[np.bool_], place: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the score of the best piece for strikers at these places, and the direction (rad from straight ahead) and
    speed (-1 to 1, as in an action) of the stroke that plays it."""
    pocket = float(STANDARD.pocket_centre)
    up = pocket + STANDARD.baseline
    best = np.full(len(place), -np.inf)
    turn, speed = np.zeros((2, len(place)))
    rows = np.arange(len(place))
    for side in (-pocket, pocket):
        ux, uy = side - lying[:, :, 0], up - lying[:, :, 1]
        run = np.hypot(ux, uy)
        ux, uy = ux / run, uy / run
        gx, gy = lying[:, :, 0] - REACH * ux - place[:, None], lying[:, :, 1] - REACH * uy
        way = np.hypot(gx, gy)
        cut = (gx * ux + gy * uy) / way
        score = np.where(wanted & (cut > LEAST_CUT) & (gy > 0), cut / (1 + run / 3e5), -np.inf)
        man = score.argmax(axis=1)
        better = score[rows, man] > best
        best = np.where(better, score[rows, man], best)
        turn = np.where(better, np.arctan2(gx[rows, man], gy[rows, man]), turn)
        needed = np.sqrt(0.36 + 2.354 * run[rows, man] / 1e6) / (1.36 * np.clip(cut[rows, man], 0.3, 1))
        hit = np.sqrt(needed**2 + 2.354 * way[rows, man] / 1e6) * 1.15
        speed = np.where(better, (hit - 0.3) / 7.7 * 2 - 1, speed)
    return best, turn, speed
