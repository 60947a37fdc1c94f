"""Season tables over several tournaments: ratings, points, winners, slams."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from carrom.tournament.draws.draw import waves_left
from carrom.tournament.standings.counted_results import outcome_of
from carrom.tournament.standings.final_order import final_order, final_places
from carrom.tournament.standings.glicko import RatedResult, Rating, rated
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
    for section in championship.sections:
        if not section.waves or waves_left(championship, section):
            return False
        for wave in section.waves:
            for each in wave.fixtures:
                open_ = each.finish is None and outcome_of(section, each) is None
                gone = each.a in section.withdrawn or each.b in section.withdrawn
                if each.b and (each.withheld or (open_ and not gone)):
                    return False
    return bool(championship.sections)


def ended(championship: Championship) -> int:
    """Return the time of the last event, in seconds since 1970, UTC."""
    return max((each.when for each in championship.happenings), default=0)


def in_order(championships: Sequence[Championship]) -> tuple[Championship, ...]:
    """Return the finished tournaments, oldest first."""
    over = [each for each in championships if is_over(each)]
    return tuple(sorted(over, key=lambda each: (ended(each), each.details.name)))


def ratings(championships: Sequence[Championship]) -> tuple[Rated, ...]:
    """Return all ratings, best first. A tournament is one rating period, and a result is the share of points."""
    now: dict[str, Rating] = {}
    matches: dict[str, int] = {}
    for championship in in_order(championships):
        rows = tuple(_shares(championship))
        met: dict[str, list[RatedResult]] = {name: [] for name in now}
        for a, b, share in rows:
            for me, other, mine in ((a, b, share), (b, a, 1 - share)):
                met.setdefault(me, []).append(RatedResult(now.get(other, Rating()), mine))
                matches[me] = matches.get(me, 0) + 1
        now = {name: rated(now.get(name, Rating()), found) for name, found in met.items()}
    found = [Rated(name=name, rating=rating, matches=matches[name]) for name, rating in now.items()]
    return tuple(sorted(found, key=lambda each: (-each.rating.rating, each.name)))


def _shares(championship: Championship) -> Iterator[tuple[str, str, float]]:
    """Yield each pair with the first one's share of all points, without byes and walkovers."""
    for section in championship.sections:
        for wave in section.waves:
            for fixture in wave.fixtures:
                if not fixture.b or fixture.withheld:
                    continue
                for names, outcome in _matches(championship, fixture):
                    own = sum(a for a, _ in outcome.told)
                    everything = sum(a + b for a, b in outcome.told)
                    if outcome.how in _RATED and everything:
                        yield names[0], names[1], own / everything


def _matches(championship: Championship, fixture: Fixture) -> Iterator[tuple[tuple[str, str], FixtureOutcome]]:
    """Yield the matches of a fixture with their players: the fixture itself, or the rubbers with line-ups."""
    if fixture.finish is not None and not fixture.rubbers:
        yield (championship.name(fixture.a), championship.name(fixture.b)), fixture.finish
    for at, outcome in enumerate(fixture.rubbers):
        if outcome is not None and all(len(lineup) > at for lineup in fixture.lineups):
            a, b = (" & ".join(sorted(lineup[at])) for lineup in fixture.lineups)
            yield (a, b), outcome


def season(
    championships: Sequence[Championship], prizes: Sequence[int] = PRIZES, drop: int = 0
) -> tuple[Seasonal, ...]:
    """Return a season table: points for final places, without each player's worst `drop` tournaments.

    Players who share places share their points equally.
    """
    won: dict[str, list[Fraction]] = {}
    rounds = in_order(championships)
    for championship in rounds:
        for at, each in enumerate(final_places(championship, championship.sections[-1]), 1):
            first, last = (each.first, each.last) if each.first else (at, at)
            prize = Fraction(sum(prizes[first - 1 : last]), last - first + 1)
            won.setdefault(championship.name(each.entrant), []).append(prize)
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
    """Return the first three and the slams of every finished tournament."""
    return tuple(
        Honours(
            championship=each.details.name,
            when=ended(each),
            first=tuple(each.name(id) for id in final_order(each)[:3]),
            slams=tuple(slams(each)),
        )
        for each in in_order(championships)
    )


def slams(championship: Championship) -> Iterator[str]:
    """Yield every slam with fixture, game, board and names (Law 26)."""
    for section in championship.sections:
        for wave in section.waves:
            for fixture in wave.fixtures:
                for outcome in (fixture.finish, *fixture.rubbers):
                    for slam in outcome.slams if outcome else ():
                        pair = f"{championship.name(fixture.a)} - {championship.name(fixture.b)}"
                        yield f"{slam}, {section.id}.{wave.number}.{fixture.number}, {pair}"
