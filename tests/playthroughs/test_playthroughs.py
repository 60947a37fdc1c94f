"""Whole games, step by step, are unchanged; `recipe.py` writes them again, to be read as a diff."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from recipe import HERE, PLAYTHROUGHS


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    committed = (HERE / name).read_text(encoding="utf-8")
    assert PLAYTHROUGHS[name]() == committed, "if the change is meant: python tests/playthroughs/recipe.py"


def test_every_playthrough_has_its_recipe() -> None:
    files = {path.name for path in HERE.iterdir() if path.suffix in (".txt", ".carrom")}
    assert files == set(PLAYTHROUGHS)
