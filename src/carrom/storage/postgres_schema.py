"""The PostgreSQL schema: the tables of `schema.py` under the same version number.

The tables are in a PostgreSQL schema of their own. They are created in one transaction under a lock, so that servers
that start at the same time create them once.
"""

import psycopg
from psycopg import sql

from carrom.errors import StoreError
from carrom.storage.schema import SCHEMA_VERSION, TABLES, other_version
from carrom.version import __version__

_WORDS = {
    " STRICT, WITHOUT ROWID": "",
    " STRICT": "",
    " INTEGER": " bigint",
    " BLOB": " bytea",
    " TEXT": ' text COLLATE "C"',
    "CREATE TABLE node": "CREATE UNLOGGED TABLE node",
    "CREATE TABLE presence": "CREATE UNLOGGED TABLE presence",
}
"""What PostgreSQL writes otherwise than SQLite; text is compared byte by byte."""

_UPDATED = ("game", "tie")
"""Tables whose rows are updated with every event: pages with free space take the new row next to the old one."""


def statements() -> str:
    """Return the SQL that creates every table and index, and stores the schema version."""
    tables = TABLES
    for word, here in _WORDS.items():
        tables = tables.replace(word, here)
    filled = "".join(f"ALTER TABLE {table} SET (fillfactor = 70);" for table in _UPDATED)
    return (
        f"CREATE TABLE shape (number integer NOT NULL); INSERT INTO shape VALUES ({SCHEMA_VERSION}); {tables}{filled}"
    )


_LOCK = 0x43415252
"""`CARR`: id of the lock under which tables are created."""


def prepare(line: psycopg.Connection, schema: str, told: str, *, make: bool) -> None:
    """Check that the schema belongs to this program and has its version; create missing tables if `make` is true.

    Raises `StoreError`; nothing is changed in that case.
    """
    with line.transaction():
        line.execute("SET LOCAL statement_timeout = 0")
        line.execute("SET LOCAL lock_timeout = 0")
        line.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        shape = _shape(line, schema, told)
        if shape not in (0, SCHEMA_VERSION):
            raise StoreError(f"{other_version(told, _program(line, schema), shape)}.")
        if shape == 0 and not make:
            raise StoreError(f"{told} contains no data of carrom; `carrom serve --store` creates the tables.")
        if shape == 0:
            line.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
        line.execute(sql.SQL("SET LOCAL search_path TO {}").format(sql.Identifier(schema)))
        if shape == 0:
            line.execute(statements().encode())
        if make and _program(line, schema) != __version__:
            line.execute("DELETE FROM program")
            line.execute("INSERT INTO program VALUES (1, %s)", (__version__,))


def _program(line: psycopg.Connection, schema: str) -> str | None:
    """Return the version of the program that last opened the schema for writing, or None if it is unknown."""
    try:
        with line.transaction():
            row = line.execute(sql.SQL("SELECT version FROM {}.program").format(sql.Identifier(schema))).fetchone()
    except psycopg.ProgrammingError:
        return None
    return None if row is None else str(row[0])


def _shape(line: psycopg.Connection, schema: str, told: str) -> int:
    """Return the version of the schema, 0 if it is empty or missing. Raises `StoreError` if it belongs to another
    program.
    """
    found = line.execute("SELECT c.relname FROM pg_class c WHERE c.relnamespace = to_regnamespace(%s)", (schema,))
    names = {name for (name,) in found.fetchall()}
    if not names:
        return 0
    ours = f"{told} contains tables of another program in its schema {schema!r}; give another database with --store."
    if "shape" not in names:
        raise StoreError(ours)
    try:
        row = line.execute(sql.SQL("SELECT number FROM {}.shape").format(sql.Identifier(schema))).fetchone()
    except psycopg.ProgrammingError as error:
        raise StoreError(ours) from error
    if row is None or row[0] < 1:
        raise StoreError(
            f"{told} is damaged: its schema version is {row and row[0]}; restore a backup (`carrom data restore`)."
        )
    return int(row[0])
