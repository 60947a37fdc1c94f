"""Rows of accounts, credentials, sessions, tokens, reports and acts; times are seconds since 1970, 0 for never."""

from collections.abc import Callable
from typing import Any, TypeVar

from carrom.errors import CommitUncertain
from carrom.storage.database import Ask, Database, Statement
from carrom.values import Value

OPEN, CLOSED, GONE = "open", "closed", "gone"
"""States of an account: in use, closed by a moderator, deleted by its owner."""
MODERATOR = "moderator"
NEW_FOR = 7 * 86_400
"""Seconds for which an account counts as new, for the limits of tournaments and ratings."""


class Account(Value, frozen=True):
    """A row of the table `account`."""

    id: str
    """A random id, which is never shown in place of a name."""
    name: str
    """The name as its owner writes it; empty after deletion."""
    folded: str
    """The name for lookups (`usernames.folded`)."""
    skeleton: str
    """The key of names that look alike (`usernames.skeleton`)."""
    bot: int
    role: str
    """`MODERATOR`, or empty."""
    state: str
    made: int
    muted: int
    """The end of a mute."""


class Credential(Value, frozen=True):
    """A row of the table `credential`: a password, passkey or recovery code."""

    id: str
    """A passkey's credential id in base64url; for a password or recovery code, the account and the kind."""
    account: str
    kind: str
    """`password`, `passkey` or `recovery`."""
    label: str
    data: str
    """Argon2's encoded hash, the SHA-256 of a recovery code, or a passkey's public key and counter as JSON."""
    made: int
    used: int


class Session(Value, frozen=True):
    """A row of the table `session`: a browser that is signed in."""

    hash: str
    account: str
    label: str
    made: int
    used: int
    """Rounded to the day."""
    expires: int


class Token(Value, frozen=True):
    """A row of the table `api_token`: a program's access to an account."""

    hash: str
    account: str
    label: str
    scopes: str
    """Names of `Scope`, separated by spaces."""
    made: int
    used: int
    expires: int


class Act(Value, frozen=True):
    """A row of the table `act`: one act of a moderator."""

    id: str
    moderator: str
    """The id of the moderator's account, or `moderation.OPERATOR`."""
    made: int
    act: str
    about: str
    """The id of an account or a game."""
    why: str
    before: str
    after: str
    """The state before and after the act, with account ids in place of names (`moderation.Moderation.with_names`)."""


class Report(Value, frozen=True):
    """A row of the table `report`."""

    id: str
    account: str
    about: str
    game: str
    reason: str
    said: str
    made: int
    closed: int


R = TypeVar("R", Account, Credential, Session, Token, Act, Report)
_TABLES: dict[type[Value], str] = {
    Account: "account",
    Credential: "credential",
    Session: "session",
    Token: "api_token",
    Act: "act",
    Report: "report",
}


def found(ask: Ask, kind: type[R], where: str, *values: str | int) -> tuple[R, ...]:
    """Return the rows of a table that match a condition, oldest first."""
    columns = ", ".join(kind.__struct_fields__)
    asked = f"SELECT {columns} FROM {_TABLES[kind]} WHERE {where} ORDER BY made, {kind.__struct_fields__[0]}"
    return tuple(kind(*cells) for cells in ask(asked, values))


def added(row: Value) -> Statement:
    """Return the statement that inserts a row, unless its id (for an account also its name or skeleton) exists."""
    columns = row.__struct_fields__
    places = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {_TABLES[type(row)]} ({', '.join(columns)}) VALUES ({places}) ON CONFLICT DO NOTHING"
    return statement, tuple(getattr(row, name) for name in columns)


def done(database: Database, *statements: Statement) -> list[tuple[Any, ...]]:
    """Execute idempotent statements, and repeat them while it is uncertain whether they were committed.

    Raises `StoreError`, or `CommitUncertain` after too many attempts.
    """
    return _until_known(lambda: database.write(*statements), database.tries)


def _until_known(work: Callable[[], list[tuple[Any, ...]]], tries: int) -> list[tuple[Any, ...]]:
    for _ in range(tries - 1):
        try:
            return work()
        except CommitUncertain:
            continue
    return work()
