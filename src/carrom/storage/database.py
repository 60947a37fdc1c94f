"""The database interface that SQLite and PostgreSQL implement, and the queries they share.

A database stores rows and knows nothing about games. It can read rows, add them, and extend a game if its row is still
the one that was read: a compare-and-set on the row's seal, which changes with every write. A writer that loses reads
again. The implementations are `sqlite.py` and `postgres.py`.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from carrom.errors import StoreError
from carrom.storage.hash_chain import Cell, ChainRow, Linked
from carrom.values import Value, changed

# -- rows: games, ties and their events as text, and seats -------------------------------------------------------------


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


# -- the interface -----------------------------------------------------------------------------------------------------


T = TypeVar("T")
Ask = Callable[[str, tuple[Cell, ...]], list[tuple[Any, ...]]]
"""Function that runs a query, with `?` for each value, and returns the rows."""


class TableKind(Value, frozen=True, kw_only=True):
    """The tables of one kind of record."""

    word: str
    """Name of the table, and of the columns that refer to it."""
    event: str
    seat: str


GAMES = TableKind(word="game", event="event", seat="seat")
TIES = TableKind(word="tie", event="tie_event", seat="tie_seat")
SHEETS = TableKind(word="scoresheet", event="scoresheet_line", seat="scoresheet_key")
"""Umpires' score sheets shared by several servers; those of a single server are files."""
TOURNAMENTS = TableKind(word="tournament", event="tournament_event", seat="tournament_seat")
"""Online tournaments; their players are named in their events, and the table of seats is empty."""
KINDS = (GAMES, TIES, SHEETS, TOURNAMENTS)
PASSING = ("job", "verdict", "node", "presence", "passkey_question", "checkpoint", "quota")
"""Tables that are not part of backups: jobs, presence, counts that expire, and caches, which are rebuilt."""


class RowTable(Value, frozen=True, kw_only=True):
    """A table of independent rows, other than games."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """The columns of the primary key."""


Statement = tuple[str, tuple[Cell, ...]]
"""A writing statement, with `?` for each value."""


class EventRow(Value, frozen=True):
    """The row of an event; its fields are the columns."""

    version: int
    nonce: str | None
    at: int
    """When it was stored, in seconds since 1970, UTC."""
    body: str
    hash: bytes
    """Its link in the hash chain (`hash_chain.py`)."""
    told: int | None
    """Version of the last event of the batch stored together; null if unknown."""
    heard: int | None = None
    """When the command was received, in ms since 1970; null if unknown."""
    since: int | None = None
    """When the next turn starts, in ms since 1970; null if unknown."""

    @property
    def linked(self) -> Linked:
        """The cells covered by the hash chain, and the link."""
        return self.version, self.nonce, self.body, self.hash


class StoredLog(Value, frozen=True, kw_only=True):
    """All rows of one game or tie."""

    row: ChainRow
    seal: bytes
    entries: tuple[EventRow, ...]
    seats: tuple[StoredSeat, ...]


class Database(Protocol):
    """An open database. Its methods can be called from any thread, and block.

    They raise `StoreError` if nothing was done, and `CommitUncertain` if the outcome is unknown.
    """

    name: str
    """Name used in messages that clients see; contains no path or password."""
    tries: int
    """Number of attempts of a write whose outcome is unknown; it takes effect only once."""

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""

    def view(self, work: Callable[[Ask], T]) -> T:
        """Run several queries on one consistent snapshot."""

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run one writing statement atomically and return its rows; it has to return some.

        `{now}` in it is the database's time in ms since 1970, and `{skip}` skips rows locked by others.
        """

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Run statements atomically and return the rows of the last one.

        They have to be idempotent: after `CommitUncertain` they are run again.
        """

    def add(self, kind: TableKind, new: StoredLog) -> None:
        """Add a game. Raises `StoreError` if its id or nonce is taken."""

    def grow(self, kind: TableKind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[EventRow, ...]) -> bool:
        """Replace the row if its seal is `before`, and add events; otherwise change nothing and return False."""

    def sit(self, kind: TableKind, game: str, seat: StoredSeat) -> None:
        """Assign a seat, unless it is taken."""

    def mend(self, kind: TableKind, whole: StoredLog) -> None:
        """Replace the changeable cells of a game's row, its seal, and the links of its events."""

    def reindex(self) -> None:
        """Rebuild every index."""

    def close(self) -> None:
        """Close the database. Committed data is safe without it."""


class CorruptPage(StoreError):
    """An unreadable page of a database file; data on other pages is not affected."""


ROW = ", ".join(ChainRow.__struct_fields__)
ENTRY = ", ".join(EventRow.__struct_fields__)
SEATED = ("seat", "name", "hash", "account")
"""The columns of a seat besides its game."""
SEAT = ", ".join(SEATED)
CHANGING = ("setting", "watch", "invite", "open", "ended", "version", "head")
"""The columns of a game's row that can change."""


def row_of(ask: Ask, kind: TableKind, value: str, column: str = "id") -> tuple[ChainRow, bytes] | None:
    """Return the row of a game and its seal, or None."""
    found = ask(f"SELECT {ROW}, seal FROM {kind.word} WHERE {column} = ?", (value,))
    return (ChainRow(*found[0][:-1]), found[0][-1]) if found else None


def seats_of(ask: Ask, kind: TableKind, game: str) -> tuple[StoredSeat, ...]:
    """Return the taken seats of a game."""
    found = ask(f"SELECT {SEAT} FROM {kind.seat} WHERE {kind.word} = ? ORDER BY seat", (game,))
    return tuple(_seat(*cells) for cells in found)


def with_people(ask: Ask, seats: tuple[StoredSeat, ...]) -> tuple[StoredSeat, ...]:
    """Return the seats with the present names of their accounts, and whether programs play with them."""
    accounts = tuple({each.account for each in seats if each.account is not None})
    if not accounts:
        return seats
    question = f"SELECT id, name, bot, state FROM account WHERE id IN ({', '.join('?' * len(accounts))})"
    found = {id: (name if state == "open" else "", bool(bot)) for id, name, bot, state in ask(question, accounts)}
    named = ((each, found.get(each.account, ("", False))) for each in seats)
    return tuple(changed(each, called=called, bot=bot) for each, (called, bot) in named)


def _seat(seat: str, name: str, hash: str, account: str | None) -> StoredSeat:
    return StoredSeat(seat=seat, name=name, hash=hash, account=account)


def entries_of(ask: Ask, kind: TableKind, game: str, first: int = 0) -> tuple[EventRow, ...]:
    """Return the events of a game in order, from a version on."""
    question = f"SELECT {ENTRY} FROM {kind.event} WHERE {kind.word} = ? AND version >= ? ORDER BY version"
    return tuple(EventRow(*cells) for cells in ask(question, (game, first)))


def written(ask: Ask, kind: TableKind, value: str, column: str = "id") -> StoredLog | None:
    """Return all rows of a game, or None if there is none; events on an unreadable page are missing."""
    found = row_of(ask, kind, value, column)
    if found is None:
        return None
    row, seal = found
    try:
        entries = entries_of(ask, kind, row.id)
    except CorruptPage:
        entries = ()
    return StoredLog(row=row, seal=seal, entries=entries, seats=seats_of(ask, kind, row.id))


def names_of(ask: Ask, kind: TableKind) -> tuple[str, ...]:
    """Return the ids of all games, in order."""
    return tuple(name for (name,) in ask(f"SELECT id FROM {kind.word} ORDER BY id", ()))


def past_of(ask: Ask, holders: Iterable[str], column: str = "hash") -> tuple[PastGame, ...]:
    """Return the games in which one of these hashes (or accounts) holds a seat, the latest first."""
    held = [each for holder in set(holders) for each in ask(_SEATS_OF.format(column), (holder,))]
    found = {game: row for game in {game for game, *_ in held} for row in ask(_PAST, (game,))}
    games = [
        PastGame(
            game=game,
            begun=begun,
            ended=ended,
            last=last or begun,
            version=version,
            setting=setting,
            seats=tuple(_seat(*seat) for at, *seat in held if at == game),
            held=with_people(ask, seats_of(ask, GAMES, game)),
            open=bool(open),
        )
        for game, (begun, ended, version, setting, open, last) in found.items()
    ]
    return tuple(sorted(games, key=lambda each: (each.begun, each.game), reverse=True))


def games_of(database: Database, account: str) -> tuple[PastGame, ...]:
    """Return the games in which an account holds a seat, the latest first."""
    return database.view(lambda ask: past_of(ask, (account,), "account"))


_SEATS_OF = "SELECT game, seat, name, hash, account FROM seat WHERE {} = ? ORDER BY seat"
_PAST = (
    "SELECT begun, ended, version, setting, open, "
    "(SELECT at FROM event WHERE event.game = game.id AND event.version = game.version) FROM game WHERE id = ?"
)
