"""Sources of puzzles: positions laid from the pieces that a break has scattered."""

import math
from random import Random

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.equipment import STANDARD
from carrom.board.notation import read_position, write_position
from carrom.board.position import Point, Position
from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import CarromError
from carrom.physics import simulate
from carrom.practice.check_position import fault_of
from carrom.practice.setup import SetupPosition, round_of
from carrom.rules.round import COLOUR
from carrom.rules.ruleset import named
from carrom.training.puzzles.goals import PuzzleGoal
from carrom.values import Value, changed

SPEEDS = (2.5, 8.0)
"""Range of the speeds of the breaks that scatter the pieces, m/s."""
HANGING, CLOSE = (36_000, 120_000), (25_000, 55_000)
"""Ranges of a hanging piece's distance from its pocket, and of one that nobody misses, µm."""
EASY = 0.3
"""Share of positions for one stroke in which a piece hangs so closely, and few others lie about."""
SHARED = frozenset({"points", "three-player"})
"""Rule sets in which nobody owns a colour."""
ATTEMPTS = 8


class Source(Value, frozen=True, array_like=True):
    """Origin of a position."""

    board: int
    """Number of the search, from which everything follows; in puzzles of versions before 0.4.0 the seed of a board."""
    stroke: int = 0
    """Strokes played before on the board; 0 for a scattered rack."""
    moved: int = 0
    """Number of the position within the search."""
    without: tuple[Disc, ...] = ()
    """Discs removed, in this order."""
    barred: int = 0
    """Number of pieces moved into the paths of rival strokes."""


class SourcePosition(Value, frozen=True):
    """A position seen from south, and its origin."""

    moment: SetupPosition
    source: Source


class Layout(Value, frozen=True):
    """How many pieces a position has, and where they lie."""

    own: tuple[int, int]
    """Fewest and most pieces of the player."""
    others: tuple[int, int]
    hanging: float = 0.0
    """Probability that one of the player's pieces hangs over a pocket."""
    queen: tuple[str, ...] = ("opponent", "mover")
    """States of the queen to choose from."""


LAYOUTS = {
    PuzzleGoal.TURN: Layout((1, 3), (2, 7), 0.5, ("opponent", "opponent", "mover", "pending", "board")),
    PuzzleGoal.DOUBLE: Layout((2, 3), (1, 5), 0.0),
    PuzzleGoal.QUEEN: Layout((1, 2), (1, 6), 0.3, ("board",)),
    PuzzleGoal.PLAN: Layout((2, 2), (1, 6), 0.4),
    PuzzleGoal.ORDER: Layout((2, 3), (1, 6), 0.3),
    PuzzleGoal.DEFENCE: Layout((2, 3), (1, 2), 0.0),
    PuzzleGoal.DUE: Layout((0, 0), (3, 8), 0.0),
}


def laid(goal: PuzzleGoal, rules: str, source: Source, rng: Random) -> SourcePosition | None:
    """Return a position for a goal under a rule set, everything from `rng`; None if no attempt is legal."""
    if goal is PuzzleGoal.BREAK:
        rack = nominal_rack(named(rules).parameters.setup_angle)
        return SourcePosition(SetupPosition(rules=rules, position=write_position(rack), attempt=1), source)
    for _ in range(ATTEMPTS):
        moment = _moment(goal, rules, rng)
        if moment is not None and is_sound(moment):
            return SourcePosition(moment, source)
    return None


def scattered(rng: Random) -> list[Point]:
    """Return where the pieces lie after a break, in random order."""
    x = rng.randrange(-150_000, 150_001)
    speed = 1e6 * rng.uniform(*SPEEDS)
    way = math.atan2(STANDARD.baseline, -x) + rng.gauss(0.0, 0.08)
    stroke = Stroke(x, round(speed * math.cos(way)), round(speed * math.sin(way)))
    rest = simulate(nominal_rack(rng.randrange(360)), stroke, Seat.SOUTH, "club").rest
    places = [placed.at for placed in rest if placed.disc is not STRIKER]
    rng.shuffle(places)
    return places


def _moment(goal: PuzzleGoal, rules: str, rng: Random) -> SetupPosition | None:
    """Return one position, which may not be legal; None if the break left too few pieces."""
    layout = LAYOUTS[goal]
    white = rng.random() < 0.6
    mine, theirs = (WHITES, BLACKS) if white else (BLACKS, WHITES)
    own, others = rng.randint(*layout.own), rng.randint(*layout.others)
    if rules in SHARED and goal is not PuzzleGoal.DUE:
        # Every piece may be pocketed: there are few.
        own, others = (own, 0) if goal in (PuzzleGoal.PLAN, PuzzleGoal.ORDER) else (own, rng.randint(0, 1))
    is_easy = goal is PuzzleGoal.TURN and rng.random() < EASY
    if is_easy:
        own, others = min(own, 2), min(others, rng.randint(1, 4))
    queen = rng.choice(layout.queen)
    if queen == "pending" and own < 1:
        queen = "opponent"
    places = scattered(rng)
    if len(places) < own + others + 1:
        return None
    there = {disc: places.pop() for disc in (*mine[:own], *theirs[:others])}
    if queen == "board":
        there[QUEEN] = places.pop()
    if goal is PuzzleGoal.DOUBLE:
        there.update(_pair(mine, rng))
    elif is_easy:
        there[mine[0]] = _hanging(rng, CLOSE)
    elif rng.random() < layout.hanging and own:
        there[mine[0]] = _hanging(rng)
    if goal is PuzzleGoal.DEFENCE:
        there[theirs[0]] = _hanging(rng)
        for disc in mine[:own]:
            if rng.random() < 0.9:
                there[disc] = _at_a_frame(rng)
    if goal is PuzzleGoal.DUE:
        for disc in theirs[:others]:
            there[disc] = _near_the_centre(rng)
    turn = Seat.NORTH if goal is PuzzleGoal.DUE else Seat.SOUTH
    if turn is Seat.NORTH:
        white = not white
    return SetupPosition(
        rules=rules,
        position=write_position(Position.of(there)),
        turn=turn,
        white=Seat.SOUTH if white else Seat.NORTH,
        queen=queen,
    )


def _hanging(rng: Random, within: tuple[int, int] = HANGING) -> Point:
    """Return a place near a pocket, at a distance within a range."""
    side = rng.choice((-1, 1))
    up = 1 if rng.random() < 0.65 else -1
    away, angle = rng.randrange(*within), rng.uniform(0.05, math.pi / 2 - 0.05)
    reach = STANDARD.half - STANDARD.man_diameter // 2
    x = min(reach, STANDARD.pocket_centre - round(away * math.cos(angle)))
    y = min(reach, STANDARD.pocket_centre - round(away * math.sin(angle)))
    return Point(side * x, up * y)


def _pair(mine: tuple[Disc, ...], rng: Random) -> dict[Disc, Point]:
    """Return the places of two pieces so close together, and to a pocket, that both may fall with one stroke."""
    first = _hanging(rng)
    side, up = (1 if first.x > 0 else -1), (1 if first.y > 0 else -1)
    way, apart = rng.uniform(-0.5, math.pi / 2 + 0.5), rng.randrange(31_900, 60_000)
    reach = STANDARD.half - STANDARD.man_diameter // 2
    x = min(reach, abs(first.x) - round(apart * math.cos(way)))
    y = min(reach, abs(first.y) - round(apart * math.sin(way)))
    return {mine[0]: first, mine[1]: Point(side * x, up * y)}


def _at_a_frame(rng: Random) -> Point:
    reach = STANDARD.half - STANDARD.man_diameter // 2
    along, off = rng.randrange(-250_000, 250_001), reach - rng.choice((0, 0, rng.randrange(30_000)))
    return rng.choice((Point(off, along), Point(-off, along), Point(along, off), Point(along, -off)))


def _near_the_centre(rng: Random) -> Point:
    away, way = rng.uniform(20_000, 135_000), rng.uniform(-math.pi, math.pi)
    return Point(round(away * math.cos(way)), round(away * math.sin(way)))


def is_sound(moment: SetupPosition) -> bool:
    """Whether a person could set this position up: discs are placed legally, and its facts are consistent."""
    try:
        return fault_of(read_position(moment.position)) is None and round_of(moment).result is None
    except CarromError:
        return False


def without(found: SourcePosition, disc: Disc) -> SourcePosition | None:
    """Return the position without a piece of the player in turn; None if no piece would be left or it is invalid."""
    position, round_ = read_position(found.moment.position), round_of(found.moment)
    own = [each for each in position.discs if each is not QUEEN and COLOUR[each] is round_.sides[round_.mover].colour]
    if disc is QUEEN or disc not in own or len(own) < 2:
        return None
    bare = position.without(disc)
    moment = changed(found.moment, position=write_position(bare))
    source = changed(found.source, without=(*found.source.without, disc))
    return SourcePosition(moment, source) if is_sound(moment) else None
