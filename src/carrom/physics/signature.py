"""The signature of the physics and perft for carrom: hashes and totals over fixed strokes.

Both are described in docs/explanation/determinism.md."""

import hashlib
import struct
from collections.abc import Iterable, Iterator

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.physics.kernel import layout
from carrom.physics.played import ContactKind, Played
from carrom.physics.simulate import Playing, place_striker, simulate
from carrom.physics.surface import PRESETS, Surface
from carrom.values import Value, changed

# -- perft: a fixed fan of strokes from a fixed position, with totals --------------------------------------------------
# A change of one bit anywhere in the physics changes the digest; the totals by group find the stroke in a few steps.
# All inputs are integers: no angle is converted to a vector here.


OFFSETS = (-150_000, -100_000, -50_000, 0, 50_000, 100_000, 150_000)
"""µm along the base line."""
ACROSS = (-1000, -600, -300, -100, 50, 200, 450, 800)
"""Sideways speed in thousandths of the speed ahead."""
AHEAD = (1_000_000, 2_000_000, 3_000_000, 4_500_000)
"""µm/s."""
SPINS = (0, 40_000)
"""mrad/s."""


class Totals(Value, frozen=True):
    """Totals of a group of strokes."""

    group: str
    strokes: int
    disc: int
    """Collisions of two discs."""
    frame: int
    pocket: int
    duration: int
    """µs."""
    digest: str
    """First 16 digits of the SHA-256 of every contact and rest."""


def positions() -> dict[str, Position]:
    """Return the positions fans start from, by name."""
    return {
        "rack": rack(270, 1),
        "middle": Position.of(
            {
                Disc.Q: Point(3_000, 41_000),
                Disc.W1: Point(-120_000, 60_000),
                Disc.W2: Point(151_000, 190_000),
                Disc.W3: Point(301_000, -64_000),
                Disc.W4: Point(-260_000, 300_000),
                Disc.B1: Point(52_000, -90_000),
                Disc.B2: Point(-33_000, 354_100),
                Disc.B3: Point(-290_000, -30_000),
                Disc.B4: Point(88_000, 263_000),
            }
        ),
        "last": Position.of({Disc.Q: Point(211_000, 240_000), Disc.W9: Point(-70_000, 10_000)}),
    }


def strokes() -> Iterator[tuple[str, Stroke]]:
    """Yield the strokes of the fan with the group each belongs to."""
    for x in OFFSETS:
        for spin in SPINS:
            for ahead in AHEAD:
                for across in ACROSS:
                    yield f"x{x}.spin{spin}", Stroke(x, across * ahead // 1000, ahead, 0, spin)


def fan(position: Position, surface: Surface | str = "club") -> tuple[Totals, ...]:
    """Play the fan from a position; return the totals of each group, and of all last."""
    groups: dict[str, list[Played]] = {}
    for group, stroke in strokes():
        groups.setdefault(group, []).append(simulate(position, stroke, surface=surface))
    everything = [played for group in groups.values() for played in group]
    return (*(total(name, group) for name, group in groups.items()), total("all", everything))


def total(name: str, group: Iterable[Played]) -> Totals:
    """Return the totals of strokes."""
    digest = hashlib.sha256()
    counts = dict.fromkeys(ContactKind, 0)
    number = duration = 0
    for played in group:
        number += 1
        duration += played.duration
        for contact in played.contacts:
            counts[contact.kind] += 1
            digest.update(
                f"{contact.time} {contact.kind} {' '.join(contact.discs)} {contact.at.x} {contact.at.y};".encode()
            )
        digest.update(" ".join(f"{p.disc} {p.at.x} {p.at.y}" for p in played.rest).encode() + b"\n")
    disc, frame, pocket = (counts[kind] for kind in (ContactKind.DISC, ContactKind.FRAME, ContactKind.POCKET))
    return Totals(name, number, disc, frame, pocket, duration, digest.hexdigest()[:16])


# -- the signature -----------------------------------------------------------------------------------------------------


SIGNATURE = "05d4ee7ffd45f970edaa2836046fcd3511273f827df7167908e2b689f0754d7a"
"""Of the whole set."""
SHORT_SIGNATURE = "06f0dbe55d802ff3b436ee0323c0f971c939163a961ac7674be20ea6bdc0e7cc"
"""Of its first SHORT strokes."""
SIGNATURE_1 = "2fed349ace78f131b413c55ccbb413e5275e253502b832d560331023a2287ebd"
"""Of the whole set on surfaces with `pocket="centre"`."""
SIGNATURE_REBOUND = "75503ef3f4ec3c6945e32613b11733f070e7c9c7d26be3f34a0c54f3f00cb7f9"
"""Of the whole set on surfaces with tangential restitution."""
SHORT_SIGNATURE_REBOUND = "7e491ed67e1def271e4611d8a33a5ff99ea7ab9de85ae2eaaa9df61a641d4b46"
"""Of its first SHORT strokes."""
SHORT = 40
SURFACES_1 = (*PRESETS.values(), Surface(contact_friction=0.0, frame_friction=0.0), Surface(disc_restitution=0.2))
SURFACES = (*SURFACES_1, Surface(disc_restitution=0.0, friction=0.02), Surface(yield_speed=1.0))
SURFACES_REBOUND = (
    Surface(disc_tangential_restitution=0.4, frame_tangential_restitution=0.2),
    Surface(disc_tangential_restitution=1.0, frame_tangential_restitution=1.0, contact_friction=0.3),
    Surface(friction=0.08, frame_restitution=0.80, disc_tangential_restitution=0.6, yield_speed=1.0),
    Surface(frame_tangential_restitution=0.7, frame_friction=1.0),
)
STEP = 5
"""Every fifth stroke of the fan is in the set."""
SETS = {
    "rim": SURFACES,
    "centre": tuple(changed(surface, pocket="centre") for surface in SURFACES_1),
    "rebound": SURFACES_REBOUND,
}
SIGNATURES = {"rim": SIGNATURE, "centre": SIGNATURE_1, "rebound": SIGNATURE_REBOUND}

Chosen = tuple[Position, Stroke, Seat, Surface]


def chosen(kind: str = "rim") -> Iterator[Chosen]:
    """Yield the strokes of the set: from every position of the fan, every surface and every seat in turn.

    `kind` is one of SETS: surfaces of games, with `pocket="centre"`, or with tangential restitution.
    """
    surfaces = SETS[kind]
    fan = [stroke for _, stroke in strokes()][::STEP]
    starts = list(positions().values())
    for index, stroke in enumerate(fan):
        for position in starts:
            seat = SEATS[index % 4]
            yield position.turned(seat.quarters), stroke, seat, surfaces[index % len(surfaces)]


def bits(position: Position, stroke: Stroke, seat: Seat, surface: Surface) -> tuple[float, ...]:
    """Return every number of the kernel for a stroke: its log, the resting places, the duration."""
    playing = Playing(place_striker(position, stroke, seat, STANDARD), stroke, seat, surface, STANDARD)
    read, state, n = playing.work.read, playing.work.state, len(playing.discs)
    numbers = [float(number) for number in playing.log]
    for field in (layout.REST_X, layout.REST_Y, layout.FELL, layout.TOUCHED):
        numbers += read(state, field, field + n)
    return (*numbers, playing.end())


def signature(count: int | None = None, kind: str = "rim") -> str:
    """Return the SHA-256 over the bits of the first `count` strokes of a set (all), one of SETS."""
    digest = hashlib.sha256()
    for index, stroke in enumerate(chosen(kind)):
        if index == count:
            break
        numbers = bits(*stroke)
        digest.update(struct.pack(f"<{len(numbers)}d", *numbers))
    return digest.hexdigest()
