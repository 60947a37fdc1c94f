"""Child processes: killed together with everything that they have started, and run at low priority where asked.

A shell script around a program is the usual case: killing the script alone would leave the program running, and holding
the other end of our pipes."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio.subprocess import Process

IN_OWN_GROUP: dict[str, Any] = (
    {"creationflags": 0x200} if sys.platform == "win32" else {"process_group": 0}  # CREATE_NEW_PROCESS_GROUP
)
"""Arguments of `subprocess.Popen` that start a child as the leader of a group.

Such a child gets no Ctrl+C from our terminal: only we end it. It is no session of its own, because Linux shares out
processor time between sessions first, which would undo the low priority of workers (`sched_autogroup`).
"""
IN_OWN_GROUP_ASYNC: dict[str, Any] = IN_OWN_GROUP if sys.platform == "win32" else {"preexec_fn": os.setpgrp}
"""The same for `asyncio.create_subprocess_exec`, also in uvloop, which does not know `process_group` (0.23)."""
KILLED = 1.0
"""Seconds that a killed process has to be gone; after that, nobody waits for it any more."""


def kill_group(leader: int) -> None:
    """Kill a child that was started `IN_OWN_GROUP`, by its process id, and what it has started; blocks on Windows.

    Call it even if the child itself has just exited: what it has started may still run.
    """
    if sys.platform == "win32":
        with suppress(OSError, subprocess.TimeoutExpired):
            words = ["taskkill", "/F", "/T", "/PID", str(leader)]
            subprocess.run(words, capture_output=True, timeout=KILLED, check=False)
    else:
        with suppress(ProcessLookupError, PermissionError):  # macOS refuses a group of which only zombies are left
            os.killpg(leader, signal.SIGKILL)


async def end(process: "Process", seconds: float = 0.0) -> None:
    """Close a child's input, wait at most `seconds` until it has exited, and kill what is left of its group."""
    if process.returncode is not None:
        return  # its process id may belong to another process by now
    if process.stdin is not None:
        with suppress(OSError, RuntimeError):
            process.stdin.close()
    await _exit(process, seconds)
    kill_group(process.pid)
    await _exit(process, KILLED)


async def _exit(process: "Process", seconds: float) -> None:
    """Wait at most `seconds` until a child has exited."""
    import asyncio  # takes long to load, and engines do without it

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await process.wait()


def at_end_of_input(then: Callable[[], object]) -> None:
    """Call `then`, in a thread, when standard input is closed: the parent process has ended, however it did."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 4096):  # not `sys.stdin`: Python could not exit while a thread reads that
                pass
        then()

    threading.Thread(target=wait, name="stdin", daemon=True).start()


# -- low priority, so that games on the same machine are not disturbed -------------------------------------------------
# The process gets a higher `nice` value; a thread with a long computation is scheduled only when nothing else needs a
# processor (`SCHED_IDLE`). The whole process is not: without any processor time it could not renew leases or handle
# the end of its input on a busy machine.


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
