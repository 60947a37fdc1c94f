"""Export of all stored data as text: one JSON line for each game, tie and row.

The first line says what it is, the last how many there are and the SHA-256 of everything before it, so that a file that
was cut short or changed is known. The lines between hold every cell: what comes of them is what there was.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from carrom.errors import StoreError
from carrom.server.maintenance.integrity import damage_of, each
from carrom.server.maintenance.side_tables import BESIDE, put_row, rows_of
from carrom.storage.database import KINDS, Ask, Database, Written
from carrom.values import Value
from carrom.version import __version__

FORMAT = 3
"""Format 1 had no rows beside the games, format 2 no version of the program."""
_ENCODER = msgspec.json.Encoder()


class Head(Value, frozen=True, kw_only=True):
    """The first line."""

    carrom: str = "data"
    format: int = FORMAT
    program: str = ""
    """The version of the program that wrote it."""


class Line(Value, frozen=True, kw_only=True):
    """A game or a tie, or a row of the table that `kind` names."""

    kind: str
    kept: Written | None = None
    cells: tuple[str | int | None, ...] = ()


class End(Value, frozen=True, kw_only=True):
    """The last line."""

    lines: int
    sha256: str


def write(ask: Ask, file: BinaryIO) -> tuple[int, tuple[str, ...]]:
    """Write everything that is whole; return how many games and ties that was, and a line for each damaged one."""
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
            put(Line(kind=rows.name, cells=cells))
    for kind, found in each(ask):
        wrong = damage_of(kind, found)
        if wrong is not None:
            left.append(wrong)
        else:
            put(Line(kind=kind.word, kept=found))
            number += 1
    file.write(_ENCODER.encode(End(lines=written, sha256=digest.hexdigest())) + b"\n")
    return number, tuple(left)


def read(path: Path, into: Database) -> None:
    """Add everything of an export to an empty database; raises `StoreError` if any byte of it was changed."""
    kinds, tables = {kind.word: kind for kind in KINDS}, {rows.name: rows for rows in BESIDE}
    for line in lines(path):
        if line.kind in tables and line.kept is None and len(line.cells) == len(tables[line.kind].columns):
            put_row(into, tables[line.kind], line.cells)
            continue
        if line.kind not in kinds or line.kept is None:
            raise StoreError(f"{path} keeps a {line.kind!r:.30}, which this carrom does not know; install a newer one.")
        into.add(kinds[line.kind], line.kept)


def program_of(path: Path) -> str | None:
    """Return the version of the program that wrote an export, or None if it is not there."""
    with open(path, "rb") as file:
        return msgspec.json.decode(file.readline(), type=Head).program or None


def lines(path: Path) -> Iterator[Line]:
    """Return the games of an export, checking it on the way."""
    digest, number, at, end = hashlib.sha256(), 0, 0, None
    try:
        with open(path, "rb") as file:
            for at, content in enumerate(file, 1):
                if end is not None:
                    raise StoreError(f"{path} goes on after its end, at line {at}.")
                if at == 1:
                    _check_head(msgspec.json.decode(content, type=Head), path)
                elif content.startswith(b'{"lines":'):
                    end = msgspec.json.decode(content, type=End)
                    if (end.lines, end.sha256, content[-1:]) != (number, digest.hexdigest(), b"\n"):
                        raise StoreError(f"{path} is not as it was written: its end does not fit what stands before.")
                else:
                    number += 1
                    yield msgspec.json.decode(content, type=Line)
                digest.update(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(
            f"{path} is no export of carrom, or was changed: line {at} cannot be read ({error})."
        ) from error
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}.") from error
    if end is None:
        raise StoreError(f"{path} is cut short: it has no end; export again.")


def _check_head(head: Head, path: Path) -> None:
    if head.carrom != "data" or not 1 <= head.format <= FORMAT:
        raise StoreError(f"{path} has format {head.format}; this carrom reads 1 to {FORMAT}: install a newer one.")
