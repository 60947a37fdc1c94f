"""Pairing of an arena: everybody who is free, near in points and rating, and nobody twice running against the same.

The free entries are ordered by strength and matched in groups of neighbours, each by a maximum-weight matching: as many
pairs as possible, first of those who have waited longest, then the nearest in strength. A difference in strength
shrinks with the time that the two have waited.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from carrom.values import Value

POINT = 50
"""Rating points that a difference of one tournament point is worth."""
UNRATED = 1500
WIDENS = 20
"""Rating points by which the difference of a pair shrinks for each second that one of the two has waited."""
REMATCH_AFTER = 30_000
"""Milliseconds after which two entries who are both still waiting may meet twice running."""
_GROUP = 40
_FAR = 100_000
_LONGEST = 600_000
"""Waiting times above this many milliseconds count as equal."""

Pairs = tuple[tuple[int, int], ...]


class Waiting(Value, frozen=True, kw_only=True):
    """An entry that is free and present."""

    entry: int
    points: int = 0
    rating: int | None = None
    last: int = 0
    """The last opponent; 0 for none."""
    since: int = 0
    """When it became free, ms since 1970."""

    @property
    def strength(self) -> int:
        """Its rating, and its points in rating points."""
        return (UNRATED if self.rating is None else self.rating) + POINT * self.points


def may_meet(a: Waiting, b: Waiting, now: int, *, alone: bool = False) -> bool:
    """Return whether two entries may be paired; `alone` means that nobody else is there to wait for."""
    if a.last != b.entry and b.last != a.entry:
        return True
    return alone or (now - a.since >= REMATCH_AFTER and now - b.since >= REMATCH_AFTER)


def pair(waiting: Sequence[Waiting], now: int, *, alone: bool = False) -> Pairs:
    """Return the pairs of the entries that are free at `now` (ms since 1970); at most one remains if all may meet.

    Entries that may not meet each other remain as well; `alone` allows two to meet twice running.
    """
    ranked = sorted(waiting, key=lambda each: (-each.strength, each.entry))

    def may(a: Waiting, b: Waiting) -> bool:
        return may_meet(a, b, now, alone=alone)

    found: list[tuple[Waiting, Waiting]] = []
    rest: list[Waiting] = []
    for at in range(0, len(ranked), _GROUP):
        group = [*rest, *ranked[at : at + _GROUP]]
        pairs = _matched(group, now, may)
        found += pairs
        paired = {each.entry for two in pairs for each in two}
        rest = [each for each in group if each.entry not in paired]
    _rearrange(found, rest, may)
    return tuple((a.entry, b.entry) for a, b in found)


def _matched(
    group: Sequence[Waiting], now: int, may: Callable[[Waiting, Waiting], bool]
) -> list[tuple[Waiting, Waiting]]:
    """Return the best largest matching of a group."""
    import rustworkx

    edges = [
        (a, b, _weight(group[a], group[b], now))
        for a in range(len(group))
        for b in range(a + 1, len(group))
        if may(group[a], group[b])
    ]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(group)))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(group[min(two)], group[max(two)]) for two in sorted(map(sorted, found))]


def _weight(a: Waiting, b: Waiting, now: int) -> int:
    """Return the value of a pair: waiting time counts before nearness."""
    waited = [min(max(now - each.since, 0), _LONGEST) for each in (a, b)]
    gap = max(abs(a.strength - b.strength) - WIDENS * max(waited) // 1000, 0)
    nearness = _FAR - min(gap, _FAR)
    return 1 + nearness * nearness + (sum(waited) // 1000) * _FAR * _FAR


def _rearrange(
    pairs: list[tuple[Waiting, Waiting]], rest: list[Waiting], may: Callable[[Waiting, Waiting], bool]
) -> None:
    """Pair what remains by opening another pair, where two remain who may not meet each other."""
    for x, y in combinations(tuple(rest), 2):
        if x not in rest or y not in rest:
            continue
        for at, (a, b) in enumerate(pairs):
            c, d = (a, b) if may(x, a) and may(y, b) else (b, a)
            if may(x, c) and may(y, d):
                pairs[at : at + 1] = [(x, c), (y, d)]
                rest.remove(x)
                rest.remove(y)
                break
