"""Payment of dues where sides own colours: which pieces come back after a stroke, and what each side still owes."""

from carrom.arrays.law.facts import colour_of, colour_of_side
from carrom.arrays.layout import (
    ALL_DISCS,
    BACK,
    CENTRE,
    CHARGED,
    COMING,
    COUNT,
    DOWN,
    DUE,
    FORGIVEN,
    NEXT,
    NONE,
    NOWHERE,
    OTHER_CHARGED,
    OTHERS_BACK,
    SIDE,
    SIDES,
    TURN,
    IntegerTable,
    Numbers,
    Tables,
    ThreadWorkspace,
)
from carrom.arrays.pending_placements import await_placing
from carrom.arrays.queue import clear, length, push


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
