"""The books after a decision: who owes what, which men come back, what a points game is worth.

These are `settle`, `resolve` and `points` of the rules once more, for arrays: sums and queues, no law. The law is in
the decision. A test plays both beside each other and compares everything (decision 0126).
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
    CHARGED,
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
    OWNER,
    PASSED,
    PASSES,
    PLACER,
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
    Numbers,
    Table,
)
from carrom.arrays.queue import clear, drop, length, push

CENTRE, COMING, SPARE, SCRATCH = 0, 1, 2, 3
"""Rows of scratch: discs that the umpire puts on the centre; men that come back; a spare row."""


def settle(
    info: Table, queues: Table, book: Numbers, decisions: Table, row: int, b: int, met: bool, fallen: Table, work: Table
) -> None:
    """Bring board b's books to after a stroke; `fallen` is its row of men and queen in falling order, then NONE.

    Places are not touched. `work` receives, in row CENTRE of board 0, the discs that the umpire puts on the centre.
    """
    mover = book[SIDE_OF + info[b, TURN]]
    turn = decisions[row, TURN_IS]
    over = turn in (ENDED, TOTALS)
    ended = over or turn == PASSED
    own = pocketed_own(info, book, b, mover, fallen)
    for k in range(SCRATCH):
        clear(work, 0, k)
    clear(queues, b, WAITING)
    if decisions[row, QUEEN_RETURNS] != 0:
        push(work, 0, CENTRE, 1)
    gained = 0
    if not over or turn == TOTALS:
        if book[OWNED] != 0:
            if turn != AGAIN:
                pay_colours(info, queues, book, decisions, row, b, mover, fallen, work)
        elif turn != AGAIN:
            gained = pay_counters(info, queues, book, decisions, row, b, mover, fallen, work)
    sides_after(info, queues, book, decisions, row, b, mover, fallen, gained, ended, work)
    for k in range(length(fallen, b, 0)):
        push(queues, b, DOWN, fallen[b, 0, k])
    for k in range(length(work, 0, CENTRE)):
        drop(queues, b, DOWN, work[0, CENTRE, k])
    covers = decisions[row, QUEEN_IS] == COVERED and info[b, QUEEN] != COVERED
    if decisions[row, QUEEN_IS] != COVERED:
        info[b, QUEEN_TURN] = -1
    elif covers:
        info[b, QUEEN_TURN] = info[b, TURNS]
    info[b, QUEEN] = decisions[row, QUEEN_IS]
    if decisions[row, QUEEN_OF] == NOBODY:
        info[b, QUEEN_SIDE] = -1
    elif decisions[row, QUEEN_OF] == MOVER:
        info[b, QUEEN_SIDE] = mover
    stroke = turn != AGAIN
    if ended or stroke:
        clear(queues, b, FALLEN)
    if stroke and not ended:
        for k in range(length(fallen, b, 0)):
            push(queues, b, FALLEN, fallen[b, 0, k])
    info[b, COVERED_NOW] = 0 if ended else (1 if covers else 0) if stroke else info[b, COVERED_NOW]
    info[b, MISSES] = 0 if ended else info[b, MISSES] + (1 if stroke and own == 0 else 0)
    info[b, STRUCK] = 0 if turn == PASSED else (1 if stroke or info[b, STRUCK] != 0 else 0)
    info[b, PASSES] = 0
    info[b, ATTEMPT] = decisions[row, NEXT_ATTEMPT]
    if met:
        info[b, BROKEN] = 1
    if over:
        write_result(info, book, decisions, row, b, mover)
        clear(queues, b, WAITING)
        for side in range(book[COUNT]):
            info[b, SIDES + side * SIDE + DUE] = 0
    if ended:
        info[b, TURNS] += 1
    if turn == PASSED:
        info[b, TURN] = book[NEXT + info[b, TURN]]


def pocketed_own(info: Table, book: Numbers, b: int, side: int, fallen: Table) -> int:
    """Return how many men of a side fell; every man is one's own where colours are not owned."""
    colour = colour_of_side(info, book, b, side)
    count = 0
    for k in range(ALL_DISCS):
        disc = fallen[b, 0, k]
        if disc == NONE:
            break
        if disc > 1 and (colour < 0 or colour_of(disc) == colour):
            count += 1
    return count


# -- owned colours ------------------------------------------------------------------------------------------------


def pay_colours(
    info: Table,
    queues: Table,
    book: Numbers,
    decisions: Table,
    row: int,
    b: int,
    mover: int,
    fallen: Table,
    work: Table,
) -> None:
    """Find the men that come back, newest first, and what each side owes afterwards (Laws 72c, 78, 83, C40)."""
    by = book[NEXT + info[b, TURN]]
    own = pocketed_own(info, book, b, mover, fallen)
    back = own if decisions[row, BACK] != 0 else 0
    call_back(info, queues, book, b, mover, by, decisions[row, CHARGED], back, 0, fallen, work)
    if book[COUNT] > 1:
        other = (mover + 1) % book[COUNT]
        returned = decisions[row, OTHERS_BACK]
        centre_last(info, book, b, other, returned, fallen, work)
        charged = decisions[row, OTHER_CHARGED]
        call_back(info, queues, book, b, other, info[b, TURN], charged, 0, returned, fallen, work)


def call_back(
    info: Table,
    queues: Table,
    book: Numbers,
    b: int,
    side: int,
    by: int,
    charged: int,
    back: int,
    returned: int,
    fallen: Table,
    work: Table,
) -> None:
    """Let a side pay what it can with the men pocketed last; `back` of this stroke come back besides."""
    at = SIDES + side * SIDE
    colour = colour_of_side(info, book, b, side)
    clear(work, 0, COMING)
    for k in range(length(queues, b, DOWN)):
        if queues[b, DOWN, k] > 1 and colour_of(queues[b, DOWN, k]) == colour:
            push(work, 0, COMING, queues[b, DOWN, k])
    staying = pocketed_own(info, book, b, side, fallen) - returned
    for k in range(length(fallen, b, 0)):
        disc = fallen[b, 0, k]
        if disc > 1 and colour_of(disc) == colour and staying > 0:
            push(work, 0, COMING, disc)
            staying -= 1
    down = length(work, 0, COMING)
    owed = info[b, at + DUE] + charged
    left = down + returned - back
    paid = owed if owed < left else left
    info[b, at + DUE] = 0 if book[FORGIVEN] != 0 else owed - paid
    coming = back + paid
    for k in range(down - 1, -1, -1):
        if coming > 0:
            await_placing(queues, b, work[0, COMING, k], by, side)
            coming -= 1


def centre_last(info: Table, book: Numbers, b: int, side: int, number: int, fallen: Table, work: Table) -> None:
    """Put the last men of a side that fell on the centre."""
    skipped = pocketed_own(info, book, b, side, fallen) - number
    colour = colour_of_side(info, book, b, side)
    if number == 0:
        return
    for k in range(length(fallen, b, 0)):
        disc = fallen[b, 0, k]
        if disc > 1 and colour_of(disc) == colour:
            if skipped <= 0:
                push(work, 0, CENTRE, disc)
            skipped -= 1


def await_placing(queues: Table, b: int, disc: int, by: int, owner: int) -> None:
    """Let a man wait to be placed, after those that wait already."""
    at = length(queues, b, WAITING)
    queues[b, WAITING, at] = disc
    queues[b, WAITING, at + 1] = NONE
    queues[b, PLACER, at] = by
    queues[b, OWNER, at] = owner


# -- points games -------------------------------------------------------------------------------------------------


def worth(book: Numbers, disc: int) -> int:
    """Return what a counter is worth."""
    return book[WHITE_POINTS] if disc < 11 else book[BLACK_POINTS]  # type: ignore[no-any-return]


def of_this_turn(info: Table, queues: Table, book: Numbers, b: int, side: int) -> int:
    """Return how many counters at the end of a side's row were scored in the running turn."""
    left = info[b, SIDES + side * SIDE + TURN_POINTS]
    last = length(queues, b, SCORED + side)
    number = 0
    while number < last:
        left -= worth(book, queues[b, SCORED + side, last - 1 - number])
        if left < 0:
            break
        number += 1
    return number


def pay_counters(
    info: Table,
    queues: Table,
    book: Numbers,
    decisions: Table,
    row: int,
    b: int,
    mover: int,
    fallen: Table,
    work: Table,
) -> int:
    """Find the counters that come back and what the mover owes then; return what he gains now.

    A counter owed from before is paid with the first that falls, a new penalty with the last one pocketed.
    """
    at = SIDES + mover * SIDE
    void = decisions[row, VOID] != 0
    old_void = of_this_turn(info, queues, book, b, mover) if void else 0
    scored = length(queues, b, SCORED + mover)
    gained = 0
    for k in range(length(fallen, b, 0)):
        if fallen[b, 0, k] > 1:
            push(work, 0, SPARE, fallen[b, 0, k])
    men = length(work, 0, SPARE)
    if decisions[row, COUNTER_BACK] != 0 and men > 0:
        push(work, 0, CENTRE, work[0, SPARE, men - 1])
        men -= 1
        work[0, SPARE, men] = NONE
    for k in range(men):
        gained += 0 if void else worth(book, work[0, SPARE, k])
    for k in range(scored - old_void, scored):
        gained -= worth(book, queues[b, SCORED + mover, k])
    back = decisions[row, BACK] != 0 and pocketed_own(info, book, b, mover, fallen) > 0
    owed = info[b, at + DUE] + decisions[row, CHARGED]
    old = info[b, at + DUE] if info[b, at + DUE] < owed else owed
    by = book[NEXT + info[b, TURN]]
    first = 0
    if back:
        first = men
        for k in range(men):
            await_placing(queues, b, work[0, SPARE, k], by, mover)
    while old > 0 and not back and first < men:
        await_placing(queues, b, work[0, SPARE, first], by, mover)
        first += 1
        old -= 1
        owed -= 1
    payer = men - 1
    while owed > 0 and payer >= first:
        await_placing(queues, b, work[0, SPARE, payer], by, mover)
        payer -= 1
        owed -= 1
    payer = scored - 1
    while owed > 0 and payer >= 0:
        await_placing(queues, b, queues[b, SCORED + mover, payer], by, mover)
        payer -= 1
        owed -= 1
    if void and decisions[row, VOIDED_BACK] != 0:
        for k in range(scored - old_void, scored):
            await_once(queues, b, queues[b, SCORED + mover, k], by, mover)
        for k in range(men):
            await_once(queues, b, work[0, SPARE, k], by, mover)
    info[b, at + DUE] = 0 if book[FORGIVEN] != 0 else owed
    return gained + decisions[row, QUEEN_SCORES]  # type: ignore[no-any-return]


def await_once(queues: Table, b: int, disc: int, by: int, owner: int) -> None:
    """Let a man wait to be placed unless it waits already."""
    for k in range(length(queues, b, WAITING)):
        if queues[b, WAITING, k] == disc:
            return
    await_placing(queues, b, disc, by, owner)


def sides_after(
    info: Table,
    queues: Table,
    book: Numbers,
    decisions: Table,
    row: int,
    b: int,
    mover: int,
    fallen: Table,
    gained: int,
    ended: bool,
    work: Table,
) -> None:
    """Note which sides have pocketed men, and what the mover of a points game has."""
    if book[OWNED] != 0:
        for side in range(book[COUNT]):
            if pocketed_own(info, book, b, side, fallen) > 0:
                info[b, SIDES + side * SIDE + BEFORE] = 1
                if side == mover:
                    info[b, SIDES + side * SIDE + SELF] = 1
        return
    at = SIDES + mover * SIDE
    void = decisions[row, VOID] != 0
    if void:
        last = length(queues, b, SCORED + mover)
        for k in range(last - of_this_turn(info, queues, book, b, mover), last):
            queues[b, SCORED + mover, k] = NONE
    for k in range(length(fallen, b, 0)):
        disc = fallen[b, 0, k]
        if disc > 1:
            info[b, at + BEFORE] = 1
            info[b, at + SELF] = 1
            if not void:
                push(queues, b, SCORED + mover, disc)
    for k in range(length(work, 0, CENTRE)):
        drop(queues, b, SCORED + mover, work[0, CENTRE, k])
    info[b, at + POINTS_NOW] += gained
    turn_points = info[b, at + TURN_POINTS] + gained
    info[b, at + TURN_POINTS] = 0 if ended or turn_points < 0 else turn_points


def write_result(info: Table, book: Numbers, decisions: Table, row: int, b: int, mover: int) -> None:
    """Write who has won the board, and what it is worth."""
    if decisions[row, TURN_IS] == TOTALS:
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
    winner = mover if decisions[row, MOVER_WINS] != 0 else (mover + 1) % book[COUNT]
    info[b, WINNERS] = 1 << winner
    info[b, POINTS] = decisions[row, WORTH]
    info[b, UP_TO] = decisions[row, EXTRA]
    info[b, TAKEN] = decisions[row, FROM_LOSER]
    info[b, SLAM] = decisions[row, SLAM_IS]


def placed(info: Table, queues: Table, book: Numbers, b: int) -> None:
    """Book the first man that waits as placed: in a points game its points are lost."""
    disc = queues[b, WAITING, 0]
    owner = queues[b, OWNER, 0]
    at = SIDES + owner * SIDE
    if book[OWNED] == 0:
        recent = of_this_turn(info, queues, book, b, owner)
        last = length(queues, b, SCORED + owner)
        for k in range(last):
            if queues[b, SCORED + owner, k] == disc:
                info[b, at + POINTS_NOW] -= worth(book, disc)
                left = info[b, at + TURN_POINTS] - (worth(book, disc) if k >= last - recent else 0)
                info[b, at + TURN_POINTS] = left if left > 0 else 0
        drop(queues, b, SCORED + owner, disc)
    drop(queues, b, DOWN, disc)
    for row in (WAITING, PLACER, OWNER):
        for k in range(ALL_DISCS - 1):
            queues[b, row, k] = queues[b, row, k + 1]


def put_off(info: Table, queues: Table, b: int) -> None:
    """Let the men that the first placer has to place of that side be owed: there is no room for them (Law 79)."""
    by = queues[b, PLACER, 0]
    owner = queues[b, OWNER, 0]
    kept = 0
    for k in range(length(queues, b, WAITING)):
        if queues[b, PLACER, k] == by and queues[b, OWNER, k] == owner:
            info[b, SIDES + owner * SIDE + DUE] += 1
            continue
        for row in (WAITING, PLACER, OWNER):
            queues[b, row, kept] = queues[b, row, k]
        kept += 1
    queues[b, WAITING, kept] = NONE


def men_on_board(info: Table, places: Table, book: Numbers, b: int, side: int) -> int:
    """Return how many men a side could still pocket."""
    colour = colour_of_side(info, book, b, side)
    count = 0
    for disc in range(2, ALL_DISCS):
        if places[b, disc, 0] != NOWHERE and (colour < 0 or colour_of(disc) == colour):
            count += 1
    return count
