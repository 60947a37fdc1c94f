"""Curated mutants: named small changes of the sources, each with the few tests that should fail.

`curated.toml` lists them by package; `page` is the browser client in `web/`. Each mutant is applied to a copy of the
tree, and only its own tests run: in a process forked from one that has loaded the libraries, or in vitest for the page.
The tests first run once without any mutant, so that a test that fails anyway catches nothing.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.mutation.trying import copied, forked, run_tests
from bench.mutation.wrongs import ROOT

from carrom.errors import SetupError

LIST = Path(__file__).with_name("curated.toml")
PAGE = "page"
PACKAGES = ("tournament", "engine", "envs", "arrays", "analysis", PAGE)
BAR = 85.0
"""Smallest percentage of a package's mutants that its tests must catch."""
BASELINE_SECONDS, MUTANT_SECONDS = 2400.0, 120.0
"""Time limits in seconds for the tests without a mutant (which compile the kernel in the copy), and with one mutant."""


Failing = Callable[[Path, tuple[str, ...], float], str]
"""Runs tests in a copy with a time limit in seconds; returns the failure output, or an empty string."""


class Mutant(NamedTuple):
    """A small change of one file, and the tests that should detect it."""

    package: str
    what: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    def source(self, root: Path = ROOT) -> str:
        """Return the changed text of the file in a tree. Raises `SetupError` unless `before` occurs exactly once."""
        text = (root / self.file).read_text(encoding="utf-8")
        if text.count(self.before) != 1:
            found = text.count(self.before)
            raise SetupError(f"{self.what}: {self.before!r:.80} occurs {found} times in {self.file}; expected once")
        return text.replace(self.before, self.after)


def mutants(package: str) -> list[Mutant]:
    """Return the mutants of a package."""
    rows = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**{**row, "tests": tuple(row["tests"])}) for row in rows if row["package"] == package]


def sampled(package: str, sample: int, seed: int) -> list[Mutant]:
    """Return at most `sample` mutants of a package, drawn by the seed; all of them if `sample` is 0."""
    found = mutants(package)
    if not 0 < sample < len(found):
        return found
    drawn = sorted(found, key=lambda each: hashlib.sha256(f"{seed} {each.what}".encode()).digest())[:sample]
    return [each for each in found if each in drawn]


def try_packages(packages: list[str], sample: int, seed: int, load: Callable[[], None]) -> int:
    """Try the mutants of packages in one copy of the tree; return 1 if too few of one are caught.

    `load` imports the libraries that the forked processes share.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = str(Path(folder) / "compiled")
        load()
        copy = copied(Path(folder) / "copy")
        return max([try_package(copy, sampled(package, sample, seed), package) for package in packages])


def try_package(copy: Path, chosen: list[Mutant], package: str) -> int:
    """Test a package's mutants and print those that survive; return 1 if too few are caught."""
    for each in chosen:
        each.source(copy)
    begun = time.perf_counter()
    failing = pytest
    if package == PAGE:
        failing = vitest
        (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    every = tuple(dict.fromkeys(test for each in chosen for test in each.tests))
    if failure := failing(copy, every, BASELINE_SECONDS):
        raise SetupError(f"the tests of {package} fail without a mutant: {failure}")
    survivors = [each for each in chosen if not caught(copy, each, failing)]
    share = 100 * (1 - len(survivors) / max(1, len(chosen)))
    for each in survivors:
        print(f"survived: {each.what} ({each.file})")
    print(
        f"{package}: {len(chosen) - len(survivors)} of {len(chosen)} curated mutants caught, {share:.1f} % "
        f"(at least {BAR:g} %: {'reached' if share >= BAR else 'MISSED'}), {time.perf_counter() - begun:.0f} s",
        flush=True,
    )
    return int(share < BAR)


def caught(copy: Path, mutant: Mutant, failing: Failing) -> bool:
    """Return whether one of the mutant's tests fails or exceeds the time limit."""
    file = copy / mutant.file
    text, times = file.read_bytes(), file.stat()
    file.write_text(mutant.source(copy), encoding="utf-8")
    try:
        return bool(failing(copy, mutant.tests, MUTANT_SECONDS))
    finally:
        file.write_bytes(text)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))  # compiled code is cached by this timestamp


def pytest(copy: Path, tests: tuple[str, ...], seconds: float) -> str:
    """Run tests by their ids; return the failure output, or an empty string."""
    code, output = forked(copy, lambda: run_tests(list(tests), []), seconds)
    return "" if code == 0 else output[-2000:] or f"exit code {code}"


def vitest(copy: Path, tests: tuple[str, ...], seconds: float) -> str:
    """Run vitest files; return the failure output, or an empty string. Raises `SetupError` without Node."""
    node, runner = shutil.which("node"), ROOT / "web" / "node_modules" / "vitest" / "vitest.mjs"
    if node is None or not runner.exists():
        raise SetupError("the page's mutants need Node and its packages: python3 dev.py npm ci")
    files = [test.removeprefix("web/") for test in tests]
    try:
        done = subprocess.run(
            [node, runner, "run", "--bail", "1", *files], cwd=copy / "web", capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return "did not end in time"
    return "" if done.returncode == 0 else done.stdout.decode(errors="replace")[-2000:]
