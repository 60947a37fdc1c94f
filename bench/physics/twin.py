"""The C twin of the constant-deceleration path (twin.c), compiled for this run by the system's compiler."""

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from bench.physics.jobs import DECELERATION, E_DISC, E_FRAME, HALF, POCKET_RADIUS, Array, Job, masses, radii

from carrom.physics.surface import PATIENCE, TOIL

TWIN = "C twin of the constant-deceleration path"
SOURCE = Path(__file__).with_name("twin.c")
FLAGS = ("-O3", "-march=native", "-std=c99", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")


def runners(job: Job) -> dict[str, Callable[[], Array]]:
    """Return functions by name, one per build of the twin, that play the job and return the final positions.

    Positions are strokes × discs × 2 in m, NaN if pocketed. Returns nothing if there is no C compiler.
    """
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("  (no C compiler, so no C twin)")
        return {}
    play = library(compiler).twin_play
    world = np.array([DECELERATION, E_DISC, E_FRAME, HALF, POCKET_RADIUS, PATIENCE["rim"], TOIL["rim"]])
    parts = [np.ascontiguousarray(part) for part in (job.x, job.y, job.vx, job.vy)]
    parts += [radii(job.discs), masses(job.discs), world]

    def run() -> Array:
        rest = np.empty((len(job), job.discs, 2))
        play(len(job), job.discs, *(part.ctypes for part in parts), rest.ctypes)
        return rest

    return {TWIN: run}


@cache
def library(compiler: str) -> ctypes.CDLL:
    """Compile the twin and return its library."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "twin.so"
        subprocess.run([compiler, *FLAGS, "-shared", "-fPIC", str(SOURCE), "-o", str(made), "-lm"], check=True)
        found = ctypes.CDLL(str(made))
    found.twin_play.argtypes = [ctypes.c_int64] * 2 + [ctypes.c_void_p] * 8
    found.twin_play.restype = ctypes.c_int64
    return found
