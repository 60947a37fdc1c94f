"""Addresses of test databases, and direct access to them that simulates disk damage."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .postgresql import server

KINDS = ("sqlite", "postgresql")


@dataclass
class Place:
    """A database that a test may open, and a function that runs SQL in it directly, without the store."""

    where: Path | str
    run: Callable[[str], list[tuple[Any, ...]]]


def place_of(kind: str, folder: Path) -> Place:
    """Return a new SQLite file or a new database on a real PostgreSQL server."""
    if kind == "sqlite":
        path = folder / "games.db"

        def in_file(statement: str) -> list[tuple[Any, ...]]:
            db = sqlite3.connect(path, isolation_level=None)
            try:
                return db.execute(statement).fetchall()
            finally:
                db.close()

        return Place(path, in_file)
    running = server()
    address = running.database()

    def in_database(statement: str) -> list[tuple[Any, ...]]:
        with running.line(address.split("/")[3].split("?")[0]) as line:
            found = line.execute(f"SET search_path TO carrom; {statement}".encode())
            while found.nextset():
                pass
            return found.fetchall() if found.description else []

    return Place(address, in_database)
