"""Find the entrant who advances from a knockout match, or from two legs added up."""

from carrom.tournament.identifiers import Score
from carrom.tournament.standings.counted_results import Counted, outcome_of, raw_outcome, side_of
from carrom.tournament.state import BOTH, Fixture, FixtureOutcome, Section
from carrom.values import Value


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


def advancing(section: Section, wave: int, number: int) -> str:
    """Return who advances from a knockout match of a drawn round: empty while it is open, `both` if nobody does."""
    legs = legs_of(section, wave, number)
    if not legs:
        return ""
    if section.terms.adds_legs:
        return added_up(section, legs).winner
    outcome = outcome_of(section, legs[0])
    return "" if outcome is None else outcome.winner


def is_level(section: Section, wave: int, number: int) -> bool:
    """Return whether a knockout match is finished, but its score decides nothing."""
    legs = legs_of(section, wave, number)
    if section.terms.adds_legs:
        return added_up(section, legs).level
    return outcome_of(section, legs[0]) is not None and not advancing(section, wave, number)


def legs_of(section: Section, wave: int, number: int) -> tuple[Fixture, ...]:
    """Return the drawn legs of a knockout match, the first one first; one fixture if it has a single leg."""
    first = wave - (wave - 1) % section.terms.legs
    drawn = (section.wave(at) for at in range(first, first + section.terms.legs))
    return tuple(each for found in drawn if found for each in found.fixtures if each.number == number)


def added_up(section: Section, legs: tuple[Fixture, ...]) -> Aggregate:
    """Return two legs added up: by legs won, then rubbers, games and points won more than the other side.

    An entrant who withdrew before both legs were played does not advance, even after a win in the first leg.
    """
    sides = (legs[0].a, legs[0].b)
    outcomes = [outcome_of(section, leg) for leg in legs]
    rows = [side_of(1, leg, each, sides[0]) for leg, each in zip(legs, outcomes, strict=True) if each is not None]
    made = sum(row.made for row in rows)
    found = Aggregate(sides=sides, points=(made, made - sum(row.net for row in rows)), finished=len(rows))
    unplayed = len(legs) < section.terms.legs or any(raw_outcome(section, leg) is None for leg in legs)
    gone = [side for side in sides if side in section.withdrawn] if unplayed else []
    if gone:
        left = [side for side in sides if side not in gone]
        return found if any(leg.withheld for leg in legs) else _won(found, left[0] if left else BOTH)
    if len(rows) < section.terms.legs:
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
