"""Rebuild derived columns and rows from the events.

Only proven data is used. Cells with events are proven by the hash chain from the game's first link to its last, the
other cells of a row by its seal. A game whose events or terms were corrupted stays damaged, and is reported.
"""

from collections.abc import Callable

from carrom.errors import CarromError
from carrom.game.events import decode_event
from carrom.game.game import GameHistory
from carrom.server.maintenance.integrity import damage_of, each
from carrom.storage.database import GAMES, Database, EventRow, StoredLog, TableKind
from carrom.storage.hash_chain import ChainRow, link, seal
from carrom.values import changed


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
