"""Copy long-lived bytes into memory of exactly their size."""


def trimmed(made: bytes) -> bytes:
    """Return a copy of the bytes.

    `zlib` returns the start of a 16 kB buffer cut to length. Thousands of such results, stored for long, would fragment
    the memory.
    """
    return bytes(memoryview(made))
