"""The event log of one game as a process sees it: its own appends and those of other processes.

A game belongs to nobody. Whoever appends is first or is overtaken, and who is overtaken reads what stands.
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
"""How often somebody else may have been first before a command gives up."""


class GameEventLog:
    """One game's log, and what is told of it between processes; `kind` is `game` or `tie`."""

    def __init__(self, shelf: EventStore, kind: str, name: str, mark: LogPosition, bus: Bus, fellows: Presence) -> None:
        """Know the log up to a mark."""
        self._shelf, self._name, self._bus, self.fellows = shelf, name, bus, fellows
        self.subject, self.mark, self.before = messages.subject(kind, name), mark, mark

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to it."""
        return self.fellows.shared

    def append(self, proposal: PendingChange) -> None:
        """Store what is proposed; blocks. Raises `Conflict`, `CommitUncertain` or `StoreError`."""
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

    def change(self, made: Callable[[str, int], str]) -> str:
        """Replace what was agreed, and return what stands then; blocks. Raises what `made` raises, or `StoreError`."""
        mark, agreed = self._shelf.change_setting(self._name, made)
        self.mark = mark if mark.version == self.mark.version else changed(self.mark, seal=b"")
        return agreed

    def news(self) -> Tail | None:
        """Return what has come since the mark, None if the log has lost it; blocks. Raises `StoreError`."""
        return self._shelf.news(self._name, self.mark)

    def load(self) -> StoredGame:
        """Return all of it; blocks. Raises `StoreError`."""
        found = self._shelf.load(self._name)
        if found is None:
            raise StoreError(f"There is no {self._name} any more.")
        return found

    def follows(self, grown: messages.Appended) -> bool:
        """Whether what somebody has appended is the very next, and its mark is taken over then."""
        if (grown.before.version, grown.before.head) != (self.mark.version, self.mark.head):
            return False
        self.mark = grown.mark if grown.before.seal == self.mark.seal else changed(grown.mark, seal=b"")
        return True

    def tell_grown(self, proposal: PendingChange) -> None:
        """Tell the others what was appended last."""
        if self.is_shared:
            grown = messages.Appended(
                node=self.fellows.id, before=self.before, mark=self.mark, told=proposal.told, text=proposal.message
            )
            messages.tell(self._bus, self.subject, grown)

    def tell_turned(self) -> None:
        """Tell the others that something else is not as it was."""
        if self.is_shared:
            messages.tell(self._bus, self.subject, messages.Changed(node=self.fellows.id))

    def tell_aside(self, text: str) -> None:
        """Tell those who follow elsewhere what is kept nowhere."""
        if self.is_shared:
            messages.tell(self._bus, self.subject, messages.Transient(node=self.fellows.id, text=text))

    def tell_here(self, seats: frozenset[str], watchers: int) -> None:
        """Tell the others who follows here."""
        if self.is_shared:
            here = messages.PresenceChanged(node=self.fellows.id, seats=tuple(sorted(seats)), watchers=watchers)
            messages.tell(self._bus, self.subject, here)
            self.fellows.tell(self.subject, seats, watchers)

    def elsewhere(self) -> RemoteUsers:
        """Return who follows at other processes."""
        return self.fellows.at(self.subject)

    def listen(self, heard: Callable[[messages.Hint], None], came_or_went: Callable[[], None]) -> Callable[[], None]:
        """Hear what others tell of it, and that somebody comes or goes elsewhere; return what ends that."""
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
