"""The event store: a row for each game or tie, and its append-only events, with compare-and-set on the version.

Events are text here: a shelf knows names, versions, nonces and who holds a seat, and nothing of carrom.

The events of a game are a chain of hashes whose end stands in its row (`chain.py`): a game that is not as it was
written is kept, and never goes on. Whoever reads the tables cannot act: of the words that open a game or a seat, and of
the nonce that began it, only hashes are kept. The same holds of a tie.
"""

import time
from collections.abc import Callable, Iterable

from carrom.errors import CommitUncertain, Conflict, DamagedGame, StoreError
from carrom.storage.database import (
    Ask,
    Database,
    EventRow,
    StoredLog,
    TableKind,
    entries_of,
    row_of,
    seats_of,
    with_people,
    written,
)
from carrom.storage.hash_chain import ChainRow, fault, follows, link, root, seal
from carrom.storage.models import EventBatch, LogPosition, StoredEvent, StoredGame, StoredSeat, Tail, Timestamps
from carrom.tokens import hashed
from carrom.values import changed

_MOST_ROUNDS = 100
"""How often somebody else may have been first before a piece of writing gives up."""


class EventStore:
    """Everything of one kind in a database; what is said of a game here is meant of a tie, too."""

    def __init__(self, database: Database, kind: TableKind) -> None:
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
        moment: Timestamps | None = None,
    ) -> LogPosition:
        """Store a new game with its first events (or none yet), all or nothing, and return its mark.

        `watch` and `invite` are hashes. Raises `Conflict` if its name or its nonce is taken.
        """
        first, asked, begun, taken = root(game, setting, self._kind.word), hashed(nonce), int(time.time()), tuple(seats)
        row, entries = self._extended(
            ChainRow(game, asked, begun, setting, watch, invite, int(open), None, 0, first, first), events, moment
        )

        def write() -> bool:
            found = row_of(self.database.ask, self._kind, game)
            if found is None or (found[0].nonce, found[0].root) != (asked, first):
                self.database.add(self._kind, StoredLog(row=row, seal=seal(row), entries=entries, seats=taken))
            return True

        self._write(write)
        return LogPosition(row.version, row.head, seal(row))

    def append(
        self,
        game: str,
        events: tuple[StoredEvent, ...],
        *,
        ended: bool | None = None,
        moment: Timestamps | None = None,
        known: LogPosition | None = None,
    ) -> LogPosition:
        """Store events of a game, all or nothing, and return its mark; the same events again are stored once.

        `ended` says whether the game is over with them; None leaves it. Where more had changed than is `known`, the
        mark has no seal. Raises `Conflict` if one of their versions
        is taken by another event, or by the same of another moment; `DamagedGame`, or `CommitUncertain`.
        """

        def grown(row: ChainRow) -> tuple[ChainRow, tuple[EventRow, ...]]:
            new, entries = (row, ()) if self._holds(row, events, moment) else self._extended(row, events, moment)
            if ended is not None:
                new = changed(new, ended=(row.ended or int(time.time())) if ended else None)
            return new, entries

        return self._change(game, grown, known)

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its events in order, or None if there is none; raises `DamagedGame` or `StoreError`."""
        return self._one("id", game)

    def made_with(self, nonce: str) -> StoredGame | None:
        """Return the game that a command with this nonce began, or None; raises like `load`."""
        return self._one("nonce", hashed(nonce))

    def seats(self, game: str) -> tuple[StoredSeat, ...]:
        """Return who holds the seats of a game, and what his account is called, whether or not its events are whole."""
        return self.database.view(lambda ask: with_people(ask, seats_of(ask, self._kind, game)))

    def take_seat(self, game: str, seat: str, name: str, hash: str, account: str | None = None) -> bool:
        """Give a free seat to who holds the word of `hash`; return False, changing nothing, if another holds it."""

        def write() -> bool:
            self._whole_row(game, row_of(self.database.ask, self._kind, game))
            self.database.sit(self._kind, game, StoredSeat(seat=seat, name=name, hash=hash, account=account))
            return True

        self._write(write)
        return any(each.seat == seat and each.hash == hash for each in self.seats(game))

    def news(self, game: str, mark: LogPosition) -> Tail | None:
        """Return what has come to a game since a mark; None if the log has lost what the mark is of.

        Raises `StoreError` if there is no such game, or `DamagedGame`.
        """

        def read(ask: Ask) -> tuple[tuple[ChainRow, bytes] | None, tuple[EventRow, ...], tuple[StoredSeat, ...]]:
            row = row_of(ask, self._kind, game)
            grown = row is not None and row[0].version != mark.version
            entries = entries_of(ask, self._kind, game, mark.version) if grown else ()
            return row, entries, with_people(ask, seats_of(ask, self._kind, game))

        found, entries, seats = self.database.view(read)
        row, sealed = self._whole_row(game, found)
        if row.version == mark.version:
            if row.head != mark.head:
                return None
        else:
            if mark.version > 0:
                if not entries or (entries[0].version, entries[0].hash) != (mark.version, mark.head):
                    return None
                entries = entries[1:]
            if row.version < mark.version:
                return None
            if follows(mark.head, mark.version, [each.linked for each in entries]) != row.head:
                raise self._not_whole(game, f"what follows event {mark.version} is not as it was written")
        return Tail(
            mark=LogPosition(row.version, row.head, sealed),
            setting=row.setting,
            told=_grouped(entries),
            seats=seats,
            ended=row.ended,
        )

    def told_since(self, game: str, version: int) -> tuple[EventBatch, ...]:
        """Return the events of a game after a version, in the groups in which they were told; raises `StoreError`."""
        return _grouped(self.database.view(lambda ask: entries_of(ask, self._kind, game, version + 1)))

    def set_setting(self, game: str, setting: str) -> None:
        """Replace what was agreed for a game; raises `DamagedGame` or `StoreError`."""
        self.change_setting(game, lambda _, __: setting)

    def change_setting(self, game: str, made: Callable[[str, int], str]) -> tuple[LogPosition, str]:
        """Replace what was agreed for a game by what is made of it and of its version; return its mark, and that.

        `made` may be asked several times, when others write; what it raises is raised, and nothing changed. Raises
        `DamagedGame` or `StoreError`.
        """
        agreed = ""

        def grown(row: ChainRow) -> tuple[ChainRow, tuple[EventRow, ...]]:
            nonlocal agreed
            agreed = made(row.setting, row.version)
            return changed(row, setting=agreed), ()

        return self._change(game, grown), agreed

    def set_door(self, game: str, *, watch: str | None, invite: str | None, open: bool) -> None:
        """Replace the hashes of the words that let people watch and sit down, and whether anybody may watch."""
        self._change(game, lambda row: (changed(row, watch=watch, invite=invite, open=int(open)), ()))

    def _one(self, column: str, value: str) -> StoredGame | None:
        def read(ask: Ask) -> tuple[StoredLog, tuple[StoredSeat, ...]] | None:
            whole = written(ask, self._kind, value, column)
            return None if whole is None else (whole, with_people(ask, whole.seats))

        read_now = self.database.view(read)
        if read_now is None:
            return None
        found, seats = read_now
        row = found.row
        damage = fault(row, found.seal, [entry.linked for entry in found.entries])
        if damage is not None:
            raise self._not_whole(row.id, damage)
        return StoredGame(
            game=row.id,
            begun=row.begun,
            setting=row.setting,
            events=tuple(StoredEvent(version=each.version, body=each.body, nonce=each.nonce) for each in found.entries),
            seats=seats,
            watch=row.watch,
            invite=row.invite,
            open=bool(row.open),
            ended=row.ended,
            moment=_moment(found.entries[-1]) if found.entries else None,
            mark=LogPosition(row.version, row.head, found.seal),
        )

    def _write(self, once: Callable[[], bool]) -> None:
        """Write until it is; raises `StoreError`, or `CommitUncertain` if the database never says what became of it.

        `once` reads, and returns whether it wrote what follows from that: False if somebody else was first.
        """
        unknown: CommitUncertain | None = None
        tries = 0
        for _ in range(_MOST_ROUNDS):
            try:
                if once():
                    return
            except CommitUncertain as error:
                unknown, tries = unknown or error, tries + 1
                if tries == self.database.tries:
                    raise unknown from error
            except StoreError as error:
                if unknown is not None and not isinstance(error, DamagedGame):
                    raise unknown from error
                raise
        raise StoreError(f"Others keep writing to this {self._kind.word} in {self._name}; try again.")

    def _change(
        self,
        game: str,
        made: Callable[[ChainRow], tuple[ChainRow, tuple[EventRow, ...]]],
        known: LogPosition | None = None,
    ) -> LogPosition:
        """Replace the row of a game by what is made of it, and add its new events; return its mark, sealed anew."""
        mark = LogPosition(0, b"", b"")

        def write() -> bool:
            nonlocal mark
            row, before = self._whole_row(game, row_of(self.database.ask, self._kind, game))
            new, entries = made(row)
            stamp = seal(new)
            mark = LogPosition(new.version, new.head, stamp if known is None or known.seal == before else b"")
            return new == row or self.database.grow(self._kind, before, new, stamp, entries)

        self._write(write)
        return mark

    def _whole_row(self, game: str, found: tuple[ChainRow, bytes] | None) -> tuple[ChainRow, bytes]:
        """Return the row of a game and its seal as found; raises `StoreError` if there is none, or `DamagedGame`."""
        if found is None:
            raise StoreError(f"There is no {self._kind.word} {game} in {self._name}.")
        if seal(found[0]) != found[1]:
            raise self._not_whole(game, "its row is not as it was written")
        return found

    def _holds(self, row: ChainRow, events: tuple[StoredEvent, ...], moment: Timestamps | None) -> bool:
        """Whether a game has exactly these events already: a write whose answer was lost comes again."""
        if not events or events[0].version > row.version:
            return False
        found = {
            each.version: (each.nonce, each.body, _moment(each))
            for each in entries_of(self.database.ask, self._kind, row.id, events[0].version)
        }
        return all(found.get(each.version) == (each.nonce, each.body, moment) for each in events)

    def _extended(
        self, row: ChainRow, events: tuple[StoredEvent, ...], moment: Timestamps | None
    ) -> tuple[ChainRow, tuple[EventRow, ...]]:
        """Return the row of a game with these events at its end, and theirs; raises `StoreError` if they do not fit."""
        heard, since = (None, None) if moment is None else (moment.heard, moment.since)
        version, head, now, entries = row.version, row.head, int(time.time()), []
        for event in events:
            if event.version <= version:
                raise Conflict(
                    f"Another server has written to this {self._kind.word} in {self._name}: {version} is taken."
                )
            if event.version != version + 1:
                raise StoreError(
                    f"Event {event.version} of a {self._kind.word} in {self._name} cannot follow event {version}."
                )
            version, head = event.version, link(head, event.version, event.nonce, event.body)
            entries.append(EventRow(version, event.nonce, now, event.body, head, events[-1].version, heard, since))
        return changed(row, version=version, head=head), tuple(entries)

    def _not_whole(self, game: str, damage: str) -> DamagedGame:
        return DamagedGame(
            f"The {self._kind.word} {game} is damaged in {self._name} ({damage}): it is kept as it is and cannot go "
            f"on; the other {self._kind.word}s can."
        )


def _moment(entry: EventRow) -> Timestamps | None:
    return None if entry.heard is None or entry.since is None else Timestamps(entry.heard, entry.since)


def _grouped(entries: tuple[EventRow, ...]) -> tuple[EventBatch, ...]:
    """Return events in the groups in which they were told."""
    groups: list[tuple[StoredEvent, ...]] = []
    last: int | None = None
    for each in entries:
        event = StoredEvent(version=each.version, body=each.body, nonce=each.nonce)
        if groups and each.told is not None and each.told == last:
            groups[-1] = (*groups[-1], event)
        else:
            groups.append((event,))
        last = each.told
    moments = {each.version: _moment(each) for each in entries}
    return tuple(EventBatch(group, moments[group[-1].version]) for group in groups)
