"""Swiss pairing of a round as one minimum-cost matching.

The criteria are lexicographic: each only chooses among the optima of the earlier ones. Their sums are the digits of one
whole number, in a mixed radix wide enough that no digit overflows, and a maximum-weight matching finds the least:

1. nobody meets twice: such a pair is no edge;
2. with an odd number the bye goes to the lowest-ranked entrant who may have it and leaves the rest pairable;
3. the sum of squared point differences;
4. the number of entrants who float up, or down, twice in a row (where the section avoids that);
5. the number of pairs of one club or nation, in the first rounds;
6. pairs of different points: the sum of (distance - 1)², where distance is the number of places between the two;
7. pairs of equal points: the sum of (distance - half)², where half of the group's size pairs its upper with its lower
half;
8. a 32-bit hash of lot, section, round and both names, so that a single optimum remains and nobody chooses it.
"""

import hashlib
from collections.abc import Sequence

from carrom.errors import RefusedRequest, plural
from carrom.values import Value

WIDEST = 120
"""Maximum number of bits of a weight; the matching computes with 128."""
MOST = 400
"""Maximum number of entrants of one round."""


class Field(Value, frozen=True, kw_only=True):
    """The data that a round is drawn from."""

    order: tuple[str, ...]
    """Ids in the order of the standings; before the first round, in the order of the seeds."""
    points: tuple[int, ...]
    """Match points, in the same order."""
    met: frozenset[frozenset[str]] = frozenset()
    no_bye: frozenset[str] = frozenset()
    """Entrants who have had a bye, or missed a round that counts as one."""
    went: tuple[int, ...] = ()
    """For each entrant, 1 if the last opponent had more points, -1 if fewer, else 0; empty if floats are ignored."""
    apart: tuple[str, ...] = ()
    """For each entrant, the club or nation to keep apart; empty if this is ignored."""
    neighbours: bool = False
    salt: str = ""
    """Lot, section and round, as input of the hash."""


class SwissRound(Value, frozen=True, kw_only=True):
    """A drawn round: pairs as positions in the order, the bye, and the sums of the criteria.

    `totals` are the criteria 3, 5, 6 and 7, with the fourth after the third where floats are avoided.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    totals: tuple[int, ...]


class Costs:
    """The cost of each pair of a field, without the entrant who has the bye."""

    def __init__(self, field: Field, bye: int | None) -> None:
        self.field = field
        self.ids = [at for at in range(len(field.order)) if at != bye]
        self.place = {at: place for place, at in enumerate(self.ids)}
        self.size: dict[int, int] = {}
        for at in self.ids:
            self.size[field.points[at]] = self.size.get(field.points[at], 0) + 1

    def of(self, a: int, b: int) -> tuple[int, int, int, int, int]:
        """Return the criteria 3 to 7 for two entrants, given by their positions in the order."""
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
        """Return whether two entrants have not met."""
        return frozenset((self.field.order[a], self.field.order[b])) not in self.field.met

    def chance(self, a: int, b: int) -> int:
        """Return the eighth criterion."""
        names = sorted((self.field.order[a], self.field.order[b]))
        return int.from_bytes(hashlib.sha256("\n".join([self.field.salt, *names]).encode()).digest()[:4], "big")


def pair(field: Field) -> SwissRound:
    """Return the best round by all criteria. Raises `RefusedRequest` if there is none."""
    count = len(field.order)
    if count < 2:
        raise RefusedRequest(f"{plural(count, 'entrant')} cannot be paired; expected two or more")
    if count > MOST:
        raise RefusedRequest(f"{count} entrants are too many for one round; expected at most {MOST}")
    bye = _bye(field) if count % 2 else None
    costs = Costs(field, bye)
    edges = [(a, b) for at, a in enumerate(costs.ids) for b in costs.ids[at + 1 :] if costs.may(a, b)]
    pairs = _best(costs, edges)
    if pairs is None:
        raise RefusedRequest("no round is possible in which nobody meets twice; pair it by hand, or end the stage")
    sums = totals(costs, pairs)
    shown = sums if field.went else (sums[0], *sums[2:])
    return SwissRound(pairs=pairs, bye=bye, totals=shown)


def totals(costs: Costs, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the sums of the criteria 3 to 7 over a round."""
    rows = [costs.of(a, b) for a, b in pairs]
    return tuple(sum(row[at] for row in rows) for at in range(5))


def _bye(field: Field) -> int:
    """Return the lowest-ranked entrant who may have the bye and leaves the others pairable."""
    may = [at for at in reversed(range(len(field.order))) if field.order[at] not in field.no_bye]
    for at in may:
        costs = Costs(field, at)
        edges = [(a, b) for n, a in enumerate(costs.ids) for b in costs.ids[n + 1 :] if costs.may(a, b)]
        if 2 * len(_matching(len(field.order), [(a, b, 1) for a, b in edges])) == len(costs.ids):
            return at
    why = "would leave a round without repeated pairs" if may else "has not had one yet"
    raise RefusedRequest(f"no entrant can get the bye who {why}; pair the round by hand, or end the stage")


def _best(costs: Costs, edges: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...] | None:
    """Return the cheapest pairing of all entrants, in the order of the standings; None if there is none."""
    rows = [(*costs.of(a, b), costs.chance(a, b)) for a, b in edges]
    half = len(costs.ids) // 2
    weights = [0] * len(rows)
    width = 1
    for at in reversed(range(6)):
        weights = [weight + width * row[at] for weight, row in zip(weights, rows, strict=True)]
        width *= half * max((row[at] for row in rows), default=0) + 1
    if width.bit_length() > WIDEST:
        raise RefusedRequest(
            f"the points of the {len(costs.ids)} entrants are too far apart to pair them automatically; pair "
            f"this round by hand"
        )
    chosen = _matching(
        len(costs.field.order), [(a, b, width - weight) for (a, b), weight in zip(edges, weights, strict=True)]
    )
    return chosen if len(chosen) == half else None


def _matching(nodes: int, edges: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the heaviest of the largest matchings, sorted, because the library's order is undefined."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(a, b), max(a, b)) for a, b in found))
