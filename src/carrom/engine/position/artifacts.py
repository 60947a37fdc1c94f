"""Weights and books that ship with the package, checked by their SHA-256."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from carrom.errors import SetupError
from carrom.file_replacement import replace

FOLDER = Path(__file__).parents[1] / "learned"
"""Folder of the shipped files."""
_WORD = "sha256 "


def written(path: Path, content: Any) -> str:
    """Write a file atomically and return its hash."""
    body = msgspec.json.format(msgspec.json.encode(content), indent=0)
    digest = hashlib.sha256(body).hexdigest()
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_suffix(path.suffix + ".new")
    made.write_bytes(f"{_WORD}{digest}\n".encode() + body + b"\n")
    replace(made, path)
    return digest


def read(path: Path) -> Any:
    """Return the content of a file. Raises `SetupError` with both hashes for a truncated or changed file."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    expected = head.decode("utf-8", "replace").removeprefix(_WORD)
    found = hashlib.sha256(body.removesuffix(b"\n")).hexdigest()
    if found != expected:
        raise SetupError(
            f"{path} was truncated or changed: its SHA-256 is {found}, expected was {expected:.64}. "
            "Install carrom again, or rebuild the file with `carrom train`."
        )
    return msgspec.json.decode(body)
