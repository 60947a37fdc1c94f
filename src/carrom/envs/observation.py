"""Observations: the state of a game from one player's seat, as an array of numbers.

An observation is SIZE float32 values, the discs first, then the state by the laws:

    0-56    for each of nineteen discs x / half the board, y / half the board, 1 if it is on the board (else 0, 0, 0):
            the queen, then one's own nine pieces (white if no side owns a colour), then the nine others
    57      1 if the decision is one's own
    58-60   kind of decision: stroke, placing, demand
    61-62   the rack is unbroken; number of the break attempt / 3
    63-66   the queen is on the board, waits for its cover, is covered, is set aside
    67-68   one's own side has covered the queen, another side has
    69-70   dues of one's own side, of the others / 9
    71-72   one's own points in the game, the best of the others / 25
    73-74   one's own points of this board in a points game, the best of the others / 100
    75-76   pieces left that one's own side may pocket, that the others may / 9
    77      one's own side has pocketed a piece of its own in this board
    78      misses of this turn / 2
    79-81   the piece to be placed is one's own, another side's, the queen
    82      points that may be demanded / 10
"""

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import BLACKS, QUEEN, WHITES, Kind
from carrom.board.equipment import Equipment
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.envs.decision import Decision, DecisionKind
from carrom.game.game import GameHistory
from carrom.rules.round import Phase, QueenState, Round

SIZE = 83
ROWS = 19
LAW = 3 * ROWS
"""Index of the first value after the discs."""
_QUEEN = list(QueenState)
_ASKED = list(DecisionKind)


def observed(game: GameHistory, seat: Seat, decision: Decision | None) -> NDArray[np.float32]:
    """Return the observation of the player at `seat`; zeros if no board has begun or the seat is empty."""
    if game.round is None or seat not in game.round.seats:
        return np.zeros(SIZE, dtype=np.float32)
    return viewed(game.round, game.position, game.state.equipment, seat, decision)


def viewed(
    round_: Round, position: Position | None, equipment: Equipment, seat: Seat, decision: Decision | None
) -> NDArray[np.float32]:
    """Return the observation of a round and a position for the player at `seat`."""
    seen, side = np.zeros(SIZE, dtype=np.float32), round_.side_of(seat)
    _discs(seen, position, equipment.half, seat, round_.sides[side].colour)
    _law(seen, round_, side)
    if decision is not None:
        seen[57] = decision.seat is seat
        seen[58 + _ASKED.index(decision.asked)] = 1
        seen[82] = decision.up_to / 10
        if decision.disc is not None:
            owner = round_.placings[0].owner
            seen[79 + (2 if decision.disc is QUEEN else 0 if owner == side else 1)] = 1
    return np.clip(seen, -1, 2)


def _discs(seen: NDArray[np.float32], position: Position | None, half: int, seat: Seat, colour: Kind | None) -> None:
    men = BLACKS + WHITES if colour is Kind.BLACK else WHITES + BLACKS
    rows = {disc: row for row, disc in enumerate((QUEEN, *men))}
    for lying in position.placed if position is not None else ():
        across, up = seat.from_board(lying.at.x, lying.at.y)
        row = rows[lying.disc]
        seen[3 * row : 3 * row + 3] = across / half, up / half, 1


def _law(seen: NDArray[np.float32], round_: Round, side: int) -> None:
    mine, others = round_.sides[side], [each for index, each in enumerate(round_.sides) if index != side]
    seen[61] = round_.phase is Phase.BREAK
    seen[62] = round_.attempt / 3
    seen[63 + _QUEEN.index(round_.queen)] = 1
    seen[67] = round_.queen_side == side
    seen[68] = round_.queen_side is not None and round_.queen_side != side
    seen[69] = mine.due / 9
    seen[70] = sum(each.due for each in others) / 9
    seen[71] = mine.score / 25
    seen[72] = max((each.score for each in others), default=0) / 25
    seen[73] = mine.points / 100
    seen[74] = max((each.points for each in others), default=0) / 100
    seen[75] = round_.men_on_board(side) / 9
    seen[76] = sum(round_.men_on_board(index) for index in range(len(round_.sides)) if index != side) / 9
    seen[77] = mine.pocketed_by_self
    seen[78] = round_.misses / 2
