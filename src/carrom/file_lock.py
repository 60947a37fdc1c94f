"""An exclusive lock on an open file, released by the system when its process ends.

The `filelock` library is not used because it locks a separate file, which stays behind.
"""

import os
import sys
from typing import IO

LOCKED_BYTE = 1 << 40
"""Offset of the lock on systems that lock byte ranges: beyond any content, so that reading is never blocked."""


def locked(file: IO[bytes]) -> bool:
    """Lock a file without waiting; return whether this process now holds the lock."""
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
