"""`carrom bench mutation`: small wrongs put into the sources one at a time, and which of them no test notices.

The wrongs are those of cosmic-ray (`uv pip install --group mutation`), without what says the same in this house, and
one of our own: a statement left out. What is run for a wrong are the tests that pass over its line, the quickest
first; each wrong gets a process of its own, forked from one that has loaded the libraries, over a copy of the tree, so
that neither the sources here nor a test that starts a program is deceived. Survivors that are no fault of the tests
stand with their reason in tests/mutation-survivors.toml. The same seed takes the same sample from the same sources.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
ACCEPTED = ROOT / "tests" / "mutation-survivors.toml"
ROOMS = {
    "rules": ("tests/rules", "tests/test_values.py"),
    "game": ("tests/game", "tests/playthroughs"),
    "umpire": ("tests/umpire", "tests/playthroughs"),
    "server": ("tests/server",),
}
"""The tests that answer for a room."""
BARS = {"rules": 95.0, "game": 85.0, "umpire": 85.0, "server": 85.0}
"""Per cent of the wrongs that tests must notice."""
LOADED = ("pytest", "hypothesis", "numpy", "numba", "msgspec", "starlette.testclient", "httpx", "uvicorn", "asyncio")
"""Libraries that are loaded once, before the forks."""
COMPARISONS = "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Is_IsNot IsNot_Is"
"""Each comparison is turned round, and moved by one: the others say the same as one of these, or make no sense."""
ARITHMETIC = "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul BitOr_BitAnd BitAnd_BitOr"
OTHERS = (
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer", "NumberReplacer"),
    *("RemoveDecorator", "ZeroIterationForLoop", "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_USub_UAdd"),
)


class Wrong(NamedTuple):
    """One small wrong: which operator, the how manieth place of it in a file."""

    file: str
    within: str
    """The function or class around it."""
    line: int
    text: str
    """The line as it stands."""
    operator: str
    occurrence: int
    nth: int
    """The how manieth of this operator on a line of this text within this function."""

    @property
    def name(self) -> str:
        """What it is called in a list."""
        return f"{self.file}:{self.line} {self.within} {self.operator} {self.nth}: {self.text}"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench mutation`."""
    parser.add_argument("--room", choices=ROOMS, action="append", help="only this room; may be given again")
    parser.add_argument("--sample", type=int, default=200, help="wrongs a room (200); 0 for all of them")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried at once (1)")
    parser.add_argument("--file", help="only files whose name holds this")


def run(args: argparse.Namespace) -> int:
    """Try the wrongs of each room; return 1 if too many, or any without a reason, were not noticed."""
    return max([try_room(room, args) for room in args.room or ROOMS])


def try_room(room: str, args: argparse.Namespace) -> int:
    """Try a room's wrongs, and print what came of them."""
    found = [wrong for wrong in wrongs(room) if not args.file or args.file in wrong.file]
    chosen = found
    if 0 < args.sample < len(found):
        chosen = sorted(Random(f"{args.seed}/{room}").sample(found, args.sample))
    print(f"{room}: {len(chosen)} of {len(found)} wrongs, seed {args.seed}", flush=True)
    for library in LOADED:
        with contextlib.suppress(ImportError):
            __import__(library)
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        copies = [copied(Path(folder) / str(number)) for number in range(args.jobs)]
        passed = passed_over(copies[0], room)
        survivors = [wrong for wrong, noticed in tried(chosen, copies, room, passed) if not noticed]
    return told(room, chosen, survivors, time.perf_counter() - begun)


def told(room: str, chosen: list[Wrong], survivors: list[Wrong], took: float) -> int:
    """Print the survivors and the share; return 1 if the bar is missed or a survivor has no reason."""
    rows = accepted()
    reasons = {wrong: reason for wrong in survivors if (reason := reason_of(wrong, rows)) is not None}
    for wrong in survivors:
        print(f"  survived: {wrong.name}\n            {reasons.get(wrong, 'no reason is given')}")
    share = 100 * (1 - len(survivors) / max(1, len(chosen)))
    enough = share >= BARS[room]
    print(
        f"{room}: {len(chosen) - len(survivors)} of {len(chosen)} noticed, {share:.1f} % (at least {BARS[room]:g} %: "
        f"{'kept' if enough else 'MISSED'}), {len(survivors) - len(reasons)} survivors without a reason, {took:.0f} s",
        flush=True,
    )
    return int(not enough or len(reasons) < len(survivors))


def accepted() -> list[dict[str, Any]]:
    """Return the rows of survivors that are no fault of the tests: some of a wrong's fields, and why."""
    if not ACCEPTED.exists():
        return []
    return list(tomllib.loads(ACCEPTED.read_text(encoding="utf-8")).get("survivor", []))


def reason_of(wrong: Wrong, rows: list[dict[str, Any]]) -> str | None:
    """Return why a wrong may survive, or None; a row speaks of all wrongs that have what it gives."""
    for row in rows:
        if all(getattr(wrong, key) == value for key, value in row.items() if key != "why"):
            return str(row["why"])
    return None


# -- the wrongs ---------------------------------------------------------------------------------------------------


def operators() -> dict[str, Any]:
    """Return the kinds of wrong by name."""
    from cosmic_ray.operators.provider import OperatorProvider

    provider = OperatorProvider()
    names = [f"ReplaceComparisonOperator_{pair}" for pair in COMPARISONS.split()]
    names += [f"ReplaceBinaryOperator_{pair}" for pair in ARITHMETIC.split()] + list(OTHERS)
    return {**{name: provider[name]() for name in names}, "LeaveOut": _leave_out()}


def _leave_out() -> Any:
    """Return the operator that puts `pass` where a call, a `raise`, a `yield` or a `return` without a value stands."""
    from cosmic_ray.operators.operator import Operator
    from parso import parse

    class LeaveOut(Operator):  # type: ignore[misc]
        def mutation_positions(self, node: Any) -> Iterator[Any]:
            if node.type == "simple_stmt" and node.children[0].type in ("atom_expr", "raise_stmt", "yield_expr"):
                yield node.children[0].start_pos, node.children[0].end_pos

        def mutate(self, node: Any, index: int) -> Any:
            left = parse("pass").children[0]
            left.prefix = node.children[0].get_first_leaf().prefix
            node.children[0] = left
            return node

        @classmethod
        def examples(cls) -> tuple[Any, ...]:
            return ()

    return LeaveOut()


def wrongs(room: str) -> list[Wrong]:
    """Return every wrong of a room, in the order of its sources."""
    found = []
    for path in sorted((ROOT / "src" / "carrom" / room).rglob("*.py")):
        found += _wrongs_of(path)
    return found


def _wrongs_of(path: Path) -> list[Wrong]:
    """Return the wrongs of one file; what stands in an annotation is none, because nothing reads it."""
    from cosmic_ray.ast import ast_nodes, get_ast

    source = path.read_text(encoding="utf-8")
    lines, tree = source.split("\n"), ast.parse(source)
    annotated, names = list(_annotated(tree)), _names(tree, len(lines))
    nodes = list(ast_nodes(get_ast(source)))
    found: list[Wrong] = []
    for name, operator in operators().items():
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        seen: dict[tuple[str, str], int] = {}
        for occurrence, (start, _) in enumerate(places):
            if any(begin <= start < end for begin, end in annotated):
                continue
            spot = (names[start[0]], lines[start[0] - 1].strip())
            nth = seen[spot] = seen.get(spot, -1) + 1
            file = path.relative_to(ROOT / "src" / "carrom").as_posix()
            found.append(Wrong(file, spot[0], start[0], spot[1], name, occurrence, nth))
    return sorted(found, key=lambda wrong: (wrong.line, wrong.operator, wrong.occurrence))


def _annotated(tree: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where annotations begin and end."""
    for node in ast.walk(tree):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


def _names(tree: ast.AST, lines: int) -> list[str]:
    """Return for each line the function or class around it."""
    names = ["-"] * (lines + 1)

    def walk(node: ast.AST, around: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{around}.{child.name}".lstrip(".")
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                names[first : (child.end_lineno or 0) + 1] = [name] * ((child.end_lineno or 0) + 1 - first)
                walk(child, name)
            else:
                walk(child, around)

    walk(tree, "")
    return names


def made(wrong: Wrong) -> str:
    """Return the source of the file with the wrong in it."""
    from cosmic_ray.mutating import mutate_code

    source = (ROOT / "src" / "carrom" / wrong.file).read_text(encoding="utf-8")
    return str(mutate_code(source, operators()[wrong.operator], wrong.occurrence))


# -- trying them --------------------------------------------------------------------------------------------------


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


def passed_over(copy: Path, room: str) -> tuple[dict[str, list[str]], dict[str, float]]:
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


def tried(
    chosen: list[Wrong], copies: list[Path], room: str, passed: tuple[dict[str, list[str]], dict[str, float]]
) -> Iterator[tuple[Wrong, bool]]:
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


def noticed(wrong: Wrong, copy: Path, room: str, passed: tuple[dict[str, list[str]], dict[str, float]]) -> bool:
    """Say whether a test fails, or never ends, with the wrong in the copy."""
    over, seconds = passed
    inside = over.get(f"{wrong.file}:{wrong.line}")
    tests = seconds if inside is None and wrong.within == "-" else {test: seconds[test] for test in inside or ()}
    tests = tests or {test: seconds[test] for test in _near(wrong, over)} or seconds
    file = copy / "src" / "carrom" / wrong.file
    whole = file.read_text(encoding="utf-8")
    file.write_text(made(wrong), encoding="utf-8")
    try:
        files = sorted({test.split("::")[0] for test in tests})
        code, _ = _forked(copy, lambda: _tests(files, [Chosen(tests)]), 20 + 4 * sum(tests.values()))
    finally:
        file.write_text(whole, encoding="utf-8")
    return code != 0


def _near(wrong: Wrong, over: dict[str, list[str]]) -> set[str]:
    """Return the tests that pass over one of the lines around: a statement of several lines begins before."""
    around = range(max(1, wrong.line - 6), wrong.line + 3)
    return {test for line in around for test in over.get(f"{wrong.file}:{line}", ())}


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
