"""When the search is compiled: by `carrom.warm`, or before a level's thinking time starts."""

import subprocess
import sys
from random import Random

import pytest

import carrom
from carrom.engine import rollouts
from carrom.engine.engine import Engine
from carrom.engine.levels import LEVELS
from carrom.engine.player import situation_of
from carrom.physics.kernel import compiled


@pytest.mark.slow
def test_carrom_warm_compiles_the_search_as_well_as_the_physics():
    code = """
import carrom
from carrom.engine.rollouts import functions
assert carrom.warm()
print(sorted(name for name, function in functions(True).items() if not function.signatures))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_a_search_is_compiled_before_the_clock_of_a_level_starts(monkeypatch):
    game, happened = carrom.Game(seed=1), []
    game.set_up()
    compiled.warm()
    search = rollouts._tried
    monkeypatch.setattr(rollouts, "_searches_compiled", False)
    monkeypatch.setattr(rollouts, "_tried", lambda: happened.append("compiled") or search())

    def clock() -> float:
        happened.append("clock")
        return 0.0

    Engine(LEVELS[0], clock=clock).choose(situation_of(game.fold), Random(1))
    assert happened[:2] == ["compiled", "clock"]
    assert happened.count("compiled") == 1
    happened.clear()
    Engine(LEVELS[0], clock=clock).choose(situation_of(game.fold), Random(1))
    assert "compiled" not in happened
