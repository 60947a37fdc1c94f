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
"""The tests that answer for a room."""
PATIENCE = 10.0
"""Seconds of tests that one wrong gets at first; of more, the quickest."""
LAST = 30.0
"""Seconds of the tests left over that a wrong gets before it is said to have survived without a reason."""
LISTENED = 400
"""Calls of a function in one test whose lines are noted."""
FOLLOWED = 3.0
"""Seconds for which a test is listened to: to listen costs five times the run."""
SLICE = {"CARROM_SEEDED_GAMES": "4"}
"""What of the slow tests is run for a wrong: seeded games in each rule set, instead of 143."""
NO_END = "never ends"
ACCEPTED = "mutation-survivors.toml"
KEPT = ROOT / ".pytest_cache" / "mutation"
"""Where the notes are kept."""
Passed = tuple[dict[str, list[str]], dict[str, float], dict[str, int]]
"""Which tests pass over a line, how long each test takes, in s, and how many lines each passes over."""


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
    """A plugin of pytest that notes which lines of a room each test passes over, and how long it takes.

    A test's first `LISTENED` calls of a function are listened to, for `FOLLOWED` seconds in all: a line that is only
    passed later, in every test, is taken for one that no test passes, and tried with every test.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder) + os.sep
        self.lines: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}
        self.until = 0.0
        self.calls: dict[int, list[Any]] = {}
        """Of each code object that a test enters: itself, how often it is still listened to, the lines passed."""

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test."""
        import threading

        self.calls = {}
        self.seconds[nodeid] = _spent()
        self.until = time.perf_counter() + FOLLOWED
        threading.settrace(self._call)
        sys.settrace(self._call)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """End a test."""
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
    """A plugin of pytest that keeps only some tests, in a given order."""

    def __init__(self, order: dict[str, float]) -> None:
        self.order = order

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep the chosen ones in their order."""
        place = {test: number for number, test in enumerate(self.order)}
        items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])


def passed_over(copy: Path, room: str) -> Passed:
    """Return which tests pass over a line of the room, and how long each test takes.

    What was noted for a file of tests is kept for as long as the room, that file and what tests share stay the same:
    after changes elsewhere other tests may pass over a line, so that a worse choice of tests is the most that can come.
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
    """Return for each of the room's files of tests the file that keeps what was noted, named by what it rests on."""
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
    """Run files of tests once, and keep what each test passes over."""

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
        sys.exit(f"the tests fail without any wrong:\n{said[-3000:]}")


def tried(
    chosen: list[Wrong], copies: list[Path], passed: Passed, excused: Callable[[Wrong], bool]
) -> Iterator[tuple[Wrong, str]]:
    """Yield each wrong with how a test noticed it, or nothing; with several copies, as many at once.

    On one that is `excused`, because there is a reason why it survives, the last tests are not spent.
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
    """Say how a test notices the wrong in the copy: it fails, or it never ends; empty if none does."""
    file = copy / "src" / "carrom" / wrong.file
    whole = file.read_text(encoding="utf-8")
    file.write_text(made(wrong), encoding="utf-8")
    try:
        return next((how for tests in portions(wrong, passed, excused) if (how := _fails(copy, tests))), "")
    finally:
        file.write_text(whole, encoding="utf-8")


def _fails(copy: Path, tests: dict[str, float]) -> str:
    """Say whether one of the tests fails or never ends; empty if they pass."""
    files = sorted({test.split("::")[0] for test in tests})
    code, _ = forked(copy, lambda: run_tests(files, [Chosen(tests)]), 20 + 4 * sum(tests.values()))
    return "" if code in (0, 5) else NO_END if code == -signal.SIGKILL else "fails"


def portions(wrong: Wrong, passed: Passed, excused: bool = False) -> Iterator[dict[str, float]]:
    """Yield tests that pass over the wrong's statement: one that passes over most lines, then the quickest of each
    file, and others while time is left, and last what is left of them, unless it is excused.

    A line that runs only while a file is imported, or only in another process, is every test's and gets five times the
    patience. The others may read what an earlier test had worked out and kept.
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
    """Return tests so that each file has its turn: the quickest of every file, then the next of every file."""
    files: dict[str, int] = {}
    rank: dict[str, int] = {}
    for test in sorted(tests, key=lambda test: seconds[test]):
        file = test.split("::")[0]
        rank[test] = files[file] = files.get(file, -1) + 1
    return sorted(rank, key=lambda test: (rank[test], seconds[test]))


def run_tests(words: list[str], plugins: list[Any]) -> int:
    """Run tests until the first fails; 5 is what pytest says when there was none to run."""
    import pytest

    options = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-W", "ignore", "--tb=short"]
    return int(pytest.main([*words, *options], plugins=plugins))


def forked(copy: Path, work: Any, patience: float) -> tuple[int, str]:
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
    """Let this process import the package from the copy alone."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("carrom", "bench", "tests", "strategies")]:
        del sys.modules[name]
    sys.path[:] = [
        str(copy / "src"),
        *(path for path in sys.path if Path(path or ".").resolve() not in (ROOT, ROOT / "src")),
    ]


def _waited(child: int, patience: float) -> int:
    """Return the exit code of a child; end it, and all it started, when it takes too long.

    What it was kept from a processor by others does not count: a busy machine is no fault of the wrong.
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
    """Return for how long a process was ready to run and had to wait, in s; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{child}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def _spent() -> float:
    """Return a time that stands still while this process waits for a processor, in s."""
    return time.perf_counter() - _kept_waiting(os.getpid())
