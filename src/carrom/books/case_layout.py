"""A board for a worked case: its men laid out so that one sees what falls; a case gives numbers, not places."""

from collections.abc import Iterable
from math import sqrt
from typing import Any

from carrom.board.arithmetic.direction import direction
from carrom.board.arithmetic.splitmix64 import SplitMix64
from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.equipment import MM
from carrom.board.outcome import Outcome
from carrom.board.place import Point
from carrom.board.position import Position
from carrom.board.rack import rack
from carrom.rules.casebook.decide import owned_outcome, owned_round
from carrom.rules.casebook.points_lines import points_outcome, points_round
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import Ruleset

TURN = 180 * (3 - sqrt(5))
"""Degrees between one man of the spread and the next: the golden angle, as seeds lie in a sunflower."""
SPREAD = 45 * MM
SWAY = 6 * MM
"""How far a man of the spread may lie off his place, so that it looks like a game."""
MOUTH = ((306, 306), (266, 331), (331, 266), (268, 268))
"""Places before a pocket, in mm from the board's middle, the nearest first."""
CORNERS = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def round_of(rules: Ruleset, case: dict[str, Any]) -> Round:
    """Return the round that a case begins with."""
    before = case["before"]
    if rules.colours_are_owned:
        return owned_round(rules, before)
    return points_round(rules, before, 1 + len(before["others"]))


def outcome_of(rules: Ruleset, round: Round, stroke: dict[str, Any]) -> Outcome:
    """Return what happens in the stroke of a case."""
    return owned_outcome(round, stroke) if rules.colours_are_owned else points_outcome(rules, round, stroke)


def laid(round: Round, falling: Iterable[Disc] = ()) -> Position:
    """Return a position for a round: men that are about to fall lie before pockets, the queen in the centre."""
    doomed = [disc for disc in falling if disc is not STRIKER and disc in round.on_board]
    if round.phase is Phase.BREAK and not doomed:
        return rack(round.ruleset.parameters.setup_angle, breaker=round.breaker)
    places = {disc: _before_pocket(number) for number, disc in enumerate(doomed)}
    rest = [disc for disc in round.on_board if disc not in places]
    if QUEEN in rest:
        rest.remove(QUEEN)
        places[QUEEN] = Point(0, 0)
    whites, blacks = [disc for disc in rest if disc.value[0] == "W"], [disc for disc in rest if disc.value[0] == "B"]
    mixed = [disc for pair in zip(whites, blacks, strict=False) for disc in pair]
    shorter = min(len(whites), len(blacks))
    mixed += [*whites[shorter:], *blacks[shorter:]]
    return Position.of({**places, **dict(zip(mixed, _spread(len(mixed)), strict=True))})


def _before_pocket(number: int) -> Point:
    """Return the place of the man that falls as number `number`, from 0."""
    across, up = CORNERS[number % 4]
    x, y = MOUTH[min(number // 4, len(MOUTH) - 1)]
    return Point(across * x * MM, up * y * MM)


def _spread(count: int) -> list[Point]:
    """Return that many places around the centre, none on another, clear of it and of the base lines."""
    stream = SplitMix64(count)
    found = []
    for number in range(count):
        across, up = direction(round(number * TURN) % 360)
        reach = SPREAD * sqrt(number + 1.5)
        found.append(
            Point(round(reach * across) + stream.between(-SWAY, SWAY), round(reach * up) + stream.between(-SWAY, SWAY))
        )
    return found
