"""Generate the friction table of sliding and spinning discs: `python -m carrom.physics.tables.make`.

A uniform disc presses evenly on the board, so every point of its face rubs against its own direction of motion.
With ε = v/(Rω) the friction force is μmg·F(ε) against the sliding and the torque μmgR·T(ε) against the spinning:

    ε ≤ 1   F = 4/(3πε)·[(ε²+1)E + (ε²−1)K]      T = 4/(9π)·[(4−2ε²)E + (ε²−1)K]            (of ε²)
    ε ≥ 1   F = 4/(3π)·[(ε²+1)E − (ε²−1)K]       T = 4ε/(9π)·[(4−2ε²)E + (2ε²−5+3/ε²)K]     (of 1/ε²)

with the complete elliptic integrals K and E of that parameter (Farkas, Bartels, Unger and Wolf, PRL 90, 248302).
Seen backwards from rest, with τ the remaining time, the sliding speed U and the rim's speed S obey

    dU/dτ = F(U/S),      dS/dτ = T(U/S)/k²,      k² = I/(mR²) = 1/2,

and every motion is one of two curves, scaled: sliding that outlasts ε₀ = 0.653 (branch 0) or spinning that does
(branch 1). Both end in the same ratio ε₀. The table holds U, S, dU/dτ and dS/dτ of both branches at the knots
τ = 2ᵉ(1 + k/16). Only the standard library is used. The data is committed and its hash is checked when it is read:
it is never regenerated at install, because logarithms differ between libraries.
"""

import array
import hashlib
import math
import sys
from pathlib import Path

from carrom.physics.tables.layout import BRANCHES, FILE, KNOTS, knot

INERTIA = 0.5
"""k² of a uniform disc."""
START = 6e-7
"""Relative distance of the two branches from ε₀ at the first knot."""
STEPS = 48
"""Runge-Kutta steps from one knot to the next."""


def elliptic(parameter: float) -> tuple[float, float]:
    """Return the complete elliptic integrals K and E of a parameter below 1, by the arithmetic-geometric mean."""
    a, b, c2, weight, total = 1.0, math.sqrt(1.0 - parameter), parameter, 0.5, 0.5 * parameter
    while c2 > 1e-30:
        a, b, half_gap = 0.5 * (a + b), math.sqrt(a * b), 0.5 * (a - b)
        c2 = half_gap * half_gap
        weight *= 2.0
        total += weight * c2
    k = math.pi / (2.0 * a)
    return k, k * (1.0 - total)


def friction(eps: float) -> tuple[float, float]:
    """Return F and T at the ratio ε of sliding to spinning speed."""
    if eps < 0.3:
        return _slow_sliding(eps)
    if eps > 1.25:
        return _fast_sliding(eps)
    if eps == 1.0:
        return 8.0 / (3.0 * math.pi), 8.0 / (9.0 * math.pi)
    e2 = eps * eps
    if eps < 1.0:
        k, e = elliptic(e2)
        force = ((e2 + 1.0) * e + (e2 - 1.0) * k) / eps
        torque = (4.0 - 2.0 * e2) * e + (e2 - 1.0) * k
    else:
        k, e = elliptic(1.0 / e2)
        force = (e2 + 1.0) * e - (e2 - 1.0) * k
        torque = eps * ((4.0 - 2.0 * e2) * e + (2.0 * e2 - 5.0 + 3.0 / e2) * k)
    return 4.0 / (3.0 * math.pi) * force, 4.0 / (9.0 * math.pi) * torque


def _slow_sliding(eps: float) -> tuple[float, float]:
    """Expand the closed form for ε ≤ 1 in powers of ε, where it would cancel."""
    e2, b, power, force, torque = eps * eps, 1.0, 1.0, 0.0, 0.0
    for n in range(40):
        e_share = b / (1.0 - 2.0 * n)
        force += power * (e_share * (e2 + 1.0) + b * e2 - b if n else b * (2.0 * e2))
        torque += power * (e_share * (4.0 - 2.0 * e2) + b * (e2 - 1.0))
        power *= e2
        b *= ((n + 0.5) / (n + 1.0)) ** 2
        if power < 1e-22:
            break
    return 2.0 / 3.0 * force / eps, 2.0 / 9.0 * torque


def _fast_sliding(eps: float) -> tuple[float, float]:
    """Expand the closed form for ε ≥ 1 in powers of 1/ε, where it would cancel."""
    a, power, force, torque = 1.0, 1.0, 0.0, 0.0
    for n in range(80):
        force += (1.0 - 2.0 * n) * a / (n + 1.0) * power
        torque += 2.0 * n * a / (n + 1.0) * power * eps
        power /= eps * eps
        a *= ((n - 0.5) / (n + 1.0)) ** 2
        if power < 1e-22:
            break
    return force, torque


def resting_ratio() -> float:
    """Return ε₀: the ratio at which sliding and spinning end together."""
    low, high = 0.2, 0.999
    for _ in range(200):
        middle = 0.5 * (low + high)
        force, torque = friction(middle)
        if INERTIA * force - middle * torque < 0.0:
            low = middle
        else:
            high = middle
    return low


def branch(eps: float, force: float) -> list[float]:
    """Return U, S, dU/dτ, dS/dτ at every knot of the curve that starts with ratio `eps` at the first knot."""
    u, s = math.log(force), math.log(force / eps)  # logarithms of U/τ and S/τ
    rows: list[float] = []
    for index in range(KNOTS):
        tau = knot(index)
        drag, twist = friction(math.exp(u - s))
        rows += (math.exp(u) * tau, math.exp(s) * tau, drag, twist / INERTIA)
        if index + 1 < KNOTS:
            step = math.log(knot(index + 1) / tau) / STEPS
            for _ in range(STEPS):
                u, s = _runge_kutta(u, s, step)
    return rows


def _runge_kutta(u: float, s: float, step: float) -> tuple[float, float]:
    a1, b1 = _slope(u, s)
    a2, b2 = _slope(u + 0.5 * step * a1, s + 0.5 * step * b1)
    a3, b3 = _slope(u + 0.5 * step * a2, s + 0.5 * step * b2)
    a4, b4 = _slope(u + step * a3, s + step * b3)
    return u + step / 6.0 * (a1 + 2.0 * (a2 + a3) + a4), s + step / 6.0 * (b1 + 2.0 * (b2 + b3) + b4)


def _slope(u: float, s: float) -> tuple[float, float]:
    """Return the slopes of ln(U/τ) and ln(S/τ) against ln τ."""
    drag, twist = friction(math.exp(u - s))
    return drag * math.exp(-u) - 1.0, twist / INERTIA * math.exp(-s) - 1.0


def table() -> bytes:
    """Return the whole table: ε₀, F(ε₀), then both branches, as little-endian float64."""
    eps = resting_ratio()
    force = friction(eps)[0]
    numbers = array.array("d", [eps, force])
    for sign in (1.0, -1.0)[:BRANCHES]:
        numbers.extend(branch(eps * (1.0 + sign * START), force))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


if __name__ == "__main__":
    data = table()
    Path(__file__).with_name(FILE).write_bytes(data)
    print(f"{FILE}: {len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}")
