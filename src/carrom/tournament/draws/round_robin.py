"""Round robin: groups by seeding or by lot, and Berger tables."""

import hashlib
from collections.abc import Sequence


def snake(order: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """Return groups filled row by row in alternating direction: 1 2 3 / 6 5 4 / 7 8 9."""
    found: list[list[str]] = [[] for _ in range(groups)]
    for at, id in enumerate(order):
        row, column = divmod(at, groups)
        found[column if row % 2 == 0 else groups - 1 - column].append(id)
    return tuple(map(tuple, found))


def by_lots(order: Sequence[str], groups: int, lot: str, section: str) -> tuple[tuple[str, ...], ...]:
    """Return groups filled row by row, with each row shuffled by the lot; entrants of one row are never in the same
    group. A single group is shuffled as a whole.
    """
    if groups == 1:
        return (shuffled(order, lot, section),)
    found: list[list[str]] = [[] for _ in range(groups)]
    for start in range(0, len(order), groups):
        for column, id in enumerate(shuffled(order[start : start + groups], lot, section)):
            found[column].append(id)
    return tuple(map(tuple, found))


def shuffled(ids: Sequence[str], lot: str, section: str) -> tuple[str, ...]:
    """Return entrants in an order that only the lot decides."""
    return tuple(sorted(ids, key=lambda id: _drawn(lot, section, id)))


def _drawn(lot: str, section: str, id: str) -> bytes:
    return hashlib.sha256(f"{lot}\n{section}\n{id}".encode()).digest()


def rounds(count: int, legs: int = 1) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a round robin with one leg, or with a second one in which all pairs are reversed."""
    first = berger(count)
    return first if legs == 1 else (*first, *(tuple((b, a) for a, b in pairs) for pairs in first))


def berger(count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a round robin of `count` players, numbered from 1 (Berger tables); with an odd count one
    rests.
    """
    even = count + count % 2
    waves = []
    for wave in range(even - 1):
        pairs = []
        for pair in range(even // 2):
            first = (pair + wave * (even // 2)) % (even - 1) + 1
            second = even if pair == 0 else (even - 1 - pair + wave * (even // 2)) % (even - 1) + 1
            if pair == 0 and wave % 2:
                first, second = second, first
            if max(first, second) <= count:
                pairs.append((first, second))
        waves.append(tuple(pairs))
    return tuple(waves)
