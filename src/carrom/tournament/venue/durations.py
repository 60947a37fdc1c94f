"""Planned durations of fixtures."""

from collections.abc import Callable
from datetime import datetime

from carrom.tournament.draws import knockout
from carrom.tournament.draws.round_robin import rounds
from carrom.tournament.format import StageFormat
from carrom.tournament.state import Championship, Fixture, Section

GAME_MINUTES, MATCH_MINUTES, LONG_MINUTES = 35, 90, 150
"""Planned minutes of a game, a best of three and a best of five (estimates; no rule text gives them)."""
Local = Callable[[int], datetime]
"""Function that converts seconds since 1970 to the local time of the hall, as a naive `datetime`."""


def minutes_of(terms: StageFormat) -> int:
    """Return the planned minutes of a fixture; the rubbers of a tie are played one after the other at one board."""
    if terms.match in ("best-of-3", "best-of-5"):
        usual = MATCH_MINUTES if terms.match == "best-of-3" else LONG_MINUTES
        alone = min(usual, terms.minutes * terms.best_of) if terms.minutes else usual
    else:
        alone = terms.minutes or GAME_MINUTES
    return alone * max(len(terms.rubbers), 1)


def path_of(championship: Championship, section: Section, wave: int, fixture: Fixture) -> int:
    """Return the minutes from the start of a fixture to the end of everything its players may still have to play."""
    minutes = minutes_of(section.terms)
    if section.terms.by_tables:
        left = max(_left_of(section, id) for id in (fixture.a, fixture.b))
    else:
        left = 1 + max(waves_of(section) - wave, 0)
    return minutes * max(left, 1) + _after(championship, section.id)


def waves_of(section: Section) -> int:
    """Return the planned number of rounds of a section."""
    match section.terms.system:
        case "swiss":
            return section.terms.waves or len(section.waves)
        case "cup":
            return knockout.waves_of(len(section.seats[0])) * section.terms.legs if section.seats else 0
        case _:
            return max((len(rounds(len(group), section.terms.legs)) for group in section.seats), default=0)


def _left_of(section: Section, entrant: str) -> int:
    """Return the number of open fixtures of an entrant in a round robin."""
    return sum(
        each.finish is None and bool(each.b) and entrant in (each.a, each.b)
        for wave in section.waves
        for each in wave.fixtures
    )


def _after(championship: Championship, id: str) -> int:
    """Return the minutes of the sections that follow, estimated as knockouts of the qualifiers."""
    longest = 0
    for section in championship.sections:
        if section.terms.source != id:
            continue
        source = championship.section(id)
        many = (section.terms.qualify or source.terms.qualify or 2) * max(source.terms.groups, 1)
        waves = section.terms.waves if section.terms.system == "swiss" else knockout.waves_of(many) * section.terms.legs
        if section.terms.by_tables:
            waves = len(rounds(many, section.terms.legs))
        longest = max(longest, waves * minutes_of(section.terms) + _after(championship, section.id))
    return longest
