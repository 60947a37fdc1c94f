"""The umpire's record on disk, appended line by line."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from carrom.errors import CarromError, RecordError
from carrom.files import AppendOnlyFile, decoded, last_line, plain
from carrom.game.game import GameHistory
from carrom.game.record import is_closed, lines_from, read_record, write_end, write_header
from carrom.umpire.table import Spans, UmpireTable
from carrom.values import Value

_ONE_LINE = re.compile(r"# (0|[1-9][0-9]{0,8})-([1-9][0-9]{0,8}): one line")
"""Comment after events that one typed line made together; readers of records ignore it."""
_MARK = re.compile(r"# (0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8}) ([a-z]+) (.+)")
"""Comment before the events of a line sent by the page: their range, a keyword and a value."""
_EVENT = re.compile(rb"([1-9][0-9]{0,8})\. ")


class Mark(Value, frozen=True):
    """A note on the events from `first` to `last` of one line, such as its sender or the drawing of a signature."""

    first: int
    last: int
    word: str
    text: str


class RecordFile:
    """An open record file. Every line is flushed and synced before `add` returns."""

    def __init__(self, file: AppendOnlyFile, written: int, marks: tuple[Mark, ...] = ()) -> None:
        self._kept = file
        self._written = written
        self._end = 0
        self.marks = marks
        """Notes on events, in order."""

    @property
    def path(self) -> Path:
        """Path of the record."""
        return self._kept.path

    @property
    def torn(self) -> str:
        """A sentence about lines that were cut off when the record was opened, and where they are now; or empty."""
        return self._kept.torn

    @classmethod
    def create(cls, path: Path, table: UmpireTable) -> "RecordFile":
        """Create a record. Raises `SetupError` if the file already holds one or cannot be written; no partial file is
        left.

        A file whose header is incomplete, for example because the disk was full, is replaced, as `torn` says.
        """
        journal = cls(AppendOnlyFile.begun(path, headed(table), anew=unbegun(path)), 1)
        journal.add(table)
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple["RecordFile", UmpireTable]:
        """Open an existing record; return it with its table. Lines that were cut off are moved to a file of their own.

        Raises `RecordError` for an edited record, and `SetupError` for a file that cannot be read or written.
        """
        file, raw = AppendOnlyFile.opened(path)
        try:
            whole, torn = parted(raw)
            table, marks = read(whole, str(path))
            file.goes_on_after(whole, torn)
        except CarromError:
            file.close()
            raise
        return cls(file, len(table.game.events), marks), table

    def add(self, table: UmpireTable, notes: tuple[tuple[str, str], ...] = ()) -> None:
        """Write the table's new events, with notes on them.

        A note is a keyword and a one-line text. The write is atomic: a partial write is removed when the record is next
        opened.
        """
        text, noted = written(table, self._written, notes)
        if text:
            self._take_end_away()
            self._kept.write(text)
        self._written = len(table.game.events)
        self.marks += noted

    def end(self, table: UmpireTable) -> None:
        """Write the end line, which completes the record; resuming or continuing removes it again."""
        line = write_end(table.game) + "\n"
        self._take_end_away()
        self._kept.write(line)
        self._end = len(line.encode())

    def _take_end_away(self) -> None:
        if self._end:
            self._kept.shorten(self._end)
            self._end = 0

    def close(self) -> None:
        """Close the file."""
        self._kept.close()

    def __enter__(self) -> "RecordFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def headed(table: UmpireTable) -> str:
    """Return the header of a record, up to its first event."""
    return "".join(f"{line}\n" for line in [*write_header(table.game), ""])


def written(table: UmpireTable, first: int, notes: tuple[tuple[str, str], ...] = ()) -> tuple[str, tuple[Mark, ...]]:
    """Return the lines of a table's events from number `first` on, with their notes, and the notes."""
    game = table.game
    noted = tuple(Mark(first, len(game.events) - 1, *note) for note in notes)
    ends = {end: f"# {start}-{end}: one line" for start, end in table.spans}
    lines = [f"# {each.first}-{each.last} {each.word} {each.text}" for each in noted]
    for number, line in enumerate(lines_from(game, first), first):
        lines.append(line)
        lines += [ends[number]] if number in ends else []
    return "".join(f"{line}\n" for line in lines), noted


def read(whole: bytes, name: str) -> tuple[UmpireTable, tuple[Mark, ...]]:
    """Return the table of a record's complete lines, and its notes. Raises `RecordError` for an invalid record."""
    text = decoded(whole, name)
    game = _game_of(text, name)
    return UmpireTable(game, _spans(text, game)), tuple(_marks(text))


def unbegun(path: Path) -> bool:
    """Return whether a file exists in which nothing was ever recorded: it is empty, or its header is incomplete."""
    try:
        with open(path, "rb") as file:
            head = file.read(_LONGEST_HEADER)
    except OSError:
        return False
    text = plain(head.decode("utf-8", "replace"))
    begins = text.startswith(_MAGIC) or _MAGIC.startswith(text)
    return begins and len(head) < _LONGEST_HEADER and "\n\n" not in text


_MAGIC = '[Carrom "'
_LONGEST_HEADER = 1 << 20


def _spans(text: str, game: GameHistory) -> Spans:
    """Return the spans noted in a record: events that one line made together."""
    found = [_ONE_LINE.fullmatch(line) for line in text.split("\n")]
    spans = [(int(each[1]), int(each[2])) for each in found if each is not None]
    return tuple((start, end) for start, end in spans if 0 < start < end < len(game.events))


def _marks(text: str) -> Iterator[Mark]:
    """Yield the notes of a record."""
    for line in text.split("\n"):
        found = _MARK.fullmatch(line)
        if found is not None:
            yield Mark(int(found[1]), int(found[2]), found[3], found[4])


def _game_of(text: str, path: str) -> GameHistory:
    """Return the game of an umpire's record. Raises `RecordError` if the file is not one."""
    try:
        game = read_record(text, live=True)
    except RecordError as reason:
        raise RecordError(f"{path}: {reason}") from None
    if game.header.measured:
        raise RecordError(f"{path} is the record of a simulated board; expected an umpire's record")
    return game


def whole_lines(raw: bytes) -> bytes:
    """Return the record without lines that were cut off, and without its end line."""
    return parted(raw)[0]


def parted(raw: bytes) -> tuple[bytes, bytes]:
    """Return the complete lines of a record without its end line, and what follows them because it was cut off.

    An end line repeats what the lines above it say, so it is in neither. Notes whose events were not all written are
    cut off with them.
    """
    torn = last_line(raw)
    whole = raw.removesuffix(torn)
    if is_closed(plain(torn.decode("utf-8", "replace"))):
        whole, torn = raw, b""
    elif torn.startswith(b"end ") or b"end ".startswith(torn):
        torn = b""
    lines = whole.split(b"\n")
    if len(lines) > 1 and lines[-2].startswith(b"end "):
        whole = b"\n".join(lines[:-2]) + b"\n"
    at = _end_of_notes(whole if whole.endswith(b"\n") else whole + b"\n")
    return whole[:at], whole[at:] + torn


def _end_of_notes(whole: bytes) -> int:
    """Return where the last notes begin if their events were not written; otherwise the record's length."""
    at, events, notes = len(whole), 0, None
    for line in reversed(whole.split(b"\n")[:-1]):
        at -= len(line) + 1
        found = _MARK.fullmatch(line.decode("utf-8", "replace"))
        if found is not None and int(found[2]) > events:
            notes = at
            continue
        if notes is not None or found is not None:
            break
        event = _EVENT.match(line)
        events = max(events, int(event[1]) if event is not None else 0)
    return len(whole) if notes is None else notes
