"""Integrity check of a database: games counted, verified and compared with another copy."""

from collections.abc import Callable, Iterator

from carrom.errors import StoreError
from carrom.server.maintenance.side_tables import BESIDE, Cells, key_of, put_row, row_with, rows_of
from carrom.storage.database import KINDS, Ask, Database, Kind, Rows, Written, names_of, written
from carrom.storage.hash_chain import fault
from carrom.values import Value


class IntegrityReport(Value, frozen=True, kw_only=True):
    """What a database holds, and what is wrong with it."""

    games: int
    events: int
    damage: tuple[str, ...]
    """One line for each damaged game, and for what is wrong with the database itself."""
    program: str | None = None
    """The version of the program that last opened it for writing, where it is stored."""


def each(ask: Ask) -> Iterator[tuple[Kind, Written]]:
    """Return everything that is kept of each game and of each tie, in order of their names."""
    for kind in KINDS:
        for name in names_of(ask, kind):
            found = written(ask, kind, name)
            if found is not None:
                yield kind, found


def damage_of(kind: Kind, found: Written) -> str | None:
    """Return what is not as it was written in a game, as a line, or None."""
    wrong = fault(found.row, found.seal, [entry.linked for entry in found.entries])
    return None if wrong is None else f"the {kind.word} {found.row.id} is damaged: {wrong}"


def findings(ask: Ask) -> IntegrityReport:
    """Return what a database holds: its games with their events, and what is wrong with games and ties."""
    games = events = 0
    damage = []
    for kind, found in each(ask):
        if kind.word == "game":
            games, events = games + 1, events + len(found.entries)
        wrong = damage_of(kind, found)
        damage += [] if wrong is None else [wrong]
    return IntegrityReport(games=games, events=events, damage=tuple(damage))


def copy(ask: Ask, into: Database) -> None:
    """Add everything to an empty database, damaged games as they are; raises `StoreError`."""
    if any(into.view(_names(kind)) for kind in KINDS):
        raise StoreError("The connection was lost while everything was copied; nothing was changed: do it again.")
    for rows in BESIDE:
        for cells in rows_of(ask, rows):
            put_row(into, rows, cells)
    for kind, found in each(ask):
        into.add(kind, found)


def take_in(ask: Ask, into: Database) -> tuple[int, int, tuple[str, ...]]:
    """Add the games and ties that a database does not have; return how many, how many it had, and what was left out.

    Those that are damaged, or that it has otherwise, are left out, with a line each.
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
            left.append(f"the {kind.word} {found.row.id} is here already, and {_difference(here, found)}")
    return added, there, tuple(left)


def _taken(into: Database, rows: Rows, cells: Cells) -> Iterator[str]:
    """Add a row that a database does not have; return a line if it has another, or cannot have this one."""
    here = into.view(lambda ask: row_with(ask, rows, cells))
    name = f"the {rows.name} {called(rows, cells)}"
    if here is None:
        try:
            put_row(into, rows, cells)
        except StoreError as error:
            yield f"{name} cannot be added: {error}"
    elif here != cells:
        yield f"{name} is here already, and is another one"


def called(rows: Rows, cells: Cells) -> str:
    """Return how a row is called in a sentence: the beginning of its key, which says nothing that opens anything."""
    return " ".join(str(cell)[:16] for cell in key_of(rows, cells))


def differences(first: Ask, second: Ask) -> tuple[str, ...]:
    """Return a line for each game and each tie that two databases do not hold alike, down to the last cell."""
    lines = []
    for kind in KINDS:
        here, there = names_of(first, kind), names_of(second, kind)
        for name in sorted({*here, *there}):
            one, other = written(first, kind, name), written(second, kind, name)
            if one is None or other is None:
                lines.append(f"the {kind.word} {name} is only in the {'second' if one is None else 'first'}")
            elif one != other:
                lines.append(f"the {kind.word} {name} is not the same: {_difference(one, other)}")
    for rows in BESIDE:
        mine, theirs = ({key_of(rows, cells): cells for cells in rows_of(ask, rows)} for ask in (first, second))
        for key in sorted({*mine, *theirs}):
            if mine.get(key) != theirs.get(key):
                lines.append(f"the {rows.name} {called(rows, mine.get(key) or theirs[key])} is not the same")
    return tuple(lines)


def _difference(one: Written, other: Written) -> str:
    """Return the first thing that two copies of a game have not alike."""
    for before, after in zip(one.entries, other.entries, strict=False):
        if before != after:
            return f"its event {before.version} is another one"
    if len(one.entries) != len(other.entries):
        return f"it has {len(one.entries)} events, and {len(other.entries)}"
    return "who holds its seats is not" if one.seats != other.seats else "its row is not"


def _names(kind: Kind) -> Callable[[Ask], tuple[str, ...]]:
    return lambda ask: names_of(ask, kind)


def _one(kind: Kind, name: str) -> Callable[[Ask], Written | None]:
    return lambda ask: written(ask, kind, name)
