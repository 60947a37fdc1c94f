"""Twenty programs as users would write them: each runs without a warning; `test_typing.py` checks their types."""

import runpy
import warnings
from pathlib import Path

import pytest

PROGRAMS = sorted((Path(__file__).parent / "user_programs").glob("*.py"))


def test_there_are_twenty():
    assert len(PROGRAMS) >= 20


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_runs_and_prints_something(program, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runpy.run_path(str(program), run_name="__main__")
    assert capsys.readouterr().out.strip()
