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
from carrom.analysis.requests import Job, PositionRequest
from carrom.child_process import LAST, thread_comes_last
from carrom.practice.setup import SetupPosition

HANGING = SetupPosition(position="c1_W1.300000.300000_B1.-100000.50000", queen="mover")


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "carrom.analysis.worker"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
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
