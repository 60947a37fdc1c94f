"""A spill file: an anonymous file for bytes that are rarely needed.

What finds no room in it stays in memory. Nothing in it is anybody's only copy: the log is.
"""

import tempfile
import threading
from collections import defaultdict
from pathlib import Path
from typing import IO

from carrom.errors import StoreError

_SLOT = 256
"""Bytes of which everything takes a whole number: what has gone leaves room for what comes."""


class SpillFile:
    """One such file; may be asked from any thread."""

    def __init__(self) -> None:
        """Make no file yet."""
        self._lock = threading.Lock()
        self._file: IO[bytes] | None = None
        self._folder: Path | None = None
        self._free: defaultdict[int, list[int]] = defaultdict(list)
        self._end = 0

    def lies_in(self, folder: Path) -> None:
        """Make the file in this folder once something is laid down; before, in that of temporary files."""
        self._folder = folder

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return self._end

    def lay(self, told: bytes) -> "Spilled | bytes":
        """Lay bytes down; return what they are found by, or themselves where there is no room."""
        slots = -(-len(told) // _SLOT)
        with self._lock:
            try:
                if self._file is None:
                    self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115 (open for good)
                at = self._free[slots].pop() if self._free[slots] else self._end
                self._file.seek(at)
                if self._file.write(told) != len(told):
                    return told
            except OSError:
                return told
            self._end = max(self._end, at + slots * _SLOT)
        return Spilled(self, at, len(told))

    def read(self, at: int, size: int) -> bytes:
        """Return so many bytes from there; raises `StoreError`."""
        with self._lock:
            try:
                assert self._file is not None, "what was laid down lies in a file"
                self._file.seek(at)
                found = self._file.read(size)
            except OSError as error:
                raise StoreError(f"The file of old events cannot be read: {error.strerror}.") from error
        if len(found) != size:
            raise StoreError("The file of old events has lost its end.")
        return found

    def free(self, at: int, size: int) -> None:
        """Let something else lie there; called from wherever the collector runs, so that it waits for nothing."""
        self._free[-(-size // _SLOT)].append(at)


class Spilled:
    """Bytes that lie in an attic; `bytes()` brings them down, and when nobody knows of them any more they are gone."""

    __slots__ = ("_at", "_attic", "_size")

    def __init__(self, attic: SpillFile, at: int, size: int) -> None:
        """Know where they are."""
        self._attic, self._at, self._size = attic, at, size

    def __bytes__(self) -> bytes:
        """Return them; raises `StoreError`."""
        return self._attic.read(self._at, self._size)

    def __del__(self) -> None:
        """Leave the place to others."""
        self._attic.free(self._at, self._size)


ATTIC = SpillFile()
"""That of this process."""
