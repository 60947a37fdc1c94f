"""Test one mutation: run the tests that execute its line, in a separate process and a copy of the tree."""

import contextlib
import hashlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from typing import Any

from bench.mutation.wrongs import ROOT, Wrong, made

ROOMS = {
    "rules": ("tests/rules", "tests/test_values.py"),
    "game": ("tests/game", "tests/playthroughs", "tests/umpire", "tests/test_values.py"),
    "umpire": ("tests/umpire", "tests/playthroughs", "tests/test_values.py"),
    "server": ("tests/server", "tests/test_values.py"),
}
"""The tests of each package."""
PATIENCE = 10.0
"""Seconds of tests that a mutation gets at first; if there are more tests, the quickest are run."""
LAST = 30.0
"""Seconds of the remaining tests that a mutation without a reason to survive gets at the end."""
LISTENED = 400
"""Number of calls of a function, per test, whose lines are traced."""
FOLLOWED = 3.0
"""Seconds for which a test is traced; tracing makes it five times slower."""
SLICE = {"CARROM_SEEDED_GAMES": "4"}
"""Environment that shortens slow tests: 4 seeded games per rule set instead of 143."""
NO_END = "never ends"
ACCEPTED = "mutation-survivors.toml"
KEPT = ROOT / ".pytest_cache" / "mutation"
"""Folder of the stored traces."""
Passed = tuple[dict[str, list[str]], dict[str, float], dict[str, int]]
"""The tests that execute each line, the seconds per test, and the number of lines that each test executes."""


def copied(folder: Path) -> Path:
    """Copy the tree without ignored files, but with the built page; return the copy."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in names.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    if (ROOT / "src/carrom/static").is_dir():
        shutil.copytree(ROOT / "src/carrom/static", folder / "src/carrom/static", dirs_exist_ok=True)
    return folder


class Traced:
    """A pytest plugin that traces which lines of a package each test executes, and how long it takes.

    Traces the first `LISTENED` calls of each function per test, for `FOLLOWED` seconds in all. A line that every test
    executes only later counts as executed by no test, and its mutations are tested with every test.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder) + os.sep
        self.lines: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}
        self.until = 0.0
        self.calls: dict[int, list[Any]] = {}
        """Per code object that the test enters: the object, how many more calls to trace, and the lines executed."""

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin to trace a test."""
        import threading

        self.calls = {}
        self.seconds[nodeid] = _spent()
        self.until = time.perf_counter() + FOLLOWED
        threading.settrace(self._call)
        sys.settrace(self._call)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Stop tracing a test, and store its lines and its time."""
        sys.settrace(None)
        self.seconds[nodeid] = _spent() - self.seconds[nodeid]
        codes = [(code.co_filename[len(self.folder) :], lines) for code, _, lines in self.calls.values() if lines]
        self.lines[nodeid] = sorted({f"{name}:{line}" for name, lines in codes for line in lines})

    def _call(self, frame: Any, event: str, arg: Any) -> Any:
        code = frame.f_code
        note = self.calls.get(id(code))
        if note is None:
            if time.perf_counter() > self.until:
                sys.settrace(None)
            mine = code.co_filename.startswith(self.folder) and code.co_flags & CO_OPTIMIZED
            listened = LISTENED if mine else 0
            note = self.calls[id(code)] = [code, listened, set()]
        note[1] -= 1
        if note[1] < 0:
            if note[1] % LISTENED == 0 and time.perf_counter() > self.until:
                sys.settrace(None)
            return None
        lines = note[2]

        def line(frame: Any, event: str, arg: Any) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line(frame, event, arg)


class Chosen:
    """A pytest plugin that runs only the given tests, in the given order."""

    def __init__(self, order: dict[str, float]) -> None:
        self.order = order

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Select the tests and sort them."""
        place = {test: number for number, test in enumerate(self.order)}
        items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])


def passed_over(copy: Path, room: str) -> Passed:
    """Return which tests execute each line of a package, and how long each test takes.

    The trace of a test file is stored and reused until the package, that file or the tests' shared files change. Other
    changes can make the trace outdated, which leads at worst to a poorer choice of tests.
    """
    marks = _marks(copy, room)
    new = [file for file, mark in marks.items() if not mark.exists()]
    if new:
        _trace(copy, new, marks)
    over: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    widths: dict[str, int] = {}
    for mark in marks.values():
        lines, took = json.loads(mark.read_text())
        seconds |= took
        for test, passed in lines.items():
            widths[test] = len(passed)
            for line in passed:
                over.setdefault(line, []).append(test)
    return over, seconds, widths


def _marks(copy: Path, room: str) -> dict[str, Path]:
    """Return the path of the stored trace of each of the package's test files; its name is a hash of its inputs."""
    rests = hashlib.sha256(repr((SLICE, LISTENED)).encode())
    for path in sorted(path for place in (f"src/carrom/{room}", "tests") for path in (copy / place).rglob("*")):
        if path.is_file() and not path.name.startswith("test_") and path.name != ACCEPTED:
            rests.update(path.relative_to(copy).as_posix().encode() + path.read_bytes())
    marks = {}
    for place in ROOMS[room]:
        for test in sorted((copy / place).rglob("test_*.py")) if (copy / place).is_dir() else [copy / place]:
            mark = rests.copy()
            mark.update(test.read_bytes())
            inside = test.relative_to(copy).as_posix()
            marks[inside] = KEPT / f"{inside.replace('/', '-')}-{mark.hexdigest()[:16]}.json"
    return marks


def _trace(copy: Path, files: list[str], marks: dict[str, Path]) -> None:
    """Run test files once, and store the trace of each."""

    def work() -> int:
        traced = Traced(copy / "src" / "carrom")
        code = run_tests(files, [traced])
        KEPT.mkdir(parents=True, exist_ok=True)
        for file in files if code == 0 else ():
            lines, seconds = (
                {test: value for test, value in each.items() if test.startswith(f"{file}::")}
                for each in (traced.lines, traced.seconds)
            )
            marks[file].write_text(json.dumps([lines, seconds]))
        return code

    code, said = forked(copy, work, 2400)
    if code != 0:
        sys.exit(f"the tests fail without any mutation:\n{said[-3000:]}")


def tried(
    chosen: list[Wrong], copies: list[Path], passed: Passed, excused: Callable[[Wrong], bool]
) -> Iterator[tuple[Wrong, str]]:
    """Yield each mutation with how it was detected, or an empty string; one worker per copy.

    For mutations that are `excused`, because they may survive, the remaining tests are not run.
    """
    if len(copies) == 1:
        for wrong in chosen:
            yield wrong, noticed(wrong, copies[0], passed, excused(wrong))
        return
    from concurrent.futures import ThreadPoolExecutor
    from queue import Queue

    free: Queue[Path] = Queue()
    for copy in copies:
        free.put(copy)

    def one(wrong: Wrong) -> str:
        copy = free.get()
        try:
            return noticed(wrong, copy, passed, excused(wrong))
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from zip(chosen, pool.map(one, chosen), strict=True)


def noticed(wrong: Wrong, copy: Path, passed: Passed, excused: bool) -> str:
    """Return how a test detects the mutation in the copy: it fails or hangs; an empty string if none does."""
    file = copy / "src" / "carrom" / wrong.file
    whole = file.read_text(encoding="utf-8")
    file.write_text(made(wrong), encoding="utf-8")
    try:
        return next((how for tests in portions(wrong, passed, excused) if (how := _fails(copy, tests))), "")
    finally:
        file.write_text(whole, encoding="utf-8")


def _fails(copy: Path, tests: dict[str, float]) -> str:
    """Return how one of the tests fails ("fails" or `NO_END`), or an empty string if all pass."""
    files = sorted({test.split("::")[0] for test in tests})
    code, _ = forked(copy, lambda: run_tests(files, [Chosen(tests)]), 20 + 4 * sum(tests.values()))
    return "" if code in (0, 5) else NO_END if code == -signal.SIGKILL else "fails"


def portions(wrong: Wrong, passed: Passed, excused: bool = False) -> Iterator[dict[str, float]]:
    """Yield groups of tests, the most promising for this mutation first.

    First the test that executes the mutated statement and most other lines; then, within the time limit, the quickest
    tests of each file that execute the statement, and tests that do not, because they may use a result that an earlier
    test has cached; last the remaining tests that execute the statement, unless the mutation is excused. If no test
    executes it, because it runs at import or in another process, all tests are candidates, with five times the limit.
    """
    over, seconds, widths = passed
    lines = range(wrong.first, wrong.line + 1)
    inside = {test for line in lines for test in over.get(f"{wrong.file}:{line}", ())}
    quick = [test for test in inside or seconds if seconds[test] <= PATIENCE / 2]
    if quick:
        widest = max(quick, key=lambda test: (widths[test], test))
        yield {widest: seconds[widest]}
    others = sorted(seconds.keys() - inside, key=lambda test: seconds[test])
    patience = PATIENCE if inside else 5 * PATIENCE
    chosen: dict[str, float] = {}
    for test in [*_in_turns(inside, seconds), *others]:
        if chosen and sum(chosen.values()) + seconds[test] > patience:
            break
        chosen[test] = seconds[test]
    yield chosen
    rest = dict[str, float]()
    for test in sorted(inside - chosen.keys(), key=lambda test: seconds[test]):
        if sum(rest.values()) + seconds[test] > LAST:
            break
        rest[test] = seconds[test]
    if rest and not excused:
        yield rest


def _in_turns(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    """Sort tests so that the files take turns: the quickest test of every file, then the next of every file."""
    files: dict[str, int] = {}
    rank: dict[str, int] = {}
    for test in sorted(tests, key=lambda test: seconds[test]):
        file = test.split("::")[0]
        rank[test] = files[file] = files.get(file, -1) + 1
    return sorted(rank, key=lambda test: (rank[test], seconds[test]))


def run_tests(words: list[str], plugins: list[Any]) -> int:
    """Run tests until the first failure; return pytest's exit code (5 if there was nothing to run)."""
    import pytest

    options = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-W", "ignore", "--tb=short"]
    return int(pytest.main([*words, *options], plugins=plugins))


def forked(copy: Path, work: Any, patience: float) -> tuple[int, str]:
    """Do work in a forked process within a copy; return its exit code and its output."""
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
            os.environ |= {
                "PYTHONPATH": str(copy / "src"),
                "PYTHONDONTWRITEBYTECODE": "1",
                "CARROM_SKIP_WEB": "1",
            } | SLICE
            sys.dont_write_bytecode = True
            _forget(copy)
            code = work()
            sys.stdout.flush()
        finally:
            os._exit(code)
    return _waited(child, patience), said.read_text(encoding="utf-8", errors="replace") if said.exists() else ""


def _forget(copy: Path) -> None:
    """Make this process import the package only from the copy."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("carrom", "bench", "tests", "strategies")]:
        del sys.modules[name]
    sys.path[:] = [
        str(copy / "src"),
        *(path for path in sys.path if Path(path or ".").resolve() not in (ROOT, ROOT / "src")),
    ]


def _waited(child: int, patience: float) -> int:
    """Return the exit code of a child process; kill it and its children if it exceeds the time limit.

    Time in which it waited for a processor does not count, so that other load on the machine cannot time it out.
    """
    until = time.monotonic() + patience
    while time.monotonic() < until or time.monotonic() < until + _kept_waiting(child):
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


def _kept_waiting(child: int) -> float:
    """Return how long a process was ready but waited for a processor, in s; 0 if the system does not report it."""
    try:
        return int(Path(f"/proc/{child}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def _spent() -> float:
    """Return a clock in s that stands still while this process waits for a processor."""
    return time.perf_counter() - _kept_waiting(os.getpid())
