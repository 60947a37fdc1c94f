"""Placement search: the best spot for a due or penalty piece."""

import numpy as np

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts.runner import colour_of, easiest_strokes
from carrom.physics.batch import DISCS, places_of

MOST_SPOTS = 48
"""Spots that are evaluated, spread over those offered."""
MY_SHARE = 0.5
"""Weight of making the placer's own easiest pieces harder, against making the placed piece harder."""
COUNTED = 3
"""How many of the placer's easiest pieces count."""


def hardest_spot(
    situation: Situation,
    disc: Disc,
    spots: tuple[Point, ...],
    owner: Seat,
    placer: Seat,
    mine: tuple[Disc, ...],
    hand: HandNoise,
) -> Point | None:
    """Return the spot that is best for the placer, or None when no spot is offered.

    An opponent's piece goes where it is hardest for its owner; an own piece (Law 78b ii) goes where it is easiest.
    `mine` are the placer's own pieces on the board; both players have the accuracy `hand`. Ties go to the spot offered
    first.
    """
    offered = _spread(spots)
    if not offered:
        return None
    places = np.repeat(places_of([situation.position]), len(offered), axis=0)
    placed = DISCS.index(disc)
    places[:, placed] = [(at.x, at.y) for at in offered]
    sides, surface, equipment = situation.round.sides, situation.surface, situation.equipment
    colours = [colour_of(sides[situation.round.side_of(seat)].colour) for seat in (owner, placer)]
    theirs = easiest_strokes(places, colours[0], (owner.quarters,), hand, surface, equipment)[:, 0, placed]
    own = easiest_strokes(places, colours[1], (placer.quarters,), hand, surface, equipment)[:, 0]
    lying = [DISCS.index(man) for man in mine if man is not disc]
    easiest = -np.sort(-own[:, lying], axis=1)[:, :COUNTED].sum(axis=1)
    scores = (-theirs if owner is placer else theirs) - MY_SHARE * easiest
    return offered[int(np.argmin(np.round(scores, 9)))]


def _spread(spots: tuple[Point, ...]) -> tuple[Point, ...]:
    if len(spots) <= MOST_SPOTS:
        return spots
    return tuple(spots[index * (len(spots) - 1) // (MOST_SPOTS - 1)] for index in range(MOST_SPOTS))
