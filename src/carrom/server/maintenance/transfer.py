"""Transfer of all stored data between files, exports and databases.

A place is a path or a database address. Everything written is read back and compared before success is reported.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from carrom.errors import SetupError, StoreError
from carrom.server.maintenance import backup, export, scoresheet_backup
from carrom.server.maintenance.atomic_files import new_file, new_text
from carrom.server.maintenance.integrity import IntegrityReport, copy, differences, findings, take_in
from carrom.server.maintenance.rebuild import rebuild
from carrom.server.ratings.rebuild import rerated
from carrom.storage import location
from carrom.storage.database import Ask, Database
from carrom.storage.locks.database_lock import DatabaseLock
from carrom.storage.locks.process_lock import ProcessLock
from carrom.storage.sqlite import Sqlite
from carrom.storage.store import database_at
from carrom.values import changed

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
    from carrom.storage.postgres_pool import ConnectionPool

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
                export.read(place, read)
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
            program = export.program_of(place)
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
            scoresheet_backup.pack(Path(new.path), sheets)
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
            scoresheet_backup.put_back(file, sheets)
    return found, f"the schema {aside}" if there else None


_NEW = "carrom_new"
"""The schema into which a backup is restored before it replaces the other."""


def export_to(place: Place, file: Path) -> tuple[int, tuple[str, ...]]:
    """Export everything as text; return the number of games and ties, and a line for each damaged row or skipped game.

    A damaged row is exported as it was read.
    """
    with opened(place) as database, new_text(file) as text:
        number, left = database.view(lambda ask: export.write(ask, text))
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
