"""Return a copy of the state with one section, round, fixture or protest replaced."""

from collections.abc import Callable

from carrom.tournament.identifiers import Address
from carrom.tournament.state import Championship, Fixture, Protest, Section, Wave
from carrom.values import changed


def with_section(championship: Championship, section: Section) -> Championship:
    """Return the tournament with one section replaced."""
    return changed(
        championship, sections=tuple(section if each.id == section.id else each for each in championship.sections)
    )


def with_wave(section: Section, wave: Wave) -> Section:
    """Return the section with one round replaced."""
    return changed(section, waves=tuple(wave if each.number == wave.number else each for each in section.waves))


def with_fixture(championship: Championship, address: Address, fixture: Fixture) -> Championship:
    """Return the tournament with one fixture replaced."""
    section = championship.section(address.section)
    wave = section.wave(address.wave)
    assert wave is not None
    fixtures = tuple(fixture if each.number == address.number else each for each in wave.fixtures)
    return with_section(championship, with_wave(section, changed(wave, fixtures=fixtures)))


def with_protest(championship: Championship, protest: Protest) -> Championship:
    """Return the tournament with one protest replaced."""
    return changed(
        championship, protests=tuple(protest if each.line == protest.line else each for each in championship.protests)
    )


def with_fixtures(championship: Championship, change: Callable[[Section, Fixture], Fixture]) -> Championship:
    """Return the tournament with `change` applied to every drawn fixture."""
    sections = []
    for section in championship.sections:
        waves = []
        for wave in section.waves:
            fixtures = tuple(change(section, each) for each in wave.fixtures)
            waves.append(wave if fixtures == wave.fixtures else changed(wave, fixtures=fixtures))
        sections.append(changed(section, waves=tuple(waves)))
    return changed(championship, sections=tuple(sections))
