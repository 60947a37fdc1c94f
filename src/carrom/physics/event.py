"""Events of a stroke as values, decoded exactly from the kernel's log."""

from collections.abc import Sequence
from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.equipment import Equipment
from carrom.physics.kernel import layout
from carrom.physics.kernel.segment import radius_of
from carrom.values import Value


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
