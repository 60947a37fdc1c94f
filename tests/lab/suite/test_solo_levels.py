"""Levels play the suite's solo boards, on which no other side is."""

import pytest

from carrom.lab.suite import CellJob, played
from carrom.lab.suite_agents import source_of


@pytest.mark.slow
def test_a_level_and_one_ply_play_alone():
    for text in ("casual", "one-ply"):
        job = CellJob(suite="carrom-bench-1", cell="solo/steady", agent=source_of(text, ("solo",)), first=0, last=1)
        found = played(job)
        assert found.points[0] >= 3, text
        assert found.strokes[0] <= 24
