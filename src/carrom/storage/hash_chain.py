"""The hash chain over a game's events, against tampering, the seal on its row, and the key of checkpoints.

A link is the SHA-256 of the previous link and one event, so that a changed, lost or moved event breaks all later links.
The last link is stored in the game's row, which also detects missing events at the end. The seal is the SHA-256 of that
row. They detect disk errors, but not attacks: anyone who can write the file can recompute them."""

import hashlib
import logging
import os
import secrets
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import astuple

from carrom.errors import SetupError
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


# -- the key that authenticates checkpoints, outside the database ------------------------------------------------------


log = logging.getLogger("carrom.server")

KEY = "checkpoint.key"
"""Name of the key file in a data folder."""
VARIABLE = "CARROM_CHECKPOINT_KEY"
"""Environment variable with a key shared by several servers."""

_BYTES = 32
_BINARY = getattr(os, "O_BINARY", 0)
_NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def key_of_environment(environment: Mapping[str, str]) -> bytes | None:
    """Return the key set in the environment, or None. Raises `SetupError` for one that is too short."""
    text = environment.get(VARIABLE, "").strip()
    if not text:
        return None
    if len(text) < _BYTES:
        raise SetupError(
            f"The variable {VARIABLE} is too short; expected at least {_BYTES} random characters, "
            "for example from `head -c 32 /dev/urandom | base64`."
        )
    return text.encode("utf-8", "surrogateescape")


def key_of_folder(folder: Path) -> bytes:
    """Return the key of a data folder; create it if there is none.

    A damaged file, or one that others can read, is replaced. Anything else that cannot be used is left unchanged, and a
    key for this process only is returned. In both cases games are replayed from their events.
    """
    path = folder / KEY
    try:
        found = _read(path)
        if found is None:
            return _created(path)
        content, private = found
        if private and len(content) == _BYTES:
            return content
        what = "is damaged" if private else "can be read by other users"
        log.warning("The key %s %s and was replaced; games are replayed from their events once.", path, what)
        path.unlink()
        return _created(path)
    except OSError as error:
        why = error.strerror or error
        log.warning("The key %s cannot be used (%s); checkpoints are valid only until this server ends.", path, why)
        return secrets.token_bytes(_BYTES)


def _read(path: Path) -> tuple[bytes, bool] | None:
    """Return the content of a key file, and whether only its owner can read it; None if it does not exist."""
    if path.is_symlink():
        raise OSError("it is a symbolic link; expected a file")
    try:
        opened = os.open(path, os.O_RDONLY | _BINARY | _NOT_FOLLOWED)
    except FileNotFoundError:
        return None
    with os.fdopen(opened, "rb") as file:
        mode = os.fstat(opened).st_mode
        if not stat.S_ISREG(mode):
            raise OSError("it is not a regular file")
        return file.read(_BYTES + 1), os.name != "posix" or not mode & 0o077


def _created(path: Path) -> bytes:
    """Return a new key, written to a new file."""
    key = secrets.token_bytes(_BYTES)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY | _NOT_FOLLOWED, 0o600), "wb") as file:
        file.write(key)
    return key
