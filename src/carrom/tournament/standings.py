"""Standings of a stage: counted results, tie-breaks, and who advances from a knockout match."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from carrom.tournament.entrants import Key
from carrom.tournament.identifiers import Games, Score, turned
from carrom.tournament.result import rubbers_won, tie_outcome
from carrom.tournament.state import BOTH, Championship, EventStage, Fixture, FixtureOutcome, members_of
from carrom.values import Value, changed

# -- the results that count: without protests, with walkovers of the withdrawn -----------------------------------------


class Counted(Value, frozen=True, kw_only=True):
    """One fixture as it counts for one side."""

    round: int
    me: str
    other: str
    """Empty for a bye."""
    won: bool
    lost: bool
    games: Games
    boards: tuple[int, int] = (0, 0)
    rubbers: tuple[int, int] = (0, 0)

    @property
    def points(self) -> int:
        """Match points: 2 for a win, 1 for a draw."""
        return 2 if self.won else 0 if self.lost else 1

    @property
    def made(self) -> int:
        """Points made in all games."""
        return sum(game[0] for game in self.games)

    @property
    def net(self) -> int:
        """Points made minus points of the other side."""
        return sum(game[0] - game[1] for game in self.games)

    @property
    def games_net(self) -> int:
        """Games won minus games lost."""
        return sum((game[0] > game[1]) - (game[0] < game[1]) for game in self.games)


def outcome_of(stage: EventStage, fixture: Fixture) -> FixtureOutcome | None:
    """Return the outcome that counts now; None while it is open, under protest, void or annulled."""
    found = raw_outcome(stage, fixture)
    if fixture.withheld or not fixture.b:
        return None
    gone = [side for side in (fixture.a, fixture.b) if side in stage.withdrawn]
    if gone and stage.terms.by_tables:
        if any(is_annulled(stage, side) for side in gone):
            return None
        if found is None:
            return _walkover(stage, fixture, gone)
    if gone and stage.terms.system == "knockout" and found is None:
        return _walkover(stage, fixture, gone)
    return None if found is not None and found.how == "void" else found


def raw_outcome(stage: EventStage, fixture: Fixture) -> FixtureOutcome | None:
    """Return the outcome as it was entered; None while it is open."""
    if not stage.terms.rubbers or not fixture.b or (fixture.finish is not None and not any(fixture.rubbers)):
        return fixture.finish
    found, break_ = tie_outcome(stage.terms, fixture.rubbers, (fixture.a, fixture.b)), fixture.finish
    if found is None or break_ is None:
        return found
    winner = found.winner or break_.winner
    return changed(found, winner=winner, decided=winner != found.winner, advances=break_.advances)


def _walkover(stage: EventStage, fixture: Fixture, gone: list[str]) -> FixtureOutcome:
    """Return the walkover against an entrant who withdrew."""
    terms = stage.terms
    if len(gone) == 2:
        return FixtureOutcome(line=0, how="double-walkover", told=(), games=(), winner=BOTH)
    needed = len(terms.rubbers) // 2 + 1 if terms.rubbers else 0
    games = (terms.walkover,) * ((terms.best_of // 2 + 1) * (needed or 1))
    loser = gone[0]
    rubbers = (needed, 0) if loser == fixture.b else (0, needed)
    return FixtureOutcome(
        line=0,
        how="walkover",
        told=(),
        games=turned(games) if loser == fixture.a else games,
        winner=fixture.other(loser),
        against=loser,
        rubbers=rubbers if terms.rubbers else None,
    )


def is_annulled(stage: EventStage, entrant: str) -> bool:
    """Return whether the matches of an entrant who withdrew from a group are annulled."""
    if entrant not in stage.withdrawn or not stage.terms.by_tables:
        return False
    match stage.terms.withdrawn:
        case "annulled":
            return True
        case "walkovers":
            return False
        case _:
            return 2 * _finished(stage, entrant) < (len(_group(stage, entrant)) - 1) * stage.terms.legs


def _group(stage: EventStage, entrant: str) -> tuple[str, ...]:
    index = stage.group_of(entrant)
    return stage.seats[index] if index >= 0 else stage.members


def _finished(stage: EventStage, entrant: str) -> int:
    """Return how many matches of an entrant were played to their end."""
    found = 0
    for round in stage.rounds:
        for fixture in round.fixtures:
            outcome = raw_outcome(stage, fixture) if entrant in (fixture.a, fixture.b) else None
            found += (
                outcome is not None
                and outcome.how != "void"
                and outcome.winner != BOTH
                and (outcome.against != entrant or outcome.how == "conceded")
            )
    return found


def counted(stage: EventStage, after: int | None = None) -> Iterator[Counted]:
    """Yield every fixture that counts, once for each side, up to round `after`; Swiss byes count as wins."""
    for round in stage.rounds:
        if after is not None and round.number > after:
            continue
        for fixture in round.fixtures:
            if not fixture.b:
                if stage.terms.system == "swiss":
                    yield Counted(
                        round=round.number, me=fixture.a, other="", won=True, lost=False, games=(stage.terms.bye,)
                    )
                continue
            outcome = outcome_of(stage, fixture)
            if outcome is not None:
                yield side_of(round.number, fixture, outcome, fixture.a)
                yield side_of(round.number, fixture, outcome, fixture.b)


def side_of(round: int, fixture: Fixture, outcome: FixtureOutcome, me: str) -> Counted:
    """Return an outcome as it counts for one side."""
    first = me == fixture.a
    boards = outcome.boards or (0, 0)
    rubbers = outcome.rubbers or rubbers_won(fixture.rubbers, (fixture.a, fixture.b))
    return Counted(
        round=round,
        me=me,
        other=fixture.other(me),
        won=outcome.winner == me,
        lost=outcome.winner not in ("", me),
        games=outcome.games if first else turned(outcome.games),
        boards=boards if first else (boards[1], boards[0]),
        rubbers=rubbers if first else (rubbers[1], rubbers[0]),
    )


def met(stage: EventStage) -> frozenset[frozenset[str]]:
    """Return all pairs that were drawn together, including walkovers, but not void fixtures."""
    return frozenset(
        frozenset((fixture.a, fixture.b))
        for round in stage.rounds
        for fixture in round.fixtures
        if fixture.b and not (fixture.finish is not None and fixture.finish.how == "void")
    )


# -- who advances from a knockout match, or from two legs --------------------------------------------------------------


class Aggregate(Value, frozen=True, kw_only=True):
    """The two legs of a knockout match added up, as far as they are finished."""

    sides: tuple[str, str]
    """The entrants, the one at home in the first leg first."""
    points: Score
    """Points of the games of both legs."""
    finished: int
    """Number of finished legs."""
    winner: str = ""
    """Who advances; empty while that is open, `both` if nobody does."""
    level: bool = False
    """Whether both legs are finished and level in everything that counts."""
    decided: bool = False
    """Whether the tie-break of level legs decided."""


def advancing(stage: EventStage, round: int, number: int) -> str:
    """Return who advances from a knockout match of a drawn round: empty while it is open, `both` if nobody does."""
    legs = legs_of(stage, round, number)
    if not legs:
        return ""
    if stage.terms.adds_legs:
        return added_up(stage, legs).winner
    outcome = outcome_of(stage, legs[0])
    return "" if outcome is None else outcome.winner


def is_level(stage: EventStage, round: int, number: int) -> bool:
    """Return whether a knockout match is finished, but its score decides nothing."""
    legs = legs_of(stage, round, number)
    if stage.terms.adds_legs:
        return added_up(stage, legs).level
    return outcome_of(stage, legs[0]) is not None and not advancing(stage, round, number)


def legs_of(stage: EventStage, round: int, number: int) -> tuple[Fixture, ...]:
    """Return the drawn legs of a knockout match, the first one first; one fixture if it has a single leg."""
    first = round - (round - 1) % stage.terms.legs
    drawn = (stage.round(at) for at in range(first, first + stage.terms.legs))
    return tuple(each for found in drawn if found for each in found.fixtures if each.number == number)


def added_up(stage: EventStage, legs: tuple[Fixture, ...]) -> Aggregate:
    """Return two legs added up: by legs won, then rubbers, games and points won more than the other side.

    An entrant who withdrew before both legs were played does not advance, even after a win in the first leg.
    """
    sides = (legs[0].a, legs[0].b)
    outcomes = [outcome_of(stage, leg) for leg in legs]
    rows = [side_of(1, leg, each, sides[0]) for leg, each in zip(legs, outcomes, strict=True) if each is not None]
    made = sum(row.made for row in rows)
    found = Aggregate(sides=sides, points=(made, made - sum(row.net for row in rows)), finished=len(rows))
    unplayed = len(legs) < stage.terms.legs or any(raw_outcome(stage, leg) is None for leg in legs)
    gone = [side for side in sides if side in stage.withdrawn] if unplayed else []
    if gone:
        left = [side for side in sides if side not in gone]
        return found if any(leg.withheld for leg in legs) else _won(found, left[0] if left else BOTH)
    if len(rows) < stage.terms.legs:
        return found
    if all(each is not None and each.winner == BOTH for each in outcomes):
        return _won(found, BOTH)
    lead = _lead(rows)
    if lead:
        return _won(found, sides[lead < 0])
    named = _tie_break(outcomes)
    return Aggregate(
        sides=sides, points=found.points, finished=found.finished, winner=named, level=not named, decided=bool(named)
    )


def _won(found: Aggregate, winner: str) -> Aggregate:
    return Aggregate(sides=found.sides, points=found.points, finished=found.finished, winner=winner)


def _lead(rows: list[Counted]) -> int:
    """Return by how much the first side leads in the first count that differs; 0 if both are level."""
    counts = (
        sum(row.points for row in rows) - sum(2 * row.lost + (not row.won and not row.lost) for row in rows),
        sum(row.rubbers[0] - row.rubbers[1] for row in rows),
        sum(row.games_net for row in rows),
        sum(row.net for row in rows),
    )
    return next((count for count in counts if count), 0)


def _tie_break(outcomes: list[FixtureOutcome | None]) -> str:
    return next((each.advances for each in reversed(outcomes) if each is not None and each.advances), "")


# -- standings with tie-breaks (Buchholz and others), one by one -------------------------------------------------------
# When a criterion splits entrants who are level, each part that is still level continues with the next criterion. If
# the splitting criterion is `head` or comes after it, the part starts again at `head`, which is skipped unless all of
# the part have met, with return matches in both legs.


HEAD: tuple[Key, ...] = ("head", "head-net")


class StandingsPlace(Value, frozen=True, kw_only=True):
    """One place: the entrant, the values of the criteria, and the criterion that decided against the place above."""

    entrant: str
    place: int
    values: tuple[tuple[str, int | str], ...]
    """Every criterion and count by name; a mean is a fraction such as `4/3`."""
    key: str = ""
    """The criterion that decided against the place above; empty for the first place and for equal ones."""
    mine: str = ""
    theirs: str = ""
    level: tuple[str, ...] = ()
    """The entrants who were level before that criterion."""
    last: int = 0
    """The last of the places that it shares; equal to `place` if it shares none."""
    heads: tuple[tuple[str, str], ...] = ()
    """Head-to-head values of each time they were counted, such as `3; -6`; without one that was never counted."""

    @property
    def is_shared(self) -> bool:
        """Whether others have the same place."""
        return self.last > self.place

    @property
    def place_shown(self) -> str:
        """The place as text: `3`, or `3–4` if it is shared."""
        return f"{self.place}\u2013{self.last}" if self.is_shared else str(self.place)

    def shown(self, name: str) -> str:
        """Return the value of a criterion or count as text; a dash for a head-to-head value never counted."""
        return dict(self.heads).get(name, "\u2013") if name in HEAD else str(self.value(name))

    def value(self, name: str) -> int | str:
        """Return the value of a criterion or count."""
        return dict(self.values)[name]


class StageTable(Value, frozen=True, kw_only=True):
    """The standings of a stage, or of one of its groups."""

    group: int
    """Index of the group from 0; -1 if the stage has no groups."""
    standings: tuple[StandingsPlace, ...]
    annulled: tuple[str, ...] = ()
    """Entrants who withdrew and whose matches are annulled."""

    @property
    def order(self) -> tuple[str, ...]:
        """Entrants in the order of their places."""
        return tuple(each.entrant for each in self.standings)


class _Tally:
    """The totals of one entrant; used only within `tables`."""

    def __init__(self, rows: Sequence[Counted], deducted: int) -> None:
        self.rows = rows
        self.played = sum(bool(row.other) for row in rows)
        self.points = sum(row.points for row in rows) - deducted
        self.net = sum(row.net for row in rows)
        self.total = sum(row.made for row in rows)


class _Ranking:
    """The criteria of one table, computed on demand."""

    def __init__(self, championship: Championship, stage: EventStage, ids: Sequence[str], after: int | None) -> None:
        rows: dict[str, list[Counted]] = {id: [] for id in members_of(championship, stage)}
        for row in counted(stage, after):
            rows.setdefault(row.me, []).append(row)
        taken: dict[str, int] = {}
        for id, points in stage.deducted:
            taken[id] = taken.get(id, 0) + points
        self.tallies = {id: _Tally(found, taken.get(id, 0)) for id, found in rows.items()}
        seeds = championship.seed_order(tuple(self.tallies))
        self.seed = {id: place for place, id in enumerate(seeds)}
        self.lot = championship.lot
        self.stage = stage.id
        self.legs = stage.terms.legs
        self.keys = stage.terms.ordered_by
        self.shown: dict[str, dict[str, int]] = {id: {"head": 0, "head-net": 0} for id in self.tallies}
        self.heads: dict[str, dict[str, list[int]]] = {id: {"head": [], "head-net": []} for id in self.tallies}
        self.splits: dict[str, tuple[str, str, str, tuple[str, ...]]] = {}

    def value(self, key: str, id: str, level: Sequence[str]) -> int | Fraction:
        """Return the value of a criterion, where more is better."""
        tally = self.tallies[id]
        among = [row for row in tally.rows if row.other in level] if key in HEAD else tally.rows
        match key:
            case "points":
                return tally.points
            case "head":
                return sum(row.points for row in among)
            case "head-net":
                return sum(row.net for row in among)
            case "buchholz":
                return sum(self.tallies[row.other].points for row in tally.rows if row.other)
            case "net":
                return tally.net
            case "total":
                return tally.total
            case "boards":
                return sum(row.boards[0] - row.boards[1] for row in tally.rows)
            case "games":
                return sum(row.games_net for row in tally.rows)
            case "rubbers":
                return sum(row.rubbers[0] - row.rubbers[1] for row in tally.rows)
            case "points-each":
                return Fraction(tally.points, tally.played or 1)
            case "net-each":
                return Fraction(tally.net, tally.played or 1)
            case "seed":
                return -self.seed[id]
            case _:
                return -int.from_bytes(hashlib.sha256(f"{self.lot}\n{self.stage}\n{id}".encode()).digest()[:8], "big")

    def ranked(self, level: Sequence[str], at: int) -> list[list[str]]:
        """Return the entrants sorted from criterion `at` on, best first; entrants level in everything share a part."""
        if len(level) == 1 or at == len(self.keys):
            return [list(level)]
        key = self.keys[at]
        first = self.keys.index("head") if "head" in self.keys else len(self.keys)
        if at == first or (key == "head-net" and first == len(self.keys)):
            self._show_heads(level)
        if key in HEAD and not self._all_met(level):
            return self.ranked(level, at + 1)
        values = {id: self.value(key, id, level) for id in level}
        parts = [[id for id in level if values[id] == value] for value in sorted(set(values.values()), reverse=True)]
        if len(parts) == 1:
            return self.ranked(level, at + 1)
        found: list[list[str]] = []
        for part in parts:
            inner = self.ranked(part, first if at >= first else at + 1)
            if found:
                above = found[-1][-1]
                values_shown = _shown(key, values[inner[0][0]]), _shown(key, values[above])
                self.splits[inner[0][0]] = (key, *values_shown, tuple(level))
            found += inner
        return found

    def _all_met(self, level: Sequence[str]) -> bool:
        return all(self._meetings(id, other) >= self.legs for id in level for other in level if id != other)

    def _meetings(self, id: str, other: str) -> int:
        return sum(row.other == other for row in self.tallies[id].rows)

    def _show_heads(self, level: Sequence[str]) -> None:
        for id in level if self._all_met(level) else ():
            for key in HEAD:
                self.shown[id][key] = int(self.value(key, id, level))
                self.heads[id][key].append(self.shown[id][key])

    def heads_shown(self, id: str) -> tuple[tuple[str, str], ...]:
        """Return the head-to-head values of an entrant, each time they were counted, without repetitions."""
        found = {key: [str(value) for value in values] for key, values in self.heads[id].items()}
        return tuple((key, "; ".join(dict.fromkeys(values))) for key, values in found.items() if values)

    def values(self, id: str) -> tuple[tuple[str, int | str], ...]:
        """Return every criterion and count of an entrant by name."""
        tally = self.tallies[id]
        rows = tally.rows
        met = [row for row in rows if row.other]
        found: Mapping[str, int | Fraction] = {
            "points": tally.points,
            **self.shown[id],
            **{key: self.value(key, id, ()) for key in ("buchholz", "net", "total", "boards", "games", "rubbers")},
            "points-each": self.value("points-each", id, ()),
            "net-each": self.value("net-each", id, ()),
            "seed": self.seed[id] + 1,
            "played": tally.played,
            "won": sum(row.won for row in met),
            "drawn": sum(not row.won and not row.lost for row in met),
            "lost": sum(row.lost for row in met),
            "byes": len(rows) - len(met),
            "against": tally.total - tally.net,
            "games-won": sum(game[0] > game[1] for row in rows for game in row.games),
            "games-lost": sum(game[0] < game[1] for row in rows for game in row.games),
            "boards-won": sum(row.boards[0] for row in rows),
            "boards-lost": sum(row.boards[1] for row in rows),
            "rubbers-won": sum(row.rubbers[0] for row in rows),
            "rubbers-lost": sum(row.rubbers[1] for row in rows),
        }
        return tuple((key, value if isinstance(value, int) else str(value)) for key, value in found.items())


def _shown(key: str, value: int | Fraction) -> str:
    return "" if key == "lot" else str(1 - value) if key == "seed" else str(value)


def tables(championship: Championship, stage: EventStage, after: int | None = None) -> tuple[StageTable, ...]:
    """Return the standings of every group of a stage, after all rounds or the first `after`."""
    if stage.terms.by_tables and stage.seats:
        groups = tuple(enumerate(stage.seats))
        alone = len(groups) == 1
        return tuple(_table(championship, stage, group, -1 if alone else at, after) for at, group in groups)
    late = dict(stage.late)
    ids = tuple(id for id in members_of(championship, stage) if after is None or late.get(id, 0) <= max(after, 1))
    return (_table(championship, stage, ids, -1, after),)


def _table(
    championship: Championship, stage: EventStage, ids: tuple[str, ...], group: int, after: int | None
) -> StageTable:
    ranking = _Ranking(championship, stage, ids, after)
    annulled = tuple(id for id in ids if is_annulled(stage, id))
    left = [id for id in championship.seed_order(ids) if id not in annulled]
    parts = ranking.ranked(left, 0) if left else []
    standings: list[StandingsPlace] = []
    for part in parts:
        place = len(standings) + 1
        for id in part:
            key, mine, theirs, level = ranking.splits.get(id, ("", "", "", ()))
            standings.append(
                StandingsPlace(
                    entrant=id,
                    place=place,
                    values=ranking.values(id),
                    key=key if id == part[0] else "",
                    mine=mine,
                    theirs=theirs,
                    level=level,
                    last=place + len(part) - 1,
                    heads=ranking.heads_shown(id),
                )
            )
    return StageTable(group=group, standings=tuple(standings), annulled=annulled)


def means_of(
    championship: Championship, stage: EventStage, ids: Sequence[str]
) -> Mapping[str, tuple[Fraction, Fraction]]:
    """Return points per match and net points per match, by which entrants of different groups are compared."""
    ranking = _Ranking(championship, stage, ids, None)
    return {
        id: (Fraction(ranking.value("points-each", id, ())), Fraction(ranking.value("net-each", id, ()))) for id in ids
    }


def compared(championship: Championship, stage: EventStage, ids: Sequence[str]) -> tuple[str, ...]:
    """Return entrants of different groups, best first: by points per match, then net points per match, then seed."""
    means = means_of(championship, stage, ids)
    return tuple(sorted(championship.seed_order(tuple(ids)), key=lambda id: (-means[id][0], -means[id][1])))
