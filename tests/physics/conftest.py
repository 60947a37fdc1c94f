"""Compile the kernel, if possible, before the strokes of these tests run."""

import pytest

from carrom.physics import warm


@pytest.fixture(scope="session", autouse=True)
def compiled_kernel():
    """Compile the kernel, or load it from the cache."""
    warm()
