"""Results and score cards of `carrom event` read from game records: files, or games stored on this computer."""

import argparse
import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from carrom.cli.replay import read_bytes
from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.game.events import Chosen, Tossed
from carrom.game.game import GameHistory
from carrom.game.player_names import side_name
from carrom.game.progress import is_points_game
from carrom.storage.location import stored_at
from carrom.storage.store import Store
from carrom.tables.room import Room
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.event_log import finished
from carrom.tournament.events import Finished, SheetSigned
from carrom.tournament.identifiers import Address
from carrom.tournament.score_card import Filled, PrintedCardRow
from carrom.tournament.state import Championship
from carrom.umpire.score_card import rows


def filled(championship: Championship, folder: Path) -> Iterator[tuple[str, Filled]]:
    """Yield the score card of every fixture whose record can be read, with the fixture's address."""
    for _, address, fixture in drawn_fixtures(championship, None):
        source = fixture.finish.source if fixture.finish else ""
        if not source:
            continue
        try:
            game = read_bytes((folder / source).read_bytes(), source)
        except (CarromError, OSError):
            continue
        if not is_points_game(game.state) and game.state.games:
            yield str(address), _of_game(game, championship.name(fixture.a))


def _of_game(game: GameHistory, first: str) -> Filled:
    """Return the score card of a record, with the side called `first` in the first columns."""
    leads = 0 if _order(game) == 0 else 1
    swap = (side_name(game, game.state.sides[leads]) or "").casefold() != first.casefold()
    games = []
    for number in range(len(game.state.games)):
        found = []
        for row in rows(game, number):
            a, b = (row.cells[1], row.cells[0]) if swap else (row.cells[0], row.cells[1])
            found.append(PrintedCardRow(board=row.board, breaker=row.breaker, first=a, second=b))
        games.append(tuple(found))
    toss = next((side_name(game, each.won_by) for each in game.events if isinstance(each, Tossed)), "")
    choice = next((each.what for each in game.events if isinstance(each, Chosen)), "")
    return Filled(toss=toss, choice=choice, umpire=game.header.umpire, games=tuple(games))


def _order(game: GameHistory) -> int:
    """Return the index of the side that broke first; its results go in the first columns."""
    opener = game.state.games[0].opener[:1]
    return "ABC".index(opener) if opener else 0


# -- the record of a game stored by the server on this computer --------------------------------------------------------


def record_of(game: str, data: str | None) -> bytes:
    """Return the record of a stored game, as the server would let you download it. Raises `RefusedRequest` or
    `StoreError`.
    """
    saved = stored_at(None, data)
    if isinstance(saved, Path) and not saved.exists():
        raise RefusedRequest(f"{saved.parent} contains no stored games; give the server's data folder with --data")
    store = Store(saved)
    try:
        stored = store.games.load(game)
    finally:
        store.close()
    if stored is None:
        raise RefusedRequest(f"the server has no game {game!r}; expected the id after /game/ in the game's address")
    return Room.restored(stored, Random(0), int(time.time() * 1000)).record().encode()


# -- results from a file beside the tournament's, or from a stored game ------------------------------------------------


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
        write_new(path, content, is_record=True)
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

    return record_of(args.game, args.data)


def write_new(path: Path, content: bytes, *, is_record: bool = False) -> None:
    """Write a file that must not exist, except as the same record. Raises `SetupError`."""
    try:
        with open(path, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        if not is_record:
            raise SetupError(f"{path} exists already; expected a new file name") from None
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
