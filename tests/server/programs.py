"""Programs of the machine that tests need, and the message when one is missing."""

import os
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Leave a test out with the reason; in CI it fails, which installs everything."""
    if os.environ.get("CI"):
        raise AssertionError(f"CI tests with a real {what}, and there is none: .ci/run installs it")
    pytest.skip(f"this machine has no {what}")
