"""The message backlog of a table: the last messages, compressed, for clients that reconnect."""

from carrom.tables.log.compression import CompressedMessage


class MessageBacklog:
    """The last messages, each with the version that it led to."""

    def __init__(self, most: int, version: int) -> None:
        """Keep at most so many; a game is at that version."""
        self._most, self._kept = most, list[tuple[int, bytes]]()
        self._since = self._version = version

    def begin(self, version: int) -> None:
        """Begin at a version that no message led to: who has seen less is shown how the game stands."""
        self._since = self._version = version

    def add(self, version: int, message: str, packed: bytes | None) -> CompressedMessage:
        """Keep a message, deflated here unless it has been, and return it with its deflated form."""
        if len(self._kept) == self._most:
            self._since = self._kept.pop(0)[0]
        told = CompressedMessage.of(message, packed)
        self._kept.append((version, told.packed))
        self._version = version
        return told

    def since(self, seen: int | None) -> tuple[str, ...] | None:
        """Return the messages after version `seen`; None where not all of them are kept."""
        if seen is not None and self._since <= seen <= self._version:
            return tuple(CompressedMessage.unpacked(packed) for version, packed in self._kept if version > seen)
        return None
