"""Run `carrom` with a clock that jumps an hour ahead at SIGUSR1, and back at the next one.

Patches Python's wall-clock time (`time.time`, `time.time_ns`); monotonic clocks are unchanged.
"""

import signal
import sys
import time
from typing import Any

HOUR = 3600
_ahead = 0
_seconds, _nanoseconds = time.time, time.time_ns


def jump(*_: Any) -> None:
    """Move the clock an hour ahead, or back."""
    global _ahead
    _ahead = 0 if _ahead else HOUR


def main() -> int:
    """Run `carrom` with this command line."""
    time.time = lambda: _seconds() + _ahead
    time.time_ns = lambda: _nanoseconds() + _ahead * 1_000_000_000
    signal.signal(signal.SIGUSR1, jump)
    from carrom.cli import main as carrom

    return carrom(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
