"""`Played`: the result of a stroke, with outcome, rest position and contacts; its JSON form and its digest."""

from enum import StrEnum
from typing import Any
from zlib import crc32

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


# -- JSON (`carrom simulate --json`) -----------------------------------------------------------------------------------


def form(played: Played, with_keyframes: bool = False) -> dict[str, Any]:
    """Return a played stroke as the documented JSON object."""
    rest: dict[str, list[int] | None] = {placed.disc: [placed.at.x, placed.at.y] for placed in played.rest}
    rest |= dict.fromkeys(played.outcome.pocketed)
    answer: dict[str, Any] = {
        "rest": rest,
        "pocketed": list(played.outcome.pocketed),
        "touched": list(played.outcome.touched),
        "contacts": [
            {
                "time": contact.time,
                "kind": contact.kind,
                "discs": list(contact.discs),
                "at": [contact.at.x, contact.at.y],
            }
            for contact in played.contacts
        ],
        "duration": played.duration,
    }
    if with_keyframes and played.trajectory is not None:
        answer["keyframes"] = [
            {name: getattr(frame, name) for name in frame.__struct_fields__} for frame in played.trajectory.keyframes
        ]
    return answer


# -- the digest, by which two computations of a stroke are compared ----------------------------------------------------


def digest_of(played: Played) -> str:
    """Return the digest of a stroke that was played."""
    return digest(played.duration, played.rest, played.contacts)


def digest(duration: int, rest: Position, contacts: tuple[StrokeContact, ...]) -> str:
    """Return the CRC-32 of a stroke's result, as eight hexadecimal digits.

    It is that of a text in ASCII: the duration; for each disc at rest its name, x and y; the discs that fell, in order;
    the time of each contact. All are separated by single spaces; µs and µm.
    """
    words = [str(duration)]
    for lying in rest.placed:
        words.append(f"{lying.disc.value} {lying.at.x} {lying.at.y}")
    words += [each.discs[0].value for each in contacts if each.kind is ContactKind.POCKET]
    words += [str(each.time) for each in contacts]
    return f"{crc32(' '.join(words).encode()):08x}"
