"""Prototypes of the kernel's algorithms, which are measured if their folder is given."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from bench.physics.jobs import HALF, Array, Job

CONSTANT, COUPLED = "prototype kernel_fast (constant deceleration)", "prototype kernel_spin (coupled)"


def runners(job: Job, folder: Path | None) -> dict[str, Callable[[], Array]]:
    """Return functions by name, one per prototype, that play the job and return the final positions.

    Positions are strokes × discs × 2 in m, NaN if pocketed. Returns nothing without a folder.
    """
    if folder is None or not (folder / "kernel_fast.py").exists():
        return {}
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    fast = importlib.import_module("kernel_fast")
    spin = importlib.import_module("kernel_spin")
    shifted = (job.x + HALF, job.y + HALF, job.vx, job.vy)

    def rest(out: tuple[Array, ...]) -> Array:
        x, y = out[0], out[1]
        gone = x < 0
        return np.stack([np.where(gone, np.nan, x - HALF), np.where(gone, np.nan, y - HALF)], axis=-1)

    return {CONSTANT: lambda: rest(fast.run(shifted)), COUPLED: lambda: rest(spin.run(shifted, mode=1))}
