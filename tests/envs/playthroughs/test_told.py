"""Golden episodes of the PettingZoo environment, decision by decision, are unchanged.

`carrom lab playthrough tests/envs/playthroughs/*.txt` rewrites them from their own actions; review the diff.
"""

import errno
import os
import re
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.errors import RefusedRequest, StoreError
from carrom.lab.playthrough import Recipe, again, anew
from carrom.rules.rulesets import NAMES

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))


def said(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.slow(first=5)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_episode_is_told_as_it_was(path):
    assert again(said(path)) == said(path), "if it is meant: carrom lab playthrough tests/envs/playthroughs/*.txt"


def test_every_rule_set_is_told_and_dues_and_demands_are_decided_in_some():
    texts = {path.stem: said(path) for path in FILES}
    assert {name.rsplit("-", 1)[0] for name in texts if name[-1].isdigit()} == set(NAMES)
    whole = [text for name, text in texts.items() if "choices" not in name]
    assert all("# end: terminated" in text for text in whole)
    assert any(re.search(r", place of [QWB]", text) for text in whole)
    assert any(re.search(r"\), demand\n", text) for text in whole)
    assert "mask: " in texts["icf-2-choices"]


def test_a_new_episode_follows_from_its_recipe_and_tells_itself_again():
    recipe = Recipe(ruleset="three-player", players=3, noise="club", seed=2)
    text = anew(recipe, 4)
    assert text == anew(recipe, 4) == again(text)
    assert text.count("\n# ") == 5
    assert re.search(r"# end: it goes on; [1-4] strokes?, score", text)
    forwards = anew(Recipe(actions="forward"), 2)
    assert again(forwards) == forwards


def test_an_action_that_means_nothing_is_told_as_it_was_refused():
    text = said(HERE / "icf-2.txt").replace("does: [", "does: [7,", 1)
    assert "refused: the action is" in again(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a letter", "no line has its environment's parameters"),
        ('carrom_v0 {"ruleset": 3}', "cannot be read"),
        ('carrom_v0 {}\n  does: "hard"', "cannot be read"),
    ],
)
def test_what_is_no_playthrough_is_refused(text, why, tmp_path):
    with pytest.raises(StoreError, match=why):
        again(text)
    path = tmp_path / "episode.txt"
    path.write_text(text)
    assert main(["lab", "playthrough", str(path)]) == 1
    assert path.read_text() == text
    with pytest.raises(RefusedRequest, match="expected a whole number from 1"):
        anew(Recipe(), 0)


def test_a_full_disk_leaves_the_old_episode(tmp_path, monkeypatch, capsys):
    path = tmp_path / "episode.txt"
    assert main(["lab", "playthrough", str(path), "--decisions", "1"]) == 0
    before = path.read_bytes()

    def full(file):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["lab", "playthrough", str(path)]) == 1
    assert "The disk is full: episode.txt was not written" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["episode.txt"]
    assert path.read_bytes() == before
