"""The kernel, with its friction table, compared with brute-force integration of the exact elliptic integrals.

Convergence over many steps and strokes: `carrom bench physics_proof integrator`.
"""

import math

import numpy as np
import pytest

from physics_proof import agreement, board, ours
from physics_proof.board import CLUB, SMOOTH, TOURNAMENT, Law

pytestmark = pytest.mark.slow  # CI proves by the signature that no bit of the physics has changed


@pytest.mark.parametrize("eps", [0.1, 0.4, 0.653, 0.9, 2.0, 15.0])
def test_a_spinning_disc_stops_where_the_equations_of_motion_stop_it(eps: float) -> None:
    speed = 0.35 if eps > 0.3 else 0.1
    start = np.array([[0.0, -0.3, 0.0, speed, speed / eps / board.STRIKER[0]]])
    exact = agreement.by_steps(2e-5)(start, CLUB)
    assert agreement.apart(ours.play(start, CLUB).rest, exact) < 3e-8


@pytest.mark.parametrize("law", [CLUB, TOURNAMENT], ids=["club", "tournament"])
def test_strokes_end_where_the_equations_of_motion_end_them(law: Law) -> None:
    starts = agreement.middle_game(60, seed=31)
    found = agreement.compare(starts, law, agreement.by_kernel, agreement.by_steps(1e-4))
    assert np.median(found.distances) < 1e-7
    assert found.share_within(1e-5) > 0.9


def test_without_spin_the_integrator_needs_no_table_and_agrees_to_rounding() -> None:
    found = agreement.compare(agreement.middle_game(60, seed=32), SMOOTH, agreement.by_kernel, agreement.by_steps(1e-4))
    assert np.median(found.distances) < 1e-10


def test_the_integrator_converges_to_the_kernel_as_its_step_shrinks() -> None:
    starts = agreement.middle_game(40, seed=33)
    medians = [
        float(np.median(agreement.compare(starts, CLUB, agreement.by_kernel, agreement.by_steps(dt)).distances))
        for dt in (1.6e-2, 4e-3, 1e-3)
    ]
    assert math.isfinite(medians[-1])
    assert medians[1] < medians[0] / 3
    assert medians[2] < medians[1] / 3
