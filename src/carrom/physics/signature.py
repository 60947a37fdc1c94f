"""The signature of the physics: a hash over every bit of a fixed set of strokes (docs/explanation/determinism.md)."""

import hashlib
import struct
from collections.abc import Iterator

from carrom.board.equipment import STANDARD
from carrom.board.position import Position
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.physics.kernel import layout
from carrom.physics.simulate import Playing, place_striker
from carrom.physics.surface import PRESETS, Surface
from carrom.physics.verification.perft import positions, strokes
from carrom.values import changed

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
