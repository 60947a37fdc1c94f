"""Settings shared by all tests, and the choice of those that a plain run leaves out."""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["CARROM_TABLES"] = ""
"""Tests do not read or write rulings tables in the user's cache."""
settings.register_profile("slice", deadline=None, max_examples=15, derandomize=True)
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
    config.addinivalue_line(
        "markers", "slow(first=0): run only with --all or by name; its first few parameter sets are always run"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect slow tests, and all but the first parameters of browser tests, unless they were asked for."""
    if config.getoption("--all") or any("::" in word for word in config.args):
        return
    seen: Counter[tuple[Path, str]] = Counter()
    kept, left = [], []
    for item in items:
        name = (item.path, getattr(item, "originalname", item.name))
        slow = item.get_closest_marker("slow")
        limit = slow.kwargs.get("first", 0) if slow else 1 if BROWSER_TESTS in item.path.parents else len(items)
        (kept if seen[name] < limit else left).append(item)
        seen[name] += 1
    config.hook.pytest_deselected(items=left)
    items[:] = kept
