"""Transfer of all stored data between files, exports and databases.

A place is a path or a database address. Everything written is read back and compared before success is reported.
"""

import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from carrom.errors import SetupError, StoreError
from carrom.server.ops import backup
from carrom.server.ops.backup import new_file, new_text
from carrom.server.ops.integrity import (
    BESIDE,
    IntegrityReport,
    copy,
    damage_of,
    differences,
    each,
    findings,
    put_row,
    rebuild,
    rows_of,
    take_in,
)
from carrom.server.people.ratings import rerated
from carrom.storage import location
from carrom.storage.database import KINDS, Ask, Database, StoredLog
from carrom.storage.locks import DatabaseLock, ProcessLock
from carrom.storage.sqlite import Sqlite
from carrom.storage.store import database_at
from carrom.values import Value, changed
from carrom.version import __version__

# -- exports as text: one JSON line for each game, tie and row ---------------------------------------------------------
# The first line identifies the format. The last one has the number of lines and the SHA-256 of everything before it,
# so that truncated or changed files are detected. The lines between contain every cell: an import restores the same
# data.


FORMAT = 3
"""Format 1 had games and ties only; format 2 lacked the version of the program."""
_ENCODER = msgspec.json.Encoder()


class Head(Value, frozen=True, kw_only=True):
    """The first line of an export."""

    carrom: str = "data"
    format: int = FORMAT
    program: str = ""
    """The version of the program that wrote the export."""


class ExportLine(Value, frozen=True, kw_only=True):
    """A game or a tie, or a row of the table named by `kind`."""

    kind: str
    kept: StoredLog | None = None
    cells: tuple[str | int | None, ...] = ()


class End(Value, frozen=True, kw_only=True):
    """The last line of an export."""

    lines: int
    sha256: str


def write(ask: Ask, file: BinaryIO) -> tuple[int, tuple[str, ...]]:
    """Export everything that is intact; return the number of games and ties, and a line for each damaged one."""
    digest, number, written, left = hashlib.sha256(), 0, -1, []

    def put(value: Value) -> None:
        nonlocal written
        written += 1
        content = _ENCODER.encode(value) + b"\n"
        digest.update(content)
        file.write(content)

    put(Head(program=__version__))
    for rows in BESIDE:
        for cells in rows_of(ask, rows):
            put(ExportLine(kind=rows.name, cells=cells))
    for kind, found in each(ask):
        wrong = damage_of(kind, found)
        if wrong is not None:
            left.append(wrong)
        else:
            put(ExportLine(kind=kind.word, kept=found))
            number += 1
    file.write(_ENCODER.encode(End(lines=written, sha256=digest.hexdigest())) + b"\n")
    return number, tuple(left)


def read_export(path: Path, into: Database) -> None:
    """Add everything in an export to an empty database; raises `StoreError` if the file was changed."""
    kinds, tables = {kind.word: kind for kind in KINDS}, {rows.name: rows for rows in BESIDE}
    for line in lines(path):
        if line.kind in tables and line.kept is None and len(line.cells) == len(tables[line.kind].columns):
            put_row(into, tables[line.kind], line.cells)
            continue
        if line.kind not in kinds or line.kept is None:
            raise StoreError(f"{path} contains a {line.kind!r:.30}, unknown to this version; install a newer one.")
        into.add(kinds[line.kind], line.kept)


def program_of(path: Path) -> str | None:
    """Return the version of the program that wrote an export, or None if it is missing."""
    with open(path, "rb") as file:
        return msgspec.json.decode(file.readline(), type=Head).program or None


def lines(path: Path) -> Iterator[ExportLine]:
    """Yield the lines of an export, verifying it on the way; raises `StoreError`."""
    digest, number, at, end = hashlib.sha256(), 0, 0, None
    try:
        with open(path, "rb") as file:
            for at, content in enumerate(file, 1):
                if end is not None:
                    raise StoreError(f"{path} continues after its last line, at line {at}.")
                if at == 1:
                    _check_head(msgspec.json.decode(content, type=Head), path)
                elif content.startswith(b'{"lines":'):
                    end = msgspec.json.decode(content, type=End)
                    if (end.lines, end.sha256, content[-1:]) != (number, digest.hexdigest(), b"\n"):
                        raise StoreError(f"{path} is damaged: its last line does not match the lines before it.")
                else:
                    number += 1
                    yield msgspec.json.decode(content, type=ExportLine)
                digest.update(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(
            f"{path} is not an export of carrom or is damaged: line {at} cannot be read ({error})."
        ) from error
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}.") from error
    if end is None:
        raise StoreError(f"{path} is truncated: its last line is missing. Export again.")


def _check_head(head: Head, path: Path) -> None:
    if head.carrom != "data" or not 1 <= head.format <= FORMAT:
        raise StoreError(f"{path} has format {head.format}; this version reads 1 to {FORMAT}. Install a newer one.")


# -- from place to place -----------------------------------------------------------------------------------------------


Place = Path | str


def told(place: Place) -> str:
    """Return the name of a place in messages."""
    return location.told(place) if isinstance(place, str) else str(place)


def reach(place: Place) -> None:
    """Check that games can be stored at a place without changing it; raises `SetupError` or `StoreError`."""
    if isinstance(place, Path):
        if place.exists():
            backup.can_be_opened(place)
        _can_be_written(place.parent)
        return
    location.check_psycopg()
    from carrom.storage.postgres import ConnectionPool

    ConnectionPool(place, "carrom").reach()


def _can_be_written(folder: Path) -> None:
    """Check as far as possible that a folder can be created or written; raises `SetupError`."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return
    why = "is not writable" if there.is_dir() else "is not a folder"
    raise SetupError(
        f"The data folder {folder} cannot be used: {there} {why}; choose another with --data or CARROM_DATA."
    )


@contextmanager
def opened(place: Place) -> Iterator[Database]:
    """Open a place for reading, with the current schema; raises `StoreError` if there is nothing."""
    if isinstance(place, str):
        location.check_psycopg()
        from carrom.storage.postgres import Postgres

        database = Postgres(place, make=False)
        try:
            yield database
        finally:
            database.close()
    elif backup.is_database(place):
        with backup.snapshot(place) as copied:
            yield copied
    else:
        with tempfile.TemporaryDirectory(prefix="carrom-") as folder:
            read = Sqlite(Path(folder) / "export.db")
            try:
                read.db.execute("PRAGMA synchronous = OFF")
                read_export(place, read)
                yield read
            finally:
                read.close()


@contextmanager
def claimed(place: Place) -> Iterator[Database]:
    """Open a place for writing while no server uses it; it is created if necessary.

    Raises `AlreadyRunning` or `StoreError`.
    """
    with DatabaseLock(place) if isinstance(place, str) else ProcessLock(place.parent):
        database = database_at(place)
        try:
            yield database
        finally:
            database.close()


def check(place: Place) -> IntegrityReport:
    """Verify everything at a place; raises `StoreError` if it cannot be read at all."""
    if isinstance(place, Path) and backup.is_database(place):
        return backup.check(place)
    with opened(place) as database:
        if isinstance(place, Path):
            program = program_of(place)
        else:
            program = database.ask("SELECT version FROM program", ())[0][0]
        return changed(database.view(findings), program=program)


def compare(first: Place, second: Place) -> tuple[str, ...]:
    """Return one line for each game, tie and row that differs between two places."""
    with opened(first) as one, opened(second) as other:
        return one.view(lambda here: other.view(lambda there: differences(here, there)))


def back_up(place: Place, file: Path, sheets: Path | None = None) -> IntegrityReport:
    """Write a backup as a database file, even while a server runs; raises `StoreError`, leaving no file.

    `sheets` is the folder of score sheets to include.
    """
    if isinstance(place, Path):
        return backup.backup(place, file, sheets)
    with opened(place) as database, new_file(file) as new:
        _copied(database, new, str(file))
        if sheets is not None:
            backup.pack(Path(new.path), sheets)
    return backup.check(file)


def _copied(source: Database, new: Database, called: str) -> None:
    """Copy everything into an empty database and compare the result; raises `StoreError`."""

    def work(ask: Ask) -> tuple[str, ...]:
        copy(ask, new)
        return new.view(lambda there: differences(ask, there))

    wrong = source.view(work)
    if wrong:
        raise StoreError(f"{called} returned different data than was written ({wrong[0]}); nothing was changed.")


def put_back(file: Path, place: Place, sheets: Path | None = None) -> tuple[IntegrityReport, str | None]:
    """Restore a backup while no server runs; return its contents and the new name of what it replaced.

    Score sheets go beside a database file, or into the folder `sheets`. Raises `StoreError`, having changed nothing.
    """
    if isinstance(place, Path):
        found, replaced = backup.restore(file, place.parent)
        return found, None if replaced is None else str(replaced)
    found = check(file)
    if found.damage:
        raise StoreError(f"The copy {file} is damaged ({found.damage[0]}); nothing was changed.")
    from carrom.storage.postgres import Postgres

    with DatabaseLock(place), opened(file) as source:
        Postgres(place, _NEW).drop()
        new = Postgres(place, _NEW)
        try:
            _copied(source, new, told(place))
        except BaseException:
            new.drop()
            raise
        aside = time.strftime("carrom_%Y%m%dT%H%M%S").lower()
        there = new.rename("carrom", aside)
        new.close()
        if sheets is not None and backup.is_database(file):
            backup.put_back(file, sheets)
    return found, f"the schema {aside}" if there else None


_NEW = "carrom_new"
"""The schema into which a backup is restored before it replaces the other."""


def export_to(place: Place, file: Path) -> tuple[int, tuple[str, ...]]:
    """Export everything as text; return the number of games and ties, and a line for each damaged row or skipped game.

    A damaged row is exported as it was read.
    """
    with opened(place) as database, new_text(file) as text:
        number, left = database.view(lambda ask: write(ask, text))
    damaged = backup.damage_of(place) if isinstance(place, Path) and backup.is_database(place) else ()
    return number, (*damaged, *left)


def import_from(source: Place, place: Place) -> tuple[int, int, tuple[str, ...]]:
    """Add missing data while no server runs; return how much was added, how much existed, and what was skipped."""
    with opened(source) as read, claimed(place) as into:
        return read.view(lambda ask: take_in(ask, into))


def rebuilt(place: Place) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Rebuild everything derived from the events, while no server runs."""
    if isinstance(place, Path) and not place.is_file():
        raise StoreError(f"There is no database at {place}; choose another with --data or CARROM_DATA.")
    with claimed(place) as database:
        mended, damaged = rebuild(database)
        return (*mended, *rerated(database)), damaged
