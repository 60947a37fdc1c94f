"""External engines: the messages they receive, and engines that crash, hang or send garbage."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from carrom.board.seat import Seat
from carrom.engine.external import process as external_process
from carrom.engine.external.named_players import EngineMissing, introduce, player_named
from carrom.engine.external.player import ExternalEngine, stroke_of
from carrom.engine.external.process import EngineProcess
from carrom.engine.external.requests import stroke_request_1
from carrom.engine.geometry.execution_noise import STEADY, HandNoise
from carrom.engine.play import opponents
from carrom.engine.play.player import level, situation_of
from carrom.engine.strength import match_test
from carrom.engine.strength.match_test import MatchJob, played, verdict
from carrom.engine.strength.player_spec import PIPE, contestant
from carrom.engine.strength.self_play import begun
from carrom.errors import CarromError, EngineError, RefusedRequest, SetupError
from carrom.game.play_stroke import racked

EXAMPLE = Path(__file__).parents[2] / "examples" / "straight_engine.py"
STRAIGHT = f"{sys.executable} {EXAMPLE}"
SPEAKER = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "name": "test"}), flush=True)
    else:
        %s
"""


def speaking(tmp_path: Path, does: str) -> str:
    """Return the command of an engine that completes the handshake and then runs this code."""
    script = tmp_path / "engine.py"
    script.write_text(SPEAKER % does, encoding="utf-8")
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
    told = stroke_request_1(breaking, STEADY)
    assert told["position"]["Q"] == [0, 0]
    assert json.loads(json.dumps(told)) == told
    assert told["attempt"] == 1
    assert told["spans"]
    assert {side["colour"] for side in told["sides"]} == {"white", "black"}


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


def test_an_engine_that_crashes_loses_its_board_and_the_duel_says_so(monkeypatch):
    monkeypatch.setattr(match_test, "warm", lambda: False)
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
    monkeypatch.setattr(opponents, "_registered", {})
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
