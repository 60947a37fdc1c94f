"""The contact law, implemented from its description: restitution, and a sticking or slipping tangential impulse.

Two discs part at max(e |v_n|, a minimum separation speed); the frame has no minimum. The tangential impulse would
stop the surfaces' relative motion (I = ½ m r²), or reverse a share of it (`rebound`), and is capped at the contact's
friction times the normal impulse.
"""

import math

from numba import njit

from physics_proof.friction import INERTIA

SEPARATION = 1e-4
"""Minimum separation speed of two discs, in m/s."""


@njit(error_model="numpy")
def restitution(e, yield_speed, approach):
    """Return the coefficient of restitution: above the yield speed it falls with the fourth root of the speed."""
    if yield_speed > 0.0 and approach > yield_speed:
        return e * (yield_speed / approach) ** 0.25
    return e


@njit(error_model="numpy")
def separation(beyond, approach):
    """Return the minimum separation speed (m/s) of two discs after `beyond` collisions more than the limit."""
    if beyond <= 0.0:
        return SEPARATION
    return max(min(1e-4 * beyond**2, approach), min(SEPARATION * (1.0 + beyond / 16.0), 5e-4))


@njit(error_model="numpy")
def hit_disc(first, second, radii, masses, e, friction, rebound=0.0, yield_speed=0.0, beyond=0.0):
    """Apply the impulses of a contact to two states (x, y, vx, vy, ω); return the normal and tangential impulse.

    `radii` in m and `masses` in kg are those of the two discs; `beyond` counts their collisions above the limit.
    The states are changed in place; nothing happens unless the discs approach each other.
    """
    nx = second[0] - first[0]
    ny = second[1] - first[1]
    distance = math.sqrt(nx * nx + ny * ny)
    nx /= distance
    ny /= distance
    approach = (second[2] - first[2]) * nx + (second[3] - first[3]) * ny
    if approach >= 0.0:
        return 0.0, 0.0
    apart = max(-restitution(e, yield_speed, -approach) * approach, separation(beyond, -approach))
    reduced = 1.0 / (1.0 / masses[0] + 1.0 / masses[1])
    normal = (apart - approach) * reduced
    slip = (second[3] - first[3]) * nx - (second[2] - first[2]) * ny - second[4] * radii[1] - first[4] * radii[0]
    wanted = -rebound * slip  # the sliding speed after the contact
    tangential = (wanted - slip) * reduced / (1.0 + 1.0 / INERTIA)
    cap = friction * normal
    tangential = min(max(tangential, -cap), cap)
    px = normal * nx - tangential * ny
    py = normal * ny + tangential * nx
    first[2] -= px / masses[0]
    first[3] -= py / masses[0]
    second[2] += px / masses[1]
    second[3] += py / masses[1]
    first[4] -= tangential / (INERTIA * masses[0] * radii[0])
    second[4] -= tangential / (INERTIA * masses[1] * radii[1])
    return normal, tangential


@njit(error_model="numpy")
def hit_frame(state, nx, ny, radius, e, friction, rebound=0.0, yield_speed=0.0):
    """Apply the rebound off a frame whose outward normal is (nx, ny), unless the disc moves away from it."""
    into = state[2] * nx + state[3] * ny
    if into <= 0.0:
        return
    e = restitution(e, yield_speed, into)
    slip = state[3] * nx - state[2] * ny + state[4] * radius
    cap = friction * (1.0 + e) * into
    gain = min(max((-rebound * slip - slip) / (1.0 + 1.0 / INERTIA), -cap), cap)
    state[2] += -(1.0 + e) * into * nx - gain * ny
    state[3] += -(1.0 + e) * into * ny + gain * nx
    state[4] += gain / (INERTIA * radius)
