"""The notebooks run from the first cell to the last, store what they show, and are pages of the documentation."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools import gallery
from tools.notebooks import NOTEBOOKS, ROOT, read, run, written

QUICK = ("first-strokes.ipynb", "throw-and-spin.ipynb")


@pytest.fixture(scope="module")
def ran():
    """Return what the cells of a notebook show, by its name; each runs once."""
    known = {}

    def shown(name: str):
        if name not in known:
            known[name] = run(read(ROOT / "examples" / name), name)
        return known[name]

    return shown


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("path", sorted(NOTEBOOKS, key=lambda path: path.name not in QUICK), ids=lambda path: path.name)
def test_a_notebook_stores_what_it_shows(path: Path, ran):
    stored = path.read_text(encoding="utf-8")
    shown = ran(path.name)
    assert written(json.loads(stored), shown) == stored, "python3 dev.py python tools/notebooks.py"
    drawings = [each.value._repr_svg_() for each in shown if hasattr(each.value, "_repr_svg_")]
    assert len(drawings) > 1
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).tag.endswith("svg")


@pytest.mark.slow
def test_an_unsteady_hand_pockets_less(ran):
    shares = next(each.value for each in ran("laboratory.ipynb") if isinstance(each.value, dict))
    assert 1 > shares[0.0] > shares[0.7] > shares[3.0] > 0


@pytest.mark.slow
def test_the_agent_learns(ran):
    chance, learned = [each.value for each in ran("training.ipynb") if isinstance(each.value, float)]
    assert chance < 0.06
    assert learned > 0.4


def test_a_piece_is_thrown_as_far_as_friction_allows(ran):
    measured, expected = [each.value for each in ran("throw-and-spin.ipynb") if isinstance(each.value, dict)]
    assert list(measured.values()) == pytest.approx(list(expected.values()), abs=0.02)


def test_every_notebook_is_in_the_gallery():
    assert sorted(gallery.ORDER) == [path.stem for path in NOTEBOOKS]
    assert len(NOTEBOOKS) >= 8


def test_links_between_notebooks_lead_to_pages_of_the_gallery():
    found = gallery.pages()
    targets = [target for text in found.values() for target in re.findall(r"\]\(([\w-]+\.md)\)", text)]
    assert len(targets) > len(gallery.ORDER)
    assert set(targets) <= set(found)
    assert not any(".ipynb)" in text for text in found.values())


def test_charts_follow_the_theme_and_boards_need_not():
    for name, svg in gallery.pages().items():
        if name.endswith(".svg"):
            assert ("prefers-color-scheme:dark" in svg) is ("carrom-chart" in svg)
            assert "carrom-chart" in svg or "carrom-title" in svg, f"{name} is neither a chart nor a board"
