"""The value of an outcome for the side that strikes.

The laws of the game judge each outcome, so that every consequence (returned pieces, dues, a lost turn, the returning
queen, last pieces, a lost board) is valued without any law in the engine. The distance of pieces from the pockets adds
a little, which separates strokes that pocket nothing.
"""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.board import QUEEN, Disc, Kind, Outcome, Position
from carrom.board.equipment import STANDARD, Equipment
from carrom.engine import rollout_kernel
from carrom.engine.endgame_race import Queen, RaceModel, race
from carrom.engine.situation import capped
from carrom.engine.stakes import MatchStakes
from carrom.rules import points
from carrom.rules.judge import judge
from carrom.rules.round import COLOUR, Phase, QueenState, Round, men_of
from carrom.rules.settle import settle
from carrom.values import Value, changed

# -- a hand-made evaluation of the layout that a stroke leaves ---------------------------------------------------------


PARTS = 1_000
"""Weights are integer multiples of 1/PARTS."""


class LayoutHeuristic(Value, frozen=True):
    """Weights in points for the layout, as seen by the player of the last stroke."""

    near: float = 0.25
    """Value of an own piece at a pocket's mouth over one far from all pockets; an opponent's piece costs as much."""
    hard: float = 1.0
    """Cost of an own piece that cannot be pocketed directly, if the player strikes next."""
    hard_after: float = 1.0
    """The same if the opponent strikes next."""
    guard: float = 0.0
    """Value of an opponent's piece that cannot be pocketed directly, if the player strikes next."""
    guard_after: float = 0.0
    """The same if the opponent strikes next."""
    queen: float = 0.0
    """Cost of a queen that the player cannot pocket directly."""

    def part(self, share: float) -> "LayoutHeuristic":
        """Return the heuristic with all weights multiplied by `share`, for a player with less look-ahead."""
        if share == 1.0:
            return self
        return LayoutHeuristic(*(share * getattr(self, name) for name in self.__struct_fields__))

    def weights(self, has_partner: bool = False) -> NDArray[np.int64]:
        """Return the weights of the features (`rollout_kernel.LIE`): row 0 if another side strikes next, row 1 if not.

        If the other side strikes next, the player's partner strikes after it, from the opposite baseline.
        """
        return _weights(self, has_partner)


@cache
def _weights(leave: LayoutHeuristic, has_partner: bool) -> NDArray[np.int64]:
    made, other = np.zeros((2, rollout_kernel.LIE), dtype=np.int64), rollout_kernel.BLOCK
    made[:, rollout_kernel.L_NEAR] = round(PARTS * leave.near)
    made[:, other + rollout_kernel.L_NEAR] = -round(PARTS * leave.near)
    made[0, (2 * other if has_partner else 0) + rollout_kernel.L_HARD] = -round(PARTS * leave.hard_after)
    made[1, rollout_kernel.L_HARD] = -round(PARTS * leave.hard)
    made[:, other + rollout_kernel.L_HARD] = round(PARTS * leave.guard_after), round(PARTS * leave.guard)
    made[:, rollout_kernel.L_QUEEN] = -round(PARTS * leave.queen)
    made.flags.writeable = False
    return made


LEAVE = LayoutHeuristic()


# -- the value of an outcome by the laws -------------------------------------------------------------------------------


NEAR = 0.25
"""Points by which a piece at a pocket's mouth is worth more than one far from all pockets."""
LEAD = 4.0
"""In rule sets scored by points: a lead of this many mean piece prices wins three boards of four."""
NEARNESS = 110_000.0
"""Distance in µm over which that value falls to 1/e."""


class OutcomeEvaluator:
    """Values outcomes of strokes in one round, for the side in turn."""

    def __init__(self, round_: Round, chance: float, equipment: Equipment = STANDARD) -> None:
        """Prepare for strokes of the player in turn; `chance` is both sides' success probability per stroke."""
        self._round = round_
        self._side = round_.mover
        self._chance = chance
        self._equipment = equipment
        self._known: dict[Outcome, tuple[float, bool]] = {}

    def of_outcome(self, outcome: Outcome, rest: Position) -> float:
        """Return the value of an outcome in points, with the discs at rest at `rest`."""
        points, over = self.judged(outcome)
        return points if over else points + self._lie(rest)

    def judged(self, outcome: Outcome) -> tuple[float, bool]:
        """Judge an outcome by the laws; return its value in points and whether it ends the board."""
        plain = _plain(outcome)
        if plain not in self._known:
            after = settle(self._round, judge(self._round, plain))
            self._known[plain] = (worth(after, self._side, self._chance), after.result is not None)
        return self._known[plain]

    def _lie(self, rest: Position) -> float:
        colour = self._round.sides[self._side].colour
        if colour is None:
            return 0.0
        corner = self._equipment.pocket_centre
        total = 0.0
        for placed in rest:
            if placed.disc.is_man:
                dx, dy = abs(placed.at.x) - corner, abs(placed.at.y) - corner
                near = math.exp(-math.sqrt(dx * dx + dy * dy) / NEARNESS)
                total += near if placed.disc.kind is colour else -near
        return NEAR * total


def men_on_board(round_: Round, side: int) -> tuple[Disc, ...]:
    """Return the pieces of a side that are on the board."""
    men = men_of(round_.sides[side].colour)
    return tuple(disc for disc in men if disc in round_.on_board)


def wanted(round_: Round) -> tuple[Disc, ...]:
    """Return the discs that the side in turn may want to pocket: its pieces, and the queen where allowed."""
    men = men_on_board(round_, round_.mover)
    side = round_.sides[round_.mover]
    allowed = side.colour is None or (side.due == 0 and side.pocketed_before)
    queen = (QUEEN,) if QUEEN in round_.on_board and allowed else ()
    if queen and len(men) == 1:
        return queen
    return men + queen


def worth(round_: Round, side: int, chance: float, just_won: bool = False, ledger: MatchStakes | None = None) -> float:
    """Return the value of a round for a side in points before the next stroke; with `just_won` from −1 to 1.

    With a `ledger` points are replaced by its values for this side's game.

    While the rack is unbroken no side has the advantage of the strike: an attempt that touches nothing keeps the turn
    but gains nothing.
    """
    if round_.sides[side].colour is None:
        return _of_lead(round_, side, chance, just_won)
    if round_.result is not None:
        return _result(round_, side, just_won, ledger)
    other = 1 - side
    mine, theirs = _to_pocket(round_, side), _to_pocket(round_, other)
    solved = race(chance, queen_price(round_, side), queen_price(round_, other), just_won, ledger)
    in_turn = round_.mover == side and round_.phase is Phase.PLAY
    if round_.queen is QueenState.PENDING:
        if in_turn:
            return solved.to_cover(mine, theirs)
        turned = None if ledger is None else ledger.turned
        mirrored = race(chance, queen_price(round_, other), queen_price(round_, side), just_won, turned)
        return -mirrored.to_cover(theirs, mine)
    return _raced(solved, mine, theirs, _queen(round_, side), in_turn)


def _raced(solved: RaceModel, mine: int, theirs: int, queen: Queen, in_turn: bool) -> float:
    return solved.to_strike(mine, theirs, queen) if in_turn else solved.to_wait(mine, theirs, queen)


def _to_pocket(round_: Round, side: int) -> int:
    """Return how many pieces a side still has to pocket: on the board, waiting to be placed, and owed."""
    placing = sum(1 for waiting in round_.placings if waiting.owner == side)
    return round_.men_on_board(side) + placing + round_.sides[side].due


def _queen(round_: Round, side: int) -> Queen:
    if round_.queen is QueenState.COVERED:
        return Queen.MINE if round_.queen_side == side else Queen.THEIRS
    return Queen.BOARD


def queen_price(round_: Round, side: int) -> int:
    """Return the queen's points for a side if it wins; 0 from the score at which the queen no longer counts."""
    return 0 if capped(round_, side) else round_.ruleset.parameters.queen_points


def _result(round_: Round, side: int, just_won: bool = False, ledger: MatchStakes | None = None) -> float:
    result = round_.result
    assert result is not None
    if result.replay or len(result.winners) > 1:
        return 0.0 if ledger is None or just_won else ledger.again
    brought = result.points + result.up_to
    if not just_won and ledger is not None and ledger.won:
        entries = ledger.won if side in result.winners else ledger.lost
        return entries[min(brought, len(entries) - 1)]
    value = 1.0 if just_won else float(brought)
    return value if side in result.winners else -value


def _of_lead(round_: Round, side: int, chance: float, just_won: bool) -> float:
    """Return the value of a round in a rule set without owned colours: the lead, or the chance it gives, −1 to 1."""
    result = round_.result
    if result is not None and result.replay:
        return 0.0
    lead = lead_of(round_, side)
    if not just_won:
        return lead if result is not None else lead + _of_strike(round_, side, chance)
    if result is not None:
        return 0.0 if side in result.winners and len(result.winners) > 1 else 1.0 if side in result.winners else -1.0
    if (sure := decided(round_, side)) is not None:
        return 1.0 if sure else -1.0
    lead += _of_strike(round_, side, chance)
    return lead / (abs(lead) + LEAD * _mean_price(round_))


def lead_of(round_: Round, side: int) -> float:
    """Return a side's lead over the best other side in points, in a rule set without owned colours."""
    totals = [each.score + each.points for each in round_.sides]
    return float(totals[side] - max((total for index, total in enumerate(totals) if index != side), default=0))


def _of_strike(round_: Round, side: int, chance: float) -> float:
    stroke = chance * _mean_price(round_)
    return stroke if round_.mover == side else -stroke


def points_left(round_: Round) -> int:
    """Return the points still to be won in a rule set without owned colours: pieces, and the queen until covered."""
    figures = round_.ruleset.parameters
    waiting = [placing.disc for placing in round_.placings]
    men = points.worth(figures, [disc for disc in (*round_.on_board, *waiting) if disc is not QUEEN])
    return men + (0 if round_.queen is QueenState.COVERED else figures.queen_points)


def decided(round_: Round, side: int) -> bool | None:
    """Return whether a side has won (True) or lost (False) by arithmetic, in a rule set without owned colours.

    None while the points that are left can still change it; pieces that fouls might bring back do not count.
    """
    lead, left = lead_of(round_, side), points_left(round_)
    return None if abs(lead) <= left else lead > 0


def at_stake(round_: Round) -> float:
    """Return the standard deviation of the lead's change until the end of the board, in points.

    Only for rule sets without owned colours.
    """
    figures = round_.ruleset.parameters
    prices = {Kind.WHITE: figures.white_points, Kind.BLACK: figures.black_points}
    return math.sqrt(sum(prices.get(COLOUR[disc], figures.queen_points) ** 2 for disc in round_.on_board))


def _mean_price(round_: Round) -> float:
    parameters = round_.ruleset.parameters
    return (parameters.black_points + parameters.white_points) / 2


def _plain(outcome: Outcome) -> Outcome:
    """Return the outcome with only the touched discs that matter: those that fell, or else the first one."""
    hit = tuple(disc for disc in outcome.touched if disc in outcome.pocketed)
    return changed(outcome, touched=hit or outcome.touched[:1])
