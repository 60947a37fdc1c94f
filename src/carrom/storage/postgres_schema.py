"""The PostgreSQL schema: the tables of `migrations.py` under the same version numbers.

The tables are in a separate schema. All migration steps run in one transaction under a lock, so that servers that start
at the same time migrate only once.
"""

import psycopg
from psycopg import sql

from carrom.errors import StoreError
from carrom.storage.migrations import (
    CHECKPOINTS,
    DAILY_PUZZLES,
    LOBBY,
    NAMELESS_ACTS,
    ONLINE_TOURNAMENTS,
    PEOPLE,
    PROGRAM,
    PROGRESS,
    QUESTIONS,
    SHEETS,
    newer,
)
from carrom.version import __version__

FIRST = 4
"""Schema version created by the first step; earlier versions existed only for SQLite."""

_TABLES = """
    CREATE TABLE {word} (
        id text COLLATE "C" PRIMARY KEY, nonce text COLLATE "C" NOT NULL UNIQUE, begun bigint NOT NULL,
        setting text NOT NULL, watch text, invite text, open integer NOT NULL, ended bigint, version bigint NOT NULL,
        head bytea NOT NULL, root bytea NOT NULL, seal bytea NOT NULL
    ) WITH (fillfactor = 70);
    CREATE TABLE {event} (
        {word} text COLLATE "C" NOT NULL REFERENCES {word} (id), version bigint NOT NULL, nonce text COLLATE "C",
        at bigint NOT NULL, body text NOT NULL, hash bytea NOT NULL, told bigint,
        PRIMARY KEY ({word}, version), UNIQUE ({word}, nonce)
    );
    CREATE TABLE {seat} (
        {word} text COLLATE "C" NOT NULL REFERENCES {word} (id), seat text COLLATE "C" NOT NULL, name text NOT NULL,
        hash text COLLATE "C" NOT NULL, PRIMARY KEY ({word}, seat)
    );
    """
_FOURTH = (
    "CREATE TABLE shape (number integer NOT NULL); INSERT INTO shape VALUES (0);"
    + _TABLES.format(word="game", event="event", seat="seat")
    + "CREATE INDEX seat_hash ON seat (hash);"
    + _TABLES.format(word="tie", event="tie_event", seat="tie_seat")
)

_JOBS = """
    CREATE TABLE job (
        id text COLLATE "C" PRIMARY KEY, kind text NOT NULL, what text NOT NULL, payer text COLLATE "C" NOT NULL,
        seconds integer NOT NULL, rank integer NOT NULL, asked bigint NOT NULL, state text NOT NULL,
        attempts integer NOT NULL, leased bigint, nonce text, ended bigint, version bigint NOT NULL, told text NOT NULL,
        fault text
    );
    CREATE INDEX job_next ON job (rank, asked) WHERE state IN ('waiting', 'running');
    CREATE INDEX job_payer ON job (payer, asked);
    CREATE TABLE verdict (
        game text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, at bigint NOT NULL, program text NOT NULL,
        verdict text NOT NULL, said text NOT NULL
    );
    CREATE INDEX verdict_verdict ON verdict (verdict);
    CREATE INDEX game_ended ON game (ended);
    """

_MOMENTS = """
    ALTER TABLE event ADD COLUMN heard bigint, ADD COLUMN since bigint;
    ALTER TABLE tie_event ADD COLUMN heard bigint, ADD COLUMN since bigint;
    CREATE UNLOGGED TABLE node (id text PRIMARY KEY, heard bigint NOT NULL, whole bigint NOT NULL);
    CREATE UNLOGGED TABLE presence (
        place text NOT NULL, node text NOT NULL, seats text NOT NULL, watchers integer NOT NULL,
        PRIMARY KEY (place, node)
    );
    """
_NOTHING = "SELECT 1"
"""A step that changes only SQLite files."""


def spoken(step: str) -> str:
    """Translate a step for SQLite (`migrations.py`) to PostgreSQL: the same tables, with byte-wise text comparison."""
    words = {
        " STRICT, WITHOUT ROWID": "",
        " STRICT": "",
        " INTEGER": " bigint",
        " BLOB": " bytea",
        " TEXT": ' text COLLATE "C"',
    }
    for word, here in words.items():
        step = step.replace(word, here)
    return step


STEPS: tuple[str, ...] = (
    _FOURTH,
    _JOBS,
    _MOMENTS,
    spoken(PEOPLE),
    spoken(LOBBY),
    spoken(QUESTIONS),
    spoken(SHEETS),
    spoken(CHECKPOINTS),
    _NOTHING,
    NAMELESS_ACTS,
    spoken(PROGRAM),
    spoken(DAILY_PUZZLES),
    spoken(PROGRESS),
    spoken(ONLINE_TOURNAMENTS),
)
"""The steps from each schema version to the next; the first one creates version `FIRST`. Append only."""

_LOCK = 0x43415252
"""`CARR`: id of the lock under which tables are created."""


def prepare(line: psycopg.Connection, schema: str, told: str, *, make: bool) -> None:
    """Check that the schema belongs to this program and is not newer, and migrate it to the newest version.

    Missing tables are created, unless `make` is false. Raises `StoreError`; nothing is changed in that case.
    """
    newest = FIRST + len(STEPS) - 1
    with line.transaction():
        line.execute("SET LOCAL statement_timeout = 0")
        line.execute("SET LOCAL lock_timeout = 0")
        line.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        shape = _shape(line, schema, told)
        if shape > newest:
            raise StoreError(f"{newer(told, _program(line, schema), shape, newest)}.")
        if shape == 0 and not make:
            raise StoreError(f"{told} contains no data of carrom; `carrom serve --store` creates the tables.")
        if shape == 0:
            line.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
        line.execute(sql.SQL("SET LOCAL search_path TO {}").format(sql.Identifier(schema)))
        if shape < newest:
            for step in STEPS[max(0, shape - FIRST + 1) :]:
                line.execute(step.encode())
            line.execute("UPDATE shape SET number = %s", (newest,))
        if (make or shape < newest) and _program(line, schema) != __version__:
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
    if row is None or row[0] < FIRST:
        raise StoreError(
            f"{told} is damaged: its schema version is {row and row[0]}; restore a backup (`carrom data restore`)."
        )
    return int(row[0])
