"""An exclusive lock on an open file, released by the system when its process ends.

A library was looked at (filelock): it locks a file of its own beside the one that is meant, and that file stays behind.
"""

import os
import sys
from typing import IO

LOCKED_BYTE = 1 << 40
"""Where a system that locks ranges of bytes has its lock: beyond any content, so that reading is never hindered."""


def locked(file: IO[bytes]) -> bool:
    """Lock a file at its beginning without waiting; return whether this process keeps it now."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
