"""The key of a stroke: its facts packed into one integer, so that equal keys get equal decisions.

The key holds every fact of a simulated stroke that a `Case` offers to the laws. Counts are capped at what a law
distinguishes: none, one or more own pieces; the pieces left matter only if a side has none left, because only then can
a board end. `tests/arrays` checks this with random rounds in every rule set.
"""

from carrom.arrays.layout import (
    ALL_DISCS,
    ATTEMPT,
    BEFORE,
    BREAKER,
    BROKEN,
    CAP,
    COUNT,
    COVERED,
    DUE,
    EARLIER,
    FALLEN,
    MISSES,
    NONE,
    NOWHERE,
    OWNED,
    PAY_FIRST,
    QUEEN,
    QUEEN_SIDE,
    QUEEN_TURN,
    SCORE,
    SCORED,
    SELF,
    SIDE,
    SIDE_OF,
    SIDES,
    TRIES,
    TURN,
    TURNS,
    IntegerTable,
    Numbers,
    Seen,
    Tables,
)
from carrom.physics.kernel.layout import NEVER
from carrom.physics.kernel.stroke_batch import F_LINES

WHITE, BLACK = 0, 1
ENDINGS = 19 * 10 * 2 * 2 * 2 * 2 * 2 * 3
"""Number of cases that `with_last_men` distinguishes if a side has no piece left."""


def colour_of(disc: int) -> int:
    """Return the colour of a piece by its number."""
    return WHITE if disc < 11 else BLACK


def colour_of_side(info: IntegerTable, book: Numbers, b: int, side: int) -> int:
    """Return the colour of a side: white for the breaker; −1 if sides do not own colours."""
    if book[OWNED] == 0:
        return -1
    return WHITE if book[SIDE_OF + info[b, BREAKER]] == side else BLACK


def key_of(tables: Tables, seen: Seen, b: int) -> int:
    """Return the key of the stroke just played on board b."""
    info, places, book = tables.info, tables.places, tables.book
    fell, touched = seen.fell, seen.touched
    mover = book[SIDE_OF + info[b, TURN]]
    colour = colour_of_side(info, book, b, mover)
    own = own_before = others = others_before = 0
    met = direct = False
    for disc in range(1, ALL_DISCS):
        if places[b, disc, 0] == NOWHERE:
            continue
        down = fell[b, disc] < NEVER
        met = met or touched[b, disc] < NEVER
        if disc == 1:
            continue
        if colour < 0 or colour_of(disc) == colour:
            own_before += 1
            own += 1 if down else 0
        else:
            others_before += 1
            others += 1 if down else 0
            direct = direct or (down and touched[b, disc] < NEVER)
    queen_fell = places[b, 1, 0] != NOWHERE and fell[b, 1] < NEVER
    key = 0
    key = 2 * key + (1 if met else 0)
    key = 2 * key + (1 if info[b, BROKEN] == 0 else 0)
    key = 16 * key + info[b, ATTEMPT]
    key = 3 * key + seen.facts[b, F_LINES]
    key = 2 * key + (1 if fell[b, 0] < NEVER else 0)
    key = 2 * key + (1 if queen_fell else 0)
    key = 3 * key + (own if own < 2 else 2)
    key = 2 * key + (1 if others > 0 else 0)
    key = 2 * key + (1 if direct else 0)
    key = with_queen(key, info, b, mover)
    key = with_side(key, tables, b, mover, own_before)
    key = with_last_men(key, info, book, b, mover, own_before, own, others_before, others)
    key = with_men_of_switches(key, tables, b, mover, own)
    misses = info[b, MISSES] if book[TRIES] > 1 else 0
    return 16 * key + (misses if misses < 15 else 15)


def with_men_of_switches(key: int, tables: Tables, b: int, mover: int, own: int) -> int:
    """Append what only some rule sets ask: whether the fallen pieces pay all that is owed, and whether an own piece of
    the stroke before is still down."""
    book = tables.book
    pays = book[PAY_FIRST] != 0 and own >= tables.info[b, SIDES + mover * SIDE + DUE]
    key = 2 * key + (1 if pays else 0)
    down = 0
    if book[EARLIER] != 0:
        colour = colour_of_side(tables.info, book, b, mover)
        for k in range(ALL_DISCS):
            disc = tables.queues[b, FALLEN, k]
            if disc == NONE:
                break
            if disc > 1 and tables.places[b, disc, 0] == NOWHERE and (colour < 0 or colour_of(disc) == colour):
                down = 1
    return 2 * key + down


def with_queen(key: int, info: IntegerTable, b: int, mover: int) -> int:
    """Append the queen's state before the stroke, which side covered it, and whether in this turn."""
    key = 4 * key + info[b, QUEEN]
    covered = info[b, QUEEN] == COVERED
    by = 0
    if info[b, QUEEN_SIDE] >= 0:
        by = 1 if info[b, QUEEN_SIDE] == mover else 2
    key = 3 * key + by
    return 2 * key + (1 if covered and info[b, QUEEN_TURN] == info[b, TURNS] else 0)


def with_side(key: int, tables: Tables, b: int, mover: int, own_before: int) -> int:
    """Append the moving side's dues, its right to the queen, and whether all its pieces were on the board."""
    info = tables.info
    at = SIDES + mover * SIDE
    none_down = own_before == 9 if tables.book[OWNED] != 0 else tables.queues[b, SCORED + mover, 0] == NONE
    key = 2 * key + (1 if info[b, at + DUE] > 0 else 0)
    key = 2 * key + (1 if info[b, at + BEFORE] != 0 else 0)
    key = 2 * key + (1 if info[b, at + SELF] != 0 else 0)
    return 2 * key + (1 if none_down else 0)


def with_last_men(
    key: int,
    info: IntegerTable,
    book: Numbers,
    b: int,
    mover: int,
    own_before: int,
    own: int,
    others_before: int,
    others: int,
) -> int:
    """Append what the result of the board depends on if a side has no piece left; otherwise a constant."""
    own_left = own_before - own
    others_left = others_before - others
    if own_left > 0 and (others_left > 0 or book[OWNED] == 0):
        return key * 2 * ENDINGS
    key = 2 * key + 1
    key = 19 * key + own_left
    key = 10 * key + others_left
    key = 2 * key + (1 if own > 0 and own_left == 0 else 0)
    key = 2 * key + (1 if others > 0 and others_left == 0 else 0)
    key = 2 * key + (1 if own_before == 0 else 0)
    other = (mover + 1) % book[COUNT]
    for side in (mover, other):
        capped = book[CAP] >= 0 and info[b, SIDES + side * SIDE + SCORE] >= book[CAP]
        key = 2 * key + (1 if capped else 0)
    colour = colour_of_side(info, book, b, mover)
    slam = 0
    if colour == WHITE and info[b, TURNS] == 0:
        slam = 1
    if colour == BLACK and info[b, TURNS] == 1:
        slam = 2
    return 3 * key + slam


def row_of(slots: IntegerTable, key: int) -> int:
    """Return the row of a key's decision, or −1 if the table does not have it."""
    size = len(slots)
    at = key % size
    while slots[at, 1] >= 0:
        if slots[at, 0] == key:
            return slots[at, 1]  # type: ignore[no-any-return]
        at += 1
        if at == size:
            at = 0
    return -1
