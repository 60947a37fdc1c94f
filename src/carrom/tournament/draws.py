"""Draws: Swiss pairing, round robin, knockout brackets, and the next round of a stage."""

import hashlib
from collections.abc import Sequence

from carrom.errors import RefusedRequest, plural
from carrom.tournament import knockout
from carrom.tournament.events import Drawn, Meeting, Seated
from carrom.tournament.standings import advancing, compared, counted, is_annulled, is_level, met, outcome_of, tables
from carrom.tournament.state import Championship, EventStage, Fixture, Round, members_of, playing
from carrom.values import Value

# -- round robin: groups by seeding or by lot, and Berger tables -------------------------------------------------------


def snake(order: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """Return groups filled row by row in alternating direction: 1 2 3 / 6 5 4 / 7 8 9."""
    found: list[list[str]] = [[] for _ in range(groups)]
    for at, id in enumerate(order):
        row, column = divmod(at, groups)
        found[column if row % 2 == 0 else groups - 1 - column].append(id)
    return tuple(map(tuple, found))


def by_lots(order: Sequence[str], groups: int, lot: str, stage: str) -> tuple[tuple[str, ...], ...]:
    """Return groups filled row by row, with each row shuffled by the lot; entrants of one row are never in the same
    group. A single group is shuffled as a whole.
    """
    if groups == 1:
        return (shuffled(order, lot, stage),)
    found: list[list[str]] = [[] for _ in range(groups)]
    for start in range(0, len(order), groups):
        for column, id in enumerate(shuffled(order[start : start + groups], lot, stage)):
            found[column].append(id)
    return tuple(map(tuple, found))


def shuffled(ids: Sequence[str], lot: str, stage: str) -> tuple[str, ...]:
    """Return entrants in an order that only the lot decides."""
    return tuple(sorted(ids, key=lambda id: _drawn(lot, stage, id)))


def _drawn(lot: str, stage: str, id: str) -> bytes:
    return hashlib.sha256(f"{lot}\n{stage}\n{id}".encode()).digest()


def berger_rounds(count: int, legs: int = 1) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a round robin with one leg, or with a second one in which all pairs are reversed."""
    first = berger(count)
    return first if legs == 1 else (*first, *(tuple((b, a) for a, b in pairs) for pairs in first))


def berger(count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a round robin of `count` players, numbered from 1 (Berger tables); with an odd count one
    rests.
    """
    even = count + count % 2
    rounds = []
    for round in range(even - 1):
        pairs = []
        for pair in range(even // 2):
            first = (pair + round * (even // 2)) % (even - 1) + 1
            second = even if pair == 0 else (even - 1 - pair + round * (even // 2)) % (even - 1) + 1
            if pair == 0 and round % 2:
                first, second = second, first
            if max(first, second) <= count:
                pairs.append((first, second))
        rounds.append(tuple(pairs))
    return tuple(rounds)


# -- Swiss pairing of a round as one minimum-cost matching -------------------------------------------------------------
# The criteria are lexicographic: each only chooses among the optima of the earlier ones. Their sums are the digits of
# one whole number, in a mixed radix wide enough that no digit overflows, and a maximum-weight matching finds the
# least:
#
# 1. nobody meets twice: such a pair is no edge;
# 2. with an odd number the bye goes to the lowest-ranked entrant who may have it and leaves the rest pairable;
# 3. the sum of squared point differences;
# 4. the number of entrants who float up, or down, twice in a row (where the stage avoids that);
# 5. the number of pairs of one club or nation, in the first rounds;
# 6. pairs of different points: the sum of (distance - 1)², where distance is the number of places between the two;
# 7. pairs of equal points: the sum of (distance - half)², where half of the group's size pairs its upper with its
#    lower half;
# 8. a 32-bit hash of lot, stage, round and both names, so that a single optimum remains and nobody chooses it.


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
    """Lot, stage and round, as input of the hash."""


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


# -- the next round of a stage ---------------------------------------------------------------------------------------


def drawn(championship: Championship, stage: EventStage, round: int) -> Drawn:
    """Return the draw of a round, without boards. Raises `RefusedRequest` if it cannot be drawn now."""
    check_may_draw(championship, stage, round)
    if stage.terms.system == "swiss":
        return _swiss(championship, stage, round)
    if stage.terms.system == "knockout":
        return Drawn(stage=stage.id, round=round, meetings=knockout_meetings(championship, stage, round))
    return Drawn(stage=stage.id, round=round, meetings=table_meetings(stage, round))


def check_may_draw(championship: Championship, stage: EventStage, round: int) -> None:
    """Raise `RefusedRequest` unless the round is the next one and can be drawn now."""
    due = len(stage.rounds) + 1
    if round < due:
        raise RefusedRequest(f"{stage.id}.{round} is already drawn; the next round is {stage.id}.{due}")
    if round > due:
        raise RefusedRequest(f"{stage.id}.{round} cannot be drawn before {stage.id}.{due}")
    rounds = stage.rounds[-1:]
    if stage.terms.system == "knockout":
        due = stage.terms.bracket_round(round)
        rounds = tuple(each for each in stage.rounds if stage.terms.bracket_round(each.number) < due)
    for each in () if stage.terms.by_tables else rounds:
        _check_all_over(championship, stage, each)
    if stage.terms.system == "swiss" and stage.terms.rounds and round > stage.terms.rounds:
        raise RefusedRequest(f"stage {stage.id} has {stage.terms.rounds} rounds, so round {round} cannot be drawn")
    if stage.terms.system != "swiss" and not stage.seats:
        raise RefusedRequest(f"stage {stage.id} has no seeding; expected a line such as seat {stage.id} ...")


def _check_all_over(championship: Championship, stage: EventStage, round: Round) -> None:
    """Raise `RefusedRequest` if a fixture of a round has no final result."""
    for fixture in round.fixtures:
        if not fixture.b or _is_over(stage, round.number, fixture.number):
            continue
        level = stage.terms.system == "knockout" and is_level(stage, round.number, fixture.number)
        why = "is under protest" if fixture.withheld else "is level" if level else "is not finished"
        where = _described(championship, stage, round, fixture)
        raise RefusedRequest(f"{where} {why}; the next round depends on it")


def _described(championship: Championship, stage: EventStage, round: Round, fixture: Fixture) -> str:
    """Return a match in words and with its address."""
    names = " – ".join(map(championship.name, (fixture.a, fixture.b)))
    return f"{stage.terms.title}, round {round.number}: {names} ({stage.id}.{round.number}.{fixture.number})"


def _is_over(stage: EventStage, round: int, number: int) -> bool:
    found = stage.round(round)
    fixture = next(each for each in found.fixtures if each.number == number) if found else None
    if fixture is None or fixture.withheld:
        return False
    if stage.terms.system == "knockout":
        return advancing(stage, round, number) != ""
    outcome = outcome_of(stage, fixture)
    return outcome is not None or (fixture.finish is not None and fixture.finish.how == "void")


def _swiss(championship: Championship, stage: EventStage, round: int) -> Drawn:
    field = swiss_field(championship, stage, round)
    pairing = pair(field)
    meetings = [Meeting(field.order[a], field.order[b]) for a, b in pairing.pairs]
    if pairing.bye is not None:
        meetings.append(Meeting(field.order[pairing.bye]))
    return Drawn(stage=stage.id, round=round, meetings=tuple(meetings), totals=pairing.totals)


def swiss_field(championship: Championship, stage: EventStage, round: int) -> Field:
    """Return the data that a Swiss round is drawn from."""
    terms = stage.terms
    there = set(playing(championship, stage, round))
    rows = [each for each in tables(championship, stage)[0].standings if each.entrant in there]
    known = {each.entrant: int(each.value("points")) for each in rows}
    order = tuple(known) if stage.rounds else championship.seed_order(tuple(there))
    points = tuple(known[id] for id in order)
    apart: tuple[str, ...] = ()
    if round <= terms.apart:
        apart = tuple(getattr(championship.entrant(id), terms.apart_by) for id in order)
    return Field(
        order=order,
        points=points,
        met=met(stage),
        no_bye=no_bye(stage, round),
        went=_went(stage, order) if terms.floats == "spared" else (),
        apart=apart,
        neighbours=terms.order == "neighbours",
        salt="\n".join([championship.lot, stage.id, str(round)]),
    )


def no_bye(stage: EventStage, round: int) -> frozenset[str]:
    """Return the entrants who may not get a bye: they had one, or missed a round that counts as one."""
    had = {row.me for row in counted(stage) if not row.other}
    if stage.terms.missed == "bye":
        for each in stage.rounds:
            there = {id for fixture in each.fixtures for id in (fixture.a, fixture.b)}
            had |= {id for id in (*stage.members, *(id for id, _ in stage.late)) if id not in there}
        had |= {id for id, first in stage.late if first > 1}
    return frozenset(had)


def _went(stage: EventStage, order: Sequence[str]) -> tuple[int, ...]:
    """Return for each entrant whether the last opponent had more points (1), fewer (-1) or equal points (0)."""
    if not stage.rounds:
        return (0,) * len(order)
    round = stage.rounds[-1]
    points = dict(round.basis)
    gaps: dict[str, int] = {}
    for each in round.fixtures:
        if each.b:
            gap = points.get(each.b, 0) - points.get(each.a, 0)
            gaps[each.a], gaps[each.b] = gap, -gap
    return tuple((gaps.get(id, 0) > 0) - (gaps.get(id, 0) < 0) for id in order)


def table_meetings(stage: EventStage, round: int) -> tuple[Meeting, ...]:
    """Return the pairs of a round-robin round, the first group first. Raises `RefusedRequest` after the last round."""
    found = []
    for group in stage.seats:
        rounds = berger_rounds(len(group), stage.terms.legs)
        if round <= len(rounds):
            found += [Meeting(group[a - 1], group[b - 1]) for a, b in rounds[round - 1]]
    if not found:
        raise RefusedRequest(f"stage {stage.id} is complete; all rounds have been drawn")
    return tuple(found)


def knockout_meetings(championship: Championship, stage: EventStage, round: int) -> tuple[Meeting, ...]:
    """Return the matches of a knockout round in bracket order. Raises `RefusedRequest` after the last round."""
    slots = knockout.to_draw(stage, same_of(championship, stage), round)
    if not slots:
        raise RefusedRequest(f"stage {stage.id} is complete; its final has been drawn")
    return tuple(Meeting(slot.a, slot.b) for slot in slots)


def same_of(championship: Championship, stage: EventStage) -> knockout.Same:
    """Return a function that tests whether two entrants are of the same group or club and should not meet early."""
    terms = stage.terms
    groups: dict[str, int] = {}
    if terms.source and terms.groups_apart == "yes":
        source = championship.stage(terms.source)
        if len(source.seats) > 1:
            groups = {id: at for at, group in enumerate(source.seats) for id in group}
    clubs: dict[str, str] = {}
    if terms.apart:
        clubs = {each.id: getattr(each, terms.apart_by) for each in championship.entrants}

    def same(a: str, b: str) -> bool:
        return (a in groups and groups.get(a) == groups.get(b)) or (clubs.get(a, "") == clubs.get(b, "") != "")

    return same


def seated(championship: Championship, stage: EventStage) -> Seated:
    """Return the groups of a stage, or the seeds of a knockout, as they would be now. Raises `RefusedRequest`."""
    terms = stage.terms
    if terms.system == "swiss" and not terms.source:
        raise RefusedRequest(f"stage {stage.id} is a Swiss stage, which has no seeding; draw its first round")
    order = qualified(championship, stage) if terms.source else members_of(championship, stage)
    order = tuple(id for id in order if id not in stage.withdrawn)
    fewest = 2 * terms.groups
    if len(order) < fewest:
        raise RefusedRequest(f"stage {stage.id} would have {plural(len(order), 'entrant')}; expected {fewest} or more")
    if not terms.by_tables:
        seats: tuple[tuple[str, ...], ...] = (_with_lots(championship, stage, order),)
    elif terms.draw == "lots":
        seats = by_lots(order, terms.groups, championship.lot, stage.id)
    else:
        seats = snake(order, terms.groups)
    return Seated(stage=stage.id, seats=seats)


def _with_lots(championship: Championship, stage: EventStage, order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seeds of a knockout; with `draw=lots` those without a seed, or of equal rank, are ordered by lot.

    Of equal rank are qualifiers who took the same place in their groups; those from a single table all are.
    """
    if stage.terms.draw != "lots":
        return order
    lot, id = championship.lot, stage.id
    if not stage.terms.source:
        seeded = tuple(each for each in order if championship.entrant(each).seed is not None)
        return (*seeded, *shuffled(order[len(seeded) :], lot, id))
    orders = _orders(championship, championship.stage(stage.terms.source))
    if len(orders) < 2:
        return shuffled(order, lot, id)
    rank = {each: at for group in orders for at, each in enumerate(group)}
    levels = [[each for each in order if rank[each] == at] for at in sorted({rank[each] for each in order})]
    return tuple(each for level in levels for each in shuffled(level, lot, id))


def _orders(championship: Championship, source: EventStage) -> list[tuple[str, ...]]:
    """Return the order of every group of a stage, or its whole order, without those who withdrew."""
    if source.terms.system == "knockout":
        orders = [knockout.final_order(source, same_of(championship, source))]
    else:
        orders = [table.order for table in tables(championship, source)]
    return [tuple(id for id in order if id not in source.withdrawn) for order in orders]


def qualified(championship: Championship, stage: EventStage) -> tuple[str, ...]:
    """Return who advances to a stage: winners first, then runners-up and so on, each rank compared across groups."""
    source = championship.stage(stage.terms.source)
    _check_over(championship, source)
    orders = _orders(championship, source)
    each = stage.terms.qualify or source.terms.qualify or max(map(len, orders))
    best = stage.terms.best or source.terms.best
    found: list[str] = []
    for rank in range(each):
        level = [order[rank] for order in orders if rank < len(order)]
        found += compared(championship, source, level) if len(orders) > 1 else level
    if best:
        level = [order[each] for order in orders if each < len(order)]
        found += compared(championship, source, level)[:best]
    return tuple(found)


def _check_over(championship: Championship, source: EventStage) -> None:
    """Raise `RefusedRequest` if a stage has open fixtures."""
    if not source.rounds:
        raise RefusedRequest(f"{source.terms.title} has not begun, so who advances from it is not known")
    for round in source.rounds:
        for fixture in round.fixtures:
            gone = any(is_annulled(source, id) for id in (fixture.a, fixture.b))
            if fixture.b and not gone and not _is_over(source, round.number, fixture.number):
                where = _described(championship, source, round, fixture)
                raise RefusedRequest(f"{where} is not finished, so who advances is not known")
    left = rounds_left(championship, source)
    if left:
        raise RefusedRequest(f"{source.terms.title} has {left} more rounds to draw, so who advances is not known")


def rounds_question(championship: Championship, stage: EventStage) -> str:
    """Return why a Swiss has too many rounds for its entrants, without a full stop; empty if it has not.

    Nobody meets twice, so 6 entrants can play at most 5 rounds. Before the last two of these, everybody has two
    opponents left, and these pairs may be two rings of an odd number, such as two threes, which make up no round.
    """
    count, rounds = len(members_of(championship, stage)), stage.terms.rounds
    most = count - 1 + count % 2
    sure = most if most < 5 else most - 2
    if stage.terms.system != "swiss" or count < 2 or rounds <= sure:
        return ""
    cure = f"expected rounds={sure} or fewer, or a round robin"
    if rounds > most:
        return f"{stage.terms.title} has {rounds} rounds, but {count} entrants can meet in {most} at most; {cure}"
    return (
        f"{stage.terms.title} has {rounds} rounds for {count} entrants, who nearly all meet; round {sure + 1} may not "
        f"be possible without repeated pairs; {cure}"
    )


def rounds_left(championship: Championship, stage: EventStage) -> int:
    """Return how many rounds are still to be drawn; 0 for a Swiss without a fixed number of rounds."""
    done = len(stage.rounds)
    match stage.terms.system:
        case "swiss":
            return max(stage.terms.rounds - done, 0)
        case "knockout":
            return knockout.rounds_of(len(stage.seats[0]) if stage.seats else 2) * stage.terms.legs - done
        case _:
            return max((len(berger_rounds(len(group), stage.terms.legs)) for group in stage.seats), default=1) - done
