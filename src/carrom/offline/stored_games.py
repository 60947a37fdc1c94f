"""Storage of games in the browser: what the worker asks of IndexedDB, and the rows it writes."""

from typing import Protocol

from msgspec import ValidationError
from msgspec.json import Decoder, Encoder

from carrom.errors import DamagedGame
from carrom.protocol.http_games import OfflineAct
from carrom.storage.database import StoredEvent, StoredGame
from carrom.values import Value, changed


class GameStorage(Protocol):
    """Games as texts. Each write is complete and on disk when it returns, or raises and changes nothing."""

    async def made_with(self, nonce: str) -> str | None:
        """Return the game that the command with this nonce created, or None."""

    async def load(self, game: str) -> str | None:
        """Return a game with its events, as `write` received them (`WholeGame`), or None."""

    async def write(self, game: str, nonce: str | None, row: str, events: str) -> None:
        """Store a game's row and append its new events (a JSON list), together.

        `nonce` is that of the command that created the game, for a new game. Raises if an event of that version
        exists already.
        """

    async def remove(self, game: str) -> None:
        """Delete a game with its events."""

    async def own(self, game: str, patience: float) -> bool:
        """Make this page the only one that plays the game; False if another page does, after `patience` seconds."""

    def disown(self) -> None:
        """Let another page play the game that this page owns."""


class GameRow(Value, frozen=True, kw_only=True):
    """A game without its events, as stored."""

    game: str
    begun: int
    """Seconds since 1970, UTC."""
    setting: str
    key: str
    """Hash of the key that opens the seats of the people at this screen."""
    watch: str
    """Hash of the key that only shows the game."""
    base: int | None = None
    """Version of the server's log from which this copy goes on; None for a game that no server has."""


class LocalEvent(Value, frozen=True, kw_only=True):
    """An event as stored in the browser; the last one of an act has what is sent to the server for it."""

    version: int
    body: str
    nonce: str | None = None
    act: OfflineAct | None = None
    """The act, in a copy of a server's game."""
    digest: str | None = None
    """Digest of the state after the act."""


class WholeGame(Value, frozen=True, kw_only=True):
    """A stored game with all its events."""

    row: GameRow
    events: tuple[LocalEvent, ...]

    def stored(self) -> StoredGame:
        """Return the game as the tables read it."""
        events = tuple(StoredEvent(version=each.version, body=each.body, nonce=each.nonce) for each in self.events)
        return StoredGame(game=self.row.game, begun=self.row.begun, setting=self.row.setting, events=events)

    @property
    def acts(self) -> int:
        """The number of acts that are to be sent to the server."""
        return sum(each.act is not None for each in self.events)


_encoder, _reader = Encoder(), Decoder(WholeGame)


def row_text(row: GameRow) -> str:
    """Return a row as text."""
    return _encoder.encode(row).decode()


def act_text(events: tuple[StoredEvent, ...], act: OfflineAct, digest: str) -> str:
    """Return the events of an act as text, with what is sent to the server for it."""
    *before, last = (LocalEvent(version=each.version, body=each.body, nonce=each.nonce) for each in events)
    return _encoder.encode((*before, changed(last, act=act, digest=digest))).decode()


def events_text(events: tuple[StoredEvent, ...]) -> str:
    """Return events as text."""
    return _encoder.encode(events).decode()


def read_game(text: str) -> WholeGame:
    """Return a stored game. Raises `DamagedGame`."""
    try:
        return _reader.decode(text)
    except ValidationError as error:
        raise DamagedGame(
            f"This game is stored in a form that this page cannot read ({error}); it is unchanged."
        ) from error
