"""carrom's kernel playing the benchmark's strokes: one compiled loop over the arrays, on one core."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from bench.physics.jobs import (
    DECELERATION,
    DISC_FRICTION,
    E_DISC,
    E_FRAME,
    FRAME_FRICTION,
    HALF,
    POCKET_RADIUS,
    Array,
    Job,
    masses,
    radii,
)

from carrom.board.equipment import STANDARD
from carrom.compiling import numba_twins
from carrom.errors import SetupError
from carrom.physics import PHYSICS_VERSION
from carrom.physics.kernel import compiled, layout
from carrom.physics.kernel import loop as kernel_loop
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
    if not numba_twins.is_available() or not compiled.warm():
        raise SetupError("the physics benchmark needs Numba: pip install 'carrom[jit]', and unset NUMBA_DISABLE_JIT")
    profile = compiled.current().profile
    centre = (HALF, POCKET_RADIUS, 0.0, 0.0, PATIENCE["rim"], TOIL["rim"], 0.0, 0.0)
    smooth = np.array([DECELERATION, E_DISC, E_FRAME, 0.0, 0.0, *centre])
    rough = np.array([DECELERATION, E_DISC, E_FRAME, DISC_FRICTION, FRAME_FRICTION, *centre])
    rim = rough.copy()
    rim[7] = parameters(Surface(), STANDARD)[7]
    loop = _loop()
    nothing, pages = np.zeros(0), np.zeros(LOG_EVENTS * layout.E_WIDTH)

    def player(used: Any, world: Array, log: Array) -> Callable[[], Array]:
        def play() -> Array:
            rest = np.empty((len(job), job.discs, 2))
            state, marks = np.zeros(layout.STATE), np.zeros(layout.MARKS, np.int64)
            sizes, weights = radii(job.discs), masses(job.discs)
            loop(used, job.x, job.y, job.vx, job.vy, sizes, weights, state, marks, world, log, rest)
            return rest

        return play

    return {
        CONSTANT: player(None, smooth, nothing),
        FULL: player(profile, rough, nothing),
        GAMES: player(profile, rim, nothing),
        RECORDED: player(profile, rough, pages),
    }


@cache
def _loop() -> Callable[..., None]:
    """Return the compiled loop over the strokes of a job."""
    from numba import njit

    kernel_play = compiled.numba_kernel()[kernel_loop.play]
    never = layout.NEVER
    at_x, at_y, at_vx, at_vy, at_spin = layout.X, layout.Y, layout.WX, layout.WY, layout.SPIN
    at_radius, at_mass, at_fell = layout.RADIUS, layout.MASS, layout.FELL
    rest_x, rest_y = layout.REST_X, layout.REST_Y

    @njit(error_model="numpy", nogil=True)
    def loop(profile, x, y, vx, vy, sizes, weights, state, marks, world, log, rest):  # type: ignore[no-untyped-def]
        strokes, discs = x.shape
        for b in range(strokes):
            for k in range(discs):
                state[at_x + k] = x[b, k]
                state[at_y + k] = y[b, k]
                state[at_vx + k] = vx[b, k]
                state[at_vy + k] = vy[b, k]
                state[at_spin + k] = 0.0
                state[at_radius + k] = sizes[k]
                state[at_mass + k] = weights[k]
            kernel_play(profile, state, marks, world, log, discs)
            for k in range(discs):
                lies = state[at_fell + k] >= never
                rest[b, k, 0] = state[rest_x + k] if lies else np.nan
                rest[b, k, 1] = state[rest_y + k] if lies else np.nan

    return loop
