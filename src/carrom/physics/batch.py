"""Simulate many strokes at once on all cores: positions × strokes, or one stroke per position.

Results are bit-identical to `simulate` for any number of threads. Compiled code checks the arrays; only the first
refused stroke is converted to values, for the error message.
"""

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import QUEEN, RACKED, STRIKER, Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.position import Point, Position, check_position, whole_position
from carrom.board.rack import JITTER, nominal_rack
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.errors import IllegalPosition, IllegalStroke, SimulationDiverged
from carrom.physics.kernel import layout, stroke_batch
from carrom.physics.kernel.compiled import current
from carrom.physics.kernel.segment import can_spin, mass_of, radius_of
from carrom.physics.kernel.stroke_batch import NOWHERE
from carrom.physics.played import Played
from carrom.physics.simulate import (
    FASTEST,
    MOST_SPIN_1,
    check_stroke,
    diverged,
    most_spin,
    parameters,
    place_striker,
    simulate,
)
from carrom.physics.surface import Surface, SurfaceLike
from carrom.physics.surface import surface as surface_of

__all__ = ["DISCS", "NOWHERE", "Batch", "batch", "places_of", "strokes_of"]

_GOLDEN, _FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
DISCS = tuple(Disc)
"""The order of the disc axis of every array: S, Q, W1 … W9, B1 … B9."""
CHUNK = 64
"""Strokes per task of a thread."""
LOG = 1_024
"""Capacity of a thread's event log, which shows the lines that the striker has left."""
_LINES = (LinesLeft.NONE, LinesLeft.ONE, LinesLeft.BOTH)
_INDEX = {disc: index for index, disc in enumerate(DISCS)}

Whole: TypeAlias = NDArray[np.int64]
Surfaces: TypeAlias = SurfaceLike | Sequence[SurfaceLike]


@dataclass(frozen=True)
class Batch:
    """The results of P positions × S strokes as arrays; read-only by convention.

    With `paired`, S is 1 and stroke p belongs to position p.

    places      int64 (P, 20, 2)      x, y of each disc of `DISCS` before the stroke, µm in the board's frame
    strokes     int64 (S or P, 5)     x (µm), vx, vy (µm/s), y (µm), spin (mrad/s), in the frame of the seat that plays
    rest        int64 (P, S, 20, 2)   x, y of each disc at rest, µm in the board's frame; NOWHERE if it is not there
    fell        float64 (P, S, 20)    when each disc fell, s; inf if it did not
    touched     float64 (P, S, 20)    when the striker first touched it, s; inf if it did not
    duration    int64 (P, S)          µs to the last translation or spin; −1: ended early, see `is_whole`
    events      int64 (P, S)          collisions, bounces and falls
    lines       int64 (P, S)          base lines the striker has left: 0, 1 or 2 (Law 45)
    """

    places: Whole
    strokes: Whole
    quarters: Whole
    """int64 (P,): the seat that plays, in quarter turns from south."""
    surfaces: tuple[Surface, ...]
    """One for all positions, or one each."""
    equipment: Equipment
    paired: bool
    rest: Whole
    fell: NDArray[np.float64]
    touched: NDArray[np.float64]
    duration: Whole
    events: Whole
    lines: Whole

    @property
    def is_whole(self) -> NDArray[np.bool_]:
        """Which strokes were played to their end, (P, S): all of them without `until`."""
        whole: NDArray[np.bool_] = self.duration != stroke_batch.STOPPED
        return whole

    def outcome(self, position: int, stroke: int) -> Outcome:
        """Return the outcome of one stroke, equal to that of `simulate`. Raises `ValueError` if it ended early."""
        self._check_whole(position, stroke)
        fallen = _in_order(self.fell[position, stroke])
        met = _in_order(self.touched[position, stroke])
        left = _LINES[int(self.lines[position, stroke])]
        return Outcome(pocketed=fallen, touched=met, moved=bool(met), lines_left=left)

    def resting(self, position: int, stroke: int) -> Position:
        """Return the position after one stroke, striker included. Raises `ValueError` if the stroke ended early."""
        self._check_whole(position, stroke)
        return position_of(self.rest[position, stroke])

    def _check_whole(self, position: int, stroke: int) -> None:
        if self.duration[position, stroke] == stroke_batch.STOPPED:
            raise ValueError(f"the stroke {stroke} from position {position} ended early; `played` plays it to its end")

    def played(self, position: int, stroke: int, *, trajectory: bool = False) -> Played:
        """Simulate one stroke again by itself, with all its contacts."""
        return simulate(
            position_of(self.places[position]),
            Stroke(*map(int, self.strokes[position if self.paired else stroke])),
            SEATS[self.quarters[position]],
            self.surfaces[position if len(self.surfaces) > 1 else 0],
            trajectory=trajectory,
            equipment=self.equipment,
        )


def batch(
    positions: Sequence[Position] | Whole,
    strokes: Sequence[Stroke] | Whole,
    seat: Seat | Whole = Seat.SOUTH,
    surface: Surfaces = "club",
    *,
    paired: bool = False,
    until: Iterable[Disc] = (),
    threads: int | None = None,
    equipment: Equipment = STANDARD,
) -> Batch:
    """Play every stroke from every position and return arrays of shape (positions, strokes, …).

    `positions` are values, or an array like `Batch.places`, whose striker is ignored; `strokes` are values, or an array
    like `Batch.strokes`; `seat` is one for all, or quarter turns from south for each position; `surface` is one for
    all, or one for each position. With `paired`, stroke p is played from position p only, and the shape is
    (positions, 1, …). `threads` is the number of threads (default: one per core).

    A stroke ends early when one of the discs `until` falls (the striker may be one). Its `fell` and `touched` cover
    the events up to and including that fall, bit-identical to `simulate`, and `events` counts them; its `rest` is
    NOWHERE and its `duration` −1, because the rest of the stroke was not simulated.

    Raises what `simulate` raises for the first pair that is refused, and `IllegalPosition` or `IllegalStroke` for an
    array of another shape or type.
    """
    places, table = places_of(positions), strokes_of(strokes)
    if paired and len(places) != len(table):
        raise ValueError(f"{len(places)} positions cannot be paired with {len(table)} strokes.")
    given, stops = _surfaces(surface, len(places)), frozenset(until)
    if stops - set(DISCS):
        raise ValueError(f"`until` is {until!r:.80}; expected discs: {', '.join(DISCS)}.")
    job = _BatchArrays(_Inputs(places, table, paired, _quarters(seat, len(places)), given, equipment, stops))
    job.check()
    job.run(os.cpu_count() or 1 if threads is None else threads)
    return job.result()


def places_of(positions: Sequence[Position] | Whole) -> Whole:
    """Return positions as an int64 array (P, 20, 2): x, y in µm by `DISCS`, NOWHERE for a disc that is not there."""
    if isinstance(positions, np.ndarray):
        if positions.ndim != 3 or positions.shape[1:] != (len(DISCS), 2) or positions.dtype.kind != "i":
            raise IllegalPosition(
                f"Positions are an array of shape {positions.shape} and type {positions.dtype}; expected integers "
                f"(positions, {len(DISCS)}, 2)."
            )
        return np.ascontiguousarray(positions, dtype=np.int64)
    made = np.full((len(positions), len(DISCS), 2), NOWHERE, dtype=np.int64)
    for index, position in enumerate(positions):
        men = whole_position(position.without(STRIKER)).placed
        spots = np.array([(placed.at.x, placed.at.y) for placed in men]).reshape(-1, 2)
        if len(men) and (spots.dtype != np.int64 or (np.abs(spots) > 10**8).any()):
            check_position(Position(men))
        made[index, [_INDEX[placed.disc] for placed in men]] = spots
    return made


def mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return 64-bit words after SplitMix64's output function."""
    words = (words ^ (words >> np.uint64(30))) * _FIRST
    words = (words ^ (words >> np.uint64(27))) * _SECOND
    return words ^ (words >> np.uint64(31))


def racked(seeds: Whole | Sequence[int], angle: int, breaker: Seat, equipment: Equipment) -> Whole:
    """Return the places of the racks of these seeds, int64 (seeds, 20, 2), µm, with the gaps of `carrom.board.rack`."""
    nominal = _gapless(angle, breaker, equipment)
    given = np.asarray(seeds).astype(np.uint64)
    steps = np.arange(1, 2 * len(RACKED) + 1, dtype=np.uint64) * _GOLDEN
    words = mixed(given[:, None] + steps)
    span = np.uint64(2 * JITTER + 1)
    low = ((words & np.uint64(0xFFFFFFFF)) * span) >> np.uint64(32)
    gaps = (((words >> np.uint64(32)) * span + low) >> np.uint64(32)).astype(np.int64) - JITTER
    places = np.full((len(given), len(DISCS), 2), NOWHERE, dtype=np.int64)
    places[:, 1:] = nominal + gaps.reshape(-1, len(RACKED), 2)
    return places


@cache
def _gapless(angle: int, breaker: Seat, equipment: Equipment) -> Whole:
    """Return the places of a rack without gaps, in the order of `RACKED` (`DISCS` without the striker)."""
    nominal = nominal_rack(angle, breaker, equipment)
    return np.array([(nominal[disc].x, nominal[disc].y) for disc in RACKED])


def strokes_of(strokes: Sequence[Stroke] | Whole) -> Whole:
    """Return strokes as an int64 array (S, 5): x, vx, vy, y, spin, the fields of `Stroke`."""
    if isinstance(strokes, np.ndarray):
        if strokes.ndim != 2 or strokes.shape[1] != stroke_batch.STROKE or strokes.dtype.kind != "i":
            raise IllegalStroke(
                f"Strokes are an array of shape {strokes.shape} and type {strokes.dtype}; expected integers "
                f"(strokes, {stroke_batch.STROKE})."
            )
        return np.ascontiguousarray(strokes, dtype=np.int64)
    table = np.array([(s.x, s.vx, s.vy, s.y, s.spin) for s in strokes]).reshape(-1, stroke_batch.STROKE)
    if table.dtype != np.int64 or not (np.abs(table) < 10**9).all():
        plain = [check_stroke(stroke, MOST_SPIN_1) for stroke in strokes]
        table = np.array([(s.x, s.vx, s.vy, s.y, s.spin) for s in plain]).reshape(-1, stroke_batch.STROKE)
        table = np.clip(table, NOWHERE, -NOWHERE).astype(np.int64)
    return table


def position_of(places: Whole) -> Position:
    """Return one row of places as a position."""
    return Position.of(
        (disc, Point(int(x), int(y))) for disc, (x, y) in zip(DISCS, places, strict=True) if x != NOWHERE
    )


def _in_order(times: NDArray[np.float64]) -> tuple[Disc, ...]:
    """Return the discs with a finite time, in order of time."""
    return tuple(DISCS[k] for k in np.argsort(times, kind="stable") if np.isfinite(times[k]))


def _quarters(seat: Seat | Whole, count: int) -> Whole:
    """Return the seat of every position in quarter turns."""
    if isinstance(seat, str):
        return np.full(count, Seat(seat).quarters, dtype=np.int64)
    if seat.shape != (count,) or seat.dtype.kind != "i" or not ((seat >= 0) & (seat < 4)).all():
        raise IllegalStroke(f"Seats are an array of shape {seat.shape}; expected {count} quarter turns from 0 to 3.")
    return np.ascontiguousarray(seat, dtype=np.int64)


def _surfaces(given: Surfaces, count: int) -> tuple[Surface, ...]:
    """Return one surface for all positions, or one each."""
    if isinstance(given, str | Surface | Mapping):
        return (surface_of(given),)
    if len(given) != count:
        raise ValueError(f"{len(given)} surfaces for {count} positions; expected one, or one each.")
    return tuple(map(surface_of, given))


@cache
def measures(equipment: Equipment) -> tuple[int, ...]:
    """Return the measures of a board (µm) in the order that the kernel expects."""
    return (
        equipment.half,
        equipment.pocket_centre,
        equipment.pocket_diameter,
        equipment.striker_diameter,
        equipment.man_diameter,
        equipment.baseline,
        equipment.lower_line,
        equipment.upper_line,
        equipment.line_length,
    )


@cache
def sizes(equipment: Equipment) -> tuple[float, ...]:
    """Return radius (m) and mass (kg) of striker and pieces in the order that the kernel expects."""
    return tuple(of(disc, equipment) for disc in (STRIKER, QUEEN) for of in (radius_of, mass_of))


_own = threading.local()


@dataclass(frozen=True)
class _Inputs:
    """The arguments of `batch` as arrays and values, in the form of the fields of `Batch`."""

    places: Whole
    strokes: Whole
    paired: bool
    quarters: Whole
    surfaces: tuple[Surface, ...]
    equipment: Equipment
    until: frozenset[Disc] = frozenset()


class _BatchArrays:
    """The arrays of one batch."""

    def __init__(self, given: _Inputs) -> None:
        self.places, self.strokes, self.paired = given.places, given.strokes, given.paired
        self.quarters, self.surfaces, self.equipment = given.quarters, given.surfaces, given.equipment
        self.kernel = current()
        self.watched = np.array([disc in given.until for disc in DISCS], dtype=np.int64)
        p, s = len(self.places), 1 if self.paired else len(self.strokes)
        self.shape = (p, s)
        rows = np.arange(p * s, dtype=np.int64)
        self.jobs = np.column_stack((rows // s if s else rows, rows if self.paired else rows % s if s else rows))
        self.measures = np.array(measures(self.equipment), dtype=np.int64)
        self.sizes = np.array(sizes(self.equipment))
        self.worlds = np.array([parameters(surface, self.equipment) for surface in self.surfaces])
        self.rest = np.empty((p * s, len(DISCS), 2), dtype=np.int64)
        self.fell, self.touched = np.empty((2, p * s, len(DISCS)))
        self.facts = np.empty((p * s, stroke_batch.FACTS), dtype=np.int64)

    def check(self) -> None:
        """Raise the error for the first pair that cannot be played."""
        most = min(map(most_spin, self.surfaces))
        refused = self.kernel.first_refused(
            self.measures, self.places, self.quarters, self.strokes, self.jobs, FASTEST, most,
            self.kernel.floats(2 * len(DISCS)),
        )  # fmt: skip
        if refused >= 0:
            position, stroke, seat = self._values(refused)
            check_position(position.without(STRIKER), self.equipment)
            check_stroke(stroke, most)
            place_striker(position, stroke, seat, self.equipment)
            raise IllegalStroke(f"The stroke {stroke} is beyond what an array of strokes may hold (±{-NOWHERE}).")

    def _values(self, job: int) -> tuple[Position, Stroke, Seat]:
        """Return a job's position, stroke and seat as values."""
        p, s = self.jobs[job]
        return position_of(self.places[p]), Stroke(*map(int, self.strokes[s])), SEATS[self.quarters[p]]

    def run(self, threads: int) -> None:
        """Play all jobs, in chunks that do not depend on the number of threads."""
        can = np.array([can_spin(surface) for surface in self.surfaces])
        spins = can[self.jobs[:, 0] if len(can) > 1 else 0] | (self.strokes[self.jobs[:, 1], stroke_batch.S_SPIN] != 0)
        chunks = [
            (profile, picks, first, min(len(picks), first + CHUNK))
            for profile, picks in ((self.kernel.profile, np.nonzero(spins)[0]), (None, np.nonzero(~spins)[0]))
            for first in range(0, len(picks), CHUNK)
        ]
        if threads <= 1 or len(chunks) <= 1 or not self.kernel.is_compiled:
            room = self._room()
            for chunk in chunks:
                self._play(chunk, room)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda chunk: self._play(chunk, self._room()), chunks))

    def _room(self) -> tuple[Any, Any, Any]:
        """Return this thread's scratch arrays for the kernel."""
        kernel = self.kernel
        found: tuple[Any, Any, Any, Any] | None = getattr(_own, "room", None)
        if found is None or found[0] is not kernel or len(found[3]) != LOG * layout.E_WIDTH:
            log = kernel.floats(LOG * layout.E_WIDTH)
            found = _own.room = kernel, kernel.floats(layout.STATE), kernel.integers(layout.MARKS), log
        return found[1:]

    def _play(self, chunk: tuple[Any, Whole, int, int], room: tuple[Any, Any, Any]) -> None:
        profile, picks, first, last = chunk
        self.kernel.play_many(
            profile,
            *room,
            self.worlds,
            self.sizes,
            self.measures,
            self.places,
            self.quarters,
            self.strokes,
            self.jobs,
            self.watched,
            picks,
            first,
            last,
            self.rest,
            self.fell,
            self.touched,
            self.facts,
        )

    def result(self) -> Batch:
        """Return the results by position and stroke. Raises `SimulationDiverged` for a stroke that did not end."""
        for index in np.nonzero(self.facts[:, stroke_batch.F_EVENTS] < 0)[0]:
            position, stroke, seat = self._values(int(index))
            surface = self.surfaces[self.jobs[index, 0] if len(self.surfaces) > 1 else 0]
            raise SimulationDiverged(diverged(stroke, seat, position, surface))
        p, s = self.shape
        found = Batch(
            self.places,
            self.strokes,
            self.quarters,
            self.surfaces,
            self.equipment,
            self.paired,
            self.rest.reshape(p, s, len(DISCS), 2),
            self.fell.reshape(p, s, len(DISCS)),
            self.touched.reshape(p, s, len(DISCS)),
            self.facts[:, stroke_batch.F_DURATION].reshape(p, s),
            self.facts[:, stroke_batch.F_EVENTS].reshape(p, s),
            self.facts[:, stroke_batch.F_LINES].reshape(p, s),
        )
        for a, b in np.argwhere(found.lines < 0):
            found.lines[a, b] = _LINES.index(found.played(a, b).outcome.lines_left)
        return found
