"""Board layouts for worked cases: pieces about to fall are next to pockets, because a case has only counts."""

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
"""Angle in degrees between consecutive pieces of the spread: the golden angle, as in a sunflower."""
SPREAD = 45 * MM
SWAY = 6 * MM
"""Maximum random offset of a piece in the spread, so that it looks like a real game."""
MOUTH = ((306, 306), (266, 331), (331, 266), (268, 268))
"""Points in front of a pocket, in mm from the board's centre, the nearest first."""
CORNERS = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def round_of(rules: Ruleset, case: dict[str, Any]) -> Round:
    """Return the round at the start of a case."""
    before = case["before"]
    if rules.colours_are_owned:
        return owned_round(rules, before)
    return points_round(rules, before, 1 + len(before["others"]))


def outcome_of(rules: Ruleset, round: Round, stroke: dict[str, Any]) -> Outcome:
    """Return the outcome of the stroke of a case."""
    return owned_outcome(round, stroke) if rules.colours_are_owned else points_outcome(rules, round, stroke)


def laid(round: Round, falling: Iterable[Disc] = ()) -> Position:
    """Return a position for a round: pieces about to fall are in front of pockets, the queen is in the centre."""
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
    """Return the point of the piece that falls as number `number`, from 0."""
    across, up = CORNERS[number % 4]
    x, y = MOUTH[min(number // 4, len(MOUTH) - 1)]
    return Point(across * x * MM, up * y * MM)


def _spread(count: int) -> list[Point]:
    """Return that many non-overlapping points around the centre, clear of it and of the base lines."""
    stream = SplitMix64(count)
    found = []
    for number in range(count):
        across, up = direction(round(number * TURN) % 360)
        reach = SPREAD * sqrt(number + 1.5)
        found.append(
            Point(round(reach * across) + stream.between(-SWAY, SWAY), round(reach * up) + stream.between(-SWAY, SWAY))
        )
    return found
