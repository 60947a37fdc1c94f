"""Texts of rulings on random boards are unchanged."""

import pytest

from carrom.rules.rulesets import NAMES

from . import twin
from .told import FOLDER, HOUSE, READINGS, SWITCHES, readings_met, switches_set, told


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", [HOUSE, *NAMES])
def test_rulings_are_told_as_they_were_kept(name: str) -> None:
    """Refresh with `python -m tests.rules.told`, and review the difference."""
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    for line, wanted in zip(told(name).split("\n"), kept, strict=True):
        assert line == wanted


@pytest.mark.slow
def test_readings_are_met_as_often_as_was_kept() -> None:
    assert readings_met() == (FOLDER / f"{READINGS}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_switch_puts_in_and_takes_out_what_was_kept() -> None:
    kept = (FOLDER / f"{SWITCHES}.txt").read_text(encoding="utf-8").split("\n")
    for line, wanted in zip(switches_set().split("\n"), kept, strict=True):
        assert line == wanted


def test_the_page_is_tested_with_the_rulings_of_today() -> None:
    assert twin.rulings() == twin.FILE.read_text(encoding="utf-8")
