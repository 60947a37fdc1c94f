"""Discs in an order: rows of small numbers that end with NONE; what stands behind it means nothing."""

from carrom.arrays.layout import ALL_DISCS, NONE, Table


def length(queues: Table, b: int, row: int) -> int:
    """Return how many discs a row holds."""
    for k in range(ALL_DISCS):
        if queues[b, row, k] == NONE:
            return k
    return ALL_DISCS


def clear(queues: Table, b: int, row: int) -> None:
    """Empty a row."""
    queues[b, row, 0] = NONE


def push(queues: Table, b: int, row: int, disc: int) -> None:
    """Put a disc last; a row never holds all twenty."""
    end = length(queues, b, row)
    queues[b, row, end] = disc
    queues[b, row, end + 1] = NONE


def drop(queues: Table, b: int, row: int, disc: int) -> bool:
    """Take a disc out, and say whether it was there."""
    found = False
    for k in range(ALL_DISCS - 1):
        if queues[b, row, k] == disc:
            found = True
        if queues[b, row, k] == NONE:
            break
        if found:
            queues[b, row, k] = queues[b, row, k + 1]
    return found
