"""Settlement after a decision: dues, returning pieces, and the result of a board.

The array counterpart of `settle`, `resolve` and `points` in the rules. It only adds up and queues; the laws are in the
decision. A test plays both side by side and compares everything (docs/decisions/array-simulation.md).
"""

from carrom.arrays.law.colour_payment import is_own, pay_colours, pocketed_own
from carrom.arrays.law.points_payment import pay_counters, score
from carrom.arrays.layout import (
    AGAIN,
    ALL_DISCS,
    ATTEMPT,
    BACK,
    BEFORE,
    BROKEN,
    CENTRE,
    COMING,
    COUNT,
    COVERED,
    COVERED_NOW,
    DOWN,
    DUE,
    ENDED,
    EXTRA,
    FALLEN,
    FROM_LOSER,
    MISSES,
    MOVER,
    MOVER_WINS,
    NEXT,
    NEXT_ATTEMPT,
    NOBODY,
    NONE,
    OWNED,
    PASSED,
    PASSES,
    POINTS,
    POINTS_NOW,
    QUEEN,
    QUEEN_IS,
    QUEEN_OF,
    QUEEN_RETURNS,
    QUEEN_SIDE,
    QUEEN_TURN,
    SCORE,
    SELF,
    SIDE,
    SIDE_OF,
    SIDES,
    SLAM,
    SLAM_IS,
    SPARE,
    STRUCK,
    TAKEN,
    TOTALS,
    TURN,
    TURN_IS,
    TURNS,
    UP_TO,
    WAITING,
    WINNERS,
    WORTH,
    IntegerCube,
    IntegerTable,
    Numbers,
    Tables,
    ThreadWorkspace,
)
from carrom.arrays.queue import clear, drop, length, push


def settle(tables: Tables, b: int, decision: Numbers, met: bool, fallen: IntegerTable, desk: ThreadWorkspace) -> None:
    """Update the state of board b after a stroke; `fallen[b]` lists the fallen pieces in order, then NONE.

    Places do not change. The workspace's row CENTRE receives the discs that return to the centre.
    """
    info, queues, book = tables.info, tables.queues, tables.book
    mover = book[SIDE_OF + info[b, TURN]]
    turn = decision[TURN_IS]
    over = turn in (ENDED, TOTALS)
    ended = over or turn == PASSED
    own = pocketed_own(tables, b, mover, fallen)
    for row in (CENTRE, COMING, SPARE):
        clear(desk.rows, 0, row)
    clear(queues, b, WAITING)
    if decision[QUEEN_RETURNS] != 0:
        push(desk.rows, 0, CENTRE, 1)
    pays = turn != AGAIN and turn != ENDED
    if book[OWNED] != 0:
        if pays:
            pay_colours(tables, b, decision, mover, fallen, desk)
        note_pocketed(tables, b, mover, fallen)
    else:
        gained = pay_counters(tables, b, decision, mover, fallen, desk) if pays else 0
        if own > 0:
            info[b, SIDES + mover * SIDE + BEFORE] = 1
            info[b, SIDES + mover * SIDE + SELF] = 1
        score(tables, b, decision, mover, fallen, gained, ended, desk)
    note_down(queues, b, fallen, desk, turn != AGAIN, ended)
    if decision[BACK] != 0 and not ended:
        drop_own(tables, b, mover, fallen)
    covers = decision[QUEEN_IS] == COVERED and info[b, QUEEN] != COVERED
    note_queen(info, b, decision, mover, covers)
    stroke = turn != AGAIN
    info[b, COVERED_NOW] = 0 if ended else (1 if covers else 0) if stroke else info[b, COVERED_NOW]
    info[b, MISSES] = 0 if ended else info[b, MISSES] + (1 if stroke and own == 0 else 0)
    info[b, STRUCK] = 0 if turn == PASSED else (1 if stroke or info[b, STRUCK] != 0 else 0)
    info[b, PASSES] = 0
    info[b, ATTEMPT] = decision[NEXT_ATTEMPT]
    if met:
        info[b, BROKEN] = 1
    if over:
        write_result(tables, b, decision, mover)
        clear(queues, b, WAITING)
        for side in range(book[COUNT]):
            info[b, SIDES + side * SIDE + DUE] = 0
    if ended:
        info[b, TURNS] += 1
    if turn == PASSED:
        info[b, TURN] = book[NEXT + info[b, TURN]]


def note_pocketed(tables: Tables, b: int, mover: int, fallen: IntegerTable) -> None:
    """Record which sides have pocketed pieces of their own, where sides own colours."""
    if fallen[b, 0] == NONE:
        return
    for side in range(tables.book[COUNT]):
        if pocketed_own(tables, b, side, fallen) > 0:
            tables.info[b, SIDES + side * SIDE + BEFORE] = 1
            if side == mover:
                tables.info[b, SIDES + side * SIDE + SELF] = 1


def note_down(
    queues: IntegerCube, b: int, fallen: IntegerTable, desk: ThreadWorkspace, stroke: bool, ended: bool
) -> None:
    """Record the pieces in the pockets, and those that fell with the last stroke of this turn."""
    if ended or stroke:
        clear(queues, b, FALLEN)
    for k in range(ALL_DISCS):
        if fallen[b, k] == NONE:
            break
        push(queues, b, DOWN, fallen[b, k])
        if stroke and not ended:
            push(queues, b, FALLEN, fallen[b, k])
    for k in range(length(desk.rows, 0, CENTRE)):
        drop(queues, b, DOWN, desk.rows[0, CENTRE, k])


def drop_own(tables: Tables, b: int, side: int, fallen: IntegerTable) -> None:
    """Remove a side's returned pieces from those that fell with the last stroke of this turn."""
    for k in range(ALL_DISCS):
        if fallen[b, k] == NONE:
            break
        if is_own(tables, b, side, fallen[b, k]):
            drop(tables.queues, b, FALLEN, fallen[b, k])


def note_queen(info: IntegerTable, b: int, decision: Numbers, mover: int, covers: bool) -> None:
    """Record the queen's state, the side that covered it, and the turn."""
    if decision[QUEEN_IS] != COVERED:
        info[b, QUEEN_TURN] = -1
    elif covers:
        info[b, QUEEN_TURN] = info[b, TURNS]
    info[b, QUEEN] = decision[QUEEN_IS]
    if decision[QUEEN_OF] == NOBODY:
        info[b, QUEEN_SIDE] = -1
    elif decision[QUEEN_OF] == MOVER:
        info[b, QUEEN_SIDE] = mover


def write_result(tables: Tables, b: int, decision: Numbers, mover: int) -> None:
    """Record the winners of the board and its points."""
    info, book = tables.info, tables.book
    if decision[TURN_IS] == TOTALS:
        best = -(1 << 40)
        info[b, WINNERS] = 0
        for side in range(book[COUNT]):
            total = info[b, SIDES + side * SIDE + SCORE] + info[b, SIDES + side * SIDE + POINTS_NOW]
            if total > best:
                best = total
                info[b, WINNERS] = 0
            if total == best:
                info[b, WINNERS] |= 1 << side
        info[b, POINTS] = best
        return
    winner = mover if decision[MOVER_WINS] != 0 else (mover + 1) % book[COUNT]
    info[b, WINNERS] = 1 << winner
    info[b, POINTS] = decision[WORTH]
    info[b, UP_TO] = decision[EXTRA]
    info[b, TAKEN] = decision[FROM_LOSER]
    info[b, SLAM] = decision[SLAM_IS]
