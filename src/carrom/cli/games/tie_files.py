"""Read the records of a team tie from its folder, or from the archive downloaded from the page."""

import zipfile
import zlib
from pathlib import Path

from carrom.cli.games.replay import read_bytes
from carrom.errors import RecordError, SetupError
from carrom.game.game import GameHistory
from carrom.game.notation.tie_record import read_tie
from carrom.game.scoring.tie import Tie
from carrom.text_files import decoded

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
