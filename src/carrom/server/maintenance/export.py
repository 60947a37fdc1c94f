"""Export of all stored data as text: one JSON line for each game, tie and row.

The first line identifies the format. The last one has the number of lines and the SHA-256 of everything before it, so
that truncated or changed files are detected. The lines between contain every cell: an import restores the same data.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from carrom.errors import StoreError
from carrom.server.maintenance.integrity import damage_of, each
from carrom.server.maintenance.side_tables import BESIDE, put_row, rows_of
from carrom.storage.database import KINDS, Ask, Database, StoredLog
from carrom.values import Value
from carrom.version import __version__

FORMAT = 3
"""Format 1 had games and ties only; format 2 lacked the version of the program."""
_ENCODER = msgspec.json.Encoder()


class Head(Value, frozen=True, kw_only=True):
    """The first line of an export."""

    carrom: str = "data"
    format: int = FORMAT
    program: str = ""
    """The version of the program that wrote the export."""


class ExportLine(Value, frozen=True, kw_only=True):
    """A game or a tie, or a row of the table named by `kind`."""

    kind: str
    kept: StoredLog | None = None
    cells: tuple[str | int | None, ...] = ()


class End(Value, frozen=True, kw_only=True):
    """The last line of an export."""

    lines: int
    sha256: str


def write(ask: Ask, file: BinaryIO) -> tuple[int, tuple[str, ...]]:
    """Export everything that is intact; return the number of games and ties, and a line for each damaged one."""
    digest, number, written, left = hashlib.sha256(), 0, -1, []

    def put(value: Value) -> None:
        nonlocal written
        written += 1
        content = _ENCODER.encode(value) + b"\n"
        digest.update(content)
        file.write(content)

    put(Head(program=__version__))
    for rows in BESIDE:
        for cells in rows_of(ask, rows):
            put(ExportLine(kind=rows.name, cells=cells))
    for kind, found in each(ask):
        wrong = damage_of(kind, found)
        if wrong is not None:
            left.append(wrong)
        else:
            put(ExportLine(kind=kind.word, kept=found))
            number += 1
    file.write(_ENCODER.encode(End(lines=written, sha256=digest.hexdigest())) + b"\n")
    return number, tuple(left)


def read(path: Path, into: Database) -> None:
    """Add everything in an export to an empty database; raises `StoreError` if the file was changed."""
    kinds, tables = {kind.word: kind for kind in KINDS}, {rows.name: rows for rows in BESIDE}
    for line in lines(path):
        if line.kind in tables and line.kept is None and len(line.cells) == len(tables[line.kind].columns):
            put_row(into, tables[line.kind], line.cells)
            continue
        if line.kind not in kinds or line.kept is None:
            raise StoreError(f"{path} contains a {line.kind!r:.30}, unknown to this version; install a newer one.")
        into.add(kinds[line.kind], line.kept)


def program_of(path: Path) -> str | None:
    """Return the version of the program that wrote an export, or None if it is missing."""
    with open(path, "rb") as file:
        return msgspec.json.decode(file.readline(), type=Head).program or None


def lines(path: Path) -> Iterator[ExportLine]:
    """Yield the lines of an export, verifying it on the way; raises `StoreError`."""
    digest, number, at, end = hashlib.sha256(), 0, 0, None
    try:
        with open(path, "rb") as file:
            for at, content in enumerate(file, 1):
                if end is not None:
                    raise StoreError(f"{path} continues after its last line, at line {at}.")
                if at == 1:
                    _check_head(msgspec.json.decode(content, type=Head), path)
                elif content.startswith(b'{"lines":'):
                    end = msgspec.json.decode(content, type=End)
                    if (end.lines, end.sha256, content[-1:]) != (number, digest.hexdigest(), b"\n"):
                        raise StoreError(f"{path} is damaged: its last line does not match the lines before it.")
                else:
                    number += 1
                    yield msgspec.json.decode(content, type=ExportLine)
                digest.update(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(
            f"{path} is not an export of carrom or is damaged: line {at} cannot be read ({error})."
        ) from error
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}.") from error
    if end is None:
        raise StoreError(f"{path} is truncated: its last line is missing. Export again.")


def _check_head(head: Head, path: Path) -> None:
    if head.carrom != "data" or not 1 <= head.format <= FORMAT:
        raise StoreError(f"{path} has format {head.format}; this version reads 1 to {FORMAT}. Install a newer one.")
