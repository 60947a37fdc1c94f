"""The log of one game as a process knows it: what it appends, what others have appended, and word of both.

A game belongs to nobody. Whoever appends is first or is overtaken, and who is overtaken reads what stands.
"""

from collections.abc import Callable

from carrom.data import changed
from carrom.errors import StoreError
from carrom.server.nodes import hint
from carrom.server.nodes.bus import Bus
from carrom.server.nodes.fellows import Elsewhere, Fellows
from carrom.server.proposal import Proposal
from carrom.server.shelf import Shelf
from carrom.server.stored import Mark, News, StoredGame

TRIES = 50
"""How often somebody else may have been first before a command gives up."""


class Log:
    """One game's log, and what is told of it between processes; `kind` is `game` or `tie`."""

    def __init__(self, shelf: Shelf, kind: str, name: str, mark: Mark, bus: Bus, fellows: Fellows) -> None:
        """Know the log up to a mark."""
        self._shelf, self._name, self._bus, self.fellows = shelf, name, bus, fellows
        self.subject, self.mark, self.before = hint.subject(kind, name), mark, mark

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to it."""
        return self.fellows.shared

    def append(self, proposal: Proposal) -> None:
        """Store what is proposed; blocks. Raises `Overtaken`, `OutcomeUnknown` or `StoreError`."""
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

    def news(self) -> News | None:
        """Return what has come since the mark, None if the log has lost it; blocks. Raises `StoreError`."""
        return self._shelf.news(self._name, self.mark)

    def load(self) -> StoredGame:
        """Return all of it; blocks. Raises `StoreError`."""
        found = self._shelf.load(self._name)
        if found is None:
            raise StoreError(f"There is no {self._name} any more.")
        return found

    def follows(self, grown: hint.Grown) -> bool:
        """Whether what somebody has appended is the very next, and its mark is taken over then."""
        if (grown.before.version, grown.before.head) != (self.mark.version, self.mark.head):
            return False
        self.mark = grown.mark if grown.before.seal == self.mark.seal else changed(grown.mark, seal=b"")
        return True

    def tell_grown(self, proposal: Proposal) -> None:
        """Tell the others what was appended last."""
        if self.is_shared:
            grown = hint.Grown(
                node=self.fellows.id, before=self.before, mark=self.mark, told=proposal.told, text=proposal.message
            )
            hint.tell(self._bus, self.subject, grown)

    def tell_turned(self) -> None:
        """Tell the others that something else is not as it was."""
        if self.is_shared:
            hint.tell(self._bus, self.subject, hint.Turned(node=self.fellows.id))

    def tell_aside(self, text: str) -> None:
        """Tell those who follow elsewhere what is kept nowhere."""
        if self.is_shared:
            hint.tell(self._bus, self.subject, hint.Aside(node=self.fellows.id, text=text))

    def tell_here(self, seats: frozenset[str], watchers: int) -> None:
        """Tell the others who follows here."""
        if self.is_shared:
            here = hint.Here(node=self.fellows.id, seats=tuple(sorted(seats)), watchers=watchers)
            hint.tell(self._bus, self.subject, here)
            self.fellows.tell(self.subject, seats, watchers)

    def elsewhere(self) -> Elsewhere:
        """Return who follows at other processes."""
        return self.fellows.at(self.subject)

    def listen(self, heard: Callable[[hint.Hint], None], came_or_went: Callable[[], None]) -> Callable[[], None]:
        """Hear what others tell of it, and that somebody comes or goes elsewhere; return what ends that."""
        if not self.is_shared:
            return lambda: None

        def read(body: bytes) -> None:
            told = hint.read(body)
            if told is None or told.node == self.fellows.id:
                return
            if isinstance(told, hint.Here):
                self.fellows.hear(self.subject, told.node, Elsewhere(frozenset(told.seats), told.watchers))
            else:
                heard(told)

        ends = self._bus.subscribe(self.subject, read), self.fellows.follow(self.subject, came_or_went)

        def end() -> None:
            for each in ends:
                each()

        return end
