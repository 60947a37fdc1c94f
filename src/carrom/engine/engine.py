"""The engine: from a situation to a stroke, at one difficulty level, by search or by habit.

`aim` returns the intended stroke; `choose` returns that stroke with execution noise."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board import QUEEN, STRIKER, Disc, Point, Stroke, StrokeKind
from carrom.board.striker_spots import legal_intervals, placing_spots
from carrom.engine import artifacts, pocketing
from carrom.engine import search as engine_search
from carrom.engine.board_value import BoardValue, LearnedTerms, Stake, learned
from carrom.engine.break_book import every_course, is_exact, openings
from carrom.engine.candidates import Whole, spread
from carrom.engine.class_values import BoldClassValues, ClassValues
from carrom.engine.geometry import NoiseSample, cross, disturbed, dot, drawn, turn, unit
from carrom.engine.levels import Budget, Habits, Lapse, Level, lapse
from carrom.engine.outcome_value import LEAVE, LayoutHeuristic, men_on_board, wanted, worth
from carrom.engine.pocketing import PlayerView
from carrom.engine.program import Execution
from carrom.engine.rollouts import RACKS, RolloutRunner, is_compiled
from carrom.engine.situation import Situation
from carrom.engine.stakes import MatchStakes
from carrom.engine.stroke_names import NamedStroke, called, intended
from carrom.errors import RefusedRequest
from carrom.physics import simulate
from carrom.physics.batch import DISCS
from carrom.physics.played import ContactKind, Played
from carrom.rules.round import Phase, QueenState, Round
from carrom.values import changed

# -- a decision: the intended stroke, with its name and estimated result -----------------------------------------------


@dataclass(frozen=True)
class EngineDecision:
    """The intended stroke with its name and an estimate from fresh samples."""

    stroke: Stroke
    """The stroke as the player aims it, with its habits and without execution noise."""
    called: NamedStroke
    """The name of the planned stroke."""
    promise: engine_search.Estimate
    """The estimated result of the stroke as it is aimed."""
    simulations: int
    """Simulations used for the choice."""
    planned: Stroke
    """The stroke that the player has in mind: the same for a level without habits."""

    @property
    def name(self) -> StrokeKind:
        """The kind of the stroke, as players name it."""
        return self.called.name

    @property
    def disc(self) -> Disc | None:
        """The disc that the stroke pockets when played without noise."""
        return self.called.disc

    @property
    def pocket(self) -> int | None:
        """The pocket that this disc falls into."""
        return self.called.pocket

    @property
    def worth(self) -> float:
        """Expected value in points."""
        return self.promise.worth


# -- strokes by habit: the nearest piece by sight, without simulation --------------------------------------------------
# Nothing here is random: the same position and lapse give the same stroke.


STEEPEST = 0.5
"""Cosine of the thinnest cut that a player takes by sight, 60°."""
FLATTEST = 0.3
"""Tangent of the angle to the baseline from which a player sees a stroke as one that goes forward, 17°."""
STRAIGHTNESS = 0.02
"""Difference of cosines from which one of two spots looks straighter."""


@dataclass(frozen=True)
class SeenStroke:
    """A direct stroke as a player sees it: the piece, the whole way of striker and piece, and the stroke."""

    disc: Disc
    way: float
    """Length of the striker's way and the piece's way together, µm."""
    stroke: Stroke


def pieces_without_laws(round_: Round) -> tuple[Disc, ...]:
    """Return the discs that a player takes for pieces who forgets the laws of the queen: its own and the queen."""
    queen = (QUEEN,) if QUEEN in round_.on_board else ()
    return men_on_board(round_, round_.mover) + queen


def seen_strokes(directs: NDArray[np.float64], table: PlayerView, fastest: float) -> tuple[SeenStroke, ...]:
    """Return the stroke that a player sees for each open piece, the nearest piece first.

    Strokes that go back, or forward at a flat angle only, are not seen. `directs` are rows of `pocketing.DIRECT`
    (`RolloutRunner.directs`); `fastest` is the player's top speed in m/s. Of the pockets the player chooses the one
    with the shortest way, of the spots the straightest one.
    """
    found: dict[Disc, tuple[tuple[float, ...], SeenStroke]] = {}
    for row in directs.tolist():
        disc, x, way = DISCS[int(row[pocketing.D_DISC])], round(1e6 * row[pocketing.D_X]), _way_of(row)
        if way.imag <= FLATTEST * abs(way.real):
            continue
        start, man, pocket = table.stand(x), table.where[disc], table.pockets[int(row[pocketing.D_POCKET])]
        straight = dot(way, unit(pocket - man))
        if straight < STEEPEST:
            continue
        length, onward = abs(man - start), abs(pocket - man)
        rank = (onward, -round(straight / STRAIGHTNESS), length, float(x))
        if disc not in found or rank < found[disc][0]:
            speed = 1e6 * min(fastest, engine_search.FASTER[0] * row[pocketing.D_SPEED])
            found[disc] = rank, SeenStroke(disc, length + onward, table.stroke(x, way, speed))
    return tuple(sorted((seen for _, seen in found.values()), key=lambda seen: (seen.way, DISCS.index(seen.disc))))


def _way_of(row: list[float]) -> complex:
    return complex(row[pocketing.D_WAY_X], row[pocketing.D_WAY_Y])


def bent(situation: Situation, stroke: Stroke, habits: Habits, by: Lapse, fastest: float) -> Stroke:
    """Return the stroke as the player aims it: too full at a piece that is cut, and too hard.

    `fastest` is the player's top speed in m/s; a stroke that is faster already keeps its speed.
    """
    way = complex(stroke.vx, stroke.vy)
    speed = abs(way)
    aimed = turn(unit(way), habits.thickness * too_thin(situation, stroke)) * speed
    harder = max(speed, min(1e6 * fastest, by.force * speed)) / speed
    return Stroke(stroke.x, round(harder * aimed.real), round(harder * aimed.imag), stroke.y, stroke.spin)


def too_thin(situation: Situation, stroke: Stroke) -> float:
    """Return the angle by which a stroke would have to be turned to hit its first piece full, in rad.

    Counter-clockwise is positive. It is 0 if the striker first hits a frame or nothing.
    """
    seat = situation.round.turn
    played = simulate(situation.position, stroke, seat, situation.surface, equipment=situation.equipment)
    disc = first_piece(played)
    if disc is None:
        return 0.0
    at, way = situation.position[disc], complex(stroke.vx, stroke.vy)
    to = complex(*seat.from_board(at.x, at.y)) - complex(stroke.x, stroke.y - situation.equipment.baseline)
    return math.atan2(cross(way, to), dot(way, to))


def first_piece(played: Played) -> Disc | None:
    """Return the piece that the striker hits before anything else; None if it hits a frame or nothing first."""
    for contact in played.contacts:
        if STRIKER in contact.discs:
            others = [disc for disc in contact.discs if disc is not STRIKER]
            return others[0] if contact.kind is ContactKind.DISC and others else None
    return None


# -- the engine --------------------------------------------------------------------------------------------------------


INTERPRETED = 500
"""Simulation budget when the kernel runs interpreted."""
BREAKS = 500
"""Simulation budget for a break: one break costs as much as ten other strokes."""
KNOWN = 12
"""Divisor of the budget for a break by a player who sees the rack's gaps."""
INTERPRETED_BREAKS = 24
FEW = 32
"""Fresh samples of the chosen stroke when the kernel runs interpreted."""
HOPELESS, GLANCE = 0.12, 64
"""If the best stroke of a player's known kinds succeeds less often, in so many samples, the search considers all
kinds."""
SELDOM, LOOK = 0.5, 16
"""A best stroke that touches a piece in a smaller share of `LOOK` samples counts as one that touches nothing."""
TOUCHING = 0.001
"""Points for touching a piece where a search looks for any stroke that keeps the turn."""
MATTERS = 0.625
"""A board is played for its game only if the strike is worth at least this share of its worth in plain points, because
half of a ledger's value is points."""


@dataclass(frozen=True)
class _Choice:
    """A chosen stroke: as planned, and as habits bend its aim."""

    search: engine_search.Search
    planned: Stroke
    table: PlayerView
    bent: Stroke | None = None

    @property
    def aimed(self) -> Stroke:
        """The stroke that the player aims."""
        return self.planned if self.bent is None else self.bent


class Engine:
    """A player of one level; it knows rounds and positions, not games."""

    def __init__(
        self,
        level: Level,
        clock: Callable[[], float] = time.monotonic,
        threads: int = 1,
        leave: LayoutHeuristic = LEAVE,
        value: Callable[[], BoardValue] | None = learned,
    ) -> None:
        """Return the engine of that level.

        `clock` returns rising seconds and is used for the time limit only. `threads` is the number of cores a search
        may use; it never changes the result. `leave` is the layout heuristic. `value` returns the
        learned value of boards for win probabilities; None: they come from the hand-made evaluation. Strokes are
        chosen by it if the level has it, an opponent exists, and the score asks for nothing but the board's points
        (docs/decisions/engine-evaluation.md).
        """
        self.level = level
        self._clock, self._threads, self._leave = clock, threads, leave.part(level.foresight)
        self._value = value

    def aim(self, situation: Situation, rng: Random) -> EngineDecision:
        """Return the stroke that the player in turn intends, with its name and estimate.

        Raises RefusedRequest when the board is over or the striker has no legal spot.
        """
        choice = self._chosen(situation, rng)
        search, spent = choice.search, choice.search.tries.spent
        promise = search.promise(np.array(as_row(choice.aimed)), engine_search.FRESH if is_compiled() else FEW)
        return EngineDecision(choice.aimed, intended(search.tries, choice.planned), promise, spent, choice.planned)

    def intended(self, situation: Situation, rng: Random) -> Stroke:
        """Return the stroke of the decision that `aim` returns, without spending simulations on an estimate."""
        return self._chosen(situation, rng).aimed

    def choose(self, situation: Situation, rng: Random) -> Stroke:
        """Return the intended stroke with execution noise, from a legal spot."""
        return self.execute(situation, rng).played

    def execute(self, situation: Situation, rng: Random) -> Execution:
        """Return the stroke that `choose` returns, together with the intended one."""
        choice = self._chosen(situation, rng)
        return Execution(self.played(situation, choice.aimed, drawn(rng), choice.table.across), choice.aimed)

    def played(self, situation: Situation, stroke: Stroke, by: NoiseSample, across: int | None = None) -> Stroke:
        """Return a stroke with execution noise that the rules allow.

        The place error is dropped where it would make the spot illegal; where back strokes are forbidden, an error that
        would turn the stroke back turns it forward by as much.
        """
        is_legal = legality(situation, stroke.y if across is None else across)
        result = disturbed(stroke, self.level.hand, by)
        if not is_legal(result):
            result = disturbed(stroke, self.level.hand, NoiseSample(by.direction, by.speed, 0.0))
        return allowed(situation, result, stroke)

    def place(self, situation: Situation) -> Point | None:
        """Return the spot for the first piece that waits to be placed, or None when there is no room for it.

        It is the worst one for its owner; a player who thinks of one stroke only takes the first spot by the centre.
        Raises RefusedRequest when no piece waits.
        """
        round_ = situation.round
        if not round_.placings:
            raise RefusedRequest("No piece waits to be placed: a due is placed right after the ruling that demands it.")
        waiting = round_.placings[0]
        spots = placing_spots(
            situation.position, waiting.disc, situation.equipment, anywhere=round_.ruleset.dues_anywhere
        )
        if self.level.habits.one_stroke:
            return spots[0] if spots else None
        seats = round_.sides[waiting.owner].seats
        owner = next((seat for seat in (waiting.by, round_.turn) if seat in seats), seats[0])
        mine = men_on_board(round_, round_.side_of(waiting.by))
        return engine_search.hardest_spot(situation, waiting.disc, spots, owner, waiting.by, mine, self.level.hand)

    def demand(self, situation: Situation) -> int:
        """Return the extra points to demand: all that are available."""
        result = situation.round.result
        return result.up_to if result is not None else 0

    def _chosen(self, situation: Situation, rng: Random) -> _Choice:
        round_ = situation.round
        if round_.result is not None:
            raise RefusedRequest("The board is over: there is no stroke to choose until the next board begins.")
        table = situation.table(round_.turn, wanted(round_))
        if not table.places:
            raise RefusedRequest("The striker has no legal spot on its lines; the board is to be replayed (Law 142).")
        breaking = round_.phase is Phase.BREAK
        budget = self._budget(breaking, situation.sees_gaps)
        forward = not round_.ruleset.parameters.backward
        insight = None
        if self._value is not None and LearnedTerms.knows(round_):
            insight = LearnedTerms(self._value(), round_, self.level.hand.direction)
        ledger = played_for(situation, self.level.chance) if self.level.counts else None
        whole = all(disc in situation.position for disc in round_.on_board)
        is_plain = whole and not situation.alone and (ledger is None or ledger.is_plain)
        stake = Stake() if self.level.learnt and is_plain and not breaking else None
        prices = ClassValues(round_, self.level.chance, self._leave, insight, stake, ledger)

        racks = artifacts.drawn(artifacts.CHOOSING, RACKS, rng) if breaking else None

        def new_search(
            prices: engine_search.SampleValues, budget: Budget, tries: RolloutRunner | None = None
        ) -> engine_search.Search:
            tries = tries or RolloutRunner(situation, self.level.hand, table.across, self._threads, racks)
            settings = engine_search.SearchSettings(budget, table.across, forward, self.level.staged)
            return engine_search.Search(tries, prices, settings, rng, self._clock)

        search = new_search(prices, budget)
        if breaking:
            if is_exact(self.level.hand.direction):
                search = new_search(BoldClassValues(prices), budget)
            found = search.of(self._openings(situation, table, budget))
            return _Choice(search, Stroke(*found.strokes[0].tolist()), table)
        by = lapse(self.level.habits, rng)
        seen = self._seen_by_habit(search.tries, situation, table, by)
        if by.nearest and seen:
            return self._aimed(search, situation, table, seen[0].stroke, by)
        looked = frozenset(each.disc for each in seen[: self.level.habits.pieces])
        planner = new_search(BoldClassValues(prices), budget, search.tries) if self.level.habits.one_stroke else search
        found = planner.best(table.targets, self._sees(situation, self.level.families, looked))
        if self._is_hopeless(search, found) or waits(search, found):
            more = max(engine_search.FINE, budget.simulations) if is_compiled() else INTERPRETED
            bold = BoldClassValues(ClassValues(round_, self.level.chance), TOUCHING)
            search = new_search(bold, changed(budget, simulations=more, seconds=search.seconds_left))
            found = search.best(table.targets, self._sees(situation, None))
        return self._aimed(search, situation, table, Stroke(*found.strokes[0].tolist()), by)

    def _is_hopeless(self, search: engine_search.Search, found: engine_search.CandidatePool) -> bool:
        """Return whether the best stroke of the kinds that this player knows hardly ever succeeds."""
        return self.level.families is not None and search.promise(found.strokes[0], GLANCE).success < HOPELESS

    def _aimed(
        self, search: engine_search.Search, situation: Situation, table: PlayerView, planned: Stroke, by: Lapse
    ) -> _Choice:
        """Return the choice of a stroke, aimed as the player's habits bend it."""
        habits = self.level.habits
        if habits.are_none:
            return _Choice(search, planned, table)
        aimed = bent(situation, planned, habits, by, self.level.fastest)
        return _Choice(search, planned, table, allowed(situation, aimed, planned))

    def _seen_by_habit(
        self, tries: RolloutRunner, situation: Situation, table: PlayerView, by: Lapse
    ) -> tuple[SeenStroke, ...]:
        """Return the open pieces that habits let the player consider, the nearest first; none without such a habit."""
        habits = self.level.habits
        if not by.nearest and not habits.pieces:
            return ()
        pieces = pieces_without_laws(situation.round) if by.forgets else table.targets
        directs = tries.directs(pieces, spread(tries.spans, engine_search.STANDS))
        return seen_strokes(directs, table, self.level.fastest)

    def _openings(self, situation: Situation, table: PlayerView, budget: Budget) -> Whole:
        """Return the breaks of the book, or many more if the player sees the rack's gaps."""
        fastest, degrees = self.level.fastest, self.level.hand.direction
        if situation.sees_gaps:
            return every_course(table, budget.simulations // 8, fastest)
        angle = situation.round.ruleset.parameters.setup_angle
        return openings(table, budget.simulations // 24, fastest, degrees, angle)

    def _budget(self, breaking: bool, sees_gaps: bool) -> Budget:
        """Return this level's budget; a simulation costs far more when the kernel runs interpreted."""
        if is_compiled():
            most = self.level.budget.simulations
            if breaking:
                most = max(BREAKS, most // KNOWN) if sees_gaps else BREAKS
        else:
            most = INTERPRETED_BREAKS if breaking else INTERPRETED
        return changed(self.level.budget, simulations=min(self.level.budget.simulations, most))

    def _sees(
        self, situation: Situation, families: frozenset[StrokeKind] | None, looked: frozenset[Disc] = frozenset()
    ) -> Callable[[Whole], NDArray[np.bool_]] | None:
        """Return a filter for the strokes of known kinds that this player considers; None if it considers all.

        `looked` are the pieces that the player looks at, if it looks at some only.
        """
        fastest, sight = self.level.fastest, self.level.sight
        if families is None and not looked and fastest >= engine_search.FASTEST and sight >= 1.0:
            return None

        def seen(strokes: Whole) -> NDArray[np.bool_]:
            known: NDArray[np.bool_] = np.hypot(strokes[:, 1], strokes[:, 2]) <= 1e6 * fastest
            if families is not None or looked:
                for row in np.flatnonzero(known):
                    name = called(situation, Stroke(*strokes[row].tolist()))
                    known[row] = (families is None or name.name in families) and (not looked or name.disc in looked)
            known[np.cumsum(known) > math.ceil(sight * known.sum())] = False
            return known

        return seen


def waits(search: engine_search.Search, found: engine_search.CandidatePool) -> bool:
    """Return whether the best stroke touches nothing.

    To a search that looks one stroke ahead, leaving a hard piece as it is can be worth more than striking at it. The
    others see the same, so that the board would never end.
    """
    classes, _ = search.simulated(found.strokes[:1], 0, min(LOOK, found.samples))
    return float(engine_search.touched(classes).mean()) < SELDOM


def played_for(situation: Situation, chance: float) -> MatchStakes | None:
    """Return the ledger of a board that can still change the game, or None to play for the board's points."""
    round_, ledger = situation.round, situation.ledger
    if ledger is None or not ledger.won:
        return ledger
    waiting = changed(round_, turn=round_.after(round_.turn), queen=_without_a_claim(round_.queen))
    gains = [
        worth(round_, round_.mover, chance, ledger=entries) - worth(waiting, round_.mover, chance, ledger=entries)
        for entries in (ledger, None)
    ]
    return ledger if gains[0] > MATTERS * gains[1] else None


def allowed(situation: Situation, stroke: Stroke, meant: Stroke) -> Stroke:
    """Return a stroke, turned forward if it went back by mistake and the rule set forbids back strokes."""
    if situation.round.ruleset.parameters.backward or meant.is_back_stroke or not stroke.is_back_stroke:
        return stroke
    return changed(stroke, vy=-stroke.vy)


def _without_a_claim(queen: QueenState) -> QueenState:
    return QueenState.BOARD if queen is QueenState.PENDING else queen


def as_row(stroke: Stroke) -> tuple[int, int, int, int, int]:
    """Return a stroke as a row of an array."""
    return stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin


def legality(situation: Situation, across: int) -> Callable[[Stroke], bool]:
    """Return a check whether the striker may stand at a stroke's spot, at that offset across the baseline."""
    free = legal_intervals(situation.position, situation.round.turn, across, situation.equipment, situation.cover)

    def is_legal(stroke: Stroke) -> bool:
        return any(low <= stroke.x <= high for low, high in free)

    return is_legal
