"""Queues of discs in arrays: rows of small integers that end with NONE; entries after it are undefined."""

from carrom.arrays.layout import ALL_DISCS, NONE, IntegerCube


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
