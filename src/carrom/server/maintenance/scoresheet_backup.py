"""Umpires' score sheets in a backup."""

import hashlib
import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from carrom.errors import StoreError
from carrom.storage.sqlite import to_read

_KEPT = (".carrom", ".keys")
"""The files of a sheet: what was typed, and the hashes of the words that open it."""
_TABLE = """CREATE TABLE sheet (
    name TEXT PRIMARY KEY, content BLOB NOT NULL, hash BLOB NOT NULL
) STRICT, WITHOUT ROWID"""


def pack(part: Path, folder: Path) -> None:
    """Add the sheets of a folder to a copy that is being made; a line that is only half written is left out.

    Raises `OSError` or `sqlite3.Error`.
    """
    paths = [path for path in sorted(folder.glob("*")) if path.suffix in _KEPT] if folder.is_dir() else []
    # the words that open a sheet are written before its first line: read after it, they are there
    rows = [(path.name, _whole(path)) for path in sorted(paths, key=lambda path: path.suffix)]
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("DROP TABLE IF EXISTS sheet")
        db.execute(_TABLE)
        db.execute("BEGIN IMMEDIATE")
        hashed = [(name, content, hashlib.sha256(content).digest()) for name, content in rows]
        db.executemany("INSERT INTO sheet VALUES (?, ?, ?)", hashed)
        db.execute("COMMIT")


def drop(part: Path) -> None:
    """Take the sheets out of a copy that becomes a database again."""
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("DROP TABLE IF EXISTS sheet")


def sheets_in(copy: Path) -> dict[str, bytes] | None:
    """Return the files of the sheets in a copy, or None if it was made without them.

    Raises `StoreError` if one is damaged.
    """
    with closing(sqlite3.connect(to_read(copy), uri=True)) as db:
        try:
            if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sheet'").fetchone():
                return None
            rows = db.execute("SELECT name, content, hash FROM sheet ORDER BY name").fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"The sheets in {copy} cannot be read: {error}.") from error
    for name, content, hash in rows:
        if hashlib.sha256(content).digest() != hash or Path(name).name != name or not name.endswith(_KEPT):
            raise StoreError(f"The sheet {name!r:.60} in {copy.name} is damaged: it is not as it was written.")
    return {name: content for name, content, _ in rows}


def put_back(copy: Path, folder: Path) -> Path | None:
    """Put the sheets of a copy back as a folder; return what the folder that was there is called now.

    A copy that was made without them changes nothing. Raises `StoreError`.
    """
    found = sheets_in(copy)
    if found is None or (not found and not folder.exists()):
        return None
    part = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    try:
        part.mkdir(mode=0o700, parents=True)
        for name, content in found.items():
            with open(os.open(part / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        kept = None
        if folder.exists():
            kept = _aside(folder)
            folder.rename(kept)
        part.rename(folder)
    except OSError as error:
        with suppress(OSError):
            for path in part.glob("*"):
                path.unlink()
            part.rmdir()
        raise StoreError(f"The sheets cannot be put back into {folder}: {error}.") from error
    return kept


def _whole(path: Path) -> bytes:
    """Return what a file holds, without the beginning of a line that is being written."""
    content = path.read_bytes()
    return content if path.suffix != ".carrom" else content[: content.rfind(b"\n") + 1]


def _aside(folder: Path) -> Path:
    stamp = time.strftime("%Y%m%dT%H%M%S")
    return next(
        name
        for number in range(1000)
        if not (name := folder.with_name(f"{folder.name}.{stamp}{f'-{number}' if number else ''}")).exists()
    )
