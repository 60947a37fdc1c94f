"""Late entries from a table: what each row would enter in a running tournament, and the lines that enter it."""

from carrom.errors import CarromError
from carrom.protocol.http.setup import LateRows
from carrom.server.hall.entries import late_entry
from carrom.tournament.championship import apply
from carrom.tournament.corrections.new_lines import check_entrants_play, check_new_line
from carrom.tournament.events import AnyHappening, Late
from carrom.tournament.import_export.entry_table import (
    DraftEntry,
    EntryTable,
    RowProblem,
    entry_id,
    previewed,
    unknown_columns,
)
from carrom.tournament.import_export.event_lines import write_happening
from carrom.tournament.setup.draft import entered_of, set_up_of
from carrom.tournament.state import Championship, may_play
from carrom.values import changed


def late_rows(championship: Championship, table: EntryTable) -> LateRows:
    """Return the preview of each row, and the lines that enter it in every stage that still takes late entries.

    Every line is tried on the tournament as it would be after the rows above, so that a row shown as good is accepted.
    """
    draft = set_up_of(championship, "late")
    at = championship
    rows, lines = [], []
    for row in previewed(table, draft.entries, draft.kind):
        text = ""
        if row.is_good and row.entry is not None:
            entry = _with_id(at, row.entry)
            try:
                found = _happenings(at, entry)
                after = at
                for each in found:
                    check_new_line(after, each)
                    after = apply(after, each)
                check_entrants_play(at, after)
                at = after
                row, text = changed(row, entry=entry), "\n".join(map(_line, found))
            except CarromError as reason:
                row = changed(row, problems=(RowProblem(code="refused", column="name", words=(str(reason),)),))
        rows.append(row)
        lines.append(text)
    unused = [word for word, column in zip(table.header, table.columns, strict=False) if column == "rating"]
    return LateRows(table=table, preview=tuple(rows), unknown=(*unknown_columns(table), *unused), lines=tuple(lines))


def _with_id(championship: Championship, entry: DraftEntry) -> DraftEntry:
    return entry if entry.id else changed(entry, id=entry_id(entry.name, {each.id for each in championship.entrants}))


def _happenings(championship: Championship, entry: DraftEntry) -> list[AnyHappening]:
    """Return the entry, and its late entry in each stage that is drawn already."""
    entered = entered_of(entry)
    stages = [
        section
        for section in championship.sections
        if section.waves and late_entry(section) == "now" and may_play(entered, section.terms)
    ]
    return [entered, *(Late(entrant=entry.id, section=each.id, wave=len(each.waves) + 1) for each in stages)]


def _line(happening: AnyHappening) -> str:
    return write_happening(happening).rpartition(" @")[0]
