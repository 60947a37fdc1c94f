"""A process lock: one server per data folder."""

import os
from pathlib import Path
from types import TracebackType
from typing import IO

from carrom.errors import SetupError
from carrom.file_lock import locked

LOCK = "carrom.lock"
"""The name of the file in a data folder that a server locks."""


class AlreadyRunning(SetupError):
    """Another server uses this data folder."""

    def __init__(self, kept: Path | str, address: str) -> None:
        """Keep the address it answers at, empty if unknown; `kept` says where the games are."""
        self.address = address
        where = f"at {address}" if address else "on this machine" if isinstance(kept, Path) else "elsewhere"
        another = "folder with --data or CARROM_DATA" if isinstance(kept, Path) else "database with --store"
        super().__init__(
            f"carrom is already running {where} with the games in {kept}; "
            f"use that one, stop it first, or name another {another}."
        )


class ProcessLock:
    """The claim of this process to a data folder."""

    def __init__(self, folder: Path) -> None:
        """Claim `folder`; raises `AlreadyRunning` if another process holds it, `SetupError` if it cannot be used."""
        path = folder / LOCK
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if path.is_symlink():
                raise SetupError(f"{path} is a symbolic link and was left as it is; expected a file: remove the link.")
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            self._file: IO[bytes] = os.fdopen(os.open(path, flags, 0o600), "r+b")
        except OSError as error:
            raise SetupError(
                f"The data folder {folder} cannot be used: {error.strerror}; name another with --data or CARROM_DATA."
            ) from error
        if not locked(self._file):
            address = self._file.read(256).decode("utf-8", "replace").strip()
            self._file.close()
            raise AlreadyRunning(folder, address)

    def answers_at(self, address: str) -> None:
        """Write down where this server answers, for a second one to point to."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(address.encode())
        self._file.flush()

    def close(self) -> None:
        """Give the folder back."""
        if not self._file.closed:
            self.answers_at("")
            self._file.close()

    def __enter__(self) -> "ProcessLock":
        """Return itself; the claim was made by the constructor."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the folder back."""
        self.close()
