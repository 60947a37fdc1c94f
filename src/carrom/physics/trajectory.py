"""How every disc moved in a stroke: legs between events, exact at any time, and keyframes for drawing."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from carrom.board.disc import STRIKER, Disc
from carrom.board.position import Position
from carrom.board.spec import Equipment
from carrom.data import Value
from carrom.physics import layout, motion
from carrom.physics.profile import profile, turns
from carrom.physics.surface import Surface

TOLERANCE = 3.0
"""How far a joined parabola may stray from the exact way, in µm; rounding to whole units adds less than 2 µm more."""


class EventKind(StrEnum):
    """What happened."""

    DISC = "disc"
    FRAME = "frame"
    POCKET = "pocket"


class Motion(Value, frozen=True):
    """A velocity (m/s, board's frame) and a spin (rad/s, counter-clockwise)."""

    vx: float
    vy: float
    spin: float


class Event(Value, frozen=True):
    """One event to the last bit: SI units, origin in the board's centre.

    `normal` points from the first disc to the second, or out of the board; impulses (N·s) act on the second disc
    along `normal` and a quarter turn counter-clockwise from it, or on the frame.
    """

    time: float
    kind: EventKind
    discs: tuple[Disc, ...]
    places: tuple[tuple[float, float], ...]
    normal: tuple[float, float]
    normal_impulse: float
    tangential_impulse: float
    before: tuple[Motion, ...]
    after: tuple[Motion, ...]


class Leg(Value, frozen=True):
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
    """How far it has turned since the stroke began, in rad."""


class DiscState(Value, frozen=True):
    """Where a disc is and how it moves at one time: µm, µm/s, mrad, mrad/s."""

    x: float
    y: float
    vx: float
    vy: float
    angle: float
    spin: float


class Keyframe(Value, frozen=True):
    """From `time` (µs) until the disc's next keyframe, dt later: x + vx·dt + ½·ax·dt² and so on.

    Units µm, µm/s, µm/s² in the board's frame, mrad, mrad/s, mrad/s² with dt in seconds. A disc without keyframes
    does not move.
    """

    disc: Disc
    time: int
    x: int
    y: int
    vx: int
    vy: int
    ax: int
    ay: int
    angle: int
    spin: int
    spin_rate: int


class Trajectory(Value, frozen=True):
    """A whole stroke: every event, every leg between them."""

    start: Position
    """All discs, the striker on its spot."""
    events: tuple[Event, ...]
    legs: tuple[Leg, ...]
    """In the order of `Disc`, each disc's in time."""
    fallen: tuple[tuple[Disc, float], ...]
    """Who fell, and when (s)."""
    surface: Surface
    equipment: Equipment

    def legs_of(self, disc: Disc) -> tuple[Leg, ...]:
        """Return a disc's legs in time; none if it never moved."""
        return tuple(leg for leg in self.legs if leg.disc is disc)

    def state(self, disc: Disc, time: float) -> DiscState | None:
        """Return where a disc is at a time in µs, or None if it is in a pocket. Raises `KeyError` for no such disc."""
        at = self.start[disc]
        if any(who is disc and time * 1e-6 >= when for who, when in self.fallen):
            return None
        legs = self.legs_of(disc)
        index = bisect_right([leg.start for leg in legs], time * 1e-6) - 1
        if index < 0:
            return DiscState(at.x, at.y, 0.0, 0.0, 0.0, 0.0)
        return self.run(legs[index]).state(time * 1e-6)

    def run(self, leg: Leg) -> "Run":
        """Return a leg set up for questions about it."""
        return Run(leg, self.surface, radius_of(leg.disc, self.equipment))

    def path_length(self, disc: Disc) -> float:
        """Return how far a disc's centre went, in µm."""
        return sum(self.run(leg).way(leg.end) for leg in self.legs_of(disc)) * 1e6

    def energy(self, time: float) -> float:
        """Return the kinetic energy of all discs on the board at a time in µs, in J."""
        total = 0.0
        for disc in self.start.discs:
            state = self.state(disc, time)
            if state is not None:
                mass = mass_of(disc, self.equipment)
                rim = state.spin * 1e-3 * radius_of(disc, self.equipment)
                sliding = state.vx * state.vx + state.vy * state.vy
                total += 0.5 * mass * (sliding * 1e-12 + layout.INERTIA * rim * rim)
        return total

    @property
    def keyframes(self) -> tuple[Keyframe, ...]:
        """The stroke as joined parabolas within 10 µm of it, in order of time. Made anew at each reading."""
        frames: list[Keyframe] = []
        for disc in self.start.discs:
            legs = self.legs_of(disc)
            for index, leg in enumerate(legs):
                is_last = index + 1 == len(legs)
                frames += _frames(self.run(leg), is_last)
        return tuple(sorted(frames, key=lambda frame: (frame.time, _ORDER[frame.disc])))


class Run:
    """One leg, set up on the kernel's own functions."""

    def __init__(self, leg: Leg, surface: Surface, radius: float) -> None:
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
        """Return the way gone by a time (s), in m."""
        return float(motion.glide(self.profile, self.state_array, self.marks, 0, time, self.drag)[0])

    def end_of_spin(self) -> float:
        """Return when the disc stops turning, in s."""
        if self.branch == layout.TURNING:
            return self.leg.start + abs(self.leg.rim) / (motion.TURNING_DRAG * self.drag)
        return self.stop

    def angle(self, time: float) -> float:
        """Return how far the disc has turned since the stroke began, in rad."""
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
        turned = turns(self.branch, tau) - turns(self.branch, now)
        return leg.angle + sign * turned * self.state_array[layout.AREA] / self.radius

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


def _frames(run: Run, is_last: bool) -> Iterator[Keyframe]:
    """Yield the keyframes of one leg, and of the rest after it if nothing else happens to the disc."""
    leg = run.leg
    end = min(leg.end, max(run.stop, run.end_of_spin()))
    ends = [time for time in (run.stop, run.end_of_spin()) if leg.start < time < end] + [end]
    start = leg.start
    for stop in sorted(set(ends)):
        yield from _pieces(run, start, stop)
        start = stop
    if is_last or end < leg.end:
        rest = run.state(end)
        yield Keyframe(leg.disc, round(end * 1e6), round(rest.x), round(rest.y), 0, 0, 0, 0, round(rest.angle), 0, 0)


def _pieces(run: Run, start: float, end: float) -> Iterator[Keyframe]:
    """Yield parabolas from `start` to `end`, halved until each is within the tolerance."""
    span = end - start
    ways = [run.way(start + part * span) for part in (0.0, 0.25, 0.5, 0.75, 1.0)]
    turn = [run.angle(start + part * span) for part in (0.0, 0.25, 0.5, 0.75, 1.0)]
    stray = max(_stray(ways), run.radius * _stray(turn)) * 1e6
    if stray > TOLERANCE and span > 1e-5:
        yield from _pieces(run, start, start + 0.5 * span)
        yield from _pieces(run, start + 0.5 * span, end)
        return
    if span <= 0.0:
        return
    way, speed, bend = _parabola(ways, span)
    angle, spin, spin_rate = _parabola(turn, span)
    time = round(start * 1e6)
    late = time * 1e-6 - start
    way += (speed + 0.5 * bend * late) * late
    speed += bend * late
    ux, uy = run.state_array[layout.UX], run.state_array[layout.UY]
    x, y = run.leg.x + ux * way, run.leg.y + uy * way
    micro = [round(value * 1e6) for value in (x, y, ux * speed, uy * speed, ux * bend, uy * bend)]
    milli = [round(value * 1e3) for value in (angle, spin, spin_rate)]
    yield Keyframe(run.leg.disc, time, *micro, *milli)


def _parabola(values: Sequence[float], span: float) -> tuple[float, float, float]:
    """Return value, slope and bend at the start of the parabola through the first, middle and last value."""
    first, middle, last = values[0], values[2], values[4]
    return first, (4.0 * middle - 3.0 * first - last) / span, 4.0 * (first - 2.0 * middle + last) / (span * span)


def _stray(values: Sequence[float]) -> float:
    """Return how far the values at the quarters are from that parabola."""
    first, low, middle, high, last = values
    return max(
        abs(low - (0.375 * first + 0.75 * middle - 0.125 * last)),
        abs(high - (-0.125 * first + 0.75 * middle + 0.375 * last)),
    )


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


_ORDER = {disc: index for index, disc in enumerate(Disc)}
