"""The database interface that SQLite and PostgreSQL implement, and the queries they share.

A database keeps rows and knows nothing of games. It reads, adds, and grows a game if its row is still the one that was
read: a compare-and-set on the row's seal, which is another one after every change. Who comes too late reads again.
`sqlite.py` and `postgres.py` are such databases; both have the tables of `shapes.py`.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from carrom.errors import StoreError
from carrom.storage.hash_chain import Cell, ChainRow, Linked
from carrom.storage.models import PastGame, StoredSeat
from carrom.values import Value, changed

T = TypeVar("T")
Ask = Callable[[str, tuple[Cell, ...]], list[tuple[Any, ...]]]
"""Asks one question, with a `?` for each value, and returns the rows of the answer."""


class Kind(Value, frozen=True, kw_only=True):
    """The tables of one kind of thing that is kept."""

    word: str
    """What one of them is called, which is the name of its table and of the column that names it elsewhere."""
    event: str
    seat: str


GAMES = Kind(word="game", event="event", seat="seat")
TIES = Kind(word="tie", event="tie_event", seat="tie_seat")
SHEETS = Kind(word="scoresheet", event="scoresheet_line", seat="scoresheet_key")
"""Umpires' sheets that several servers keep; those of one server are files."""
KINDS = (GAMES, TIES, SHEETS)
PASSING = ("job", "verdict", "node", "presence", "passkey_question", "checkpoint")
"""Tables of work under way, of who is here and of what saves time, which no copy carries: it is found out again."""


class Rows(Value, frozen=True, kw_only=True):
    """A table beside the games whose rows are texts and numbers, each row by itself."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """The columns that name a row."""


Statement = tuple[str, tuple[Cell, ...]]
"""A statement that writes, with a `?` for each of its values."""


class Entry(Value, frozen=True):
    """The row of an event; its fields are the columns."""

    version: int
    nonce: str | None
    at: int
    """When it was stored, in seconds since 1970."""
    body: str
    hash: bytes
    """Its link (`chain.py`)."""
    told: int | None
    """The version of the last event that was stored, and told, together with it; null for those of version 0.2.0."""
    heard: int | None = None
    """When the act was heard that it came of, in ms since 1970; null for those of older shapes."""
    since: int | None = None
    """From when on the next act is awaited, likewise."""

    @property
    def linked(self) -> Linked:
        """Its cells that are linked, and its link."""
        return self.version, self.nonce, self.body, self.hash


class Written(Value, frozen=True, kw_only=True):
    """Everything that is kept of one game, or of one tie, cell by cell."""

    row: ChainRow
    seal: bytes
    entries: tuple[Entry, ...]
    seats: tuple[StoredSeat, ...]


class Database(Protocol):
    """A database that is open. Its methods may be called from any thread, and block for the moment they take.

    They raise `StoreError` for what was certainly not done, `CommitUncertain` for what may have been.
    """

    name: str
    """What it is called in sentences that clients see: no path, no password."""
    tries: int
    """How often a piece of writing whose outcome is unknown is tried; it happens once."""

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""

    def view(self, work: Callable[[Ask], T]) -> T:
        """Do a piece of reading whose questions are all answered from the same moment."""

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Do one statement that writes, all or nothing, and return the rows that it returns; it has to return some.

        In it `{now}` is the database's time in ms since 1970, and `{skip}` passes over rows that others are changing.
        """

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Do statements, all or nothing, and return the rows that the last one returns.

        They are to come to the same when they are done twice: after `CommitUncertain` they are done again.
        """

    def add(self, kind: Kind, new: Written) -> None:
        """Add a game; raises `StoreError` if its name or its nonce is taken."""

    def grow(self, kind: Kind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[Entry, ...]) -> bool:
        """Replace the row whose seal is `before` and add events, or return False, changing nothing: it has another."""

    def sit(self, kind: Kind, game: str, seat: StoredSeat) -> None:
        """Give somebody a seat, unless somebody has it."""

    def mend(self, kind: Kind, whole: Written) -> None:
        """Replace what may change in the row of a game, its seal, and the links of its events."""

    def reindex(self) -> None:
        """Make every index anew."""

    def close(self) -> None:
        """Close it; nothing is lost without it."""


class CorruptPage(StoreError):
    """A page of a file that cannot be read: what lies there is damaged, and nothing else."""


ROW = ", ".join(ChainRow.__struct_fields__)
ENTRY = ", ".join(Entry.__struct_fields__)
SEATED = ("seat", "name", "hash", "account")
"""The columns of a seat beside its game."""
SEAT = ", ".join(SEATED)
CHANGING = ("setting", "watch", "invite", "open", "ended", "version", "head")
"""The columns of a game's row that change."""


def row_of(ask: Ask, kind: Kind, value: str, column: str = "id") -> tuple[ChainRow, bytes] | None:
    """Return the row of a game and its seal, or None."""
    found = ask(f"SELECT {ROW}, seal FROM {kind.word} WHERE {column} = ?", (value,))
    return (ChainRow(*found[0][:-1]), found[0][-1]) if found else None


def seats_of(ask: Ask, kind: Kind, game: str) -> tuple[StoredSeat, ...]:
    """Return who holds the seats of a game."""
    found = ask(f"SELECT {SEAT} FROM {kind.seat} WHERE {kind.word} = ? ORDER BY seat", (game,))
    return tuple(_seat(*cells) for cells in found)


def with_people(ask: Ask, seats: tuple[StoredSeat, ...]) -> tuple[StoredSeat, ...]:
    """Return seats with what the accounts that hold them are called now, and whether programs play in them."""
    accounts = tuple({each.account for each in seats if each.account is not None})
    if not accounts:
        return seats
    question = f"SELECT id, name, bot, state FROM account WHERE id IN ({', '.join('?' * len(accounts))})"
    found = {id: (name if state == "open" else "", bool(bot)) for id, name, bot, state in ask(question, accounts)}
    named = ((each, found.get(each.account, ("", False))) for each in seats)
    return tuple(changed(each, called=called, bot=bot) for each, (called, bot) in named)


def _seat(seat: str, name: str, hash: str, account: str | None) -> StoredSeat:
    return StoredSeat(seat=seat, name=name, hash=hash, account=account)


def entries_of(ask: Ask, kind: Kind, game: str, first: int = 0) -> tuple[Entry, ...]:
    """Return the events of a game in order, from a version on."""
    question = f"SELECT {ENTRY} FROM {kind.event} WHERE {kind.word} = ? AND version >= ? ORDER BY version"
    return tuple(Entry(*cells) for cells in ask(question, (game, first)))


def written(ask: Ask, kind: Kind, value: str, column: str = "id") -> Written | None:
    """Return everything of a game, or None if there is none; events on a torn page are missing."""
    found = row_of(ask, kind, value, column)
    if found is None:
        return None
    row, seal = found
    try:
        entries = entries_of(ask, kind, row.id)
    except CorruptPage:
        entries = ()
    return Written(row=row, seal=seal, entries=entries, seats=seats_of(ask, kind, row.id))


def names_of(ask: Ask, kind: Kind) -> tuple[str, ...]:
    """Return the names of all games, in order."""
    return tuple(name for (name,) in ask(f"SELECT id FROM {kind.word} ORDER BY id", ()))


def past_of(ask: Ask, holders: Iterable[str], column: str = "hash") -> tuple[PastGame, ...]:
    """Return the games in which one of these hashes (or accounts) holds a seat, the last begun first."""
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
    """Return the games in which an account holds a seat, the last begun first."""
    return database.view(lambda ask: past_of(ask, (account,), "account"))


_SEATS_OF = "SELECT game, seat, name, hash, account FROM seat WHERE {} = ? ORDER BY seat"
_PAST = (
    "SELECT begun, ended, version, setting, open, "
    "(SELECT at FROM event WHERE event.game = game.id AND event.version = game.version) FROM game WHERE id = ?"
)
