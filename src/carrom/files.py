"""Files that survive crashes and other programs: locked, appended, replaced in one step, resumed, read as text.

The `filelock` library is not used because it locks a separate file, which stays behind."""

import os
import sys
import time
from codecs import BOM_UTF8
from itertools import count
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from carrom.errors import RecordError, RefusedRequest, SetupError
from carrom.values import Value

LOCKED_BYTE = 1 << 40
"""Offset of the lock on systems that lock byte ranges: beyond any content, so that reading is never blocked."""


def locked(file: IO[bytes]) -> bool:
    """Lock a file without waiting; return whether this process now holds the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# -- append-only files with synced writes, locked by one process -------------------------------------------------------


NEWLINE = b"\n"
_LONGEST_SHOWN = 60
"""Number of characters of a cut-off line that a message shows."""


class AppendOnlyFile:
    """An open file. Every text is flushed and synced before `write` returns."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self._whole: int | None = None
        """Length to truncate the file to before the next write, if a failed write left data behind."""
        self.torn = ""
        """A sentence about text whose writing was interrupted, and the file to which it was moved; or empty."""

    @classmethod
    def begun(cls, path: Path, text: str, anew: bool) -> "AppendOnlyFile":
        """Create a file with a text; the flag allows replacing an existing one, whose text is moved to another file.

        Raises `SetupError` if the file exists or cannot be written; no partial file is left.
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
        stored = cls(path, file)
        try:
            before = file.read() if anew else b""
            stored.torn = stored._moved(before, b"") if before.strip() else ""
            file.seek(0)
            file.truncate(0)
            stored.write(text)
        except (OSError, SetupError) as reason:
            file.close()
            path.unlink()
            raise SetupError(f"{path} cannot be written: {_in_words(reason)}; nothing was created") from None
        _sync_folder(path)
        return stored

    @classmethod
    def opened(cls, path: Path) -> tuple["AppendOnlyFile", bytes]:
        """Open an existing file; return it with its contents. Raises `SetupError`."""
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

    def goes_on_after(self, stored: bytes, torn: bytes = b"") -> None:
        """Truncate the file after `stored`, the start of its contents, to which a missing last line end is added.

        `torn`, what follows because its writing was interrupted, is first moved to a file beside this one; `self.torn`
        says so. Raises `SetupError`.
        """
        try:
            self.torn = self._moved(torn, stored) if torn.strip() else ""
            self._file.truncate(len(stored))
            self._file.seek(len(stored))
            if stored and not stored.endswith(NEWLINE):
                self._file.write(NEWLINE)
            self._sync()
        except OSError as reason:
            raise SetupError(f"{self.path} cannot be written: {reason.strerror}") from None

    def _moved(self, torn: bytes, stored: bytes) -> str:
        """Store what follows `stored` in a new file beside this one; return a sentence about it. Raises `OSError`."""
        for number in count(1):
            aside = self.path.with_name(f"{self.path.name}.cut-{number}")
            try:
                with open(aside, "xb") as file:
                    file.write(torn)
                    file.flush()
                    os.fsync(file.fileno())
            except FileExistsError:
                continue
            _sync_folder(aside)
            text = torn.decode("utf-8", "replace").strip()
            shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
            return (
                f"{self.path.name}: line {stored.count(NEWLINE) + 1} was cut off while it was written and does not "
                f"count: {shown!r}. The piece is now in {aside.name}; enter again what is missing."
            )
        raise AssertionError("unreachable")

    def shorten(self, by: int) -> None:
        """Remove the last bytes. Raises `SetupError`."""
        self._cut()
        length = self._file.tell() - by
        try:
            self._file.truncate(length)
            self._file.seek(length)
        except OSError as reason:
            raise SetupError(f"{self.path} cannot be written: {reason.strerror}") from None

    def write(self, text: str) -> None:
        """Write all of the text or nothing. Raises `SetupError` if the disk is full or fails."""
        self._cut()
        whole = self._file.tell()
        left = memoryview(text.encode())
        try:
            while left:
                left = left[self._file.write(left) :]
            self._sync()
        except OSError as reason:
            self._whole, problem = whole, f"{self.path} cannot be written ({_in_words(reason)})"
            try:
                self._cut()
            except SetupError:
                raise SetupError(
                    f"{problem}, and cannot be truncated: the last line may be stored, everything before it is; check "
                    "the disk and resume"
                ) from None
            raise SetupError(
                f"{problem}: the last line was not stored, everything before it was; free some space and resume"
            ) from None

    def _cut(self) -> None:
        """Remove data left by a failed write. Raises `SetupError`."""
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
    """Lock the file for the lifetime of this process. Raises `SetupError` if another process holds the lock."""
    if not locked(file):
        raise SetupError(f"{path} is in use by another carrom process; stop it first, or use another file")


def _sync_folder(path: Path) -> None:
    """Make the new file's name durable, where the system supports it."""
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


# -- replacing a file in one step, on every system ---------------------------------------------------------------------
# Windows refuses that while another program has the old file open, such as a virus scanner or a browser that reads it.
# Such programs close it soon, so the replacement is tried again for a moment.


PATIENCE = 2.0
"""Seconds for which a replacement is tried on Windows."""
PAUSE = 0.02

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
)
"""Names that Windows keeps for devices, with any ending and in any case."""


def replace(part: Path | str, path: Path | str) -> None:
    """Rename `part` to `path`, whether or not `path` exists. Raises `OSError`."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            os.replace(part, path)
            return
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() >= deadline:
                raise
        time.sleep(PAUSE)


# -- results as lines of JSON, from which a long computation resumes ---------------------------------------------------


Result = TypeVar("Result", bound=Value)


def recorded(path: Path | None, kind: type[Result], writer: str = "the same bench") -> list[Result]:
    """Return the results of a file, none if there is no file; a last line that was cut off is removed from it.

    Raises `RefusedRequest` for a line that is no result of this kind; `writer` is the command that writes such lines.
    """
    if path is None or not path.exists():
        return []
    end_line(path)
    found = []
    for number, line in enumerate(path.read_bytes().removeprefix(BOM_UTF8).splitlines(), 1):
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError as fault:
            raise RefusedRequest(f"{path.name}, line {number}: {fault}; expected a line that {writer} wrote.") from None
    return found


def end_line(path: Path) -> None:
    """End a file with a line end: a last JSON object that lacks only that gets it, and a piece of one is removed.

    The piece is of a result that is computed again.
    """
    text = path.read_bytes()
    whole, last = text[: text.rfind(b"\n") + 1], text[text.rfind(b"\n") + 1 :]
    if last:
        try:
            msgspec.json.decode(last)
        except msgspec.DecodeError:
            path.write_bytes(whole)
        else:
            path.write_bytes(text + b"\n")


def append(path: Path | None, result: Value) -> None:
    """Append a result to a file, if one is given."""
    if path is not None:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")


# -- text files as other programs leave them ---------------------------------------------------------------------------
# Editors and mail programs add a byte-order mark, change line ends to CRLF and drop the last line end. A machine that
# loses power leaves a last line of which only the beginning was written.


def decoded(content: bytes, name: str) -> str:
    """Return the text of a file, as `plain` does. Raises `RecordError`, which begins with `name`, if it is not UTF-8.

    A letter that was cut in its middle at the very end is `U+FFFD`, so that the line can be named as incomplete.
    """
    try:
        return plain(content.decode())
    except UnicodeDecodeError as fault:
        if fault.end == len(content) and fault.reason == "unexpected end of data":
            return plain(content[: fault.start].decode() + "\ufffd")
        raise RecordError(f"{name} cannot be read; expected UTF-8 text") from None


def plain(text: str) -> str:
    """Return a text without a byte-order mark, with `\\n` for `\\r\\n`, and without half of a line end at its end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\r")


def last_line(content: bytes) -> bytes:
    """Return what follows the last line end of a file; empty if the file ends with a line end."""
    return content[content.rfind(b"\n") + 1 :]
