"""Vectorized boards agree with games after every stroke, in every rule set, even in crowded and rare positions."""

import pytest
from arrays.agree import compare

from carrom.arrays import law_table
from carrom.rules.rulesets import NAMES, named

PLAYERS = {"team-event": 4, "three-player": 3}


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", NAMES)
def test_a_step_is_what_a_game_says(name):
    found = compare(named(name), PLAYERS.get(name, 2), 400, seed=5, count=48)
    assert found.differences == []
    assert found.met["placed"] > 10


@pytest.mark.parametrize("name", ["icf", "points"])
def test_a_step_of_doubles_is_what_a_game_says(name):
    assert compare(named(name), 4, 300, seed=6, count=48).differences == []


def test_a_step_is_the_same_interpreted(monkeypatch):
    monkeypatch.setattr("carrom.physics.kernel.compiled.is_native", lambda: False)
    assert compare(named("icf"), 2, 12, seed=7, count=4).differences == []


def test_a_decision_that_is_not_the_laws_is_noticed(monkeypatch):
    right = law_table.decision

    def wrong(round, ruling):
        row = list(right(round, ruling))
        row[law_table.layout.CHARGED] = 0
        return tuple(row)

    monkeypatch.setattr(law_table, "decision", wrong)
    assert compare(named("icf"), 2, 2_000, seed=5, count=48).differences
