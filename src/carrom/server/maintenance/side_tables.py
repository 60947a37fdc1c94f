"""The tables other than those of games and ties: read, copied and compared."""

from collections.abc import Iterator
from typing import TypeAlias

from carrom.storage.database import Ask, Database, RowTable

Cells: TypeAlias = tuple[str | int | None, ...]

_SEEK = ("id", "maker", "other", "state", "made", "until", "version", "game", "body")
_CHANGE = (
    *("game", "account", "kind", "pool", "number", "side", "share", "rating_before", "deviation_before"),
    *("volatility_before", "rating", "deviation", "volatility", "at"),
)
BESIDE = (
    RowTable(
        name="account",
        columns=("id", "name", "folded", "skeleton", "bot", "role", "state", "made", "muted"),
        key=("id",),
    ),
    RowTable(name="credential", columns=("id", "account", "kind", "label", "data", "made", "used"), key=("id",)),
    RowTable(name="session", columns=("hash", "account", "label", "made", "used", "expires"), key=("hash",)),
    RowTable(
        name="api_token", columns=("hash", "account", "label", "scopes", "made", "used", "expires"), key=("hash",)
    ),
    RowTable(name="closed_name", columns=("hash", "made"), key=("hash",)),
    RowTable(name="block", columns=("account", "other", "made"), key=("account", "other")),
    RowTable(
        name="report", columns=("id", "account", "about", "game", "reason", "said", "made", "closed"), key=("id",)
    ),
    RowTable(name="act", columns=("id", "moderator", "made", "act", "about", "why", "before", "after"), key=("id",)),
    RowTable(name="seek", columns=_SEEK, key=("id",)),
    RowTable(name="challenge", columns=_SEEK, key=("id",)),
    RowTable(
        name="rating",
        columns=("account", "pool", "rating", "deviation", "volatility", "number", "at"),
        key=("account", "pool"),
    ),
    RowTable(name="rating_change", columns=_CHANGE, key=("game", "account", "kind")),
    RowTable(name="attended", columns=("game", "party", "at", "stayed"), key=("game", "party")),
    RowTable(name="daily_try", columns=("day", "who", "solved"), key=("day", "who")),
    RowTable(name="daily_total", columns=("day", "tried", "solved"), key=("day",)),
    RowTable(name="progress", columns=("account", "version", "body"), key=("account",)),
    RowTable(name="server_setting", columns=("name", "value"), key=("name",)),
)
"""Each table comes after those that it references; new tables are added at the end."""


def rows_of(ask: Ask, rows: RowTable) -> Iterator[Cells]:
    """Yield the rows of a table, ordered by key."""
    yield from ask(f"SELECT {', '.join(rows.columns)} FROM {rows.name} ORDER BY {', '.join(rows.key)}", ())


def row_with(ask: Ask, rows: RowTable, cells: Cells) -> Cells | None:
    """Return the row of a table with the same key as `cells`, or None."""
    where = " AND ".join(f"{column} = ?" for column in rows.key)
    found = ask(f"SELECT {', '.join(rows.columns)} FROM {rows.name} WHERE {where}", key_of(rows, cells))
    return found[0] if found else None


def key_of(rows: RowTable, cells: Cells) -> Cells:
    """Return the key of a row."""
    return tuple(cells[rows.columns.index(column)] for column in rows.key)


def put_row(into: Database, rows: RowTable, cells: Cells) -> None:
    """Insert a row; raises `StoreError` if its key exists or a row that it references is missing."""
    into.write((f"INSERT INTO {rows.name} ({', '.join(rows.columns)}) VALUES ({', '.join('?' * len(cells))})", cells))
