"""The examples run."""

import runpy
import sys
from pathlib import Path

import carrom

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_best_break_is_looked_for_and_drawn(tmp_path, monkeypatch, capsys):
    target = tmp_path / "break.svg"
    monkeypatch.setattr(sys, "argv", ["best_break.py", "1", str(target)])
    runpy.run_path(str(EXAMPLES / "best_break.py"), run_name="__main__")
    assert capsys.readouterr().out.count("whites a break") == 5
    assert target.read_text(encoding="utf-8").startswith("<svg")


def test_a_random_doubles_player_plays_a_match_in_every_rule_set(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["random_doubles.py"])
    runpy.run_path(str(EXAMPLES / "random_doubles.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(carrom.RULESETS)
    assert all(" won, " in line for line in lines)
