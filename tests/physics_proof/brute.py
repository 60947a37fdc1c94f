"""A brute-force integrator: Runge-Kutta steps of the equations of motion, with events found by bisection.

It uses no straight paths, universal profiles, tables or predicted contact times. Every disc is five numbers
(x, y, vx, vy, ω) whose rates follow from the exact friction of `friction.py`. A step in which discs overlap, cross the
frame or enter a pocket is repeated with half the length until the event is found to 1e-15 s. The remaining error
shrinks with the step: events that begin and end within one step, and the last moments before a stop.
"""

import math

import numpy as np
from numba import njit

from physics_proof.contact import hit_disc, hit_frame
from physics_proof.friction import INERTIA, resistance


@njit(error_model="numpy")
def _rates(vx, vy, spin, radius, deceleration):
    """Return the rates of change of vx, vy and ω."""
    speed = math.sqrt(vx * vx + vy * vy)
    around = abs(spin) * radius
    slide, turn = resistance(speed, around)
    ax = 0.0
    ay = 0.0
    if speed > 0.0:
        ax = -deceleration * slide * vx / speed
        ay = -deceleration * slide * vy / speed
    angular = 0.0
    if spin != 0.0:
        angular = -math.copysign(deceleration * turn / (INERTIA * radius), spin)
    return ax, ay, angular


@njit(error_model="numpy")
def _stepped(old, new, radius, deceleration, h):
    """Write the state after `h` seconds into `new`: one classical Runge-Kutta step; a disc that stops stays at rest."""
    x, y, vx, vy, w = old[0], old[1], old[2], old[3], old[4]
    speed = math.sqrt(vx * vx + vy * vy)
    around = abs(w) * radius
    if speed == 0.0 and around == 0.0:
        new[:] = old
        return
    ax1, ay1, aw1 = _rates(vx, vy, w, radius, deceleration)
    vx2, vy2, w2 = vx + 0.5 * h * ax1, vy + 0.5 * h * ay1, w + 0.5 * h * aw1
    ax2, ay2, aw2 = _rates(vx2, vy2, w2, radius, deceleration)
    vx3, vy3, w3 = vx + 0.5 * h * ax2, vy + 0.5 * h * ay2, w + 0.5 * h * aw2
    ax3, ay3, aw3 = _rates(vx3, vy3, w3, radius, deceleration)
    vx4, vy4, w4 = vx + h * ax3, vy + h * ay3, w + h * aw3
    ax4, ay4, aw4 = _rates(vx4, vy4, w4, radius, deceleration)
    new[0] = x + h / 6.0 * (vx + 2.0 * vx2 + 2.0 * vx3 + vx4)
    new[1] = y + h / 6.0 * (vy + 2.0 * vy2 + 2.0 * vy3 + vy4)
    new[2] = vx + h / 6.0 * (ax1 + 2.0 * ax2 + 2.0 * ax3 + ax4)
    new[3] = vy + h / 6.0 * (ay1 + 2.0 * ay2 + 2.0 * ay3 + ay4)
    new[4] = w + h / 6.0 * (aw1 + 2.0 * aw2 + 2.0 * aw3 + aw4)
    if w * new[4] < 0.0:
        new[4] = 0.0
    if speed < 4.0 * deceleration * h and around < 8.0 * deceleration * h:
        slide, _ = resistance(speed, around)
        remaining = 0.0
        if speed > 0.0:
            remaining = 0.5 * speed / (deceleration * slide)
        new[0] = x + vx * remaining
        new[1] = y + vy * remaining
        new[2:] = 0.0


@njit(error_model="numpy")
def _gap(a, b, apart):
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) - apart


@njit(error_model="numpy")
def _event(start, now, alive, radii, law):
    """Return (kind, i, j) of an event between two states of all discs: 0 none, 1 discs, 2 and 3 frame, 4 pocket."""
    count = len(radii)
    pocket = law.half - law.pocket_radius
    for i in range(count):
        if not alive[i]:
            continue
        if now[i, 2] != 0.0 or now[i, 3] != 0.0 or start[i, 2] != 0.0 or start[i, 3] != 0.0:
            away = math.sqrt((abs(now[i, 0]) - pocket) ** 2 + (abs(now[i, 1]) - pocket) ** 2)
            if away < law.pocket_radius:
                return 4, i, -1
            limit = law.half - radii[i]
            if abs(now[i, 0]) > limit and now[i, 0] * now[i, 2] > 0.0:
                return 2, i, -1
            if abs(now[i, 1]) > limit and now[i, 1] * now[i, 3] > 0.0:
                return 3, i, -1
            for j in range(count):
                if j == i or not alive[j]:
                    continue
                apart = radii[i] + radii[j]
                if _gap(now[i], now[j], apart) < 0.0:
                    closing = (now[j, 0] - now[i, 0]) * (now[j, 2] - now[i, 2]) + (now[j, 1] - now[i, 1]) * (
                        now[j, 3] - now[i, 3]
                    )
                    if closing < 0.0 or _gap(start[i], start[j], apart) > 1e-13:
                        return 1, i, j
    return 0, -1, -1


@njit(error_model="numpy")
def _advance(start, now, alive, radii, law, h):
    for i in range(len(radii)):
        if alive[i]:
            _stepped(start[i], now[i], radii[i], law.deceleration, h)
        else:
            now[i] = start[i]


@njit(error_model="numpy")
def _resolve(state, alive, radii, masses, law, kind, i, j):
    if kind == 1:
        hit_disc(
            state[i],
            state[j],
            (radii[i], radii[j]),
            (masses[i], masses[j]),
            law.e_disc,
            law.disc_friction,
            law.disc_rebound,
        )
    elif kind == 2:
        hit_frame(
            state[i], math.copysign(1.0, state[i, 0]), 0.0, radii[i], law.e_frame, law.frame_friction, law.frame_rebound
        )
    elif kind == 3:
        hit_frame(
            state[i], 0.0, math.copysign(1.0, state[i, 1]), radii[i], law.e_frame, law.frame_friction, law.frame_rebound
        )
    else:
        alive[i] = False
        state[i, 2:] = 0.0


@njit(error_model="numpy")
def _integrated(state, alive, radii, masses, law, dt, longest):
    now = state.copy()
    time = 0.0
    events = 0
    while time < longest:
        moving = False
        for i in range(len(radii)):
            if alive[i] and (state[i, 2] != 0.0 or state[i, 3] != 0.0 or state[i, 4] != 0.0):
                moving = True
        if not moving:
            break
        _advance(state, now, alive, radii, law, dt)
        kind, i, j = _event(state, now, alive, radii, law)
        if kind == 0:
            state[:] = now
            time += dt
            continue
        low = 0.0
        high = dt
        while high - low > 1e-15:
            middle = 0.5 * (low + high)
            if middle in (low, high):
                break
            _advance(state, now, alive, radii, law, middle)
            found = _event(state, now, alive, radii, law)
            if found[0] == 0:
                low = middle
            else:
                high = middle
                kind, i, j = found
        _advance(state, now, alive, radii, law, high)
        _resolve(now, alive, radii, masses, law, kind, i, j)
        state[:] = now
        time += high
        events += 1
    return time, events


def integrate(start, radii, masses, law, dt, longest=30.0):
    """Integrate states (n x 5, SI) until all discs rest; `dt` in seconds.

    Returns the final states, which discs are still on the board, the time in seconds and the number of events.
    """
    state = np.array(start, dtype=np.float64)
    alive = np.ones(len(radii), dtype=np.bool_)
    time, events = _integrated(state, alive, radii, masses, law, dt, longest)
    return state, alive, time, events
