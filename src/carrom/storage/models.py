"""Stored rows: games and their events as text, and seats with their holders."""

from carrom.values import Value


class StoredEvent(Value, frozen=True, kw_only=True):
    """One event of a game, as text."""

    version: int
    body: str
    nonce: str | None = None
    """Nonce of the command that caused it; null for actions of the server."""


class Timestamps(Value, frozen=True):
    """When a batch of events was received, and when the next turn starts; ms since 1970."""

    heard: int
    since: int


class LogPosition(Value, frozen=True):
    """A position in a game's log: version, link of the last event, and seal of the row."""

    version: int
    head: bytes
    seal: bytes


class EventBatch(Value, frozen=True):
    """Events that are stored and sent together; without timestamps in data of older schemas."""

    events: tuple[StoredEvent, ...]
    moment: Timestamps | None


class StoredSeat(Value, frozen=True, kw_only=True):
    """A seat and its holder."""

    seat: str
    name: str
    hash: str
    """Hash (`tokens.hashed`) of the secret that opens the seat."""
    account: str | None = None
    """The account that also opens the seat."""
    called: str = ""
    """Present name of the account, read together with the seat; empty if it is closed or there is none."""
    bot: bool = False
    """Whether a program plays with the account, read together with the seat."""


class StoredGame(Value, frozen=True, kw_only=True):
    """One game with its settings, seats and events."""

    game: str
    begun: int
    """Seconds since 1970, UTC."""
    setting: str
    events: tuple[StoredEvent, ...]
    seats: tuple[StoredSeat, ...] = ()
    watch: str | None = None
    """Hash of the secret that allows watching."""
    invite: str | None = None
    """Hash of the secret that allows taking a free seat."""
    open: bool = False
    """Whether anybody with the address may watch."""
    ended: int | None = None
    """Seconds since 1970, UTC; null while the game is not over."""
    moment: Timestamps | None = None
    """Timestamps of its last events."""
    mark: LogPosition = LogPosition(0, b"", b"")


class Tail(Value, frozen=True, kw_only=True):
    """What was added to a game after a log position."""

    mark: LogPosition
    setting: str
    told: tuple[EventBatch, ...]
    seats: tuple[StoredSeat, ...]
    ended: int | None


class PastGame(Value, frozen=True, kw_only=True):
    """One row of a list of games."""

    game: str
    begun: int
    ended: int | None
    last: int
    """Time of the last event, or of the start, in seconds since 1970."""
    version: int
    setting: str
    seats: tuple[StoredSeat, ...]
    """The seats held with the given hashes."""
    held: tuple[StoredSeat, ...] = ()
    """All taken seats."""
    open: bool = False
    """Whether anybody may watch."""
