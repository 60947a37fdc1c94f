"""A score sheet in a record file, as `carrom umpire` writes it."""

import logging
from pathlib import Path

from carrom.errors import SetupError
from carrom.game.events import Header
from carrom.protocol.http.scoresheet_state import SheetRefusal, SheetRole
from carrom.protocol.scoresheet import TypeLine
from carrom.rules.ruleset import Ruleset
from carrom.tables.scoresheets.sheet import Heard, RefuseSheet, Sheet
from carrom.umpire.record_file import RecordFile
from carrom.umpire.umpire_table import UmpireTable

log = logging.getLogger("carrom.server")


class SheetFile:
    """One open sheet and its file, which stays locked until `close`."""

    def __init__(self, sheet: Sheet, journal: RecordFile) -> None:
        """Write to `journal`, which has the content of the sheet."""
        self.sheet, self._journal = sheet, journal
        self.torn = journal.torn
        """A sentence about lines that were cut off when the sheet was opened, and where they are now; or empty."""
        if self.torn:
            log.warning("%s", self.torn)

    @classmethod
    def begun(cls, name: str, path: Path, header: Header, rules: Ruleset | None, when: int) -> "SheetFile":
        """Create a sheet in a new file; raises `SetupError`, or `RefusedRequest` for an invalid contest."""
        table = UmpireTable.begin(header, rules, when)
        file = cls(Sheet(name, table), RecordFile.create(path, table))
        file._settle()
        return file

    @classmethod
    def resumed(cls, name: str, path: Path) -> "SheetFile":
        """Open an existing record, whichever program wrote it; raises `RecordError` or `SetupError`."""
        journal, table = RecordFile.resume(path)
        return cls(Sheet(name, table, journal.marks), journal)

    def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Execute a line, store it and return the result; a repeated nonce returns the earlier result.

        Raises `RefuseSheet`, changing nothing, also if the disk is full.
        """
        line = self.sheet.propose(request, role, when)
        if isinstance(line, Heard):
            return line
        try:
            self._journal.add(line.table, line.notes)
        except SetupError as fault:
            reason = str(fault).replace(str(self._journal.path), self.sheet.name)
            raise RefuseSheet(SheetRefusal.FULL, reason, self.sheet.version) from None
        heard = self.sheet.apply(line)
        self._settle()
        return heard

    def take(self, device: str) -> None:
        """Make another device the writer; that is stored with its next line."""
        self.sheet.take(device)

    def close(self) -> None:
        """Write the end of the record and close the file."""
        self._end()
        self._journal.close()

    def _settle(self) -> None:
        """Write the end of the record if the contest is decided, so that it reads as complete."""
        if self.sheet.game.is_over:
            self._end()

    def _end(self) -> None:
        try:
            self._journal.end(self.sheet.table)
        except SetupError:  # the lines themselves are stored, and resuming needs no end line
            return
