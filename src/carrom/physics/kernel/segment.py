"""A segment of motion between two events, exact at any time."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import Equipment
from carrom.board.position import Position
from carrom.physics.kernel import layout, motion
from carrom.physics.kernel.friction_profile import profile
from carrom.physics.surface import Surface
from carrom.values import Value, changed


class Segment(Value, frozen=True):
    """A disc's motion from one of its events to the next: SI units; `end` is when something happens to it, or rest."""

    disc: Disc
    start: float
    end: float
    x: float
    y: float
    vx: float
    vy: float
    rim: float
    """Speed of the rim, counter-clockwise positive."""
    angle: float
    """The angle (rad) by which it has turned since the stroke began."""


class DiscState(Value, frozen=True):
    """Place and motion of a disc at one time: µm, µm/s, mrad, mrad/s."""

    x: float
    y: float
    vx: float
    vy: float
    angle: float
    spin: float


class SegmentRun:
    """One leg, evaluated with the kernel's own functions."""

    def __init__(self, leg: Segment, surface: Surface, radius: float) -> None:
        self.leg = leg
        self.radius = radius
        self.drag = surface.drag
        self.profile: Any = None
        if can_spin(surface) or leg.rim != 0.0:
            self.profile = profile()
        self.state_array = [0.0] * layout.STATE
        self.marks = [0] * layout.LANES
        self.state_array[layout.X], self.state_array[layout.Y] = leg.x, leg.y
        self.state_array[layout.UX], self.state_array[layout.UY] = 1.0, 0.0
        motion.launch(self.profile, self.state_array, self.marks, 0, leg.start, self.drag, leg.vx, leg.vy, leg.rim)
        self.branch = self.marks[layout.BRANCH]
        self.stop = self.state_array[layout.STOP]

    def way(self, time: float) -> float:
        """Return the distance (m) gone by a time (s)."""
        return float(motion.glide(self.profile, self.state_array, self.marks, 0, time, self.drag)[0])

    def end_of_spin(self) -> float:
        """Return the time (s) when the disc stops turning."""
        if self.branch == layout.TURNING:
            return self.leg.start + abs(self.leg.rim) / (motion.TURNING_DRAG * self.drag)
        return self.stop

    def angle(self, time: float) -> float:
        """Return the angle (rad) by which the disc has turned since the stroke began."""
        leg = self.leg
        sign = 1.0 if leg.rim >= 0.0 else -1.0
        if leg.rim == 0.0:
            return leg.angle
        if self.branch == layout.TURNING:
            dt = min(time, self.end_of_spin()) - leg.start
            return leg.angle + sign * (abs(leg.rim) - 0.5 * motion.TURNING_DRAG * self.drag * dt) * dt / self.radius
        if self.branch == layout.SLIDING:
            return leg.angle + leg.rim * (min(time, self.stop) - leg.start) / self.radius
        tau = self.state_array[layout.TAU]
        now = max(0.0, tau - (min(time, self.stop) - leg.start) * self.state_array[layout.RATE])
        way = motion.turned(self.profile, self.branch, tau) - motion.turned(self.profile, self.branch, now)
        return leg.angle + sign * way * self.state_array[layout.AREA] / self.radius

    def state(self, time: float) -> DiscState:
        """Return place, velocity, angle and spin at a time in s."""
        way, speed, _ = motion.glide(self.profile, self.state_array, self.marks, 0, time, self.drag)
        rim = motion.rim_speed(self.profile, self.state_array, self.marks, 0, time, self.drag)
        ux, uy = self.state_array[layout.UX], self.state_array[layout.UY]
        return DiscState(
            (self.leg.x + ux * way) * 1e6,
            (self.leg.y + uy * way) * 1e6,
            ux * speed * 1e6,
            uy * speed * 1e6,
            self.angle(time) * 1e3,
            rim / self.radius * 1e3,
        )


def legs_of(
    start: Position,
    launch: tuple[float, float, float],
    rows: Sequence[Sequence[float]],
    end: float,
    surface: Surface,
    equipment: Equipment,
) -> tuple[Segment, ...]:
    """Return all legs of a stroke, by disc in the order of `Disc`, then by time.

    `launch` is the striker's velocity and rim speed (m/s), `rows` the kernel's log, `end` when all comes to rest (s).
    """
    discs = start.discs
    x, y = start.placed[0].at.x / 1e6, start.placed[0].at.y / 1e6
    open_legs = {0: Segment(discs[0], 0.0, end, x, y, *launch, 0.0)}
    legs: dict[int, list[Segment]] = {k: [] for k in range(len(discs))}
    for row in rows:
        time = row[layout.E_TIME]
        for k, place, after in _movers(row):
            before = open_legs.pop(k, None)
            angle = 0.0
            if before is not None:
                closed = changed(before, end=time)
                legs[k].append(closed)
                angle = SegmentRun(closed, surface, radius_of(discs[k], equipment)).angle(time)
            if row[layout.E_KIND] != layout.POCKET:
                open_legs[k] = Segment(discs[k], time, end, place[0], place[1], after[0], after[1], after[2], angle)
    for k, leg in open_legs.items():
        legs[k].append(leg)
    return tuple(leg for k in range(len(discs)) for leg in legs[k])


def _movers(row: Sequence[float]) -> list[tuple[int, Sequence[float], Sequence[float]]]:
    """Return the discs of an event: lane, place, motion after it."""
    first = (int(row[layout.E_FIRST]), row[layout.E_X1 : layout.E_Y1 + 1], row[layout.E_AFTER : layout.E_AFTER + 3])
    if row[layout.E_KIND] != layout.DISC:
        return [first]
    return [
        first,
        (int(row[layout.E_SECOND]), row[layout.E_X2 : layout.E_Y2 + 1], row[layout.E_AFTER + 3 : layout.E_AFTER + 6]),
    ]


def can_spin(surface: Surface) -> bool:
    """Whether contacts can set a disc spinning."""
    return surface.contact_friction > 0.0 or surface.frame_friction > 0.0


@cache
def radius_of(disc: Disc, equipment: Equipment) -> float:
    """Return a disc's radius in m."""
    return (equipment.striker_diameter if disc is STRIKER else equipment.man_diameter) / 2e6


@cache
def mass_of(disc: Disc, equipment: Equipment) -> float:
    """Return a disc's mass in kg."""
    return (equipment.striker_mass if disc is STRIKER else equipment.man_mass) / 1e9
