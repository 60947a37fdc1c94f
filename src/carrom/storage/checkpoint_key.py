"""The secret key that authenticates checkpoints, stored outside the database."""

import logging
import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path

from carrom.errors import SetupError

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
