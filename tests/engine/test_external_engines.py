"""External engines: the messages they receive, and engines that crash, hang or send garbage."""

import json
import sys
import time
from pathlib import Path
from random import Random

import pytest

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine import external_process as external_process
from carrom.engine import levels
from carrom.engine.external import EngineMissing, ExternalEngine, checked, introduce, player_named, stroke_of
from carrom.engine.external_process import EngineProcess
from carrom.engine.geometry import STEADY, HandNoise
from carrom.engine.ladder import PIPE, contestant
from carrom.engine.match_test import MatchJob, played, verdict
from carrom.engine.player import level, situation_of
from carrom.engine.protocol import place_request, stroke_request
from carrom.engine.self_play import begun
from carrom.errors import CarromError, EngineError, RefusedRequest, SetupError
from carrom.game.events import Chosen, Conceded, Demanded, Passed, Placed, RoundBegun, Seated, Waived
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat
from carrom.game.play_stroke import racked, strike
from carrom.game.prompt import random_act
from carrom.rules.phases import Demand, PlaceDue
from carrom.rules.ruleset import NAMES

EXAMPLE = Path(__file__).parents[2] / "examples" / "straight_engine.py"
STRAIGHT = f"{sys.executable} {EXAMPLE}"
PLANNING = f"{sys.executable} {EXAMPLE.with_name('planning_engine.py')}"
SPEAKER = """
import json, sys, time
def say(**fields):
    print(json.dumps(fields), flush=True)
def hear():
    return json.loads(sys.stdin.readline())
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        assert asked["protocol"] == 2
        say(type="ready", protocol=2, name="test", can=["place", "demand", "choose", "sing"])
    elif asked["type"] == "quit":
        break
    else:
        %s
"""


def speaking(tmp_path: Path, does: str) -> str:
    """Return the command of an engine that completes the handshake and then runs this code."""
    script = tmp_path / "engine.py"
    script.write_text(SPEAKER % does.replace("\n", "\n        "), encoding="utf-8")
    return f"{sys.executable} {script}"


@pytest.fixture
def breaking():
    game = begun({Seat.SOUTH: level("club"), Seat.NORTH: level("club")}, 4)
    return situation_of(game.apply(racked(game, None)))


def test_the_example_plays_a_lawful_stroke_in_every_seat(breaking):
    engine = ExternalEngine("Straight", STRAIGHT, STEADY)
    stroke = engine.aim(breaking, Random(1)).stroke
    assert stroke.vy > 0
    assert engine.aim(breaking, Random(1)).stroke == stroke
    engine.close()


def test_an_engine_is_told_the_nominal_rack_and_never_its_gaps(breaking):
    answer = stroke_request(breaking, STEADY)
    situation = answer["situation"]
    assert situation["position"]["Q"] == [0, 0]
    assert json.loads(json.dumps(answer)) == answer
    assert situation["attempt"] == 1
    assert answer["spans"]
    assert {side["colour"] for side in situation["sides"]} == {"white", "black"}


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("sys.exit(3)", "has ended (exit code 3)"),
        ("time.sleep(60)", "was silent"),
        ("print('checkmate', flush=True)", "which is not JSON"),
        ("print('[' * 2000000, flush=True)", "sends more than"),
        ("print('[' * 60000, flush=True)", "which is not JSON"),
        ("print('[1]', flush=True)", "expected a JSON object"),
        ("print(json.dumps({'type': 'stroke', 'id': 99}), flush=True)", "answers 99"),
        ("print(json.dumps({'type': 'place', 'id': asked['id']}), flush=True)", "answers with 'place'"),
        ("print(json.dumps({'type': 'error', 'id': asked['id'], 'reason': 'too hard'}), flush=True)", "too hard"),
        ("print(json.dumps({'type': 'stroke', 'id': asked['id'], 'vy': 1.5}), flush=True)", "expected a whole number"),
        ("print(json.dumps({'type': 'stroke', 'id': asked['id'], 'vy': True}), flush=True)", "expected a whole number"),
        ("print(json.dumps({'type': 'stroke', 'id': asked['id'], 'vy': 10**9}), flush=True)", "m/s are allowed"),
        (
            "print(json.dumps({'type': 'stroke', 'id': asked['id'], 'x': 10**6, 'vy': 9}), flush=True)",
            "plays an illegal stroke",
        ),
    ],
)
def test_an_engine_that_fails_is_ended_and_one_sentence_says_why(tmp_path, breaking, does, said, monkeypatch):
    monkeypatch.setattr(external_process, "GRACE", 0.0)
    seconds = 0.2 if "sleep" in does else 10.0
    engine = ExternalEngine("test", speaking(tmp_path, does), STEADY, seconds=seconds)
    with pytest.raises(EngineError) as caught:
        engine.aim(breaking, Random(1))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    running = engine._pipe
    assert running is None or not running.is_running
    engine.close()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "cannot be started"),
        ("no-such-engine --fast", "cannot be started"),
        ('python "unclosed', "cannot be started"),
        (f"{sys.executable} -c pass", "has ended"),
        (f"{sys.executable} -c 'print(1)'", "expected a JSON object"),
        (f"""{sys.executable} -c 'print("{{}}")'""", "expected ready"),
    ],
)
def test_an_engine_that_cannot_be_started_or_greets_wrongly_is_refused(command, said):
    with pytest.raises(EngineError, match="engine") as caught:
        EngineProcess(command)
    assert said in str(caught.value)


def test_one_that_keeps_silent_at_the_greeting_is_ended():
    with pytest.raises(EngineError, match="was silent"):
        EngineProcess(f"{sys.executable} -c 'import time; time.sleep(60)'", beginning=0.2)


def test_an_engine_that_crashes_loses_its_board_and_the_duel_says_so():
    crashing = contestant(f"pipe:{sys.executable} -c pass")
    pair = played(MatchJob(crashing, contestant("random@1"), 3))
    assert pair.score == 0.0
    assert any("has ended" in fault for fault in pair.faults)
    assert verdict([pair], 0, 50).faults == tuple(dict.fromkeys(pair.faults))


def test_an_engine_is_named_by_its_command_and_a_hand():
    one = contestant("pipe:./engine --level 3@0.7")
    assert (one.name, one.command, one.hand.direction) == (PIPE, "./engine --level 3", 0.7)
    assert contestant("pipe:./engine").mark != one.mark
    for text in ("pipe:", "pipe:  ", "pipe"):
        with pytest.raises(RefusedRequest):
            contestant(text)


def test_an_engine_of_the_page_has_a_name_of_its_own_and_one_that_is_gone_is_waited_for(monkeypatch, breaking):
    monkeypatch.setattr(levels, "_registered", {})
    hand = HandNoise(1.0, 0.1, 500)
    known = introduce("Straight", STRAIGHT, hand)
    assert player_named("Straight") is known
    for name in ("Straight", "club", "", "x" * 31, "a\nb"):
        with pytest.raises(RefusedRequest):
            introduce(name, STRAIGHT, hand)
    gone = player_named("Crooked")
    assert isinstance(gone, EngineMissing)
    game = begun({Seat.SOUTH: level("club"), Seat.NORTH: level("club")}, 4)
    for ask in (lambda: gone.choose(game, Seat.SOUTH, Random(1)), lambda: gone.demand(game, Seat.SOUTH)):
        with pytest.raises(SetupError, match="--engine Crooked=COMMAND"):
            ask()


def test_whatever_an_engine_answers_is_a_stroke_or_one_sentence(breaking):
    """Seeded random answers; tests/fuzz tries more."""
    rng = Random(11)
    values = [0, 1, -5, 2_500_000, 10**12, 1.5, None, "x", [], {}, True, float("nan"), 10**30]
    good = 0
    for _ in range(400):
        answer = {name: rng.choice(values) for name in ("x", "y", "vx", "vy", "spin") if rng.random() < 0.5}
        try:
            stroke_of(answer, breaking)
            good += 1
        except CarromError as fault:
            assert str(fault)
    assert good < 400


# -- version 2 ------------------------------------------------------------------------------------------------------


def at_expectation(kind, ruleset="icf", players=2, contest="game"):
    """Return a random game that expects an act of this kind."""
    seats = {2: (Seat.SOUTH, Seat.NORTH), 4: tuple(Seat)}[players]
    for seed in range(60):
        rng = Random(seed)
        game = begun(seats, seed, ruleset, contest=contest, first_break=None)
        for _ in range(200):
            if game.is_over:
                break
            if isinstance(game.expected[0], kind) and (
                not isinstance(game.expected[0], BeginRound) or len(game.expected[0].breakers) > 1
            ):
                return game
            act = random_act(game, rng, None)
            game = game.apply(strike(game, game.round.turn, act, seed=1)[0] if isinstance(act, Stroke) else act)
    raise AssertionError(f"no game expected {kind.__name__}")


@pytest.fixture
def engine_of(tmp_path):
    """Return a function that starts an engine of version 2 that runs some code at each request."""
    made = []

    def start(does, seconds=20.0):
        made.append(ExternalEngine("test", speaking(tmp_path, does), STEADY, seconds=seconds))
        return made[-1]

    yield start
    for engine in made:
        engine.close()


ECHO = "say(type='stroke', id=asked['id'], x=(asked['spans'][0][0] + asked['spans'][0][1]) // 2, vy=2000000)"


def test_an_engine_is_asked_with_the_whole_situation(engine_of, breaking):
    engine = engine_of("assert asked['situation']['attempt'] == 1 and asked['may'] == []\n" + ECHO)
    assert engine.aim(breaking, Random(1)).stroke.vy == 2_000_000
    assert engine.start().can == {"place", "demand", "choose"}
    assert stroke_request(breaking, STEADY)["board"]["half"] == 370_000


def test_an_engine_simulates_on_the_same_pipe_while_it_thinks(engine_of, breaking):
    engine = engine_of(
        "say(type='simulate', id='a', strokes=[[0, 0, 2000000], [0, 0, 0]])\n"
        "found = hear()\n"
        "assert found['id'] == 'a' and found['results'][0]['samples'] and found['results'][1]['error']\n"
        "say(type='simulate', id='b')\n"
        "assert hear()['type'] == 'error'\n" + ECHO
    )
    for seed in range(3):
        assert engine.aim(breaking, Random(seed)).stroke.vy == 2_000_000


@pytest.mark.slow
def test_the_planning_example_strikes_in_every_rule_set():
    engine = ExternalEngine("planning", PLANNING, STEADY, seconds=60.0)
    found = list(checked(engine, 3))
    engine.close()
    assert [each.ruleset for each in found] == list(NAMES)
    assert not any(each.fault for each in found)
    assert all(dict(each.asked)["stroke"] == 4 for each in found)


def test_the_planning_example_strikes(breaking):
    engine = ExternalEngine("planning", PLANNING, STEADY, seconds=60.0)
    assert engine.aim(breaking, Random(1)).stroke.vy > 0
    engine.close()


def test_the_engine_places_a_due_piece_or_waives(engine_of):
    game = at_expectation(PlaceDue)
    spot = stroke_spots(game)
    act = engine_of(f"say(type='place', id=asked['id'], x={spot[0]}, y={spot[1]})").act(game, Random(1))
    assert isinstance(act, Placed)
    assert (act.at.x, act.at.y) == spot
    game.apply(act)
    waived = engine_of("assert asked['may'] == ['waive']\nsay(type='waive', id=asked['id'])").act(game, Random(1))
    assert isinstance(waived, Waived)
    game.apply(waived)


def stroke_spots(game):
    """Return the last spot that the request to place offers."""
    return tuple(place_request(situation_of(game))["spots"][-1])


def test_the_engine_demands_points(engine_of):
    game = at_expectation(Demand)
    act = engine_of("say(type='demand', id=asked['id'], points=asked['up_to'])").act(game, Random(1))
    assert act == Demanded(seat=game.expected[0].seat, points=game.expected[0].up_to)
    game.apply(act)


@pytest.mark.parametrize("kind", [ChooseBreakOrSide, ChooseSeat])
def test_the_engine_makes_the_choices_of_the_toss(engine_of, kind):
    game = at_expectation(kind)
    act = engine_of("say(type='choose', id=asked['id'], option=asked['options'][1])").act(game, Random(1))
    assert act == (
        Chosen(side=act.side, what="side") if kind is ChooseBreakOrSide else Seated(side=act.side, swap=True)
    )
    game.apply(act)


def test_a_pair_chooses_who_breaks(engine_of):
    game = at_expectation(BeginRound, players=4)
    act = engine_of("say(type='choose', id=asked['id'], option=asked['options'][1])").act(game, Random(1))
    assert isinstance(act, RoundBegun)
    assert act.breaker is game.expected[0].breakers[1]
    game.apply(act)


def test_the_engine_passes_and_concedes_where_the_laws_let_it(engine_of, breaking):
    game = begun((Seat.SOUTH, Seat.NORTH), 4)
    game = game.apply(racked(game, None))
    assert isinstance(engine_of("assert asked['may'] == ['concede']\nsay(type='concede', id=asked['id'])").act(
        game, Random(1)), Conceded)  # fmt: skip
    game = game.apply(strike(game, Seat.SOUTH, Stroke(0, 0, 2_000_000))[0])
    act = engine_of("assert 'pass' in asked['may']\nsay(type='pass', id=asked['id'])").act(game, Random(1))
    assert act == Passed(seat=game.expected[0].seat)
    game.apply(act)
    with pytest.raises(EngineError, match="answers with 'pass' where 'stroke' was asked"):
        engine_of("say(type='pass', id=asked['id'])").aim(breaking, Random(1))


def test_what_an_engine_cannot_do_is_done_for_it():
    engine = ExternalEngine("Straight", STRAIGHT, STEADY)
    for kind in (PlaceDue, Demand, ChooseBreakOrSide):
        game = at_expectation(kind)
        game.apply(engine.act(game, Random(1)))
    engine.close()


@pytest.mark.slow(first=4)
@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("while True: say(type='simulate', strokes=[[0, 0, 2000000]])", "does not read its input"),
        ("while True:\n  say(type='simulate', strokes=[[0, 0, 2000000]])\n  hear()", "did not answer for"),
        ("sys.stdin.close()\ntime.sleep(60)", "was silent"),
        ("import os\nos.close(1)\ntime.sleep(60)", "has closed its output"),
        ("say(type='stroke', id=asked['id'], vy=float('nan'))", "expected a whole number"),
        ("say(type='waive', id=asked['id'])", "answers with 'waive'"),
        ("say(type='simulated', id=asked['id'])", "answers with 'simulated'"),
        ("print('[' * 5000000, flush=True)", "sends more than"),
        ("say(type='stroke', id=asked['id'], x=0, vy=90000000)", "90 m/s; at most 12 m/s"),
    ],
)
def test_an_engine_that_misbehaves_is_ended_with_one_sentence(engine_of, breaking, does, said, monkeypatch):
    monkeypatch.setattr(external_process, "GRACE", 0.0)
    engine = engine_of(does, seconds=1.5)
    began = time.monotonic()
    with pytest.raises(EngineError) as caught:
        engine.aim(breaking, Random(1))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert time.monotonic() - began < 20.0
    assert engine._pipe is None or not engine._pipe.is_running


def test_an_engine_that_answers_twice_fails_at_its_next_request(engine_of, breaking):
    engine = engine_of(f"{ECHO}\n{ECHO}")
    engine.aim(breaking, Random(1))
    with pytest.raises(EngineError, match="answers 1 where question 2 was asked"):
        engine.aim(breaking, Random(1))
    assert engine.aim(breaking, Random(1)).stroke.vy == 2_000_000, "it is started again after a failure"


@pytest.mark.parametrize(
    ("kind", "does", "said"),
    [
        (PlaceDue, "say(type='place', id=asked['id'], x=0, y=0)", "centre circle"),
        (PlaceDue, "say(type='place', id=asked['id'], x=0, y=10**9)", "outer circle"),
        (PlaceDue, "say(type='place', id=asked['id'], x=0.5, y=0)", "expected a whole number"),
        (PlaceDue, "say(type='stroke', id=asked['id'])", "answers with 'stroke' where 'place' or 'waive'"),
        (Demand, "say(type='demand', id=asked['id'], points=99)", "expected 0 to"),
        (Demand, "say(type='demand', id=asked['id'])", "its points is None"),
        (ChooseBreakOrSide, "say(type='choose', id=asked['id'], option='both')", "expected break or side"),
        (ChooseBreakOrSide, "say(type='choose', id=asked['id'], option=[1])", "expected break or side"),
    ],
)
def test_an_illegal_placing_demand_or_choice_ends_the_engine(engine_of, kind, does, said):
    with pytest.raises(EngineError) as caught:
        engine_of(does).act(at_expectation(kind), Random(1))
    assert said in str(caught.value)


def test_the_example_of_the_guide_is_the_one_that_is_tested_and_has_thirty_lines():
    guide = (EXAMPLE.parents[1] / "docs" / "how-to" / "engines.md").read_text(encoding="utf-8")
    code = EXAMPLE.with_name("planning_engine.py").read_text(encoding="utf-8")
    shown = guide.split("```python\n")[1].split("```")[0]
    assert shown in code
    lines = [line for line in shown.splitlines() if line.strip() and not line.strip().startswith(('"', "#"))]
    assert len(lines) <= 35
