"""How what computes for long steps back behind whoever plays on the same machine."""

import os
import threading
from contextlib import suppress

POLITE = 10
"""How far a process that computes steps back (`nice`)."""
LAST = 19
"""How far its threads step back where there is no `SCHED_IDLE`, or where it is forbidden."""


def process_steps_back() -> None:
    """Let this process come after others, for as long as it lives."""
    if hasattr(os, "nice"):
        os.nice(POLITE)


def thread_steps_back() -> None:
    """Let this thread, and those that it starts, run only where nobody else wants to; there is no way back for it."""
    with suppress(OSError, AttributeError):
        try:
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        except OSError:  # a container may forbid it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)
