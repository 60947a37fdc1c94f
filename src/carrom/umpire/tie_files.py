"""A tie on disk: a folder with the tie's file and a record for each rubber."""

from pathlib import Path
from types import TracebackType

from carrom.append_file import AppendOnlyFile
from carrom.errors import CarromError, RecordError, SetupError
from carrom.game.notation.tie_record import read_tie, write_pairing, write_taken_back, write_tie
from carrom.game.scoring.tie import Tie
from carrom.rules.ruleset import Ruleset
from carrom.text_files import decoded, last_line, plain
from carrom.umpire.record_file import RecordFile, unbegun
from carrom.umpire.tie_table import UmpiredTie, resumed
from carrom.umpire.umpire_table import UmpireTable

NAME = "tie.carrom-tie"


def is_tie(folder: Path) -> bool:
    """Return whether a folder holds a tie whose file has a complete header."""
    file = folder / NAME
    return file.is_file() and "\n\n" in plain(file.read_bytes().decode("utf-8", "replace"))


class TieFiles:
    """The open files of a tie. Added data is on disk before `add` returns."""

    @property
    def torn(self) -> tuple[str, ...]:
        """Sentences about lines that were cut off when the files were opened, and where they are now."""
        return tuple(filter(None, (self._file.torn, *(each.torn for each in self._journals))))

    def __init__(self, folder: Path, file: AppendOnlyFile, lined_up: int, journals: list[RecordFile]) -> None:
        self.folder = folder
        self._file = file
        self._lined_up = lined_up
        self._journals = journals

    @classmethod
    def create(cls, folder: Path, tie: Tie) -> "TieFiles":
        """Create a tie in a new or empty folder. Raises `SetupError`."""
        try:
            folder.mkdir(exist_ok=True)
            held = sorted(each.name for each in folder.iterdir() if each.name != NAME)
        except OSError as reason:
            raise SetupError(f"{folder} cannot be a tie's folder: {reason.strerror}") from None
        if held or is_tie(folder):
            raise SetupError(f"{folder} holds {held[0] if held else NAME} already; expected a new or empty folder")
        file = AppendOnlyFile.begun(folder / NAME, write_tie(tie), anew=(folder / NAME).exists())
        return cls(folder, file, len(tie.lineup), [])

    @classmethod
    def resume(cls, folder: Path, rules: Ruleset | None = None) -> tuple["TieFiles", UmpiredTie]:
        """Open an existing tie, with all rubbers that had begun. Raises `RecordError` or `SetupError`."""
        file, raw = AppendOnlyFile.opened(folder / NAME)
        journals: list[RecordFile] = []
        try:
            torn = last_line(raw)
            try:
                tie = _tie(raw, folder / NAME, rules)
                torn = b""
            except RecordError:
                if not torn:
                    raise
                tie = _tie(raw.removesuffix(torn), folder / NAME, rules)
            file.goes_on_after(raw.removesuffix(torn), torn)
            tables: list[UmpireTable] = []
            while (path := _record(folder, len(tables) + 1)).exists() and not unbegun(path):
                journal, table = RecordFile.resume(path)
                journals.append(journal)
                tables.append(table)
            return cls(folder, file, len(tie.lineup), journals), resumed(tie, tables)
        except CarromError:
            file.close()
            for journal in journals:
                journal.close()
            raise

    def add(self, at: UmpiredTie) -> None:
        """Write what is new in a tie: line-ups, a rubber that has begun, lines of the last rubber."""
        if len(at.tie.lineup) < self._lined_up:
            self._lined_up = len(at.tie.lineup)
            self._file.write(write_taken_back(self._lined_up + 1) + "\n")
        while len(self._journals) > len(at.tables):
            self._journals.pop().close()
            _record(self.folder, len(self._journals) + 1).unlink()
        for number, pairing in enumerate(at.tie.lineup[self._lined_up :], self._lined_up + 1):
            self._file.write(write_pairing(number, pairing) + "\n")
            self._lined_up = number
        for number, table in enumerate(at.tables[len(self._journals) :], len(self._journals) + 1):
            self._journals.append(RecordFile.create(_record(self.folder, number), table))
        if at.table is not None:
            self._journals[-1].add(at.table)

    def end(self, at: UmpiredTie) -> None:
        """Write the end line of every rubber's record."""
        for journal, table in zip(self._journals, at.tables, strict=True):
            journal.end(table)

    def __enter__(self) -> "TieFiles":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        for journal in self._journals:
            journal.close()


def _record(folder: Path, number: int) -> Path:
    return folder / f"rubber-{number}.carrom"


def _tie(whole: bytes, path: Path, rules: Ruleset | None) -> Tie:
    text = decoded(whole, str(path))
    try:
        return read_tie(text, (), rules)
    except RecordError as reason:
        raise RecordError(f"{path}: {reason}") from None
