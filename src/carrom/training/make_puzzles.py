"""Material for puzzles: the most promising stroke of every idea, and positions from scattered pieces."""

import math
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board import BLACKS, QUEEN, STRIKER, WHITES, Disc, Point, Position, Seat, Stroke, StrokeKind
from carrom.board.equipment import STANDARD
from carrom.board.notation import read_position, write_position
from carrom.board.rack import nominal_rack
from carrom.engine import rollout_kernel
from carrom.engine.break_book import past_the_middle
from carrom.engine.candidates import Grid, Whole
from carrom.engine.class_values import ClassValues
from carrom.engine.outcome_value import wanted
from carrom.engine.rollouts import RolloutRunner
from carrom.engine.situation import Situation
from carrom.errors import CarromError
from carrom.physics import simulate
from carrom.physics.played import ContactKind
from carrom.practice.setup import SetupPosition, fault_of, round_of
from carrom.rules.round import COLOUR
from carrom.rules.ruleset import named
from carrom.training.stroke_chances import STRONG, Chance, Look, same_idea
from carrom.training.views import CHAINS, PuzzleGoal
from carrom.values import Value, changed

GRID, SAFETIES = 4_000, 3_000
"""Sizes of the grids for strokes that pocket a piece, and for safeties."""
ABLE = 0.4
"""Least success rate of the first of two strokes, in few samples."""
MOST = 10
"""Ideas that are returned at most."""
RING, ASIDES, PLACES = 64_000.0, (-1.5, -1.2, -0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9, 1.2, 1.5), 4
"""Breaks pass the centre at these distances, in rings of the rack, from this many places of a range."""
BREAK_SPEEDS = (1.5, 2.5, 3.5, 5.0, 6.5, 8.0)
"""m/s."""
NOWHERE = -1
"""The pocket of a stroke that is not meant to pocket anything."""


class Estimates:
    """Cheap estimates of what strokes are worth for a goal, from the layouts that they leave."""

    def __init__(self, situation: Situation, goal: PuzzleGoal, look: Look) -> None:
        """Prepare for strokes of the player in turn; `look` has the disturbances."""
        self.situation, self.goal, self._look = situation, goal, look
        round_ = situation.round
        across = situation.table(round_.turn, wanted(round_)).across
        self._tries = RolloutRunner(situation, STRONG, across)
        self._prices = ClassValues(round_, 0.8)
        self._others = round_.men_on_board(1 - round_.mover) if len(round_.sides) == 2 else 0

    def of(self, strokes: Whole, noise: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the estimate for every stroke, from 0 to 1."""
        classes, lies = self._tries.rate(strokes, noise, 0, len(noise))
        self._prices.learn(classes)
        keeps = self._prices.kept[classes]
        clean = ~self._prices.foul[classes]
        found: NDArray[np.float64]
        if self.goal is PuzzleGoal.DEFENCE:
            over = self._prices.over[classes]
            left = np.where(over, 0.0, 1.0 - self._easiest(classes, lies, 1))
            found = np.where(clean, np.where(keeps, 1.0, left), 0.0)
        else:
            good = keeps & clean
            if self.goal is PuzzleGoal.QUEEN:
                good &= classes // 24 % 2 == 1
            found = np.where(good, self._easiest(classes, lies, 0), 0.0)
        means: NDArray[np.float64] = found.mean(axis=1)
        return means

    def _easiest(self, classes: NDArray[np.int16], lies: NDArray[np.int32], side: int) -> NDArray[np.float64]:
        """Return the analytic success rate of the next stroke: of this player, or of the next one (`side` 1)."""
        if self._tries.colour == 0:
            first = rollout_kernel.BLOCK * side + rollout_kernel.L_EACH
            return np.maximum(lies[..., first], lies[..., first + rollout_kernel.EASY]) / rollout_kernel.POINT
        down = classes.astype(np.int64) // 48
        whites, blacks = down // 10, down % 10
        round_ = self.situation.round
        mine = self._tries.colour == rollout_kernel.WHITE
        fallen = whites if mine == (side == 0) else blacks
        left = (round_.men_on_board(round_.mover) if side == 0 else self._others) - fallen
        easy = lies[..., rollout_kernel.BLOCK * side + rollout_kernel.L_EASIEST] / rollout_kernel.POINT
        found: NDArray[np.float64] = np.where(left <= 0, 1.0, easy)
        return found


def proposals(situation: Situation, goal: PuzzleGoal, rng: Random) -> list[Chance]:
    """Return the best strokes of the best ideas for a goal of strokes, by estimate, the best first."""
    look = Look(situation, STRONG, rng, goal)
    if goal in CHAINS:
        return _first_strokes(situation, goal, look)
    if goal is PuzzleGoal.DEFENCE:
        return _safeties(situation, goal, look)
    return list(look.chances(GRID, finalists=0))[:MOST]


def _first_strokes(situation: Situation, goal: PuzzleGoal, look: Look) -> list[Chance]:
    pool = look.pool(GRID)
    if not len(pool):
        return []
    shares = look.shares(pool, look.few)
    pool = pool[shares >= ABLE]
    if not len(pool):
        return []
    worths = Estimates(situation, goal, look).of(pool, look.few)
    return _by_idea(situation, pool, worths, look)


def _by_idea(situation: Situation, pool: Whole, worths: NDArray[np.float64], look: Look) -> list[Chance]:
    best: list[Chance] = []
    for number in np.argsort(-worths, kind="stable")[:60]:
        chance = look.named(Stroke(*pool[number].tolist()), float(worths[number]))
        if chance is not None and not any(same_idea(chance, other) for other in best):
            best.append(chance)
        if len(best) == MOST:
            break
    return best


def _safeties(situation: Situation, goal: PuzzleGoal, look: Look) -> list[Chance]:
    """Return the best safety for each piece that the striker may touch first."""
    grid = Grid.over(look.spans, look.across, SAFETIES, backwards=False)
    estimates = Estimates(situation, goal, look)
    quick = estimates.of(grid.strokes, look.few[:2])
    pool = grid.strokes[np.argsort(-quick, kind="stable")[:160]]
    worths = estimates.of(pool, look.few)
    best: dict[Disc, Chance] = {}
    for number in np.argsort(-worths, kind="stable"):
        stroke = Stroke(*pool[number].tolist())
        first = first_touched(situation, stroke)
        if first is not None and first not in best:
            best[first] = Chance(stroke, StrokeKind.SAFETY, first, NOWHERE, float(worths[number]))
    return list(best.values())


def first_touched(situation: Situation, stroke: Stroke) -> Disc | None:
    """Return the disc that the striker touches first when a stroke is played exactly; None if it touches none."""
    played = simulate(situation.position, stroke, situation.round.turn, situation.surface)
    for contact in played.contacts:
        if contact.kind is ContactKind.DISC and STRIKER in contact.discs:
            return next(disc for disc in contact.discs if disc is not STRIKER)
    return None


def breaks(situation: Situation, stands: tuple[int, int]) -> Whole:
    """Return breaks from a range of the baseline, spread over places, sides of the centre and speeds."""
    table = situation.table(situation.round.turn, wanted(situation.round))
    low, high = stands
    places = [low + (high - low) * k // (PLACES - 1) for k in range(PLACES)]
    rows = dict.fromkeys(
        past_the_middle(table, x, aside * RING, 1e6 * speed)
        for x in places
        for aside in ASIDES
        for speed in BREAK_SPEEDS
    )
    return np.array([row for row in rows if low <= row[0] <= high], dtype=np.int64).reshape(-1, 5)


# -- positions laid from the pieces that a break has scattered ---------------------------------------------------------


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
