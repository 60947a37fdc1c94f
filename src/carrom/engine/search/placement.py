"""Placement search: the best spot for a due or penalty piece."""

from dataclasses import replace

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.engine.candidates.direct import Family, direct, ways_in
from carrom.engine.geometry.player_view import PlayerView
from carrom.engine.position.situation import Situation

MOST_SPOTS = 48
"""Spots that are evaluated, spread over those offered."""
MY_SHARE = 0.5
"""Weight of making the placer's own easiest pieces harder, against making the placed piece harder."""


def ease(table: PlayerView, disc: Disc) -> float:
    """Return the analytic success probability of the easiest direct stroke at `disc`; 0 if there is none."""
    return max((found.ease for found in direct(table, list(ways_in(table, disc)), Family.DIRECT, 1)), default=0.0)


def hardest_spot(
    situation: Situation, disc: Disc, spots: tuple[Point, ...], owner: Seat, placer: Seat, mine: tuple[Disc, ...]
) -> Point | None:
    """Return the spot that is best for the placer, or None when no spot is offered.

    An opponent's piece goes where it is hardest for its owner; an own piece (Law 78b ii) goes where it is easiest.
    `mine` are the placer's own pieces on the board. Ties go to the spot offered first.
    """
    best: tuple[float, Point] | None = None
    for at in _spread(spots):
        laid = replace(situation, position=situation.position.having(disc, at))
        his = ease(_sparse(laid.table(owner, (disc,))), disc)
        if owner is placer:
            his = -his
        my_table = _sparse(laid.table(placer, mine))
        my = sum(sorted((ease(my_table, man) for man in my_table.targets), reverse=True)[:3])
        score = his - MY_SHARE * my
        if best is None or score < best[0] - 1e-9:
            best = (score, at)
    return best[1] if best else None


def _sparse(table: PlayerView) -> PlayerView:
    return replace(table, places=table.places[::2])


def _spread(spots: tuple[Point, ...]) -> tuple[Point, ...]:
    if len(spots) <= MOST_SPOTS:
        return spots
    return tuple(spots[index * (len(spots) - 1) // (MOST_SPOTS - 1)] for index in range(MOST_SPOTS))
