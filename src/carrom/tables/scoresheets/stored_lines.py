"""A score sheet as a list of stored events: the text that each line adds to its record.

The first event starts with the header. Concatenated, the texts are the record.
"""

from collections.abc import Iterable

from carrom.storage.models import StoredEvent
from carrom.tables.scoresheets.sheet import ProposedLine, Sheet
from carrom.umpire.record_file import Mark, headed, read, written
from carrom.umpire.umpire_table import UmpireTable


def first_event(table: UmpireTable) -> StoredEvent:
    """Return the first event of a new sheet."""
    return StoredEvent(version=1, body=headed(table) + written(table, 1)[0])


def event_of(sheet: Sheet, line: ProposedLine, version: int) -> StoredEvent:
    """Return the event of a line that is proposed at a sheet."""
    text, _ = written(line.table, sheet.version, line.notes)
    return StoredEvent(version=version, body=text, nonce=line.nonce)


def read_events(name: str, events: Iterable[StoredEvent]) -> tuple[UmpireTable, tuple[Mark, ...]]:
    """Return the content of a stored sheet. Raises `RecordError`."""
    return read("".join(each.body for each in events).encode(), f"the sheet {name}")
