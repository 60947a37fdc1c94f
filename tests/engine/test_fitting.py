"""Fitting execution-noise levels to people's results: known curves are recovered, and the command resumes."""

import json
import math
from itertools import pairwise
from random import Random

import pytest

from carrom.cli import main
from carrom.engine.fitting import GOALS, LevelTrial, MissGoal, Trial, eyes, fitted, trials, tried
from carrom.engine.geometry import people
from carrom.engine.levels import LEVELS, level_named
from carrom.values import changed


def poisson(mean: float, dice: Random) -> int:
    left, count = math.exp(-mean), -1
    product = 1.0
    while product > left or count < 0:
        product *= dice.random()
        count += 1
    return count


STATE = MissGoal("state", 4.9)


def alone_at(hand: float, boards: int, dice: Random) -> list[LevelTrial]:
    """Return simulated solo boards with 4.9 misses on average at this noise (degrees), growing as its power 1.5."""
    found = []
    for seed in range(boards):
        degrees = hand * (0.8, 1.25)[seed % 2]
        count = poisson(STATE.misses * (degrees / hand) ** 1.5, dice)
        found.append(LevelTrial("state", degrees, seed // 2, count, count, ""))
    return found


@pytest.mark.slow
def test_a_hand_that_is_known_is_found_again_and_lies_in_its_interval() -> None:
    dice, inside = Random(2), 0
    for _ in range(12):
        found = fitted(STATE, alone_at(0.8, 80, dice))
        assert 0.6 < found.degrees < 1.05
        assert found.low < found.degrees < found.high
        inside += found.low <= 0.8 <= found.high
    assert inside >= 9


def test_more_boards_make_a_narrower_interval() -> None:
    dice = Random(5)
    few, many = (fitted(STATE, alone_at(0.8, boards, dice)) for boards in (20, 320))
    assert many.high / many.low < few.high / few.low


@pytest.mark.slow
@pytest.mark.parametrize("value", [0, 30])
def test_boards_that_are_all_alike_still_give_a_hand(value: int) -> None:
    boards = [LevelTrial("champion", degrees, seed, value, value, "") for seed in range(6) for degrees in (0.4, 0.6)]
    found = fitted(GOALS[0], boards)
    assert 0.1 < found.degrees < 3.0
    assert (found.degrees > 0.6) == (value == 0)


def test_every_level_of_people_has_a_goal_and_those_counted_miss_as_people_do() -> None:
    assert [goal.level for goal in reversed(GOALS)] == [level.name for level in LEVELS[:-1]]
    misses = [goal.misses for goal in GOALS]
    assert all(1.3 < more / less < 2.0 for less, more in pairwise(misses))
    known = {goal.level: goal.misses for goal in GOALS if goal.people}
    assert 1.3 <= known["champion"] < 2.6 <= known["national"] <= 3.5
    assert 4.4 <= known["state"] <= 5.0
    assert 7.0 <= known["strong-club"] <= 9.0


def test_a_round_tries_hands_on_both_sides_on_the_same_racks() -> None:
    made = list(trials("champion", 0.5, range(3), first=True))
    assert len(made) == 6
    assert {trial.degrees for trial in made} == {0.4, 0.625}
    assert [trial.seed for trial in made] == [0, 0, 1, 1, 2, 2]


def test_the_command_fits_goes_on_with_its_record_and_writes_the_table(tmp_path, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def quickly(trial: Trial) -> LevelTrial:
        return LevelTrial(trial.level, trial.degrees, trial.seed, 36.0 + trial.seed % 3, 36, trial.key[0])

    monkeypatch.setattr("carrom.cli.levels.tried", quickly)
    monkeypatch.setattr("carrom.engine.fitting.DRAWN", 20)
    record, page = tmp_path / "fit.jsonl", tmp_path / "page.md"
    page.write_text("before\n<!-- fitted levels -->\nold\n<!-- end of fitted levels -->\nafter\n", encoding="utf-8")
    words = ["levels", "fit", "--only", "first-timer", "--rounds", "2", "--boards", "8", "--record", str(record)]
    assert main([*words, "--tolerance", "1", "--docs", str(page)]) == 0
    stored, text = record.read_text(encoding="utf-8"), page.read_text(encoding="utf-8")
    assert "| first-timer | 30 |" in text
    assert "missed 576 times" in text
    assert text.startswith("before")
    assert text.endswith("after\n")
    assert "old" not in text
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    assert record.read_text(encoding="utf-8") == stored
    narrow = json.loads(capsys.readouterr().out)[0]
    assert (narrow["level"], narrow["boards"]) == ("first-timer", 16)
    assert main(["levels", "fit", "--only", "machine"]) == 1
    assert main(["levels", "fit", "--rounds", "0"]) == 1
    assert main(["levels", "fit", "--boards", "5"]) == 1


def test_a_level_that_sees_otherwise_is_played_anew() -> None:
    level = level_named("casual")
    trial = Trial("casual", 2.0, 1)
    assert trial.key == (eyes(level), 2.0, 1)
    assert eyes(changed(level, foresight=0.9)) != eyes(level)
    assert eyes(changed(level, hand=people(3.0))) == eyes(level)


@pytest.mark.slow
def test_what_a_board_promised_is_near_to_what_it_missed() -> None:
    board = tried(Trial("casual", 2.0, 0))
    assert board.misses > 8
    assert 0.6 * board.misses < board.expected < 1.5 * board.misses


def test_the_command_tells_every_level_in_words(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["levels"]) == 0
    said = capsys.readouterr().out
    assert all(level.about in said for level in LEVELS)
    assert main(["levels", "--language", "hi"]) == 0
    assert "चैंपियन" in capsys.readouterr().out
    assert main(["levels", "--json"]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == [level.name for level in LEVELS]
