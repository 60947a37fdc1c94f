"""Fixtures as a calendar (iCalendar, RFC 5545)."""

import re
from datetime import UTC, datetime, timedelta

from carrom.errors import SetupError
from carrom.tournament.format import StageFormat
from carrom.tournament.identifiers import Address, when
from carrom.tournament.import_export.csv_tables import drawn_fixtures
from carrom.tournament.state import Championship, Fixture
from carrom.tournament.time_zones import universal_time, zone_of
from carrom.tournament.venue.durations import minutes_of


def calendar(championship: Championship, section: str | None = None) -> str:
    """Return a calendar of all fixtures that have a time, in UTC.

    Without a time zone, times are local to the venue, wherever that is (RFC 5545 §3.3.5, form 1). Raises `SetupError`
    for a zone that this machine does not know.
    """
    name, zone = _text(championship.details.name), championship.details.zone
    if zone and zone_of(zone) is None:
        raise SetupError(f"this machine does not know the time zone {zone}; update its time zone data (tzdata)")
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//carrom//event//EN",
        f"X-WR-CALNAME:{name}",
        *([f"X-WR-TIMEZONE:{zone}"] if zone else []),
    ]
    for owner, address, fixture in drawn_fixtures(championship, section):
        begins = when(fixture.time)
        if fixture.b and begins is not None:
            lines += _entry(championship, owner.terms, address, fixture, begins)
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _entry(
    championship: Championship, terms: StageFormat, address: Address, fixture: Fixture, begins: datetime
) -> list[str]:
    zone = zone_of(championship.details.zone)
    begins = begins if zone is None else universal_time(begins, zone)
    ends, mark = begins + timedelta(minutes=minutes_of(terms)), "" if zone is None else "Z"
    stamp = max((each.when for each in championship.happenings), default=0)
    name = championship.name
    board = f" ({fixture.board})" if fixture.board else ""
    return [
        "BEGIN:VEVENT",
        f"UID:{address}-{championship.happenings[0].when}@carrom",
        f"DTSTAMP:{datetime.fromtimestamp(stamp, UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{begins:%Y%m%dT%H%M%S}{mark}",
        f"DTEND:{ends:%Y%m%dT%H%M%S}{mark}",
        f"SUMMARY:{_text(f'{name(fixture.a)} - {name(fixture.b)}')}",
        f"LOCATION:{_text(f'{championship.details.place}{board}'.strip())}",
        f"DESCRIPTION:{_text(f'{terms.title} {address}')}",
        "END:VEVENT",
    ]


def _text(text: str) -> str:
    """Escape the characters that RFC 5545 reserves."""
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", "\\n")


def _folded(line: str) -> str:
    """Fold a line into pieces of at most 75 bytes, without splitting a character."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > 74:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
