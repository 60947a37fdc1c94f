"""Checkpoints: a game's history at one of its events, stored to avoid replaying all events.

The events are the source of truth; a checkpoint only saves time. An HMAC binds it to its game, to the hash of its last
event (`hash_chain.py`) and to the source code that wrote it; the key is not in the database (`checkpoint_key.py`). A
row with a wrong HMAC is ignored, and the game is replayed from its first event.
"""

import hashlib
import hmac
import logging
import sys
import zlib
from functools import cache

import msgspec

from carrom.errors import CarromError
from carrom.game.events import GameBegun
from carrom.game.rulebook import rulebook
from carrom.storage.database import Database
from carrom.storage.models import LogPosition, StoredEvent
from carrom.tables.log.checkpoint_encoding import decoded, encoded
from carrom.tables.log.compatibility import known, source_digest
from carrom.tables.log.history import History
from carrom.tables.log.msgpack_codec import MOST, inflated
from carrom.values import Value
from carrom.version import __version__

log = logging.getLogger("carrom.server")

EVERY = 20
"""Number of events between two checkpoints of a game."""

_LEVEL = 4
_FOLDS = ("board", "game", "rules", "tables/log", "tables/views")
_FOLD = ("values.py", "tables/seats.py")
"""Folders and files of the source code that determine the history."""


class Checkpoint(Value, frozen=True, kw_only=True):
    """A game's history as bytes; one read from the database has been authenticated."""

    version: int
    """Number of events in the history."""
    body: bytes

    @classmethod
    def of(cls, history: History) -> "Checkpoint":
        """Return a checkpoint of a history."""
        return cls(version=history.version, body=zlib.compress(encoded(history), _LEVEL))

    def history(self, first: StoredEvent) -> History | None:
        """Return the history, or None if it cannot be decoded; `first` is the game's first event."""
        begun = known(first)
        assert isinstance(begun, GameBegun), "a game begins with its header"
        try:
            return decoded(inflated(self.body), rulebook(begun.header))
        except Exception as fault:  # the events are still available
            log.warning("A checkpoint cannot be read, and its game is replayed from its events: %s", fault)
            return None


def reopened(events: tuple[StoredEvent, ...], checkpoint: Checkpoint | None) -> History:
    """Return the history of a game, starting from its checkpoint if it has one. Raises the errors of the game."""
    found = None if checkpoint is None or checkpoint.version > len(events) else checkpoint.history(events[0])
    if found is None:
        return History.fold(tuple(known(each) for each in events))
    for each in events[found.version :]:
        found = found.apply(known(each))
    return found


class Checkpoints:
    """The checkpoints in a database, at most one per game."""

    def __init__(self, database: Database, key: bytes) -> None:
        """Use this database; only rows authenticated with `key` are accepted."""
        self._database, self._key = database, key

    def find(self, game: str) -> Checkpoint | None:
        """Return the authentic checkpoint of a game's present log, or None. Blocks; raises no errors."""
        try:
            found = self._database.ask(_FOUND, (game, MOST))
            row = msgspec.convert(found[0], _Row) if found else None
        except (CarromError, msgspec.ValidationError):
            return None
        if row is None or not hmac.compare_digest(row.digest, self._digest(game, row.head, row.version, row.body)):
            return None
        return Checkpoint(version=row.version, body=row.body)

    def keep(self, game: str, mark: LogPosition, history: History) -> None:
        """Store the history of a game at a log position, replacing an older checkpoint. Blocks; raises `StoreError`."""
        made = Checkpoint.of(history)
        digest = self._digest(game, mark.head, made.version, made.body)
        self._database.write((_KEPT, (game, mark.head, made.version, program(), digest, made.body)))

    def _digest(self, game: str, head: bytes, version: int, body: bytes) -> bytes:
        """Return the HMAC of a row written by this version of the program."""
        signed = repr((game, head, version, program())).encode("utf-8", "surrogatepass") + b"\0" + body
        return hmac.digest(self._key, signed, hashlib.sha256)


class _Row(Value, frozen=True, array_like=True):
    """The cells of a checkpoint as read from the database."""

    version: int
    head: bytes
    digest: bytes
    body: bytes


_FOUND = """SELECT kept.version, kept.head, kept.digest, kept.body FROM checkpoint kept
    JOIN event ON event.game = kept.game AND event.version = kept.version AND event.hash = kept.head
    WHERE kept.game = ? AND length(kept.body) <= ?"""
_KEPT = """INSERT INTO checkpoint (game, head, version, program, digest, body) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET head = excluded.head, version = excluded.version, program = excluded.program,
    digest = excluded.digest, body = excluded.body"""


@cache
def program() -> str:
    """Return an identifier of the source code that determines the history: version and hash."""
    return f"{__version__} {source_digest(_FOLDS, _FOLD, repr(sys.version_info[:2]))[:32]}"
