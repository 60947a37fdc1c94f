"""Rows of the store: games and their events as text, the seats and who holds them."""

from carrom.values import Value


class StoredEvent(Value, frozen=True, kw_only=True):
    """One event of a game, as text."""

    version: int
    body: str
    nonce: str | None = None
    """That of the command it came from; null for what the server did by itself."""


class Timestamps(Value, frozen=True):
    """When what was stored together had been heard, and from when on the next act is awaited; ms since 1970."""

    heard: int
    since: int


class LogPosition(Value, frozen=True):
    """How much of a game somebody knows: its version, the link of its last event, and the seal on its row."""

    version: int
    head: bytes
    seal: bytes


class EventBatch(Value, frozen=True):
    """Events that were stored, and are told, together; with no moment for those of older shapes."""

    events: tuple[StoredEvent, ...]
    moment: Timestamps | None


class StoredSeat(Value, frozen=True, kw_only=True):
    """Who holds a seat."""

    seat: str
    name: str
    hash: str
    """`tokens.hashed` of the secret word that opens it."""
    account: str | None = None
    """The account that opens it, too."""
    called: str = ""
    """What that account is called now, read with the seat and not kept there; empty: it is closed, or there is none."""
    bot: bool = False
    """Whether a program plays in it, likewise."""


class StoredGame(Value, frozen=True, kw_only=True):
    """One game: who plays it, and everything that has happened in it."""

    game: str
    begun: int
    """Seconds since 1970."""
    setting: str
    events: tuple[StoredEvent, ...]
    seats: tuple[StoredSeat, ...] = ()
    watch: str | None = None
    """The hash of the word that lets its holder watch."""
    invite: str | None = None
    """The hash of the word that lets its holder take a free seat."""
    open: bool = False
    """Whether anybody with the address may watch."""
    ended: int | None = None
    """Seconds since 1970; null while it goes on."""
    moment: Timestamps | None = None
    """Of its last events."""
    mark: LogPosition = LogPosition(0, b"", b"")


class Tail(Value, frozen=True, kw_only=True):
    """What has come to a game since a mark."""

    mark: LogPosition
    setting: str
    told: tuple[EventBatch, ...]
    seats: tuple[StoredSeat, ...]
    ended: int | None


class PastGame(Value, frozen=True, kw_only=True):
    """One line of a list of games."""

    game: str
    begun: int
    ended: int | None
    last: int
    """When its last event was stored, or it was begun, in seconds since 1970."""
    version: int
    setting: str
    seats: tuple[StoredSeat, ...]
    """Those that the asked hashes hold."""
    held: tuple[StoredSeat, ...] = ()
    """All that somebody holds."""
    open: bool = False
    """Whether everybody may look on."""
