"""The notebooks run from the first cell to the last, show what they promise, and store their output."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from notebook import NOTEBOOKS, run, written


@pytest.fixture(scope="module")
def ran():
    """Return the values of each notebook's cells, by the notebook's name."""
    return {path.name: run(json.loads(path.read_text(encoding="utf-8")), path.name) for path in NOTEBOOKS}


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_stores_what_it_shows(path: Path, ran):
    stored = path.read_text(encoding="utf-8")
    assert written(json.loads(stored), ran[path.name]) == stored, "python3 dev.py python tests/notebook.py"
    drawings = [value._repr_svg_() for value in ran[path.name] if hasattr(value, "_repr_svg_")]
    assert len(drawings) > 1
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).tag.endswith("svg")


def test_an_unsteady_hand_pockets_less(ran):
    shares = next(value for value in ran["laboratory.ipynb"] if isinstance(value, dict))
    assert 1 > shares[0.0] > shares[0.7] > shares[3.0] > 0


def test_the_directions_that_pocket_a_man_are_a_narrow_band(ran):
    share = next(value for value in ran["laboratory.ipynb"] if isinstance(value, float))
    assert 0 < share < 0.1


def test_games_are_told_from_their_table(ran):
    kept = next(value for value in ran["games.ipynb"] if isinstance(value, dict) and "aim/state" in value)
    assert kept["geometric/state"] > kept["aim/state"] > 0
