"""Random strokes on random surfaces for the comparison of kernels, as arrays of whole numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.board.equipment import STANDARD
from carrom.compiling import is_native, kernels
from carrom.physics import random_strokes
from carrom.physics.batch import NOWHERE, measures, sizes
from carrom.physics.invariants import S_RIM, S_VX, S_VY, S_X, S_Y, START
from carrom.physics.kernel.segment import can_spin
from carrom.physics.simulate import parameters
from carrom.physics.soak_test import rebounding
from carrom.physics.surface import PRESETS, Surface
from carrom.values import changed

ALL = 20
SURFACES = (
    *PRESETS.values(),
    *(changed(surface, pocket="centre") for surface in PRESETS.values()),
    Surface(contact_friction=0.0, frame_friction=0.0),
    Surface(contact_friction=0.0, frame_friction=0.0, pocket="centre"),
    Surface(yield_speed=1.0),
    Surface(disc_restitution=0.2),
    Surface(disc_tangential_restitution=0.4, frame_tangential_restitution=0.2),
)
"""The presets with both physics versions, and surfaces that take other paths; half of the strokes have a random one."""

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Strokes:
    """The arguments of `play_many`, one row for each stroke."""

    places: Whole
    strokes: Whole
    quarters: Whole
    worlds: Floats
    spins: NDArray[np.bool_]
    """Whether discs can spin."""

    def message(self) -> bytes:
        """Return the strokes as player.mjs reads them."""
        parts = (self.places, self.strokes, self.quarters, self.worlds, self.spins, SIZES, MEASURES)
        numbers = [np.array([len(self.places)]), *parts]
        return b"".join(np.ascontiguousarray(part, dtype="<f8").tobytes() for part in numbers)


SIZES = np.array(sizes(STANDARD))
MEASURES = np.array(measures(STANDARD), dtype=np.int64)


def chunks(count: int, size: int, seed: int, presets: bool = False) -> Iterator[Strokes]:
    """Yield `count` random strokes in chunks; the same seed gives the same strokes.

    With `presets` they are played on the three preset surfaces only, as in games.
    """
    as_native = is_native()
    strew = kernels((random_strokes.strew,), as_native)["strew"]
    for number in range(0, count, size):
        yield _chunk(strew, np.random.default_rng([seed, number]), min(size, count - number), as_native, presets)


def _chunk(strew: object, generator: np.random.Generator, count: int, as_array: bool, presets: bool) -> Strokes:
    places = np.full((count, ALL, 2), NOWHERE, dtype=np.int64)
    strokes = np.zeros((count, 5), dtype=np.int64)
    quarters = generator.integers(0, 4, count)
    worlds = np.empty((count, len(parameters(Surface(), STANDARD))))
    spins = np.empty(count, dtype=bool)
    start = np.zeros(random_strokes.MOST * START)
    for row, draws in enumerate(generator.random((count, random_strokes.DRAWS))):
        n = strew(draws if as_array else draws.tolist(), start)  # type: ignore[operator]
        rows = start.reshape(-1, START)[:n]
        at = np.rint(rows[:, [S_X, S_Y]] * 1e6).astype(np.int64)
        turn = int(quarters[row])
        places[row, 1:n] = _turned(at[1:], turn)
        vx, vy = np.rint(rows[0, [S_VX, S_VY]] * 1e6)
        spin = np.rint(rows[0, S_RIM] / SIZES[0] * 1e3)
        strokes[row] = at[0, 0], vx, vy, at[0, 1] + STANDARD.baseline, spin
        kind = draws[-1]
        if presets:
            surface = SURFACES[int(kind * len(PRESETS))]
        elif kind < 0.5:
            surface = rebounding(draws[-random_strokes.KEPT :])
        else:
            surface = SURFACES[int((kind - 0.5) * 2 * len(SURFACES))]
        worlds[row] = parameters(surface, STANDARD)
        spins[row] = can_spin(surface) or spin != 0
    return Strokes(places, strokes, quarters, worlds, spins)


def _turned(at: Whole, quarters: int) -> Whole:
    """Return places after quarter turns counter-clockwise."""
    for _ in range(quarters):
        at = np.column_stack((-at[:, 1], at[:, 0]))
    return at
