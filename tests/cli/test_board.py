"""`carrom board check`: validate a position."""

import io
import json

import pytest

from carrom.board.notation import write_position
from carrom.board.picture import picture
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.cli import main
from carrom.cli.simulate import play_lines


def test_a_board_that_conforms_is_told_so_with_exit_code_0(capsys):
    assert main(["board", "check", "--surface", "740", "--frame", "70"]) == 0
    output = capsys.readouterr().out
    assert "The playing surface, from frame to frame: 740 mm conforms to clause A.1 (735 to 740 mm)." in output
    assert "Not measured: the thickness of the surface" in output
    assert output.endswith("None of 2 measurements break the laws.\n")


def test_a_board_that_breaks_a_clause_names_it_first_with_exit_code_1(capsys):
    assert main(["board", "check", "--frame", "70", "--surface", "741", "--piece", "31.5", "32"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("741 mm breaks clause A.1, which allows 735 to 740 mm.")
    assert lines[1] == "The diameter of a piece: 32 mm breaks clause B, which allows 30.2 to 31.8 mm."
    assert lines[-1] == "2 of 4 measurements break the laws."


def test_the_clauses_are_those_of_the_rule_set(capsys):
    assert main(["board", "check", "--height", "610"]) == 1
    assert main(["board", "check", "--height", "610", "--ruleset", "classic-29"]) == 0
    assert capsys.readouterr().out.endswith("The measurement is within the laws.\n")


def test_json_holds_every_verdict_and_what_is_missing(capsys):
    assert main(["board", "check", "--striker-mass", "15.5", "--json"]) == 1
    output = json.loads(capsys.readouterr().out)
    assert output["ok"] is False
    assert output["measures"] == [
        {
            "measure": "striker-mass",
            "given": 15.5,
            "unit": "g",
            "clause": "the striker's clause",
            "least": None,
            "most": 15.0,
            "printed": None,
            "breaks": True,
        }
    ]
    assert "surface" in output["missing"]


@pytest.mark.parametrize("word", ["nix", "0", "-3", "nan", "inf", "5001", "", "7,4"])
def test_what_is_no_measure_is_refused_in_one_sentence(word, capsys):
    assert main(["board", "check", "--surface", word]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert (
        output.err == f'carrom board: --surface is "{word}"; expected a number of millimetres above 0, at most 5000.\n'
    )


def test_nothing_measured_is_refused_with_what_can_be_given(capsys):
    assert main(["board", "check"]) == 1
    assert "No measurement was given; expected one of --surface, --thickness," in capsys.readouterr().err


# -- `carrom draw`: pictures of positions


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


# -- `carrom simulate`: input and output lines exactly as documented

LINE = {"position": {"W1": [0, 0]}, "stroke": {"x": 0, "vx": 0, "vy": 2_000_000}}


def answers(capsys, *lines, **options):
    """Run `simulate` on these lines; return the exit code and the decoded output."""
    code = play_lines([line if isinstance(line, str) else json.dumps(line) for line in lines], **options)
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_gives_exactly_the_promised_keys(capsys):
    code, [answer] = answers(capsys, LINE)
    assert code == 0
    assert set(answer) == {"rest", "pocketed", "touched", "contacts", "duration"}
    assert set(answer["rest"]) == {"S", "W1"}
    assert answer["touched"] == ["W1"]
    assert all(set(contact) == {"time", "kind", "discs", "at"} for contact in answer["contacts"])
    assert answer["contacts"][0] == {"time": 111695, "kind": "disc", "discs": ["S", "W1"], "at": [0, -15900]}


def test_a_fallen_disc_rests_at_null(capsys):
    stroke = {"x": 0, "vx": 1_735_000, "vy": 3_000_000}
    _, [answer] = answers(capsys, {"position": {}, "stroke": stroke})
    assert answer["rest"] == {"S": None}
    assert answer["pocketed"] == ["S"]


def test_a_refused_line_gives_one_sentence_and_the_next_goes_on(capsys):
    broken = [
        "nonsense",
        "[1]",
        {"stroke": LINE["stroke"]},
        {"position": {}},
        {**LINE, "colour": 1},
        {**LINE, "seat": "up"},
        {**LINE, "legal": "yes"},
        {**LINE, "surface": "ice"},
        {**LINE, "stroke": {"x": 0, "vx": 0}},
        {**LINE, "stroke": {"x": 0, "vx": 0.5, "vy": 1}},
        {**LINE, "position": {"S": [0, 0], "W1": [0, 0], "B1": [0, 10]}},
        '{"position": {}, "stroke": {"x": 0, "vx": NaN, "vy": 1}}',
        {**LINE, "stroke": {"x": 200_000, "vx": 0, "vy": 1_000_000}, "legal": True},
    ]
    code, found = answers(capsys, *broken, LINE)
    assert code == 1
    assert [list(answer) for answer in found[:-1]] == [["error"]] * len(broken)
    assert "rest" in found[-1]


def test_seats_play_in_their_own_frame(capsys):
    position = {"position": {"W1": [0, 0]}}
    lines = [{**LINE, **position, "seat": seat} for seat in ("south", "east", "north", "west")]
    _, found = answers(capsys, *lines)
    x, y = found[0]["rest"]["W1"]
    assert [answer["rest"]["W1"] for answer in found] == [[x, y], [-y, x], [-x, -y], [y, -x]]


def test_notation_works_in_place_of_mappings(capsys):
    _, found = answers(capsys, LINE, {"position": "c1_W1.0.0", "stroke": "x0.vx0.vy2000000"})
    assert found[0] == found[1]


def test_keyframes_come_when_asked_for(capsys):
    _, [answer] = answers(capsys, LINE, with_keyframes=True)
    frames = [frame for frame in answer["keyframes"] if frame["disc"] == "W1"]
    assert frames[0]["time"] == 111695
    assert [frames[-1]["x"], frames[-1]["y"]] == answer["rest"]["W1"]


def test_the_command_reads_lines_and_text(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(LINE) + "\n\nnonsense\n"))
    assert main(["simulate", "--json"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["simulate", "--position", "c1_W1.0.0", "--stroke", "x0.vx0.vy2000000"]) == 0
    assert "S and W1 meet" in capsys.readouterr().out
    assert main(["simulate", "--position", "c1_W1.0.0", "--stroke", "x0.vx0.vy0"]) == 1
    assert main(["simulate", "--position", "c1_W1.0.0"]) == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_one_stroke_on_the_command_line_may_be_json(capsys, form):
    stroke = "x0.vx0.vy2000000" if form == "text" else json.dumps(LINE["stroke"])
    assert main(["simulate", "--json", "--position", '{"W1": [0, 0]}', "--stroke", stroke]) == 0
    assert json.loads(capsys.readouterr().out)["touched"] == ["W1"]
