"""A score sheet written by an umpire: its versions, and which device may write.

No files, no sockets, no threads. Its record has the format of `carrom umpire`; a line's nonce is stored as a note with
the line's events, in one write.
"""

import hashlib
from collections import OrderedDict

from carrom.errors import CarromError, RefusedRequest
from carrom.game.events import Corrected, Ruled, Signed, Undone
from carrom.game.game import GameHistory
from carrom.game.notation.parse_command import command_of
from carrom.game.notation.record import write_record
from carrom.game.officials.apply_official import open_matters
from carrom.game.officials.official_events import Protested
from carrom.protocol.http.scoresheet_state import SheetRefusal, SheetRole
from carrom.protocol.scoresheet import TypeLine
from carrom.tables.scoresheets.keypad import options_of
from carrom.umpire.entries import Entry, entries, entry_of
from carrom.umpire.record_file import Mark
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


class ProposedLine(Value, frozen=True, kw_only=True):
    """A line that the laws allow and that is not stored yet."""

    nonce: str
    device: str
    table: UmpireTable
    """The table after the line."""
    notes: tuple[tuple[str, str], ...]
    """Notes to store with its events: keywords and texts."""
    words: tuple[str, ...]


class Sheet:
    """One sheet. `propose` checks a line, its owner stores the new events, and `apply` makes them count."""

    def __init__(self, name: str, table: UmpireTable, marks: tuple[Mark, ...] = ()) -> None:
        """Hold the content of a record: its table and the notes on its events."""
        self.name = name
        self._looked: OrderedDict[str, Heard] = OrderedDict()
        self.open(table, marks)

    def open(self, table: UmpireTable, marks: tuple[Mark, ...]) -> None:
        """Continue from the content of a record."""
        self.table, self._marks = table, marks
        self._done = {mark.text: mark.last + 1 for mark in marks if mark.word == _NONCE}
        writers = [mark.text for mark in marks if mark.word == _WRITER]
        self.writer: str | None = writers[-1] if writers else None
        self._entries: list[Entry] | None = None
        self._hash: tuple[int, str] = (0, "")

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
        return {mark.last: mark.text for mark in self._marks if mark.word == _INK}

    def take(self, device: str) -> None:
        """Make another device the writer."""
        self.writer = device

    def propose(self, request: TypeLine, role: SheetRole, when: int) -> ProposedLine | Heard:
        """Execute a line without applying it; a line without effect and a repeated nonce return their result.

        Raises `RefuseSheet`.
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
        notes = [(_NONCE, request.nonce)]
        if not self._wrote_last(request.device):
            notes.append((_WRITER, request.device))
        if request.ink is not None and isinstance(after.game.events[-1], Signed):
            notes.append((_INK, request.ink))
        return ProposedLine(
            nonce=request.nonce, device=request.device, table=after, notes=tuple(notes), words=answer.words
        )

    def apply(self, line: ProposedLine) -> Heard:
        """Make a line count, after its events and notes were stored, and return its result."""
        before, self.table = self.table, line.table
        first, last = len(before.game.events), self.version - 1
        self._marks += tuple(Mark(first, last, word, text) for word, text in line.notes)
        self.writer = line.device
        self._done[line.nonce] = self.version
        self._note_entry(before, line.table)
        return Heard(version=self.version, words=line.words, new=True)

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

    def _wrote_last(self, device: str) -> bool:
        """Return whether the record already names this device as the writer."""
        writers = [mark.text for mark in self._marks if mark.word == _WRITER]
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

    def _look(self, nonce: str, heard: Heard) -> Heard:
        self._looked[nonce] = heard
        if len(self._looked) > _REMEMBERED:
            self._looked.popitem(last=False)
        return heard
