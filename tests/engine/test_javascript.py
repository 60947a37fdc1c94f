"""The search functions of the static site do what the compiled ones do, to the last bit."""

import sys
from pathlib import Path

import pytest
from engine.tables import facing, scattered

from carrom.compiling import can_compile
from carrom.engine.rollouts import runner

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.javascript_calls import Calls
from bench.search_javascript import at_break, compare, translation

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is missing or switched off")


def test_every_call_of_a_search_has_the_same_result_in_javascript():
    runner.warm()
    found = Calls()
    with translation() as translated:
        for seed in range(6):
            compare(facing(scattered(seed, 12)) if seed else at_break(), 4, seed, translated, found)
    assert set(found.counts) == set(runner.ENTRIES)
    assert (found.differences, found.shown) == (0, [])
