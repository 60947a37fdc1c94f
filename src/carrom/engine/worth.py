"""What a situation is worth to the side in turn: the chance to win the board and the points to expect, learnt and
calibrated; and what scores in a game and games in a match make of boards."""

from functools import cache

import numpy as np

from carrom.data import Value
from carrom.engine.facts import F_COLOUR, F_QUARTERS, F_THEIR_QUARTERS, facts
from carrom.engine.insight import Insight, prices_of
from carrom.engine.learned import MICRO, learned, lie_inputs, round_inputs
from carrom.engine.ledger import POINTS
from carrom.engine.levels import Level, level_named
from carrom.engine.noise import Hand
from carrom.engine.prospect import worth
from carrom.engine.search import Budget
from carrom.engine.situation import Situation
from carrom.engine.tries import ease_of, surveyed
from carrom.physics.batch import places_of

HAND = level_named("champion").hand
"""The hand of both sides where none is named: that of the best people."""


class Worth(Value, frozen=True):
    """What a board is worth to one side, before its next stroke or the other's."""

    win: float
    """Chance to win the board, from 0 to 1."""
    points: float
    """Points to expect of it, negative where the other side is to expect them."""

    @property
    def turned(self) -> "Worth":
        """The same for the other side."""
        return Worth(1.0 - self.win, -self.points)


def of(situation: Situation, hand: Hand = HAND) -> Worth:
    """Return what a situation is worth to the side in turn, when both sides play with that hand.

    It was learnt where two sides own colours; where nobody does, or three play, it is the lead that counts.
    """
    round_, side = situation.round, situation.round.mover
    if round_.result is not None or not Insight.knows(round_):
        chance = Level("any", hand, Budget(1, 1.0)).chance
        return Worth((1.0 + worth(round_, side, chance, just_won=True)) / 2.0, worth(round_, side, chance))
    told, net = facts(round_, side), learned()
    seats = np.array([[told[F_COLOUR], told[F_QUARTERS], told[F_THEIR_QUARTERS]]], dtype=np.int64)
    places, eases = places_of([situation.position]), np.array([ease_of(hand)])
    lies = surveyed(places, seats, eases, situation.surface, situation.equipment)
    prepared = net.prepared([round_inputs(told, hand.direction, prices_of(round_))])
    win, points = net.of(prepared, lie_inputs(lies))
    return Worth(float(win[0]) / MICRO, float(points[0]) / MICRO)


def of_game(mine: int, theirs: int, target: int = 25) -> float:
    """Return the chance to win a game from these scores before a board, when boards are even.

    Raises `ValueError` for scores below nought.
    """
    if mine < 0 or theirs < 0:
        raise ValueError(f"{mine} and {theirs} points: expected none below nought")
    if mine >= target or theirs >= target:
        return 0.5 if mine == theirs else float(mine > theirs)
    return _games(target)[mine][theirs]


def in_game(found: Worth, mine: int, theirs: int, target: int = 25) -> float:
    """Return the chance to win the game from these scores, with a board under way that is worth `found`."""
    total = sum(POINTS)
    share = found.win
    won = sum(count * of_game(mine + points, theirs, target) for points, count in enumerate(POINTS)) / total
    lost = sum(count * of_game(mine, theirs + points, target) for points, count in enumerate(POINTS)) / total
    return share * won + (1.0 - share) * lost


def in_match(game: float, mine: int, theirs: int, games: int = 3) -> float:
    """Return the chance to win the match of so many games at most, with a game under way that is won with that chance.

    `mine` and `theirs` are games won; the games to come are even.
    """
    needed = games // 2 + 1
    return game * _matches(needed, mine + 1, theirs) + (1.0 - game) * _matches(needed, mine, theirs + 1)


@cache
def _games(target: int) -> tuple[tuple[float, ...], ...]:
    """Return the table of chances: [mine][theirs], from the end of the game backwards."""
    total = sum(POINTS)
    table = [[0.5] * target for _ in range(target)]
    for mine in reversed(range(target)):
        for theirs in reversed(range(target)):
            chance = 0.0
            for points, count in enumerate(POINTS):
                won = 1.0 if mine + points >= target else table[mine + points][theirs]
                lost = 0.0 if theirs + points >= target else table[mine][theirs + points]
                chance += count * 0.5 * (won + lost)
            table[mine][theirs] = chance / total
    return tuple(map(tuple, table))


@cache
def _matches(needed: int, mine: int, theirs: int) -> float:
    if mine >= needed or theirs >= needed:
        return float(mine >= needed)
    return 0.5 * (_matches(needed, mine + 1, theirs) + _matches(needed, mine, theirs + 1))
