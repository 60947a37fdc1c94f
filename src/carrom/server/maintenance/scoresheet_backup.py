"""Score sheets of umpires in a backup."""

import hashlib
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from carrom.errors import StoreError
from carrom.server.maintenance.atomic_files import unused_name
from carrom.storage.sqlite import to_read

_KEPT = (".carrom", ".keys")
"""The files of a sheet: its text, and the hashes of its keys."""
_TABLE = """CREATE TABLE sheet (
    name TEXT PRIMARY KEY, content BLOB NOT NULL, hash BLOB NOT NULL
) STRICT, WITHOUT ROWID"""


def pack(part: Path, folder: Path) -> None:
    """Add the sheets of a folder to a copy. A line that is partly written is cut off when the sheet is opened again.

    Raises `OSError` or `sqlite3.Error`.
    """
    paths = [path for path in sorted(folder.glob("*")) if path.suffix in _KEPT] if folder.is_dir() else []
    # the keys of a sheet are written before its first line, so reading them last finds them
    rows = [(path.name, path.read_bytes()) for path in sorted(paths, key=lambda path: path.suffix)]
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("DROP TABLE IF EXISTS sheet")
        db.execute(_TABLE)
        db.execute("BEGIN IMMEDIATE")
        hashed = [(name, content, hashlib.sha256(content).digest()) for name, content in rows]
        db.executemany("INSERT INTO sheet VALUES (?, ?, ?)", hashed)
        db.execute("COMMIT")


def drop(part: Path) -> None:
    """Remove the sheets from a copy that becomes a database again."""
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("DROP TABLE IF EXISTS sheet")


def sheets_in(copy: Path) -> dict[str, bytes] | None:
    """Return the files of the sheets in a copy by name, or None if it was made without them.

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
            raise StoreError(f"The sheet {name!r:.60} in {copy.name} is damaged: its hash does not match.")
    return {name: content for name, content, _ in rows}


def put_back(copy: Path, folder: Path) -> Path | None:
    """Restore the sheets of a copy as a folder; return the new name of a folder that was replaced, or None.

    A copy without sheets changes nothing. Raises `StoreError`.
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
        replaced = None
        if folder.exists():
            replaced = unused_name(folder)
            folder.rename(replaced)
        part.rename(folder)
    except OSError as error:
        with suppress(OSError):
            for path in part.glob("*"):
                path.unlink()
            part.rmdir()
        raise StoreError(f"The sheets cannot be restored into {folder}: {error}.") from error
    return replaced
