"""The analysis process: it reports results, stops on request, and exits when its input is closed."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import msgspec
import pytest

from carrom.analysis import worker as working
from carrom.analysis.best_strokes import Pause, nothing
from carrom.analysis.requests import Job, PositionRequest
from carrom.child_process import LAST, thread_comes_last
from carrom.practice.setup import SetupPosition
from carrom.values import Value

HANGING = SetupPosition(position="c1_W1.300000.300000_B1.-100000.50000", queen="mover")


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "carrom.analysis.worker"]
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=interpreted
    )
    yield process
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def told(worker: subprocess.Popen[str], line: str) -> None:
    assert worker.stdin is not None
    worker.stdin.write(line + "\n")
    worker.stdin.flush()


def heard(worker: subprocess.Popen[str]) -> str:
    assert worker.stdout is not None
    return worker.stdout.readline().strip()


def asked(job: Job) -> str:
    return msgspec.json.encode(job).decode()


@pytest.mark.slow
def test_an_analysis_of_ten_minutes_stops_when_it_is_told_so_and_the_end_of_the_input_ends_the_process(
    worker: subprocess.Popen[str],
) -> None:
    told(worker, asked(PositionRequest(moment=HANGING, seconds=600)))
    assert json.loads(heard(worker))["type"] == "analysis"
    told(worker, "stop")
    while (line := heard(worker)) != ".":
        assert not json.loads(line).get("done")
    told(worker, "nonsense")
    assert json.loads(heard(worker))["type"] == "failed"
    assert heard(worker) == "."
    told(worker, asked(PositionRequest(moment=HANGING, seconds=600)))
    heard(worker)
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(20) == 0


class Word(Value, frozen=True):
    """A stand-in for any result of an analysis."""

    number: int
    done: bool = False


@pytest.mark.parametrize(
    ("has_compiler", "expected"),
    [
        (True, [Word(1), Word(2), Word(1), Word(2, done=True)]),
        (False, [Word(1), Word(2), Word(2, done=True)]),
    ],
)
def test_what_was_found_before_the_kernel_was_there_is_no_last_word(
    monkeypatch: pytest.MonkeyPatch, has_compiler: bool, expected: list[Word]
) -> None:
    compiled = threading.Event()
    warming = threading.Thread(target=compiled.wait)
    monkeypatch.setattr(working, "answers", lambda job, pause: iter((Word(1), Word(2, done=True))))
    monkeypatch.setattr(working, "is_ready", lambda: has_compiler and compiled.is_set())
    monkeypatch.setattr(working, "GLANCE", 0.001)
    warming.start()
    told = []
    for word in working.found(asked(PositionRequest(moment=HANGING)), nothing, warming):
        told.append(word)
        if len(told) == 2:
            compiled.set()
    assert told == expected


def test_who_waits_for_the_kernel_may_be_told_that_it_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    warming = threading.Thread(target=compiled.wait)
    monkeypatch.setattr(working, "answers", lambda job, pause: iter((Word(1, done=True),)))
    monkeypatch.setattr(working, "is_ready", lambda: False)
    warming.start()

    def enough() -> None:
        raise working.Stopped

    values = working.found(asked(PositionRequest(moment=HANGING)), enough, warming)
    assert next(values) == Word(1)
    with pytest.raises(working.Stopped):
        next(values)
    compiled.set()


def test_what_is_found_slowly_is_given_up_as_soon_as_the_kernel_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    warming = threading.Thread(target=compiled.wait)
    begun: list[bool] = []

    def answers(job: Job, pause: Pause) -> Iterator[Word]:
        begun.append(compiled.is_set())
        yield Word(1)
        compiled.set()
        warming.join()
        pause()
        yield Word(2, done=True)

    monkeypatch.setattr(working, "answers", answers)
    monkeypatch.setattr(working, "is_ready", compiled.is_set)
    warming.start()
    told = list(working.found(asked(PositionRequest(moment=HANGING)), nothing, warming))
    assert told == [Word(1), Word(1), Word(2, done=True)]
    assert begun == [False, True]


def test_what_takes_long_comes_last_and_what_is_short_does_not() -> None:
    went: list[str] = []
    later = time.thread_time() + 60.0
    short = working.stepping_back_after(lambda: went.append("pause"), later, lambda: went.append("back"))
    short()
    assert went == ["pause"]
    long = working.stepping_back_after(lambda: went.append("pause"), -1.0, lambda: went.append("back"))
    long()
    long()
    assert went == ["pause", "pause", "back", "pause"]


def test_one_thread_comes_last_and_the_one_that_hears_does_not() -> None:
    before, seen = os.getpriority(os.PRIO_PROCESS, 0), []

    def comes_last() -> None:
        thread_comes_last()
        seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=comes_last)
    thread.start()
    thread.join()
    assert seen == [LAST]
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
