"""The hash chain over a game's events, against tampering, and the seal on its row.

A link is the SHA-256 of the previous link and one event, so that a changed, lost or moved event breaks all later links.
The last link is stored in the game's row, which also detects missing events at the end. The seal is the SHA-256 of that
row. They detect disk errors, but not attacks: anyone who can write the file can recompute them.
"""

import hashlib
from collections.abc import Sequence

from msgspec.structs import astuple

from carrom.values import Value

Cell = str | bytes | int | None


class ChainRow(Value, frozen=True):
    """A game's row without its seal; its fields are the columns, in the order in which they are hashed."""

    id: str
    nonce: str
    """Hash of the nonce of the command that created the game."""
    begun: int
    setting: str
    watch: str | None
    invite: str | None
    open: int
    ended: int | None
    version: int
    head: bytes
    """Link of the last event."""
    root: bytes
    """Link before the first event."""


Linked = tuple[int, str | None, str, bytes]
"""Version, nonce, body and link of an event as read."""


def root(game: str, setting: str, kind: str = "game") -> bytes:
    """Return the link before the first event of a game or other record, from its id and initial settings."""
    return _hash([kind.encode(), game, setting])


def link(before: bytes, version: int, nonce: str | None, body: str) -> bytes:
    """Return the link of an event that follows the link `before`."""
    return _hash([before, version, nonce, body])


def seal(row: ChainRow) -> bytes:
    """Return the seal of a row."""
    return _hash(astuple(row))


def fault(row: ChainRow, sealed: bytes, events: Sequence[Linked]) -> str | None:
    """Return a description of the first damage in a game's row or events, or None."""
    if seal(row) != sealed:
        return "its row is not as it was written"
    head = row.root
    for number, (version, nonce, body, stored) in enumerate(events, 1):
        if version != number:
            return f"event {number} is missing"
        head = link(head, number, nonce, body)
        if head != stored:
            return f"event {number} is not as it was written"
    if len(events) != row.version:
        return f"event {len(events) + 1} is missing"
    return None if head == row.head else "its last event is not as it was written"


def follows(head: bytes, version: int, events: Sequence[Linked]) -> bytes | None:
    """Return the link of the last of these events if they follow the link `head` of a version, else None."""
    for number, (at, nonce, body, stored) in enumerate(events, version + 1):
        head = link(head, number, nonce, body)
        if at != number or head != stored:
            return None
    return head


def _hash(cells: Sequence[Cell]) -> bytes:
    """Return the hash of some cells, each prefixed with its type and length."""
    parts = []
    for cell in cells:
        if isinstance(cell, str):
            content = cell.encode("utf-8", "surrogateescape")
            parts += [b"t%d:" % len(content), content]
        elif isinstance(cell, bytes):
            parts += [b"b%d:" % len(cell), cell]
        else:  # a number, None, or any value in a damaged cell
            parts.append(f"{cell!r}:".encode())
    return hashlib.sha256(b"".join(parts)).digest()
