"""A seed fixes every environment, also in a fresh process that has to compile everything first."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from envs import episodes_of_seeds

SCRIPT = Path(episodes_of_seeds.__file__)


def cold(folder: Path) -> list[str]:
    """Return the lines that a fresh process prints whose caches are empty."""
    folder.mkdir()
    own = {name: str(folder / name.lower()) for name in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "HOME")}
    found = subprocess.run(
        [sys.executable, SCRIPT], env={**os.environ, **own}, capture_output=True, text=True, check=True
    )
    assert any((folder / "numba_cache_dir").rglob("*.nbc")), "nothing was compiled: the process was not cold"
    return found.stdout.splitlines()


@pytest.mark.slow
def test_every_environment_is_fixed_by_its_seed_in_two_cold_processes_and_in_a_warm_one(tmp_path):
    warm = list(episodes_of_seeds.lines())
    assert cold(tmp_path / "first") == warm
    assert cold(tmp_path / "second") == warm


def test_three_resets_with_one_seed_begin_the_same_episode():
    for name in ("carrom/Straight-v0", "carrom/Solo-v0"):
        assert len(set(episodes_of_seeds.single(name))) == 1
    found = set(episodes_of_seeds.turns("decide"))
    assert len(found) == 1
