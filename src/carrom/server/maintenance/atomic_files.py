"""Atomic files: written beside their place, synced, then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from carrom.errors import StoreError
from carrom.storage.sqlite import Sqlite


@contextmanager
def new_file(path: Path) -> Iterator[Sqlite]:
    """Open a new database for a copy; once the block has ended well it is checked, synced, and named `path`.

    Raises `StoreError` if `path` exists or cannot be written; then nothing is left there.
    """
    must_be_new(path)
    part = part_of(path)
    try:
        database = Sqlite(part)
        try:
            database.db.execute("PRAGMA synchronous = OFF")
            yield database
            database.db.execute("PRAGMA journal_mode = DELETE")  # whoever reads it leaves nothing beside it
        finally:
            database.close()
        settle(part, path)
    except OSError as error:
        raise StoreError(f"The copy {path} cannot be made: {error}; name a file on a disk with room for it.") from error
    finally:
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                part.with_name(part.name + ending).unlink()


@contextmanager
def new_text(path: Path) -> Iterator[BinaryIO]:
    """Open a new file, likewise."""
    must_be_new(path)
    part = part_of(path)
    try:
        with open(part, "wb") as file:
            yield file
        settle(part, path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error}; name a file on a disk with room for it.") from error
    finally:
        with suppress(OSError):
            part.unlink()


def must_be_new(copy: Path) -> None:
    if copy.exists() or copy.is_symlink():
        raise StoreError(f"{copy} exists already and is left as it is; name a file that does not.")
    if not copy.parent.is_dir():
        raise StoreError(f"There is no folder {copy.parent} to write the copy into.")


def part_of(path: Path) -> Path:
    """Return where a file is written before it is given its name: empty, for its owner's eyes."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from error
    return part


def settle(part: Path, path: Path) -> None:
    """Bring a file to the disk, and then give it its name, which nothing else has."""
    with open(part, "r+b") as file:
        os.fsync(file.fileno())
    part.rename(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
