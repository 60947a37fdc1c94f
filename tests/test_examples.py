"""The examples run."""

import runpy
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_best_break_is_looked_for_and_drawn(tmp_path, monkeypatch, capsys):
    target = tmp_path / "break.svg"
    monkeypatch.setattr(sys, "argv", ["best_break.py", "1", str(target)])
    runpy.run_path(str(EXAMPLES / "best_break.py"), run_name="__main__")
    assert capsys.readouterr().out.count("whites a break") == 5
    assert target.read_text(encoding="utf-8").startswith("<svg")
