"""Many strokes at once, on all cores: every stroke from every position, with the bits of `simulate`."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import STRIKER, Disc
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.spec import STANDARD, Equipment
from carrom.board.stroke import Stroke
from carrom.board.validity import check_position
from carrom.errors import SimulationDiverged
from carrom.physics import crowd, layout
from carrom.physics.compiled import current, warm
from carrom.physics.leg import can_spin, mass_of, radius_of
from carrom.physics.played import Played
from carrom.physics.simulate import FASTEST, MOST_SPIN, check_stroke, parameters, place_striker, resting_place, simulate
from carrom.physics.surface import Surface
from carrom.physics.surface import surface as surface_of

DISCS = tuple(Disc)
"""What the last axis of every array counts: S, Q, W1 … W9, B1 … B9."""
NOWHERE = -(10**9)
"""x and y of a disc that fell or was not there, in µm."""
CHUNK = 64
"""Strokes a thread takes at a time."""


@dataclass(frozen=True)
class Batch:
    """The results of P positions × S strokes as arrays; read-only by convention.

    With `paired`, S is 1 and stroke p belongs to position p.

    rest        int64 (P, S, 20, 2)   x, y of each disc of `DISCS` at rest, µm in the board's frame; NOWHERE if absent
    fell        float64 (P, S, 20)    when each disc fell, s; inf if it did not
    touched     float64 (P, S, 20)    when the striker first touched it, s; inf if it did not
    duration    int64 (P, S)          µs to the last translation or spin
    events      int64 (P, S)          collisions, bounces and falls
    """

    positions: tuple[Position, ...]
    strokes: tuple[Stroke, ...]
    seat: Seat
    surface: Surface
    equipment: Equipment
    paired: bool
    rest: NDArray[np.int64]
    fell: NDArray[np.float64]
    touched: NDArray[np.float64]
    duration: NDArray[np.int64]
    events: NDArray[np.int64]

    def outcome(self, position: int, stroke: int) -> Outcome:
        """Return one stroke's facts, as `simulate` gives them."""
        fell = self.fell[position, stroke]
        touched = self.touched[position, stroke]
        fallen = tuple(DISCS[k] for k in np.argsort(fell, kind="stable") if np.isfinite(fell[k]))
        met = tuple(DISCS[k] for k in np.argsort(touched, kind="stable") if np.isfinite(touched[k]))
        left = LinesLeft.BOTH
        if STRIKER not in fallen and self._near_lines(position, stroke):
            left = self.played(position, stroke).outcome.lines_left
        return Outcome(pocketed=fallen, touched=met, moved=bool(met), lines_left=left)

    def resting(self, position: int, stroke: int) -> Position:
        """Return where everything lies after one stroke, the striker too."""
        rest = self.rest[position, stroke]
        return Position.of(
            (disc, Point(int(x), int(y))) for disc, (x, y) in zip(DISCS, rest, strict=True) if x != NOWHERE
        )

    def played(self, position: int, stroke: int, *, trajectory: bool = False) -> Played:
        """Play one stroke again by itself, with all its contacts."""
        return simulate(
            self.positions[position],
            self.strokes[position if self.paired else stroke],
            self.seat,
            self.surface,
            trajectory=trajectory,
            equipment=self.equipment,
        )

    def _near_lines(self, position: int, stroke: int) -> bool:
        """Whether the striker ended where it may touch a line of its own."""
        x, y = self.rest[position, stroke, 0]
        _, away = self.seat.from_board(int(x), int(y))
        return abs(away + self.equipment.baseline) < self.equipment.striker_diameter


def batch(
    positions: Sequence[Position],
    strokes: Sequence[Stroke],
    seat: Seat = Seat.SOUTH,
    surface: Surface | str | Mapping[str, float] = "club",
    *,
    paired: bool = False,
    threads: int | None = None,
    equipment: Equipment = STANDARD,
) -> Batch:
    """Play every stroke from every position and return arrays of shape (positions, strokes, …).

    With `paired` each position has a stroke of its own, and the shape is (positions, 1, …).

    Compiles the kernel if that has not been done. `threads` is the number of cores to use (all). The bits are those of
    `simulate`, whatever the number of threads. Raises what `simulate` raises, for the first pair that is refused.
    """
    warm()
    found = surface_of(surface)
    _check_strokes(strokes)
    if paired and len(positions) != len(strokes):
        raise ValueError(f"{len(positions)} positions cannot be paired with {len(strokes)} strokes.")
    for position in positions:
        check_position(position.without(STRIKER), equipment)
    job = _Job(positions, strokes, paired, seat, found, equipment)
    job.check_strikers()
    job.run(os.cpu_count() or 1 if threads is None else threads)
    return job.result()


def _columns(strokes: Sequence[Stroke]) -> Any:
    """Return x, y, vx, vy and spin of every stroke as an array of shape (strokes, 5)."""
    return np.array([(s.x, s.y, s.vx, s.vy, s.spin) for s in strokes]).reshape(-1, 5)


def _check_strokes(strokes: Sequence[Stroke]) -> None:
    """Raise `IllegalStroke` for the first stroke that nobody can play."""
    table = _columns(strokes)
    if table.dtype == np.int64 and (np.abs(table) < 10**9).all():
        _, _, vx, vy, spin = table.T
        squared = vx * vx + vy * vy
        if ((squared > 0) & (squared <= FASTEST * FASTEST) & (np.abs(spin) <= MOST_SPIN)).all():
            return
    for stroke in strokes:
        check_stroke(stroke)


class _Job:
    """The flat arrays of one batch."""

    def __init__(
        self,
        positions: Sequence[Position],
        strokes: Sequence[Stroke],
        paired: bool,
        seat: Seat,
        surface: Surface,
        equipment: Equipment,
    ) -> None:
        p, s = len(positions), len(strokes)
        jobs = [(index, index) for index in range(p)] if paired else [(a, b) for a in range(p) for b in range(s)]
        self.pairs, self.paired = jobs, paired
        self.shape = (len(positions), len(jobs) // len(positions) if positions else 0)
        self.positions, self.strokes, self.seat = tuple(positions), tuple(strokes), seat
        self.surface, self.equipment = surface, equipment
        self.kernel = current()
        self.lanes = [(STRIKER, *(p.disc for p in position if p.disc is not STRIKER)) for position in positions]
        places = np.zeros((len(self.positions), layout.LANES, 2))
        for index, position in enumerate(self.positions):
            men = position.without(STRIKER)
            places[index, 1 : 1 + len(men)] = [(p.at.x / 1e6, p.at.y / 1e6) for p in men] or np.zeros((0, 2))
        self.places = self._given(places)
        self.counts = self._given(np.array([len(lanes) for lanes in self.lanes], dtype=np.int64))
        self.launches = self._given(self._launches())
        radius, mass = radius_of(Disc.Q, equipment), mass_of(Disc.Q, equipment)
        self.sizes = self._given(np.array([radius_of(STRIKER, equipment), mass_of(STRIKER, equipment), radius, mass]))
        self.world = self._given(np.array(parameters(surface, equipment)))
        self.jobs = self._given(np.array(jobs, dtype=np.int64))
        self.rests = self.kernel.floats(len(jobs) * layout.LANES * crowd.R_WIDTH)
        self.ends = self.kernel.floats(len(jobs))
        self.events = self.kernel.integers(len(jobs))

    def check_strikers(self) -> None:
        """Raise `IllegalPosition` for the first pair whose striker cannot stand where the stroke puts it."""
        spots = np.asarray(self.launches).reshape(-1, crowd.L_WIDTH)[:, :2]
        places = np.asarray(self.places).reshape(-1, layout.LANES, 2)
        at = np.array(self.pairs, dtype=np.int64).reshape(-1, 2)
        men, strikers = places[at[:, 0]], spots[at[:, 1]]
        away = ((men - strikers[:, None]) ** 2).sum(axis=-1)
        lanes = np.arange(layout.LANES) < np.asarray(self.counts)[at[:, 0], None]
        lanes[:, 0] = False
        apart = (self.equipment.striker_diameter + self.equipment.man_diameter) / 2e6
        reach = (self.equipment.half - self.equipment.striker_diameter // 2) / 1e6
        corner = (self.equipment.half - self.equipment.pocket_diameter) / 1e6
        beside = ((away < apart * apart) & lanes).any(axis=1)
        outside = (np.abs(strikers) >= reach).any(axis=1) | (np.abs(strikers) > corner).all(axis=1)
        for index in np.nonzero(beside | outside)[0]:
            a, b = self.pairs[index]
            place_striker(self.positions[a], self.strokes[b], self.seat, self.equipment)

    def _given(self, array: Any) -> Any:
        """Return an array, flat, in the container the kernel reads."""
        return array.ravel() if self.kernel.is_compiled else array.ravel().tolist()

    def _launches(self) -> NDArray[np.float64]:
        """Return place, velocity and rim speed of every striker, in SI units and the board's frame."""
        x, y, vx, vy, spin = _columns(self.strokes).T
        x, y = self.seat.to_board(x, y - self.equipment.baseline)
        vx, vy = self.seat.to_board(vx, vy)
        rim = spin / 1e3 * radius_of(STRIKER, self.equipment)
        return np.column_stack((x / 1e6, y / 1e6, vx / 1e6, vy / 1e6, rim))

    def run(self, threads: int) -> None:
        """Play all jobs, in chunks that do not depend on the number of threads."""
        jobs = len(self.ends)
        size = CHUNK if can_spin(self.surface) or not any(stroke.spin for stroke in self.strokes) else 1
        chunks = [(first, min(jobs, first + size)) for first in range(0, jobs, size)]
        if threads <= 1 or len(chunks) == 1 or not self.kernel.is_compiled:
            for chunk in chunks:
                self._play(chunk)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(self._play, chunks))

    def _play(self, chunk: tuple[int, int]) -> None:
        spins = can_spin(self.surface) or self.strokes[self.pairs[chunk[0]][1]].spin != 0
        kernel = self.kernel
        kernel.play_many(
            kernel.profile if spins else None,
            kernel.floats(layout.STATE),
            kernel.integers(layout.MARKS),
            self.world,
            self.sizes,
            self.places,
            self.counts,
            self.launches,
            self.jobs,
            *chunk,
            self.rests,
            self.ends,
            self.events,
            kernel.floats(0),
        )

    def result(self) -> Batch:
        """Return the arrays by disc, rounded."""
        shape = self.shape
        raw = np.asarray(self.rests).reshape(*shape, layout.LANES, crowd.R_WIDTH)
        events = np.asarray(self.events, dtype=np.int64).reshape(shape)
        if (events < 0).any():
            p, s = (int(index[0]) for index in np.nonzero(events < 0))
            raise SimulationDiverged(f"{self.strokes[s]} on {self.positions[p]} with {self.surface}: please report it.")
        rest = np.full((*shape, len(DISCS), 2), NOWHERE, dtype=np.int64)
        fell, touched = np.full((2, *shape, len(DISCS)), np.inf)
        for index, lanes in enumerate(self.lanes):
            columns = [DISCS.index(disc) for disc in lanes]
            found = raw[index, :, : len(lanes)]
            down = found[..., crowd.R_FELL] < layout.NEVER
            met = found[..., crowd.R_TOUCHED] < layout.NEVER
            places = self._rounded(found[..., : crowd.R_FELL], down)
            rest[index][:, columns] = np.where(down[..., None], NOWHERE, places)
            fell[index][:, columns] = np.where(down, found[..., crowd.R_FELL], np.inf)
            touched[index][:, columns] = np.where(met, found[..., crowd.R_TOUCHED], np.inf)
        duration = np.rint(np.asarray(self.ends) * 1e6).astype(np.int64).reshape(shape)
        return Batch(
            self.positions,
            self.strokes,
            self.seat,
            self.surface,
            self.equipment,
            self.paired,
            rest,
            fell,
            touched,
            duration,
            events,
        )

    def _rounded(self, places: NDArray[np.float64], down: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Round rests to µm as `resting_place` does; those near a pocket's circle one by one."""
        rounded = np.rint(np.where(down[..., None], 0.0, places) * 1e6).astype(np.int64)
        near = np.abs(rounded) - self.equipment.pocket_centre
        reach = self.equipment.pocket_diameter // 2
        for at in np.argwhere((near * near).sum(axis=-1) < (reach + 2) ** 2):
            spot = resting_place(float(places[*at, 0]), float(places[*at, 1]), self.equipment)
            rounded[*at] = spot.x, spot.y
        return rounded
