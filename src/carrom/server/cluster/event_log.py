"""The event log of one game as a process sees it: its own appends and those of other processes.

No process owns a game. Of concurrent appends the first one wins; the others get `Conflict` and read the new events.
"""

from collections.abc import Callable

from carrom.errors import StoreError
from carrom.server.cluster import messages
from carrom.server.cluster.bus import Bus
from carrom.server.cluster.presence import Presence, RemoteUsers
from carrom.storage.event_store import EventStore
from carrom.storage.models import LogPosition, StoredGame, Tail
from carrom.tables.proposal import PendingChange
from carrom.values import changed

TRIES = 50
"""How many conflicts a command retries before it is refused."""


class GameEventLog:
    """One game's event log and the hints about it on the bus; `kind` is `game` or `tie`."""

    def __init__(self, shelf: EventStore, kind: str, name: str, mark: LogPosition, bus: Bus, fellows: Presence) -> None:
        """Open the log, known up to the position `mark`."""
        self._shelf, self._name, self._bus, self.fellows = shelf, name, bus, fellows
        self.subject, self.mark, self.before = messages.subject(kind, name), mark, mark

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

    def follows(self, grown: messages.Appended) -> bool:
        """Return whether an append by another process directly follows the known position; if so, advance to it."""
        if (grown.before.version, grown.before.head) != (self.mark.version, self.mark.head):
            return False
        self.mark = grown.mark if grown.before.seal == self.mark.seal else changed(grown.mark, seal=b"")
        return True

    def tell_grown(self, proposal: PendingChange) -> None:
        """Publish the last append to the other processes."""
        if self.is_shared:
            has_text = proposal.message is not None and proposal.played is None
            grown = messages.Appended(
                node=self.fellows.id,
                before=self.before,
                mark=self.mark,
                told=proposal.told,
                text=str(proposal.message) if has_text else None,
            )
            messages.tell(self._bus, self.subject, grown)

    def tell_turned(self) -> None:
        """Publish that something other than the events has changed."""
        if self.is_shared:
            messages.tell(self._bus, self.subject, messages.Changed(node=self.fellows.id))

    def tell_aside(self, text: str) -> None:
        """Publish a transient message, which is not stored, to clients at other processes."""
        if self.is_shared:
            messages.tell(self._bus, self.subject, messages.Transient(node=self.fellows.id, text=text))

    def tell_here(self, seats: frozenset[str], watchers: int) -> None:
        """Publish who is connected to this process."""
        if self.is_shared:
            here = messages.PresenceChanged(node=self.fellows.id, seats=tuple(sorted(seats)), watchers=watchers)
            messages.tell(self._bus, self.subject, here)
            self.fellows.tell(self.subject, seats, watchers)

    def elsewhere(self) -> RemoteUsers:
        """Return who is connected at other processes."""
        return self.fellows.at(self.subject)

    def listen(self, heard: Callable[[messages.Hint], None], came_or_went: Callable[[], None]) -> Callable[[], None]:
        """Subscribe to hints and to presence changes at other processes; return a function that unsubscribes."""
        if not self.is_shared:
            return lambda: None

        def read(body: bytes) -> None:
            told = messages.read(body)
            if told is None or told.node == self.fellows.id:
                return
            if isinstance(told, messages.PresenceChanged):
                self.fellows.hear(self.subject, told.node, RemoteUsers(frozenset(told.seats), told.watchers))
            else:
                heard(told)

        ends = self._bus.subscribe(self.subject, read), self.fellows.follow(self.subject, came_or_went)

        def end() -> None:
            for each in ends:
                each()

        return end
