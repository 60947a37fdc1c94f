"""Compressed websocket messages: text, or the same text deflated once for every receiver.

A packed line is asked for with `/ws?films=deflated`: then a long message is one binary frame that holds its text as raw
deflate (RFC 1951), and nothing else is compressed. Whoever does not ask hears text.
"""

import zlib

from carrom.tables.log.trim import trimmed

LEAST = 512
"""Bytes of a message that is worth it."""
LEVEL = 4
"""Two thirds of the time of zlib's own choice, for a twentieth more bytes."""
WINDOW, MEMORY = 13, 7
"""Room enough for a film: 96 kB for a moment, which the system need not find anew each time."""
ASKED = "films=deflated"
"""What the address of a packed line has after its question mark."""


class CompressedMessage(str):
    """A text with its deflated form beside it."""

    __slots__ = ("packed",)
    packed: bytes

    @classmethod
    def of(cls, text: str, packed: bytes | None = None) -> "CompressedMessage":
        """Return a text, deflated in this thread unless it has been."""
        packet = cls(text)
        packet.packed = deflated(text.encode()) if packed is None else packed
        return packet

    @classmethod
    def unpacked(cls, packed: bytes) -> "CompressedMessage":
        """Return the text that was deflated."""
        return cls.of(inflated(packed).decode(), packed)


def is_packed(query: str) -> bool:
    """Whether an address with this after its question mark asks for a packed line."""
    return ASKED in query.split("&")


def deflated(told: bytes) -> bytes:
    """Return what is told as raw deflate."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW, MEMORY)
    return trimmed(packer.compress(told) + packer.flush())


def inflated(packed: bytes) -> bytes:
    """Return what was deflated."""
    return zlib.decompress(packed, -zlib.MAX_WBITS)


def on_a_packed_line(text: str) -> str | bytes:
    """Return what a packed line sends: bytes for a long message, which one that is told to many has already."""
    if isinstance(text, CompressedMessage):
        return text.packed
    return text if len(text) < LEAST else deflated(text.encode())
