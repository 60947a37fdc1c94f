"""Transfer all stored data from one place to another: files, exports, databases.

A place is a path or an address. Whatever is written is read again and compared before anything says that it is there.
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
    """Return how a place is called in sentences."""
    return location.told(place) if isinstance(place, str) else str(place)


def reach(place: Place) -> None:
    """Return if games can be kept at a place, changing nothing; raises `SetupError` or `StoreError`."""
    if isinstance(place, Path):
        if place.exists():
            backup.can_be_opened(place)
        _can_be_written(place.parent)
        return
    location.check_psycopg()
    from carrom.storage.postgres_pool import ConnectionPool

    ConnectionPool(place, "carrom").reach()


def _can_be_written(folder: Path) -> None:
    """Return if a folder can be written in, or made, as far as that is known beforehand; raises `SetupError`."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return
    why = "cannot be written in" if there.is_dir() else "is no folder"
    raise SetupError(
        f"The data folder {folder} cannot be used: {there} {why}; name another with --data or CARROM_DATA."
    )


@contextmanager
def opened(place: Place) -> Iterator[Database]:
    """Open what is kept at a place for reading, in the newest shape; raises `StoreError` if there is nothing."""
    if isinstance(place, str):
        location.check_psycopg()
        from carrom.storage.postgres import Postgres

        database = Postgres(place, make=False)
        try:
            yield database
        finally:
            database.close()
    elif backup.is_database(place):
        with backup.newest(place) as copied:
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
    """Open what is kept at a place for writing, where no server may run; it is made if there is nothing.

    Raises `AlreadyRunning` or `StoreError`.
    """
    with DatabaseLock(place) if isinstance(place, str) else ProcessLock(place.parent):
        database = database_at(place)
        try:
            yield database
        finally:
            database.close()


def check(place: Place) -> IntegrityReport:
    """Read everything at a place; raises `StoreError` if it cannot be read at all."""
    if isinstance(place, Path) and backup.is_database(place):
        return backup.check(place)
    with opened(place) as database:
        if isinstance(place, Path):
            program = export.program_of(place)
        else:
            program = database.ask("SELECT version FROM program", ())[0][0]
        return changed(database.view(findings), program=program)


def compare(first: Place, second: Place) -> tuple[str, ...]:
    """Return a line for each game that is not the same at two places, to the last cell."""
    with opened(first) as one, opened(second) as other:
        return one.view(lambda here: other.view(lambda there: differences(here, there)))


def back_up(place: Place, file: Path, sheets: Path | None = None) -> IntegrityReport:
    """Write a copy as a database file, while a server runs or not; raises `StoreError`, leaving nothing.

    `sheets` is the folder of umpires' sheets that go with it.
    """
    if isinstance(place, Path):
        return backup.backup(place, file, sheets)
    with opened(place) as database, new_file(file) as new:
        _copied(database, new, str(file))
        if sheets is not None:
            scoresheet_backup.pack(Path(new.path), sheets)
    return backup.check(file)


def _copied(source: Database, new: Database, called: str) -> None:
    """Copy everything into an empty database and compare it; raises `StoreError`."""

    def work(ask: Ask) -> tuple[str, ...]:
        copy(ask, new)
        return new.view(lambda there: differences(ask, there))

    wrong = source.view(work)
    if wrong:
        raise StoreError(f"{called} did not keep what it was given ({wrong[0]}); nothing was changed.")


def put_back(file: Path, place: Place, sheets: Path | None = None) -> tuple[IntegrityReport, str | None]:
    """Put a copy back where no server runs; return what it holds and how what was there before is called now.

    Umpires' sheets go beside a database file, or into the folder `sheets`. Raises `StoreError`, having changed nothing.
    """
    if isinstance(place, Path):
        found, kept = backup.restore(file, place.parent)
        return found, None if kept is None else str(kept)
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
"""The schema in which a copy is put back, before it takes the place of the other."""


def export_to(place: Place, file: Path) -> tuple[int, tuple[str, ...]]:
    """Write everything as text; return how many games and ties, and a line for each damaged row and each game left out.

    A damaged row is exported as it was read.
    """
    with opened(place) as database, new_text(file) as text:
        number, left = database.view(lambda ask: export.write(ask, text))
    damaged = backup.damage_of(place) if isinstance(place, Path) and backup.is_database(place) else ()
    return number, (*damaged, *left)


def import_from(source: Place, place: Place) -> tuple[int, int, tuple[str, ...]]:
    """Add what is not there yet, where no server runs; return how many, how many were there, and what was left out."""
    with opened(source) as read, claimed(place) as into:
        return read.view(lambda ask: take_in(ask, into))


def rebuilt(place: Place) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Make everything anew that follows from the events, where no server runs."""
    if isinstance(place, Path) and not place.is_file():
        raise StoreError(f"There is no database at {place}; name another with --data or CARROM_DATA.")
    with claimed(place) as database:
        mended, damaged = rebuild(database)
        return (*mended, *rerated(database)), damaged
