"""The ladder: every rung is steadier and thinks more than the one below."""

from itertools import pairwise

import pytest

from carrom.engine.levels import LEVELS, level_named
from carrom.errors import RefusedRequest


def test_each_level_is_steadier_and_searches_more_than_the_one_below():
    for weaker, stronger in pairwise(LEVELS):
        assert stronger.hand.direction < weaker.hand.direction
        assert stronger.hand.speed < weaker.hand.speed
        assert stronger.budget.simulations > weaker.budget.simulations
        assert stronger.sight >= weaker.sight


def test_an_unknown_level_is_refused_with_the_names_there_are():
    with pytest.raises(RefusedRequest, match=r"beginner.*machine"):
        level_named("grandmaster")
    assert level_named("club").name == "club"
