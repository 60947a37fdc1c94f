"""The `carrom verify` command: simulate a recorded game, or every rubber of a tie, and report every difference."""

import argparse
import zipfile
import zlib
from pathlib import Path

import msgspec

from carrom.cli.replay import load, read_bytes
from carrom.errors import RecordError, SetupError
from carrom.files import decoded
from carrom.game.game import GameHistory
from carrom.game.replay import divergences
from carrom.game.tie import Tie
from carrom.game.tie_record import read_tie

# -- the records of a team tie, from its folder or its archive ---------------------------------------------------------


NAME = "tie.carrom-tie"
LARGEST = 64_000_000
"""Maximum size of one file of an archive, uncompressed, in bytes."""


def load_tie(path: Path) -> Tie:
    """Return the tie of a folder or an archive, with the games of its rubbers. Raises `RecordError` or `SetupError`."""
    files = _folder(path) if path.is_dir() else _archive(path)
    if NAME not in files:
        raise RecordError(f"{path} contains no tie; expected a file {NAME} in it")
    games: list[GameHistory] = []
    while (name := f"rubber-{len(games) + 1}.carrom") in files:
        games.append(read_bytes(files[name], f"{path}: {name}"))
    text = decoded(files[NAME], f"{path}: {NAME}")
    try:
        # A custom rule set is stored in the records of its games.
        own = games[0].rules if games and games[0].header.extends else None
        return read_tie(text, games, own)
    except RecordError as reason:
        raise RecordError(f"{path}: {NAME}: {reason}") from None


def _folder(path: Path) -> dict[str, bytes]:
    try:
        return {each.name: each.read_bytes() for each in path.iterdir() if each.suffix in (".carrom", ".carrom-tie")}
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None


def _archive(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            large = next((each.filename for each in archive.infolist() if each.file_size > LARGEST), None)
            if large is not None:
                raise RecordError(f"{path}: {large} is too large; a file of a tie has at most {LARGEST} bytes")
            return {each.filename: archive.read(each) for each in archive.infolist()}
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError):
        raise RecordError(f"{path} is not an archive; expected the .zip file of a tie") from None
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None


# -- the command -------------------------------------------------------------------------------------------------------


EXAMPLES = """\
examples:
  carrom verify game.carrom
  carrom verify game.carrom --json
  carrom verify tie.zip            the records of a tie; also the folder of one

Exit code 0: the simulation agrees with the record. Exit code 1: it differs, or the record is damaged or edited.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="record of a game (.carrom), or of a tie (.zip file or folder)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per difference")


def run(args: argparse.Namespace) -> int:
    """Print every difference, and return 1 if there is any."""
    if not args.file.is_dir() and args.file.suffix != ".zip":
        return _verified(load(args.file), args.json)
    from carrom.umpire.tie_table import tie_card

    tie = load_tie(args.file)
    found = 0
    for number, game in enumerate(tie.games, 1):
        if not args.json:
            print(f"Rubber {number}: ", end="", flush=True)
        found |= _verified(game, args.json)
    if not args.json:
        print("\n".join(tie_card(tie)))
    return found


def _verified(game: GameHistory, as_json: bool) -> int:
    """Print every difference of a game, and return 1 if there is any."""
    count = 0
    for divergence in divergences(game):
        count += 1
        print(msgspec.json.encode(divergence).decode() if as_json else str(divergence), flush=True)
    if not as_json:
        strokes = sum(event.__class__.__name__ == "Struck" for event in game.events)
        if not game.header.measured:
            print(f"{strokes} strokes on a physical board: the laws were applied again; there is nothing to simulate.")
        else:
            print(f"{strokes} strokes simulated again, {count or 'no'} difference{'' if count == 1 else 's'}.")
    return 1 if count else 0
