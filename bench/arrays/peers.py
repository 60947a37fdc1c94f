"""Compare the speed of an array step with pymunk, a physics engine with fixed time steps."""

from typing import Any

import numpy as np
from bench.arrays.steps import timed

from carrom.arrays import Boards, Status, layout
from carrom.arrays.boards import aimed_strokes


def stepping() -> float | None:
    """Return the speed of steps with rules as a multiple of pymunk at 1 kHz on the same boards; None without pymunk."""
    try:
        from bench.physics.pymunk_peer import play
    except ImportError as missing:
        print(f"pymunk is not installed ({missing})")
        return None
    boards, dice = Boards(64, threads=1), np.random.default_rng(0)
    boards.reset(np.arange(64))
    for _ in range(20):
        boards.step(aimed_strokes(boards, dice))
    strokes = aimed_strokes(boards, dice)
    picks = np.nonzero((boards.status == Status.STRIKE) & (boards.info[:, layout.TURN] == 0))[0][:8]
    peer = 0.0
    for b in picks:
        start = np.vstack((launch(boards, strokes[b]), lying(boards, b)))
        peer += timed(play, start, 1000)
    stored = boards.info.copy(), boards.places.copy(), boards.queues.copy()
    ours = 1e9
    for _ in range(10):
        boards.info[:], boards.places[:], boards.queues[:] = stored
        ours = min(ours, timed(boards.step, strokes))
    return peer / len(picks) / (ours / 64)


def launch(boards: Boards, stroke: Any) -> Any:
    """Return position and velocity of south's striker in SI units."""
    x, vx, vy, y, _ = stroke / 1e6
    return np.array([[x, y - boards.equipment.baseline / 1e6, vx, vy]])


def lying(boards: Boards, b: int) -> Any:
    """Return the positions of a board's pieces, at rest, in SI units."""
    men = boards.places[b][boards.places[b, :, 0] != layout.NOWHERE] / 1e6
    return np.column_stack((men, np.zeros_like(men)))
