"""Settings shared by all tests, and the choice of those that a plain run leaves out."""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["CARROM_TABLES"] = ""
"""Tests do not read or write rulings tables in the user's cache."""
settings.register_profile("slice", deadline=None, max_examples=5, derandomize=True)
settings.register_profile("all", deadline=None, max_examples=60)
settings.load_profile("slice")

BROWSER_TESTS = Path(__file__).parent / "e2e"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that runs everything."""
    parser.addoption(
        "--all", action="store_true", help="also run the tests marked slow, and browser tests with all their parameters"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker of slow tests, and let property tests of a full run try more examples."""
    if config.getoption("--all"):
        settings.load_profile("all")
    if not hasattr(config, "workerinput") and config.option.verbose < 0 and sys.stdout.isatty():
        config.pluginmanager.register(ProgressBar(config))
    config.addinivalue_line(
        "markers", "slow(first=0): run only with --all or by name; its first few parameter sets are always run"
    )


class RotatedDirectory(pytest.Dir):
    """A folder whose files are imported from another one on in each process.

    Importing a test file compiles it and stores the result, so the processes compile a part each instead of all of them
    every file at the same time.
    """

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        nodes = list(super().collect())
        given = self.config.workerinput
        first = len(nodes) * int(given["workerid"].removeprefix("gw")) // given["workercount"]
        return nodes[first:] + nodes[:first]


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Let each of several processes begin elsewhere."""
    if not hasattr(parent.config, "workerinput") or (path / "__init__.py").exists():
        return None
    return RotatedDirectory.from_parent(parent, path=path)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect slow tests, and all but the first parameters of browser tests, unless they were asked for."""
    items.sort(key=lambda item: item.path)  # the same order in every process, whichever folders it read first
    if config.getoption("--all") or any("::" in word for word in config.args):
        return
    seen: Counter[tuple[Path, str]] = Counter()
    stored, left = [], []
    for item in items:
        name = (item.path, getattr(item, "originalname", item.name))
        slow = item.get_closest_marker("slow")
        limit = slow.kwargs.get("first", 0) if slow else 1 if BROWSER_TESTS in item.path.parents else len(items)
        (stored if seen[name] < limit else left).append(item)
        seen[name] += 1
    config.hook.pytest_deselected(items=left)
    items[:] = stored


class ProgressBar:
    """One line on a terminal, instead of a dot for each test: a bar, and how many tests have run and failed."""

    WIDTH = 40

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._total = self._run = self._failed = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._total = session.testscollected

    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self._total = len(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        return (report.outcome, "", "") if report.when == "call" and report.passed else None

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed += report.failed
        if report.when == "teardown":
            self._run += 1
            done = self.WIDTH * self._run // max(self._total, 1)
            failed = f", {self._failed} failed" if self._failed else ""
            out = self._config.get_terminal_writer()
            out.write(f"\r[{'#' * done:{self.WIDTH}}] {self._run} of {self._total}{failed}", flush=True)
            if self._run == self._total:
                out.line()
