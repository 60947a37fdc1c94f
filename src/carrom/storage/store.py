"""The store of a server: one database with event stores for games, ties, score sheets and online tournaments."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from carrom.errors import StoreError
from carrom.observability import Metrics
from carrom.storage.database import (
    GAMES,
    SHEETS,
    TIES,
    TOURNAMENTS,
    Ask,
    Database,
    EventRow,
    PastGame,
    Statement,
    StoredLog,
    StoredSeat,
    TableKind,
    past_of,
)
from carrom.storage.event_store import EventStore
from carrom.storage.hash_chain import Cell, ChainRow
from carrom.storage.location import check_psycopg, is_address
from carrom.storage.sqlite import Sqlite

# -- measuring the time of every query, and counting failures ----------------------------------------------------------


T = TypeVar("T")


class InstrumentedDatabase:
    """Wraps a database (`database.Database`)."""

    def __init__(self, within: Database, meters: Metrics) -> None:
        """Wrap `within` and report to `meters`."""
        self.within, self._meters = within, meters
        self.name, self.tries = within.name, within.tries

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""
        with self._timed("ask"):
            return self.within.ask(question, values)

    def view(self, work: Callable[[Ask], T]) -> T:
        """Run several queries on one consistent snapshot."""
        with self._timed("view"):
            return self.within.view(work)

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run one writing statement."""
        with self._timed("do"):
            return self.within.do(statement, values)

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Run statements atomically."""
        with self._timed("write"):
            return self.within.write(*statements)

    def add(self, kind: TableKind, new: StoredLog) -> None:
        """Add a game."""
        with self._timed("add"):
            self.within.add(kind, new)

    def grow(self, kind: TableKind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[EventRow, ...]) -> bool:
        """Replace a row and add events; a lost compare-and-set is counted as a conflict."""
        with self._timed("grow"):
            grown = self.within.grow(kind, before, row, seal, entries)
        if not grown:
            self._meters.faults.add("conflict")
        return grown

    def sit(self, kind: TableKind, game: str, seat: StoredSeat) -> None:
        """Assign a seat."""
        with self._timed("sit"):
            self.within.sit(kind, game, seat)

    def mend(self, kind: TableKind, whole: StoredLog) -> None:
        """Replace a row and links."""
        with self._timed("mend"):
            self.within.mend(kind, whole)

    def reindex(self) -> None:
        """Rebuild every index."""
        with self._timed("reindex"):
            self.within.reindex()

    def close(self) -> None:
        """Close the database."""
        self.within.close()

    @contextmanager
    def _timed(self, task: str) -> Iterator[None]:
        try:
            with self._meters.store.timed(task):
                yield
        except StoreError:
            self._meters.faults.add(task)
            raise


# -- the store ---------------------------------------------------------------------------------------------------------


_WRITE_CHECK = (
    ("INSERT INTO closed_name (hash, made) VALUES (?, ?)", ("write check", 0)),
    ("DELETE FROM closed_name WHERE hash = ?", ("write check",)),
)
"""Statements that write to the disk and change nothing: the row is deleted before anyone can see it."""


def database_at(where: Path | str, aside: bool = False) -> Database:
    """Open the SQLite file at a path, or the PostgreSQL database at a URL; raises `StoreError` or `SetupError`.

    With `aside`, reads of a file use a separate connection, so that they do not wait for writes.
    """
    if not (isinstance(where, str) and is_address(where)):
        return Sqlite(where, aside)
    check_psycopg()
    from carrom.storage.postgres import Postgres

    return Postgres(where)


class Store:
    """An open database, with an event store each for games, ties, umpires' score sheets and online tournaments.

    Its methods block briefly for the disk, and may be called from any thread.
    """

    def __init__(self, where: Path | str | Database, checkpoint_key: bytes | None = None) -> None:
        """Open or create the file at a path or `":memory:"`, connect to a URL, or use an open database.

        Checkpoints are valid if they were written with the same key; without a key, only until the process ends.
        Raises `StoreError`, or `SetupError` for an invalid URL.
        """
        self.database = database_at(where) if isinstance(where, Path | str) else where
        self.checkpoint_key = checkpoint_key or secrets.token_bytes(32)
        self.games = EventStore(self.database, GAMES)
        self.ties = EventStore(self.database, TIES)
        self.sheets = EventStore(self.database, SHEETS)
        self.tournaments = EventStore(self.database, TOURNAMENTS)

    def close(self) -> None:
        """Close the database, and merge SQLite's write-ahead log into its file; without it nothing is lost."""
        self.database.close()

    def answers(self) -> None:
        """Return if the database can be read and written; raises `StoreError` if not, for example on a full disk."""
        self.database.ask("SELECT id FROM game WHERE id = ?", ("",))
        self.database.write(*_WRITE_CHECK)

    def games_of_account(self, account: str) -> tuple[PastGame, ...]:
        """Return the games in which an account holds a seat, latest start first."""
        return self.database.view(lambda ask: past_of(ask, (account,), "account"))

    def games_of(self, hashes: Iterable[str]) -> tuple[PastGame, ...]:
        """Return the games in which one of these key hashes holds a seat, latest start first."""
        asked = tuple(hashes)
        return self.database.view(lambda ask: past_of(ask, asked))
