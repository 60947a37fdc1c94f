"""Compressed WebSocket messages: a text, deflated once for every receiver.

A client requests compression with `/ws?films=deflated`. A long message is then one binary frame with its text as raw
deflate (RFC 1951); nothing else is compressed. Other clients receive text.
"""

import zlib

from carrom.tables.log.trim import trimmed

LEAST = 512
"""Minimum length of a compressed message, in bytes."""
LEVEL = 4
"""Compression level; takes two thirds of the time of zlib's default, for 5 % more bytes."""
WINDOW, MEMORY = 13, 7
"""Window and memory settings large enough for an animation; they need 96 kB for a short time."""
ASKED = "films=deflated"
"""Query string of a connection with compression."""


class CompressedMessage(str):
    """A text together with its deflated form, and, for a stroke with its film, the message without the film."""

    __slots__ = ("packed", "without_film")
    packed: bytes
    without_film: "CompressedMessage"
    """The message for connections that decline films; the message itself if it has no film."""

    @classmethod
    def of(
        cls, text: str, packed: bytes | None = None, without_film: "CompressedMessage | None" = None
    ) -> "CompressedMessage":
        """Return a text with its deflated form, compressing it in this thread if necessary."""
        packet = cls(text)
        packet.packed = deflated(text.encode()) if packed is None else packed
        packet.without_film = packet if without_film is None else without_film
        return packet

    @classmethod
    def unpacked(cls, packed: bytes) -> "CompressedMessage":
        """Return the message for a deflated text."""
        return cls.of(inflated(packed).decode(), packed)


def is_packed(query: str) -> bool:
    """Return whether a query string requests compression."""
    return ASKED in query.split("&")


def deflated(content: bytes) -> bytes:
    """Return bytes as raw deflate."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW, MEMORY)
    return trimmed(packer.compress(content) + packer.flush())


def inflated(packed: bytes) -> bytes:
    """Return the content of raw deflate bytes."""
    return zlib.decompress(packed, -zlib.MAX_WBITS)


def on_a_packed_line(text: str) -> str | bytes:
    """Return what a compressed connection sends: bytes for a long message, else text."""
    if isinstance(text, CompressedMessage):
        return text.packed
    return text if len(text) < LEAST else deflated(text.encode())
