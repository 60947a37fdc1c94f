"""Integrity of a database: counts, verification, comparison, and rebuilding what derives from events."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from carrom.errors import CarromError, StoreError
from carrom.game.events import decode_event
from carrom.game.game import GameHistory
from carrom.storage.database import (
    GAMES,
    KINDS,
    Ask,
    Database,
    EventRow,
    RowTable,
    StoredLog,
    TableKind,
    names_of,
    written,
)
from carrom.storage.hash_chain import ChainRow, fault, link, seal
from carrom.values import Value, changed

# -- the tables other than those of games and ties ---------------------------------------------------------------------


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


# -- the check ---------------------------------------------------------------------------------------------------------


class IntegrityReport(Value, frozen=True, kw_only=True):
    """The contents of a database, and its damage."""

    games: int
    events: int
    damage: tuple[str, ...]
    """One line for each damaged game, and for each fault of the database itself."""
    program: str | None = None
    """The version of the program that last opened the database for writing, if it is stored."""


def each(ask: Ask) -> Iterator[tuple[TableKind, StoredLog]]:
    """Yield everything stored about each game and each tie, ordered by id."""
    for kind in KINDS:
        for name in names_of(ask, kind):
            found = written(ask, kind, name)
            if found is not None:
                yield kind, found


def damage_of(kind: TableKind, found: StoredLog) -> str | None:
    """Return one line about a damaged game, or None if it is intact."""
    wrong = fault(found.row, found.seal, [entry.linked for entry in found.entries])
    return None if wrong is None else f"the {kind.word} {found.row.id} is damaged: {wrong}"


def findings(ask: Ask) -> IntegrityReport:
    """Return the number of games and events, and the damaged games and ties."""
    games = events = 0
    damage = []
    for kind, found in each(ask):
        if kind.word == "game":
            games, events = games + 1, events + len(found.entries)
        wrong = damage_of(kind, found)
        damage += [] if wrong is None else [wrong]
    return IntegrityReport(games=games, events=events, damage=tuple(damage))


def copy(ask: Ask, into: Database) -> None:
    """Copy everything into an empty database, including damaged games; raises `StoreError`."""
    if any(into.view(_names(kind)) for kind in KINDS):
        raise StoreError("The connection was lost during the copy; nothing was changed. Try again.")
    for rows in BESIDE:
        for cells in rows_of(ask, rows):
            put_row(into, rows, cells)
    for kind, found in each(ask):
        into.add(kind, found)


def take_in(ask: Ask, into: Database) -> tuple[int, int, tuple[str, ...]]:
    """Add the games and ties that a database lacks; return how many were added, how many it had, and what was skipped.

    Games that are damaged or differ from those in the database are skipped, with a line each.
    """
    added = there = 0
    left = [line for rows in BESIDE for cells in rows_of(ask, rows) for line in _taken(into, rows, cells)]
    for kind, found in each(ask):
        wrong = damage_of(kind, found)
        here = into.view(_one(kind, found.row.id))
        if wrong is not None:
            left.append(wrong)
        elif here is None:
            try:
                into.add(kind, found)
            except StoreError as error:
                left.append(f"the {kind.word} {found.row.id} cannot be added: {error}")
            else:
                added += 1
        elif here == found:
            there += 1
        else:
            left.append(f"the {kind.word} {found.row.id} exists already, but {_difference(here, found)}")
    return added, there, tuple(left)


def _taken(into: Database, rows: RowTable, cells: Cells) -> Iterator[str]:
    """Add a row that a database lacks; yield a line if it has a different one or cannot store this one."""
    here = into.view(lambda ask: row_with(ask, rows, cells))
    name = f"the {rows.name} {called(rows, cells)}"
    if here is None:
        try:
            put_row(into, rows, cells)
        except StoreError as error:
            yield f"{name} cannot be added: {error}"
    elif here != cells:
        yield f"{name} exists already, but differs"


def called(rows: RowTable, cells: Cells) -> str:
    """Return the name of a row in messages: the beginnings of its key's cells, which reveal no secret."""
    return " ".join(str(cell)[:16] for cell in key_of(rows, cells))


def differences(first: Ask, second: Ask) -> tuple[str, ...]:
    """Return one line for each game, tie and row that differs between two databases."""
    lines = []
    for kind in KINDS:
        here, there = names_of(first, kind), names_of(second, kind)
        for name in sorted({*here, *there}):
            one, other = written(first, kind, name), written(second, kind, name)
            if one is None or other is None:
                lines.append(f"the {kind.word} {name} is only in the {'second' if one is None else 'first'}")
            elif one != other:
                lines.append(f"the {kind.word} {name} differs: {_difference(one, other)}")
    for rows in BESIDE:
        mine, theirs = ({key_of(rows, cells): cells for cells in rows_of(ask, rows)} for ask in (first, second))
        for key in sorted({*mine, *theirs}):
            if mine.get(key) != theirs.get(key):
                lines.append(f"the {rows.name} {called(rows, mine.get(key) or theirs[key])} differs")
    return tuple(lines)


def _difference(one: StoredLog, other: StoredLog) -> str:
    """Return the first difference between two copies of a game."""
    for before, after in zip(one.entries, other.entries, strict=False):
        if before != after:
            return f"event {before.version} differs"
    if len(one.entries) != len(other.entries):
        return f"the number of events differs ({len(one.entries)} and {len(other.entries)})"
    return "the holders of its seats differ" if one.seats != other.seats else "its row differs"


def _names(kind: TableKind) -> Callable[[Ask], tuple[str, ...]]:
    return lambda ask: names_of(ask, kind)


def _one(kind: TableKind, name: str) -> Callable[[Ask], StoredLog | None]:
    return lambda ask: written(ask, kind, name)


# -- rebuilding derived columns and rows from the events ---------------------------------------------------------------
# Only proven data is used. Cells with events are proven by the hash chain from the game's first link to its last, the
# other cells of a row by its seal. A game whose events or terms were corrupted stays damaged, and is reported.


def rebuild(database: Database) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Rebuild everything derived from the events; return one line for each repaired and each damaged game.

    No server may be running. Raises `StoreError`.
    """
    mended, damaged = [], []
    database.reindex()
    database.write(("DELETE FROM checkpoint", ()))
    found = database.view(lambda ask: tuple((kind, whole) for kind, whole in each(ask) if again(kind, whole) != whole))
    for kind, before in found:
        after = again(kind, before)
        if after is None:
            damaged.append(
                damage_of(kind, before) or f"the {kind.word} {before.row.id} cannot be rebuilt from its events"
            )
        else:
            database.mend(kind, after)
            mended.append(f"the {kind.word} {before.row.id}: {_what(before, after)}")
    return tuple(mended), tuple(damaged)


def again(kind: TableKind, found: StoredLog) -> StoredLog | None:
    """Return a game with everything derived from its events rebuilt, or None if its events are not proven."""
    entries, head = [], found.row.root
    for number, entry in enumerate(found.entries, 1):
        if entry.version != number:
            return None
        head = link(head, number, entry.nonce, entry.body)
        entries.append(changed(entry, hash=head))
    rebuilt_row = changed(found.row, version=len(entries), head=head)
    if not any(seal(row) == found.seal for row in _candidates(rebuilt_row, found.row, entries)):
        return None
    row = changed(rebuilt_row, ended=_ended(kind, rebuilt_row, entries))
    return changed(found, row=row, seal=seal(row), entries=tuple(entries))


def _candidates(rebuilt_row: ChainRow, row: ChainRow, entries: list[EventRow]) -> tuple[ChainRow, ...]:
    """Return the rows that the seal may belong to: with the end as stored, with none, and at each event."""
    ends = {row.ended, None, *(entry.at for entry in entries)}
    return tuple(changed(rebuilt_row, ended=end) for end in ends)


def _ended(kind: TableKind, row: ChainRow, entries: list[EventRow]) -> int | None:
    """Return the time a game ended: as in its row, but only if its events end it."""
    if kind is not GAMES or not entries:
        return row.ended
    try:
        over = GameHistory.fold(tuple(decode_event(entry.body) for entry in entries)).is_over
    except CarromError:
        return row.ended  # an event of another version; opening the game reports it
    return (row.ended or entries[-1].at) if over else None


def _what(before: StoredLog, after: StoredLog) -> str:
    """Return the names of the rebuilt parts."""
    parts: list[tuple[str, Callable[[StoredLog], object]]] = [
        ("its links", lambda each: [entry.hash for entry in each.entries]),
        ("its version", lambda each: each.row.version),
        ("its last link", lambda each: each.row.head),
        ("its end", lambda each: each.row.ended),
        ("its seal", lambda each: each.seal),
    ]
    return ", ".join(name for name, part in parts if part(before) != part(after))
