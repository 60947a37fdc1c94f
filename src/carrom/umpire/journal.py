"""A record that grows on disk line by line: what was typed survives a kill of the program or of the machine."""

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

from carrom.errors import CarromError, RecordError, SetupError
from carrom.game.game import Game
from carrom.game.text import goes_on, read_record, write_end, write_header, write_line

LOCKED_BYTE = 1 << 40
"""Where a system that locks ranges of bytes has its lock: beyond any record, so that reading is never hindered."""


class Journal:
    """An open record file. Every line is flushed and synced before `add` returns."""

    def __init__(self, path: Path, file: IO[bytes], written: int) -> None:
        self.path = path
        self._file = file
        self._written = written

    @classmethod
    def create(cls, path: Path, game: Game) -> "Journal":
        """Begin a new record of a game. Raises `SetupError` if the file exists or cannot be written."""
        try:
            file = open(path, "xb")  # noqa: SIM115
        except FileExistsError:
            raise SetupError(
                f"{path} exists already; expected a new file name, or none of the options of a new game"
            ) from None
        except OSError as reason:
            raise SetupError(f"{path} cannot be written: {reason.strerror}") from None
        _lock(file, path)
        journal = cls(path, file, 1)
        journal._write("".join(f"{line}\n" for line in [*write_header(game), ""]))
        _sync_folder(path)
        journal.add(game)
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple["Journal", Game]:
        """Open a record that was left, and return it with its game. A torn last line is cut off.

        Raises `RecordError` for a record that was edited, and `SetupError` for a file that cannot be read or written.
        """
        try:
            file = open(path, "r+b")  # noqa: SIM115
        except OSError as reason:
            raise SetupError(f"{path} cannot be opened: {reason.strerror}") from None
        try:
            _lock(file, path)
            kept = _whole_lines(file.read())
            game = _kept_game(kept, path)
        except CarromError:
            file.close()
            raise
        file.truncate(len(kept))
        file.seek(0, os.SEEK_END)
        journal = cls(path, file, len(game.events))
        journal._write(goes_on(kept.decode()))
        return journal, game

    def add(self, game: Game) -> None:
        """Write the events that the game has beyond those written."""
        rulings = {ruled.event: ruled.ruling for ruled in game.state.rulings}
        for number in range(self._written, len(game.events)):
            self._write(write_line(number, game.events[number], rulings.get(number)) + "\n")
        self._written = len(game.events)

    def end(self, game: Game) -> None:
        """Write the last line, with which the record is complete; resuming takes it away again."""
        self._write(write_end(game) + "\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, text: str) -> None:
        self._file.write(text.encode())
        self._sync()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


def _kept_game(kept: bytes, path: Path) -> Game:
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


def _whole_lines(raw: bytes) -> bytes:
    """Return the record without a torn last line and without its end line."""
    kept = raw[: raw.rfind(b"\n") + 1]
    lines = kept.split(b"\n")
    if len(lines) > 1 and lines[-2].startswith(b"end "):
        kept = b"\n".join(lines[:-2]) + b"\n"
    return kept


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep the record to this process as long as it lives. Raises `SetupError` if another one keeps it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SetupError(f"{path} is kept by another carrom umpire; stop that one first, or use another file") from None


def _sync_folder(path: Path) -> None:
    """Make the new file's name durable, where the system can."""
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(folder)
    except OSError:
        pass
    finally:
        os.close(folder)
