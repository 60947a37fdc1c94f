"""Skip or fail a test whose external program is not installed."""

import os
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skip the test and give the reason; in CI, where every program is installed, fail instead."""
    if os.environ.get("CI"):
        raise AssertionError(f"CI tests with a real {what}, and there is none: .ci/run installs it")
    pytest.skip(f"this machine has no {what}")
