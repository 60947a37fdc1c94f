"""What is kept of one kind (games, or ties): a row, events that are appended to, never rewritten, and who holds it.

Events are text here: a shelf knows names, versions, nonces and who holds a seat, and nothing of carrom.

The events of a game are a chain of hashes whose end stands in its row (`chain.py`): a game that is not as it was
written is kept, and never goes on. Whoever reads the tables cannot act: of the words that open a game or a seat, and of
the nonce that began it, only hashes are kept. The same holds of a tie.
"""

import time
from collections.abc import Callable, Iterable

from carrom.data import changed
from carrom.errors import DamagedGame, OutcomeUnknown, StoreError
from carrom.server.chain import Row, fault, link, root, seal
from carrom.server.database import Database, Entry, Kind, Written, entries_of, row_of, seats_of, written
from carrom.server.stored import StoredEvent, StoredGame, StoredSeat
from carrom.server.tokens import hashed

_MOST_ROUNDS = 100
"""How often somebody else may have been first before a piece of writing gives up."""


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
        row, entries = self._extended(
            Row(game, asked, begun, setting, watch, invite, int(open), None, 0, first, first), events
        )

        def write() -> bool:
            found = row_of(self.database.ask, self._kind, game)
            if found is None or (found[0].nonce, found[0].root) != (asked, first):
                self.database.add(self._kind, Written(row=row, seal=seal(row), entries=entries, seats=taken))
            return True

        self._write(write)

    def append(self, game: str, events: tuple[StoredEvent, ...], *, ended: bool | None = None) -> None:
        """Store events of a game, all or nothing; the same events again are stored once.

        `ended` says whether the game is over with them; None leaves it. Raises `StoreError` if one of their versions
        is taken by another event, `DamagedGame`, or `OutcomeUnknown`.
        """

        def grown(row: Row) -> tuple[Row, tuple[Entry, ...]]:
            new, entries = (row, ()) if self._holds(row, events) else self._extended(row, events)
            if ended is not None:
                new = changed(new, ended=(row.ended or int(time.time())) if ended else None)
            return new, entries

        self._change(game, grown)

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its events in order, or None if there is none; raises `DamagedGame` or `StoreError`."""
        return self._one("id", game)

    def made_with(self, nonce: str) -> StoredGame | None:
        """Return the game that a command with this nonce began, or None; raises like `load`."""
        return self._one("nonce", hashed(nonce))

    def seats(self, game: str) -> tuple[StoredSeat, ...]:
        """Return who holds the seats of a game, whether or not its events are whole."""
        return seats_of(self.database.ask, self._kind, game)

    def take_seat(self, game: str, seat: str, name: str, hash: str) -> bool:
        """Give a free seat to who holds the word of `hash`; return False, changing nothing, if another holds it."""

        def write() -> bool:
            self._whole_row(game)
            self.database.sit(self._kind, game, StoredSeat(seat=seat, name=name, hash=hash))
            return True

        self._write(write)
        return any(each.seat == seat and each.hash == hash for each in self.seats(game))

    def set_setting(self, game: str, setting: str) -> None:
        """Replace what was agreed for a game; raises `DamagedGame` or `StoreError`."""
        self._change(game, lambda row: (changed(row, setting=setting), ()))

    def set_door(self, game: str, *, watch: str | None, invite: str | None, open: bool) -> None:
        """Replace the hashes of the words that let people watch and sit down, and whether anybody may watch."""
        self._change(game, lambda row: (changed(row, watch=watch, invite=invite, open=int(open)), ()))

    def _one(self, column: str, value: str) -> StoredGame | None:
        found = self.database.view(lambda ask: written(ask, self._kind, value, column))
        if found is None:
            return None
        row = found.row
        damage = fault(row, found.seal, [entry.linked for entry in found.entries])
        if damage is not None:
            raise self._not_whole(row.id, damage)
        return StoredGame(
            game=row.id,
            begun=row.begun,
            setting=row.setting,
            events=tuple(StoredEvent(version=each.version, body=each.body, nonce=each.nonce) for each in found.entries),
            seats=found.seats,
            watch=row.watch,
            invite=row.invite,
            open=bool(row.open),
            ended=row.ended,
        )

    def _write(self, once: Callable[[], bool]) -> None:
        """Write until it is; raises `StoreError`, or `OutcomeUnknown` if the database never says what became of it.

        `once` reads, and returns whether it wrote what follows from that: False if somebody else was first.
        """
        unknown: OutcomeUnknown | None = None
        tries = 0
        for _ in range(_MOST_ROUNDS):
            try:
                if once():
                    return
            except OutcomeUnknown as error:
                unknown, tries = unknown or error, tries + 1
                if tries == self.database.tries:
                    raise unknown from error
            except StoreError as error:
                if unknown is not None and not isinstance(error, DamagedGame):
                    raise unknown from error
                raise
        raise StoreError(f"Others keep writing to this {self._kind.word} in {self._name}; try again.")

    def _change(self, game: str, made: Callable[[Row], tuple[Row, tuple[Entry, ...]]]) -> None:
        """Replace the row of a game by what is made of it, and add its new events; sealed anew."""

        def write() -> bool:
            row, before = self._whole_row(game)
            new, entries = made(row)
            return new == row or self.database.grow(self._kind, before, new, seal(new), entries)

        self._write(write)

    def _whole_row(self, game: str) -> tuple[Row, bytes]:
        """Return the row of a game and its seal; raises `StoreError` if there is none, or `DamagedGame`."""
        found = row_of(self.database.ask, self._kind, game)
        if found is None:
            raise StoreError(f"There is no {self._kind.word} {game} in {self._name}.")
        if seal(found[0]) != found[1]:
            raise self._not_whole(game, "its row is not as it was written")
        return found

    def _holds(self, row: Row, events: tuple[StoredEvent, ...]) -> bool:
        """Whether a game has exactly these events already: a write whose answer was lost comes again."""
        if not events or events[0].version > row.version:
            return False
        found = {
            each.version: (each.nonce, each.body)
            for each in entries_of(self.database.ask, self._kind, row.id, events[0].version)
        }
        return all(found.get(each.version) == (each.nonce, each.body) for each in events)

    def _extended(self, row: Row, events: tuple[StoredEvent, ...]) -> tuple[Row, tuple[Entry, ...]]:
        """Return the row of a game with these events at its end, and theirs; raises `StoreError` if they do not fit."""
        version, head, now, entries = row.version, row.head, int(time.time()), []
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
            entries.append(Entry(version, event.nonce, now, event.body, head, events[-1].version))
        return changed(row, version=version, head=head), tuple(entries)

    def _not_whole(self, game: str, damage: str) -> DamagedGame:
        return DamagedGame(
            f"The {self._kind.word} {game} is damaged in {self._name} ({damage}): it is kept as it is and cannot go "
            f"on; the other {self._kind.word}s can."
        )
