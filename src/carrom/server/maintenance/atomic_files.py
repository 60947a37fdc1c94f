"""Atomic files: written under a temporary name in the same folder, synced, then renamed."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from carrom.errors import StoreError
from carrom.storage.sqlite import Sqlite


@contextmanager
def new_file(path: Path) -> Iterator[Sqlite]:
    """Create a database file for a copy: it is checked, synced and renamed to `path` when the block succeeds.

    Raises `StoreError` if `path` exists or cannot be written; nothing is left behind then.
    """
    must_be_new(path)
    part = part_of(path)
    try:
        database = Sqlite(part)
        try:
            database.db.execute("PRAGMA synchronous = OFF")
            yield database
            database.db.execute("PRAGMA journal_mode = DELETE")  # so that readers create no files beside it
        finally:
            database.close()
        settle(part, path)
    except OSError as error:
        raise StoreError(f"The copy {path} cannot be created: {error}; choose a disk with room for it.") from error
    finally:
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                part.with_name(part.name + ending).unlink()


@contextmanager
def new_text(path: Path) -> Iterator[BinaryIO]:
    """Create a file in the same way."""
    must_be_new(path)
    part = part_of(path)
    try:
        with open(part, "wb") as file:
            yield file
        settle(part, path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error}; choose a disk with room for it.") from error
    finally:
        with suppress(OSError):
            part.unlink()


def must_be_new(copy: Path) -> None:
    if copy.exists() or copy.is_symlink():
        raise StoreError(f"{copy} already exists and was not changed; choose another file name.")
    if not copy.parent.is_dir():
        raise StoreError(f"The folder {copy.parent} for the copy does not exist.")


def part_of(path: Path) -> Path:
    """Create an empty temporary file beside `path`, readable by its owner only, and return its path."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from error
    return part


def unused_name(path: Path) -> Path:
    """Return a path that does not exist, made by adding the current time to a name."""
    stamped = path.with_name(f"{path.name}.{time.strftime('%Y%m%dT%H%M%S')}")
    names = (stamped.with_name(f"{stamped.name}{f'-{number}' if number else ''}") for number in range(1000))
    return next(name for name in names if not name.exists())


def settle(part: Path, path: Path) -> None:
    """Sync a temporary file to disk, and rename it to `path`."""
    with open(part, "r+b") as file:
        os.fsync(file.fileno())
    part.rename(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
