"""Ratings of many players fitted together: known ratings are recovered, with valid confidence intervals."""

import json
import sys
from random import Random

import pytest
from engine.tables import facing, scattered

from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.striker_spots import check_spot
from carrom.cli import main
from carrom.cli.ladder import EVERYBODY
from carrom.engine.geometry import people
from carrom.engine.ladder import ANCHORS, contestant
from carrom.engine.levels import LEVELS
from carrom.engine.match_test import LadderMatch, Pair, expected, meetings, rungs
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.physics.surface import surface
from carrom.rules.round import Round
from carrom.rules.ruleset import ruleset


def tossed(truth: list[float], pairs: int, dice: Random, reach: int = 2) -> list[LadderMatch]:
    """Return random results of paired boards between players with these ratings."""
    found = []
    for one, other in meetings(len(truth), reach):
        chance = expected(truth[one] - truth[other])
        for seed in range(pairs):
            score = sum(0.5 for _ in range(2) if dice.random() < chance)
            found.append(LadderMatch(one, other, Pair(seed, score, 0.0, 20)))
    return found


def test_ratings_that_are_known_are_found_again_and_lie_in_their_intervals() -> None:
    truth, dice = [0.0, 120.0, 230.0, 300.0, 480.0], Random(3)
    inside = tried = 0
    for _ in range(40):
        found = rungs([str(rating) for rating in truth], tossed(truth, 60, dice))
        for rung, rating in zip(found[1:], truth[1:], strict=True):
            inside += rung.low <= rating <= rung.high
            tried += 1
        assert abs(found[4].elo - 480.0) < 200.0
    assert 0.9 <= inside / tried <= 0.99


def test_the_rating_of_the_one_chosen_is_nought_and_the_others_keep_their_distance() -> None:
    met = tossed([0.0, 100.0, 200.0], 80, Random(1))
    first, last = rungs("abc", met), rungs("abc", met, zero=2)
    assert last[2].elo == last[2].low == last[2].high == 0.0
    assert first[2].elo - first[1].elo == pytest.approx(last[2].elo - last[1].elo, abs=0.01)


def test_who_always_wins_is_not_beyond_measure() -> None:
    met = [LadderMatch(1, 0, Pair(seed, 1.0, 5.0, 20)) for seed in range(20)]
    found = rungs("ab", met)
    assert 300.0 < found[1].elo < 1_200.0
    assert (found[1].share, found[0].share) == (1.0, None)
    assert found[1].share_low is not None
    assert found[1].share_low < 1.0


def test_who_meets_whom() -> None:
    assert list(meetings(4, 1)) == [(1, 0), (2, 1), (3, 2)]
    assert list(meetings(3, 0)) == [(1, 0), (2, 0), (2, 1)]


def test_all_levels_and_all_marks_are_on_the_ladder() -> None:
    names = {contestant(name).name for name in EVERYBODY}
    assert names == {level.name for level in LEVELS} | set(ANCHORS)
    assert len(EVERYBODY) == len(names)


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", list(ANCHORS))
def test_a_mark_plays_lawful_strokes_and_the_same_again(name: str) -> None:
    player = ANCHORS[name](people(1.0))
    tables = [facing(scattered(seed, men=14), Seat.NORTH) for seed in range(3)]
    tables.append(Situation(Round.begin(ruleset("icf")), rack(seed=1), surface("club")))
    for seed, situation in enumerate(tables):
        stroke = player.aim(situation, Random(seed)).stroke
        check_spot(situation.position, situation.round.turn, stroke)
        assert stroke.vy > 0 or name != "random"
        assert stroke == player.aim(situation, Random(seed)).stroke


@pytest.mark.slow
def test_who_tries_strokes_more_often_promises_less_and_keeps_more() -> None:
    """With 8 samples the engine sometimes chooses another stroke than with 64."""
    few, many = ANCHORS["one-ply-8"](people(1.0)), ANCHORS["one-ply-64"](people(1.0))
    tables = [facing(scattered(seed, men=12), Seat.SOUTH) for seed in range(4)]
    assert [few.aim(each, Random(1)).stroke for each in tables] != [many.aim(each, Random(1)).stroke for each in tables]


def test_another_hand_or_another_budget_is_another_player() -> None:
    answer = ["club", "club@1", "club:50", "state", "greedy", "greedy@0.7", "one-ply-8"]
    assert len({contestant(text).mark for text in answer}) == len(answer)
    with pytest.raises(RefusedRequest, match="leave out the number"):
        contestant("one-ply-8:100")


@pytest.mark.slow
def test_the_command_rates_players_goes_on_with_its_record_and_draws(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    record, picture = tmp_path / "ladder.jsonl", tmp_path / "ladder.svg"
    words = ["ladder", "beginner:60", "casual:60", "--pairs", "1", "--record", str(record)]
    assert main([*words, "--plot", str(picture)]) == 0
    said, stored = capsys.readouterr().out, record.read_text(encoding="utf-8")
    assert said.splitlines()[2].startswith("| casual:60 |")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert main([*words, "--json"]) == 0
    assert record.read_text(encoding="utf-8") == stored
    output = json.loads(capsys.readouterr().out)
    assert (output["zero"], output["pairs"], len(output["rungs"])) == ("beginner:60", 1, 2)
    assert main([*words, "--ruleset", "club"]) == 1
    assert "another ladder" in capsys.readouterr().err
    assert main(["ladder", "beginner:60", "casual:60", "casual:70", *words[3:], "--opponents", "1"]) == 0
    longer = record.read_text(encoding="utf-8")
    assert longer.startswith(stored)
    assert len(longer.splitlines()) == len(stored.splitlines()) + 1
    assert main(["ladder", "club", "club"]) == 1
    assert main(["ladder", "club"]) == 1
    assert main(["ladder", "club", "state", "--pairs", "0"]) == 1


def test_an_engine_that_crashes_loses_its_boards_and_the_ladder_says_why(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["ladder", f"pipe:{sys.executable} -c pass", "random@1", "--pairs", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[2].split("|")[5].strip() == "100%"
    assert "has ended" in said[-1]
    assert said[-1].startswith("board forfeited: ")
