"""What comes of a stroke: facts for the law, a rest, contacts, and its trajectory if asked for."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.outcome import Outcome
from carrom.board.position import Point, Position
from carrom.physics.trajectory import Trajectory
from carrom.values import Value


class ContactKind(StrEnum):
    """What a disc met."""

    DISC = "disc"
    FRAME = "frame"
    POCKET = "pocket"
    RIM = "rim"
    """A pocket's rim, from within: the disc had dipped into the pocket and comes out again."""


class Contact(Value, frozen=True, gc=False):
    """One meeting of a stroke: when (whole µs), of what, of whom, and where (whole µm, board's frame).

    `discs` are in the order of `Disc`. `at` is the point where the two touch, or where the disc touches the frame,
    or where its centre is when it falls, or comes out over a pocket's rim.
    """

    time: int
    kind: ContactKind
    discs: tuple[Disc, ...]
    at: Point


class Played(Value, frozen=True):
    """A stroke played to its end."""

    outcome: Outcome
    rest: Position
    """Where everything lies that did not fall; the striker too."""
    duration: int
    """To the last translation or spin, in µs."""
    contacts: tuple[Contact, ...]
    trajectory: Trajectory | None = None
    """How all moved, if `simulate` was asked for it."""
