"""Trying one wrong: the tests that pass over it, the quickest first, in a process and a copy of the tree of its own."""

import contextlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.mutation.wrongs import ROOT, Wrong, made

ROOMS = {
    "rules": ("tests/rules", "tests/test_values.py"),
    "game": ("tests/game", "tests/playthroughs", "tests/umpire"),
    "umpire": ("tests/umpire", "tests/playthroughs"),
    "server": ("tests/server",),
}
"""The tests that answer for a room."""
PATIENCE = 10.0
"""Seconds of tests that one wrong gets; of more, the quickest."""
Passed = tuple[dict[str, list[str]], dict[str, float]]
"""Which tests pass over a line, and how long each test takes, in s."""


def copied(folder: Path) -> Path:
    """Return a copy of the tree, without what git ignores, but with the built page."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in names.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    if (ROOT / "src/carrom/static").is_dir():
        shutil.copytree(ROOT / "src/carrom/static", folder / "src/carrom/static", dirs_exist_ok=True)
    return folder


class Traced:
    """A plugin of pytest that notes which lines of a room each test passes over, and how long it takes."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder) + os.sep
        self.lines: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}
        self.now: set[str] = set()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test."""
        import threading

        self.now = self.lines[nodeid] = set()
        self.seconds[nodeid] = time.perf_counter()
        threading.settrace(self._call)
        sys.settrace(self._call)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """End a test."""
        sys.settrace(None)
        self.seconds[nodeid] = time.perf_counter() - self.seconds[nodeid]

    def _call(self, frame: Any, event: str, arg: Any) -> Any:
        if not frame.f_code.co_filename.startswith(self.folder):
            return None
        name = frame.f_code.co_filename[len(self.folder) :]
        now = self.now

        def line(frame: Any, event: str, arg: Any) -> Any:
            now.add(f"{name}:{frame.f_lineno}")
            return line

        return line(frame, event, arg)


class Chosen:
    """A plugin of pytest that keeps only some tests, the quickest first."""

    def __init__(self, order: dict[str, float]) -> None:
        self.order = order

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep the chosen ones in their order."""
        items[:] = sorted((item for item in items if item.nodeid in self.order), key=lambda i: self.order[i.nodeid])


def passed_over(copy: Path, room: str) -> Passed:
    """Return which tests pass over a line of the room, and how long each test takes."""
    notes = copy / "passed.json"

    def work() -> int:
        traced = Traced(copy / "src" / "carrom")
        code = _tests([*ROOMS[room]], [traced])
        notes.write_text(json.dumps([{test: sorted(lines) for test, lines in traced.lines.items()}, traced.seconds]))
        return code

    code, said = _forked(copy, work, 1200)
    if code != 0:
        sys.exit(f"the tests of {room} fail without any wrong:\n{said[-3000:]}")
    lines, seconds = json.loads(notes.read_text())
    over: dict[str, list[str]] = {}
    for test, passed in lines.items():
        for line in passed:
            over.setdefault(line, []).append(test)
    return over, seconds


def tried(chosen: list[Wrong], copies: list[Path], room: str, passed: Passed) -> Iterator[tuple[Wrong, bool]]:
    """Yield each wrong with whether a test noticed it; with several copies, as many at once."""
    if len(copies) == 1:
        for wrong in chosen:
            yield wrong, noticed(wrong, copies[0], room, passed)
        return
    from concurrent.futures import ThreadPoolExecutor
    from queue import Queue

    free: Queue[Path] = Queue()
    for copy in copies:
        free.put(copy)

    def one(wrong: Wrong) -> bool:
        copy = free.get()
        try:
            return noticed(wrong, copy, room, passed)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from zip(chosen, pool.map(one, chosen), strict=True)


def noticed(wrong: Wrong, copy: Path, room: str, passed: Passed) -> bool:
    """Say whether a test fails, or never ends, with the wrong in the copy."""
    tests = _tests_of(wrong, passed)
    file = copy / "src" / "carrom" / wrong.file
    whole = file.read_text(encoding="utf-8")
    file.write_text(made(wrong), encoding="utf-8")
    try:
        files = sorted({test.split("::")[0] for test in tests})
        code, _ = _forked(copy, lambda: _tests(files, [Chosen(tests)]), 20 + 4 * sum(tests.values()))
    finally:
        file.write_text(whole, encoding="utf-8")
    return code != 0


def _tests_of(wrong: Wrong, passed: Passed) -> dict[str, float]:
    """Return the quickest tests that pass over the wrong's statement.

    A line that runs only while a file is imported, or only in another process, is every test's.
    """
    over, seconds = passed
    lines = range(wrong.first, wrong.line + 1)
    inside = {test for line in lines for test in over.get(f"{wrong.file}:{line}", ())}
    if not inside:
        return seconds
    chosen: dict[str, float] = {}
    for test in sorted(inside, key=lambda test: seconds[test]):
        if chosen and sum(chosen.values()) + seconds[test] > PATIENCE:
            break
        chosen[test] = seconds[test]
    return chosen


def _tests(words: list[str], plugins: list[Any]) -> int:
    """Run tests until the first fails; 5 is what pytest says when there was none to run."""
    import pytest

    options = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-W", "ignore", "--tb=short"]
    return int(pytest.main([*words, *options], plugins=plugins))


def _forked(copy: Path, work: Any, patience: float) -> tuple[int, str]:
    """Do work in a process of its own within a copy; return its exit code, and what it said."""
    said = copy / "said.txt"
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setsid()
            os.chdir(copy)
            out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for stream in (1, 2):
                os.dup2(out, stream)
            sys.stdout, sys.stderr = (io.TextIOWrapper(os.fdopen(stream, "wb", 0)) for stream in (1, 2))
            os.environ |= {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1", "CARROM_SKIP_WEB": "1"}
            sys.dont_write_bytecode = True
            _forget(copy)
            code = work()
            sys.stdout.flush()
        finally:
            os._exit(code)
    return _waited(child, patience), said.read_text(encoding="utf-8", errors="replace") if said.exists() else ""


def _forget(copy: Path) -> None:
    """Let this process import the package from the copy alone."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("carrom", "bench", "tests", "strategies")]:
        del sys.modules[name]
    sys.path[:] = [
        str(copy / "src"),
        *(path for path in sys.path if Path(path or ".").resolve() not in (ROOT, ROOT / "src")),
    ]


def _waited(child: int, patience: float) -> int:
    """Return the exit code of a child; end it, and all it started, when it takes too long."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            break
        time.sleep(0.01)
    else:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return -signal.SIGKILL
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return code
