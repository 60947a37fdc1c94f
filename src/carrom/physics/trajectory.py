"""How every disc moved in a stroke: its events, its legs between them, and keyframes for drawing."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.spec import Equipment
from carrom.data import Value
from carrom.physics import layout
from carrom.physics.event import Event, EventKind, event_of
from carrom.physics.leg import DiscState, Leg, Run, legs_of, mass_of, radius_of
from carrom.physics.surface import Surface

TOLERANCE = 3.0
"""How far a joined parabola may stray from the exact way, in µm; rounding to whole units adds less than 2 µm more."""


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


class Trajectory(Value, frozen=True, dict=True):
    """A whole stroke, as the kernel logged it; its events and legs are read from the log when first asked for."""

    start: Position
    """All discs, the striker on its spot."""
    launch: tuple[float, float, float]
    """The striker's velocity (m/s, board's frame) and rim speed (m/s, counter-clockwise positive)."""
    log: tuple[float, ...]
    """The kernel's log, `layout.E_WIDTH` numbers an event."""
    end: float
    """When the last disc stops sliding and turning, in s."""
    surface: Surface
    equipment: Equipment

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Every event, in order of time."""
        discs = self.start.discs
        return tuple(event_of(row, discs, self.equipment) for row in self._rows())

    @cached_property
    def legs(self) -> tuple[Leg, ...]:
        """Every leg, in the order of `Disc`, each disc's in time."""
        return legs_of(self.start, self.launch, self._rows(), self.end, self.surface, self.equipment)

    @property
    def fallen(self) -> tuple[tuple[Disc, float], ...]:
        """Who fell, and when (s)."""
        return tuple((event.discs[0], event.time) for event in self.events if event.kind is EventKind.POCKET)

    def _rows(self) -> list[tuple[float, ...]]:
        """Return the log event by event."""
        return [self.log[at : at + layout.E_WIDTH] for at in range(0, len(self.log), layout.E_WIDTH)]

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


_ORDER = {disc: index for index, disc in enumerate(Disc)}
