"""The binary format of WebAssembly: LEB128 numbers, vectors, names, sections."""

from collections.abc import Sequence


def unsigned(number: int) -> bytes:
    """Return an unsigned LEB128 number."""
    out = bytearray()
    while True:
        byte = number & 0x7F
        number >>= 7
        out.append(byte | (0x80 if number else 0))
        if not number:
            return bytes(out)


def signed(number: int) -> bytes:
    """Return a signed LEB128 number."""
    out = bytearray()
    while True:
        byte = number & 0x7F
        number >>= 7
        if (number == 0 and not byte & 0x40) or (number == -1 and byte & 0x40):
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def vector(items: Sequence[bytes]) -> bytes:
    """Return items with their number before them."""
    return unsigned(len(items)) + b"".join(items)


def section(number: int, content: bytes) -> bytes:
    """Return a section of a module."""
    return bytes([number]) + unsigned(len(content)) + content


def name_of(text: str) -> bytes:
    """Return a name."""
    return unsigned(len(text)) + text.encode()
