"""A score sheet written by an umpire: its record on disk, its versions, and which device may write.

No sockets, no threads. The record has the format of `carrom umpire`; a line's nonce is stored as a note with the
line's events, in one write.
"""

import hashlib
from collections import OrderedDict
from pathlib import Path
from typing import Protocol

from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.game.events import Corrected, Header, Ruled, Signed, Undone
from carrom.game.game import GameHistory
from carrom.game.notation.parse_command import command_of
from carrom.game.notation.record import write_record
from carrom.game.officials.apply_official import open_matters
from carrom.game.officials.official_events import Protested
from carrom.protocol.http.scoresheet_state import SheetRefusal, SheetRole
from carrom.protocol.scoresheet import TypeLine
from carrom.rules.ruleset import Ruleset
from carrom.server.scoresheets.keypad import options_of
from carrom.umpire.entries import Entry, entries, entry_of
from carrom.umpire.record_file import Mark, RecordFile
from carrom.umpire.umpire_table import LOOK, UmpireTable, hear
from carrom.values import Value

_NONCE, _WRITER, _INK = "nonce", "writer", "ink"
_AFTER_THE_END = (*LOOK, "sign", "note", "protest", "appeal")
"""Commands that an umpire may use after the card is signed; `correct` is not among them."""
_REMEMBERED = 256
"""The number of lines without effect whose answers are cached for repeated requests."""


class RefuseSheet(Exception):
    """A request about a sheet was refused; nothing has changed."""

    def __init__(
        self, code: SheetRefusal, reason: str, version: int | None = None, options: tuple[str, ...] = ()
    ) -> None:
        """Store the code, the reason, the current version if it may be shown, and possible meanings of the line."""
        super().__init__(reason)
        self.code, self.reason, self.version, self.options = code, reason, version, options


class Heard(Value, frozen=True, kw_only=True):
    """The result of a line."""

    version: int
    """The version after the line."""
    words: tuple[str, ...] = ()
    new: bool = False
    """Whether the line added events."""


class Paper(Protocol):
    """The storage of a sheet: the record file of `carrom umpire`, or the same lines stored elsewhere."""

    @property
    def path(self) -> Path:
        """The name used in error messages."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The notes on events, in order."""

    def add(self, table: UmpireTable, notes: tuple[tuple[str, str], ...] = ()) -> None:
        """Append the new events with their notes, all or nothing."""

    def end(self, table: UmpireTable) -> None:
        """Write that the record is complete."""

    def close(self) -> None:
        """Close the storage."""


class Sheet:
    """One open sheet; it owns its storage until `close`."""

    def __init__(self, name: str, journal: Paper, table: UmpireTable) -> None:
        """Open a sheet; `table` is the content of the journal."""
        self.name = name
        self._looked: OrderedDict[str, Heard] = OrderedDict()
        self.open(journal, table)

    def open(self, journal: Paper, table: UmpireTable) -> None:
        """Continue from the content of a journal."""
        self._journal, self.table = journal, table
        self._done = {mark.text: mark.last + 1 for mark in journal.marks if mark.word == _NONCE}
        writers = [mark.text for mark in journal.marks if mark.word == _WRITER]
        self.writer: str | None = writers[-1] if writers else None
        self._entries: list[Entry] | None = None
        self._hash: tuple[int, str] = (0, "")

    @classmethod
    def begun(cls, name: str, path: Path, header: Header, rules: Ruleset | None, when: int) -> "Sheet":
        """Create a sheet in a new file; raises `SetupError`, or `RefusedRequest` for an invalid contest."""
        table = UmpireTable.begin(header, rules, when)
        sheet = cls(name, RecordFile.create(path, table), table)
        sheet.settle()
        return sheet

    @classmethod
    def resumed(cls, name: str, path: Path) -> "Sheet":
        """Open an existing record, whichever program wrote it; raises `RecordError` or `SetupError`."""
        journal, table = RecordFile.resume(path)
        return cls(name, journal, table)

    @property
    def path(self) -> Path:
        """Path of the record."""
        return self._journal.path

    @property
    def game(self) -> GameHistory:
        """The current state of the game."""
        return self.table.game

    @property
    def version(self) -> int:
        """The number of events, including undone ones."""
        return len(self.game.events)

    @property
    def closed(self) -> bool:
        """Whether the contest is decided and the card signed, so that only the referee may correct it."""
        game = self.game
        return game.is_over and any(isinstance(each.remark, Signed) for each in game.state.remarks)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines in force, in order."""
        if self._entries is None:
            self._entries = list(entries(self.game, self.table.spans))
        return tuple(self._entries)

    @property
    def hash(self) -> str:
        """The SHA-256 of the record as it is exported, in hexadecimal digits."""
        if self._hash[0] != self.version:
            self._hash = self.version, hashlib.sha256(write_record(self.game).encode()).hexdigest()
        return self._hash[1]

    def inks(self) -> dict[int, str]:
        """Return the drawings of signatures, by the number of their event."""
        return {mark.last: mark.text for mark in self._journal.marks if mark.word == _INK}

    def take(self, device: str) -> None:
        """Make another device the writer; that is stored with its next line."""
        self.writer = device

    def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Execute a line, store it and return the result; a repeated nonce returns the earlier result.

        Raises `RefuseSheet`, changing nothing.
        """
        if request.nonce in self._done:
            return Heard(version=self._done[request.nonce])
        if request.nonce in self._looked:
            return self._looked[request.nonce]
        self._check(request, role)
        try:
            after, answer = hear(self.table, request.line, when)
        except RefusedRequest as reason:
            options = options_of(self.game, request.line)
            raise RefuseSheet(SheetRefusal.NOT_SO, str(reason), self.version, options) from None
        if answer.stop:
            raise RefuseSheet(SheetRefusal.NOT_SO, "a sheet cannot be closed by a line; close the page", self.version)
        if after.game is self.table.game:
            return self._look(request.nonce, Heard(version=self.version, words=answer.words))
        self._keep(after, request)
        return Heard(version=self.version, words=answer.words, new=True)

    def _check(self, request: TypeLine, role: SheetRole) -> None:
        """Raise `RefuseSheet` for a device or role that may not write, or a line typed at another version."""
        if role is SheetRole.READER:
            raise RefuseSheet(SheetRefusal.CLOSED, "this key can only read the sheet", self.version)
        if self.writer is not None and self.writer != request.device:
            raise RefuseSheet(
                SheetRefusal.TAKEN, "another device is scoring on this sheet; take it over first", self.version
            )
        if request.version != self.version:
            said = f"the sheet has moved on to version {self.version}; the line was typed at version {request.version}"
            raise RefuseSheet(SheetRefusal.STALE, said, self.version)
        if role is not SheetRole.REFEREE:
            self._check_office(request.line)

    def _check_office(self, line: str) -> None:
        """Raise `RefuseSheet` for what only the referee may do: correct a signed card, or rule on a protest."""
        word = line.split()[0] if line.split() else ""
        try:
            command = command_of(self.game, word, LOOK) if word else ""
        except CarromError:
            return
        if self.closed and (command not in _AFTER_THE_END or command == "correct"):
            said = "the card is signed; only the referee can correct it"
            raise RefuseSheet(SheetRefusal.CLOSED, said, self.version)
        waiting = open_matters(self.game.state)
        if command in ("rule", "replay") and waiting and isinstance(waiting[-1].remark, Protested):
            raise RefuseSheet(SheetRefusal.CLOSED, "only the referee can rule on a protest", self.version)

    def _keep(self, after: UmpireTable, request: TypeLine) -> None:
        """Store a line's events with its notes, then apply them; raises `RefuseSheet` if the disk is full."""
        notes = [(_NONCE, request.nonce)]
        if not self._wrote_last(request.device):
            notes.append((_WRITER, request.device))
        if request.ink is not None and isinstance(after.game.events[-1], Signed):
            notes.append((_INK, request.ink))
        try:
            self._journal.add(after, tuple(notes))
        except SetupError as fault:
            raise RefuseSheet(SheetRefusal.FULL, str(fault).replace(str(self.path), self.name), self.version) from None
        before, self.table = self.table, after
        self.writer = request.device
        self._done[request.nonce] = self.version
        self._note_entry(before, after)
        self.settle()

    def _wrote_last(self, device: str) -> bool:
        """Return whether the record already names this device as the writer."""
        writers = [mark.text for mark in self._journal.marks if mark.word == _WRITER]
        return bool(writers) and writers[-1] == device

    def _note_entry(self, before: UmpireTable, after: UmpireTable) -> None:
        """Append a new line to the lines in force; rebuild them later if earlier events were changed."""
        new = after.game.events[len(before.game.events) :]
        rewritten = any(
            isinstance(each, Undone | Corrected) or (isinstance(each, Ruled) and each.back_to is not None)
            for each in new
        )
        if rewritten or self._entries is None:
            self._entries = None
            return
        at = tuple(range(len(before.game.events), len(after.game.events)))
        self._entries.append(entry_of(len(self._entries) + 1, before.game, at, new))

    def settle(self) -> None:
        """Write the end of the record if the contest is decided, so that it reads as complete."""
        if self.game.is_over:
            self._end()

    def _end(self) -> None:
        try:
            self._journal.end(self.table)
        except SetupError:  # the line itself is stored, and resuming needs no end line
            return

    def close(self) -> None:
        """Write the end of the record and close the file."""
        self._end()
        self._journal.close()

    def _look(self, nonce: str, heard: Heard) -> Heard:
        self._looked[nonce] = heard
        if len(self._looked) > _REMEMBERED:
            self._looked.popitem(last=False)
        return heard
