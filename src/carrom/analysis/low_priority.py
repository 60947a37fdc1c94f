"""Run a process at low priority, so that games on the same machine are not disturbed.

The process gets a higher `nice` value; a thread with a long computation is scheduled only when nothing else needs a
processor (`SCHED_IDLE`). The whole process is not: without any processor time it could not renew leases or handle the
end of its input on a busy machine.
"""

import os
import threading
from contextlib import suppress

POLITE = 10
"""Nice value of the process where its threads can use `SCHED_IDLE`."""
LAST = 19
"""Nice value of a thread that must yield to all others and still react soon to a stop."""


def process_steps_back() -> None:
    """Raise the nice value of this process permanently."""
    if hasattr(os, "nice"):
        os.nice(POLITE if hasattr(os, "SCHED_IDLE") else LAST)


def thread_steps_back() -> None:
    """Schedule this thread, and those it starts, only when nothing else runs, where the system supports it.

    This cannot be undone.
    """
    if not hasattr(os, "SCHED_IDLE"):
        return
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except OSError:  # a container may forbid it
        thread_comes_last()


def thread_comes_last() -> None:
    """Give this thread the highest nice value, which leaves it about a hundredth of a busy processor, permanently."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)
