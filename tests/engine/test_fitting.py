"""Hands fitted to what people do: known curves are found again, and the command goes on where it stopped."""

import json
import math
from random import Random

import pytest

from carrom.cli import main
from carrom.engine.duel import Duel, Pair
from carrom.engine.fitting import GOALS, MISSES, SHARE, Goal, Trial, Tried, fitted, trials, tried
from carrom.engine.levels import LEVELS
from carrom.engine.noise import people
from carrom.physics import warm


@pytest.fixture(autouse=True, scope="module")
def _compiled_where_it_can_be() -> None:
    warm()


def poisson(mean: float, dice: Random) -> int:
    left, count = math.exp(-mean), -1
    product = 1.0
    while product > left or count < 0:
        product *= dice.random()
        count += 1
    return count


def alone_at(hand: float, goal: Goal, boards: int, dice: Random) -> list[Tried]:
    """Return boards of somebody who comes to the goal with that hand, misses growing as its power 1.5."""
    found = []
    for seed in range(boards):
        degrees = hand * (0.8, 1.25)[seed % 2]
        mean = goal.value * (degrees / hand) ** 1.5
        found.append(Tried(goal.level, degrees, None, seed, poisson(mean, dice)))
    return found


def test_a_hand_that_is_known_is_found_again_and_lies_in_its_interval() -> None:
    dice, inside = Random(2), 0
    for _ in range(12):
        found = fitted(Goal("state", MISSES, 4.9), alone_at(0.8, Goal("state", MISSES, 4.9), 80, dice))
        assert 0.6 < found.degrees < 1.05
        assert found.low < found.degrees < found.high
        inside += found.low <= 0.8 <= found.high
    assert inside >= 9


def test_more_boards_make_a_narrower_interval() -> None:
    goal, dice = Goal("state", MISSES, 4.9), Random(5)
    few, many = (fitted(goal, alone_at(0.8, goal, boards, dice)) for boards in (20, 320))
    assert many.high / many.low < few.high / few.low


def test_a_share_of_boards_is_fitted_too() -> None:
    goal, dice = Goal("club", SHARE, 0.7, "strong-club"), Random(3)
    found = []
    for seed in range(300):
        degrees = (1.1, 1.8)[seed % 2]
        chance = 1 / (1 + math.exp(-(math.log(0.7 / 0.3) + 2.0 * math.log(degrees / 1.4))))
        score = sum(0.5 for _ in range(2) if dice.random() < chance)
        found.append(Tried("club", degrees, 1.0, seed, score))
    hand = fitted(goal, found)
    assert 1.25 < hand.degrees < 1.6
    assert hand.boards == 600


@pytest.mark.parametrize("value", [0.0, 30.0])
def test_boards_that_are_all_alike_still_give_a_hand(value: float) -> None:
    found = fitted(
        GOALS[0], [Tried("champion", degrees, None, seed, value) for seed in range(6) for degrees in (0.4, 0.6)]
    )
    assert 0.1 < found.degrees < 3.0
    assert (found.degrees > 0.6) == (value == 0.0)


def test_every_level_of_people_has_a_goal_and_the_goals_grow_with_the_levels() -> None:
    assert [goal.level for goal in reversed(GOALS)] == [level.name for level in LEVELS[:-1]]
    misses = [goal.value for goal in GOALS if goal.kind == MISSES]
    assert misses == sorted(misses)
    assert misses[0] >= 2.5
    assert misses[1] <= 3.5
    assert 7.0 <= misses[-1] <= 9.0


def test_a_round_tries_hands_on_both_sides_on_the_same_racks() -> None:
    made = list(trials(GOALS[0], 0.5, None, range(3), first=True))
    assert len(made) == 6
    assert {trial.degrees for trial in made} == {0.4, 0.625}
    assert [trial.seed for trial in made] == [0, 0, 1, 1, 2, 2]


def test_the_command_fits_goes_on_with_its_record_and_writes_the_table(tmp_path, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def quickly(trial: Trial) -> Tried:
        return Tried(trial.goal.level, trial.degrees, trial.above, trial.seed, 0.5 + 0.25 * (trial.seed % 3 - 1))

    monkeypatch.setattr("carrom.cli.levels.tried", quickly)
    record, page = tmp_path / "fit.jsonl", tmp_path / "page.md"
    page.write_text("before\n<!-- fitted levels -->\nold\n<!-- end of fitted levels -->\nafter\n", encoding="utf-8")
    words = ["levels", "fit", "--only", "first-timer", "--rounds", "2", "--boards", "8", "--record", str(record)]
    assert main([*words, "--docs", str(page)]) == 0
    kept, text = record.read_text(encoding="utf-8"), page.read_text(encoding="utf-8")
    assert "| first-timer | loses 70% to the next above |" in text
    assert text.startswith("before")
    assert text.endswith("after\n")
    assert "old" not in text
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    assert record.read_text(encoding="utf-8") == kept
    assert json.loads(capsys.readouterr().out)[0]["level"] == "first-timer"
    assert main(["levels", "fit", "--only", "machine"]) == 1
    assert main(["levels", "fit", "--rounds", "0"]) == 1
    assert main(["levels", "fit", "--boards", "6"]) == 1


def test_a_trial_is_misses_alone_or_the_share_of_the_level_above(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    alone = tried(Trial(Goal("casual", MISSES, 20.0), 2.0, None, 3))
    assert alone.found == int(alone.found) > 3
    duels: list[Duel] = []
    monkeypatch.setattr("carrom.engine.fitting.played", lambda duel: duels.append(duel) or Pair(3, 0.75, 0.0, 9))
    assert tried(Trial(Goal("casual", SHARE, 0.7, "club"), 6.0, 0.5, 3)).found == 0.75
    assert [(who.name, who.hand) for who in (duels[0].one, duels[0].other)] == [
        ("club", people(0.5)),
        ("casual", people(6.0)),
    ]


def test_the_command_tells_every_level_in_words(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["levels"]) == 0
    said = capsys.readouterr().out
    assert all(level.about in said for level in LEVELS)
    assert main(["levels", "--json"]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == [level.name for level in LEVELS]
