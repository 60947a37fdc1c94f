"""The message backlog of a table: the last messages, compressed, for clients that reconnect."""

from carrom.tables.log.compression import CompressedMessage
from carrom.values import Value


class _Cached(Value, frozen=True):
    """A message, deflated, and the version that it led to."""

    version: int
    packed: bytes | None
    """With its film; None for a stroke whose film nobody needed."""
    without_film: bytes


class MessageBacklog:
    """The last messages, each with the version that it led to."""

    def __init__(self, most: int, version: int) -> None:
        """Store at most `most` messages, starting at `version`."""
        self._most, self._cached = most, list[_Cached]()
        self._since = self._version = version

    def begin(self, version: int) -> None:
        """Restart at a version without a message; clients with an older version need a snapshot."""
        self._since = self._version = version

    def add(self, version: int, message: CompressedMessage, *, has_film: bool) -> None:
        """Store a message; a stroke's message may lack its film."""
        if len(self._cached) == self._most:
            self._since = self._cached.pop(0).version
        self._cached.append(_Cached(version, message.packed if has_film else None, message.without_film.packed))
        self._version = version

    def since(self, seen: int | None, *, films: bool) -> tuple[str, ...] | None:
        """Return the messages after version `seen`, with or without films; None if one of them is not stored."""
        if seen is None or not self._since <= seen <= self._version:
            return None
        missed = [each for each in self._cached if each.version > seen]
        packed = [each.packed if films else each.without_film for each in missed]
        if None in packed:
            return None
        return tuple(CompressedMessage.unpacked(each) for each in packed if each is not None)
