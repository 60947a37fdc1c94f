"""Settlement after a decision: dues, returning pieces, and the result of a board.

The array counterpart of `settle`, `resolve` and `points` in the rules. It only adds up and queues; the laws are in the
decision. A test plays both side by side and compares everything (docs/decisions/array-simulation.md).
"""

from carrom.arrays.facts import colour_of, colour_of_side
from carrom.arrays.layout import (
    AGAIN,
    ALL_DISCS,
    ATTEMPT,
    BACK,
    BEFORE,
    BLACK_POINTS,
    BROKEN,
    CENTRE,
    CHARGED,
    COMING,
    COUNT,
    COUNTER_BACK,
    COVERED,
    COVERED_NOW,
    DOWN,
    DUE,
    ENDED,
    EXTRA,
    FALLEN,
    FORGIVEN,
    FROM_LOSER,
    MISSES,
    MOVER,
    MOVER_WINS,
    NEXT,
    NEXT_ATTEMPT,
    NOBODY,
    NONE,
    NOWHERE,
    OTHER_CHARGED,
    OTHERS_BACK,
    OWNED,
    PASSED,
    PASSES,
    POINTS,
    POINTS_NOW,
    QUEEN,
    QUEEN_IS,
    QUEEN_OF,
    QUEEN_RETURNS,
    QUEEN_SCORES,
    QUEEN_SIDE,
    QUEEN_TURN,
    SCORE,
    SCORED,
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
    TURN_POINTS,
    TURNS,
    UP_TO,
    VOID,
    VOIDED_BACK,
    WAITING,
    WHITE_POINTS,
    WINNERS,
    WORTH,
    IntegerCube,
    IntegerTable,
    Numbers,
    Tables,
    ThreadWorkspace,
)
from carrom.arrays.queues import await_once, await_placing, clear, drop, length, push

# -- dues where sides own colours: which pieces come back --------------------------------------------------------------


def pocketed_own(tables: Tables, b: int, side: int, fallen: IntegerTable) -> int:
    """Return how many pieces of a side fell; every piece counts where sides do not own colours."""
    if fallen[b, 0] == NONE:
        return 0
    colour = colour_of_side(tables.info, tables.book, b, side)
    count = 0
    for k in range(ALL_DISCS):
        disc = fallen[b, k]
        if disc == NONE:
            break
        if disc > 1 and (colour < 0 or colour_of(disc) == colour):
            count += 1
    return count


def is_own(tables: Tables, b: int, side: int, disc: int) -> bool:
    """Return whether a disc is a piece of a side; every piece is where sides do not own colours."""
    colour = colour_of_side(tables.info, tables.book, b, side)
    return bool(disc > 1 and (colour < 0 or colour_of(disc) == colour))


def men_on_board(tables: Tables, b: int, side: int) -> int:
    """Return the number of a side's pieces on the board."""
    colour = colour_of_side(tables.info, tables.book, b, side)
    count = 0
    for disc in range(2, ALL_DISCS):
        if tables.places[b, disc, 0] != NOWHERE and (colour < 0 or colour_of(disc) == colour):
            count += 1
    return count


def pay_colours(
    tables: Tables, b: int, decision: Numbers, mover: int, fallen: IntegerTable, desk: ThreadWorkspace
) -> None:
    """Queue the pieces that come back, last pocketed first, and update each side's dues (Laws 72c, 78, 83, C40)."""
    book, turn = tables.book, tables.info[b, TURN]
    own = pocketed_own(tables, b, mover, fallen)
    back = own if decision[BACK] != 0 else 0
    call_back(tables, b, mover, book[NEXT + turn], decision[CHARGED], back, 0, fallen, desk)
    if book[COUNT] > 1:
        other = (mover + 1) % book[COUNT]
        centre_last(tables, b, other, decision[OTHERS_BACK], fallen, desk)
        call_back(tables, b, other, turn, decision[OTHER_CHARGED], 0, decision[OTHERS_BACK], fallen, desk)


def call_back(
    tables: Tables,
    b: int,
    side: int,
    by: int,
    charged: int,
    back: int,
    returned: int,
    fallen: IntegerTable,
    desk: ThreadWorkspace,
) -> None:
    """Pay a side's dues as far as possible with its last pocketed pieces; `back` more of this stroke come back too."""
    info, queues, rows = tables.info, tables.queues, desk.rows
    at = SIDES + side * SIDE
    owed = info[b, at + DUE] + charged
    if owed == 0 and back == 0:
        return
    colour = colour_of_side(info, tables.book, b, side)
    clear(rows, 0, COMING)
    for k in range(length(queues, b, DOWN)):
        if queues[b, DOWN, k] > 1 and colour_of(queues[b, DOWN, k]) == colour:
            push(rows, 0, COMING, queues[b, DOWN, k])
    staying = pocketed_own(tables, b, side, fallen) - returned
    for k in range(ALL_DISCS):
        disc = fallen[b, k]
        if disc == NONE or staying <= 0:
            break
        if disc > 1 and colour_of(disc) == colour:
            push(rows, 0, COMING, disc)
            staying -= 1
    down = length(rows, 0, COMING)
    left = down + returned - back
    paid = owed if owed < left else left
    info[b, at + DUE] = 0 if tables.book[FORGIVEN] != 0 else owed - paid
    coming = back + paid
    for k in range(down - 1, -1, -1):
        if coming > 0:
            await_placing(queues, b, rows[0, COMING, k], by, side)
            coming -= 1


def centre_last(tables: Tables, b: int, side: int, number: int, fallen: IntegerTable, desk: ThreadWorkspace) -> None:
    """Return the last `number` fallen pieces of a side to the centre."""
    if number == 0:
        return
    skipped = pocketed_own(tables, b, side, fallen) - number
    colour = colour_of_side(tables.info, tables.book, b, side)
    for k in range(ALL_DISCS):
        disc = fallen[b, k]
        if disc == NONE:
            break
        if disc > 1 and colour_of(disc) == colour:
            if skipped <= 0:
                push(desk.rows, 0, CENTRE, disc)
            skipped -= 1


# -- dues in points games, where sides do not own colours --------------------------------------------------------------


def worth(book: Numbers, disc: int) -> int:
    """Return the points of a counter."""
    return book[WHITE_POINTS] if disc < 11 else book[BLACK_POINTS]  # type: ignore[no-any-return]


def of_this_turn(tables: Tables, b: int, side: int) -> int:
    """Return how many counters at the end of a side's scored queue were scored in the current turn."""
    left = tables.info[b, SIDES + side * SIDE + TURN_POINTS]
    last = length(tables.queues, b, SCORED + side)
    number = 0
    while number < last:
        left -= worth(tables.book, tables.queues[b, SCORED + side, last - 1 - number])
        if left < 0:
            break
        number += 1
    return number


def pay_counters(
    tables: Tables, b: int, decision: Numbers, mover: int, fallen: IntegerTable, desk: ThreadWorkspace
) -> int:
    """Queue the counters that come back and update the moving side's dues; return the points that it gains.

    An old due is paid with the first counter that falls, a new penalty with the last one pocketed.
    """
    info, queues, book = tables.info, tables.queues, tables.book
    new = desk.rows[0, SPARE]
    at = SIDES + mover * SIDE
    void = decision[VOID] != 0
    old_void = of_this_turn(tables, b, mover) if void else 0
    scored = length(queues, b, SCORED + mover)
    men = counters_of(fallen[b], new)
    if decision[COUNTER_BACK] != 0 and men > 0:
        men -= 1
        push(desk.rows, 0, CENTRE, new[men])
    gained = 0
    for k in range(men):
        gained += 0 if void else worth(book, new[k])
    for k in range(scored - old_void, scored):
        gained -= worth(book, queues[b, SCORED + mover, k])
    back = decision[BACK] != 0 and pocketed_own(tables, b, mover, fallen) > 0
    owed = info[b, at + DUE] + decision[CHARGED]
    old = info[b, at + DUE] if info[b, at + DUE] < owed else owed
    by = book[NEXT + info[b, TURN]]
    first = 0
    if back:
        first = men
        for k in range(men):
            await_placing(queues, b, new[k], by, mover)
    while old > 0 and not back and first < men:
        await_placing(queues, b, new[first], by, mover)
        first += 1
        old -= 1
        owed -= 1
    owed -= paid_from_the_end(tables, b, new, first, men, owed, by, mover)
    owed -= paid_from_the_end(tables, b, queues[b, SCORED + mover], 0, scored, owed, by, mover)
    if void and decision[VOIDED_BACK] != 0:
        for k in range(scored - old_void, scored):
            await_once(queues, b, queues[b, SCORED + mover, k], by, mover)
        for k in range(men):
            await_once(queues, b, new[k], by, mover)
    info[b, at + DUE] = 0 if book[FORGIVEN] != 0 else owed
    return gained + decision[QUEEN_SCORES]  # type: ignore[no-any-return]


def counters_of(fallen: Numbers, row: Numbers) -> int:
    """Copy the fallen counters (without the queen) into `row`; return their number."""
    men = 0
    for k in range(ALL_DISCS):
        if fallen[k] == NONE:
            break
        if fallen[k] > 1:
            row[men] = fallen[k]
            men += 1
    return men


def paid_from_the_end(
    tables: Tables, b: int, row: Numbers, first: int, last: int, owed: int, by: int, side: int
) -> int:
    """Queue at most `owed` counters of a row for placing, the last first; return how many."""
    paid = 0
    while paid < owed and last - 1 - paid >= first:
        await_placing(tables.queues, b, row[last - 1 - paid], by, side)
        paid += 1
    return paid


def score(
    tables: Tables,
    b: int,
    decision: Numbers,
    mover: int,
    fallen: IntegerTable,
    gained: int,
    ended: bool,
    desk: ThreadWorkspace,
) -> None:
    """Update the moving side's score of a points game after a stroke."""
    info, queues = tables.info, tables.queues
    at, row = SIDES + mover * SIDE, SCORED + mover
    if decision[VOID] != 0:
        last = length(queues, b, row)
        for k in range(last - of_this_turn(tables, b, mover), last):
            queues[b, row, k] = NONE
    for k in range(ALL_DISCS):
        if fallen[b, k] == NONE:
            break
        if fallen[b, k] > 1 and decision[VOID] == 0:
            push(queues, b, row, fallen[b, k])
    for k in range(length(desk.rows, 0, CENTRE)):
        drop(queues, b, row, desk.rows[0, CENTRE, k])
    info[b, at + POINTS_NOW] += gained
    turn_points = info[b, at + TURN_POINTS] + gained - decision[QUEEN_SCORES]
    info[b, at + TURN_POINTS] = 0 if ended or turn_points < 0 else turn_points


def lose(tables: Tables, b: int, side: int, disc: int) -> None:
    """Remove a counter that returns to the board from those that a side has scored."""
    info, queues = tables.info, tables.queues
    at, row, value = SIDES + side * SIDE, SCORED + side, worth(tables.book, disc)
    last = length(queues, b, row)
    recent = of_this_turn(tables, b, side)
    for k in range(last):
        if queues[b, row, k] == disc:
            info[b, at + POINTS_NOW] -= value
            left = info[b, at + TURN_POINTS] - (value if k >= last - recent else 0)
            info[b, at + TURN_POINTS] = left if left > 0 else 0
    drop(queues, b, row, disc)


# -- the settlement of a decision --------------------------------------------------------------------------------------


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
