"""The value of an outcome for the side that strikes.

The outcome is judged by the very laws of the game, so that every consequence (own men back, dues, a lost turn, the
queen going back, last men, a lost board) is priced without a word of law in the engine. How near men lie to pockets
adds a little: it tells strokes apart that pocket nothing.
"""

import math

from carrom.board.disc import QUEEN, Disc, Kind
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.outcome import Outcome
from carrom.board.position import Position
from carrom.engine.evaluation.endgame_race import Queen, RaceModel, race
from carrom.engine.position.stakes import MatchStakes
from carrom.rules.judge import judge
from carrom.rules.round import COLOUR, Phase, QueenState, Round, men_of
from carrom.rules.settle import settle
from carrom.values import changed

NEAR = 0.25
"""Points that a man right at a pocket's mouth is worth more than one far from all pockets."""
LEAD = 4.0
"""Points games: a lead of so many men's mean price wins three boards of four."""
NEARNESS = 110_000.0
"""µm over which that falls to 1/e."""


class OutcomeEvaluator:
    """Values outcomes of strokes played in one round, for the side in turn."""

    def __init__(self, round_: Round, chance: float, equipment: Equipment = STANDARD) -> None:
        """Prepare to value strokes of the player in turn; `chance` is that a stroke pockets something, for both."""
        self._round = round_
        self._side = round_.mover
        self._chance = chance
        self._equipment = equipment
        self._known: dict[Outcome, tuple[float, bool]] = {}

    def of_outcome(self, outcome: Outcome, rest: Position) -> float:
        """Return what the outcome is worth, in points, with the discs at rest so."""
        points, over = self.judged(outcome)
        return points if over else points + self._lie(rest)

    def judged(self, outcome: Outcome) -> tuple[float, bool]:
        """Return what follows by the laws from the outcome, in points, and whether it ends the board."""
        plain = _plain(outcome)
        if plain not in self._known:
            after = settle(self._round, judge(self._round, plain))
            self._known[plain] = (worth(after, self._side, self._chance), after.result is not None)
        return self._known[plain]

    def of_idle(self) -> float:
        """Return what a stroke is worth that moves a man and pockets nothing."""
        return self.judged(Outcome(touched=self._round.on_board[:1]))[0]

    def of_success(self) -> float:
        """Return what it is worth to pocket one own man (the queen, when nothing else may be)."""
        discs = (*men_on_board(self._round, self._side), QUEEN)
        tried = [disc for disc in discs if disc in self._round.on_board]
        return max((self.judged(Outcome(pocketed=(disc,), touched=(disc,)))[0] for disc in tried), default=0.0)

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
    """Return the men of a side that lie on the board."""
    men = men_of(round_.sides[side].colour)
    return tuple(disc for disc in men if disc in round_.on_board)


def wanted(round_: Round) -> tuple[Disc, ...]:
    """Return the discs that the side in turn may want to pocket: its men, and the queen once she is allowed."""
    men = men_on_board(round_, round_.mover)
    side = round_.sides[round_.mover]
    allowed = side.colour is None or (side.due == 0 and side.pocketed_before)
    queen = (QUEEN,) if QUEEN in round_.on_board and allowed else ()
    if queen and len(men) == 1:
        return queen
    return men + queen


def worth(round_: Round, side: int, chance: float, just_won: bool = False, ledger: MatchStakes | None = None) -> float:
    """Return what a round is worth to a side, in points, before its next stroke; with `just_won` from −1 to 1.

    With a `ledger` points are what that says they bring this side in the game.

    While the rack is unbroken nobody has the advantage of the strike: an attempt that meets nothing keeps the turn,
    but is nothing to play for.
    """
    if round_.result is not None:
        return _result(round_, side, just_won, ledger)
    if round_.sides[side].colour is None:
        lead = _lead(round_, side, chance)
        return lead / (abs(lead) + LEAD * _mean_price(round_)) if just_won else lead
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
    """Return the men of a side that are to be pocketed yet: on the board, waiting to be placed, and owed."""
    placing = sum(1 for waiting in round_.placings if waiting.owner == side)
    return round_.men_on_board(side) + placing + round_.sides[side].due


def _queen(round_: Round, side: int) -> Queen:
    if round_.queen is QueenState.COVERED:
        return Queen.MINE if round_.queen_side == side else Queen.THEIRS
    return Queen.BOARD


def queen_price(round_: Round, side: int) -> int:
    """Return what the queen brings a side if it wins: nothing above the score that caps her."""
    parameters = round_.ruleset.parameters
    capped = parameters.queen_cap is not None and round_.sides[side].score >= parameters.queen_cap
    return 0 if capped else parameters.queen_points


def _result(round_: Round, side: int, just_won: bool = False, ledger: MatchStakes | None = None) -> float:
    result = round_.result
    assert result is not None
    if result.replay or len(result.winners) > 1:
        return 0.0 if ledger is None or just_won else ledger.again
    points = result.points + result.up_to
    if not just_won and ledger is not None and ledger.won:
        entries = ledger.won if side in result.winners else ledger.lost
        return entries[min(points, len(entries) - 1)]
    value = 1.0 if just_won else float(points)
    return value if side in result.winners else -value


def _lead(round_: Round, side: int, chance: float) -> float:
    """Return a side's lead in points where nobody owns a colour, with the next stroke's expectation."""
    totals = [each.score + each.points for each in round_.sides]
    best = max(total for index, total in enumerate(totals) if index != side)
    stroke = chance * _mean_price(round_)
    return totals[side] - best + (stroke if round_.mover == side else -stroke)


def at_stake(round_: Round) -> float:
    """Return by how much leads spread until the end of the board, in points, where nobody owns a colour."""
    figures = round_.ruleset.parameters
    prices = {Kind.WHITE: figures.white_points, Kind.BLACK: figures.black_points}
    return math.sqrt(sum(prices.get(COLOUR[disc], figures.queen_points) ** 2 for disc in round_.on_board))


def _mean_price(round_: Round) -> float:
    parameters = round_.ruleset.parameters
    return (parameters.black_points + parameters.white_points) / 2


def _plain(outcome: Outcome) -> Outcome:
    """Return the outcome with only what matters of the touched discs: those that fell, or else the first."""
    hit = tuple(disc for disc in outcome.touched if disc in outcome.pocketed)
    return changed(outcome, touched=hit or outcome.touched[:1])
