"""A baseline that plans: it simulates many strokes from what it observes, and plays the best under the task's noise.

It uses only the observation and `carrom.arrays.Branches`, as an agent from outside could. For each position: the pairs
of piece and pocket that are easiest by geometry, from nine spots of the striker, at two speeds and three directions
around the ideal one, each simulated without noise; the `FINALISTS` best of them again with `DRAWS` samples of the
noise. It looks one stroke ahead and knows no laws beyond whose pieces are whose.
"""

import numpy as np
from numpy.typing import NDArray

from carrom.arrays import Boards, Branches
from carrom.arrays.layout import NOWHERE
from carrom.board.equipment import STANDARD
from carrom.board.seat import Seat
from carrom.envs.actions import FASTEST, SLOWEST
from carrom.envs.board import alone
from carrom.envs.config import Noise, deviates, disturbed
from carrom.lab.suite_tasks import Kind

SPOTS = np.linspace(0.0, 1.0, 9)
"""Striker spots considered, as shares of the legal spans."""
PAIRS = 20
"""Pairs of piece, pocket and spot that are simulated."""
SPEEDS = np.array((1.1, 1.6))
"""Factors on the least speed that carries the piece to the pocket."""
TURNS = np.radians((-0.8, 0.0, 0.8))
FINALISTS, DRAWS = 10, 12
BOARDS = 32
"""Positions simulated in one call."""
REACH = (STANDARD.striker_diameter + STANDARD.man_diameter) / 2
LEAST_CUT = 0.3
BROKEN = 61
"""Index of the observation's number that is 1 while the rack is unbroken."""
OTHERS, STRIKER_FALLS = -0.6, -1.5
"""Value of the opponent's pieces and of the striker in a pocket, in own pieces."""
WIDTH = PAIRS * len(SPEEDS) * len(TURNS)

Rows = NDArray[np.float64]


class Planner:
    """A policy for many boards of one kind of task, under one noise."""

    def __init__(self, kind: Kind, noise: Noise) -> None:
        """Make room for the simulations."""
        self._kind, self._noise = kind, noise
        self._generator = np.random.default_rng(1)
        rules, players = (alone(), 1) if kind == "solo" else ("icf", 2)
        self._boards = Boards(BOARDS, rules, players)
        self._boards.reset(np.zeros(BOARDS, dtype=np.int64), breaker=Seat.SOUTH)
        self._first = Branches(self._boards, WIDTH)
        self._final = Branches(self._boards, FINALISTS * DRAWS)

    def batch(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the actions (boards, 3) for the observations (boards, size)."""
        parts = [self._part(rows[first : first + BOARDS]) for first in range(0, len(rows), BOARDS)]
        return np.concatenate(parts)

    def _part(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        count = len(rows)
        seen = np.concatenate((rows, np.repeat(rows[:1], BOARDS - count, axis=0))).astype(np.float64)
        discs = (seen.shape[1] - 1) // 3 if self._kind == "graded" else 19
        lying = seen[:, : 3 * discs].reshape(BOARDS, discs, 3)
        places = self._boards.places
        places[...] = NOWHERE
        there = lying[:, :, 2] > 0.5
        places[:, 1 : 1 + discs] = np.where(there[..., None], np.rint(lying[..., :2] * STANDARD.half), NOWHERE)
        worth = self._worth(discs) * there
        spots, lines = self._spots()
        share, turn, speed, ease = self._candidates(seen, places[:, 1 : 1 + discs].astype(np.float64), worth, spots)
        self._first.strike(_strokes(share, turn, speed, spots, lines))
        value = self._values(self._first, worth) + 0.01 * ease
        order = np.argsort(-value, axis=1, kind="stable")[:, :FINALISTS]
        share = np.take_along_axis(share, order, axis=1)
        turn, speed, ease = (np.take_along_axis(each, order, axis=1) for each in (turn, speed, ease))
        best = np.zeros(BOARDS, dtype=np.int64)
        if self._noise.model != "none":
            meant = np.repeat(_strokes(share, turn, speed, spots, lines), DRAWS, axis=1)
            flat = meant.reshape(-1, 5)
            draws = deviates(self._noise.model, (np.arange(DRAWS) + DRAWS * int(self._generator.integers(1 << 30)),))
            flat[:, 1:3] = disturbed(self._noise, flat[:, 1:3], np.tile(draws, (BOARDS * FINALISTS, 1)))
            self._final.strike(meant)
            found = self._values(self._final, worth).reshape(BOARDS, FINALISTS, DRAWS).mean(axis=2) + 0.01 * ease
            best = found.argmax(axis=1)
        mine = np.arange(BOARDS)
        made = (2 * SPOTS[share] - 1, turn / (np.pi / 2), 2 * (speed - SLOWEST) / (FASTEST - SLOWEST) - 1)
        return np.clip(np.stack([each[mine, best] for each in made], axis=1), -1.0, 1.0)[:count]

    def _worth(self, discs: int) -> Rows:
        found = np.ones(discs)
        if self._kind == "duel":
            found[10:] = OTHERS
        return found

    def _values(self, branches: Branches, worth: Rows) -> Rows:
        """Return the value of each stroke: own pieces pocketed, less others, and the price of the striker."""
        fell = np.isfinite(branches.fell)
        gained = (fell[:, :, 1 : 1 + worth.shape[1]] * worth[:, None]).sum(axis=2)
        own = fell[:, :, 0]
        return np.where(own, 0.0 if self._kind == "graded" else STRIKER_FALLS, gained)

    def _spots(self) -> tuple[Rows, NDArray[np.int64]]:
        """Return the x of the striker's spots (boards, spots), and the y of their lines, µm."""
        table, picks = np.zeros((BOARDS, 5), dtype=np.int64), np.arange(BOARDS)
        x, y = np.zeros((2, BOARDS, len(SPOTS)), dtype=np.int64)
        for at, share in enumerate(SPOTS):
            self._boards.reached(np.full(BOARDS, share), table, picks)
            x[:, at], y[:, at] = table[:, 0], table[:, 3]
        return x.astype(np.float64), y

    def _candidates(
        self, seen: Rows, lying: Rows, worth: Rows, spots: Rows
    ) -> tuple[NDArray[np.int64], Rows, Rows, Rows]:
        """Return spot, direction (rad from straight ahead), speed (m/s) and ease of the strokes to simulate."""
        corner = float(STANDARD.pocket_centre)
        pockets = np.array([(a * corner, b * corner) for a in (-1, 1) for b in (1, -1)])
        way = pockets[None, None] - lying[:, :, None]  # boards, discs, pockets, 2
        run = np.hypot(way[..., 0], way[..., 1])
        unit = way / run[..., None]
        ghost = lying[:, :, None] - REACH * unit
        dx = ghost[:, None, ..., 0] - spots[:, :, None, None]  # boards, spots, discs, pockets
        dy = np.broadcast_to(ghost[:, None, ..., 1] + STANDARD.baseline, dx.shape)
        far = np.hypot(dx, dy)
        cut = (dx * unit[:, None, ..., 0] + dy * unit[:, None, ..., 1]) / far
        good = (cut > LEAST_CUT) & (dy > 0) & (worth > 0)[:, None, :, None]
        ease = np.where(good, cut / (1 + (run[:, None] + far / 2) / 3e5), -1.0).reshape(BOARDS, -1)
        order = np.argsort(-ease, axis=1, kind="stable")[:, :PAIRS]
        angle = np.arctan2(dx, dy).reshape(BOARDS, -1)
        drag = 2 * 0.12 * 9.81
        piece = np.sqrt(0.2 + drag * run / 1e6)[:, None] / (1.36 * np.clip(cut, 0.3, 1))
        least = np.sqrt(piece**2 + drag * far / 1e6).reshape(BOARDS, -1)
        share = np.broadcast_to(np.arange(len(SPOTS))[None, :, None, None], dx.shape).reshape(BOARDS, -1)
        picked = [np.take_along_axis(each, order, axis=1) for each in (share, angle, least, ease)]
        pad = PAIRS - picked[0].shape[1]
        share, angle, least, ease = (np.pad(each, ((0, 0), (0, pad)), mode="edge") for each in picked)
        without = ease < 0
        share = np.where(without, self._generator.integers(0, len(SPOTS), share.shape), share)
        angle = np.where(without, self._generator.uniform(-1.2, 1.2, share.shape), angle)
        least = np.where(without, self._generator.uniform(1.0, 4.0, share.shape), least)
        shape = (BOARDS, PAIRS, len(SPEEDS), len(TURNS))
        turn = np.broadcast_to(angle[:, :, None, None] + TURNS, shape).reshape(BOARDS, WIDTH).copy()
        speed = np.broadcast_to((least[:, :, None] * SPEEDS)[..., None], shape).reshape(BOARDS, WIDTH).copy()
        share, ease = (np.repeat(each, WIDTH // PAIRS, axis=1) for each in (share, ease))
        if self._kind != "graded" and (breaks := seen[:, BROKEN] > 0.5).any():
            share[breaks] = np.arange(WIDTH) % len(SPOTS)
            at = np.arctan2(-np.take_along_axis(spots, share, axis=1), float(STANDARD.baseline))
            turn[breaks] = (at + self._generator.normal(0, 0.02, at.shape))[breaks]
            speed[breaks] = self._generator.uniform(3.0, 8.0, at.shape)[breaks]
            ease[breaks] = 0.0
        turn = np.clip(turn, -np.pi / 2, np.pi / 2)
        return share, turn, np.clip(speed, SLOWEST, FASTEST), ease


def _strokes(
    share: NDArray[np.int64], turn: Rows, speed: Rows, spots: Rows, lines: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the strokes int64 (boards, strokes, 5) from spots, directions and speeds."""
    x, y = np.take_along_axis(spots, share, axis=1), np.take_along_axis(lines, share, axis=1)
    across, ahead = np.rint(1e6 * speed * np.sin(turn)), np.rint(1e6 * speed * np.cos(turn))
    return np.stack((x, across, ahead, y, np.zeros_like(x)), axis=2).astype(np.int64)
