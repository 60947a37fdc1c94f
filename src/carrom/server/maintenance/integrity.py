"""Integrity check of a database: counts games, verifies them, and compares databases."""

from collections.abc import Callable, Iterator

from carrom.errors import StoreError
from carrom.server.maintenance.side_tables import BESIDE, Cells, key_of, put_row, row_with, rows_of
from carrom.storage.database import KINDS, Ask, Database, RowTable, StoredLog, TableKind, names_of, written
from carrom.storage.hash_chain import fault
from carrom.values import Value


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
