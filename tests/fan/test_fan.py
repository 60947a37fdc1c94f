"""Carrom's perft: the totals are committed; `carrom fan --divide` finds the stroke that changed."""

from pathlib import Path

import pytest

from carrom.cli import main
from carrom.cli.fan import in_words
from carrom.physics.signature import fan, positions

TOTALS = Path(__file__).with_name("totals.txt")
"""Made by: for s in slow club tournament; do carrom fan --surface $s | sed "s/^/$s /"; done"""


@pytest.mark.slow(first=3)
@pytest.mark.parametrize(
    "line", TOTALS.read_text(encoding="utf-8").splitlines(), ids=lambda line: line.split(" all")[0]
)
def test_a_fan_adds_up_to_its_committed_totals(line):
    surface, position, _ = line.split(" ", 2)
    assert f"{surface} {in_words(position, fan(positions()[position], surface)[-1])}" == line


def test_the_groups_add_up_to_the_whole():
    *groups, whole = fan(positions()["last"])
    for name in ("strokes", "disc", "frame", "pocket", "duration"):
        assert sum(getattr(group, name) for group in groups) == getattr(whole, name)
    assert len({group.digest for group in groups}) == len(groups) == 14


def test_the_command_prints_totals_and_groups(capsys):
    assert main(["fan", "last", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 15
    assert lines[-1].startswith("last all: 448 strokes")
    assert main(["fan", "nowhere"]) == 1
