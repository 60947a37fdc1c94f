"""Payment of dues in points games, where sides do not own colours: which counters come back, and their value."""

from carrom.arrays.law.colour_payment import pocketed_own
from carrom.arrays.layout import (
    ALL_DISCS,
    BACK,
    BLACK_POINTS,
    CENTRE,
    CHARGED,
    COUNTER_BACK,
    DUE,
    FORGIVEN,
    NEXT,
    NONE,
    POINTS_NOW,
    QUEEN_SCORES,
    SCORED,
    SIDE,
    SIDES,
    SPARE,
    TURN,
    TURN_POINTS,
    VOID,
    VOIDED_BACK,
    WHITE_POINTS,
    IntegerTable,
    Numbers,
    Tables,
    ThreadWorkspace,
)
from carrom.arrays.pending_placements import await_once, await_placing
from carrom.arrays.queue import drop, length, push


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
