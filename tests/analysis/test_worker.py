"""The process that thinks: it tells what it finds, obeys when it is told to stop, and ends with its input."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from carrom.analysis.asked import Asked, Job
from carrom.practice.moment import Moment

HANGING = Moment(position="c1_W1.300000.300000_B1.-100000.50000", queen="mover")


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


def test_an_analysis_of_ten_minutes_stops_when_it_is_told_so_and_the_end_of_the_input_ends_the_process(
    worker: subprocess.Popen[str],
) -> None:
    told(worker, asked(Asked(moment=HANGING, seconds=600)))
    assert json.loads(heard(worker))["type"] == "analysis"
    told(worker, "stop")
    while (line := heard(worker)) != ".":
        assert not json.loads(line).get("done")
    told(worker, "nonsense")
    assert json.loads(heard(worker))["type"] == "failed"
    assert heard(worker) == "."
    told(worker, asked(Asked(moment=HANGING, seconds=600)))
    heard(worker)
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(20) == 0
