"""Atomic files: written under a temporary name, synced and renamed."""

import errno
import os
from pathlib import Path
from typing import Any

from carrom.errors import StoreError
from carrom.file_replacement import replace


class whole:
    """A context manager for a binary file that appears under its name only when it is complete."""

    def __init__(self, path: Path) -> None:
        self._path, self._beside = path, path.with_name(f".{path.name}.{os.getpid()}")

    def __enter__(self) -> Any:
        try:
            self._file = open(self._beside, "wb")
        except OSError as reason:
            raise _refusal(self._path, reason) from None
        return self._file

    def __exit__(self, kind: Any, fault: Any, trace: Any) -> None:
        try:
            with self._file:
                if fault is None:
                    self._file.flush()
                    os.fsync(self._file.fileno())
            if fault is None:
                replace(self._beside, self._path)
        except OSError as reason:
            fault = reason
        self._beside.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            raise _refusal(self._path, fault) from None


def read_text(path: Path) -> str:
    """Return a file's text. Raises `StoreError` if it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as reason:
        raise StoreError(f"{path.name} cannot be read ({reason!s:.120}).") from None


def _refusal(path: Path, reason: OSError) -> StoreError:
    if reason.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(f"The disk is full: {path.name} was not written; free some space and run again.")
    return StoreError(f"{path.name} was not written ({reason.strerror or reason}); finished files are unaffected.")
