"""Text files as other programs leave them: one reader for every file of lines that carrom reads.

Editors and mail programs add a byte-order mark, change line ends to CRLF and drop the last line end. A machine that
loses power leaves a last line of which only the beginning was written.
"""

from carrom.errors import RecordError


def decoded(content: bytes, name: str) -> str:
    """Return the text of a file, as `plain` does. Raises `RecordError`, which begins with `name`, if it is not UTF-8.

    A letter that was cut in its middle at the very end is `U+FFFD`, so that the line can be named as incomplete.
    """
    try:
        return plain(content.decode())
    except UnicodeDecodeError as fault:
        if fault.end == len(content) and fault.reason == "unexpected end of data":
            return plain(content[: fault.start].decode() + "\ufffd")
        raise RecordError(f"{name} cannot be read; expected UTF-8 text") from None


def plain(text: str) -> str:
    """Return a text without a byte-order mark, with `\\n` for `\\r\\n`, and without half of a line end at its end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\r")


def last_line(content: bytes) -> bytes:
    """Return what follows the last line end of a file; empty if the file ends with a line end."""
    return content[content.rfind(b"\n") + 1 :]
