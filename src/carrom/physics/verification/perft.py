"""Perft for carrom: a fixed fan of strokes from a fixed position, with totals to compare.

A change of one bit anywhere in the physics changes the digest; the totals by group find the stroke in a few steps.
All inputs are integers: no angle is converted to a vector here.
"""

import hashlib
from collections.abc import Iterable, Iterator

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.stroke import Stroke
from carrom.physics.played import ContactKind, Played
from carrom.physics.simulate import simulate
from carrom.physics.surface import Surface
from carrom.values import Value

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
