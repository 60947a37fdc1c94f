"""The message backlog of a table: the last messages, compressed, for clients that reconnect."""

from carrom.tables.log.compression import CompressedMessage


class MessageBacklog:
    """The last messages, each with the version that it led to."""

    def __init__(self, most: int, version: int) -> None:
        """Store at most `most` messages, starting at `version`."""
        self._most, self._kept = most, list[tuple[int, bytes]]()
        self._since = self._version = version

    def begin(self, version: int) -> None:
        """Restart at a version without a message; clients with an older version need a snapshot."""
        self._since = self._version = version

    def add(self, version: int, message: str, packed: bytes | None) -> CompressedMessage:
        """Store a message, compressing it if necessary, and return it with its deflated form."""
        if len(self._kept) == self._most:
            self._since = self._kept.pop(0)[0]
        compressed = CompressedMessage.of(message, packed)
        self._kept.append((version, compressed.packed))
        self._version = version
        return compressed

    def since(self, seen: int | None) -> tuple[str, ...] | None:
        """Return the messages after version `seen`; None if some of them are no longer stored."""
        if seen is not None and self._since <= seen <= self._version:
            return tuple(CompressedMessage.unpacked(packed) for version, packed in self._kept if version > seen)
        return None
