"""Files of results, one JSON object a line, from which a long computation resumes."""

from codecs import BOM_UTF8
from pathlib import Path
from typing import TypeVar

import msgspec

from carrom.errors import RefusedRequest
from carrom.values import Value

Result = TypeVar("Result", bound=Value)


def recorded(path: Path | None, kind: type[Result], writer: str = "the same bench") -> list[Result]:
    """Return the results of a file, none if there is no file; a last line that was cut off is removed from it.

    Raises `RefusedRequest` for a line that is no result of this kind; `writer` is the command that writes such lines.
    """
    if path is None or not path.exists():
        return []
    end_line(path)
    found = []
    for number, line in enumerate(path.read_bytes().removeprefix(BOM_UTF8).splitlines(), 1):
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError as fault:
            raise RefusedRequest(f"{path.name}, line {number}: {fault}; expected a line that {writer} wrote.") from None
    return found


def end_line(path: Path) -> None:
    """End a file with a line end: a last JSON object that lacks only that gets it, and a piece of one is removed.

    The piece is of a result that is computed again.
    """
    text = path.read_bytes()
    whole, last = text[: text.rfind(b"\n") + 1], text[text.rfind(b"\n") + 1 :]
    if last:
        try:
            msgspec.json.decode(last)
        except msgspec.DecodeError:
            path.write_bytes(whole)
        else:
            path.write_bytes(text + b"\n")


def append(path: Path | None, result: Value) -> None:
    """Append a result to a file, if one is given."""
    if path is not None:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")
