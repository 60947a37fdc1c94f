"""What is kept of one kind (games, or ties): a row, events that are appended to, never rewritten, and who holds it.

Events are text here: a shelf knows names, versions, nonces and who holds a seat, and nothing of carrom.

The events of a game are a chain of hashes whose end stands in its row (`chain.py`): a game that is not as it was
written is kept, and never goes on. Whoever reads the tables cannot act: of the words that open a game or a seat, and of
the nonce that began it, only hashes are kept. The same holds of a tie.
"""

import sqlite3
import time
from collections.abc import Iterable

from msgspec.structs import astuple

from carrom.data import Value, changed
from carrom.errors import DamagedGame, StoreError
from carrom.server.chain import Cell, Row, fault, link, root, seal
from carrom.server.database import Database
from carrom.server.stored import StoredEvent, StoredGame, StoredSeat
from carrom.server.tokens import hashed

_COLUMNS = ", ".join(Row.__struct_fields__)


class Kind(Value, frozen=True, kw_only=True):
    """The tables of one kind of thing that is kept."""

    word: str
    """What one of them is called, which is the name of its table and of the column that names it elsewhere."""
    event: str
    seat: str

    @property
    def events(self) -> str:
        """The question for all events of one."""
        return f"SELECT version, nonce, body, hash FROM {self.event} WHERE {self.word} = ? ORDER BY version"


GAMES = Kind(word="game", event="event", seat="seat")
TIES = Kind(word="tie", event="tie_event", seat="tie_seat")


class Shelf:
    """Everything of one kind in a database; what is said of a game here is meant of a tie, too."""

    def __init__(self, database: Database, kind: Kind) -> None:
        """Keep to the tables of one kind."""
        self.database, self._kind, self._name = database, kind, database.name

    def begin(
        self,
        game: str,
        nonce: str,
        setting: str,
        events: tuple[StoredEvent, ...] = (),
        seats: Iterable[StoredSeat] = (),
        watch: str | None = None,
        invite: str | None = None,
        open: bool = False,
    ) -> None:
        """Store a new game with its first events (or none yet), all or nothing; raises `StoreError` if it exists.

        `watch` and `invite` are hashes.
        """
        first, asked, begun, taken = root(game, setting, self._kind.word), hashed(nonce), int(time.time()), tuple(seats)

        def write() -> None:
            found = self._row("id = ?", game)
            if found is not None and (found[0].nonce, found[0].root) == (asked, first):
                return
            row = Row(game, asked, begun, setting, watch, invite, int(open), None, 0, first, first)
            places = ", ".join("?" * (len(astuple(row)) + 1))
            self._do(f"INSERT INTO {self._kind.word} ({_COLUMNS}, seal) VALUES ({places})", (*astuple(row), seal(row)))
            self._extend(row, events)
            self.database.db.executemany(
                f"INSERT INTO {self._kind.seat} VALUES (?, ?, ?, ?)",
                [(game, each.seat, each.name, each.hash) for each in taken],
            )

        self.database.write(write)

    def append(self, game: str, events: tuple[StoredEvent, ...], *, ended: bool | None = None) -> None:
        """Store events of a game, all or nothing; the same events again are stored once.

        `ended` says whether the game is over with them; None leaves it. Raises `StoreError` if one of their versions
        is taken by another event, `DamagedGame`, or `OutcomeUnknown`.
        """

        def write() -> None:
            row = self._whole_row(game)
            if not self._holds(game, events):
                row = self._extend(row, events)
            if ended is not None:
                self._change(row, ended=(row.ended or int(time.time())) if ended else None)

        self.database.write(write)

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its events in order, or None if there is none; raises `DamagedGame` or `StoreError`."""
        return self._one("id = ?", game)

    def made_with(self, nonce: str) -> StoredGame | None:
        """Return the game that a command with this nonce began, or None; raises like `load`."""
        return self._one("nonce = ?", hashed(nonce))

    def seats(self, game: str) -> tuple[StoredSeat, ...]:
        """Return who holds the seats of a game, whether or not its events are whole."""
        with self.database.transaction("BEGIN"):
            return self._seats(game)

    def take_seat(self, game: str, seat: str, name: str, hash: str) -> bool:
        """Give a free seat to who holds the word of `hash`; return False, changing nothing, if another holds it."""

        def write() -> bool:
            self._whole_row(game)
            self._do(f"INSERT OR IGNORE INTO {self._kind.seat} VALUES (?, ?, ?, ?)", (game, seat, name, hash))
            one = f"SELECT hash FROM {self._kind.seat} WHERE {self._kind.word} = ? AND seat = ?"
            (held,) = self._do(one, (game, seat)).fetchone()
            return bool(held == hash)

        return self.database.write(write)

    def set_setting(self, game: str, setting: str) -> None:
        """Replace what was agreed for a game; raises `DamagedGame` or `StoreError`."""
        self.database.write(lambda: self._change(self._whole_row(game), setting=setting))

    def set_door(self, game: str, *, watch: str | None, invite: str | None, open: bool) -> None:
        """Replace the hashes of the words that let people watch and sit down, and whether anybody may watch."""
        self.database.write(lambda: self._change(self._whole_row(game), watch=watch, invite=invite, open=int(open)))

    def _one(self, condition: str, value: str) -> StoredGame | None:
        with self.database.transaction("BEGIN"):
            read = self._row(condition, value)
            if read is None:
                return None
            row, sealed = read
            try:
                found = self._do(self._kind.events, (row.id,)).fetchall()
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
                    raise
                found = []
            seats = self._seats(row.id)
        damage = fault(row, sealed, found)
        if damage is not None:
            raise self._not_whole(row.id, damage)
        return StoredGame(
            game=row.id,
            begun=row.begun,
            setting=row.setting,
            events=tuple(StoredEvent(version=version, body=body, nonce=nonce) for version, nonce, body, _ in found),
            seats=seats,
            watch=row.watch,
            invite=row.invite,
            open=bool(row.open),
            ended=row.ended,
        )

    # What follows is called within a transaction.

    def _do(self, statement: str, values: tuple[Cell, ...]) -> sqlite3.Cursor:
        return self.database.db.execute(statement, values)

    def _row(self, condition: str, value: str) -> tuple[Row, bytes] | None:
        """Return the row of a game and its seal, or None."""
        cells = self._do(f"SELECT {_COLUMNS}, seal FROM {self._kind.word} WHERE {condition}", (value,)).fetchone()
        return None if cells is None else (Row(*cells[:-1]), cells[-1])

    def _whole_row(self, game: str) -> Row:
        """Return the row of a game; raises `StoreError` if there is none, `DamagedGame` if its seal is broken."""
        read = self._row("id = ?", game)
        if read is None:
            raise StoreError(f"There is no {self._kind.word} {game} in {self._name}.")
        row, sealed = read
        if seal(row) != sealed:
            raise self._not_whole(game, "its row is not as it was written")
        return row

    def _seats(self, game: str) -> tuple[StoredSeat, ...]:
        all_of = f"SELECT seat, name, hash FROM {self._kind.seat} WHERE {self._kind.word} = ? ORDER BY seat"
        found = self._do(all_of, (game,)).fetchall()
        return tuple(StoredSeat(seat=seat, name=name, hash=hash) for seat, name, hash in found)

    def _holds(self, game: str, events: tuple[StoredEvent, ...]) -> bool:
        """Whether a game has exactly these events already: a write whose answer was lost comes again."""
        one = f"SELECT nonce, body FROM {self._kind.event} WHERE {self._kind.word} = ? AND version = ?"
        return bool(events) and all(
            self._do(one, (game, event.version)).fetchone() == (event.nonce, event.body) for event in events
        )

    def _extend(self, row: Row, events: tuple[StoredEvent, ...]) -> Row:
        """Link events to the end of a game and return its new row; raises `StoreError` if they do not fit there."""
        version, head, now, rows = row.version, row.head, int(time.time()), []
        for event in events:
            if event.version <= version:
                raise StoreError(
                    f"Another server has written to this {self._kind.word} in {self._name}: {version} is taken."
                )
            if event.version != version + 1:
                raise StoreError(
                    f"Event {event.version} of a {self._kind.word} in {self._name} cannot follow event {version}."
                )
            version, head = event.version, link(head, event.version, event.nonce, event.body)
            rows.append((row.id, version, event.nonce, now, event.body, head))
        columns = f"{self._kind.word}, version, nonce, at, body, hash"
        self.database.db.executemany(f"INSERT INTO {self._kind.event} ({columns}) VALUES (?, ?, ?, ?, ?, ?)", rows)
        return self._change(row, version=version, head=head)

    def _change(self, row: Row, **columns: Cell) -> Row:
        """Replace columns of a game's row and seal it anew; return it."""
        new = changed(row, **columns)
        places = ", ".join(f"{name} = ?" for name in columns)
        values = (*columns.values(), seal(new), row.id)
        self._do(f"UPDATE {self._kind.word} SET {places}, seal = ? WHERE id = ?", values)
        return new

    def _not_whole(self, game: str, damage: str) -> DamagedGame:
        return DamagedGame(
            f"The {self._kind.word} {game} is damaged in {self._name} ({damage}): it is kept as it is and cannot go "
            f"on; the other {self._kind.word}s can."
        )
