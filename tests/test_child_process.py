"""Child processes end with everything that they have started, whoever is killed and however silent they are."""

import ast
import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import labour
import pytest
import uvloop
from silent_program import SilentProgram, assert_gone

import carrom
from carrom.child_process import IN_OWN_GROUP_ASYNC, end
from carrom.engine import external_process
from carrom.engine.external_process import EngineProcess
from carrom.errors import EngineError
from carrom.lab.workers import done

SOURCE = Path(carrom.__file__).parent
STARTS = {"Popen", "create_subprocess_exec", "create_subprocess_shell"}
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts are those of a Unix shell")


@pytest.fixture
def silent(tmp_path):
    made = SilentProgram(tmp_path)
    yield made
    made.close()


def starts_outside_a_group(tree: ast.Module) -> list[int]:
    """Return the lines that start a process without a group of its own."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = [call for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) in STARTS]
    return [
        call.lineno
        for call in found
        if not any(word.arg is None and getattr(word.value, "id", "") == own_group(call) for word in call.keywords)
    ]


def own_group(call: ast.Call) -> str:
    return "IN_OWN_GROUP" if ast.unparse(call.func).endswith("Popen") else "IN_OWN_GROUP_ASYNC"


def test_every_child_process_leads_a_group_of_its_own():
    assert starts_outside_a_group(ast.parse("Popen(['x'])\nsubprocess.Popen(['x'], **IN_OWN_GROUP)")) == [1]
    found = {
        path.name: lines
        for path in SOURCE.rglob("*.py")
        if any(word in (text := path.read_text(encoding="utf-8")) for word in STARTS)
        and (lines := starts_outside_a_group(ast.parse(text)))
    }
    assert found == {}


def test_a_silent_engine_behind_a_script_is_ended_in_time_with_all_that_the_script_started(silent):
    began = time.monotonic()
    with pytest.raises(EngineError, match="was silent for 1 seconds"):
        EngineProcess(silent.command, beginning=1.0)
    assert time.monotonic() - began < 10.0
    assert_gone(silent.pids())


def test_many_silent_engines_end_in_the_time_of_one_and_a_request_that_waits_for_them_fails(silent):
    said = []

    def start() -> None:
        with pytest.raises(EngineError) as refused:
            EngineProcess(silent.command, beginning=60.0)
        said.append(str(refused.value))

    waiting = [threading.Thread(target=start) for _ in range(5)]
    for each in waiting:
        each.start()
    pids = silent.pids(5)
    began = time.monotonic()
    external_process.end_all()
    assert time.monotonic() - began < 2 * (external_process.ENDING + external_process.KILLED)
    for each in waiting:
        each.join(10.0)
    assert_gone(pids)
    assert len(said) == 5


def test_an_engine_that_has_closed_its_output_and_runs_on_is_ended(tmp_path):
    (tmp_path / "engine.py").write_text("import os, time\nos.close(1)\ntime.sleep(120)\n")
    began = time.monotonic()
    with pytest.raises(EngineError, match="has closed its output"):
        EngineProcess(f"{sys.executable} {tmp_path / 'engine.py'}")
    assert time.monotonic() - began < 15.0


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def test_a_child_that_does_not_end_by_itself_is_killed_with_what_it_started_at_the_deadline(silent, run):
    async def scenario() -> None:
        child = await asyncio.create_subprocess_exec(
            silent.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, **IN_OWN_GROUP_ASYNC
        )
        pids = await asyncio.to_thread(silent.pids)
        began = time.monotonic()
        await end(child, 0.2)
        assert time.monotonic() - began < 5.0
        await asyncio.to_thread(assert_gone, pids)
        assert child.returncode == -signal.SIGKILL

    run(scenario())


PARENT = """
import sys
sys.path[:0] = {paths}
import labour
from carrom.lab.workers import done

if __name__ == "__main__":
    list(done(labour.with_a_silent_engine, [{command!r}] * 2, workers=2))
"""


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_workers_and_their_engines_end_with_the_process_that_wants_their_results(by, silent, tmp_path):
    script = tmp_path / "parent.py"
    paths = [str(SOURCE.parent), str(Path(labour.__file__).parent)]
    script.write_text(PARENT.format(paths=paths, command=silent.command))
    parent = subprocess.Popen([sys.executable, str(script)], stderr=subprocess.PIPE)
    pids = silent.pids(2)
    parent.send_signal(by)
    parent.communicate(timeout=20)  # its standard error is closed when its workers have ended, too
    assert_gone(pids)


def test_workers_end_at_once_when_no_more_results_are_wanted(silent):
    results = done(labour.with_a_silent_engine, ["", silent.command], workers=1)
    next(results)
    pids = silent.pids()
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 10.0
    assert_gone(pids)


@pytest.mark.slow
def test_a_hall_ends_when_the_process_that_started_it_is_gone(tmp_path):
    words = ("-m", "carrom", "hall", str(tmp_path), "--no-browser", "--exit-on-eof", "--host=127.0.0.1", "--port=0")
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    hall = subprocess.Popen([sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert b"is served at" in hall.stdout.readline()
    hall.communicate(timeout=20)  # closes its input
    assert hall.returncode == 0
