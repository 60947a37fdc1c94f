"""The analysis worker: a subprocess that reads jobs line by line and writes results line by line.

    {"job": "position", …}      a job (`carrom.analysis.requests.Job`); results follow, one per line
    stop                        ends the current job
    .                           written after each job, also after a stopped one

It runs at low priority, so that games on the same machine are not disturbed, and exits when its input ends.
"""

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec

from carrom.analysis.analysis import analyse, assess
from carrom.analysis.best_strokes import Pause
from carrom.analysis.break_explorer import break_table
from carrom.analysis.messages import Failed
from carrom.analysis.requests import AskedGame, Job, PositionRequest, hand_named, situation_of
from carrom.analysis.reviewer import review, review_stroke
from carrom.analysis.win_chances import stakes_of
from carrom.child_process import process_steps_back, thread_comes_last
from carrom.errors import CarromError
from carrom.game.record import read_record
from carrom.practice.setup import rules_of
from carrom.values import prepare

SPRINT = 5.0
"""Processor time in seconds after which a job gets the lowest priority, so that first results come soon."""
END = "."


class Stopped(Exception):
    """The job was stopped."""


def answers(job: Job, pause: Pause) -> Iterator[msgspec.Struct]:
    """Yield the results of a job. Raises `CarromError`, and whatever `pause` raises."""
    hand = hand_named(job.hand)
    match job:
        case PositionRequest(breaks=True):
            yield break_table(rules_of(job.moment), job.surface, hand, pause=pause)
        case PositionRequest(stroke=None):
            stakes = stakes_of(job.moment)
            yield from analyse(
                situation_of(job), hand, lines=job.lines, seconds=job.seconds, stakes=stakes, pause=pause
            )
        case PositionRequest(stroke=stroke) if stroke is not None:
            yield from assess(situation_of(job), hand, stroke, pause=pause)
        case AskedGame(stroke=None):
            yield from review(read_record(job.record), hand, seconds=job.seconds, pause=pause)
        case AskedGame(stroke=number) if number is not None:
            yield from review_stroke(read_record(job.record), number, hand, pause=pause)


class _Listening:
    """Reads jobs in a thread; the end of the input ends the process."""

    def __init__(self) -> None:
        self.jobs: queue.Queue[str] = queue.Queue()
        self.stopped = threading.Event()
        threading.Thread(target=self._hear, name="hear", daemon=True).start()

    def pause(self) -> None:
        """Raise `Stopped` after a stop."""
        if self.stopped.is_set():
            raise Stopped

    def _hear(self) -> None:
        for line in sys.stdin:
            if line.strip() == "stop":
                self.stopped.set()
            elif line.strip():
                self.jobs.put(line)
        os._exit(0)


def main() -> None:
    """Run jobs until the input ends."""
    process_steps_back()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too, and ends this process
    prepare()
    listening = _Listening()
    while True:
        text = listening.jobs.get()
        with ThreadPoolExecutor(
            1, "think"
        ) as thread:  # a new thread for each job, since a lowered priority cannot be raised
            thread.submit(_think, text, stepping_back_after(listening.pause)).result()
        listening.stopped.clear()
        print(END, flush=True)


def _think(text: str, pause: Pause) -> None:
    """Print the results of a job until it is done or stopped."""
    with suppress(Stopped):
        for value in found(text, pause):
            pause()
            print(msgspec.json.encode(value).decode(), flush=True)


def stepping_back_after(pause: Pause, seconds: float = SPRINT, back: Callable[[], None] = thread_comes_last) -> Pause:
    """Return a pause that lowers the thread's priority once, after `seconds` of processor time."""
    forward = [True]

    def paused() -> None:
        pause()
        if forward and time.thread_time() > seconds:
            forward.clear()
            back()

    return paused


def found(text: str, pause: Pause) -> Iterator[msgspec.Struct]:
    """Yield the results of a job, and a `Failed` at the end if it failed."""
    try:
        yield from answers(msgspec.json.decode(text, type=Job), pause)
    except (CarromError, msgspec.MsgspecError) as fault:
        yield Failed(reason=str(fault))


if __name__ == "__main__":
    main()
