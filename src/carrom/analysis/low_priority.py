"""Run a process at low priority, so that play on the same machine is not disturbed.

The process comes after others; a thread that computes for long runs only where nothing else wants a processor
(`SCHED_IDLE`). Not the whole process: one that gets no time at all would keep no leases, and hear no end, on a busy
machine.
"""

import os
import threading
from contextlib import suppress

POLITE = 10
"""How far such a process steps back (`nice`) where its threads can step back further."""
LAST = 19
"""How far a thread steps back that comes after all others, yet is to hear soon that it is enough."""


def process_steps_back() -> None:
    """Let this process come after others, for as long as it lives."""
    if hasattr(os, "nice"):
        os.nice(POLITE if hasattr(os, "SCHED_IDLE") else LAST)


def thread_steps_back() -> None:
    """Let this thread, and those that it starts, run only where nothing else wants to; where that can be asked for.

    There is no way back for it.
    """
    if not hasattr(os, "SCHED_IDLE"):
        return
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except OSError:  # a container may forbid it
        thread_comes_last()


def thread_comes_last() -> None:
    """Let this thread come after all others that want a processor, which leave it a hundredth; there is no way back."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)
