"""The installed peers (other physics engines), and their speed."""

import importlib
import time
from types import ModuleType

import numpy as np
from bench.physics.jobs import Array, Job

_NEEDED = {"pymunk_peer": "pymunk", "box2d_peer": "Box2D"}


def installed() -> list[ModuleType]:
    """Return the modules of peers whose engine is installed; print the others."""
    found = []
    for module, engine in _NEEDED.items():
        try:
            found.append(importlib.import_module(f"bench.physics.{module}"))
        except ImportError:
            print(f"  ({engine} is not installed)")
    return found


def start_of(job: Job, k: int) -> Array:
    """Return the rows (x, y, vx, vy) of one stroke."""
    return np.stack([job.x[k], job.y[k], job.vx[k], job.vy[k]], axis=1)


def timed(peer: ModuleType, job: Job, hz: int) -> tuple[Array, float]:
    """Play the job; return the final positions, and the strokes per second of processor time."""
    begun = time.process_time()
    rest = np.array([peer.play(start_of(job, k), hz) for k in range(len(job))])
    return rest, len(job) / (time.process_time() - begun)


def pooltool_rates(discs: int, quick: bool) -> list[tuple[str, float]]:
    """Return pooltool's strokes per second with this many balls, or nothing if it is not installed."""
    try:
        peer = importlib.import_module("bench.physics.pooltool_peer")
    except ImportError:
        print("  (pooltool is not installed)")
        return []
    return [(peer.NAME, peer.rate(discs, 2 if quick else 10))]
