"""Finishes that come from records: a file beside the championship, or a game of this machine's server."""

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
    """Return the finish of a fixture by the record of its game. Raises what the record is refused for."""
    if args.score:
        raise RefusedRequest(f"{address} has a record and a score; the record says the score")
    folder = args.file.resolve().parent
    content = _of_server(args) if args.game else _read(args.record)
    game = read_bytes(content, args.game or str(args.record))
    path = folder / f"{address}.carrom" if args.game else args.record.resolve()
    told = finished(championship, address, game, _within(path, folder), hashlib.sha256(content).hexdigest())
    if args.game:
        _lay(path, content)
    return told


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None


def _within(path: Path, folder: Path) -> str:
    """Return a record's name as the championship has it. Raises `RefusedRequest` if it lies elsewhere."""
    if not path.is_relative_to(folder):
        raise RefusedRequest(f"{path.name} does not lie beside the championship; copy it to its folder first")
    return path.relative_to(folder).as_posix()


def _of_server(args: argparse.Namespace) -> bytes:
    """Return the record of a stored game. Raises `RefusedRequest` or `StoreError`."""
    from carrom.cli.championship.games import record_of

    return record_of(args.game, args.data)


def _lay(path: Path, content: bytes) -> None:
    try:
        with open(path, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        if path.read_bytes() != content:
            raise SetupError(f"{path} exists already and is another record; move it away") from None
    except OSError as reason:
        raise SetupError(f"{path} cannot be written: {reason.strerror}") from None


def differs(folder: Path, told: Finished | SheetSigned) -> str:
    """Return what is wrong with the record of a finish, in one sentence; empty where it is as it was."""
    try:
        content = (folder / told.source).read_bytes()
    except OSError as reason:
        return f"{told.source} of {told.fixture} cannot be read: {reason.strerror}"
    found = hashlib.sha256(content).hexdigest()
    if found == told.sha256:
        return ""
    return f"{told.source} of {told.fixture} has the hash {found[:12]}, and was hashed {told.sha256[:12]}"
