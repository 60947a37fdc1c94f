"""The event store: a row for each game or tie, and its append-only events, with compare-and-set on the version.

Events are text here: the store knows ids, versions, nonces and seats, and nothing of carrom.

The events of a game form a hash chain whose last hash is in the game's row (`hash_chain.py`): a game that was altered
is left as it is, and cannot be continued. Read access to the tables does not allow acting in a game: of all keys,
secrets and creating nonces only hashes are stored. All of this holds for ties, too.
"""

import threading
import time
from collections.abc import Callable, Iterable

from carrom.errors import CommitUncertain, Conflict, DamagedGame, StoreError
from carrom.storage.database import (
    Ask,
    Database,
    EventBatch,
    EventRow,
    LogPosition,
    StoredEvent,
    StoredGame,
    StoredLog,
    StoredSeat,
    TableKind,
    Tail,
    Timestamps,
    entries_of,
    row_of,
    seats_of,
    with_people,
    written,
)
from carrom.storage.hash_chain import ChainRow, fault, follows, link, root, seal
from carrom.tokens import hashed
from carrom.values import changed

# -- group commit: concurrent writers share a transaction and a sync ---------------------------------------------------


Work = Callable[[], bool]
"""A write; returns whether it still had to be done."""


class _PendingCommit:
    """A waiting write."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.found: bool | None = None
        self.fault: Exception | None = None


class GroupCommit:
    """A queue of concurrent writes."""

    def __init__(self, done: Callable[[tuple[Work, ...]], list[bool]]) -> None:
        """`done` runs several writes atomically and returns their results; it raises the errors of the writes or the
        disk.
        """
        self._done = done
        self._waiting: list[_PendingCommit] = []
        self._free, self._queue = threading.Lock(), threading.Lock()

    def do(self, work: Work) -> bool:
        """Run a write, possibly together with others; return its result once it is on disk, or raise its error."""
        job = _PendingCommit(work)
        with self._queue:
            self._waiting.append(job)
        with self._free:
            if job.found is None and job.fault is None:
                with self._queue:
                    jobs, self._waiting = self._waiting, []
                self._do(jobs)
        if job.fault is not None:
            raise job.fault
        assert job.found is not None
        return job.found

    def _do(self, jobs: list[_PendingCommit]) -> None:
        """Run several writes; if they fail together, run each alone, so that no write fails because of another."""
        try:
            found = self._done(tuple(job.work for job in jobs))
        except CommitUncertain as fault:
            for job in jobs:
                job.fault = fault
        except Exception as fault:
            if len(jobs) == 1:
                jobs[0].fault = fault
                return
            for job in jobs:
                self._do([job])
        else:
            for job, each in zip(jobs, found, strict=True):
                job.found = each


# -- the store ---------------------------------------------------------------------------------------------------------


_MOST_ROUNDS = 100
"""How many conflicts a write retries before it fails."""


class EventStore:
    """All games, ties or sheets of a database; what is said of a game holds for the other kinds, too."""

    def __init__(self, database: Database, kind: TableKind) -> None:
        """Use the tables of one kind."""
        self.database, self.kind, self._name = database, kind, database.name

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
        """Store a new game with its first events (there may be none), all or nothing; return its position.

        `watch` and `invite` are hashes. Raises `Conflict` if the id or the nonce is taken.
        """
        first, asked, begun, taken = root(game, setting, self.kind.word), hashed(nonce), int(time.time()), tuple(seats)
        row, entries = self._extended(
            ChainRow(game, asked, begun, setting, watch, invite, int(open), None, 0, first, first), events, moment
        )

        def write() -> bool:
            found = row_of(self.database.ask, self.kind, game)
            if found is None or (found[0].nonce, found[0].root) != (asked, first):
                self.database.add(self.kind, StoredLog(row=row, seal=seal(row), entries=entries, seats=taken))
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
        """Append events to a game, all or nothing, and return its position; idempotent for the same events.

        `ended` sets whether the game is over; None leaves it unchanged. If more has changed than is `known`, the
        position has no seal. Raises `Conflict` if one of the versions is taken by another event, or by the same one
        with another timestamp; `DamagedGame`, or `CommitUncertain`.
        """

        return self.append_batches(game, (EventBatch(events, moment),), ended=ended, known=known)

    def append_batches(
        self,
        game: str,
        batches: tuple[EventBatch, ...],
        *,
        ended: bool | None = None,
        known: LogPosition | None = None,
    ) -> LogPosition:
        """Append several batches of events, all or nothing; otherwise like `append`."""

        def grown(row: ChainRow) -> tuple[ChainRow, tuple[EventRow, ...]]:
            new, entries = row, tuple[EventRow, ...]()
            for batch in batches:
                if not self._holds(row, batch.events, batch.moment):
                    new, more = self._extended(new, batch.events, batch.moment)
                    entries += more
            if ended is not None:
                new = changed(new, ended=(row.ended or int(time.time())) if ended else None)
            return new, entries

        return self._change(game, grown, known)

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its events in order, or None if there is none; raises `DamagedGame` or `StoreError`."""
        return self._one("id", game)

    def made_with(self, nonce: str) -> StoredGame | None:
        """Return the game created by the command with this nonce, or None; raises like `load`."""
        return self._one("nonce", hashed(nonce))

    def seats(self, game: str) -> tuple[StoredSeat, ...]:
        """Return the holders of a game's seats with their current names, even if its events are damaged."""
        return self.database.view(lambda ask: with_people(ask, seats_of(ask, self.kind, game)))

    def take_seat(self, game: str, seat: str, name: str, hash: str, account: str | None = None) -> bool:
        """Give a free seat to the holder of the key with this hash; return False, changing nothing, if it is taken."""

        def write() -> bool:
            self._whole_row(game, row_of(self.database.ask, self.kind, game))
            self.database.sit(self.kind, game, StoredSeat(seat=seat, name=name, hash=hash, account=account))
            return True

        self._write(write)
        return any(each.seat == seat and each.hash == hash for each in self.seats(game))

    def news(self, game: str, mark: LogPosition) -> Tail | None:
        """Return what has changed in a game since a position; None if the log no longer contains that position.

        Raises `StoreError` if there is no such game, or `DamagedGame`.
        """

        def read(ask: Ask) -> tuple[tuple[ChainRow, bytes] | None, tuple[EventRow, ...], tuple[StoredSeat, ...]]:
            row = row_of(ask, self.kind, game)
            grown = row is not None and row[0].version != mark.version
            entries = entries_of(ask, self.kind, game, mark.version) if grown else ()
            return row, entries, with_people(ask, seats_of(ask, self.kind, game))

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

    def events_since(self, game: str, version: int) -> tuple[EventBatch, ...]:
        """Return the events of a game after a version, in the batches in which they were sent; raises `StoreError`."""
        return _grouped(self.database.view(lambda ask: entries_of(ask, self.kind, game, version + 1)))

    def set_setting(self, game: str, setting: str) -> None:
        """Replace the settings of a game; raises `DamagedGame` or `StoreError`."""
        self.change_setting(game, lambda _, __: setting)

    def change_setting(self, game: str, made: Callable[[str, int], str]) -> tuple[LogPosition, str]:
        """Replace a game's settings by `made(settings, version)`; return the new position and settings.

        `made` may be called several times if others write; if it raises, nothing is changed. Raises `DamagedGame` or
        `StoreError`.
        """
        agreed = ""

        def grown(row: ChainRow) -> tuple[ChainRow, tuple[EventRow, ...]]:
            nonlocal agreed
            agreed = made(row.setting, row.version)
            return changed(row, setting=agreed), ()

        return self._change(game, grown), agreed

    def set_access(self, game: str, *, watch: str | None, invite: str | None, open: bool) -> None:
        """Replace the hashes of the spectator's and the invitation secrets, and whether anybody may watch."""
        self._change(game, lambda row: (changed(row, watch=watch, invite=invite, open=int(open)), ()))

    def _one(self, column: str, value: str) -> StoredGame | None:
        def read(ask: Ask) -> tuple[StoredLog, tuple[StoredSeat, ...]] | None:
            whole = written(ask, self.kind, value, column)
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
        """Repeat a write until it is done; raises `StoreError`, or `CommitUncertain` if its outcome stays unknown.

        `once` reads, and returns whether it wrote what follows from that: False if another process wrote first.
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
        raise StoreError(f"Others keep writing to this {self.kind.word} in {self._name}; try again.")

    def _change(
        self,
        game: str,
        made: Callable[[ChainRow], tuple[ChainRow, tuple[EventRow, ...]]],
        known: LogPosition | None = None,
    ) -> LogPosition:
        """Replace a game's row by `made(row)`, and add its new events; return the new position."""
        mark = LogPosition(0, b"", b"")

        def write() -> bool:
            nonlocal mark
            row, before = self._whole_row(game, row_of(self.database.ask, self.kind, game))
            new, entries = made(row)
            stamp = seal(new)
            mark = LogPosition(new.version, new.head, stamp if known is None or known.seal == before else b"")
            return new == row or self.database.grow(self.kind, before, new, stamp, entries)

        self._write(write)
        return mark

    def _whole_row(self, game: str, found: tuple[ChainRow, bytes] | None) -> tuple[ChainRow, bytes]:
        """Return a game's row with its seal; raises `StoreError` if there is none, or `DamagedGame`."""
        if found is None:
            raise StoreError(f"There is no {self.kind.word} {game} in {self._name}.")
        if seal(found[0]) != found[1]:
            raise self._not_whole(game, "its row is not as it was written")
        return found

    def _holds(self, row: ChainRow, events: tuple[StoredEvent, ...], moment: Timestamps | None) -> bool:
        """Return whether the game already has exactly these events: a write whose answer was lost is repeated."""
        if not events or events[0].version > row.version:
            return False
        found = {
            each.version: (each.nonce, each.body, _moment(each))
            for each in entries_of(self.database.ask, self.kind, row.id, events[0].version)
        }
        return all(found.get(each.version) == (each.nonce, each.body, moment) for each in events)

    def _extended(
        self, row: ChainRow, events: tuple[StoredEvent, ...], moment: Timestamps | None
    ) -> tuple[ChainRow, tuple[EventRow, ...]]:
        """Return a game's row extended by these events, and the new rows; raises `StoreError` if they do not fit."""
        heard, since = (None, None) if moment is None else (moment.heard, moment.since)
        version, head, now, entries = row.version, row.head, int(time.time()), []
        for event in events:
            if event.version <= version:
                raise Conflict(
                    f"Another server has written to this {self.kind.word} in {self._name}: {version} is taken."
                )
            if event.version != version + 1:
                raise StoreError(
                    f"Event {event.version} of a {self.kind.word} in {self._name} cannot follow event {version}."
                )
            version, head = event.version, link(head, event.version, event.nonce, event.body)
            entries.append(EventRow(version, event.nonce, now, event.body, head, events[-1].version, heard, since))
        return changed(row, version=version, head=head), tuple(entries)

    def _not_whole(self, game: str, damage: str) -> DamagedGame:
        return DamagedGame(
            f"The {self.kind.word} {game} is damaged in {self._name} ({damage}): it is kept as it is and cannot go "
            f"on; the other {self.kind.word}s can."
        )


def _moment(entry: EventRow) -> Timestamps | None:
    return None if entry.heard is None or entry.since is None else Timestamps(entry.heard, entry.since)


def _grouped(entries: tuple[EventRow, ...]) -> tuple[EventBatch, ...]:
    """Return events in the batches in which they were sent."""
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
