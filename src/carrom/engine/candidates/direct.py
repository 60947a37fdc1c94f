"""Candidate generation by geometry: direct shots, rebounds and combinations.

`ease` is the analytic probability that a player with an aim error of one degree pockets the piece. It compares the
piece's angular error, amplified by the striker's run and by the cut, with the angle that the pocket opens to the piece.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.stroke import Stroke
from carrom.engine.geometry.ghost_disc import (
    ARRIVAL,
    FASTEST,
    GhostContact,
    Wall,
    bounce,
    bounced_contact,
    contact,
    speed_before,
    striking_speed,
)
from carrom.engine.geometry.plane import is_clear, unit
from carrom.engine.geometry.player_view import PlayerView

SPEEDS = (1.1, 1.45, 2.0)
"""Speeds of candidates, as multiples of the least sufficient speed."""
REFERENCE = math.radians(1.0)
"""The aim error for which `ease` is computed, radians."""
CLEARANCE = 150.0
"""Clearance that a path keeps from other discs, µm."""
SIDES = (0.0, -0.45, 0.45)
"""Aim points across a pocket's mouth, in pocket radii."""


TRUST = {"direct": 1.0, "rebound": 0.9, "bank": 0.35, "combination": 0.9}
"""How often a stroke of each family, played without noise, pockets its piece (measured by `bench/engine.py`). Banks
fail most, because the spin that a cut gives the piece changes its rebound from the frame."""


class Family(StrEnum):
    """The family of a candidate: how it is meant to pocket its piece."""

    DIRECT = "direct"
    REBOUND = "rebound"
    BANK = "bank"
    COMBINATION = "combination"
    BREAK = "break"
    LATTICE = "lattice"


@dataclass(frozen=True)
class Candidate:
    """A stroke with the disc and pocket it aims for, and its `ease`."""

    stroke: Stroke
    family: Family
    disc: Disc | None
    pocket: int | None
    ease: float


@dataclass(frozen=True)
class _Way:
    """A free path of a piece into a pocket: direction and speed at the start, and length."""

    disc: Disc
    pocket: int
    out: complex
    length: float
    speed: float


def candidates(table: PlayerView) -> list[Candidate]:
    """Return all geometric strokes at the table's targets, the easiest first, without breaks and lattice strokes."""
    found: list[Candidate] = []
    for disc in table.targets:
        straight = list(ways_in(table, disc))
        banked = list(bank_ways(table, disc))
        found += direct(table, straight, Family.DIRECT)
        found += direct(table, banked, Family.BANK)
        found += rebounds(table, straight)
        found += combinations(table, straight)
    return sorted(found, key=lambda candidate: (-candidate.ease, candidate.stroke.x, candidate.stroke.vx))


def ways_in(table: PlayerView, disc: Disc) -> Iterator[_Way]:
    """Yield the free straight paths of `disc` into the pockets."""
    man = table.where[disc]
    others = table.others(disc)
    for pocket, centre in enumerate(table.pockets):
        way = unit(centre - man)
        for side in SIDES:
            aim = centre + side * table.pocket_radius * way * 1j
            if is_clear(man, aim, 2 * table.man, others):
                length = abs(aim - man)
                yield _Way(disc, pocket, unit(aim - man), length, speed_before(ARRIVAL, length, table.ground))


def bank_ways(table: PlayerView, disc: Disc) -> Iterator[_Way]:
    """Yield the free paths of `disc` off one frame into a pocket.

    The frame's restitution narrows the angle that the pocket opens.
    """
    man = table.where[disc]
    others = table.others(disc)
    reach = table.reach(table.man)
    for pocket, centre in enumerate(table.pockets):
        for wall in Wall:
            turned = bounce(man, centre, wall, reach, table.ground)
            if turned is None or abs(turned.at - centre) < 4 * table.pocket_radius or abs(turned.at - man) < table.man:
                continue
            if is_clear(man, turned.at, 2 * table.man, others) and is_clear(turned.at, centre, 2 * table.man, others):
                on, back = abs(centre - turned.at), abs(turned.at - man)
                leaving = speed_before(ARRIVAL, on, table.ground) / turned.keeps
                length = back + on / table.ground.frame_restitution
                yield _Way(disc, pocket, unit(turned.at - man), length, speed_before(leaving, back, table.ground))


def direct(table: PlayerView, ways: Sequence[_Way], family: Family, keep: int = 3) -> Iterator[Candidate]:
    """Yield for each piece and pocket the easiest straight strokes, from up to `keep` spots along the baseline."""
    rated: dict[tuple[Disc, int], list[tuple[float, int, GhostContact, _Way]]] = {}
    for way in ways:
        man = table.where[way.disc]
        for x in table.places:
            made = contact(table.stand(x), man, way.out, table.touch, table.ground)
            if made is not None:
                ease = TRUST[family] * _ease(table, made, table.stand(x), way.length)
                rated.setdefault((way.disc, way.pocket), []).append((ease, x, made, way))
    for pairs in rated.values():
        yield from _spread(table, pairs, family, keep)


def rebounds(table: PlayerView, ways: Sequence[_Way], keep: int = 1) -> Iterator[Candidate]:
    """Yield strokes in which the striker rebounds from one frame before it hits the piece."""
    reach = table.reach(table.striker)
    for wall in Wall:
        rated: dict[tuple[Disc, int], list[tuple[float, int, GhostContact, _Way]]] = {}
        for way in ways:
            man = table.where[way.disc]
            for x in table.places[len(table.places) // 2 % 3 :: 3]:
                made = bounced_contact(table.stand(x), man, way.out, table.touch, wall, reach, table.ground)
                if made is not None:
                    ease = TRUST[Family.REBOUND] * _ease(table, made, table.stand(x), way.length)
                    rated.setdefault((way.disc, way.pocket), []).append((ease, x, made, way))
        for pairs in rated.values():
            yield from _spread(table, pairs, Family.REBOUND, keep)


def combinations(table: PlayerView, ways: Sequence[_Way], keep: int = 1) -> Iterator[Candidate]:
    """Yield strokes in which the striker drives another piece onto the target, which falls."""
    for way in ways:
        target = table.where[way.disc]
        for other, place in table.discs:
            if other is way.disc:
                continue
            made = contact(place, target, way.out, 2 * table.man, table.ground)
            if made is None or not is_clear(place, made.ghost, 2 * table.man, table.others(other, way.disc)):
                continue
            run = abs(made.ghost - place)
            needed = way.speed / ((1.0 + table.ground.disc_restitution) / 2 * made.cosine)
            lever = (run + 2 * table.man * made.cosine) / (2 * table.man * made.cosine)
            inner = _Way(other, way.pocket, made.way, way.length * lever, speed_before(needed, run, table.ground))
            for found in direct(table, [inner], Family.COMBINATION, keep):
                yield Candidate(found.stroke, Family.COMBINATION, way.disc, way.pocket, found.ease)


def _spread(
    table: PlayerView, pairs: list[tuple[float, int, GhostContact, _Way]], family: Family, keep: int
) -> Iterator[Candidate]:
    """Yield the easiest playable strokes for one piece and pocket, from distant spots, at several speeds."""
    taken: list[int] = []
    for ease, x, made, way in sorted(pairs, key=lambda pair: (-pair[0], pair[1])):
        if len(taken) == keep or ease < 0.02:
            return
        if any(abs(x - other) < 30_000 for other in taken) or not _is_open(table, x, made, way.disc):
            continue
        taken.append(x)
        least = striking_speed(way.speed, made, table.stand(x), table)
        for factor in SPEEDS:
            speed = least * factor
            if speed <= FASTEST or factor == SPEEDS[0]:
                yield Candidate(_stroke(table, x, made, min(speed, FASTEST)), family, way.disc, way.pocket, ease)


def _is_open(table: PlayerView, x: int, made: GhostContact, disc: Disc) -> bool:
    """Whether the striker's path to the ghost position is free and the ghost position is on the board."""
    reach = table.reach(table.striker)
    if max(abs(made.ghost.real), abs(made.ghost.imag)) > reach:
        return False
    start, others, gap = table.stand(x), table.others(disc), table.touch + CLEARANCE
    target = [table.where[disc]]
    if made.bounce is None:
        return is_clear(start, made.ghost, gap, others)
    return (
        is_clear(start, made.bounce.at, gap, [*others, *target])
        and is_clear(made.bounce.at, made.ghost, gap, others)
        and not _over_a_pocket(table, start, made.bounce.at)
    )


def _over_a_pocket(table: PlayerView, start: complex, end: complex) -> bool:
    return not is_clear(start, end, table.pocket_radius, table.pockets)


def _stroke(table: PlayerView, x: int, made: GhostContact, speed: float) -> Stroke:
    aim = made.ghost if made.bounce is None else made.bounce.at
    return table.stroke(x, unit(aim - table.stand(x)), speed)


def _ease(table: PlayerView, made: GhostContact, start: complex, length: float) -> float:
    """Return the probability that a player with the reference aim error pockets the piece; see the module docstring."""
    if made.bounce is None:
        run = abs(made.ghost - start)
    else:
        run = abs(made.bounce.at - start) + abs(made.ghost - made.bounce.at) / table.ground.frame_restitution
    spread = run * REFERENCE / (table.touch * max(made.cosine, 0.05))
    window = math.asin(min(1.0, 0.9 * table.pocket_radius / length)) if length > 0 else math.pi / 2
    return math.erf(window / (spread * math.sqrt(2.0)))
