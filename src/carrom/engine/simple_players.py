"""Simple players: the breaks, the lattice of strokes and the evaluation used by the anchors and the environments.

The breaks come from sampling a grid of spots, directions and speeds at the default rack with a state champion's
accuracy (`bench/engine.py breaks` prints that grid). The search simulates each break under the player's own noise."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from carrom.board import Kind, Stroke
from carrom.compiling import is_native
from carrom.engine.break_book import RING, past_the_middle
from carrom.engine.candidates import CLEARANCE, Candidate, Family
from carrom.engine.class_values import NEVER
from carrom.engine.geometry import Wall, bounce, first_hit, unit
from carrom.engine.outcome_value import NEAR, NEARNESS, OutcomeEvaluator
from carrom.engine.pocketing import PlayerView
from carrom.engine.situation import Situation
from carrom.errors import SimulationDiverged
from carrom.physics import simulate
from carrom.physics.batch import DISCS, NOWHERE, Batch, batch

BOOK: tuple[tuple[int, float], ...] = (
    (136_500, 0.2),
    (182_000, 0.0),
    (159_000, 0.0),
    (114_000, 0.4),
    (91_000, 0.6),
    (68_000, 0.8),
    (0, -0.2),
    (0, 1.2),
    (68_000, -0.6),
    (22_000, 1.0),
)
"""Offset along the baseline in µm, and the distance at which the striker passes the centre, to its right, in rings."""
SPEEDS = (5.5e6, 3.5e6)
"""Speeds in µm/s; hard breaks open the rack, softer ones pocket fewer of the opponent's pieces."""


def breaks(table: PlayerView) -> list[Candidate]:
    """Return break strokes from legal spots, the best first, each with its mirror image.

    The list is empty if there is no legal spot.
    """
    if not table.places:
        return []
    strokes = dict.fromkeys(_strokes(table))
    return [Candidate(stroke, Family.BREAK, None, None, 0.0) for stroke in strokes]


def _strokes(table: PlayerView) -> Iterator[Stroke]:
    for speed in SPEEDS:
        for x, aside in BOOK:
            for side in (1, -1):
                yield Stroke(*past_the_middle(table, side * x, side * aside * RING, speed))


# -- exhaustive candidates: a lattice over spot, direction and speed ---------------------------------------------------
# The lattice has at least one stroke whenever the striker has a legal spot: without a reachable piece it is a stroke
# straight ahead.


FULLNESSES = tuple(step / 8.5 for step in range(-8, 9))
"""Offsets at which the striker passes the piece's centre, in units of the distance at which the two touch."""
LATTICE_SPEEDS = (0.9e6, 1.8e6, 3.2e6)
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
                for speed in LATTICE_SPEEDS:
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


# -- the evaluation of an outcome: points, and distances to pockets ----------------------------------------------------
# Batch and single simulation give the same values. An outcome is judged once for each set of discs that fell; the rest
# positions are evaluated on the arrays.


_COLOURS = {
    Kind.WHITE: np.array([(disc.kind is Kind.WHITE) * 1.0 - (disc.kind is Kind.BLACK) for disc in DISCS]),
    Kind.BLACK: np.array([(disc.kind is Kind.BLACK) * 1.0 - (disc.kind is Kind.WHITE) for disc in DISCS]),
}
"""By colour: 1 for each disc of that colour, −1 for each of the other colour."""


def worths(situation: Situation, prospect: OutcomeEvaluator, strokes: Sequence[Stroke]) -> list[float]:
    """Return the value of each stroke in points, simulated once without noise for the player in turn."""
    if not strokes:
        return []
    if is_native():
        try:
            return _from_batch(situation, prospect, strokes)
        except SimulationDiverged:
            pass
    return [_alone(situation, prospect, stroke) for stroke in strokes]


def _alone(situation: Situation, prospect: OutcomeEvaluator, stroke: Stroke) -> float:
    try:
        played = simulate(
            situation.position, stroke, situation.round.turn, situation.surface, equipment=situation.equipment
        )
    except SimulationDiverged:
        return NEVER
    return prospect.of_outcome(played.outcome, played.rest)


def _from_batch(situation: Situation, prospect: OutcomeEvaluator, strokes: Sequence[Stroke]) -> list[float]:
    tried = batch(
        [situation.position],
        strokes,
        situation.round.turn,
        situation.surface,
        threads=1,
        equipment=situation.equipment,
    )
    fell, touched = np.isfinite(tried.fell[0]), np.isfinite(tried.touched[0])
    lies = _lies(tried, situation)
    seen: dict[bytes, tuple[float, bool]] = {}
    found = []
    for index in range(len(strokes)):
        met = bool(touched[index].any())
        key = (fell[index] | 2 * (touched[index] & fell[index])).tobytes()
        if not met or key not in seen:
            judged = prospect.judged(tried.outcome(0, index))
            if met:
                seen[key] = judged
        else:
            judged = seen[key]
        points, over = judged
        found.append(points if over else points + float(lies[index]))
    return found


def _lies(tried: Batch, situation: Situation) -> NDArray[np.float64]:
    """Return the value of the rest positions for the player in turn, one number per stroke."""
    round_ = situation.round
    colour = round_.sides[round_.mover].colour
    if colour is None:
        return np.zeros(len(tried.strokes))
    rest = tried.rest[0].astype(np.float64)
    corner = situation.equipment.pocket_centre
    apart = np.hypot(np.abs(rest[..., 0]) - corner, np.abs(rest[..., 1]) - corner)
    near = np.where(rest[..., 0] == NOWHERE, 0.0, np.exp(-apart / NEARNESS))
    worth: NDArray[np.float64] = NEAR * (near @ _COLOURS[colour])
    return worth
