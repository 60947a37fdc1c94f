"""The event log of one game as a process sees it, reconciled with the database and the other processes.

No process owns a game. Of concurrent appends the first one wins; the others get `Conflict` and read the new events."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from carrom.errors import StoreError
from carrom.server.common import Dispatcher
from carrom.server.ops.bus import Bus, InProcess
from carrom.server.ops.cluster import Heartbeat, LocalPresence, PartitionDetector, Presence, RemoteUsers
from carrom.storage.database import KINDS, Database, EventBatch, LogPosition, StoredGame, Tail
from carrom.storage.event_store import EventStore
from carrom.tables.proposal import PendingChange
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


class GameEventLog:
    """One game's event log and the hints about it on the bus; `kind` is `game` or `tie`."""

    def __init__(self, shelf: EventStore, kind: str, name: str, mark: LogPosition, bus: Bus, fellows: Presence) -> None:
        """Open the log, known up to the position `mark`."""
        self._shelf, self._name, self._bus, self.fellows = shelf, name, bus, fellows
        self.subject, self.mark, self.before = subject(kind, name), mark, mark

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the log."""
        return self.fellows.shared

    def append(self, proposal: PendingChange) -> None:
        """Store a proposed change; blocks. Raises `Conflict`, `CommitUncertain` or `StoreError`."""
        self.before, self.mark = (
            self.mark,
            self._shelf.append(
                self._name,
                proposal.stored,
                ended=proposal.history.game.is_over,
                moment=proposal.moment,
                known=self.mark,
            ),
        )

    def append_all(self, proposals: tuple[PendingChange, ...]) -> None:
        """Store several changes, all or nothing; blocks. Raises like `append`."""
        told, ended = tuple(each.told for each in proposals), proposals[-1].history.game.is_over
        self.before, self.mark = (
            self.mark,
            self._shelf.append_batches(self._name, told, ended=ended, known=self.mark),
        )

    def change(self, made: Callable[[str, int], str]) -> str:
        """Replace the settings, and return the stored ones; blocks. Raises what `made` raises, or `StoreError`."""
        mark, agreed = self._shelf.change_setting(self._name, made)
        self.mark = mark if mark.version == self.mark.version else changed(self.mark, seal=b"")
        return agreed

    def news(self) -> Tail | None:
        """Return the events after the known position, None if the log no longer has it; blocks. Raises `StoreError`."""
        return self._shelf.news(self._name, self.mark)

    def load(self) -> StoredGame:
        """Return the whole stored game; blocks. Raises `StoreError`."""
        found = self._shelf.load(self._name)
        if found is None:
            raise StoreError(f"The {self._name} no longer exists.")
        return found

    def follows(self, grown: Appended) -> bool:
        """Return whether an append by another process directly follows the known position; if so, advance to it."""
        if (grown.before.version, grown.before.head) != (self.mark.version, self.mark.head):
            return False
        self.mark = grown.mark if grown.before.seal == self.mark.seal else changed(grown.mark, seal=b"")
        return True

    def tell_grown(self, proposal: PendingChange) -> None:
        """Publish the last append to the other processes."""
        if self.is_shared:
            has_text = proposal.message is not None and proposal.played is None
            grown = Appended(
                node=self.fellows.id,
                before=self.before,
                mark=self.mark,
                told=proposal.told,
                text=str(proposal.message) if has_text else None,
            )
            tell(self._bus, self.subject, grown)

    def tell_turned(self) -> None:
        """Publish that something other than the events has changed."""
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
            told = read_hint(body)
            if told is None or told.node == self.fellows.id:
                return
            if isinstance(told, PresenceChanged):
                self.fellows.hear(self.subject, told.node, RemoteUsers(frozenset(told.seats), told.watchers))
            else:
                heard(told)

        ends = self._bus.subscribe(self.subject, read), self.fellows.follow(self.subject, came_or_went)

        def end() -> None:
            for each in ends:
                each()

        return end


# -- reconciliation with the database, once a second -------------------------------------------------------------------


log = logging.getLogger("carrom.server")

EVERY = 1.0
"""Seconds between two sweeps."""


class FollowedGame(Protocol):
    """A game or a tie that is followed here."""

    @property
    def log(self) -> GameEventLog:
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
            for name, kept in followed().items():
                if name in seals and (seals[name] != kept.log.mark.seal or kept.waits):
                    self.found += 1
                    kept.look_soon()

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
