"""How each level plays: speeds, kinds of strokes, the choice of pieces, thickness of hits, and the queen.

Boards are played by a level against itself, and every stroke after the break is observed as it is planned, aimed and
played. The table stands beside what is known of people.
"""

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from carrom.board import QUEEN, Disc, Point, Seat, Stroke, StrokeKind
from carrom.engine.board_play import MOST_STROKES
from carrom.engine.candidates import spread
from carrom.engine.engine import Engine, EngineDecision, first_piece, seen_strokes, too_thin
from carrom.engine.geometry import drawn
from carrom.engine.ladder import Contestant
from carrom.engine.outcome_value import men_on_board, wanted
from carrom.engine.player import situation_of
from carrom.engine.program import Execution
from carrom.engine.rollouts import RolloutRunner
from carrom.engine.search import STANDS
from carrom.engine.self_play import answer, begun, hands_of
from carrom.engine.situation import Situation
from carrom.game.game import GameHistory
from carrom.physics import simulate
from carrom.rules.round import Phase, QueenState
from carrom.values import Value

CUT = math.radians(2.0)
"""Angle between aim and the piece's centre from which a hit can be called too full or too thin."""
LIKELY = 0.3
"""Probability of a foul from which a stroke counts as meaning it."""
FAMILIES: Mapping[str, frozenset[StrokeKind]] = {
    "straight": frozenset({StrokeKind.STRAIGHT}),
    "cut": frozenset({StrokeKind.CUT}),
    "off a frame": frozenset({StrokeKind.ONE_FRAME, StrokeKind.TWO_FRAMES, StrokeKind.BANK, StrokeKind.FROZEN}),
    "several pieces": frozenset({StrokeKind.PLANT, StrokeKind.KISS, StrokeKind.DOUBLE}),
    "back stroke": frozenset({StrokeKind.BACK}),
    "safety": frozenset({StrokeKind.SAFETY}),
}
"""Kinds of strokes as the table groups them; each kind except the break is in one group."""
PEOPLE: Mapping[str, str] = {"national": "85–88 %", "state": "79–81 %", "strong-club": "67–73 %"}
"""Strokes with which people of a level's strength succeed, from published solo results; no others were counted."""


class HabitJob(Value, frozen=True):
    """One board to observe: a job for a worker."""

    player: Contestant
    seed: int


class ObservedStroke(Value, frozen=True, kw_only=True):
    """One stroke after the break, as its player meant it."""

    speed: float
    """Speed of the aimed stroke, m/s."""
    kind: StrokeKind
    nearest: bool | None = None
    """Whether it is aimed at the nearest open piece; None if fewer than two pieces are open."""
    thickness: float | None = None
    """How much fuller than planned the aim hits its first piece, degrees; None if that hit is not a cut."""
    too_full: bool | None = None
    """Whether the stroke as played, with execution noise, hits that piece fuller than planned."""
    foul: float
    """Estimated probability of a foul."""
    queen_too_early: bool = False
    """Whether it is aimed at a queen that may not be pocketed yet."""
    last_piece: bool = False
    """Whether it would pocket the player's last piece while the queen is on the board."""
    success: float
    """Estimated probability of keeping the turn."""


class ObservedBoard(Value, frozen=True):
    """One board with its strokes."""

    player: str
    mark: str
    """Checksum of the player's settings, so that boards of other settings are not reused."""
    seed: int
    strokes: tuple[ObservedStroke, ...]
    queens: int
    """How often the queen was pocketed and had to be covered."""
    covered: int
    """How often it was covered."""


class LevelHabits(Value, frozen=True, kw_only=True):
    """What the strokes of a level have in common."""

    player: str
    boards: int
    strokes: int
    median_speed: float
    fast: float
    """Speed that a tenth of the strokes exceeds, m/s."""
    families: tuple[float, ...]
    """Shares of the groups of `FAMILIES`, in their order."""
    nearest: float
    """Share of strokes at the nearest open piece, where there was a choice."""
    thickness: float
    """Mean excess of fullness in cut strokes, degrees."""
    too_full: float
    """Share of cut strokes that hit too full when played."""
    fouls_meant: float
    """Share of strokes that foul with a probability of `LIKELY` or more."""
    against_queen: float
    """Share of strokes aimed at a forbidden queen, or at the last piece before the queen."""
    queens: int
    covered: float
    """Share of pocketed queens that were covered."""
    success: float
    """Estimated share of strokes that keep the turn."""


def observed(job: HabitJob) -> ObservedBoard:
    """Play one board of a level against itself and return its strokes."""
    watched = _Watched(job.player, job.seed)
    seated = dict.fromkeys((Seat.SOUTH, Seat.NORTH), watched)
    game = begun(seated, job.seed)
    hands = hands_of(seated, job.seed)
    queens = covered = 0
    while not game.is_over and len(game.strokes) < MOST_STROKES:
        before = None if game.round is None else game.round.queen
        game = game.apply(answer(game, seated, hands, job.seed))
        after = None if game.round is None else game.round.queen
        queens += before is QueenState.BOARD and after in (QueenState.PENDING, QueenState.COVERED)
        covered += before in (QueenState.BOARD, QueenState.PENDING) and after is QueenState.COVERED
    return ObservedBoard(job.player.text, job.player.mark, job.seed, tuple(watched.strokes), queens, covered)


def habits_of(player: str, boards: Sequence[ObservedBoard]) -> LevelHabits:
    """Return what the strokes of these boards have in common; there must be a stroke."""
    strokes = [stroke for board in boards for stroke in board.strokes]
    speeds = [stroke.speed for stroke in strokes]
    kinds = Counter(stroke.kind for stroke in strokes)
    choices = [stroke.nearest for stroke in strokes if stroke.nearest is not None]
    cuts = [stroke for stroke in strokes if stroke.thickness is not None]
    queens = sum(board.queens for board in boards)
    return LevelHabits(
        player=player,
        boards=len(boards),
        strokes=len(strokes),
        median_speed=statistics.median(speeds),
        fast=statistics.quantiles(speeds, n=10)[-1] if len(speeds) > 1 else speeds[0],
        families=tuple(sum(kinds[kind] for kind in family) / len(strokes) for family in FAMILIES.values()),
        nearest=_share(choices),
        thickness=statistics.fmean(stroke.thickness or 0.0 for stroke in cuts) if cuts else 0.0,
        too_full=_share([bool(stroke.too_full) for stroke in cuts]),
        fouls_meant=_share([stroke.foul >= LIKELY for stroke in strokes]),
        against_queen=_share([stroke.queen_too_early or stroke.last_piece for stroke in strokes]),
        queens=queens,
        covered=sum(board.covered for board in boards) / max(1, queens),
        success=statistics.fmean(stroke.success for stroke in strokes),
    )


def _share(found: Sequence[bool]) -> float:
    return sum(found) / max(1, len(found))


class _Watched:
    """A level at both seats, whose strokes are recorded."""

    def __init__(self, player: Contestant, seed: int) -> None:
        self._engine, self._seed = Engine(player.level, lambda: 0.0), seed
        self.strokes: list[ObservedStroke] = []

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke with execution noise."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the one the player aimed; record it unless it is a break."""
        situation, number = situation_of(game), len(game.strokes)
        decision = self._engine.aim(situation, Random(f"{self._seed} mind {number}"))
        by = drawn(Random(f"{self._seed} hand {number}"))
        played = self._engine.played(situation, decision.stroke, by)
        if situation.round.phase is not Phase.BREAK:
            self.strokes.append(_seen(situation, decision, played, self._engine))
        return Execution(played, decision.stroke)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the spot for a due."""
        return self._engine.place(situation_of(game))

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return all extra points that may be demanded."""
        return self._engine.demand(situation_of(game))


def _seen(situation: Situation, decision: EngineDecision, played: Stroke, engine: Engine) -> ObservedStroke:
    """Return what an observer who knows the plan sees in a stroke."""
    planned, aimed = decision.planned, decision.stroke
    course = simulate(
        situation.position, planned, situation.round.turn, situation.surface, equipment=situation.equipment
    )
    target, round_ = first_piece(course), situation.round
    mine, lawful = men_on_board(round_, round_.mover), wanted(round_)
    thickness = too_full = None
    off = too_thin(situation, planned)
    if target is not None and abs(off) >= CUT:
        side = math.copysign(1.0, off)
        thickness = side * math.degrees(_turned(planned, aimed))
        too_full = side * _turned(planned, played) > 0.0
    return ObservedStroke(
        speed=math.hypot(aimed.vx, aimed.vy) / 1e6,
        kind=decision.name,
        nearest=_is_nearest(situation, target, lawful, engine),
        thickness=thickness,
        too_full=too_full,
        foul=decision.promise.foul,
        queen_too_early=target is QUEEN and QUEEN not in lawful,
        last_piece=target in mine and target not in lawful,
        success=decision.promise.success,
    )


def _turned(start: Stroke, end: Stroke) -> float:
    """Return the angle from one stroke's direction to another's, counter-clockwise, in rad."""
    return math.atan2(start.vx * end.vy - start.vy * end.vx, start.vx * end.vx + start.vy * end.vy)


def _is_nearest(situation: Situation, target: Disc | None, lawful: Sequence[Disc], engine: Engine) -> bool | None:
    """Return whether a stroke at `target` is one at the nearest open piece; None if fewer than two are open."""
    pieces = tuple(dict.fromkeys((*lawful, *((target,) if target is not None else ()))))
    table = situation.table(situation.round.turn, pieces)
    tries = RolloutRunner(situation, engine.level.hand, table.across)
    seen = seen_strokes(tries.directs(lawful, spread(tries.spans, STANDS)), table, engine.level.fastest)
    return None if len(seen) < 2 else target is seen[0].disc


def as_markdown(found: Sequence[LevelHabits]) -> str:
    """Return the habits of several levels as a Markdown table."""
    heads = ["level", "strokes", "speed, median", "a tenth above", *FAMILIES, "nearest piece", "aim too full by"]
    heads += ["hits too full", "mean a foul", "against the queen's laws", "queens covered", "succeed", "people succeed"]
    lines = [_row(heads), _row(["---"] * len(heads))]
    for each in found:
        shares = [*each.families, each.nearest]
        rest = [each.too_full, each.fouls_meant, each.against_queen]
        covered = f"{each.covered:.0%} of {each.queens}" if each.queens else "–"
        cells = [each.player, f"{each.strokes:,}", f"{each.median_speed:.1f} m/s", f"{each.fast:.1f} m/s"]
        cells += [*(f"{share:.0%}" for share in shares), f"{each.thickness:+.1f}°", *(f"{share:.0%}" for share in rest)]
        lines.append(_row([*cells, covered, f"{each.success:.0%}", PEOPLE.get(each.player, "–")]))
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
