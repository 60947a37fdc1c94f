"""A seed fixes every environment, also in a fresh process that has to load everything first."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from envs import episodes_of_seeds

SCRIPT = Path(episodes_of_seeds.__file__)


def cold(folder: Path) -> list[str]:
    """Return the lines that a fresh process prints whose caches are empty."""
    own = {name: str(folder) for name in ("XDG_CACHE_HOME", "HOME")}
    found = subprocess.run(
        [sys.executable, SCRIPT], env={**os.environ, **own}, capture_output=True, text=True, check=True
    )
    return found.stdout.splitlines()


@pytest.mark.slow
def test_every_environment_is_fixed_by_its_seed_in_a_cold_process_and_in_a_warm_one(tmp_path):
    warm = list(episodes_of_seeds.lines())
    assert cold(tmp_path) == warm


def test_three_resets_with_one_seed_begin_the_same_episode():
    for name in ("carrom/Straight-v0", "carrom/Solo-v0"):
        assert len(set(episodes_of_seeds.single(name))) == 1
    found = set(episodes_of_seeds.turns("decide"))
    assert len(found) == 1
