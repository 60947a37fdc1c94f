"""Candidate generation: direct shots, rebounds and combinations, the stroke grid, breaks and the break book."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from carrom.board import Disc, Stroke
from carrom.engine.geometry import (
    ARRIVAL,
    FASTEST,
    REFERENCE_SPEED,
    GhostContact,
    HandNoise,
    Wall,
    bounce,
    bounced_contact,
    contact,
    is_clear,
    speed_before,
    striking_speed,
    unit,
)
from carrom.engine.pocketing import PlayerView

# -- by geometry: direct shots, rebounds and combinations --------------------------------------------------------------
# `ease` is the analytic probability that a player with an aim error of one degree pockets the piece. It compares the
# piece's angular error, amplified by the striker's run and by the cut, with the angle that the pocket opens to the
# piece.


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


# -- by a grid over spots, directions and speeds, smoothed by the noise ------------------------------------------------
# Every grid point is simulated once. The values are then averaged along the direction with the player's aim error, and
# the local maxima become candidates. The grid finds plants, kisses, pieces off a frame and strokes without a name,
# without any geometry.


Whole = NDArray[np.int64]
FORWARD = (2.0, 178.0)
"""Range of directions away from the player's own frame, degrees counter-clockwise from the player's right."""
ROUND = (-180.0, 180.0)
PER_PLACE = 12
"""Number of directions per spot, which makes both axes about equally fine."""
GRID_SPEEDS = ((4_000, (1.0, 2.2)), (60_000, (0.9, 1.6, 2.8)), (math.inf, (0.8, 1.2, 1.8, 2.6, 4.0)))
"""Speeds in m/s, by the size of the grid."""
PARTS = 1_000
"""Weights are integer multiples of 1/PARTS, so that sums do not depend on their order."""


@dataclass(frozen=True)
class Grid:
    """Strokes at `places` × `speeds` × `directions`, in this order, in integer units."""

    strokes: Whole
    places: tuple[int, ...]
    speeds: tuple[float, ...]
    """In m/s."""
    step: float
    """Angle between neighbouring directions, degrees."""

    @classmethod
    def over(cls, spans: Whole, across: int, size: int, backwards: bool, only_forward: bool = False) -> "Grid":
        """Return a grid of about `size` strokes from the intervals where the striker may stand.

        `backwards` includes all directions; `only_forward` excludes the back strokes that a rule set forbids.
        """
        speeds = next(speeds for most, speeds in GRID_SPEEDS if size < most)
        low, high = ROUND if backwards else FORWARD
        count = max(2, round(math.sqrt(size / (len(speeds) * PER_PLACE))))
        places = spread(spans, count)
        ways = max(8, size // (len(speeds) * len(places)))
        step = (high - low) / ways
        angles = [math.radians(low + (k + 0.5) * step) for k in range(ways)]
        if only_forward:
            angles = [angle for angle in angles if math.sin(angle) > 0.3 * abs(math.cos(angle))]
        rows = [
            (round(1e6 * speed * math.cos(angle)), round(1e6 * speed * math.sin(angle)))
            for speed in speeds
            for angle in angles
        ]
        strokes = np.zeros((len(places), len(rows), 5), dtype=np.int64)
        strokes[:, :, 0] = np.array(places, dtype=np.int64)[:, None]
        strokes[:, :, 1:3] = np.array(rows, dtype=np.int64)[None]
        strokes[:, :, 3] = across
        return cls(strokes.reshape(-1, 5), places, speeds, step)

    def smoothed(self, worths: Whole, hand: HandNoise) -> Whole:
        """Return the values averaged over the aim error along the direction, times the sum of the weights (PARTS²)."""
        table = worths.reshape(len(self.places), len(self.speeds), -1)
        made = np.empty_like(table)
        for at, speed in enumerate(self.speeds):
            spread = max(0.5 * self.step, hand.direction * (0.8 + 0.2 * speed * 1e6 / REFERENCE_SPEED)) / self.step
            weights = _weights(spread, table.shape[2])
            reach = len(weights) // 2
            padded = np.pad(table[:, at], ((0, 0), (reach, reach)), mode="edge")
            for row in range(len(table)):
                made[row, at] = np.convolve(padded[row], weights, "valid") * PARTS // int(weights.sum())
        return made.reshape(-1)

    def peaks(self, smoothed: Whole) -> NDArray[np.intp]:
        """Return the indices of strokes that no neighbouring direction surpasses, the best first."""
        table = smoothed.reshape(len(self.places) * len(self.speeds), -1)
        peak = np.ones(table.shape, dtype=np.bool_)
        peak[:, 1:] &= table[:, 1:] >= table[:, :-1]
        peak[:, :-1] &= table[:, :-1] > table[:, 1:]
        found = np.nonzero(peak.ravel())[0]
        return found[np.argsort(-smoothed[found], kind="stable")]


def _weights(spread: float, size: int) -> Whole:
    reach = min(math.ceil(3 * spread), max(1, (size - 1) // 2))
    return np.array([round(PARTS * math.exp(-0.5 * (k / spread) ** 2)) for k in range(-reach, reach + 1)])


def spread(spans: Whole, count: int) -> tuple[int, ...]:
    """Return about `count` spots, spread evenly over the intervals by length and including both ends of each."""
    total = sum(int(high - low) for low, high in spans)
    places: set[int] = set()
    for low, high in ((int(low), int(high)) for low, high in spans):
        parts = max(1, round(count * (high - low) / max(1, total)))
        places.update(low + (high - low) * part // parts for part in range(parts + 1))
    return tuple(sorted(places))
