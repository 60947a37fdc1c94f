"""A process of its own that thinks: jobs come line by line on its input, what it finds goes line by line to its output.

    {"job": "position", …}      a job (`carrom.analysis.requests.Job`); values follow as they are found, a line each
    stop                        no more of it
    .                           told after each job, also one that was stopped: ready for the next

It is polite to whoever plays on the same machine: what takes long comes last. It ends with its input: nothing goes on
when its parent is gone.
"""

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec

from carrom.analysis.analysis import analyse, assess
from carrom.analysis.best_strokes import Pause
from carrom.analysis.low_priority import process_steps_back, thread_comes_last
from carrom.analysis.messages import Failed
from carrom.analysis.requests import Asked, AskedGame, Job, hand_named, situation_of
from carrom.analysis.review.reviewer import review, review_stroke
from carrom.analysis.win_chances import stakes_of
from carrom.engine.rollouts.runner import is_ready, warm
from carrom.errors import CarromError
from carrom.game.notation.record import read_record
from carrom.values import prepare

SPRINT = 5.0
"""Seconds of processor time that a job has before it comes last: first words come on a busy machine, too."""
PATIENCE = 6.0
"""Seconds that the first job waits for the compiled kernel; then it begins interpreted, and all is told anew after."""
GLANCE = 0.1
"""Seconds between two looks whether the kernel is there, or somebody has said that it is enough."""
END = "."


class Stopped(Exception):
    """Somebody has said that it is enough."""


class Ready(Exception):
    """The compiled kernel is there: what is found without it need not go on."""


def answers(job: Job, pause: Pause) -> Iterator[msgspec.Struct]:
    """Yield what a job finds; raises `CarromError`, and what `pause` raises."""
    hand = hand_named(job.hand)
    match job:
        case Asked(stroke=None):
            stakes = stakes_of(job.moment)
            yield from analyse(
                situation_of(job), hand, lines=job.lines, seconds=job.seconds, stakes=stakes, pause=pause
            )
        case Asked(stroke=stroke) if stroke is not None:
            yield from assess(situation_of(job), hand, stroke, pause=pause)
        case AskedGame(stroke=None):
            yield from review(read_record(job.record), hand, seconds=job.seconds, pause=pause)
        case AskedGame(stroke=number) if number is not None:
            yield from review_stroke(read_record(job.record), number, hand, pause=pause)


class _Listening:
    """The jobs that come, heard in a thread; the end of the input ends the process."""

    def __init__(self) -> None:
        self.jobs: queue.Queue[str] = queue.Queue()
        self.stopped = threading.Event()
        threading.Thread(target=self._hear, name="hear", daemon=True).start()

    def pause(self) -> None:
        """Raise `Stopped` once somebody has said so."""
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
    """Answer jobs until the input ends."""
    process_steps_back()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, too, and ends this process
    prepare()
    listening = _Listening()
    warming = threading.Thread(target=warm, name="warm", daemon=True)
    warming.start()
    while True:
        text = listening.jobs.get()
        warming.join(PATIENCE)
        with ThreadPoolExecutor(
            1, "think"
        ) as thread:  # one for each job: none that has stepped back comes forward again
            thread.submit(_think, text, stepping_back_after(listening.pause), warming).result()
        listening.stopped.clear()
        print(END, flush=True)


def _think(text: str, pause: Pause, warming: threading.Thread) -> None:
    """Tell what a job finds, until it is done or stopped."""
    with suppress(Stopped):
        for value in found(text, pause, warming):
            pause()
            print(msgspec.json.encode(value).decode(), flush=True)


def stepping_back_after(pause: Pause, seconds: float = SPRINT, back: Callable[[], None] = thread_comes_last) -> Pause:
    """Return a pause after which a thread that has had so many seconds of processor time steps back, once."""
    forward = [True]

    def paused() -> None:
        pause()
        if forward and time.thread_time() > seconds:
            forward.clear()
            back()

    return paused


def found(text: str, pause: Pause, warming: threading.Thread) -> Iterator[msgspec.Struct]:
    """Yield what a job finds, and last of all why it could not go on, if so.

    What is found while the kernel is not there yet (`warming` prepares it) is no last word: as soon as it is there all
    is found anew, well.
    """

    def glanced() -> None:
        """Pause, and be done with what is found slowly once there is a better way."""
        pause()
        if not warming.is_alive() and is_ready():
            raise Ready

    try:
        job, last = msgspec.json.decode(text, type=Job), None
        if not is_ready() and warming.is_alive():
            with suppress(Ready):
                last = yield from _meanwhile(answers(job, glanced))
                while warming.is_alive():
                    pause()
                    warming.join(GLANCE)
            if not is_ready():  # this machine has no compiler: it was the last word after all
                if last is not None:
                    yield last
                return
        yield from answers(job, pause)
    except (CarromError, msgspec.MsgspecError) as fault:
        yield Failed(reason=str(fault))


def _meanwhile(values: Iterator[msgspec.Struct]) -> Generator[msgspec.Struct, None, msgspec.Struct | None]:
    """Yield values as if more were to come, and return the one that was said to be the last."""
    last = None
    for value in values:
        if getattr(value, "done", False):
            last = value
            value = msgspec.structs.replace(value, done=False)
        yield value
    return last


if __name__ == "__main__":
    main()
