"""Swiss pairing of a round as one minimum-cost matching.

The criteria count each only within the optimum of those before; so their sums are the digits of one whole number, in
a mixed radix wide enough that no digit overflows, and a maximum-weight matching finds the least:

1. nobody meets twice: such a pair is no edge;
2. with an odd number the bye goes to the lowest who may have it and leaves the rest pairable;
3. the sum of squared point differences;
4. how many go up, or down, twice running (where the section spares them);
5. pairs of one club or nation, in the first waves;
6. pairs of different points: the sum of squared numbers of places between them;
7. pairs of equal points: the sum of (distance - half)², where half of the group's size meets the other half;
8. 32 bits of a hash over lot, section, wave and both names: one optimum is left, and nobody chose it.
"""

import hashlib
from collections.abc import Sequence

from carrom.errors import RefusedRequest
from carrom.values import Value

WIDEST = 120
"""Bits that a weight may have; the matching counts in 128."""
MOST = 400
"""Entrants of one wave."""


class Field(Value, frozen=True, kw_only=True):
    """What a wave is drawn on."""

    order: tuple[str, ...]
    """The standings; before the first wave the seeds."""
    points: tuple[int, ...]
    """Match points, in that order."""
    met: frozenset[frozenset[str]] = frozenset()
    no_bye: frozenset[str] = frozenset()
    """Who has had a bye, or a wave that counts as one."""
    went: tuple[int, ...] = ()
    """In that order, who met somebody with more points in the wave before (1), or with fewer (-1); empty: not asked."""
    apart: tuple[str, ...] = ()
    """In that order, clubs (or nations) that are kept apart; empty: not asked."""
    neighbours: bool = False
    salt: str = ""
    """Lot, section and wave, as the hash takes them."""


class Pairing(Value, frozen=True, kw_only=True):
    """A wave as it was drawn: pairs by their places in the order, who has the bye, and what each criterion adds up to.

    `totals` are the criteria 3, 5, 6 and 7; with floats spared the fourth stands behind the third.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    totals: tuple[int, ...]


class Costs:
    """What each pair of a field costs, without the one who has the bye."""

    def __init__(self, field: Field, bye: int | None) -> None:
        self.field = field
        self.ids = [at for at in range(len(field.order)) if at != bye]
        self.place = {at: place for place, at in enumerate(self.ids)}
        self.size: dict[int, int] = {}
        for at in self.ids:
            self.size[field.points[at]] = self.size.get(field.points[at], 0) + 1

    def of(self, a: int, b: int) -> tuple[int, int, int, int, int]:
        """Return the criteria 3 to 7 of two entrants by their places in the order."""
        field = self.field
        gap = field.points[a] - field.points[b]
        distance = abs(self.place[a] - self.place[b])
        floats = clubs = between = within = 0
        if gap and field.went:
            up, down = (b, a) if gap > 0 else (a, b)
            floats = (field.went[up] == 1) + (field.went[down] == -1)
        if field.apart:
            clubs = int(field.apart[a] == field.apart[b] != "")
        if gap:
            between = (distance - 1) ** 2
        else:
            wanted = 1 if field.neighbours else self.size[field.points[a]] // 2
            within = (distance - wanted) ** 2
        return gap * gap, floats, clubs, between, within

    def may(self, a: int, b: int) -> bool:
        """Whether two entrants have not met."""
        return frozenset((self.field.order[a], self.field.order[b])) not in self.field.met

    def chance(self, a: int, b: int) -> int:
        """Return the eighth criterion."""
        names = sorted((self.field.order[a], self.field.order[b]))
        return int.from_bytes(hashlib.sha256("\n".join([self.field.salt, *names]).encode()).digest()[:4], "big")


def pair(field: Field) -> Pairing:
    """Return the wave that is best by all criteria. Raises `RefusedRequest` if there is none."""
    count = len(field.order)
    if count < 2:
        raise RefusedRequest(f"{count} to be paired; expected two or more")
    if count > MOST:
        raise RefusedRequest(f"{count} to be paired in one wave; expected {MOST} at most")
    bye = _bye(field) if count % 2 else None
    costs = Costs(field, bye)
    edges = [(a, b) for at, a in enumerate(costs.ids) for b in costs.ids[at + 1 :] if costs.may(a, b)]
    pairs = _best(costs, edges)
    if pairs is None:
        raise RefusedRequest("no wave is left in which nobody meets twice; draw it by hand, or end the section")
    sums = totals(costs, pairs)
    shown = sums if field.went else (sums[0], *sums[2:])
    return Pairing(pairs=pairs, bye=bye, totals=shown)


def totals(costs: Costs, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return what the criteria 3 to 7 add up to in a wave."""
    rows = [costs.of(a, b) for a, b in pairs]
    return tuple(sum(row[at] for row in rows) for at in range(5))


def _bye(field: Field) -> int:
    """Return the lowest who may have the bye and leaves the others pairable."""
    may = [at for at in reversed(range(len(field.order))) if field.order[at] not in field.no_bye]
    for at in may:
        costs = Costs(field, at)
        edges = [(a, b) for n, a in enumerate(costs.ids) for b in costs.ids[n + 1 :] if costs.may(a, b)]
        if 2 * len(_matching(len(field.order), [(a, b, 1) for a, b in edges])) == len(costs.ids):
            return at
    why = "leaves the others without one who meets twice" if may else "has not had it"
    raise RefusedRequest(f"nobody may have the bye who {why}; draw the wave by hand, or end the section")


def _best(costs: Costs, edges: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...] | None:
    """Return the cheapest way to pair everybody, in the order of the standings; None if there is none."""
    rows = [(*costs.of(a, b), costs.chance(a, b)) for a, b in edges]
    half = len(costs.ids) // 2
    weights = [0] * len(rows)
    width = 1
    for at in reversed(range(6)):
        weights = [weight + width * row[at] for weight, row in zip(weights, rows, strict=True)]
        width *= half * max((row[at] for row in rows), default=0) + 1
    if width.bit_length() > WIDEST:
        raise RefusedRequest(f"{len(costs.ids)} with points so far apart cannot be weighed; draw this wave by hand")
    chosen = _matching(
        len(costs.field.order), [(a, b, width - weight) for (a, b), weight in zip(edges, weights, strict=True)]
    )
    return chosen if len(chosen) == half else None


def _matching(nodes: int, edges: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the heaviest of the largest matchings, sorted; the library's order is none."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(a, b), max(a, b)) for a, b in found))
