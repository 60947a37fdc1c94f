"""The search functions of the static site do what those of this machine do, to the last bit."""

import sys
from pathlib import Path

import pytest
from engine.tables import facing, scattered

from carrom.compiling import is_native
from carrom.engine import rollouts

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.web_assembly.calls import Calling, Calls
from bench.web_assembly.search import at_break, compare

pytestmark = pytest.mark.skipif(not is_native(), reason="there are no native kernels here")


def test_every_call_of_a_search_has_the_same_result_in_webassembly():
    found = Calls()
    with Calling() as calling:
        for seed in range(6):
            compare(facing(scattered(seed, 12)) if seed else at_break(), 4, seed, calling, found)
    assert set(found.counts) == {entry.__name__ for entry in rollouts.ENTRIES}
    assert (found.differences, found.shown) == (0, [])
