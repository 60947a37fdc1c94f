"""The frozen engine, the reference point of all ratings: its play never changes."""

from random import Random

import pytest
from engine.tables import facing, scattered

from carrom.board.notation import write_stroke
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import Level
from carrom.engine.search.halving import Budget
from carrom.engine.strength.frozen_engine import FirstEngine

HAND = HandNoise(1.0, 0.05, 600.0)
BUDGET = Budget(96, 60.0)
"""Small enough that the time limit is never reached, even with interpreted strokes."""
PLAYED = {
    1: ("x214350.vx743744.vy-1913468", 2.674, 32),
    2: ("x-158995.vx-2434606.vy647066", 0.817, 32),
    4: ("x-64776.vx613697.vy1489355", 0.448, 8),
    6: ("x-182549.vx-719397.vy-719577", 2.54, 32),
    9: ("x-182549.vx-264200.vy1337152", 2.321, 32),
    10: ("x170771.vx466817.vy-558291", 2.479, 32),
}
"""For each position seed: the stroke, its predicted value and its number of samples."""


def aimed(seed: int) -> tuple[str, float, int]:
    found = FirstEngine(Level("first", HAND, BUDGET, 0.7), lambda: 0.0).aim(facing(scattered(seed)), Random(seed))
    return write_stroke(found.stroke), round(found.worth, 3), len(found.samples)


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("seed", PLAYED)
def test_the_frozen_engine_plays_the_strokes_that_it_played_when_it_was_frozen(seed):
    assert aimed(seed) == PLAYED[seed]
