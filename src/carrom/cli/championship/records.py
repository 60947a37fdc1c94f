"""Results read from game records: a file beside the tournament's, or a game on this computer's server."""

import argparse
import hashlib
import os
from pathlib import Path

from carrom.cli.games.replay import read_bytes
from carrom.errors import RefusedRequest, SetupError
from carrom.tournament.events import Finished, SheetSigned
from carrom.tournament.identifiers import Address
from carrom.tournament.import_export.game_records import finished
from carrom.tournament.state import Championship


def finished_by_record(championship: Championship, address: Address, args: argparse.Namespace) -> Finished:
    """Return the result of a fixture, read from its game record. Raises `RecordError` or `RefusedRequest`."""
    if args.score:
        raise RefusedRequest(
            f"{address} has both a record and a score; give only one, because the score follows from the record"
        )
    folder = args.file.resolve().parent
    content = _of_server(args) if args.game else _read(args.record)
    game = read_bytes(content, args.game or str(args.record))
    path = folder / f"{address}.carrom" if args.game else args.record.resolve()
    result = finished(championship, address, game, _within(path, folder), hashlib.sha256(content).hexdigest())
    if args.game:
        _write(path, content)
    return result


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None


def _within(path: Path, folder: Path) -> str:
    """Return a record's path relative to the tournament's folder. Raises `RefusedRequest` if it is outside."""
    if not path.is_relative_to(folder):
        raise RefusedRequest(f"{path.name} is outside the tournament's folder; copy it there first")
    return path.relative_to(folder).as_posix()


def _of_server(args: argparse.Namespace) -> bytes:
    """Return the record of a stored game. Raises `RefusedRequest` or `StoreError`."""
    from carrom.cli.championship.games import record_of

    return record_of(args.game, args.data)


def _write(path: Path, content: bytes) -> None:
    try:
        with open(path, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        if path.read_bytes() != content:
            raise SetupError(f"{path} already exists and is a different record; move it away first") from None
    except OSError as reason:
        raise SetupError(f"{path} cannot be written: {reason.strerror}") from None


def differs(folder: Path, result: Finished | SheetSigned) -> str:
    """Return how a result's record differs from the one that was hashed, as a sentence; empty if it is unchanged."""
    try:
        content = (folder / result.source).read_bytes()
    except OSError as reason:
        return f"{result.source} of {result.fixture} cannot be read: {reason.strerror}"
    found = hashlib.sha256(content).hexdigest()
    if found == result.sha256:
        return ""
    return f"{result.source} of {result.fixture} has the hash {found[:12]}, but {result.sha256[:12]} was recorded"
