"""A process lock: one server per data folder."""

import os
from pathlib import Path
from types import TracebackType
from typing import IO

from carrom.errors import SetupError
from carrom.file_lock import locked

LOCK = "carrom.lock"
"""Name of the lock file in a data folder."""


class AlreadyRunning(SetupError):
    """Another server uses this data."""

    def __init__(self, kept: Path | str, address: str) -> None:
        """Store the address of the other server, empty if unknown; `kept` is the place of the data."""
        self.address = address
        where = f"at {address}" if address else "on this machine" if isinstance(kept, Path) else "elsewhere"
        another = "folder with --data or CARROM_DATA" if isinstance(kept, Path) else "database with --store"
        super().__init__(
            f"carrom is already running {where} with the games in {kept}; "
            f"use that one, stop it first, or name another {another}."
        )


class ProcessLock:
    """This process's lock on a data folder."""

    def __init__(self, folder: Path) -> None:
        """Lock `folder`. Raises `AlreadyRunning` if another process holds the lock, `SetupError` if the folder cannot
        be used.
        """
        path = folder / LOCK
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if path.is_symlink():
                raise SetupError(f"{path} is a symbolic link; expected a file. Remove the link.")
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            self._file: IO[bytes] = os.fdopen(os.open(path, flags, 0o600), "r+b")
        except OSError as error:
            raise SetupError(
                f"The data folder {folder} cannot be used: {error.strerror}; give another one with --data or "
                f"CARROM_DATA."
            ) from error
        if not locked(self._file):
            address = self._file.read(256).decode("utf-8", "replace").strip()
            self._file.close()
            raise AlreadyRunning(folder, address)

    def answers_at(self, address: str) -> None:
        """Write the address of this server into the lock file, for the error message of a second one."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(address.encode())
        self._file.flush()

    def close(self) -> None:
        """Release the lock."""
        if not self._file.closed:
            self.answers_at("")
            self._file.close()

    def __enter__(self) -> "ProcessLock":
        """Return the lock; the constructor acquired it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock."""
        self.close()
