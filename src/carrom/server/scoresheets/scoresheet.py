"""A score sheet kept by an umpire: its record on disk, its versions, and who may write.

No sockets, no threads. The record is the journal of `carrom umpire`; the nonce of a line stands in it as a note beside
the events of that line, so that both are kept or neither.
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
"""What an umpire may type when the card is signed, `correct` not among them."""
_REMEMBERED = 256
"""Lines that changed nothing, and are answered again all the same."""


class RefuseSheet(Exception):
    """A request about a sheet that is not followed; nothing has changed."""

    def __init__(
        self, code: SheetRefusal, reason: str, version: int | None = None, options: tuple[str, ...] = ()
    ) -> None:
        """Keep the kind of refusal, its sentence, the version for who may see it, and what may have been meant."""
        super().__init__(reason)
        self.code, self.reason, self.version, self.options = code, reason, version, options


class Heard(Value, frozen=True, kw_only=True):
    """What a line led to."""

    version: int
    """After it."""
    words: tuple[str, ...] = ()
    new: bool = False
    """Whether anything happened."""


class Paper(Protocol):
    """What a sheet is written on: the journal of `carrom umpire`, or what keeps the same lines elsewhere."""

    @property
    def path(self) -> Path:
        """What it is called in what it says of its faults."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What was noted beside events, in order."""

    def add(self, table: UmpireTable, notes: tuple[tuple[str, str], ...] = ()) -> None:
        """Write the events that are new, with their notes: all of it is kept, or nothing."""

    def end(self, table: UmpireTable) -> None:
        """Write that the record is complete."""

    def close(self) -> None:
        """Give it back."""


class Sheet:
    """One sheet, open: what it is written on is its own until `close`."""

    def __init__(self, name: str, journal: Paper, table: UmpireTable) -> None:
        """Open; `table` is what the journal holds."""
        self.name = name
        self._looked: OrderedDict[str, Heard] = OrderedDict()
        self.open(journal, table)

    def open(self, journal: Paper, table: UmpireTable) -> None:
        """Go on from what a journal holds."""
        self._journal, self.table = journal, table
        self._done = {mark.text: mark.last + 1 for mark in journal.marks if mark.word == _NONCE}
        writers = [mark.text for mark in journal.marks if mark.word == _WRITER]
        self.writer: str | None = writers[-1] if writers else None
        self._entries: list[Entry] | None = None
        self._hash: tuple[int, str] = (0, "")

    @classmethod
    def begun(cls, name: str, path: Path, header: Header, rules: Ruleset | None, when: int) -> "Sheet":
        """Begin a sheet in a new file. Raises `SetupError`, and `RefusedRequest` for what cannot be played."""
        table = UmpireTable.begin(header, rules, when)
        sheet = cls(name, RecordFile.create(path, table), table)
        sheet.settle()
        return sheet

    @classmethod
    def resumed(cls, name: str, path: Path) -> "Sheet":
        """Take a file up, whoever kept it. Raises `RecordError` or `SetupError`."""
        journal, table = RecordFile.resume(path)
        return cls(name, journal, table)

    @property
    def path(self) -> Path:
        """Where its record is."""
        return self._journal.path

    @property
    def game(self) -> GameHistory:
        """The game as it stands."""
        return self.table.game

    @property
    def version(self) -> int:
        """How many events there are, those that were taken back included."""
        return len(self.game.events)

    @property
    def closed(self) -> bool:
        """Whether it is decided and signed, so that only the referee corrects."""
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
        """The SHA-256 of the record as it is written for others, in hexadecimal digits."""
        if self._hash[0] != self.version:
            self._hash = self.version, hashlib.sha256(write_record(self.game).encode()).hexdigest()
        return self._hash[1]

    def inks(self) -> dict[int, str]:
        """Return how signatures were drawn, by the number of their event."""
        return {mark.last: mark.text for mark in self._journal.marks if mark.word == _INK}

    def take(self, device: str) -> None:
        """Let another device write from now on; it is written down with the next line."""
        self.writer = device

    def hear(self, request: TypeLine, role: SheetRole, when: int) -> Heard:
        """Do a line, keep it and return what came of it; done before, only the answer.

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
            raise RefuseSheet(SheetRefusal.NOT_SO, "a sheet is not left by a line; close the page", self.version)
        if after.game is self.table.game:
            return self._look(request.nonce, Heard(version=self.version, words=answer.words))
        self._keep(after, request)
        return Heard(version=self.version, words=answer.words, new=True)

    def _check(self, request: TypeLine, role: SheetRole) -> None:
        """Refuse who may not write, what was typed at another version, and what only the referee may do."""
        if role is SheetRole.READER:
            raise RefuseSheet(SheetRefusal.CLOSED, "this key only reads the sheet", self.version)
        if self.writer is not None and self.writer != request.device:
            raise RefuseSheet(SheetRefusal.TAKEN, "another device keeps this sheet now; take it over", self.version)
        if request.version != self.version:
            said = f"the sheet has gone on to version {self.version}; the line was typed at {request.version}"
            raise RefuseSheet(SheetRefusal.STALE, said, self.version)
        if role is not SheetRole.REFEREE:
            self._check_office(request.line)

    def _check_office(self, line: str) -> None:
        """Refuse an umpire what is the referee's: to correct what is signed, and to rule on a protest."""
        word = line.split()[0] if line.split() else ""
        try:
            command = command_of(self.game, word, LOOK) if word else ""
        except CarromError:
            return
        if self.closed and (command not in _AFTER_THE_END or command == "correct"):
            said = "the card is signed: only the referee corrects it now"
            raise RefuseSheet(SheetRefusal.CLOSED, said, self.version)
        waiting = open_matters(self.game.state)
        if command in ("rule", "replay") and waiting and isinstance(waiting[-1].remark, Protested):
            raise RefuseSheet(SheetRefusal.CLOSED, "a protest is ruled on by the referee", self.version)

    def _keep(self, after: UmpireTable, request: TypeLine) -> None:
        """Write a line's events with its notes, synced; then they count. Raises `RefuseSheet` for a full disk."""
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
        """Whether the record says already that this device writes."""
        writers = [mark.text for mark in self._journal.marks if mark.word == _WRITER]
        return bool(writers) and writers[-1] == device

    def _note_entry(self, before: UmpireTable, after: UmpireTable) -> None:
        """Remember a new line among those in force; tell them all again where the past was changed."""
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
        """Write the end of the record where the contest is decided, so that it reads as a whole one."""
        if self.game.is_over:
            self._end()

    def _end(self) -> None:
        try:
            self._journal.end(self.table)
        except SetupError:  # the line itself is kept, and resuming needs no end
            return

    def close(self) -> None:
        """Write the end of the record and give the file back."""
        self._end()
        self._journal.close()

    def _look(self, nonce: str, heard: Heard) -> Heard:
        self._looked[nonce] = heard
        if len(self._looked) > _REMEMBERED:
            self._looked.popitem(last=False)
        return heard
