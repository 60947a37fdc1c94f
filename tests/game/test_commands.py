"""The commands `carrom replay`, `carrom verify` and `carrom umpire --card`."""

import json
import random
from pathlib import Path

import pytest
from strategies_game import SINGLES, header, play

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.game.events import Header
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, simulated, strike
from carrom.game.record import write_record

Output = pytest.CaptureFixture[str]


@pytest.fixture
def wooden(tmp_path: Path) -> Path:
    file = tmp_path / "wooden.carrom"
    file.write_text(write_record(play(GameHistory.begin(header()), random.Random(3))), encoding="utf-8")
    return file


@pytest.fixture
def struck(tmp_path: Path) -> Path:
    game = GameHistory.begin(simulated(Header(players=SINGLES, first_break="A")))
    game = game.apply(racked(game, seed=4))
    event, _ = strike(game, Seat.SOUTH, Stroke(0, 100_000, 4_000_000))
    file = tmp_path / "struck.carrom"
    file.write_text(write_record(game.apply(event)), encoding="utf-8")
    return file


def test_replay_tells_a_game_line_by_line(wooden: Path, capsys: Output) -> None:
    assert main(["replay", str(wooden)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Asha - Bilal, game by")
    assert any("[Law 48" in line for line in lines)
    assert " won, " in lines[-1]


def test_replay_as_json_has_an_object_an_event(wooden: Path, capsys: Output) -> None:
    assert main(["replay", str(wooden), "--json"]) == 0
    output = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["number"] for each in output] == list(range(1, len(output) + 1))
    strokes = [each for each in output if each["event"]["type"] == "struck"]
    assert all(each["ruling"]["clauses"] and each["ruling"]["why"] for each in strokes)
    assert output[-1]["result"]["winners"]


def test_verify_agrees_with_a_simulated_record(struck: Path, capsys: Output) -> None:
    assert main(["verify", str(struck)]) == 0
    assert "1 strokes simulated again, no differences." in capsys.readouterr().out


def test_verify_reports_what_differs_and_fails(struck: Path, capsys: Output) -> None:
    struck.write_text(struck.read_text().replace("x0.vx100000", "x0.vx100001"))
    assert main(["verify", str(struck)]) == 1
    out = capsys.readouterr().out
    assert "stroke 1 (event 2)" in out
    assert "the record says" in out
    assert main(["verify", str(struck), "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[0])["stroke"] == 1


def test_verify_has_nothing_to_simulate_on_a_wooden_board(wooden: Path, capsys: Output) -> None:
    assert main(["verify", str(wooden)]) == 0
    assert "nothing to simulate" in capsys.readouterr().out


def test_line_ends_of_another_system_are_read(wooden: Path, capsys: Output) -> None:
    wooden.write_bytes(wooden.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["replay", str(wooden)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_that_cannot_be_read_is_refused_in_one_sentence(
    command: str, wooden: Path, tmp_path: Path, capsys: Output
) -> None:
    torn, binary = tmp_path / "torn.carrom", tmp_path / "binary.carrom"
    torn.write_bytes(wooden.read_bytes()[:-30])
    binary.write_bytes(b"\xff\xfe\x00")
    for file in (torn, binary, tmp_path / "missing.carrom", tmp_path):
        assert main([command, str(file)]) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"carrom {command}: ")
        assert error.count("\n") == 1


def test_the_score_card_of_a_record_is_printed(wooden: Path, capsys: Output) -> None:
    assert main(["umpire", str(wooden), "--card"]) == 0
    out = capsys.readouterr().out
    assert "Break by" in out
    assert "Game won by: " in out


def test_an_umpire_does_not_resume_a_simulated_board(struck: Path, capsys: Output) -> None:
    assert main(["umpire", str(struck)]) == 1
    assert "record of a simulated board" in capsys.readouterr().err


def test_an_existing_record_is_not_begun_anew(wooden: Path, capsys: Output) -> None:
    before = wooden.read_bytes()
    assert main(["umpire", str(wooden), "--players", "Asha,Bilal"]) == 1
    assert "exists" in capsys.readouterr().err
    assert wooden.read_bytes() == before
