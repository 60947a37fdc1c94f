"""A spill file: an anonymous temporary file for bytes that are rarely needed.

If it is full, the bytes stay in memory. It never has the only copy of anything: the event log has all.
"""

import tempfile
import threading
from collections import defaultdict
from pathlib import Path
from typing import IO

from carrom.errors import StoreError

_SLOT = 256
"""Size of a slot in bytes; every entry takes a whole number of slots, so that freed space can be reused."""


class SpillFile:
    """A spill file; may be used from any thread."""

    def __init__(self) -> None:
        """Create no file yet."""
        self._lock = threading.Lock()
        self._file: IO[bytes] | None = None
        self._folder: Path | None = None
        self._free: defaultdict[int, list[int]] = defaultdict(list)
        self._end = 0

    def lies_in(self, folder: Path) -> None:
        """Create the file in this folder when it is first needed, instead of the folder for temporary files."""
        self._folder = folder

    @property
    def size(self) -> int:
        """Size of the file in bytes."""
        return self._end

    def lay(self, content: bytes) -> "Spilled | bytes":
        """Store bytes; return a reference to them, or the bytes themselves if there is no room."""
        slots = -(-len(content) // _SLOT)
        with self._lock:
            try:
                if self._file is None:
                    self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115 (open for good)
                at = self._free[slots].pop() if self._free[slots] else self._end
                self._file.seek(at)
                if self._file.write(content) != len(content):
                    return content
            except OSError:
                return content
            self._end = max(self._end, at + slots * _SLOT)
        return Spilled(self, at, len(content))

    def read(self, at: int, size: int) -> bytes:
        """Read bytes. Raises `StoreError`."""
        with self._lock:
            try:
                assert self._file is not None, "stored bytes are in a file"
                self._file.seek(at)
                found = self._file.read(size)
            except OSError as error:
                raise StoreError(f"The file of old events cannot be read: {error.strerror}.") from error
        if len(found) != size:
            raise StoreError("The file of old events is truncated.")
        return found

    def free(self, at: int, size: int) -> None:
        """Mark space as free. It takes no lock, because the garbage collector may call it at any time."""
        self._free[-(-size // _SLOT)].append(at)


class Spilled:
    """A reference to bytes in a spill file: `bytes()` reads them, and their space is freed with the reference."""

    __slots__ = ("_at", "_attic", "_size")

    def __init__(self, attic: SpillFile, at: int, size: int) -> None:
        """Store the place of the bytes."""
        self._attic, self._at, self._size = attic, at, size

    def __bytes__(self) -> bytes:
        """Read the bytes. Raises `StoreError`."""
        return self._attic.read(self._at, self._size)

    def __del__(self) -> None:
        """Free the space."""
        self._attic.free(self._at, self._size)


ATTIC = SpillFile()
"""The spill file of this process."""
