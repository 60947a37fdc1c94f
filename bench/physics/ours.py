"""carrom's kernel playing the benchmark's strokes: one call of native code for all strokes of a job, on one core."""

from collections.abc import Callable
from typing import Any

import numpy as np
from bench.physics.jobs import (
    BASELINE,
    DECELERATION,
    DISC_FRICTION,
    E_DISC,
    E_FRAME,
    FRAME_FRICTION,
    HALF,
    MAN_MASS,
    MAN_RADIUS,
    POCKET_RADIUS,
    STRIKER_MASS,
    STRIKER_RADIUS,
    Array,
    Job,
)
from numpy.typing import NDArray

from carrom.board.equipment import STANDARD
from carrom.errors import SetupError
from carrom.physics import PHYSICS_VERSION
from carrom.physics.batch import DISCS, NOWHERE, measures
from carrom.physics.kernel import compiled, layout, stroke_batch
from carrom.physics.simulate import parameters
from carrom.physics.surface import PATIENCE, TOIL, Surface

CONSTANT, FULL = "carrom, constant deceleration (version 1)", "carrom, full model (version 1)"
RECORDED = "carrom, full model, recorded (version 1)"
GAMES = f"carrom, full model, as in games (version {PHYSICS_VERSION})"
"""Variants of the kernel, and the version of the physics that each computes."""
LOG_EVENTS = 2000


def runners(job: Job) -> dict[str, Callable[[], Array]]:
    """Return functions by name, one per variant of the kernel, that play the job and return the final positions.

    Positions are strokes × discs × 2 in m, NaN if pocketed.
    """
    if not compiled.warm():
        raise SetupError("The physics benchmark needs native kernels; unset CARROM_KERNELS, or build them.")
    kernel = compiled.current()
    centre = (HALF, POCKET_RADIUS, 0.0, 0.0, PATIENCE["rim"], TOIL["rim"], 0.0, 0.0)
    smooth = np.array([DECELERATION, E_DISC, E_FRAME, 0.0, 0.0, *centre])
    rough = np.array([DECELERATION, E_DISC, E_FRAME, DISC_FRICTION, FRAME_FRICTION, *centre])
    rim = rough.copy()
    rim[7] = parameters(Surface(), STANDARD)[7]
    nothing, pages = np.zeros(0), np.zeros(LOG_EVENTS * layout.E_WIDTH)
    sizes = np.array([STRIKER_RADIUS, STRIKER_MASS, MAN_RADIUS, MAN_MASS])
    widths, nobody = np.array(measures(STANDARD), dtype=np.int64), np.zeros(len(DISCS), dtype=np.int64)
    count, n = len(job), job.discs
    places = np.full((count, len(DISCS), 2), NOWHERE, dtype=np.int64)
    places[:, 1:n] = _micrometres(np.stack([job.x, job.y], axis=-1))[:, 1:]
    strokes = np.zeros((count, stroke_batch.STROKE), dtype=np.int64)
    strokes[:, stroke_batch.S_X] = _micrometres(job.x[:, 0])
    strokes[:, stroke_batch.S_Y] = _micrometres(job.y[:, 0] + BASELINE)
    strokes[:, stroke_batch.S_VX] = _micrometres(job.vx[:, 0])
    strokes[:, stroke_batch.S_VY] = _micrometres(job.vy[:, 0])
    quarters, picks = np.zeros(count, dtype=np.int64), np.arange(count)
    jobs = np.column_stack((picks, picks))

    def player(used: Any, world: Array, log: Array) -> Callable[[], Array]:
        state, marks, worlds = np.zeros(layout.STATE), np.zeros(layout.MARKS, np.int64), world.reshape(1, -1)

        def play() -> Array:
            rest = np.empty((count, len(DISCS), 2), dtype=np.int64)
            fell, touched = np.empty((count, len(DISCS))), np.empty((count, len(DISCS)))
            facts = np.empty((count, stroke_batch.FACTS), dtype=np.int64)
            kernel.play_many(used, state, marks, log, worlds, sizes, widths, places, quarters, strokes, jobs, nobody,
                             picks, 0, count, rest, fell, touched, facts)  # fmt: skip
            return np.where(rest[:, :n] == NOWHERE, np.nan, rest[:, :n] / 1e6)

        return play

    return {
        CONSTANT: player(None, smooth, nothing),
        FULL: player(kernel.profile, rough, nothing),
        GAMES: player(kernel.profile, rim, nothing),
        RECORDED: player(kernel.profile, rough, pages),
    }


def _micrometres(lengths: Array) -> NDArray[np.int64]:
    return np.rint(lengths * 1e6).astype(np.int64)
