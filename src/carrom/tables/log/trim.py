"""Trim bytes that are stored for long to memory of their own size."""


def trimmed(made: bytes) -> bytes:
    """Return the same bytes, copied.

    What `zlib` returns is the beginning of a buffer of 16 kB that was cut off behind it: thousands of them, kept, leave
    thousands of holes in which no such buffer has room.
    """
    return bytes(memoryview(made))
