"""The exact friction of a sliding and spinning disc, on which the other proofs build."""

import math

import mpmath as mp
import pytest

from physics_proof.friction import elliptic, resistance


@pytest.mark.parametrize("m", [0.0, 1e-12, 0.1, 0.5, 0.9, 0.999999])
def test_the_elliptic_integrals_are_those_of_mpmath(m: float) -> None:
    k, g = elliptic(m)
    assert k == pytest.approx(float(mp.ellipk(m)), rel=1e-14)
    with mp.workdps(40):
        difference = (mp.ellipk(m) - mp.ellipe(m)) / m / mp.ellipk(m) - mp.mpf(1) / 2 if m else 0
    assert g == pytest.approx(float(difference), rel=1e-13, abs=1e-16)


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("eps", [1e-4, 0.05, 0.5, 0.653, 0.99, 1.0, 1.01, 1.7, 8.0, 300.0])
def test_the_closed_forms_are_the_integral_over_the_face(eps: float) -> None:
    """Sum the friction over rings and angles of the disc: force against sliding, torque against spinning."""
    rings, angles = 800, 1600
    force = torque = 0.0
    for a in range(rings):
        rho = math.sqrt((a + 0.5) / rings)
        for b in range(0, angles, 8):
            phi = 2 * math.pi * (b + 4) / angles
            vx, vy = eps - rho * math.sin(phi), rho * math.cos(phi)
            speed = math.hypot(vx, vy)
            force += vx / speed
            torque += rho * (vy * math.cos(phi) - vx * math.sin(phi)) / speed
    count = rings * angles / 8
    slide, turn = resistance(eps, 1.0)
    assert slide == pytest.approx(force / count, abs=2e-4)
    assert turn == pytest.approx(torque / count, abs=2e-4)


def test_sliding_and_spinning_die_together_at_the_known_ratio() -> None:
    """Without contacts every disc ends at v/(Rω) = 0.653 (PRL 90, 248302)."""
    low, high = 0.5, 0.8
    for _ in range(60):
        middle = (low + high) / 2
        slide, turn = resistance(middle, 1.0)
        low, high = (middle, high) if 0.5 * slide < middle * turn else (low, middle)
    assert low == pytest.approx(0.653, abs=5e-4)
