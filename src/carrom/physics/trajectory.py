"""The trajectory of a stroke: events, segments between them, and keyframes."""

from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from operator import itemgetter

from carrom.board.disc import Disc
from carrom.board.equipment import Equipment
from carrom.board.position import Position
from carrom.physics.kernel import keyframes as frames
from carrom.physics.kernel import layout
from carrom.physics.kernel.compiled import current
from carrom.physics.kernel.segment import DiscState, Segment, SegmentRun, legs_of, mass_of, radius_of
from carrom.physics.surface import Surface
from carrom.values import Value

# -- events, decoded exactly from the kernel's log ---------------------------------------------------------------------


class EventKind(StrEnum):
    """The kind of an event."""

    DISC = "disc"
    FRAME = "frame"
    POCKET = "pocket"
    RIM = "rim"


class Velocity(Value, frozen=True):
    """A velocity (m/s, board's frame) and a spin (rad/s, counter-clockwise)."""

    vx: float
    vy: float
    spin: float


class Event(Value, frozen=True):
    """One event with exact values: SI units, origin in the board's centre.

    `normal` points from the first disc to the second, out of the board, or out of a pocket; impulses (N·s) act on
    the second disc, the frame or the rim, along `normal` and a quarter turn counter-clockwise from it.
    """

    time: float
    kind: EventKind
    discs: tuple[Disc, ...]
    places: tuple[tuple[float, float], ...]
    normal: tuple[float, float]
    normal_impulse: float
    tangential_impulse: float
    before: tuple[Velocity, ...]
    after: tuple[Velocity, ...]


_KINDS = {
    layout.DISC: EventKind.DISC,
    layout.FRAME_X: EventKind.FRAME,
    layout.FRAME_Y: EventKind.FRAME,
    layout.POCKET: EventKind.POCKET,
    layout.RIM: EventKind.RIM,
}


def event_of(row: Sequence[float], discs: Sequence[Disc], equipment: Equipment) -> Event:
    """Return one row of the log as a value."""
    lanes = [int(row[layout.E_FIRST])]
    places = [(row[layout.E_X1], row[layout.E_Y1])]
    if row[layout.E_KIND] == layout.DISC:
        lanes.append(int(row[layout.E_SECOND]))
        places.append((row[layout.E_X2], row[layout.E_Y2]))
    who = tuple(discs[lane] for lane in lanes)

    def motions(at: int) -> tuple[Velocity, ...]:
        return tuple(
            Velocity(row[at + 3 * index], row[at + 3 * index + 1], row[at + 3 * index + 2] / radius_of(disc, equipment))
            for index, disc in enumerate(who)
        )

    return Event(
        row[layout.E_TIME],
        _KINDS[int(row[layout.E_KIND])],
        who,
        tuple(places),
        (row[layout.E_NX], row[layout.E_NY]),
        row[layout.E_NORMAL],
        row[layout.E_TANGENT],
        motions(layout.E_BEFORE),
        motions(layout.E_AFTER),
    )


# -- the trajectory ----------------------------------------------------------------------------------------------------


FRAMES = 512
"""Initial capacity for keyframes."""
_by_time = itemgetter(frames.K_TIME, frames.K_LANE)


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


class Trajectory(Value, frozen=True, dict=True, gc=True):
    """The motion of a stroke: every time is in seconds since the stroke; keyframes alone count whole µs.

    Its events and legs are decoded from the kernel's log on first access.
    """

    start: Position
    """The position before the stroke, with the striker on its spot."""
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
    def legs(self) -> tuple[Segment, ...]:
        """Every leg, by disc in the order of `Disc`, then by time."""
        return legs_of(self.start, self.launch, self._rows(), self.end, self.surface, self.equipment)

    @property
    def fallen(self) -> tuple[tuple[Disc, float], ...]:
        """The discs that fell, with their times (s)."""
        return tuple((event.discs[0], event.time) for event in self.events if event.kind is EventKind.POCKET)

    def _rows(self) -> list[tuple[float, ...]]:
        """Return the log event by event."""
        return [self.log[at : at + layout.E_WIDTH] for at in range(0, len(self.log), layout.E_WIDTH)]

    def legs_of(self, disc: Disc) -> tuple[Segment, ...]:
        """Return a disc's legs in order of time; none if it never moved."""
        return tuple(leg for leg in self.legs if leg.disc is disc)

    def state(self, disc: Disc, time: float) -> DiscState | None:
        """Return a disc's place at a time (s), or None if it is in a pocket. Raises `KeyError` for an unknown disc."""
        at = self.start[disc]
        if any(who is disc and time >= when for who, when in self.fallen):
            return None
        legs = self.legs_of(disc)
        index = bisect_right([leg.start for leg in legs], time) - 1
        if index < 0:
            return DiscState(at.x, at.y, 0.0, 0.0, 0.0, 0.0)
        return self.run(legs[index]).state(time)

    def run(self, leg: Segment) -> "SegmentRun":
        """Return a leg loaded into the kernel's arrays, for evaluation at any time."""
        return SegmentRun(leg, self.surface, radius_of(leg.disc, self.equipment))

    def path_length(self, disc: Disc) -> float:
        """Return the length of the path of a disc's centre, µm."""
        return sum(self.run(leg).way(leg.end) for leg in self.legs_of(disc)) * 1e6

    def energy(self, time: float) -> float:
        """Return the kinetic energy of all discs on the board at a time (s), in J."""
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
        """The stroke as joined parabolas, in order of time and discs; computed on each access.

        They are within 10 µm of the exact path, apart from the rounding of event times to whole µs.
        """
        kernel, discs = current(), self.start.discs
        equipment, drag = self.equipment, self.surface.drag
        begun = [
            number
            for placed in self.start.placed
            for number in (placed.at.x / 1e6, placed.at.y / 1e6, radius_of(placed.disc, equipment))
        ]
        given = [kernel.given(numbers) for numbers in (self.log, begun, self.launch)]
        state, marks = kernel.floats(layout.STATE), kernel.integers(layout.MARKS)
        events, room = len(self.log) // layout.E_WIDTH, FRAMES
        while True:
            out = kernel.integers(room * frames.FRAME)
            count = kernel.write_frames(
                kernel.profile, given[0], events, given[1], given[2], len(discs), drag, state, marks, out
            )
            if count <= room:
                break
            room = count
        rows = kernel.rows(out, count, frames.FRAME)
        rows.sort(key=_by_time)
        return tuple([Keyframe(discs[row[0]], *row[1:]) for row in rows])
