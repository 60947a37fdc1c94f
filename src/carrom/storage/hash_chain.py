"""The hash chain over a game's events, and the seal on its row.

A link is the SHA-256 of the link before it and of one event, so that an event that was changed, lost or moved breaks
every link after it; the last link stands in the game's row, so that a lost end is seen as well. The seal is the SHA-256
of that row. They find what a disk does, not what an enemy does: who can write the file can make them anew.
"""

import hashlib
from collections.abc import Sequence

from msgspec.structs import astuple

from carrom.values import Value

Cell = str | bytes | int | None


class ChainRow(Value, frozen=True):
    """A game's row without its seal; its fields are the columns, sealed in this order."""

    id: str
    nonce: str
    """The hash of that of the command which began it."""
    begun: int
    setting: str
    watch: str | None
    invite: str | None
    open: int
    ended: int | None
    version: int
    head: bytes
    """The link of the last event."""
    root: bytes
    """The link before the first."""


Linked = tuple[int, str | None, str, bytes]
"""Version, nonce, body and link of an event as they are read."""


def root(game: str, setting: str, kind: str = "game") -> bytes:
    """Return the link before the first event of a game, or of another kind: over its name and setting as it began."""
    return _hash([kind.encode(), game, setting])


def link(before: bytes, version: int, nonce: str | None, body: str) -> bytes:
    """Return the link of one event after the link `before`."""
    return _hash([before, version, nonce, body])


def seal(row: ChainRow) -> bytes:
    """Return the seal on a row."""
    return _hash(astuple(row))


def fault(row: ChainRow, sealed: bytes, events: Sequence[Linked]) -> str | None:
    """Return what is not as it was written in a game's row or in its events, or None."""
    if seal(row) != sealed:
        return "its row is not as it was written"
    head = row.root
    for number, (version, nonce, body, kept) in enumerate(events, 1):
        if version != number:
            return f"event {number} is missing"
        head = link(head, number, nonce, body)
        if head != kept:
            return f"event {number} is not as it was written"
    if len(events) != row.version:
        return f"event {len(events) + 1} is missing"
    return None if head == row.head else "its last event is not as it was written"


def follows(head: bytes, version: int, events: Sequence[Linked]) -> bytes | None:
    """Return the link of the last of these events, if they follow on the link `head` of a version; None if not."""
    for number, (at, nonce, body, kept) in enumerate(events, version + 1):
        head = link(head, number, nonce, body)
        if at != number or head != kept:
            return None
    return head


def _hash(cells: Sequence[Cell]) -> bytes:
    """Return the hash of some cells, each with its kind and its length before it."""
    parts = []
    for cell in cells:
        if isinstance(cell, str):
            content = cell.encode("utf-8", "surrogateescape")
            parts += [b"t%d:" % len(content), content]
        elif isinstance(cell, bytes):
            parts += [b"b%d:" % len(cell), cell]
        else:  # a number, nothing, or what a damaged cell may be
            parts.append(f"{cell!r}:".encode())
    return hashlib.sha256(b"".join(parts)).digest()
