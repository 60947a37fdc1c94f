"""Schema migrations of the database: every earlier schema, and the steps from each to the next.

A step is SQL, or a function that receives the open database within the transaction of its migration.
"""

import json
import sqlite3
from collections.abc import Callable

from carrom.board.seat import SEATS
from carrom.storage.hash_chain import ChainRow, link, root, seal
from carrom.tokens import derived, hashed
from carrom.version import __version__

APPLICATION = 0x43415252
"""`CARR`: application id in the header of every database of this program."""

LINKED_SHAPE = 2
"""First schema version with a hash chain over events."""

TIES_SHAPE = 3
"""First schema version with ties."""

Step = str | Callable[[sqlite3.Connection], None]

_FIRST = """
    CREATE TABLE secret (only INTEGER PRIMARY KEY CHECK (only = 1), value BLOB NOT NULL) STRICT;
    CREATE TABLE game (
        id TEXT PRIMARY KEY, nonce TEXT NOT NULL UNIQUE, begun INTEGER NOT NULL, setting TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event (
        game TEXT NOT NULL REFERENCES game (id), version INTEGER NOT NULL, nonce TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (game, version), UNIQUE (game, nonce)
    ) STRICT, WITHOUT ROWID;
    """

_SEATS_AND_LINKS = """
    CREATE TABLE seat (
        game TEXT NOT NULL REFERENCES game (id), seat TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seat_hash ON seat (hash);
    ALTER TABLE game ADD COLUMN watch TEXT;
    ALTER TABLE game ADD COLUMN invite TEXT;
    ALTER TABLE game ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN ended INTEGER;
    ALTER TABLE game ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN head BLOB NOT NULL DEFAULT X'';
    ALTER TABLE game ADD COLUMN root BLOB NOT NULL DEFAULT X'';
    ALTER TABLE game ADD COLUMN seal BLOB NOT NULL DEFAULT X'';
    ALTER TABLE event ADD COLUMN hash BLOB NOT NULL DEFAULT X'';
    """


def _second(db: sqlite3.Connection) -> None:
    """Add the hash chain, replace nonces and seat tokens by their hashes, and drop the secret."""
    for statement in _SEATS_AND_LINKS.split(";"):
        db.execute(statement)
    found = db.execute("SELECT value FROM secret").fetchone()
    for game, nonce, begun, setting in db.execute("SELECT id, nonce, begun, setting FROM game").fetchall():
        first = head = root(game, setting)
        version = 0
        for version, asked, body in db.execute(
            "SELECT version, nonce, body FROM event WHERE game = ? ORDER BY version", (game,)
        ).fetchall():
            head = link(head, version, asked, body)
            db.execute("UPDATE event SET hash = ? WHERE game = ? AND version = ?", (head, game, version))
        secretly = hashed(nonce)
        stamp = seal(ChainRow(game, secretly, begun, setting, None, None, 0, None, version, head, first))
        db.execute(
            "UPDATE game SET nonce = ?, version = ?, head = ?, root = ?, seal = ? WHERE id = ?",
            (secretly, version, head, first, stamp, game),
        )
        if found is not None:
            _seat_people(db, bytes(found[0]), game, setting)
    db.execute("DROP TABLE secret")


def _seat_people(db: sqlite3.Connection, secret: bytes, game: str, setting: str) -> None:
    """Store the hash of the token that earlier versions derived for the people of a game, so that it still opens their
    seats.
    """
    try:
        sitters = {each["seat"]: each for each in json.loads(setting)["sitters"]}
        people = tuple(seat for seat in SEATS if seat in sitters and sitters[seat]["kind"] == "human")
        rows = [(game, seat, sitters[seat]["name"], hashed(derived(secret, game, people))) for seat in people]
        db.executemany("INSERT INTO seat VALUES (?, ?, ?, ?)", rows)
    except (ValueError, KeyError, TypeError, sqlite3.IntegrityError):
        return  # unreadable settings are reported when the game is opened


_TIES = """
    CREATE TABLE tie (
        id TEXT PRIMARY KEY, nonce TEXT NOT NULL UNIQUE, begun INTEGER NOT NULL, setting TEXT NOT NULL,
        watch TEXT, invite TEXT, open INTEGER NOT NULL, ended INTEGER, version INTEGER NOT NULL,
        head BLOB NOT NULL, root BLOB NOT NULL, seal BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tie_event (
        tie TEXT NOT NULL REFERENCES tie (id), version INTEGER NOT NULL, nonce TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (tie, version), UNIQUE (tie, nonce)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tie_seat (
        tie TEXT NOT NULL REFERENCES tie (id), seat TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (tie, seat)
    ) STRICT, WITHOUT ROWID;
    """

_TOLD = """
    ALTER TABLE event ADD COLUMN told INTEGER;
    ALTER TABLE tie_event ADD COLUMN told INTEGER;
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
    CREATE INDEX game_ended ON game (ended);
    """

_MOMENTS = """
    ALTER TABLE event ADD COLUMN heard INTEGER;
    ALTER TABLE event ADD COLUMN since INTEGER;
    ALTER TABLE tie_event ADD COLUMN heard INTEGER;
    ALTER TABLE tie_event ADD COLUMN since INTEGER;
    CREATE TABLE node (id TEXT PRIMARY KEY, heard INTEGER NOT NULL, whole INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE presence (
        place TEXT NOT NULL, node TEXT NOT NULL, seats TEXT NOT NULL, watchers INTEGER NOT NULL,
        PRIMARY KEY (place, node)
    ) STRICT, WITHOUT ROWID;
    """

PEOPLE_SHAPE = 7
"""First schema version with accounts."""

PEOPLE = """
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
    ALTER TABLE seat ADD COLUMN account TEXT;
    ALTER TABLE tie_seat ADD COLUMN account TEXT;
    CREATE INDEX seat_account ON seat (account);
    """
"""Times are in seconds since 1970, 0 for none; the cells are documented in the server's account store."""

LOBBY = """
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

QUESTIONS = """
    CREATE TABLE passkey_question (
        hash TEXT PRIMARY KEY, what TEXT NOT NULL, until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
"""`until` is in seconds since 1970."""

SHEETS_SHAPE = 10
"""First schema version with umpires' score sheets."""

SHEETS = """
    CREATE TABLE scoresheet (
        id TEXT PRIMARY KEY, nonce TEXT NOT NULL UNIQUE, begun INTEGER NOT NULL, setting TEXT NOT NULL,
        watch TEXT, invite TEXT, open INTEGER NOT NULL, ended INTEGER, version INTEGER NOT NULL,
        head BLOB NOT NULL, root BLOB NOT NULL, seal BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE scoresheet_line (
        scoresheet TEXT NOT NULL REFERENCES scoresheet (id), version INTEGER NOT NULL, nonce TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, hash BLOB NOT NULL, told INTEGER, heard INTEGER, since INTEGER,
        PRIMARY KEY (scoresheet, version), UNIQUE (scoresheet, nonce)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE scoresheet_key (
        scoresheet TEXT NOT NULL REFERENCES scoresheet (id), seat TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
        account TEXT, PRIMARY KEY (scoresheet, seat)
    ) STRICT, WITHOUT ROWID;
    """
"""The same columns as games, ties and their seats."""

CHECKPOINTS = """
    CREATE TABLE checkpoint (
        game TEXT PRIMARY KEY, head BLOB NOT NULL, version INTEGER NOT NULL, program TEXT NOT NULL,
        digest BLOB NOT NULL, body BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
"""A game's history at one of its events (`tables/log/checkpoints.py`); rows may be lost at any time."""

_ROWS = """
    CREATE TABLE {event}_rows (
        {word} TEXT NOT NULL REFERENCES {word} (id), version INTEGER NOT NULL, nonce TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, hash BLOB NOT NULL, told INTEGER, heard INTEGER, since INTEGER,
        PRIMARY KEY ({word}, version), UNIQUE ({word}, nonce)
    ) STRICT;
    INSERT INTO {event}_rows SELECT {word}, version, nonce, at, body, hash, told, heard, since FROM {event}
        ORDER BY {word}, version;
    DROP TABLE {event};
    ALTER TABLE {event}_rows RENAME TO {event};
    """
"""Event tables with a rowid: without one, each row larger than a quarter of a page needs its own overflow page."""
EVENT_ROWS = "".join(
    _ROWS.format(word=word, event=event)
    for word, event in (("game", "event"), ("tie", "tie_event"), ("scoresheet", "scoresheet_line"))
)
NAMELESS_ACTS = "UPDATE act SET before = '', after = '' WHERE act IN ('rename', 'unrate')"
"""Removes names from the moderation log; the effects of actions on ratings are in `rating_change`."""

PROGRAM = """
    CREATE TABLE program (one INTEGER PRIMARY KEY CHECK (one = 1), version TEXT NOT NULL) STRICT;
    """
"""Version of the program that last opened the database for writing."""

DAILY_PUZZLES = """
    CREATE TABLE daily_try (
        day TEXT NOT NULL, who TEXT NOT NULL, solved INTEGER NOT NULL, PRIMARY KEY (day, who)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE daily_total (day TEXT PRIMARY KEY, tried INTEGER NOT NULL, solved INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
    """
"""First tries at the daily puzzles that are open, and the totals of past days (`server/practice/daily_puzzle.py`)."""

PROGRESS = """
    CREATE TABLE progress (
        account TEXT PRIMARY KEY REFERENCES account (id), version INTEGER NOT NULL, body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
"""What each account's owner has reached (`training/progress.py`), as JSON; the version grows with every change."""

TOURNAMENTS_SHAPE = 17
"""First schema version with online tournaments."""

ONLINE_TOURNAMENTS = """
    CREATE TABLE tournament (
        id TEXT PRIMARY KEY, nonce TEXT NOT NULL UNIQUE, begun INTEGER NOT NULL, setting TEXT NOT NULL,
        watch TEXT, invite TEXT, open INTEGER NOT NULL, ended INTEGER, version INTEGER NOT NULL,
        head BLOB NOT NULL, root BLOB NOT NULL, seal BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tournament_ended ON tournament (ended);
    CREATE TABLE tournament_event (
        tournament TEXT NOT NULL REFERENCES tournament (id), version INTEGER NOT NULL, nonce TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, hash BLOB NOT NULL, told INTEGER, heard INTEGER, since INTEGER,
        PRIMARY KEY (tournament, version), UNIQUE (tournament, nonce)
    ) STRICT;
    CREATE TABLE tournament_seat (
        tournament TEXT NOT NULL REFERENCES tournament (id), seat TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
        account TEXT, PRIMARY KEY (tournament, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE quota (
        what TEXT NOT NULL, who TEXT NOT NULL, used INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (what, who)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """
"""The same columns as games and their seats; counts that end at a time (ms since 1970), and what an operator has set
(`server/tournaments/limits.py`).
"""

_COVERED_FIRST = (
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
)
_COVERED_LATER = ("daily_try", "daily_total", "progress")
COVERED = (*_COVERED_FIRST, *_COVERED_LATER, "tournament_seat", "quota", "server_setting")
"""Tables outside the hash chains, each with an index `<table>_cells` over all its columns except the key.

`PRAGMA integrity_check` compares every row with its index entries, which include the key, so that a flipped bit in
either is found.
"""


def _cover(db: sqlite3.Connection) -> None:
    """Create the table of the program's version, and the indexes that detect flipped bits."""
    db.execute(PROGRAM)
    _index(db, _COVERED_FIRST)


def _index(db: sqlite3.Connection, tables: tuple[str, ...]) -> None:
    """Create the index `<table>_cells` of each table."""
    for table in tables:
        columns = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?) WHERE NOT pk", (table,))]
        db.execute(f"CREATE INDEX {table}_cells ON {table} ({', '.join(columns)})")


def _daily(db: sqlite3.Connection) -> None:
    """Create the tables of the daily puzzle."""
    for statement in DAILY_PUZZLES.split(";"):
        db.execute(statement)
    _index(db, ("daily_try", "daily_total"))


def _progress(db: sqlite3.Connection) -> None:
    """Create the table of the progress of accounts."""
    db.execute(PROGRESS)
    _index(db, ("progress",))


def _tournaments(db: sqlite3.Connection) -> None:
    """Create the tables of online tournaments and of their limits."""
    for statement in ONLINE_TOURNAMENTS.split(";"):
        db.execute(statement)
    _index(db, ("tournament_seat", "quota", "server_setting"))


MIGRATIONS: tuple[Step, ...] = (
    _FIRST,
    _second,
    _TIES,
    _TOLD,
    _JOBS,
    _MOMENTS,
    PEOPLE,
    LOBBY,
    QUESTIONS,
    SHEETS,
    CHECKPOINTS,
    EVENT_ROWS,
    NAMELESS_ACTS,
    _cover,
    _daily,
    _progress,
    _tournaments,
)
"""The steps from each schema version to the next; their number is the newest `user_version`. Append only."""


def newer(place: object, version: str | None, shape: int, newest: int) -> str:
    """Return why a database with a newer schema is refused; `version` is that of the program that wrote it."""
    if version is None:
        writer = "a newer carrom"
    elif version == __version__:
        writer = f"a later build of carrom {version}"
    else:
        writer = f"carrom {version:.40}, which is newer than this {__version__}"
    return (
        f"{place} was written by {writer} (schema version {shape}, this program supports {newest}); install "
        f"that version"
    )


def migrate(db: sqlite3.Connection, step: Step, application: int, shape: int) -> None:
    """Migrate a database to schema version `shape` by one step, atomically."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if callable(step):
            step(db)
        else:
            for statement in step.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {application}")
        db.execute(f"PRAGMA user_version = {shape}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
