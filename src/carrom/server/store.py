"""Where games are kept: one SQLite file whose events are appended to, never rewritten.

The file says what it is (`application_id`) and which shape it has (`user_version`). An older shape is migrated in one
transaction, a newer one, another program's file or a damaged file is refused with a sentence and left untouched.
Events are text here: the store knows games, versions, nonces and who holds a seat, and nothing of carrom.

A game's events are a chain of hashes whose end stands in the game's row (`chain.py`): a game that is not as it was
written is kept, and never goes on. Whoever reads the tables cannot act: of the words that open a game or a seat, and of
the nonce that began it, only hashes are kept.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from msgspec.structs import astuple

from carrom.data import changed
from carrom.errors import DamagedGame, OutcomeUnknown, StoreError
from carrom.server.chain import Cell, Row, fault, link, root, seal
from carrom.server.shapes import APPLICATION, MIGRATIONS, migrate
from carrom.server.stored import PastGame, StoredEvent, StoredGame, StoredSeat
from carrom.server.tokens import hashed

_COLUMNS = ", ".join(Row.__struct_fields__)

T = TypeVar("T")


class Store:
    """An open database. Its methods block for a disk's moment and may be called from any thread."""

    def __init__(self, path: Path | str) -> None:
        """Open or make the database at `path`, or `":memory:"`; raises `StoreError`."""
        self.path, self._name = str(path), Path(path).name
        self._lock = threading.Lock()
        if self.path != ":memory:":
            _make_folder(Path(path).parent)
            with suppress(OSError):  # SQLite says it better
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        try:
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=5)
        except sqlite3.Error as error:
            raise StoreError(f"The database {self.path} cannot be opened: {error}.") from error
        self._db.text_factory = _text
        try:
            self._prepare()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self._db.close()
            raise StoreError(f"{self._damaged()} ({error})") from error
        except StoreError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file, and bring all that is stored into it; nothing is lost without it."""
        with self._lock:
            self._db.close()

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
        first, asked, begun, taken = root(game, setting), hashed(nonce), int(time.time()), tuple(seats)

        def write() -> None:
            found = self._row("id = ?", game)
            if found is not None and (found[0].nonce, found[0].root) == (asked, first):
                return
            row = Row(game, asked, begun, setting, watch, invite, int(open), None, 0, first, first)
            places = ", ".join("?" * (len(astuple(row)) + 1))
            self._db.execute(f"INSERT INTO game ({_COLUMNS}, seal) VALUES ({places})", (*astuple(row), seal(row)))
            self._extend(row, events)
            self._db.executemany(
                "INSERT INTO seat VALUES (?, ?, ?, ?)", [(game, each.seat, each.name, each.hash) for each in taken]
            )

        self._write(write)

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

        self._write(write)

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its events in order, or None if there is none; raises `DamagedGame` or `StoreError`."""
        return self._one("id = ?", game)

    def made_with(self, nonce: str) -> StoredGame | None:
        """Return the game that a command with this nonce began, or None; raises like `load`."""
        return self._one("nonce = ?", hashed(nonce))

    def seats(self, game: str) -> tuple[StoredSeat, ...]:
        """Return who holds the seats of a game, whether or not its events are whole."""
        with self._transaction("BEGIN"):
            return self._seats(game)

    def take_seat(self, game: str, seat: str, name: str, hash: str) -> bool:
        """Give a free seat to who holds the word of `hash`; return False, changing nothing, if another holds it."""

        def write() -> bool:
            self._whole_row(game)
            self._db.execute("INSERT OR IGNORE INTO seat VALUES (?, ?, ?, ?)", (game, seat, name, hash))
            (held,) = self._db.execute("SELECT hash FROM seat WHERE game = ? AND seat = ?", (game, seat)).fetchone()
            return bool(held == hash)

        return self._write(write)

    def set_setting(self, game: str, setting: str) -> None:
        """Replace what was agreed for a game; raises `DamagedGame` or `StoreError`."""
        self._write(lambda: self._change(self._whole_row(game), setting=setting))

    def set_door(self, game: str, *, watch: str | None, invite: str | None, open: bool) -> None:
        """Replace the hashes of the words that let people watch and sit down, and whether anybody may watch."""
        self._write(lambda: self._change(self._whole_row(game), watch=watch, invite=invite, open=int(open)))

    def games_of(self, hashes: Iterable[str]) -> tuple[PastGame, ...]:
        """Return the games in which one of these hashes holds a seat, the last begun first."""
        with self._transaction("BEGIN"):
            held = [each for hash in set(hashes) for each in self._db.execute(_SEATS_OF, (hash,)).fetchall()]
            found = {game: self._db.execute(_PAST, (game, game)).fetchone() for game, *_ in held}
        games = [
            PastGame(
                game=game,
                begun=row[0],
                ended=row[1],
                last=row[4] or row[0],
                version=row[2],
                setting=row[3],
                seats=tuple(StoredSeat(seat=seat, name=name, hash=word) for at, seat, name, word in held if at == game),
            )
            for game, row in found.items()
            if row is not None
        ]
        return tuple(sorted(games, key=lambda each: (each.begun, each.game), reverse=True))

    def _one(self, condition: str, value: str) -> StoredGame | None:
        with self._transaction("BEGIN"):
            read = self._row(condition, value)
            if read is None:
                return None
            row, sealed = read
            try:
                found = self._db.execute(_EVENTS, (row.id,)).fetchall()
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

    def _row(self, condition: str, value: str) -> tuple[Row, bytes] | None:
        """Return the row of a game and its seal, or None."""
        cells = self._db.execute(f"SELECT {_COLUMNS}, seal FROM game WHERE {condition}", (value,)).fetchone()
        return None if cells is None else (Row(*cells[:-1]), cells[-1])

    def _whole_row(self, game: str) -> Row:
        """Return the row of a game; raises `StoreError` if there is none, `DamagedGame` if its seal is broken."""
        read = self._row("id = ?", game)
        if read is None:
            raise StoreError(f"There is no game {game} in {self._name}.")
        row, sealed = read
        if seal(row) != sealed:
            raise self._not_whole(game, "its row is not as it was written")
        return row

    def _seats(self, game: str) -> tuple[StoredSeat, ...]:
        found = self._db.execute("SELECT seat, name, hash FROM seat WHERE game = ? ORDER BY seat", (game,)).fetchall()
        return tuple(StoredSeat(seat=seat, name=name, hash=hash) for seat, name, hash in found)

    def _holds(self, game: str, events: tuple[StoredEvent, ...]) -> bool:
        """Whether a game has exactly these events already: a write whose answer was lost comes again."""
        one = "SELECT nonce, body FROM event WHERE game = ? AND version = ?"
        return bool(events) and all(
            self._db.execute(one, (game, event.version)).fetchone() == (event.nonce, event.body) for event in events
        )

    def _extend(self, row: Row, events: tuple[StoredEvent, ...]) -> Row:
        """Link events to the end of a game and return its new row; raises `StoreError` if they do not fit there."""
        version, head, now, rows = row.version, row.head, int(time.time()), []
        for event in events:
            if event.version <= version:
                raise StoreError(f"Another server has written to this game in {self._name}: {version} is taken.")
            if event.version != version + 1:
                raise StoreError(f"Event {event.version} of a game in {self._name} cannot follow event {version}.")
            version, head = event.version, link(head, event.version, event.nonce, event.body)
            rows.append((row.id, version, event.nonce, now, event.body, head))
        self._db.executemany("INSERT INTO event (game, version, nonce, at, body, hash) VALUES (?, ?, ?, ?, ?, ?)", rows)
        return self._change(row, version=version, head=head)

    def _change(self, row: Row, **columns: Cell) -> Row:
        """Replace columns of a game's row and seal it anew; return it."""
        new = changed(row, **columns)
        places = ", ".join(f"{name} = ?" for name in columns)
        values = (*columns.values(), seal(new), row.id)
        self._db.execute(f"UPDATE game SET {places}, seal = ? WHERE id = ?", values)
        return new

    def _not_whole(self, game: str, damage: str) -> DamagedGame:
        return DamagedGame(
            f"The game {game} is damaged in {self._name} ({damage}): it is kept as it is and cannot go on; "
            "the other games can."
        )

    def _write(self, work: Callable[[], T]) -> T:
        """Do a piece of writing as one transaction, and once more if the disk did not say what became of it."""
        try:
            with self._transaction("BEGIN IMMEDIATE"):
                return work()
        except OutcomeUnknown as unknown:
            try:
                with self._transaction("BEGIN IMMEDIATE"):
                    return work()
            except StoreError as again:
                raise unknown from again

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        """Run a block as one transaction; what SQLite refuses becomes a `StoreError`."""
        with self._lock:
            try:
                self._db.execute(begin)
                try:
                    yield
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.IntegrityError as error:
                raise StoreError(f"Another server has written to this game in {self._name}: {error}.") from error
            except sqlite3.Error as error:
                raise StoreError(f"The database {self._name} cannot be used: {error}.") from error
            self._commit()

    def _commit(self) -> None:
        """Commit; if that fails, what was written may be found after a restart or not: raises `OutcomeUnknown`."""
        try:
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise OutcomeUnknown(
                f"The database {self._name} did not say whether this was kept ({error}); the same again is done once."
            ) from error

    def _prepare(self) -> None:
        """Check that the file is ours, whole and not newer than this program; bring it to the newest shape."""
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (shape,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application != APPLICATION and (tables or shape):
            raise StoreError(
                f"{self.path} is a database of another program; name another file with --data or CARROM_DATA."
            )
        if shape < 0:
            raise StoreError(f"{self._damaged()} (its shape is {shape}; shapes are counted from 0)")
        if shape > len(MIGRATIONS):
            raise StoreError(
                f"{self.path} was written by a newer carrom (shape {shape}, this one knows {len(MIGRATIONS)}); "
                "install that version, or name another folder with --data or CARROM_DATA."
            )
        (health,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise StoreError(f"{self._damaged()} ({health})")
        if self.path != ":memory:":
            _keep_to_owner(self.path)
            self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        for number in range(shape, len(MIGRATIONS)):
            migrate(self._db, MIGRATIONS[number], APPLICATION, number + 1)

    def _damaged(self) -> str:
        return (
            f"{self.path} is damaged or is no database of carrom; it was left as it is: "
            "move it away or restore a copy, or name another folder with --data or CARROM_DATA."
        )


_EVENTS = "SELECT version, nonce, body, hash FROM event WHERE game = ? ORDER BY version"
_SEATS_OF = "SELECT game, seat, name, hash FROM seat WHERE hash = ? ORDER BY seat"
_PAST = (
    "SELECT begun, ended, version, setting, (SELECT at FROM event WHERE game = ? AND version = game.version) "
    "FROM game WHERE id = ?"
)


def _text(content: bytes) -> str:
    """Return a text of the database, whatever a disk has done to it."""
    return content.decode("utf-8", "surrogateescape")


def _keep_to_owner(path: str) -> None:
    """Let nobody but their owner read a database and what lies beside it."""
    for name in (path, f"{path}-wal", f"{path}-shm"):
        with suppress(OSError):
            os.chmod(name, 0o600)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} for games cannot be made: {error.strerror}; name another with --data or CARROM_DATA."
        ) from error
