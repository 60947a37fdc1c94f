"""An append-only file: each write is whole and synced, or not there at all, and one process holds it."""

import os
from pathlib import Path
from typing import IO

from carrom.errors import SetupError
from carrom.file_lock import locked


class AppendOnlyFile:
    """An open file. Every text is flushed and synced before `write` returns."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self._whole: int | None = None
        """How long the file is to be made before anything else, where a write that failed has left something."""

    @classmethod
    def begun(cls, path: Path, text: str, anew: bool) -> "AppendOnlyFile":
        """Begin a file with a text; `anew` writes over what is there, which must not hold anything.

        Raises `SetupError` if the file exists already or cannot be written; none is left then.
        """
        try:
            file = open(path, "r+b" if anew else "xb", buffering=0)  # noqa: SIM115
        except FileExistsError:
            raise SetupError(
                f"{path} exists already; expected a new file name, or none of the options of a new game"
            ) from None
        except OSError as reason:
            raise SetupError(f"{path} cannot be written: {reason.strerror}") from None
        _lock(file, path)
        kept = cls(path, file)
        try:
            file.truncate(0)
            kept.write(text)
        except (OSError, SetupError) as reason:
            file.close()
            path.unlink()
            raise SetupError(f"{path} cannot be written: {_in_words(reason)}; nothing was begun") from None
        _sync_folder(path)
        return kept

    @classmethod
    def opened(cls, path: Path) -> tuple["AppendOnlyFile", bytes]:
        """Open a file that was left, and return it with all it holds. Raises `SetupError`."""
        try:
            file = open(path, "r+b", buffering=0)  # noqa: SIM115
        except OSError as reason:
            raise SetupError(f"{path} cannot be opened: {reason.strerror}") from None
        try:
            _lock(file, path)
            return cls(path, file), file.read()
        except SetupError:
            file.close()
            raise
        except OSError as reason:
            file.close()
            raise SetupError(f"{path} cannot be read: {reason.strerror}") from None

    def goes_on_after(self, kept: bytes) -> None:
        """Cut off what follows `kept`, the beginning of the file. Raises `SetupError`."""
        try:
            self._file.truncate(len(kept))
            self._file.seek(len(kept))
            self._sync()
        except OSError as reason:
            raise SetupError(f"{self.path} cannot be written: {reason.strerror}") from None

    def shorten(self, by: int) -> None:
        """Cut the last bytes off. Raises `SetupError`."""
        self._cut()
        length = self._file.tell() - by
        try:
            self._file.truncate(length)
            self._file.seek(length)
        except OSError as reason:
            raise SetupError(f"{self.path} cannot be written: {reason.strerror}") from None

    def write(self, text: str) -> None:
        """Write all of it or nothing. Raises `SetupError` when the system takes no more."""
        self._cut()
        whole = self._file.tell()
        left = memoryview(text.encode())
        try:
            while left:
                left = left[self._file.write(left) :]
            self._sync()
        except OSError as reason:
            self._whole, said = whole, f"{self.path} takes no more ({_in_words(reason)})"
            try:
                self._cut()
            except SetupError:
                raise SetupError(
                    f"{said}, and cannot be cut: the last line may be kept or not, everything before it is; look at "
                    "the disk and resume it"
                ) from None
            raise SetupError(
                f"{said}: the last line is not kept, everything before it is; make room and resume it"
            ) from None

    def _cut(self) -> None:
        """Cut off what a write that failed has left. Raises `SetupError`."""
        if self._whole is not None:
            try:
                self._file.truncate(self._whole)
                self._file.seek(self._whole)
            except OSError as reason:
                raise SetupError(f"{self.path} cannot be written: {reason.strerror}") from None
            self._whole = None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


def _in_words(reason: Exception) -> str:
    return reason.strerror or str(reason) if isinstance(reason, OSError) else str(reason)


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep the record to this process as long as it lives. Raises `SetupError` if another one keeps it."""
    if not locked(file):
        raise SetupError(f"{path} is kept by another carrom; stop that one first, or use another file")


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
