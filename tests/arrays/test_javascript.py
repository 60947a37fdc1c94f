"""The translation of boards in arrays to JavaScript does what the compiled functions do, to the last bit."""

import sys
from pathlib import Path

import pytest

from carrom.arrays.compiled import ENTRIES
from carrom.compiling import can_compile
from carrom.rules.rulesets.library import NAMES, named

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.arrays.javascript import Comparison, compare, translation
from bench.arrays.steps import PLAYERS

pytestmark = pytest.mark.skipif(not can_compile(), reason="the kernels are interpreted, which takes too long here")


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("is_checked", [False, True])
def test_every_call_on_random_boards_of_every_rule_set_has_the_same_result_in_javascript(is_checked):
    found = Comparison()
    with translation(is_checked) as translated:
        for seed, name in enumerate(NAMES):
            compare(named(name), PLAYERS.get(name, 2), 24, seed, translated, found, count=12)
    assert found.strokes >= 24 * len(NAMES)
    assert set(found.calls.counts) == set(ENTRIES)
    assert (found.calls.differences, found.calls.shown) == (0, [])


def test_a_single_number_that_differs_is_reported_with_its_array_and_index():
    found = Comparison()
    with translation() as translated:

        def wrong(name, arguments):
            result, after = translated(name, arguments)
            other = after.copy()
            other[7] += name == "step_boards"
            return result, other

        compare(named("icf"), 2, 24, 1, wrong, found, count=4)
    assert found.calls.differences == 1
    assert found.calls.shown[0].startswith("step_boards: ")
    assert "1 numbers differ, first array 0 at (7,)" in found.calls.shown[0]
