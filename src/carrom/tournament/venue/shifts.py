"""Shifts: rounds that together have more fixtures than the hall has tables are played one shift after the other.

A fixture is in the first shift if it is the first at its table, in the second if it is the second, and so on; one
without a table takes the first shift with room. A shift begins when its fixtures are scheduled, else as much later than
the shift before as a fixture is planned to take. Finished fixtures count as long as a fixture of their round is open,
so that a shift keeps its number.
"""

from datetime import datetime, timedelta

from carrom.tournament.identifiers import Address, when
from carrom.tournament.state import Championship, Fixture, Section, Wave
from carrom.tournament.venue.durations import minutes_of
from carrom.tournament.venue.schedule import FORM, due_wave, is_decided, is_open, sessions_of
from carrom.values import Value

CHANGEOVER = 5
"""Minutes planned between two shifts."""


class Shift(Value, frozen=True, kw_only=True):
    """Fixtures that are played at the same time."""

    number: int
    begins: str
    """Day and hour, such as `2026-11-21 10:50`; empty if unknown."""
    estimated: bool
    """Whether the time is an estimate, because its fixtures have not been scheduled or called yet."""
    tables: tuple[int, ...]
    """Its tables, as far as they are assigned."""
    fixtures: tuple[Address, ...]
    is_over: bool


class _Played(Value, frozen=True):
    """A fixture of a round that is not over."""

    address: Address
    fixture: Fixture
    table: int
    """Its table; 0 if it has none yet, or if that is out of use."""
    minutes: int
    is_over: bool


def tables_of(championship: Championship) -> tuple[int, ...]:
    """Return the numbers of the tables in use."""
    return tuple(each for each in range(1, championship.details.boards + 1) if each not in championship.closed)


def shifts(championship: Championship) -> tuple[Shift, ...]:
    """Return the shifts of the rounds that are being played; none if all their fixtures fit at once."""
    tables = len(tables_of(championship))
    played = _played(championship)
    if not tables or len(played) <= tables:
        return ()
    found: list[Shift] = []
    for number, row in enumerate(_dealt(played, tables), 1):
        begins = min((each.fixture.time for each in row if each.table and when(each.fixture.time)), default="")
        found.append(
            Shift(
                number=number,
                begins=begins or _estimated(championship, found, row),
                estimated=not begins,
                tables=tuple(sorted({each.table for each in row if each.table})),
                fixtures=tuple(each.address for each in row),
                is_over=all(each.is_over for each in row),
            )
        )
    return tuple(found)


def _played(championship: Championship) -> list[_Played]:
    """Return the fixtures of every section's due round if it has an open one, in the order of the draws."""
    found: list[_Played] = []
    for section in championship.sections:
        wave = due_wave(section)
        if wave is None or not any(is_open(section, each) for each in wave.fixtures):
            continue
        for each in wave.fixtures:
            if each.b and not _is_off(section, each):
                found.append(_one(championship, section, wave, each))
    return found


def _one(championship: Championship, section: Section, wave: Wave, fixture: Fixture) -> _Played:
    over = fixture.finish is not None or is_decided(fixture, section.terms.dead_rubbers == "played")
    is_there = fixture.has_begun or fixture.board not in championship.closed
    address = Address(section.id, wave.number, fixture.number)
    return _Played(address, fixture, fixture.board if is_there else 0, minutes_of(section.terms), over)


def _is_off(section: Section, fixture: Fixture) -> bool:
    """Return whether a fixture is not played because an entrant has withdrawn."""
    return not fixture.has_begun and bool({fixture.a, fixture.b} & set(section.withdrawn))


def _dealt(played: list[_Played], tables: int) -> list[list[_Played]]:
    """Return the fixtures by shifts, each in the order of its tables."""
    rows: list[list[_Played]] = []

    def deal(each: _Played, row: list[_Played] | None) -> None:
        if row is None:
            rows.append(row := [])
        row.append(each)

    def order(each: _Played) -> tuple[bool, bool, bool, str]:
        return not each.is_over, not each.fixture.has_begun, not each.fixture.called, each.fixture.time or "~"

    for each in sorted((each for each in played if each.table), key=order):
        deal(each, next((row for row in rows if each.table not in [other.table for other in row]), None))
    for each in (each for each in played if not each.table):
        deal(each, next((row for row in rows if len(row) < tables), None))
    return [sorted(row, key=lambda each: each.table or 1000) for row in rows]


def _estimated(championship: Championship, before: list[Shift], row: list[_Played]) -> str:
    """Return when a shift is expected to begin: after the one before, or with the first session; empty if unknown."""
    if before:
        previous = when(before[-1].begins)
        later = timedelta(minutes=max(each.minutes for each in row) + CHANGEOVER)
        return _five(previous + later).strftime(FORM) if previous else ""
    sessions = sessions_of(championship.details.sessions)
    due = [wave.number for section in championship.sections if (wave := due_wave(section))]
    is_first = all(number == 1 for number in due) and not any(
        section.terms.source and section.waves for section in championship.sections
    )
    return sessions[0].begins.strftime(FORM) if sessions and is_first else ""


def _five(moment: datetime) -> datetime:
    """Round a time up to a multiple of five minutes."""
    return moment + timedelta(minutes=-moment.minute % 5)
