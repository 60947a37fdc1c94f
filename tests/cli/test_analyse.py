"""`carrom analyse`: analyses of a position, a given stroke and a record, and refusals of invalid input."""

import math
import re
import sys
from pathlib import Path

import pytest

from carrom.analysis import reviewer
from carrom.analysis.review_values import StrokeReviewed
from carrom.board.disc import Disc
from carrom.board.equipment import MM, STANDARD
from carrom.board.notation import read_position, write_position
from carrom.board.position import Point
from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.draw.stroke import Rests, chances_picture
from carrom.protocol import decode_streamed

HANGING = "c1_W1.300000.300000_B1.-100000.50000"
SOON = ["--queen", "mover", "--seconds", "0.01"]


RECORDS = Path(__file__).parents[1] / "game" / "records-nominal"
RECORD = RECORDS / "from-a-position.carrom"


def test_a_position_is_told_as_a_table_with_the_stroke_that_was_tried(capsys):
    assert main(["analyse", HANGING, *SOON, "--stroke", "x0.vx1000000.vy2000000"]) == 0
    said = capsys.readouterr().out
    assert "south is in turn" in said
    assert "W1" in said
    assert "into the north-east" in said
    assert "points of a hundred more" in said or "nothing better was found" in said


def test_json_lines_are_those_of_the_server(capsys):
    assert main(["analyse", HANGING, *SOON, "--json"]) == 0
    output = [decode_streamed(line) for line in capsys.readouterr().out.splitlines()]
    assert output[-1].done


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", ["from-a-position", "doubles-with-a-toss", "three"])
def test_a_record_is_reviewed_stroke_by_stroke(name, capsys, monkeypatch):
    monkeypatch.setattr(reviewer, "ROUNDS", ((60, 32),))
    assert main(["analyse", str(RECORDS / f"{name}.carrom"), "--json"]) == 0
    output = [decode_streamed(line) for line in capsys.readouterr().out.splitlines()]
    begun, *rest, whole = output
    strokes = list({each.number: each for each in rest if isinstance(each, StrokeReviewed)}.values())
    assert [stroke.number for stroke in strokes] == list(range(1, begun.strokes + 1))
    assert whole.done
    assert sum(each.strokes for each in whole.players) == begun.strokes
    for stroke in strokes:
        assert stroke.said == pytest.approx(max(0.0, stroke.best.win - stroke.meant.win), abs=2e-4)
        assert stroke.loss == 0.0 or stroke.rolled.confirmed
        assert stroke.meant.win + stroke.luck == pytest.approx(stroke.after, abs=2e-4)


@pytest.mark.slow
def test_a_review_says_what_was_better_and_what_each_player_did(capsys, monkeypatch):
    monkeypatch.setattr(reviewer, "ROUNDS", ((300, 64), (300, 128)))
    assert main(["analyse", str(RECORD)]) == 0
    said = capsys.readouterr().out
    assert said.count(": accuracy ") == 2
    assert "decided at stroke" in said


def test_a_record_of_a_wooden_board_is_refused(capsys):
    wooden = RECORDS.parent / "records" / "points-doubles.carrom"
    assert main(["analyse", str(wooden)]) == 1
    assert "has no disc positions" in capsys.readouterr().err


def test_the_position_before_a_stroke_of_a_record_is_analysed(capsys, tmp_path):
    picture = tmp_path / "stroke.svg"
    assert main(["analyse", str(RECORD), "--at", "3", "--seconds", "0.01", "--svg", str(picture)]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert main(["analyse", str(RECORD), "--at", "3", "--seconds", "0.01", "--stands=900,950"]) == 1
    assert "the left one first" in capsys.readouterr().err
    assert main(["analyse", str(RECORD), "--at", "999"]) == 1
    assert "stroke 999 does not exist" in capsys.readouterr().err


def test_a_whole_rack_is_a_position_although_its_text_is_longer_than_a_name_of_a_file(capsys):
    rack = write_position(nominal_rack(270))
    assert len(rack) > 255
    assert main(["analyse", rack, "--at", "3"]) == 1
    assert "a position has no strokes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([HANGING, "--accuracy", "-1"], "is not an accuracy"),
        ([HANGING, "--accuracy=-1"], "is not an accuracy"),
        ([HANGING, "--accuracy", "grandmaster"], "There is no"),
        (["c1_W1.0.0_B1.10000.0", "--queen", "mover"], "overlaps"),
        ([HANGING], "queen"),
        ([HANGING, "--queen", "mover", "--lines", "0"], "1 to 10"),
        ([HANGING, "--queen", "mover", "--due", "many"], "expected numbers"),
        ([HANGING, "--queen", "mover", "--stands", "5"], "expected two places in mm, such as -140,-70"),
        ([HANGING, "--queen", "mover", "--stands=70,-70"], "the left one first"),
        ([HANGING, "--queen", "mover", "--stroke", "x0.vx0.vy0"], "no speed"),
        ([HANGING, "--queen", "mover", "--threads", "0"], "--threads is 0"),
        ([HANGING, "--at", "3"], "a position has no strokes"),
        (["no-such.carrom"], "No such file"),
    ],
)
def test_what_cannot_be_analysed_is_refused_in_one_sentence(words, said, capsys):
    try:
        code = main(["analyse", *words])
    except SystemExit as wrong_usage:  # argparse takes "-1" for an option
        code = wrong_usage.code
    caught = capsys.readouterr()
    assert code in (1, 2)
    assert caught.out == ""
    assert code == 2 or (said in caught.err and caught.err.count("\n") == 1)


def test_the_stroke_of_an_engine_from_outside_is_looked_at(capsys):
    engine = Path(__file__).parents[2] / "examples" / "straight_engine.py"
    assert main(["analyse", HANGING, *SOON, "--engine", f"{sys.executable} {engine}"]) == 0
    assert "\n =  " in capsys.readouterr().out
    assert main(["analyse", HANGING, *SOON, "--engine", f"{sys.executable} -c pass"]) == 1
    assert "has ended" in capsys.readouterr().err


def test_a_picture_shows_where_discs_come_to_rest():
    rests = [Rests(Disc.W1, (Point(1000, 2000), Point(0, 0)), (Point(-5000, 0),))]
    drawn = chances_picture(read_position(HANGING), Stroke(0, 10**6, 2 * 10**6), rests, Seat.NORTH, title="a & b")
    assert drawn.count('data-rests="W1"') == 1
    arrow = re.search(r'd="M([^"LM]*)L([^"M]*)M[^"]*" stroke="#fff"', drawn)
    tail, tip = ([float(each) for each in end.split()] for end in arrow.groups())
    radius = STANDARD.striker_diameter / 2 / MM
    assert math.hypot(tail[0], tail[1] - STANDARD.baseline / MM) == pytest.approx(radius, abs=0.02)
    assert math.dist(tail, tip) > radius, "the arrow begins at the rim of the striker"
    assert drawn.count('r="2.6"') == 2
    assert "a &amp; b" in drawn
