"""The tracks that the exact simulator predicts for a stroke: the kernel on real numbers, sampled at the frames' times."""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.physics.fitting.camera import Numbers
from carrom.physics.kernel import layout, motion
from carrom.physics.kernel.compiled import Kernel, current
from carrom.physics.kernel.friction_profile import profile
from carrom.physics.kernel.segment import mass_of, radius_of
from carrom.physics.simulate import parameters
from carrom.physics.surface import ALLOWED, Surface
from carrom.physics.tables.layout import CELLS, FIRST_KNOT, FIRST_OCTAVE, PER_OCTAVE
from carrom.values import Value, changed

PARAMETERS = "friction", "disc_restitution", "frame_restitution", "contact_friction", "frame_friction"
"""What is fitted, in this order."""
FRICTION, DISC_BOUNCE, FRAME_BOUNCE, GRIP, FRAME_GRIP = range(5)
FIRST_PLACE = 5
"""A stroke's own numbers: the striker's place (m), velocity (m/s) and spin (rad/s), then from here each other disc's place."""
FASTEST = 12.0
"""m/s"""
Whole: TypeAlias = npt.NDArray[np.int64]
_ROOM = 64
_LIMITS = np.array([ALLOWED[name] for name in PARAMETERS])


class Contact(Value, frozen=True):
    """A predicted contact: when (s), of which kind (`layout.DISC`, …), and whether the rims slip until they part."""

    time: float
    kind: int
    slips: bool


class Prediction(Value, frozen=True, gc=True):
    """Places (m) at every frame, a row for each variant, disc by disc; and the contacts of the first variant."""

    x: Numbers
    y: Numbers
    contacts: tuple[Contact, ...]


def surface_of(values: Numbers) -> Surface:
    """Return the surface with these parameters, each moved into its allowed range."""
    within = np.clip(values, _LIMITS[:, 0], _LIMITS[:, 1])
    return changed(Surface(), **dict(zip(PARAMETERS, within.tolist(), strict=True)))


def values_of(surface: Surface) -> Numbers:
    """Return a surface's fitted parameters."""
    return np.array([getattr(surface, name) for name in PARAMETERS])


class Film(Value, frozen=True, gc=True):
    """Which discs are seen when: the striker first, and the times of each one's frames (s since the stroke began)."""

    discs: tuple[Disc, ...]
    times: tuple[Numbers, ...]

    def until(self, time: float) -> "Film":
        """Return the frames up to a time."""
        return Film(self.discs, tuple(each[each <= time] for each in self.times))


Leg: TypeAlias = tuple[float, float, float, float, float, float]
"""Start (s), place (m), velocity and rim speed (m/s)."""


def predict(film: Film, variants: Sequence[tuple[Surface, Numbers]]) -> Prediction:
    """Return where the discs are in every frame, for each variant of a surface and a stroke's own numbers.

    The kernel plays every variant; their frames are then computed in one array operation.
    """
    kernel = current()
    legs: list[Leg] = []
    firsts, drags, contacts = [], [], []
    last = max((float(each[-1]) for each in film.times if len(each)), default=0.0)
    for number, (surface, own) in enumerate(variants):
        rows, launched = _play(kernel, film.discs, surface, own)
        if number == 0:
            contacts = [_contact(row, surface) for row in rows]
        its: list[list[Leg]] = [[each] for each in launched]
        for row in rows:
            if row[layout.E_TIME] <= last:
                _add_legs(its, row)
        for each in its:
            firsts.append((len(legs), [leg[0] for leg in each]))
            legs += each
            drags += [surface.drag] * len(each)
    index, times, n = [], [], len(film.discs)
    for number, (first, starts) in enumerate(firsts):
        when = film.times[number % n]
        index.append(np.searchsorted(starts, when, side="right") - 1 + first)
        times.append(when)
    leg = _launched(np.array(legs), np.array(drags))[:, np.concatenate(index)]
    x, y = _places(leg, np.concatenate(times))
    return Prediction(x.reshape(len(variants), -1), y.reshape(len(variants), -1), tuple(contacts))


def _play(kernel: Kernel, discs: Sequence[Disc], surface: Surface, own: Numbers) -> tuple[list[list[float]], list[Leg]]:
    """Return the kernel's log of a stroke, and the first leg of every disc."""
    state, marks = kernel.floats(layout.STATE), kernel.integers(layout.MARKS)
    world, log = kernel.floats(layout.PARAMETERS), kernel.floats(_ROOM * layout.E_WIDTH)
    x, y, vx, vy, spin, *places = own.tolist()
    speed = sqrt(vx * vx + vy * vy)
    if speed > FASTEST:
        vx, vy = vx * FASTEST / speed, vy * FASTEST / speed
    legs: list[Leg] = [(0.0, x, y, vx, vy, spin * radius_of(STRIKER, STANDARD))]
    legs += [(0.0, places[at], places[at + 1], 0.0, 0.0, 0.0) for at in range(0, len(places), 2)]
    for k, (disc, leg) in enumerate(zip(discs, legs, strict=True)):
        state[layout.X + k], state[layout.Y + k] = leg[1], leg[2]
        state[layout.RADIUS + k], state[layout.MASS + k] = radius_of(disc, STANDARD), mass_of(disc, STANDARD)
    state[layout.WX], state[layout.WY], state[layout.SPIN] = legs[0][3:]
    world[0 : layout.PARAMETERS] = parameters(surface, STANDARD)
    events = kernel.play(kernel.profile, state, marks, world, log, len(discs))
    return kernel.rows(log, min(max(events, 0), _ROOM), layout.E_WIDTH), legs


def _contact(row: Sequence[float], surface: Surface) -> Contact:
    kind = int(row[layout.E_KIND])
    grip = surface.contact_friction if kind == layout.DISC else surface.frame_friction
    return Contact(row[layout.E_TIME], kind, abs(row[layout.E_TANGENT]) > 0.999 * grip * row[layout.E_NORMAL])


def _add_legs(legs: Sequence[list[Leg]], row: Sequence[float]) -> None:
    """Add the legs that begin at an event; a disc that falls stays where it fell."""
    time, at = row[layout.E_TIME], layout.E_AFTER
    after = (0.0, 0.0, 0.0) if row[layout.E_KIND] == layout.POCKET else tuple(row[at : at + 3])
    legs[int(row[layout.E_FIRST])].append((time, row[layout.E_X1], row[layout.E_Y1], *after))  # type: ignore[arg-type]
    if row[layout.E_KIND] == layout.DISC:
        second = time, row[layout.E_X2], row[layout.E_Y2], *row[at + 3 : at + 6]
        legs[int(row[layout.E_SECOND])].append(second)  # type: ignore[arg-type]


def _launched(legs: Numbers, drag: Numbers) -> Numbers:
    """Return what the path needs of each leg, a column each: `motion.launch` for arrays.

    The rows are start, x, y, direction, speed, deceleration, duration, then the point on the profile: τ, its rate, the
    area, X, and the branch.
    """
    time, x, y, vx, vy, spin = legs.T
    table = _table()
    speed, rim = np.hypot(vx, vy), np.abs(spin)
    slides = (speed >= rim * table[motion.RATIOS_AT + CELLS - 1]) & (speed > 0)
    rests = ~slides & (speed <= rim * table[motion.RATIOS_AT + 2 * CELLS])
    speed = np.where(rests, 0.0, speed)
    safe = np.where(speed > 0, speed, 1.0)
    duration = speed / drag
    tau, rate, area, xi = (np.zeros_like(speed) for _ in range(4))
    curved = ~slides & ~rests
    branch = np.where(curved, np.where(speed >= rim * table[motion.RATIO], 0, 1), layout.SLIDING)
    if curved.any():
        its = branch[curved]
        found = _unit_time(its, speed[curved] / rim[curved])
        unit, way = _unit(its, found)
        scale = speed[curved] / unit
        tau[curved], rate[curved], xi[curved] = found, drag[curved] / scale, way
        area[curved] = scale * scale / drag[curved]
        duration[curved] = found / rate[curved]
    return np.stack([time, x, y, vx / safe, vy / safe, speed, drag, duration, tau, rate, area, xi, branch])


def _places(leg: Numbers, times: Numbers) -> tuple[Numbers, Numbers]:
    """Return x and y at times, each on its own leg."""
    time, x, y, ux, uy, speed, drag, duration, tau, rate, area, xi, branch = leg
    gone = np.clip(times - time, 0.0, duration)
    way = (speed - 0.5 * drag * gone) * gone
    curved = branch <= layout.TWIRLING
    if curved.any():
        left = np.maximum(tau[curved] - gone[curved] * rate[curved], 0.0)
        way[curved] = (xi[curved] - _unit(branch[curved].astype(np.int64), left)[1]) * area[curved]
    return x + ux * way, y + uy * way


def _unit(branch: Whole, tau: Numbers) -> tuple[Numbers, Numbers]:
    """Return U and X at τ on the profile of each branch: `motion.slide` for arrays."""
    table = _table()
    mantissa, exponent = np.frexp(np.maximum(tau, FIRST_KNOT * (1.0 + 1e-15)))
    cell = (exponent - 1 - FIRST_OCTAVE) * PER_OCTAVE + (mantissa * (2.0 * PER_OCTAVE) - PER_OCTAVE).astype(np.int64)
    cells = table[motion.CELLS_AT : motion.RATIOS_AT].reshape(-1, motion.CELL)[branch * CELLS + cell]
    knot, c0, c1, c2, c3, way = cells[:, :6].T
    h = tau - knot
    before, force = tau <= FIRST_KNOT, table[motion.FORCE]
    unit = c0 + h * (c1 + h * (c2 + h * c3))
    way = way + h * (c0 + h * (0.5 * c1 + h * ((1.0 / 3.0) * c2 + h * (0.25 * c3))))
    return np.where(before, force * tau, unit), np.where(before, 0.5 * force * tau * tau, way)


def _unit_time(branch: Whole, ratio: Numbers) -> Numbers:
    """Return τ where U/S has each ratio: `motion.tau_of_ratio` for arrays."""
    table = _table()
    tau = np.full(len(ratio), FIRST_KNOT)
    for which, sign in ((0, 1.0), (1, -1.0)):
        mine = branch == which
        ratios = sign * table[motion.RATIOS_AT + which * (CELLS + 1) :][: CELLS + 1]
        wanted = sign * ratio[mine]
        low = np.clip(np.searchsorted(ratios, wanted, side="right") - 1, 0, CELLS - 1)
        cells = table[motion.CELLS_AT + which * CELLS * motion.CELL : motion.RATIOS_AT].reshape(-1, motion.CELL)[low]
        knot = cells[:, 0]
        a0, a1, a2, a3 = (cells[:, 1 + part] - ratio[mine] * cells[:, 6 + part] for part in range(4))
        width = table[motion.CELLS_AT + which * CELLS * motion.CELL : motion.RATIOS_AT].reshape(-1, motion.CELL)[
            low - low % PER_OCTAVE, 0
        ] / PER_OCTAVE
        h = width * (wanted - ratios[low]) / (ratios[low + 1] - ratios[low])
        for _ in range(3):
            h = h - (a0 + h * (a1 + h * (a2 + h * a3))) / (a1 + h * (2.0 * a2 + h * (3.0 * a3)))
        tau[mine] = np.where(wanted <= ratios[0], FIRST_KNOT, knot + np.clip(h, 0.0, width))
    return tau


@cache
def _table() -> Numbers:
    return np.array(profile())
