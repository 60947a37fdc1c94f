"""Paired boards and their statistics, player specifications, and solo boards."""

from random import Random

import pytest

from carrom.board.rack import nominal_rack
from carrom.cli import main
from carrom.engine.ladder import Anchor, contestant, elo, hand_of
from carrom.engine.match_test import MatchJob, Pair, expected, played, verdict
from carrom.engine.player import alone
from carrom.errors import RefusedRequest
from carrom.rules.round import Phase


def pairs(*scores):
    return [Pair(seed, score, 0.0, 30) for seed, score in enumerate(scores)]


def test_a_name_a_budget_and_a_hand():
    whole = contestant("machine:36000@0.4")
    assert (whole.name, whole.simulations, whole.hand) == ("machine", 36_000, hand_of(0.4))
    assert isinstance(contestant("greedy@0.4").engine(), Anchor)
    assert contestant("machine@0").hand == hand_of(0.0)


@pytest.mark.parametrize(
    "text", ["", "nobody", "champion:", "champion@x", "champion@-1", "champion:0x10", "champion@0.4:100"]
)
def test_what_names_nobody_is_refused_with_the_names(text):
    with pytest.raises(RefusedRequest, match="names are"):
        contestant(text)


def test_even_pairs_prove_nothing_and_reject_a_large_difference_in_the_end():
    even = verdict(pairs(*[0.5, 1.0, 0.0, 0.5] * 5), 0.0, 50.0)
    assert even.share == 0.5
    assert even.decided == ""
    assert even.low < 0.5 < even.high
    assert verdict(pairs(*[0.5, 1.0, 0.0, 0.5] * 400), 0.0, 50.0).decided == "rejected"


def test_a_clear_lead_is_accepted_and_its_interval_holds_it():
    lead = verdict(pairs(*[1.0, 0.5, 1.0, 0.5, 1.0, 0.0] * 20), 0.0, 50.0)
    assert lead.decided == "accepted"
    assert lead.elo_low < elo(lead.share) < lead.elo_high
    assert lead.elo_low > 50.0


def test_few_pairs_of_one_mind_do_not_prove_everything():
    assert verdict(pairs(1.0), 0.0, 50.0).decided == ""


def test_the_test_errs_as_seldom_as_it_says():
    dice, wrong = Random(1), 0
    for _ in range(100):
        scores: list[float] = []
        while len(scores) < 3_000:
            scores.append((dice.random() < 0.5) * 0.5 + (dice.random() < 0.5) * 0.5)
            if len(scores) % 20 == 0 and (found := verdict(pairs(*scores), 0.0, 60.0)).decided:
                wrong += found.decided == "accepted"
                break
    assert wrong <= 12


def test_elo_and_share_are_each_others_inverse():
    assert all(abs(elo(expected(difference)) - difference) < 1e-6 for difference in (-300.0, 0.0, 17.0))


@pytest.mark.slow
def test_a_player_against_himself_has_half_of_every_pair():
    who = contestant("state:300")
    found = played(MatchJob(who, who, 4))
    assert found.score == 0.5
    assert found.points == 0.0
    assert found == played(MatchJob(who, who, 4))


@pytest.mark.slow
def test_alone_both_colours_are_cleared_and_the_gaps_are_unseen():
    seen = []
    engine = contestant("machine:600@0.2").engine()

    def aim(situation, rng):
        if situation.round.phase is Phase.BREAK:
            seen.append(situation.position)
        return engine.aim(situation, rng)

    run = alone(aim, hand_of(0.2), 7)
    assert run.finished
    assert len(run.strokes) >= 10
    assert run.misses <= len(run.strokes)
    assert all(position == nominal_rack() for position in seen)
    assert all(stroke.counts for stroke in run.strokes)


@pytest.mark.slow
def test_the_commands_print_what_was_proved_and_go_on_with_a_record(tmp_path, capsys):
    record = tmp_path / "duel.jsonl"
    words = ["duel", "beginner:100", "beginner:120", "--record", str(record), "--all"]
    assert main([*words, "--pairs", "1"]) == 0
    first = record.read_text(encoding="utf-8")
    assert main([*words, "--pairs", "1"]) == 0
    assert record.read_text(encoding="utf-8") == first
    assert "1 pairs of boards" in capsys.readouterr().out
    assert main(["duel", "club", "beginner", "--record", str(record)]) == 1
    assert "another duel" in capsys.readouterr().err
    answer, picture = tmp_path / "solo.jsonl", tmp_path / "solo.svg"
    words = ["solo", "casual:60", "--boards", "1", "--record", str(answer), "--plot", str(picture)]
    assert main(words) == 0
    stored = answer.read_text(encoding="utf-8")
    assert main([*words, "--json", "--workers", "all"]) == 0
    assert answer.read_text(encoding="utf-8") == stored
    assert '"boards":1' in capsys.readouterr().out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "breaks" in answer.read_text(encoding="utf-8")
    assert main(["solo", "nobody"]) == 1
    assert main(["solo", "club", "--boards", "0"]) == 1
    assert main(["duel", "club", "club", "--sprt", "5", "5"]) == 1
