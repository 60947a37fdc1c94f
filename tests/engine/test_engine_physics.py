"""The physics that engines can ask for: batches of strokes, rulings, situations as JSON, and the service."""

import io
import json
import math
import time
from random import Random

import pytest

from carrom.board.disc import STRIKER, Disc
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.board.striker_spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.engine import physics_service, protocol
from carrom.engine.geometry import STEADY, HandNoise
from carrom.engine.physics_service import PhysicsService, opening, serve
from carrom.engine.player import situation_of
from carrom.engine.protocol_lines import LONGEST
from carrom.engine.self_play import begun
from carrom.engine.situation import Situation
from carrom.game.play_stroke import strike
from carrom.game.prompt import random_act, random_outcome
from carrom.physics import simulate
from carrom.rules.judge import judge
from carrom.rules.phases import PlaceDue
from carrom.rules.ruleset import NAMES, named
from carrom.rules.settle import settle

OWN = HandNoise(0.4, 0.05, 300.0)
POT = {"attempt": None, "position": {"W1": [300_000, 300_000], "W2": [-100_000, 0], "B1": [0, 200_000]},
       "queen": "covered", "covered_by": 0}  # fmt: skip


def asked(current=None, **fields):
    """Return the answer to a request in a situation, by default the opening."""
    service = PhysicsService(current or opening(), OWN)
    return service.answer({"type": "simulate", "id": 7, **fields})


def results(current=None, **fields):
    answer = asked(current, **fields)
    assert answer["type"] == "simulated", answer
    assert answer["id"] == 7
    assert json.loads(json.dumps(answer)) == answer
    return answer["results"]


def random_situations(ruleset, seed, most=120):
    """Yield (game, situation) before every act of a random simulated game under a rule set."""
    seats = {2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}
    rng = Random(seed)
    game = begun(seats[rng.choice([n for n in named(ruleset).parameters.players if n > 1])], seed, ruleset)
    for _ in range(most):
        if game.is_over:
            return
        act = random_act(game, rng, None)
        if isinstance(act, Stroke):
            yield game, situation_of(game)
            act = strike(game, game.round.turn, act, seed=rng.getrandbits(20))[0]
        elif game.expected and isinstance(game.expected[0], PlaceDue):
            yield game, situation_of(game)
        game = game.apply(act)


@pytest.mark.slow(first=4)
@pytest.mark.parametrize("ruleset", NAMES)
def test_a_situation_read_back_is_judged_like_the_original_in_every_rule_set(ruleset):
    rng, compared = Random(5), 0
    for _, situation in random_situations(ruleset, 11):
        if situation.round.placings:
            continue
        message = json.loads(json.dumps(protocol.write_situation(situation)))
        again = protocol.read(message, opening())
        assert protocol.write_situation(again) == message
        for _ in range(4):
            outcome = random_outcome(situation.round, rng)
            one, other = judge(situation.round, outcome), judge(again.round, outcome)
            assert (one.turn, one.clauses, one.points, one.centred) == (
                other.turn, other.clauses, other.points, other.centred,
            )  # fmt: skip
            assert settle(situation.round, one).turn is settle(again.round, other).turn
            compared += 1
    assert compared > 20


@pytest.mark.slow(first=6)
@pytest.mark.parametrize("ruleset", NAMES)
def test_a_simulated_stroke_is_the_one_that_is_played_with_the_ruling_of_the_game(ruleset):
    rng, fell = Random(3), 0
    for game, situation in random_situations(ruleset, 8):
        if situation.round.placings or game.state.nominal:
            continue
        act = random_act(game, rng, None)
        if not isinstance(act, Stroke):
            continue
        form = {name: getattr(act, name) for name in Stroke.__struct_fields__}
        (found,) = results(situation, strokes=[form], detail="situation")
        (sample,) = found["samples"]
        struck, played = strike(game, situation.round.turn, act)
        after = game.apply(struck)
        ruling = after.rulings[-1]
        assert sample["rest"] == {lying.disc.value: [lying.at.x, lying.at.y] for lying in played.rest}
        assert sample["pocketed"] == [disc.value for disc in played.outcome.pocketed]
        assert sample["touched"] == [disc.value for disc in played.outcome.touched]
        assert (sample["turn"], sample["clauses"]) == (ruling.turn.value, list(ruling.clauses))
        assert sample["place"] == [{"disc": each.disc.value, "by": each.by.value} for each in ruling.placings]
        assert sample["duration"] == played.duration
        fell += bool(sample["pocketed"])
        if after.round.result is None:
            assert sample["next"] == after.round.turn.value
            assert sample["situation"]["position"] == protocol.places(after.position.without(STRIKER))
        else:
            assert sample["next"] is None
            assert sample["result"]["points"] == after.round.result.points
    assert fell


def test_the_next_situation_of_a_result_can_be_simulated_from():
    found = results(strokes=[[0, 0, 3_000_000]], detail="situation")
    after = found[0]["samples"][0]["situation"]
    assert after["seat"] == "north"
    (following,) = results(strokes=[[0, 0, 2_000_000]], situation=after)
    assert following["samples"][0]["touched"]


def test_a_position_alone_replaces_the_current_one():
    (found,) = results(strokes=[{"x": 0, "vx": 0, "vy": 1_000_000}], situation=POT)
    assert set(found["samples"][0]["rest"]) == {"S", "W1", "W2", "B1"}
    assert found["samples"][0]["touched"] == ["B1"]


def test_samples_share_their_noise_and_follow_from_the_seed():
    terms = {"strokes": [[0, 0, 2_000_000], [1_000, 0, 2_000_000]], "situation": POT, "noise": "own", "samples": 50}
    one = results(**terms, seed=4)
    assert one == results(**terms, seed=4)
    assert one != results(**terms, seed=5)
    assert "samples" not in one[0]
    rests = results(**terms, detail="rest")[0]["samples"]
    assert len(rests) == 50
    assert len({json.dumps(each["rest"]) for each in rests}) > 40
    exact = results(**{**terms, "noise": None}, detail="rest")[0]["samples"]
    assert len({json.dumps(each["rest"]) for each in exact}) == 1


def test_a_summary_counts_its_samples():
    (found,) = results(
        strokes=[[60_000, 240_000, 3_000_000]], situation=POT, samples=200, detail="outcome",
        noise={"direction": 3.0, "speed": 0.1},
    )  # fmt: skip
    summary, samples = found["summary"], found["samples"]
    assert sum(summary[name] for name in ("keeps", "passes", "again", "wins", "loses")) == pytest.approx(1.0)
    assert summary["fouls"] == sum(each["foul"] for each in samples) / 200
    assert summary["passes"] == sum(each["turn"] == "pass" for each in samples) / 200
    for disc, share in summary["pocketed"].items():
        assert share == sum(disc in each["pocketed"] for each in samples) / 200


def test_each_sample_of_a_break_has_gaps_of_its_own_and_never_those_of_the_game():
    (found,) = results(strokes=[[0, 0, 5_000_000]], samples=30, detail="rest")
    assert len({json.dumps(each["rest"]) for each in found["samples"]}) == 30


def test_a_stroke_that_may_not_be_played_does_not_spoil_the_others():
    strokes = [
        [0, 0, 0],
        [0, 0, 90_000_000],
        [10**6, 0, 9],
        [0, 1.5, 9],
        "x",
        None,
        {"vy": math.inf},
        [0, 0, 1_000_000],
    ]
    found = results(strokes=strokes, situation=POT)
    assert all(set(each) == {"error"} and each["error"] for each in found[:-1])
    assert found[-1]["samples"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "missing required field `strokes`"),
        ({"strokes": []}, "length >= 1"),
        ({"strokes": [[0, 0, 1]], "samples": 0}, ">= 1"),
        ({"strokes": [[0, 0, 1]] * 101, "samples": 100}, "at most 10000"),
        ({"strokes": [[0, 0, 1]], "noise": "mine"}, "mine"),
        ({"strokes": [[0, 0, 1]], "noise": {"direction": -1}}, ">= 0"),
        ({"strokes": [[0, 0, 1]], "noise": {"direction": 1e9}}, "from 0 to 20"),
        ({"strokes": [[0, 0, 1]], "noise": {"direction": math.nan}}, "Expected"),
        ({"strokes": [[0, 0, 1]], "detail": "all"}, "Invalid enum value 'all'"),
        ({"strokes": [[0, 0, 1]], "colour": 1}, "unknown field `colour`"),
        ({"strokes": [[0, 0, 1]], "situation": {"positoin": {}}}, "unknown field `positoin`"),
        ({"strokes": [[0, 0, 1]], "situation": {"position": {"W1": [0, 10**12]}}}, "position"),
        ({"strokes": [[0, 0, 1]], "situation": {"position": {"W1": [0, 0], "W2": [5, 5]}}}, "overlap"),
        ({"strokes": [[0, 0, 1]], "situation": {"position": {"W1": [0, 0], "B1": [90_000, 0]}}}, "queen"),
        ({"strokes": [[0, 0, 1]], "situation": {"position": {"Q": [0, 0], "B1": [90_000, 0]}}}, "the board is over"),
        ({"strokes": [[0, 0, 1]], "situation": {"queen": "stolen"}}, "expected one of board"),
        ({"strokes": [[0, 0, 1]], "situation": {**POT, "covered_by": None}}, "covered_by"),
        ({"strokes": [[0, 0, 1]], "situation": {"rules": "whist"}}, "whist"),
        ({"strokes": [[0, 0, 1]], "situation": {"rules": "points"}}, "nobody owns a colour"),
        ({"strokes": [[0, 0, 1]], "situation": {"seat": "east"}}, "east"),
        ({"strokes": [[0, 0, 1]], "situation": {"sides": [{"seats": ["south"]}]}}, "icf is played by 2 or 4"),
        ({"strokes": [[0, 0, 1]], "situation": {"surface": "ice"}}, "ice"),
        ({"strokes": [[0, 0, 1]], "situation": {"surface": {"friction": 99}}}, "friction"),
        ({"strokes": [[0, 0, 1]], "situation": {**POT, "attempt": 1}}, "unbroken"),
    ],
)
def test_a_request_that_cannot_be_done_gets_one_sentence(fields, said):
    answer = asked(**fields)
    assert (answer["type"], answer["id"]) == ("error", 7)
    assert said in answer["reason"]
    assert "\n" not in answer["reason"]


def test_a_request_stops_at_its_deadline():
    service = PhysicsService(opening(), OWN)
    message = {"type": "simulate", "id": "x", "strokes": [[0, 0, 3_000_000]] * 10_000, "detail": "summary"}
    began = time.monotonic()
    answer = service.answer(message, began + 0.05)
    assert (answer["type"], answer["id"]) == ("error", "x")
    assert "time" in answer["reason"]
    assert time.monotonic() - began < 5.0


def test_a_waiting_piece_has_to_be_in_the_position_before_a_stroke_is_simulated():
    for seed in range(40):
        for _, situation in random_situations("icf", seed):
            if not situation.round.placings:
                continue
            waiting = situation.round.placings[0].disc.value
            answer = asked(situation, strokes=[[0, 0, 2_000_000]])
            assert f"{waiting} has to be placed" in answer["reason"]
            places = protocol.places(situation.position)
            spot = placing_spots(situation.position, situation.round.placings[0].disc)[0]
            answer = asked(
                situation, strokes=[[0, 0, 2_000_000]], situation={"position": {**places, waiting: [spot.x, spot.y]}}
            )
            if answer["type"] == "simulated" and "samples" in answer["results"][0]:
                assert waiting in answer["results"][0]["samples"][0]["rest"]
                return
    raise AssertionError("no piece was to be placed in forty random games")


def test_after_the_end_of_a_board_a_situation_is_needed():
    situation = protocol.read({**POT, "position": {"W1": [330_000, 330_000], "B1": [0, 200_000]}}, opening())
    ending = judge(situation.round, Outcome(pocketed=(Disc.W1,), touched=(Disc.W1,)))
    over = Situation(settle(situation.round, ending), situation.position.without(Disc.W1), situation.surface)
    assert "board is over" in asked(over, strokes=[[0, 0, 1_000_000]])["reason"]
    assert results(over, strokes=[[0, 0, 1_000_000]], situation=POT)


def test_the_service_answers_line_by_line_and_goes_on_after_bad_ones(monkeypatch, capsys):
    lines = [
        '{"type": "hello"}',
        "",
        "checkmate",
        "[1]",
        "[" * 5_000_000,
        '{"type": "draw", "id": 3}',
        '{"type": "simulate", "id": 1, "strokes": [[0, 0, 3000000]], "noise": {"direction": NaN}}',
        json.dumps({"type": "simulate", "id": 2, "strokes": [[0, 0, 3_000_000]], "situation": POT}),
        '{"type": "quit"}',
        json.dumps({"type": "simulate", "id": 3, "strokes": [[0, 0, 3_000_000]]}),
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["simulate", "--service"]) == 0
    output = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["type"] for each in output] == ["ready", *["error"] * 5, "simulated"]
    assert str(LONGEST) in output[3]["reason"]
    assert main(["simulate", "--service", "--stroke", "x0.vx0.vy1"]) == 1


def test_the_service_ends_with_its_input():
    out = io.StringIO()
    serve(io.StringIO('{"type": "simulate", "strokes": [[0, 0, 3000000]]}'), out)
    assert json.loads(out.getvalue())["id"] is None


def test_a_stroke_of_a_batch_costs_less_than_one_simulated_by_itself():
    situation = protocol.read(POT, opening())
    service = PhysicsService(situation, STEADY)
    strokes = [[x, 50_000, 2_000_000] for x in range(-50_000, 50_000, 50)]
    message = {"type": "simulate", "strokes": strokes, "detail": "summary"}
    if not physics_service.warm():
        pytest.skip("no compiled kernel")
    service.answer(message)
    began = time.process_time()
    assert service.answer(message)["type"] == "simulated"
    batch = (time.process_time() - began) / len(strokes)
    began = time.process_time()
    for x, vx, vy in strokes[:100]:
        simulate(situation.position, Stroke(x, vx, vy), Seat.SOUTH)
    assert batch < (time.process_time() - began) / 100
