"""The replicated log of a game, tie, score sheet or tournament, reconciled with the database and the other processes.

No process owns a log. Of concurrent appends the first one wins; the others get `Conflict`, read the new events and
decide again. Nothing is applied or broadcast before it is stored."""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec

from carrom.errors import CarromError, CommitUncertain, Conflict, StoreError
from carrom.observability import span
from carrom.server.common import Dispatcher
from carrom.server.ops.bus import Bus, InProcess
from carrom.server.ops.cluster import Heartbeat, LocalPresence, PartitionDetector, Presence, RemoteUsers
from carrom.storage.database import KINDS, Database, EventBatch, LogPosition, StoredGame, StoredSeat, Tail
from carrom.storage.event_store import EventStore
from carrom.values import Value, changed

# -- messages between processes about a game: hints that may be lost ---------------------------------------------------


class Appended(Value, frozen=True, kw_only=True, tag_field="hint", tag="grown"):
    """Events were appended after `before`; with the encoded message for clients, except of a stroke without its film,
    which the receiver computes again.
    """

    node: str
    before: LogPosition
    mark: LogPosition
    told: EventBatch
    text: str | None


class Changed(Value, frozen=True, kw_only=True, tag_field="hint", tag="turned"):
    """Something other than the events has changed: read it from the database."""

    node: str


class PresenceChanged(Value, frozen=True, kw_only=True, tag_field="hint", tag="here"):
    """The users connected at a process: players by seat, and the number of spectators."""

    node: str
    seats: tuple[str, ...]
    watchers: int


class Transient(Value, frozen=True, kw_only=True, tag_field="hint", tag="aside"):
    """A message that is not stored, such as an aim or a quick chat phrase, for all clients of the game."""

    node: str
    text: str


Hint = Appended | Changed | PresenceChanged | Transient
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Hint] = msgspec.json.Decoder(Hint)


def subject(kind: str, name: str) -> str:
    """Return the bus subject of a game or a tie."""
    return f"{kind}.{name}"


def tell(bus: Bus, on: str, hint: Hint) -> None:
    """Publish a hint; one that is too long for the bus is replaced by a shorter one."""
    body = _ENCODER.encode(hint)
    if len(body) > bus.most and isinstance(hint, Appended):
        body = _ENCODER.encode(msgspec.structs.replace(hint, text=None))
        if len(body) > bus.most:
            body = _ENCODER.encode(Changed(node=hint.node))
    bus.publish(on, body)


def read_hint(body: bytes) -> Hint | None:
    """Return a decoded hint, or None if it is invalid or of another version."""
    try:
        return _DECODER.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


# -- the log: own appends and those of other processes -----------------------------------------------------------------


TRIES = 50
"""How many conflicts a command retries before it is refused."""
LATEST = sys.maxsize
"""As the version that a sender has seen: read what other processes have appended before deciding."""

log = logging.getLogger("carrom.server")

C = TypeVar("C")
C_contra = TypeVar("C_contra", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class Append(Generic[C]):
    """A step that appends events, all or nothing."""

    change: C
    """What the state applies once the events are stored."""
    batches: tuple[EventBatch, ...]
    answer: Any = None
    """The answer once the events are stored; None to decide again."""
    ended: bool | None = None
    """Whether the game is over; None leaves that unchanged."""
    shares_events: bool = False
    """Whether other processes get the events themselves; otherwise they get a hint to read the log."""
    text: str | None = None
    """The message for clients, for the other processes."""


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """A step that replaces the settings by `made(settings, version)`, which may raise a refusal or `Conflict`."""

    made: Callable[[str, int], str]
    answer: Any = None
    """The answer once the settings are stored; None to decide again."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A step that gives a seat to a player, if it is free."""

    seat: StoredSeat


class LogState(Protocol[C_contra]):
    """The state that a process folds from a log; it sends its subscribers what is applied."""

    def apply(self, change: C_contra) -> None:
        """Apply a stored change of this process."""

    def agree(self, setting: str) -> None:
        """Apply stored settings."""

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""

    async def read(self, news: Tail) -> bool:
        """Apply what other processes have stored; return False if the whole log must be read instead."""
        ...

    async def reload(self, stored: StoredGame) -> None:
        """Replace the state by the whole log."""


Step = Append[C] | ChangeSetting | TakeSeat
Decide = Callable[[], Awaitable[A | Step[C]]]
"""Returns the next step for the current state, or the answer once nothing is left to do; called again after a step."""


class ReplicatedLog:
    """One log: decisions of this process, appends by others, and the hints about it on the bus."""

    def __init__(
        self,
        store: EventStore,
        name: str,
        mark: LogPosition,
        bus: Bus,
        fellows: Presence,
        run: Callable[[Callable[[], Any]], Awaitable[Any]] = asyncio.to_thread,
    ) -> None:
        """Open the log, known up to the position `mark`; `run` runs a function of the store in a thread."""
        self._store, self._name, self._bus, self.fellows, self._run = store, name, bus, fellows, run
        self.subject, self.mark = subject(store.kind.word, name), mark
        self.lock = asyncio.Lock()
        """Held while the state is decided on, stored and applied."""
        self.tasks: set[asyncio.Task[None]] = set()
        """What runs in the background."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the log."""
        return self.fellows.shared

    async def submit(self, state: LogState[C], decide: Decide[A, C], seen: int = 0) -> A:
        """Take one step after the other until `decide` returns an answer, and return it.

        Each step is stored, then applied and sent. After a conflict with another process, its events are read and
        `decide` is asked again. `seen` is the version that the sender has seen: if this process is behind, it reads
        first. Raises what `decide` raises, `CommitUncertain` or `StoreError`; the last step has then changed nothing.
        """
        async with self.lock:
            if self.is_shared and seen > self.mark.version:
                await self.read(state)
            for _ in range(TRIES):
                found = await decide()
                if not isinstance(found, Append | ChangeSetting | TakeSeat):
                    return found
                try:
                    await self._take(state, found)
                    if not isinstance(found, TakeSeat) and found.answer is not None:
                        return cast("A", found.answer)
                except Conflict:
                    await self.read(state)
                except CommitUncertain as unknown:
                    if not self.is_shared:
                        raise
                    try:
                        await self.read(state)
                    except StoreError:
                        raise unknown from None
        raise StoreError(f"This {self._store.kind.word} is changing too fast; try again.")

    async def change_setting(self, state: LogState[Any], made: Callable[[str, int], str]) -> None:
        """Replace the settings by `made(settings, version)`; raises like `submit`."""

        async def decide() -> bool | Step[Any]:
            return ChangeSetting(made, answer=True)

        await self.submit(state, decide)

    async def _take(self, state: LogState[C], step: Step[C]) -> None:
        """Store a step, then apply it and notify the other processes."""
        store, name, before = self._store, self._name, self.mark
        match step:
            case Append(batches=batches, ended=ended):
                events = sum(len(each.events) for each in batches)
                with span("append", events=events):
                    mark = await self._run(lambda: store.append_batches(name, batches, ended=ended, known=before))
                if mark.version != before.version + events:
                    raise Conflict(f"Another server has stored the same events of {name}, and more.")
                with span("tell", version=before.version):
                    self.mark = mark
                    state.apply(step.change)
                    if step.shares_events:
                        self._tell_appended(before, batches[0], step.text)
                        return
            case ChangeSetting(made=made):
                mark, setting = await self._run(lambda: store.change_setting(name, made))
                self.mark = mark if mark.version == before.version else changed(before, seal=b"")
                state.agree(setting)
            case TakeSeat(seat=seat):
                await self._run(lambda: store.take_seat(name, seat.seat, seat.name, seat.hash, seat.account))
                state.seated(await self._run(lambda: store.seats(name)))
        self.tell_changed()

    async def read(self, state: LogState[C]) -> None:
        """Apply what other processes have stored; raises `CarromError`. The lock must be held."""
        news = await self._run(lambda: self._store.news(self._name, self.mark))
        if news is not None and await state.read(news):
            self.mark = news.mark
            return
        stored = await self._run(self.load)
        await state.reload(stored)
        self.mark = stored.mark

    async def look(self, state: LogState[C]) -> None:
        """Apply what other processes have stored; raises `CarromError`."""
        async with self.lock:
            await self.read(state)

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine; failures are logged, because reconciliation repeats what it does."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except CarromError as fault:
            log.warning("%s", fault)
        except Exception:  # only a hint: reconciliation reads the log again
            log.exception("cannot apply another process's events to %s", self.subject)

    def close(self) -> None:
        """Cancel what runs in the background."""
        for task in self.tasks:
            task.cancel()

    def load(self) -> StoredGame:
        """Return everything stored; blocks. Raises `StoreError`."""
        found = self._store.load(self._name)
        if found is None:
            raise StoreError(f"The {self._store.kind.word} {self._name} no longer exists.")
        return found

    def follows(self, grown: Appended) -> bool:
        """Return whether an append by another process directly follows the known position; if so, advance to it."""
        if (grown.before.version, grown.before.head) != (self.mark.version, self.mark.head):
            return False
        self.mark = grown.mark if grown.before.seal == self.mark.seal else changed(grown.mark, seal=b"")
        return True

    def _tell_appended(self, before: LogPosition, given: EventBatch, text: str | None) -> None:
        """Publish an append to the other processes."""
        if self.is_shared:
            tell(
                self._bus,
                self.subject,
                Appended(node=self.fellows.id, before=before, mark=self.mark, told=given, text=text),
            )

    def tell_changed(self) -> None:
        """Publish that something has changed, which the other processes read from the database."""
        if self.is_shared:
            tell(self._bus, self.subject, Changed(node=self.fellows.id))

    def tell_aside(self, text: str) -> None:
        """Publish a transient message, which is not stored, to clients at other processes."""
        if self.is_shared:
            tell(self._bus, self.subject, Transient(node=self.fellows.id, text=text))

    def tell_here(self, seats: frozenset[str], watchers: int) -> None:
        """Publish who is connected to this process."""
        if self.is_shared:
            here = PresenceChanged(node=self.fellows.id, seats=tuple(sorted(seats)), watchers=watchers)
            tell(self._bus, self.subject, here)
            self.fellows.tell(self.subject, seats, watchers)

    def elsewhere(self) -> RemoteUsers:
        """Return who is connected at other processes."""
        return self.fellows.at(self.subject)

    def listen(self, heard: Callable[[Hint], None], came_or_went: Callable[[], None]) -> Callable[[], None]:
        """Subscribe to hints and to presence changes at other processes; return a function that unsubscribes."""
        if not self.is_shared:
            return lambda: None

        def read(body: bytes) -> None:
            result = read_hint(body)
            if result is None or result.node == self.fellows.id:
                return
            if isinstance(result, PresenceChanged):
                self.fellows.hear(self.subject, result.node, RemoteUsers(frozenset(result.seats), result.watchers))
            else:
                heard(result)

        ends = self._bus.subscribe(self.subject, read), self.fellows.follow(self.subject, came_or_went)

        def end() -> None:
            for each in ends:
                each()

        return end


# -- reconciliation with the database, once a second -------------------------------------------------------------------


EVERY = 1.0
"""Seconds between two sweeps."""


class FollowedGame(Protocol):
    """A game or a tie that is followed here."""

    @property
    def log(self) -> ReplicatedLog:
        """Its event log, as far as this process knows it."""

    @property
    def waits(self) -> bool:
        """Whether it has an open seat, whose taking does not change the row's seal."""

    def look_soon(self) -> None:
        """Schedule reading new events."""


Followed = Callable[[], Mapping[str, FollowedGame]]
"""Returns what is followed here of one kind, by id."""


class Reconciler:
    """Compares everything followed at one process with the database."""

    def __init__(self, database: Database, peers: Heartbeat, answered: Callable[[], None], *followed: Followed) -> None:
        """Compare games, ties and umpires' sheets, in the order of `database.KINDS`.

        `answered` is called each time the database has answered.
        """
        self._database, self._peers, self._answered, self._followed = database, peers, answered, followed
        self._task: asyncio.Task[None] | None = None
        self.found = 0
        """How many changes were found that the bus had not delivered."""

    def begin(self) -> None:
        """Start sweeping."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def close(self) -> None:
        """Stop sweeping, and delete this process's presence."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            async with asyncio.timeout(1):
                await asyncio.to_thread(self._peers.end)
        except (StoreError, TimeoutError) as fault:
            log.info("Could not remove this process from the database (%s); its entry will expire.", fault)

    async def once(self) -> None:
        """Sweep once; raises `StoreError`."""
        self._peers.take_notice(await asyncio.to_thread(self._peers.beat))
        self._answered()
        for kind, followed in zip(KINDS, self._followed, strict=False):
            names = list(followed())
            seals = await asyncio.to_thread(self._seals, kind.word, names) if names else {}
            for name, stored in followed().items():
                if name in seals and (seals[name] != stored.log.mark.seal or stored.waits):
                    self.found += 1
                    stored.look_soon()

    async def _go_on(self) -> None:
        while True:
            try:
                await self.once()
            except StoreError as fault:
                log.warning("%s", fault)
            except Exception:  # any error: without the sweep, changes lost by the bus would stay unnoticed
                log.exception("comparing rooms in memory with the database failed")
            await asyncio.sleep(EVERY)

    def _seals(self, kind: str, names: list[str]) -> dict[str, bytes]:
        question = f"SELECT id, seal FROM {kind} WHERE id IN (SELECT json_array_elements_text(?::json))"
        return dict(self._database.ask(question, (json.dumps(names),)))


# -- a process in its cluster: its bus, and what it knows of the others ------------------------------------------------


class Cluster(Protocol):
    """A process's bus, presence and partition detector."""

    bus: Bus
    fellows: Presence
    cut_off: PartitionDetector | None
    """The partition detector; None without other processes."""

    @property
    def swept(self) -> int:
        """How many changes reconciliation found that the bus had not delivered."""

    async def open(self, *followed: Followed) -> None:
        """Start; `followed` return the games, ties and umpires' sheets that are followed here."""

    async def close(self) -> None:
        """Stop."""


class SingleNode:
    """The cluster of a single process."""

    def __init__(self, bus: Bus | None = None, cut_off: PartitionDetector | None = None) -> None:
        """Use a bus within this process."""
        self.bus: Bus = bus or InProcess()
        self.fellows: Presence = LocalPresence()
        self.swept = 0
        self.cut_off = cut_off

    async def open(self, *followed: Followed) -> None:
        """Do nothing: there are no other processes."""

    async def close(self) -> None:
        """Do nothing: there are no other processes."""


class MultiNode:
    """The cluster of a process whose PostgreSQL database may be shared."""

    def __init__(self, database: Database, bus: Bus, dispatcher: Dispatcher) -> None:
        """Join the processes that share a database, over a bus."""
        self.bus, self._database = bus, database
        self._peers = Heartbeat(database)
        self.fellows: Presence = self._peers
        self._cut_off = PartitionDetector(bus, dispatcher)
        self.cut_off: PartitionDetector | None = self._cut_off
        self.sweep: Reconciler | None = None

    @property
    def swept(self) -> int:
        """How many changes reconciliation found that the bus had not delivered."""
        return 0 if self.sweep is None else self.sweep.found

    async def open(self, *followed: Followed) -> None:
        """Start the bus, the partition detector and reconciliation."""
        await self.bus.open()
        self._cut_off.open()
        self.sweep = Reconciler(self._database, self._peers, self._cut_off.answered, *followed)
        self.sweep.begin()

    async def close(self) -> None:
        """Stop, and delete this process's presence."""
        if self.sweep is not None:
            await self.sweep.close()
        await self._cut_off.close()
        await self.bus.close()
