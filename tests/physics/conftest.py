"""Strokes of these tests run compiled where they can."""

import pytest

from carrom.physics import warm


@pytest.fixture(scope="session", autouse=True)
def compiled_kernel():
    """Compile once, or load from the cache."""
    warm()
