"""Queues of discs in arrays: rows of small integers that end with NONE; entries after it are undefined."""

from carrom.arrays.layout import ALL_DISCS, DUE, LAPSES, NONE, OWNER, PLACER, SIDE, SIDES, WAITING, IntegerCube, Tables


def length(queues: IntegerCube, b: int, row: int) -> int:
    """Return the number of discs in a queue."""
    for k in range(ALL_DISCS):
        if queues[b, row, k] == NONE:
            return k
    return ALL_DISCS


def clear(queues: IntegerCube, b: int, row: int) -> None:
    """Empty a queue."""
    queues[b, row, 0] = NONE


def push(queues: IntegerCube, b: int, row: int, disc: int) -> None:
    """Append a disc; a queue never holds all twenty."""
    end = length(queues, b, row)
    queues[b, row, end] = disc
    queues[b, row, end + 1] = NONE


def drop(queues: IntegerCube, b: int, row: int, disc: int) -> bool:
    """Remove a disc; return whether it was in the queue."""
    found = False
    for k in range(ALL_DISCS - 1):
        if queues[b, row, k] == disc:
            found = True
        if queues[b, row, k] == NONE:
            break
        if found:
            queues[b, row, k] = queues[b, row, k + 1]
    return found


# -- the queue of pieces to be placed, with their placers and owners ---------------------------------------------------


def await_placing(queues: IntegerCube, b: int, disc: int, by: int, owner: int) -> None:
    """Append a piece to the queue."""
    at = length(queues, b, WAITING)
    queues[b, WAITING, at] = disc
    queues[b, WAITING, at + 1] = NONE
    queues[b, PLACER, at] = by
    queues[b, OWNER, at] = owner


def await_once(queues: IntegerCube, b: int, disc: int, by: int, owner: int) -> None:
    """Append a piece to the queue unless it is in it."""
    for k in range(length(queues, b, WAITING)):
        if queues[b, WAITING, k] == disc:
            return
    await_placing(queues, b, disc, by, owner)


def wait_no_more(queues: IntegerCube, b: int) -> None:
    """Remove the first piece of the queue."""
    for row in (WAITING, PLACER, OWNER):
        for k in range(ALL_DISCS - 1):
            queues[b, row, k] = queues[b, row, k + 1]


def put_off(tables: Tables, b: int) -> None:
    """Turn the first piece, and others with the same placer and owner, into dues: there is no room (Law 79)."""
    queues = tables.queues
    by = queues[b, PLACER, 0]
    owner = queues[b, OWNER, 0]
    remaining = 0
    for k in range(length(queues, b, WAITING)):
        if queues[b, PLACER, k] == by and queues[b, OWNER, k] == owner:
            at = SIDES + owner * SIDE + DUE
            tables.info[b, at] = 0 if tables.book[LAPSES] != 0 else tables.info[b, at] + 1
            continue
        for row in (WAITING, PLACER, OWNER):
            queues[b, row, remaining] = queues[b, row, k]
        remaining += 1
    queues[b, WAITING, remaining] = NONE
