"""Run the fuzz targets on generated inputs, each with its own seed and a time limit, and report the failures."""

import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from .doors import DOORS, TOLD, Door

PATIENCE = 5.0
"""Time limit for one input, in seconds."""
LONGEST = 1500
"""Most characters in a refusal."""


class Fault(NamedTuple):
    """An input that did not end in a clear message."""

    door: str
    number: int
    given: Any
    why: str


class TooLong(BaseException):
    """The input exceeded its time limit."""


def shares(inputs: int) -> dict[str, int]:
    """Return how many of the inputs each target gets."""
    whole = sum(door.share for door in DOORS.values())
    return {name: -(-inputs * door.share // whole) for name, door in DOORS.items()}


def faults(name: str, numbers: range, seed: int) -> Iterator[Fault]:
    """Try the inputs with these numbers on a target, and yield the failures."""
    door = DOORS[name]
    for number in numbers:
        given = made(door, name, number, seed)
        why = fault_of(door, given)
        if why is not None:
            yield Fault(name, number, given, why)


def made(door: Door, name: str, number: int, seed: int) -> Any:
    """Return the input with this number; it is the same on every machine."""
    return door.make(Random(f"{seed}/{name}/{number}"))


def fault_of(door: Door, given: Any) -> str | None:
    """Return how an input failed, or None if it did not."""
    begun = time.perf_counter()
    try:
        with _within(PATIENCE):
            refusals = list(door.try_it(given))
    except SystemExit:
        refusals = []
    except TOLD as refusal:
        refusals = [str(refusal)]
    except TooLong:
        return f"took more than {PATIENCE:g} s\n{traceback.format_exc(limit=-3)}"
    except Exception:
        return traceback.format_exc()
    if time.perf_counter() - begun > PATIENCE:
        return f"took more than {PATIENCE:g} s"
    wrong = [text for text in refusals if not text.strip() or "\n" in text or len(text) > LONGEST]
    return f"is no sentence: {wrong[0]!r:.400}" if wrong else None


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise `TooLong` if the block exceeds the time, on systems with alarm signals."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
