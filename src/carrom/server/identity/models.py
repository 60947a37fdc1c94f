"""Rows of accounts, credentials, sessions and tokens; times are seconds since 1970, 0 for none."""

from collections.abc import Callable
from typing import Any, TypeVar

from carrom.errors import CommitUncertain
from carrom.storage.database import Ask, Database, Statement
from carrom.values import Value

OPEN, CLOSED, GONE = "open", "closed", "gone"
"""States of an account: in use, closed by a moderator, deleted by its owner."""
MODERATOR = "moderator"


class Account(Value, frozen=True):
    """A row of `account`."""

    id: str
    """Random, and never shown where a name is meant."""
    name: str
    """As its owner writes it; empty once it is gone."""
    folded: str
    """By which it is looked up (`names.folded`)."""
    skeleton: str
    """What it looks like (`names.skeleton`)."""
    bot: int
    role: str
    """`MODERATOR`, or empty."""
    state: str
    made: int
    muted: int
    """Until when."""


class Credential(Value, frozen=True):
    """A row of `credential`: a way to show who one is."""

    id: str
    """A passkey's own name in base64url; of a password or recovery code the account and its kind."""
    account: str
    kind: str
    """`password`, `passkey` or `recovery`."""
    label: str
    data: str
    """Argon2's own text, the SHA-256 of a recovery code, or a passkey's public key and counter as JSON."""
    made: int
    used: int


class Session(Value, frozen=True):
    """A row of `session`: a browser that is signed in."""

    hash: str
    account: str
    label: str
    made: int
    used: int
    """To the day."""
    expires: int


class Token(Value, frozen=True):
    """A row of `api_token`: a program that may do something."""

    hash: str
    account: str
    label: str
    scopes: str
    """Names of `Scope` with spaces between them."""
    made: int
    used: int
    expires: int


R = TypeVar("R", Account, Credential, Session, Token)
_TABLES: dict[type[Value], str] = {
    Account: "account",
    Credential: "credential",
    Session: "session",
    Token: "api_token",
}


def found(ask: Ask, kind: type[R], where: str, *values: str | int) -> tuple[R, ...]:
    """Return the rows of a table that fit, in order of their making."""
    columns = ", ".join(kind.__struct_fields__)
    asked = f"SELECT {columns} FROM {_TABLES[kind]} WHERE {where} ORDER BY made, {kind.__struct_fields__[0]}"
    return tuple(kind(*cells) for cells in ask(asked, values))


def added(row: Value) -> Statement:
    """Return the statement that adds a row, unless there is one of its name; an account's, its name or its looks."""
    columns = row.__struct_fields__
    places = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {_TABLES[type(row)]} ({', '.join(columns)}) VALUES ({places}) ON CONFLICT DO NOTHING"
    return statement, tuple(getattr(row, name) for name in columns)


def done(database: Database, *statements: Statement) -> list[tuple[Any, ...]]:
    """Do statements that come to the same when they are done twice, until it is known that they were.

    Raises `StoreError`, or `CommitUncertain` when patience is over.
    """
    return _until_known(lambda: database.write(*statements), database.tries)


def _until_known(work: Callable[[], list[tuple[Any, ...]]], tries: int) -> list[tuple[Any, ...]]:
    for _ in range(tries - 1):
        try:
            return work()
        except CommitUncertain:
            continue
    return work()
