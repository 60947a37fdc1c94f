"""From the kernel's log to a trajectory."""

from collections.abc import Sequence

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.spec import Equipment
from carrom.data import changed
from carrom.physics import layout
from carrom.physics.surface import Surface
from carrom.physics.trajectory import Event, EventKind, Leg, Motion, Run, Trajectory, radius_of

_KINDS = {
    layout.DISC: EventKind.DISC,
    layout.FRAME_X: EventKind.FRAME,
    layout.FRAME_Y: EventKind.FRAME,
    layout.POCKET: EventKind.POCKET,
}


def trajectory_of(
    start: Position,
    launch: tuple[float, float, float],
    rows: Sequence[Sequence[float]],
    end: float,
    surface: Surface,
    equipment: Equipment,
) -> Trajectory:
    """Return the trajectory of a stroke: `launch` is the striker's velocity and rim speed, `rows` the kernel's log."""
    discs = start.discs
    open_legs: dict[int, Leg] = {
        0: Leg(discs[0], 0.0, end, start.placed[0].at.x / 1e6, start.placed[0].at.y / 1e6, *launch, 0.0)
    }
    legs: dict[int, list[Leg]] = {k: [] for k in range(len(discs))}
    fallen: list[tuple[Disc, float]] = []
    for row in rows:
        time = row[layout.E_TIME]
        falls = row[layout.E_KIND] == layout.POCKET
        for k, place, after in _movers(row):
            before = open_legs.pop(k, None)
            angle = 0.0
            if before is not None:
                closed = changed(before, end=time)
                legs[k].append(closed)
                angle = Run(closed, surface, radius_of(discs[k], equipment)).angle(time)
            if falls:
                fallen.append((discs[k], time))
            else:
                (x, y), (vx, vy, rim) = place, after
                open_legs[k] = Leg(discs[k], time, end, x, y, vx, vy, rim, angle)
    for k, leg in open_legs.items():
        legs[k].append(leg)
    return Trajectory(
        start,
        tuple(_event(row, discs, equipment) for row in rows),
        tuple(leg for k in range(len(discs)) for leg in legs[k]),
        tuple(fallen),
        surface,
        equipment,
    )


def _movers(row: Sequence[float]) -> list[tuple[int, Sequence[float], Sequence[float]]]:
    """Return the discs of an event: lane, place, motion after it."""
    first = (int(row[layout.E_FIRST]), row[layout.E_X1 : layout.E_Y1 + 1], row[layout.E_AFTER : layout.E_AFTER + 3])
    if row[layout.E_KIND] != layout.DISC:
        return [first]
    return [
        first,
        (int(row[layout.E_SECOND]), row[layout.E_X2 : layout.E_Y2 + 1], row[layout.E_AFTER + 3 : layout.E_AFTER + 6]),
    ]


def _event(row: Sequence[float], discs: Sequence[Disc], equipment: Equipment) -> Event:
    """Return one row of the log as a value."""
    lanes = [int(row[layout.E_FIRST])]
    places = [(row[layout.E_X1], row[layout.E_Y1])]
    if row[layout.E_KIND] == layout.DISC:
        lanes.append(int(row[layout.E_SECOND]))
        places.append((row[layout.E_X2], row[layout.E_Y2]))
    who = tuple(discs[lane] for lane in lanes)

    def motions(at: int) -> tuple[Motion, ...]:
        return tuple(
            Motion(row[at + 3 * index], row[at + 3 * index + 1], row[at + 3 * index + 2] / radius_of(disc, equipment))
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
