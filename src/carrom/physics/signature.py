"""The physics in one number: a hash over every bit of a fixed set of strokes (docs/determinism.md)."""

import hashlib
import struct
from collections.abc import Iterator

from carrom.board.position import Position
from carrom.board.seat import SEATS, Seat
from carrom.board.spec import STANDARD
from carrom.board.stroke import Stroke
from carrom.physics import layout
from carrom.physics.fan import positions, strokes
from carrom.physics.simulate import Playing, place_striker
from carrom.physics.surface import PRESETS, Surface

SIGNATURE = "2fed349ace78f131b413c55ccbb413e5275e253502b832d560331023a2287ebd"
"""Of the whole set."""
SHORT_SIGNATURE = "bc11a89c9ac19056180ce048221e0980a4384d579ff4f2f5d7425a3ad43e6ff8"
"""Of its first SHORT strokes."""
SHORT = 40
SURFACES = (*PRESETS.values(), Surface(contact_friction=0.0, frame_friction=0.0), Surface(disc_restitution=0.2))
STEP = 5
"""Every fifth stroke of the fan is in the set."""

Chosen = tuple[Position, Stroke, Seat, Surface]


def chosen() -> Iterator[Chosen]:
    """Yield the strokes of the set: from every position of the fan, every surface and every seat in turn."""
    fan = [stroke for _, stroke in strokes()][::STEP]
    starts = list(positions().values())
    for index, stroke in enumerate(fan):
        for position in starts:
            seat = SEATS[index % 4]
            yield position.turned(seat.quarters), stroke, seat, SURFACES[index % len(SURFACES)]


def bits(position: Position, stroke: Stroke, seat: Seat, surface: Surface) -> tuple[float, ...]:
    """Return every number the kernel gives for a stroke: its log, the rests, when all is still."""
    playing = Playing(place_striker(position, stroke, seat, STANDARD), stroke, seat, surface, STANDARD)
    read, state, n = playing.work.read, playing.work.state, len(playing.discs)
    numbers = [float(number) for row in playing.rows for number in row]
    for field in (layout.REST_X, layout.REST_Y, layout.FELL, layout.TOUCHED):
        numbers += read(state, field, field + n)
    return (*numbers, playing.end())


def signature(count: int | None = None) -> str:
    """Return the SHA-256 over the bits of the first `count` strokes of the set (all)."""
    digest = hashlib.sha256()
    for index, stroke in enumerate(chosen()):
        if index == count:
            break
        numbers = bits(*stroke)
        digest.update(struct.pack(f"<{len(numbers)}d", *numbers))
    return digest.hexdigest()
