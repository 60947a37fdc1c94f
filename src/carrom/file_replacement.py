"""Put a finished file in the place of another in one step, on every system.

Windows refuses that while another program has the old file open, such as a virus scanner or a browser that reads it.
Such programs close it soon, so the replacement is tried again for a moment.
"""

import os
import sys
import time
from pathlib import Path

PATIENCE = 2.0
"""Seconds for which a replacement is tried on Windows."""
PAUSE = 0.02

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
)
"""Names that Windows keeps for devices, with any ending and in any case."""


def replace(part: Path | str, path: Path | str) -> None:
    """Rename `part` to `path`, whether or not `path` exists. Raises `OSError`."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            os.replace(part, path)
            return
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() >= deadline:
                raise
        time.sleep(PAUSE)
