"""Tournaments of engines: fixtures, sets, limits, adjudication, records, the cross table and the command."""

import json
import sys
from random import Random

import pytest

from carrom.board.seat import Seat
from carrom.cli import main
from carrom.engine.adjudication import Adjudication, certain_winner
from carrom.engine.board_play import BoardLimits, BoardSettings, BoardStart, play_out
from carrom.engine.ladder import contestant
from carrom.engine.self_play import begun
from carrom.engine.tournament import BoardLine, SetJob, SetResult, cross_table, fixtures, played_set
from carrom.game.play_stroke import strike
from carrom.game.prompt import random_act
from carrom.game.record import read_record, write_record
from carrom.game.replay import divergences
from carrom.rules.phases import Strike
from carrom.rules.ruleset import NAMES, named

RANDOM, GREEDY = "random@0.4", "greedy@0.4"
SLOW = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps(dict(type="ready", protocol=2)), flush=True)
    else:
        time.sleep(%s)
        low, high, y = asked["spans"][0]
        print(json.dumps(dict(type="stroke", id=asked["id"], x=low, y=y, vx=0, vy=%s)), flush=True)
"""
CRASHING = f"pipe:{sys.executable} -c pass"


@pytest.fixture
def engine(tmp_path):
    """Return a function that returns the command of an engine with this delay (s) and speed (µm/s)."""

    def command(seconds, speed):
        (tmp_path / "engine.py").write_text(SLOW % (seconds, speed), encoding="utf-8")
        return f"{sys.executable} {tmp_path / 'engine.py'}"

    return command


def line(sides, winners, **fields):
    return BoardLine(sides=sides, winners=winners, points=4, strokes=20, ended="played", **fields)


def result(who, *boards, seed=100_000):
    return SetResult(ruleset="icf", players=2, who=who, seed=seed, boards=boards)


def test_all_meet_all_or_the_first_meets_all():
    assert list(fixtures(4, "round-robin", 2)) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert list(fixtures(4, "gauntlet", 4)) == [(0, 1), (0, 2), (0, 3)]
    assert list(fixtures(3, "round-robin", 3)) == [(0, 1, 2)]
    assert list(fixtures(4, "gauntlet", 3)) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert list(fixtures(2, "round-robin", 3)) == [(0, 1, 1), (1, 0, 0)]


def test_a_set_counts_both_boards_from_the_side_of_either_engine():
    one = result((0, 1), line((0, 1), (0,)), line((1, 0), (1,)))
    assert (one.pair(0, 1).score, one.pair(1, 0).score) == (0.5, 0.5)
    both = result((0, 1), line((0, 1), (0,)), line((1, 0), ()))
    assert (both.pair(0, 1).score, both.pair(1, 0).score) == (0.75, 0.25)


def test_three_equal_engines_score_a_half_against_each_other_also_when_one_sits_twice():
    fair = result((0, 1, 2), *(line((0, 1, 2), (winner,)) for winner in (0, 1, 2)))
    assert fair.pair(0, 1).score == pytest.approx(0.5)
    twice = result((0, 1, 1), *(line((0, 1, 1), (winner,)) for winner in (0, 1, 1)))
    assert twice.pair(0, 1).score == pytest.approx(0.5)
    assert twice.pair(1, 0).score == pytest.approx(0.5)


def test_the_cross_table_is_in_order_of_strength_and_symmetric():
    engines = [contestant(name) for name in ("random@1", "greedy@1", "one-ply-8@1")]
    results = [
        result((one, other), line((one, other), (max(one, other),)), line((other, one), (max(one, other),)), seed=seed)
        for seed in range(100_000, 100_005)
        for one, other in ((0, 1), (0, 2), (1, 2))
    ]
    rows = cross_table(engines, results)
    assert [row.engine for row in rows] == ["one-ply-8@1", "greedy@1", "random@1"]
    assert rows[0].against == (None, 1.0, 1.0)
    assert rows[2].against == (0.0, 0.0, None)
    assert rows[2].elo == 0.0
    assert all(row.low <= row.elo <= row.high and row.boards == 20 for row in rows)
    assert [row.score for row in rows] == [20.0, 10.0, 0.0]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 3])
@pytest.mark.parametrize("ruleset", NAMES)
def test_a_set_is_played_under_every_rule_set_and_its_records_are_verified(tmp_path, ruleset, players):
    if players not in named(ruleset).parameters.players:
        pytest.skip(f"{ruleset} is not played by {players}")
    who = (0, 1, 2)[: 3 if players == 3 else 2]
    names = (RANDOM, GREEDY, "greedy@1")[: len(who)]
    job = SetJob(
        who=who,
        engines=tuple(contestant(name) for name in names),
        players=players,
        seed=100_003,
        settings=BoardSettings(ruleset=ruleset, limits=BoardLimits(strokes=120)),
        folder=str(tmp_path),
        event="Cup",
    )
    found = played_set(job)
    assert len(found.boards) == len(who)
    assert len({board.sides[0] for board in found.boards}) == len(who), "each engine has every side once"
    for board in found.boards:
        text = (tmp_path / board.record).read_text(encoding="utf-8")
        game = read_record(text)
        assert '[Event "Cup"]' in text
        assert write_record(game) == text
        assert not list(divergences(game))
        assert len(game.strokes) == board.strokes
    assert found == played_set(job), "a set follows from its seed alone"


def test_a_game_can_begin_with_a_toss_that_each_engine_wins_once():
    sides = {"A": contestant(GREEDY), "B": contestant(RANDOM)}
    settings = BoardSettings(limits=BoardLimits(strokes=3))
    board = play_out(sides, 2, settings, BoardStart(seed=100_000, toss="B"))
    words = write_record(board.game)
    assert "toss" in words
    assert board.ended == "stopped"
    assert board.game.strokes[0].seat is board.game.state.seats_of("B")[0]


def test_an_engine_that_crashes_forfeits_the_board_with_its_reason_in_the_record():
    sides = {"A": contestant(CRASHING), "B": contestant(RANDOM)}
    board = play_out(sides, 2, BoardSettings(), BoardStart(seed=100_000))
    assert (board.ended, board.winners, board.failed) == ("failed", ("B",), "A")
    assert "has ended" in board.reason
    assert "has ended" in write_record(board.game)


def test_one_of_three_that_crashes_leaves_the_board_to_the_others():
    sides = {"A": contestant(CRASHING), "B": contestant(RANDOM), "C": contestant(GREEDY)}
    board = play_out(sides, 3, BoardSettings(ruleset="three-player"), BoardStart(seed=100_000))
    assert (board.ended, board.winners, board.failed) == ("failed", ("B", "C"), "A")
    assert read_record(write_record(board.game)).is_over


def test_a_side_that_uses_up_its_time_for_a_board_loses_it(engine):
    sides = {"A": contestant(f"pipe:{engine(0.3, 1_000_000)}"), "B": contestant(RANDOM)}
    settings = BoardSettings(limits=BoardLimits(board_seconds=0.5))
    board = play_out(sides, 2, settings, BoardStart(seed=100_000))
    assert (board.ended, board.winners, board.failed) == ("time", ("B",), "A")
    assert "0.5 were allowed" in board.reason


@pytest.mark.slow
def test_a_lead_that_cannot_be_made_up_is_adjudicated():
    sides = {"A": contestant(GREEDY), "B": contestant(RANDOM)}
    settings = BoardSettings(ruleset="points", adjudication=Adjudication(arithmetic=True))
    board = play_out(sides, 2, settings, BoardStart(seed=100_000))
    assert board.ended == "arithmetic"
    assert board.winners == ("A",)
    assert "cannot be made up" in write_record(board.game)


@pytest.mark.slow
def test_what_is_certain_by_arithmetic_comes_true_in_random_games_without_later_fouls_of_the_leader():
    certain = 0
    for seed in range(100_000, 100_012):
        rng, game, answer = Random(seed), begun((Seat.SOUTH, Seat.NORTH), seed, "points"), None
        while not game.is_over and len(game.events) < 400:
            if answer is None and isinstance(game.expected[0], Strike):
                answer = certain_winner(game)
            act = random_act(game, rng, seed)
            game = game.apply(act if not hasattr(act, "vx") else strike(game, game.round.turn, act, seed=seed)[0])
        if answer is not None and game.is_over:
            certain += 1
            assert game.result.winners == (answer[0],)
    assert certain


@pytest.mark.slow
def test_a_referee_awards_a_board_after_enough_strokes_in_a_row():
    sides = {"A": contestant("one-ply-8@0.4"), "B": contestant("random@5")}
    terms = Adjudication(referee="champion", win=0.7, strokes=2)
    board = play_out(sides, 2, BoardSettings(adjudication=terms), BoardStart(seed=100_000))
    assert (board.ended, board.winners) == ("referee", ("A",))
    assert "70%" in board.reason


def played(capsys, *words):
    """Return the exit code and the output of `carrom engines play`."""
    code = main(["engines", "play", *words])
    return code, capsys.readouterr()


def test_the_command_prints_a_cross_table_writes_records_and_resumes(tmp_path, capsys, monkeypatch):
    words = [RANDOM, CRASHING, "--sets", "2", "--strokes", "30", "--record", str(tmp_path / "r.jsonl")]
    words += ["--games", str(tmp_path / "games"), "--rules", "icf,points"]
    code, said = played(capsys, *words)
    assert code == 0
    assert f"| 1 | {RANDOM} | " in said.out
    assert "board forfeited: The engine" in said.out
    assert len(list((tmp_path / "games").glob("*.carrom"))) == 8
    whole = (tmp_path / "r.jsonl").read_text(encoding="utf-8")
    (tmp_path / "r.jsonl").write_text("\n".join(whole.splitlines()[:3]) + "\n", encoding="utf-8")
    assert played(capsys, *words)[1].out == said.out
    assert (tmp_path / "r.jsonl").read_text(encoding="utf-8") == whole
    monkeypatch.setattr("carrom.engine.tournament.played_set", None)
    assert played(capsys, *words)[1].out == said.out, "a finished tournament plays nothing again"


def test_a_sequential_test_stops_a_match_of_two(capsys):
    code, said = played(capsys, RANDOM, CRASHING, "--sets", "60", "--sprt", "0", "200", "--json")
    found = json.loads(said.out)
    assert code == 0
    assert found["test"]["decided"] == "accepted"
    assert found["test"]["pairs"] < 60
    assert found["table"][0]["engine"] == RANDOM
    assert found["failures"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([RANDOM], "two engines or more"),
        ([RANDOM, RANDOM], "all different"),
        ([RANDOM, "nobody"], "nobody"),
        ([RANDOM, GREEDY, "--rules", "whist"], "expected different rule sets"),
        ([RANDOM, GREEDY, "--players", "3"], "played by 2 or 4 players"),
        ([RANDOM, GREEDY, "--sets", "0"], "from 1"),
        ([RANDOM, GREEDY, "--seed", "1"], "seeds from"),
        ([RANDOM, GREEDY, "--board-seconds", "-1"], "above 0"),
        ([RANDOM, GREEDY, "--referee", "nobody"], "nobody"),
        ([RANDOM, GREEDY, "--referee-win", "0.1"], "above 0.5"),
        ([RANDOM, GREEDY, "greedy@1", "--sprt", "0", "50"], "two engines"),
        ([RANDOM, GREEDY, "--sprt", "50", "0"], "smaller difference first"),
        ([RANDOM, GREEDY, "--games", "/nowhere/at/all"], "folder that does not exist"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused_in_one_sentence(capsys, words, said):
    code, answer = played(capsys, *words)
    assert code == 1
    assert said in answer.err
    assert len(answer.err.strip().splitlines()) == 1


def test_the_check_says_what_an_engine_does_wrong(engine, capsys):
    assert main(["engines", "check", f"{sys.executable} -c pass"]) == 1
    assert "has ended" in capsys.readouterr().err
    assert main(["engines", "check", engine(0, 0), "--json"]) == 1
    output = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert [each["ruleset"] for each in output] == list(NAMES)
    assert all("must not both be 0" in each["fault"] for each in output)
