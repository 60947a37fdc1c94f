"""The game records of a tournament: read, checked against their hashes, and freed of telephone numbers."""

import hashlib
import re
from collections.abc import Callable, Iterator

from carrom.errors import CarromError
from carrom.game.game import GameHistory
from carrom.game.notation.record import read_record
from carrom.text_files import decoded
from carrom.tournament.publishing.privacy import public_record
from carrom.tournament.publishing.verification import sources
from carrom.tournament.state import Championship
from carrom.values import Value

_PATH = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,4}[A-Za-z0-9_][A-Za-z0-9._-]*")


class RecordFile(Value, frozen=True, kw_only=True):
    """A game record as it is published."""

    path: str
    """Its path beside the log, as the log names it."""
    fixture: str
    content: bytes
    sha256: str
    """The hash that the log has."""
    published: str
    """The hash of the published content; it differs from the first one if telephone numbers were replaced."""
    game: GameHistory | None
    """None if the record cannot be read."""

    @property
    def hidden(self) -> bool:
        """Whether telephone numbers were replaced."""
        return self.published != self.sha256

    @property
    def page(self) -> str:
        """The page of its replay."""
        return f"replays/{self.path.removesuffix('.carrom').replace('/', '-')}.html"

    @property
    def data(self) -> str:
        """The file with the data of its replay, shared by all languages."""
        return f"assets/{self.path.removesuffix('.carrom').replace('/', '-')}.replay.js"


def record_files(championship: Championship, read: Callable[[str], bytes | None]) -> Iterator[RecordFile]:
    """Yield the records named by a tournament; `read` returns the bytes of a path, or None.

    Records that are missing, that were changed, or whose path leads elsewhere are left out: `verify` reports them.
    """
    for each in sources(championship):
        content = read(each.source) if is_plain(each.source) else None
        if content is None or hashlib.sha256(content).hexdigest() != each.sha256:
            continue
        shown = public_record(content)
        yield RecordFile(
            path=each.source,
            fixture=each.fixture,
            content=shown,
            sha256=each.sha256,
            published=hashlib.sha256(shown).hexdigest(),
            game=_game(shown),
        )


def is_plain(path: str) -> bool:
    """Return whether a path stays within its folder and is safe as an address."""
    return _PATH.fullmatch(path) is not None and ".." not in path


def _game(content: bytes) -> GameHistory | None:
    try:
        return read_record(decoded(content, "the record"))
    except CarromError:
        return None
