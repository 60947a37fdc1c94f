"""What a game's history was at one of its events, kept so that reopening the game need not begin at the first.

The events are the truth, and a checkpoint only saves time. It names the link of its last event (`chain.py`): a log that
does not have that link has no such checkpoint. It names the program that made it, by its very sources, because another
one may fold otherwise. It has a hash of itself. Where any of that is not so, the game is folded from its first event.
"""

import hashlib
import logging
import sys
import zlib
from functools import cache
from pathlib import Path

from carrom.data import Value
from carrom.errors import CarromError
from carrom.game.event import GameBegun
from carrom.game.rulebook import rulebook
from carrom.server.database import Database
from carrom.server.films.plain import inflated
from carrom.server.history import History
from carrom.server.nodes.known import known
from carrom.server.reopening.encoding import decoded, encoded
from carrom.server.stored import Mark, StoredEvent
from carrom.version import __version__

log = logging.getLogger("carrom.server")

EVERY = 20
"""Events between two checkpoints of a game."""

_LEVEL = 4
_FOLDS = ("board", "game", "rules", "server/films", "server/reopening")
_FOLD = ("data.py", "texts.py", "server/film.py", "server/history.py", "server/places.py")
"""Folders and files of this program that decide what a history is."""


class Checkpoint(Value, frozen=True, kw_only=True):
    """What is kept; its fields are the columns."""

    version: int
    program: str
    digest: bytes
    body: bytes

    @classmethod
    def of(cls, history: History) -> "Checkpoint":
        """Return the checkpoint of a game as it stands."""
        body = zlib.compress(encoded(history), _LEVEL)
        made = program()
        return cls(version=history.version, program=made, digest=_digest(history.version, made, body), body=body)

    def history(self, first: StoredEvent) -> History | None:
        """Return what it was made of, None if it cannot be told any more; `first` is the game's first event."""
        if self.program != program() or self.digest != _digest(self.version, self.program, self.body):
            return None
        begun = known(first)
        assert isinstance(begun, GameBegun), "a game begins with its header"
        try:
            found = decoded(inflated(self.body), rulebook(begun.header))
            fits = found.version == self.version and found.game.events[0] == begun and found.game.header == begun.header
        except Exception as fault:  # whatever the row holds, the events are there
            log.warning("A checkpoint cannot be read, and its game is replayed from its events: %s", fault)
            return None
        return found if fits else None


def reopened(events: tuple[StoredEvent, ...], checkpoint: Checkpoint | None) -> History:
    """Return the history of a game, from its checkpoint on where it has one; raises what folding raises."""
    found = None if checkpoint is None or checkpoint.version > len(events) else checkpoint.history(events[0])
    if found is None:
        return History.fold(tuple(known(each) for each in events))
    for each in events[found.version :]:
        found = found.apply(known(each))
    return found


class Checkpoints:
    """The checkpoints of a database; one of each game."""

    def __init__(self, database: Database) -> None:
        """Keep to their table."""
        self._database = database

    def find(self, game: str) -> Checkpoint | None:
        """Return that of a game, if it is of the log as it stands; blocks. One that cannot be had is none."""
        try:
            found = self._database.ask(_FOUND, (game,))
        except CarromError:
            return None
        return Checkpoint(**dict(zip(Checkpoint.__struct_fields__, found[0], strict=True))) if found else None

    def keep(self, game: str, mark: Mark, history: History) -> None:
        """Keep the history that a game has at its mark, instead of an older one; blocks. Raises `StoreError`."""
        made = Checkpoint.of(history)
        cells = (game, mark.head, made.version, made.program, made.digest, made.body)
        self._database.write((_KEPT, cells))


_FOUND = """SELECT kept.version, kept.program, kept.digest, kept.body FROM checkpoint kept
    JOIN event ON event.game = kept.game AND event.version = kept.version AND event.hash = kept.head
    WHERE kept.game = ?"""
_KEPT = """INSERT INTO checkpoint (game, head, version, program, digest, body) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET head = excluded.head, version = excluded.version, program = excluded.program,
    digest = excluded.digest, body = excluded.body"""


@cache
def program() -> str:
    """Return what this program is called as far as it decides what a history is: its version, a hash of sources."""
    home = Path(__file__).parents[2]
    files = [home / name for name in _FOLD]
    for folder in _FOLDS:
        files += sorted(each for each in (home / folder).rglob("*") if each.suffix in {".py", ".toml", ".json"})
    told = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for each in files:
        if each.is_file():
            told.update(each.relative_to(home).as_posix().encode() + b"\0" + each.read_bytes() + b"\0")
    return f"{__version__} {told.hexdigest()[:32]}"


def _digest(version: int, made: str, body: bytes) -> bytes:
    return hashlib.sha256(f"{version} {made} ".encode() + body).digest()
