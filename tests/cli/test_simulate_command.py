"""`carrom simulate`: input and output lines exactly as documented."""

import io
import json

import pytest

from carrom.cli import main
from carrom.cli.simulate import play_lines

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
