"""Season tables over several tournaments: ratings, points, winners, slams."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from carrom.tournament.draws import rounds_left
from carrom.tournament.final_order import competitions
from carrom.tournament.glicko import RatedResult, Rating, rated
from carrom.tournament.identifiers import plain_name
from carrom.tournament.standings import outcome_of
from carrom.tournament.state import Championship, Fixture, FixtureOutcome
from carrom.values import Value

PRIZES = (18, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
"""Season points for each place, as used by European leagues."""
_RATED = ("played", "clock", "conceded", "retired", "disqualified")


class Rated(Value, frozen=True, kw_only=True):
    """A player's rating after all tournaments."""

    name: str
    rating: Rating
    matches: int


class Seasonal(Value, frozen=True, kw_only=True):
    """A player's place in a season."""

    name: str
    points: Fraction
    counted: tuple[Fraction, ...]
    """Points of the tournaments that count, best first."""
    dropped: tuple[Fraction, ...]


class Honours(Value, frozen=True, kw_only=True):
    """The first three of a tournament, and its slams with fixture, game and board."""

    championship: str
    when: int
    first: tuple[str, ...]
    slams: tuple[str, ...]


def is_over(championship: Championship) -> bool:
    """Return whether all rounds are drawn and all fixtures finished."""
    for stage in championship.stages:
        if not stage.rounds or rounds_left(championship, stage):
            return False
        for round in stage.rounds:
            for each in round.fixtures:
                open_ = each.finish is None and outcome_of(stage, each) is None
                gone = each.a in stage.withdrawn or each.b in stage.withdrawn
                if each.b and (each.withheld or (open_ and not gone)):
                    return False
    return bool(championship.stages)


def ended(championship: Championship) -> int:
    """Return the time of the last event, in seconds since 1970, UTC."""
    return max((each.when for each in championship.events), default=0)


def in_order(championships: Sequence[Championship]) -> tuple[Championship, ...]:
    """Return the finished tournaments, oldest first."""
    over = [each for each in championships if is_over(each)]
    return tuple(sorted(over, key=lambda each: (ended(each), each.details.name)))


def ratings(championships: Sequence[Championship]) -> tuple[Rated, ...]:
    """Return all ratings, best first. A tournament is one rating period, and a result is the share of points."""
    now: dict[str, Rating] = {}
    matches: dict[str, int] = {}
    several = names_of_several(championships)
    for championship in in_order(championships):
        rows = tuple(_shares(championship, several))
        met: dict[str, list[RatedResult]] = {name: [] for name in now}
        for a, b, share in rows:
            for me, other, mine in ((a, b, share), (b, a, 1 - share)):
                met.setdefault(me, []).append(RatedResult(now.get(other, Rating()), mine))
                matches[me] = matches.get(me, 0) + 1
        now = {name: rated(now.get(name, Rating()), found) for name, found in met.items()}
    found = [Rated(name=name, rating=rating, matches=matches[name]) for name, rating in now.items()]
    return tuple(sorted(found, key=lambda each: (-each.rating.rating, each.name)))


def names_of_several(championships: Sequence[Championship]) -> frozenset[str]:
    """Return the casefolded names that several people of one tournament have; their clubs distinguish them."""
    found: set[str] = set()
    for championship in championships:
        for kind in ("player", "pair", "team"):
            same = Counter(
                plain_name(each.name, each.club).casefold() for each in championship.entrants if each.kind == kind
            )
            found |= {name for name, count in same.items() if count > 1}
    return frozenset(found)


def taken_as_one(championships: Sequence[Championship]) -> tuple[str, ...]:
    """Return a sentence, without its full stop, for each name that is taken as one person although the clubs differ."""
    several = names_of_several(championships)
    clubs: dict[str, dict[str, str]] = {}
    for championship in in_order(championships):
        for each in championship.entrants:
            if each.club and each.name.casefold() not in several:
                clubs.setdefault(each.name, {}).setdefault(each.club.casefold(), each.club)
    return tuple(
        f"{name} of {' and of '.join(found.values())} is taken as one person; if these are several, add the club to "
        f"the name"
        for name, found in clubs.items()
        if len(found) > 1
    )


def _person(name: str, club: str, several: frozenset[str]) -> str:
    """Return the name under which a person is rated: with the club if several people have the name."""
    plain = plain_name(name, club)
    return f"{plain} ({club})" if club and plain.casefold() in several else name


def _entrant(championship: Championship, id: str, several: frozenset[str]) -> str:
    entrant = championship.entrant(id)
    return _person(entrant.name, entrant.club, several)


def _shares(championship: Championship, several: frozenset[str]) -> Iterator[tuple[str, str, float]]:
    """Yield each pair with the first one's share of all points, without byes, walkovers, and whatever does not count
    in the standings.
    """
    for stage in championship.stages:
        for round in stage.rounds:
            for fixture in round.fixtures:
                whole = outcome_of(stage, fixture)
                for names, outcome in _matches(championship, fixture, whole, several) if whole else ():
                    if outcome.how in _RATED and any(map(sum, outcome.told)):
                        yield names[0], names[1], _share(outcome, fixture.a)


def _share(outcome: FixtureOutcome, first: str) -> float:
    """Return the first side's share of the points that count in the standings, completed after a retirement.

    If this score stands as it was (`retired=stands`, or rules without a target), it may not show who won: then the
    winner gets everything.
    """
    lead = sum((a > b) - (a < b) for a, b in outcome.games) * (1 if outcome.winner == first else -1)
    if outcome.against and lead <= 0:
        return float(outcome.winner == first)
    return sum(a for a, _ in outcome.games) / sum(a + b for a, b in outcome.games)


def _matches(
    championship: Championship, fixture: Fixture, whole: FixtureOutcome, several: frozenset[str]
) -> Iterator[tuple[tuple[str, str], FixtureOutcome]]:
    """Yield the matches of a fixture with their players: the fixture itself, or the rubbers with line-ups."""
    if not fixture.rubbers:
        yield (_entrant(championship, fixture.a, several), _entrant(championship, fixture.b, several)), whole
    for at, outcome in enumerate(fixture.rubbers):
        if outcome is not None and all(len(lineup) > at for lineup in fixture.lineups):
            clubs = [championship.entrant(id).club for id in (fixture.a, fixture.b)]
            a, b = (
                " & ".join(sorted(_person(name, club, several) for name in lineup[at]))
                for lineup, club in zip(fixture.lineups, clubs, strict=True)
            )
            yield (a, b), outcome


def season(
    championships: Sequence[Championship], prizes: Sequence[int] = PRIZES, drop: int = 0
) -> tuple[Seasonal, ...]:
    """Return a season table: points for final places, without each player's worst `drop` tournaments.

    Everybody who plays has a final place. Players who share places share their points equally. A player in two
    competitions of a tournament gets the points of both.
    """
    won: dict[str, list[Fraction]] = {}
    rounds, several = in_order(championships), names_of_several(championships)
    for championship in rounds:
        prizes_of: dict[str, Fraction] = {}
        for competition in competitions(championship):
            for at, each in enumerate(competition.places, 1):
                first, last = (each.first, each.last) if each.first else (at, at)
                name = _entrant(championship, each.entrant, several)
                prize = Fraction(sum(prizes[first - 1 : last]), last - first + 1)
                prizes_of[name] = prizes_of.get(name, Fraction()) + prize
        for name, prize in prizes_of.items():
            won.setdefault(name, []).append(prize)
    count = max(len(rounds) - drop, 1)
    found = []
    for name, points in won.items():
        best = sorted(points, reverse=True)
        found.append(
            Seasonal(
                name=name,
                points=sum(best[:count], Fraction()),
                counted=tuple(best[:count]),
                dropped=tuple(best[count:]),
            )
        )
    return tuple(sorted(found, key=lambda each: (-each.points, tuple(-point for point in each.counted), each.name)))


def honours(championships: Sequence[Championship]) -> tuple[Honours, ...]:
    """Return the first three of each competition, and the slams, of every finished tournament."""
    found = []
    for each in in_order(championships):
        for competition in (all_ := competitions(each)):
            name = each.details.name
            found.append(
                Honours(
                    championship=name if len(all_) == 1 else f"{name}, {competition.title}",
                    when=ended(each),
                    first=tuple(each.name(place.entrant) for place in competition.places[:3]),
                    slams=tuple(slams(each)) if competition == all_[0] else (),
                )
            )
    return tuple(found)


def slams(championship: Championship) -> Iterator[str]:
    """Yield every slam with fixture, game, board and names (Law 26)."""
    for stage in championship.stages:
        for round in stage.rounds:
            for fixture in round.fixtures:
                for outcome in (fixture.finish, *fixture.rubbers):
                    for slam in outcome.slams if outcome else ():
                        pair = f"{championship.name(fixture.a)} - {championship.name(fixture.b)}"
                        yield f"{slam}, {stage.id}.{round.number}.{fixture.number}, {pair}"
