"""The tournament's event log on disk: append-only, synced after every write."""

from pathlib import Path
from types import TracebackType

from carrom.append_file import AppendOnlyFile
from carrom.errors import CarromError, RecordError, SetupError
from carrom.text_files import decoded, last_line
from carrom.tournament.championship import apply, begin, fold
from carrom.tournament.corrections.new_lines import check_entrants_play, check_new_line
from carrom.tournament.events import AnyHappening
from carrom.tournament.import_export.event_file import Details, Read, begun_chain, read_event, write_head, write_line
from carrom.tournament.new_events import check_new_details
from carrom.tournament.state import Championship

LARGEST = 64_000_000
"""Maximum size of a file that is read, in bytes."""


class Journal:
    """An open tournament file. Added events are on disk before `add` returns; refused events are not written."""

    def __init__(self, kept: AppendOnlyFile, championship: Championship, chain: str) -> None:
        self._kept = kept
        self.championship = championship
        self._chain = chain
        self.torn = kept.torn
        """A sentence about a piece of a line that was at the end of the file, and where it is now; or empty."""

    @classmethod
    def create(cls, path: Path, details: Details) -> "Journal":
        """Create a new file. Raises `SetupError` if it exists, or `RefusedRequest` for an invalid header."""
        championship = begin(check_new_details(details))
        head = write_head(championship.header)
        if path.exists():
            raise SetupError(f"{path} exists already; expected the name of a new file")
        return cls(AppendOnlyFile.begun(path, head, anew=False), championship, begun_chain(head))

    @classmethod
    def resume(cls, path: Path) -> "Journal":
        """Open an existing file; a last line that was cut off is moved to a file of its own, and `torn` says so.

        Raises `RecordError` or `SetupError`.
        """
        kept, raw = AppendOnlyFile.opened(path)
        try:
            read = _read(raw, path, live=True)
            championship = _folded(read, path)
            piece = last_line(raw) if read.torn else b""
            kept.goes_on_after(raw.removesuffix(piece), piece)
        except CarromError:
            kept.close()
            raise
        return cls(kept, championship, read.chain)

    def add(self, *happenings: AnyHappening) -> Championship:
        """Append all events, or none. Raises the error of the first refused event; the file is then unchanged."""
        after, chain, lines = self.championship, self._chain, []
        for each in happenings:
            check_new_line(after, each)
            after = apply(after, each)
            line, chain = write_line(len(after.happenings), each, chain)
            lines.append(line)
        check_entrants_play(self.championship, after)
        if lines:
            self._kept.write("".join(lines))
        self.championship, self._chain = after, chain
        return after

    def close(self) -> None:
        """Close the file."""
        self._kept.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def load(path: Path) -> Championship:
    """Return the tournament of a file without keeping it open. Raises `RecordError` or `SetupError`.

    A file whose last line was cut off is refused, because what it says is missing from the tournament.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path} is too large for a tournament; expected at most {LARGEST} bytes")
        raw = path.read_bytes()
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    return _folded(_read(raw, path), path)


def _read(raw: bytes, path: Path, live: bool = False) -> Read:
    text = decoded(raw, str(path))
    try:
        return read_event(text, live)
    except RecordError as reason:
        raise RecordError(f"{path}: {reason}") from None


def _folded(read: Read, path: Path) -> Championship:
    try:
        return fold(read.details, read.happenings)
    except CarromError as reason:
        raise RecordError(f"{path}: {reason}") from None
