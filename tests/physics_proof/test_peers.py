"""Time-stepping physics engines compared with the exact answer, on strokes where their model equals ours.

One to three discs, no contact friction. A time-stepping engine resolves a contact only to one step. As the step
shrinks to 4 kHz, its error must shrink, and its results must converge to ours. The engines share no code with ours.
The same over many strokes: `carrom bench physics_proof peers`.
"""

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

from physics_proof import agreement, board
from physics_proof.board import SMOOTH

sys.path.insert(0, str(Path(__file__).parents[2]))


def starts(count: int) -> list[np.ndarray]:
    """Return strokes of one, two and three discs in turn, at 0.8 to 1.6 m/s, none grazing."""
    rng = np.random.default_rng(41)
    found = []
    while len(found) < count:
        start = board.aimed(rng, len(found) % 3, slowest=0.8, fastest=1.6) if len(found) % 3 else lone(rng)
        if agreement.gain(start, SMOOTH) < 50.0:
            found.append(start)
    return found


def lone(rng: np.random.Generator) -> np.ndarray:
    """Return a start with the striker alone, moving across the board."""
    start = board.states(1)
    start[0, :2] = rng.uniform(-0.2, 0.2), -board.BASELINE
    angle, speed = rng.uniform(0.2, np.pi - 0.2), rng.uniform(0.8, 1.6)
    start[0, 2:4] = speed * np.cos(angle), speed * np.sin(angle)
    return start


@pytest.mark.parametrize(("engine", "module"), [("pymunk", "pymunk_peer"), ("Box2D", "box2d_peer")])
def test_a_stepping_engine_comes_to_our_answer_as_its_step_shrinks(engine: str, module: str) -> None:
    pytest.importorskip(engine, reason=f"{engine} is a peer that nobody needs")
    peer = importlib.import_module(f"bench.physics.{module}")
    errors = []
    for hz in (240, 1000, 4000):
        ends = [
            agreement.apart(agreement.by_kernel(start, SMOOTH), peer.play(start[:, :4], hz)) for start in starts(18)
        ]
        errors.append(float(np.median(ends)))
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < errors[0] / 8
    assert errors[2] < 2e-3
