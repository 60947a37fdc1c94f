"""`Played`: the result of a stroke, with its outcome, rest position, contacts and, optionally, its trajectory."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.outcome import Outcome
from carrom.board.position import Point, Position
from carrom.physics.trajectory import Trajectory
from carrom.values import Value


class ContactKind(StrEnum):
    """The kind of a contact."""

    DISC = "disc"
    FRAME = "frame"
    POCKET = "pocket"
    RIM = "rim"
    """A pocket's rim, from within: the disc dipped into the pocket and came out again."""


class StrokeContact(Value, frozen=True, gc=False):
    """One contact of a stroke: its time (µs), kind, discs and place (µm, board's frame).

    `discs` are in the order of `Disc`. `at` is the point where the two touch or where the disc touches the frame;
    for a fall or a rim contact it is the disc's centre.
    """

    time: int
    kind: ContactKind
    discs: tuple[Disc, ...]
    at: Point


class Played(Value, frozen=True):
    """A stroke simulated to its end, as `carrom.simulate` returns it. Times are whole µs, places whole µm.

    >>> import carrom
    >>> stroke = carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9)
    >>> played = carrom.simulate(carrom.rack(angle=270, seed=1), stroke)
    >>> played.outcome.pocketed, played.contacts[0].discs
    ((<Disc.B5: 'B5'>, <Disc.S: 'S'>), (<Disc.S: 'S'>, <Disc.W5: 'W5'>))
    """

    outcome: Outcome
    rest: Position
    """The position at rest, striker included, without the discs that fell."""
    duration: int
    """µs until the last translation or rotation ends."""
    contacts: tuple[StrokeContact, ...]
    trajectory: Trajectory | None = None
    """The motion of all discs, if requested from `simulate`."""
