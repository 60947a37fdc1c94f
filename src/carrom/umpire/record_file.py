"""The umpire's record on disk, appended line by line."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from carrom.append_file import AppendOnlyFile
from carrom.errors import CarromError, RecordError
from carrom.game.game import Game
from carrom.game.notation.record import goes_on, lines_from, read_record, write_end, write_header
from carrom.umpire.entries import Spans
from carrom.umpire.umpire_table import UmpireTable
from carrom.values import Value

_ONE_LINE = re.compile(r"# (0|[1-9][0-9]{0,8})-([1-9][0-9]{0,8}): one line")
"""What is noted behind the events that one typed line made together; to a reader of records it is a comment."""
_MARK = re.compile(r"# (0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8}) ([a-z]+) (.+)")
"""What a page's line brings with it, noted before its events: which they are, a word, and what it says."""
_EVENT = re.compile(rb"([1-9][0-9]{0,8})\. ")


class Mark(Value, frozen=True):
    """A note beside the events from `first` to `last` that came with one line: who sent it, how a card was signed."""

    first: int
    last: int
    word: str
    text: str


class RecordFile:
    """An open record file. Every line is flushed and synced before `add` returns."""

    def __init__(self, kept: AppendOnlyFile, written: int, marks: tuple[Mark, ...] = ()) -> None:
        self._kept = kept
        self._written = written
        self._end = 0
        self.marks = marks
        """What was noted beside events, in order."""

    @property
    def path(self) -> Path:
        """Where the record is."""
        return self._kept.path

    @classmethod
    def create(cls, path: Path, table: UmpireTable) -> "RecordFile":
        """Begin a new record. Raises `SetupError` if the file holds a record or cannot be written; none is left then.

        A file that was begun and never got as far as a whole header, because the disk was full say, is begun anew.
        """
        journal = cls(AppendOnlyFile.begun(path, headed(table), anew=unbegun(path)), 1)
        journal.add(table)
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple["RecordFile", UmpireTable]:
        """Open a record that was left, and return it with its table. A torn last line is cut off.

        Raises `RecordError` for a record that was edited, and `SetupError` for a file that cannot be read or written.
        """
        file, raw = AppendOnlyFile.opened(path)
        try:
            kept = whole_lines(raw)
            table, marks = read(kept, str(path))
            file.goes_on_after(kept)
            file.write(goes_on(kept.decode()))
        except CarromError:
            file.close()
            raise
        return cls(file, len(table.game.events), marks), table

    def add(self, table: UmpireTable, notes: tuple[tuple[str, str], ...] = ()) -> None:
        """Write the events that the table's game has beyond those written, with what is noted beside them.

        A note is a word and a text of one line. All of it is kept, or nothing: what a kill has torn is cut off.
        """
        text, noted = written(table, self._written, notes)
        if text:
            self._take_end_away()
            self._kept.write(text)
        self._written = len(table.game.events)
        self.marks += noted

    def end(self, table: UmpireTable) -> None:
        """Write the last line, with which the record is complete; resuming, or going on, takes it away again."""
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
    """Return the events of a table from number `first` on as lines, with what is noted beside them, and the notes."""
    game = table.game
    noted = tuple(Mark(first, len(game.events) - 1, *note) for note in notes)
    ends = {end: f"# {start}-{end}: one line" for start, end in table.spans}
    lines = [f"# {each.first}-{each.last} {each.word} {each.text}" for each in noted]
    for number, line in enumerate(lines_from(game, first), first):
        lines.append(line)
        lines += [ends[number]] if number in ends else []
    return "".join(f"{line}\n" for line in lines), noted


def read(kept: bytes, name: str) -> tuple[UmpireTable, tuple[Mark, ...]]:
    """Return the table of whole lines, and what is noted in them; raises `RecordError` for what no umpire kept."""
    game = _kept_game(kept, name)
    return UmpireTable(game, _spans(kept.decode(), game)), tuple(_marks(kept))


def unbegun(path: Path) -> bool:
    """Whether a file is there in which nothing was ever typed: it is empty, or its header was never finished."""
    try:
        with open(path, "rb") as file:
            head = file.read(_LONGEST_HEADER)
    except OSError:
        return False
    begins = head.startswith(_MAGIC) or _MAGIC.startswith(head)
    return begins and len(head) < _LONGEST_HEADER and b"\n\n" not in head


_MAGIC = b'[Carrom "'
_LONGEST_HEADER = 1 << 20


def _spans(text: str, game: Game) -> Spans:
    """Return which events one line made together, as the record notes it."""
    found = [_ONE_LINE.fullmatch(line) for line in text.split("\n")]
    spans = [(int(each[1]), int(each[2])) for each in found if each is not None]
    return tuple((start, end) for start, end in spans if 0 < start < end < len(game.events))


def _marks(kept: bytes) -> Iterator[Mark]:
    """Yield what is noted beside events."""
    for line in kept.decode().split("\n"):
        found = _MARK.fullmatch(line)
        if found is not None:
            yield Mark(int(found[1]), int(found[2]), found[3], found[4])


def _kept_game(kept: bytes, path: str) -> Game:
    """Return the game of a record that an umpire kept, or say what is wrong with the file."""
    try:
        game = read_record(kept.decode(), live=True)
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no record: it is not UTF-8 text") from None
    except RecordError as reason:
        raise RecordError(f"{path}: {reason}") from None
    if game.header.measured:
        raise RecordError(f"{path} is the record of a simulated board; expected one that an umpire kept")
    return game


def whole_lines(raw: bytes) -> bytes:
    """Return the record without a torn last line and without its end line."""
    kept = raw[: raw.rfind(b"\n") + 1]
    lines = kept.split(b"\n")
    if len(lines) > 1 and lines[-2].startswith(b"end "):
        kept = b"\n".join(lines[:-2]) + b"\n"
    return kept[: _torn(kept)]


def _torn(kept: bytes) -> int:
    """Return where the last notes begin if a kill has torn their events off; else the record's length."""
    at, events, notes = len(kept), 0, None
    for line in reversed(kept.split(b"\n")[:-1]):
        at -= len(line) + 1
        found = _MARK.fullmatch(line.decode("utf-8", "replace"))
        if found is not None and int(found[2]) > events:
            notes = at
            continue
        if notes is not None or found is not None:
            break
        event = _EVENT.match(line)
        events = max(events, int(event[1]) if event is not None else 0)
    return len(kept) if notes is None else notes
