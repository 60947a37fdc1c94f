"""`carrom draw`: pictures of positions."""

import io

import pytest

from carrom.board.notation import write_position
from carrom.board.picture import picture
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.cli import main


def test_without_words_a_rack_is_drawn_to_standard_output(capsys):
    assert main(["draw"]) == 0
    assert capsys.readouterr().out == picture(rack()) + "\n"


def test_a_position_is_read_as_text_or_as_json_and_seen_from_any_seat(capsys, monkeypatch):
    position = rack(45, 7)
    assert main(["draw", write_position(position), "--seat", "east", "--labels"]) == 0
    assert capsys.readouterr().out == picture(position, Seat.EAST, labels=True) + "\n"
    monkeypatch.setattr("sys.stdin", io.StringIO('{"position": {"Q": [0, 0]}}'))
    assert main(["draw", "-"]) == 0
    assert 'data-disc="Q"' in capsys.readouterr().out


def test_a_png_is_written_at_the_size_asked_for(tmp_path):
    pytest.importorskip("resvg_py", reason="PNG is an optional extra")
    target = tmp_path / "rack.png"
    assert main(["draw", "--size", "200", "-o", str(target)]) == 0
    content = target.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20]) == int.from_bytes(content[20:24]) == 200


def test_a_stroke_is_played_and_drawn_as_its_player_sees_it(capsys):
    assert main(["draw", "--stroke", "x0.vx0.vy5000000", "--seat", "west", "--surface", "slow"]) == 0
    said = capsys.readouterr().out
    assert "A stroke: the striker touches" in said
    assert 'data-way="S"' in said
    assert "west sits at the bottom" in said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["c1_Q.0.0_W1.1.1"], "overlap"),
        (["c9"], 'begins with "c1"'),
        (["{"], "not valid JSON"),
        (["--stroke", "hard"], "is not a stroke"),
        (["--stroke", "x0.vx0.vy1", "--surface", "ice"], '"ice" is not a surface'),
        (["-o", "board.gif"], "does not end in .svg or .png"),
        (["-o", "no-such-folder/board.svg"], "cannot be written"),
        (["c1", "--rack", "45"], "not both"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(words, expected, capsys):
    assert main(["draw", *words]) == 1
    assert expected in capsys.readouterr().err
