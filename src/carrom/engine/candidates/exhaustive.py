"""Exhaustive candidates: a lattice over spot, direction and speed.

The lattice has at least one stroke whenever the striker has a legal spot: without a reachable piece it is a stroke
straight ahead.
"""

from collections.abc import Iterator

from carrom.engine.candidates.direct import CLEARANCE, Candidate, Family
from carrom.engine.geometry.ghost_disc import Wall, bounce
from carrom.engine.geometry.plane import first_hit, unit
from carrom.engine.geometry.player_view import PlayerView

FULLNESSES = tuple(step / 8.5 for step in range(-8, 9))
"""Offsets at which the striker passes the piece's centre, in units of the distance at which the two touch."""
SPEEDS = (0.9e6, 1.8e6, 3.2e6)
"""Speeds, µm/s."""
SPOTS = 13
"""Number of spots along the baseline."""
AHEAD = 1e6
"""Speed of a stroke without a target, µm/s."""


def lattice(table: PlayerView) -> list[Candidate]:
    """Return strokes at every target, or at every disc if there is no target; at least one stroke."""
    discs = table.targets or tuple(disc for disc, _ in table.discs)
    found = []
    for x in spread_places(table.places, SPOTS):
        start = table.stand(x)
        for disc in discs:
            for way in _courses(table, start, table.where[disc]):
                for speed in SPEEDS:
                    found.append(Candidate(table.stroke(x, way, speed), Family.LATTICE, disc, None, 0.0))
    return found or [straight_ahead(table)]


def straight_ahead(table: PlayerView) -> Candidate:
    """Return a stroke straight ahead from the legal spot nearest to the middle."""
    x = min(table.places, key=lambda place: (abs(place), place), default=0)
    return Candidate(table.stroke(x, 1j, AHEAD), Family.LATTICE, None, None, 0.0)


def spread_places(places: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return at most `count` of the spots, spread evenly."""
    if len(places) <= count:
        return places
    return tuple(places[index * (len(places) - 1) // (count - 1)] for index in range(count))


def _courses(table: PlayerView, start: complex, man: complex) -> Iterator[complex]:
    """Yield directions towards one piece: straight ones that reach it first, and ones off the frames."""
    way = unit(man - start)
    discs = [place for _, place in table.discs]
    for fullness in FULLNESSES:
        aim = unit(man + fullness * table.touch * way * 1j - start)
        if abs(first_hit(start, aim, table.touch, discs) - first_hit(start, aim, table.touch, [man])) <= CLEARANCE:
            yield aim
    for wall in Wall:
        for fullness in FULLNESSES[::2]:
            turned = bounce(start, man, wall, table.reach(table.striker), table.ground)
            if turned is None:
                continue
            past = man + fullness * table.touch * unit(man - turned.at) * 1j
            turned = bounce(start, past, wall, table.reach(table.striker), table.ground)
            if turned is not None:
                yield unit(turned.at - start)
