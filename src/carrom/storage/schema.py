"""The schema of the database: every table and index, created whole, and the schema version.

There are no migrations: a database with another schema version is refused.
"""

import sqlite3

from carrom.version import __version__

APPLICATION = 0x43415252
"""`CARR`: application id in the header of every database of this program."""

SCHEMA_VERSION = 18
"""`user_version` of a database with this schema. It grows with every change of the tables."""

_LOG = """
    CREATE TABLE {word} (
        id TEXT PRIMARY KEY, nonce TEXT NOT NULL UNIQUE, begun INTEGER NOT NULL, setting TEXT NOT NULL,
        watch TEXT, invite TEXT, open INTEGER NOT NULL, ended INTEGER, version INTEGER NOT NULL,
        head BLOB NOT NULL, root BLOB NOT NULL, seal BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE {event} (
        {word} TEXT NOT NULL REFERENCES {word} (id), version INTEGER NOT NULL, nonce TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, hash BLOB NOT NULL, told INTEGER, heard INTEGER, since INTEGER,
        PRIMARY KEY ({word}, version), UNIQUE ({word}, nonce)
    ) STRICT;
    CREATE TABLE {seat} (
        {word} TEXT NOT NULL REFERENCES {word} (id), seat TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
        account TEXT, PRIMARY KEY ({word}, seat)
    ) STRICT, WITHOUT ROWID;
    """
"""A hash-chained event log. Its events have a rowid: without one, each row larger than a quarter of a page needs its
own overflow page.
"""

LOGS = "".join(
    _LOG.format(word=word, event=event, seat=seat)
    for word, event, seat in (
        ("game", "event", "seat"),
        ("tie", "tie_event", "tie_seat"),
        ("scoresheet", "scoresheet_line", "scoresheet_key"),
        ("tournament", "tournament_event", "tournament_seat"),
    )
)
"""Games, ties, umpires' score sheets and online tournaments."""

_INDEXES = """
    CREATE INDEX seat_hash ON seat (hash);
    CREATE INDEX seat_account ON seat (account);
    CREATE INDEX game_ended ON game (ended);
    CREATE INDEX tournament_ended ON tournament (ended);
    """

_JOBS = """
    CREATE TABLE job (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, what TEXT NOT NULL, payer TEXT NOT NULL, seconds INTEGER NOT NULL,
        rank INTEGER NOT NULL, asked INTEGER NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, leased INTEGER,
        nonce TEXT, ended INTEGER, version INTEGER NOT NULL, told TEXT NOT NULL, fault TEXT
    ) STRICT;
    CREATE INDEX job_next ON job (rank, asked) WHERE state IN ('waiting', 'running');
    CREATE INDEX job_payer ON job (payer, asked);
    CREATE TABLE verdict (
        game TEXT PRIMARY KEY, version INTEGER NOT NULL, at INTEGER NOT NULL, program TEXT NOT NULL,
        verdict TEXT NOT NULL, said TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX verdict_verdict ON verdict (verdict);
    """
"""Background jobs, and the verdicts of verified games."""

_NODES = """
    CREATE TABLE node (id TEXT PRIMARY KEY, heard INTEGER NOT NULL, whole INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE presence (
        place TEXT NOT NULL, node TEXT NOT NULL, seats TEXT NOT NULL, watchers INTEGER NOT NULL,
        PRIMARY KEY (place, node)
    ) STRICT, WITHOUT ROWID;
    """
"""Running servers, and who is connected to them."""

_PEOPLE = """
    CREATE TABLE account (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, skeleton TEXT NOT NULL UNIQUE,
        bot INTEGER NOT NULL, role TEXT NOT NULL, state TEXT NOT NULL, made INTEGER NOT NULL, muted INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE credential (
        id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account (id), kind TEXT NOT NULL, label TEXT NOT NULL,
        data TEXT NOT NULL, made INTEGER NOT NULL, used INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX credential_account ON credential (account);
    CREATE TABLE session (
        hash TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account (id), label TEXT NOT NULL,
        made INTEGER NOT NULL, used INTEGER NOT NULL, expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_account ON session (account);
    CREATE TABLE api_token (
        hash TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account (id), label TEXT NOT NULL, scopes TEXT NOT NULL,
        made INTEGER NOT NULL, used INTEGER NOT NULL, expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_token_account ON api_token (account);
    CREATE TABLE closed_name (hash TEXT PRIMARY KEY, made INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE block (
        account TEXT NOT NULL REFERENCES account (id), other TEXT NOT NULL REFERENCES account (id),
        made INTEGER NOT NULL, PRIMARY KEY (account, other)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE report (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, about TEXT NOT NULL, game TEXT NOT NULL, reason TEXT NOT NULL,
        said TEXT NOT NULL, made INTEGER NOT NULL, closed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE act (
        id TEXT PRIMARY KEY, moderator TEXT NOT NULL, made INTEGER NOT NULL, act TEXT NOT NULL, about TEXT NOT NULL,
        why TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX act_about ON act (about);
    """
"""Times are in seconds since 1970, 0 for none; the cells are documented in the server's account store."""

_LOBBY = """
    CREATE TABLE seek (
        id TEXT PRIMARY KEY, maker TEXT NOT NULL, other TEXT, state TEXT NOT NULL, made INTEGER NOT NULL,
        until INTEGER NOT NULL, version INTEGER NOT NULL, game TEXT, body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX seek_maker ON seek (maker) WHERE state IN ('gathering', 'open');
    CREATE INDEX seek_state ON seek (state, made);
    CREATE TABLE challenge (
        id TEXT PRIMARY KEY, maker TEXT NOT NULL, other TEXT, state TEXT NOT NULL, made INTEGER NOT NULL,
        until INTEGER NOT NULL, version INTEGER NOT NULL, game TEXT, body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX challenge_state ON challenge (state, made);
    CREATE TABLE rating (
        account TEXT NOT NULL, pool TEXT NOT NULL, rating INTEGER NOT NULL, deviation INTEGER NOT NULL,
        volatility INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (account, pool)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rating_pool ON rating (pool, rating);
    CREATE TABLE rating_change (
        game TEXT NOT NULL, account TEXT NOT NULL, kind TEXT NOT NULL, pool TEXT NOT NULL,
        number INTEGER NOT NULL, side INTEGER NOT NULL, share INTEGER NOT NULL, rating_before INTEGER NOT NULL,
        deviation_before INTEGER NOT NULL, volatility_before INTEGER NOT NULL, rating INTEGER NOT NULL,
        deviation INTEGER NOT NULL, volatility INTEGER NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (game, account, kind), UNIQUE (account, pool, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE attended (
        game TEXT NOT NULL, party TEXT NOT NULL, at INTEGER NOT NULL, stayed INTEGER NOT NULL,
        PRIMARY KEY (game, party)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attended_party ON attended (party, at);
    """
"""Times are in ms since 1970; the cells are documented in the server's lobby and rating stores."""

_QUESTIONS = """
    CREATE TABLE passkey_question (
        hash TEXT PRIMARY KEY, what TEXT NOT NULL, until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
"""`until` is in seconds since 1970."""

_CHECKPOINTS = """
    CREATE TABLE checkpoint (
        game TEXT PRIMARY KEY, head BLOB NOT NULL, version INTEGER NOT NULL, program TEXT NOT NULL,
        digest BLOB NOT NULL, body BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
"""A game's history at one of its events (`tables/history.py`); rows may be lost at any time."""

_PROGRAM = """
    CREATE TABLE program (one INTEGER PRIMARY KEY CHECK (one = 1), version TEXT NOT NULL) STRICT;
    """
"""Version of the program that last opened the database for writing."""

_DAILY_PUZZLES = """
    CREATE TABLE daily_try (
        day TEXT NOT NULL, who TEXT NOT NULL, solved INTEGER NOT NULL, PRIMARY KEY (day, who)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE daily_total (day TEXT PRIMARY KEY, tried INTEGER NOT NULL, solved INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
    """
"""First tries at the daily puzzles that are open, and the totals of past days (`server/http/training.py`)."""

_PROGRESS = """
    CREATE TABLE progress (
        account TEXT PRIMARY KEY REFERENCES account (id), version INTEGER NOT NULL, body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
"""What each account's owner has reached (`training/progress.py`), as JSON; the version grows with every change."""

_LIMITS = """
    CREATE TABLE quota (
        what TEXT NOT NULL, who TEXT NOT NULL, used INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (what, who)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """
"""Counts that end at a time (ms since 1970), and what an operator has set (`server/events/tournaments.py`)."""

TABLES = "".join(
    (
        LOGS,
        _INDEXES,
        _JOBS,
        _NODES,
        _PEOPLE,
        _LOBBY,
        _QUESTIONS,
        _CHECKPOINTS,
        _PROGRAM,
        _DAILY_PUZZLES,
        _PROGRESS,
        _LIMITS,
    )
)
"""Every table and index, in the SQL of SQLite."""

COVERED = (
    "account",
    "credential",
    "session",
    "api_token",
    "closed_name",
    "block",
    "report",
    "act",
    "seek",
    "challenge",
    "rating",
    "rating_change",
    "attended",
    "seat",
    "tie_seat",
    "scoresheet_key",
    "job",
    "verdict",
    "passkey_question",
    "daily_try",
    "daily_total",
    "progress",
    "tournament_seat",
    "quota",
    "server_setting",
)
"""Tables outside the hash chains, each with an index `<table>_cells` over all its columns except the key.

`PRAGMA integrity_check` compares every row with its index entries, which include the key, so that a flipped bit in
either is found.
"""


def create(db: sqlite3.Connection) -> None:
    """Create every table and index in an empty database, atomically."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in TABLES.split(";"):
            db.execute(statement)
        for table in COVERED:
            columns = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?) WHERE NOT pk", (table,))]
            db.execute(f"CREATE INDEX {table}_cells ON {table} ({', '.join(columns)})")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def other_version(place: object, program: str | None, version: int) -> str:
    """Return why a database with another schema version is refused; `program` is the version that wrote it."""
    age, build = ("newer", "later") if version > SCHEMA_VERSION else ("older", "earlier")
    if program is None:
        writer = f"{'a' if age == 'newer' else 'an'} {age} carrom"
    elif program == __version__:
        writer = f"{'a' if build == 'later' else 'an'} {build} build of carrom {program}"
    else:
        writer = f"carrom {program:.40}, which is {age} than this {__version__}"
    return (
        f"{place} was written by {writer} (schema version {version}, this program supports {SCHEMA_VERSION}); install "
        f"that version"
    )
