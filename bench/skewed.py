"""Run `carrom` with a clock that jumps an hour ahead at SIGUSR1, and back at the next one.

What is patched is what Python tells of the time since 1970; what never runs back (`time.monotonic`) goes on.
"""

import signal
import sys
import time
from typing import Any

HOUR = 3600
_ahead = 0
_seconds, _nanoseconds = time.time, time.time_ns


def jump(*_: Any) -> None:
    """Let the clock jump."""
    global _ahead
    _ahead = 0 if _ahead else HOUR


def main() -> int:
    """Be `carrom`, with the words of the command line."""
    time.time = lambda: _seconds() + _ahead
    time.time_ns = lambda: _nanoseconds() + _ahead * 1_000_000_000
    signal.signal(signal.SIGUSR1, jump)
    from carrom.cli import main as carrom

    return carrom(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
