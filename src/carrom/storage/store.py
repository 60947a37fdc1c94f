"""The store of a server: one database with event stores for games, ties, score sheets and online tournaments."""

import secrets
from collections.abc import Iterable
from pathlib import Path

from carrom.storage.database import GAMES, SHEETS, TIES, TOURNAMENTS, Database, past_of
from carrom.storage.event_store import EventStore
from carrom.storage.location import check_psycopg, is_address
from carrom.storage.models import PastGame
from carrom.storage.sqlite import Sqlite

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
