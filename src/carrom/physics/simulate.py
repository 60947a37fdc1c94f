"""Simulate one stroke: `simulate(position, stroke, seat, surface)` returns a `Played`."""

import threading
from collections.abc import Iterator
from functools import cache
from math import floor
from typing import Any

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.notation import write_position, write_stroke
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.position import Lying, Point, Position, check_position, over_pocket
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke, SimulationDiverged
from carrom.numeric import whole
from carrom.physics.kernel import layout
from carrom.physics.kernel.compiled import Kernel, current
from carrom.physics.kernel.motion import TURNING_DRAG
from carrom.physics.kernel.segment import can_spin, mass_of, radius_of
from carrom.physics.played import ContactKind, Played, StrokeContact
from carrom.physics.surface import LIP, PATIENCE, TOIL, Surface, SurfaceLike
from carrom.physics.surface import surface as surface_of
from carrom.physics.trajectory import Trajectory

FASTEST = 12_000_000
"""µm/s."""
MOST_SPIN = 200_000
"""mrad/s; the maximum spin that a player can give (docs/decisions/physics-model.md)."""
MOST_SPIN_1 = 1_000_000
"""mrad/s; the maximum spin on surfaces with `pocket="centre"`."""
KINDS = {
    layout.POCKET: ContactKind.POCKET,
    layout.RIM: ContactKind.RIM,
    layout.FRAME_X: ContactKind.FRAME,
    layout.FRAME_Y: ContactKind.FRAME,
}
"""Kinds of contact of a single disc."""
ROOM = {True: 40_000, False: 512}
"""Initial capacity of the event log, compiled and interpreted; a longer stroke is played again with a larger log.
Untouched memory of an array costs nothing, that of a list does."""


def simulate(
    position: Position,
    stroke: Stroke,
    seat: Seat = Seat.SOUTH,
    surface: SurfaceLike = "club",
    *,
    trajectory: bool = False,
    equipment: Equipment = STANDARD,
) -> Played:
    """Simulate a stroke from a position and return its result, the same bits on every machine.

    The stroke is in the seat's frame and places the striker; a striker in `position` is removed first. The striker's
    spot must be free, but need not be legal (`game.legal_strokes` checks that). `surface` is a name, a `Surface` or its
    parameters. With `trajectory` the result has the exact motion of every disc. Raises `IllegalPosition`,
    `IllegalStroke` (no speed, more than 12 m/s, a spot that is taken) or `IllegalSurface`.

    >>> import carrom
    >>> lone = carrom.Position.from_text("c1_W1.0.250000")
    >>> played = carrom.simulate(lone, carrom.Stroke(x=0, vx=0, vy=2_000_000), surface="tournament")
    >>> played.outcome.touched, played.rest[carrom.Disc.W1].x
    ((<Disc.W1: 'W1'>,), 0)
    """
    found = surface_of(surface)
    stroke = check_stroke(stroke, most_spin(found))
    start = place_striker(position, stroke, seat, equipment)
    return Playing(start, stroke, seat, found, equipment).result(trajectory)


def most_spin(surface: Surface) -> int:
    """Return the maximum spin (mrad/s) of a stroke on a surface."""
    return MOST_SPIN if surface.pocket == "rim" else MOST_SPIN_1


def check_stroke(stroke: Stroke, most: int = MOST_SPIN) -> Stroke:
    """Return the stroke with Python's integers, also where it was given with NumPy's.

    Raises `IllegalStroke` for a number that is not whole, a stroke without speed or above 12 m/s, or more than `most`
    mrad/s of spin.
    """
    given = (stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin)
    if any(type(value) is not int for value in given):
        stroke = Stroke(*map(_whole, Stroke.__struct_fields__, given))
    squared = stroke.vx * stroke.vx + stroke.vy * stroke.vy
    if squared == 0:
        raise IllegalStroke("The stroke has no speed; vx and vy (µm/s) must not both be 0.")
    if squared > FASTEST * FASTEST:
        raise IllegalStroke(f"The stroke has {stroke.speed:.9g} m/s; at most {FASTEST / 1e6:g} m/s are allowed.")
    if abs(stroke.spin) > most:
        raise IllegalStroke(f"The stroke's spin is {stroke.spin} mrad/s; at most ±{most} are allowed.")
    return stroke


def _whole(name: str, value: object) -> int:
    """Return a number of a stroke as an int. Raises `IllegalStroke` with its name if it is not whole."""
    found = whole(value)
    if found is None:
        raise IllegalStroke(f"The stroke's {name} is {value!r:.60}; it must be a whole number.")
    return found


def place_striker(position: Position, stroke: Stroke, seat: Seat, equipment: Equipment) -> Position:
    """Return the position with the striker on the stroke's spot. Raises `IllegalPosition` if that overlaps a disc."""
    spot = Point(*seat.to_board(stroke.x, stroke.y - equipment.baseline))
    placed = position.placed
    if placed and placed[0].disc is STRIKER:
        placed = placed[1:]
    start = Position((Lying(STRIKER, spot), *placed))
    if not _clearly_valid(start, equipment):
        return check_position(start, equipment)
    return start


def _clearly_valid(position: Position, equipment: Equipment) -> bool:
    """Whether all discs are clear of each other, the frame and the pockets; fast, without false positives."""
    striker, man = equipment.striker_diameter // 2, equipment.man_diameter // 2
    half, corner = equipment.half, equipment.half - equipment.pocket_diameter
    places: list[tuple[int, int, int]] = []
    for placed in position.placed:
        x, y = placed.at.x, placed.at.y
        if type(x) is not int or type(y) is not int:
            return False
        radius = striker if placed.disc is STRIKER else man
        if abs(x) > half - radius or abs(y) > half - radius or (abs(x) > corner and abs(y) > corner):
            return False
        places.append((x, y, radius))
    places.sort()
    ahead: list[tuple[int, int, int]] = []
    for x, y, radius in places:
        near = x - radius - striker
        ahead = [other for other in ahead if other[0] > near]
        for other_x, other_y, other_radius in ahead:
            apart = radius + other_radius
            if (x - other_x) ** 2 + (y - other_y) ** 2 < apart * apart:
                return False
        ahead.append((x, y, radius))
    return True


def diverged(stroke: Stroke, seat: Seat, position: Position, surface: Surface) -> str:
    """Return the error message for a stroke that used up its budget of events."""
    return (
        f"The stroke {write_stroke(stroke)} from {seat} on {write_position(position)} with {surface} did not "
        f"come to rest within {layout.BUDGET} events: please report it."
    )


class Playing:
    """One run of the kernel: its arrays, and the conversion of the results to values."""

    def __init__(self, start: Position, stroke: Stroke, seat: Seat, surface: Surface, equipment: Equipment) -> None:
        self.start = start
        self.stroke = stroke
        self.seat = seat
        self.surface = surface
        self.equipment = equipment
        self.discs = [placed.disc for placed in start.placed]
        self.radii = (radius_of(STRIKER, equipment), radius_of(QUEEN, equipment))
        kernel = current()
        room = ROOM[kernel.is_compiled]
        while True:
            self.work = _workspace(kernel, room)
            self.events = self._run(self.work)
            if self.events < 0:
                raise SimulationDiverged(diverged(stroke, seat, start, surface))
            if self.events <= room:
                break
            room = self.events
        self.log = self.work.read(self.work.log, 0, self.events * layout.E_WIDTH)

    def rows(self) -> Iterator[list[float]]:
        """Yield the log event by event; a list of thousands of rows would burden the garbage collector."""
        width = layout.E_WIDTH
        return (self.log[at : at + width] for at in range(0, self.events * width, width))

    def _run(self, work: "_Workspace") -> int:
        """Fill the kernel's arrays and run it."""
        self._lay(work)
        profile = work.kernel.profile if can_spin(self.surface) or self.stroke.spin != 0 else None
        return work.kernel.play(profile, work.state, work.marks, work.world, work.log, len(self.discs))

    def _lay(self, work: "_Workspace") -> None:
        """Write the start into the kernel's arrays."""
        n = len(self.discs)
        state, world, surface, equipment = work.state, work.world, self.surface, self.equipment
        vx, vy = self.seat.to_board(self.stroke.vx, self.stroke.vy)
        spin = self.stroke.spin / 1e3 * self.radii[0]
        rest = [0.0] * (n - 1)
        state[layout.X : layout.X + n] = [p.at.x / 1e6 for p in self.start.placed]
        state[layout.Y : layout.Y + n] = [p.at.y / 1e6 for p in self.start.placed]
        state[layout.WX : layout.WX + n] = [vx / 1e6, *rest]
        state[layout.WY : layout.WY + n] = [vy / 1e6, *rest]
        state[layout.SPIN : layout.SPIN + n] = [spin, *rest]
        striker, man = self.radii
        state[layout.RADIUS : layout.RADIUS + n] = [striker] + [man] * (n - 1)
        mass, man_mass = mass_of(STRIKER, equipment), mass_of(QUEEN, equipment)
        state[layout.MASS : layout.MASS + n] = [mass] + [man_mass] * (n - 1)
        world[0 : layout.PARAMETERS] = parameters(surface, equipment)

    def result(self, with_trajectory: bool) -> Played:
        """Return the result as values."""
        contacts, pocketed, touched = self._contacts()
        n = len(self.discs)
        state, read = self.work.state, self.work.read
        rest_x = read(state, layout.REST_X, layout.REST_X + n)
        rest_y = read(state, layout.REST_Y, layout.REST_Y + n)
        fallen = set(pocketed)
        rest = Position(
            tuple(
                lying_at(placed, resting_place(x, y, self.equipment))
                for placed, x, y in zip(self.start.placed, rest_x, rest_y, strict=True)
                if placed.disc not in fallen
            )
        )
        outcome = Outcome(
            pocketed=tuple(pocketed),
            touched=tuple(touched),
            moved=bool(touched),
            lines_left=self._lines_left((rest_x[0], rest_y[0]), STRIKER in fallen),
        )
        trajectory = self.trajectory() if with_trajectory else None
        return Played(outcome, rest, round(self.end() * 1e6), tuple(contacts), trajectory)

    def _contacts(self) -> tuple[list[StrokeContact], list[Disc], list[Disc]]:
        """Return the contacts, the discs that fell, and those that the striker touched, each in order of time."""
        contacts: list[StrokeContact] = []
        pocketed: list[Disc] = []
        touched: list[Disc] = []
        half, discs = self.equipment.half, self.discs
        for row in self.rows():
            kind, first, second, when, x, y, _, _, nx, ny = row[: layout.E_NORMAL]
            disc = discs[int(first)]
            time = round(when * 1e6)
            if kind == layout.DISC:
                other = discs[int(second)]
                pair = together(disc, other) if first < second else together(other, disc)
                if pair[0] is STRIKER and pair[1] not in touched:
                    touched.append(pair[1])
                radius = self.radii[disc is not STRIKER]
                at = Point(round((x + radius * nx) * 1e6), round((y + radius * ny) * 1e6))
                contacts.append(StrokeContact(time, ContactKind.DISC, pair, at))
                continue
            at = Point(round(x * 1e6), round(y * 1e6))
            if kind == layout.POCKET:
                pocketed.append(disc)
            elif kind == layout.FRAME_X:
                at = Point(half if x > 0.0 else -half, at.y)
            elif kind == layout.FRAME_Y:
                at = Point(at.x, half if y > 0.0 else -half)
            contacts.append(StrokeContact(time, KINDS[int(kind)], together(disc), at))
        return contacts, pocketed, touched

    def end(self) -> float:
        """Return the time (s) at which the last disc stopped sliding and turning."""
        n, read, work = len(self.discs), self.work.read, self.work
        end = max(read(work.state, layout.STOP, layout.STOP + n))
        branches = read(work.marks, layout.BRANCH, layout.BRANCH + n)
        if layout.TURNING not in branches:
            return float(end)
        for k, branch in enumerate(branches):
            if branch == layout.TURNING:
                rim = abs(float(work.state[layout.SPIN + k]))
                end = max(end, float(work.state[layout.SINCE + k]) + rim / (TURNING_DRAG * self.surface.drag))
        return float(end)

    def _lines_left(self, rest: tuple[float, float], fell: bool) -> LinesLeft:
        """Return how many base lines the striker left at some time (Law 45).

        The area that touches a line is convex and paths are straight between events, so only events are checked.
        """
        equipment = self.equipment
        reach = equipment.striker_diameter / 2 + 0.5
        lines = (equipment.lower_line - equipment.half, equipment.upper_line - equipment.half)
        _, away = turned_floats(rest, -self.seat.quarters)
        if fell or not lines[0] - reach <= away * 1e6 <= lines[1] + reach:
            return LinesLeft.BOTH
        places = [rest]
        for row in self.rows():
            if row[layout.E_FIRST] == 0:
                places.append((row[layout.E_X1], row[layout.E_Y1]))
            elif row[layout.E_SECOND] == 0:
                places.append((row[layout.E_X2], row[layout.E_Y2]))
        left = [False, False]
        for place in places:
            x, y = turned_floats(place, -self.seat.quarters)
            over = max(0.0, abs(x) * 1e6 - equipment.line_length / 2)
            for index, line in enumerate(lines):
                across = y * 1e6 - line
                if over * over + across * across > reach * reach:
                    left[index] = True
        return (LinesLeft.NONE, LinesLeft.ONE, LinesLeft.BOTH)[sum(left)]

    def trajectory(self) -> Trajectory:
        """Return the trajectory."""
        vx, vy = self.seat.to_board(self.stroke.vx, self.stroke.vy)
        rim = self.stroke.spin / 1e3 * radius_of(STRIKER, self.equipment)
        launch = (vx / 1e6, vy / 1e6, rim)
        return Trajectory(self.start, launch, tuple(self.log), self.end(), self.surface, self.equipment)


@cache
def together(*discs: Disc) -> tuple[Disc, ...]:
    """Return those discs, as a shared tuple."""
    return discs


def turned_floats(place: tuple[float, float], quarters: int) -> tuple[float, float]:
    """Rotate a place by quarter turns, exactly."""
    x, y = place
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]


def lying_at(placed: Lying, at: Point) -> Lying:
    """Return a disc at a place; a disc that has not moved keeps its value, so that long games share memory."""
    return placed if placed.at == at else Lying(placed.disc, at)


def resting_place(x: float, y: float, equipment: Equipment) -> Point:
    """Round a resting place (m) to whole µm, never into a pocket's circle, where the disc would have fallen."""
    at = Point(round(x * 1e6), round(y * 1e6))
    corner = equipment.half - equipment.pocket_diameter
    if abs(at.x) < corner or abs(at.y) < corner or not over_pocket(at, equipment):
        return at
    corners = [Point(floor(x * 1e6) + dx, floor(y * 1e6) + dy) for dx in (0, 1) for dy in (0, 1)]
    outside = [corner for corner in corners if not over_pocket(corner, equipment)]
    return min(outside, key=lambda corner: ((corner.x - x * 1e6) ** 2 + (corner.y - y * 1e6) ** 2, corner))


def parameters(surface: Surface, equipment: Equipment) -> tuple[float, ...]:
    """Return the kernel's parameters of surface and board, SI units."""
    return (
        surface.drag,
        surface.disc_restitution,
        surface.frame_restitution,
        surface.contact_friction,
        surface.frame_friction,
        equipment.half / 1e6,
        equipment.pocket_diameter / 2e6,
        LIP if surface.pocket == "rim" else 0.0,
        surface.yield_speed,
        PATIENCE[surface.pocket],
        TOIL[surface.pocket],
        surface.disc_tangential_restitution,
        surface.frame_tangential_restitution,
    )


class _Workspace:
    """The kernel's arrays, reused by one thread."""

    def __init__(self, kernel: Kernel, room: int) -> None:
        self.kernel = kernel
        self.room = room
        self.state = kernel.floats(layout.STATE)
        self.marks = kernel.integers(layout.MARKS)
        self.world = kernel.floats(layout.PARAMETERS)
        self.log = kernel.floats(room * layout.E_WIDTH)

    def read(self, array: Any, start: int, end: int) -> list[Any]:
        """Return a slice of an array as Python numbers."""
        part = array[start:end]
        return part.tolist() if self.kernel.is_compiled else part  # type: ignore[no-any-return]


_own = threading.local()


def _workspace(kernel: Kernel, room: int) -> _Workspace:
    """Return this thread's workspace for that kernel, with at least that capacity of the log."""
    work: _Workspace | None = getattr(_own, "work", None)
    if work is None or work.kernel is not kernel or work.room < room:
        work = _own.work = _Workspace(kernel, room)
    return work
