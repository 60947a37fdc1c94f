"""The translation of boards in arrays to JavaScript does what the compiled functions do, to the last bit."""

import sys
from pathlib import Path

import pytest

from carrom.arrays.compiled import ENTRIES
from carrom.compiling import can_compile
from carrom.rules.rulesets.library import NAMES, named

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.arrays.javascript import Comparison, Translated, compare
from bench.arrays.steps import PLAYERS

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is missing or switched off")


@pytest.fixture(scope="module")
def translated():
    with Translated() as made:
        yield made


def test_every_call_on_random_boards_of_every_rule_set_has_the_same_result_in_javascript(translated):
    found = Comparison()
    for seed, name in enumerate(NAMES):
        compare(named(name), PLAYERS.get(name, 2), 24, seed, translated, found, count=12)
    assert found.strokes >= 24 * len(NAMES)
    assert set(found.calls) == set(ENTRIES)
    assert (found.differences, found.shown) == (0, [])
