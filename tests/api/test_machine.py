"""Law, simulation and board picture over HTTP match the output of the commands."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from api.serving import GENEROUS, serving
from starlette.testclient import TestClient

from carrom.board.notation import read_position
from carrom.board.picture import picture
from carrom.board.seat import Seat
from carrom.books.cases import decided
from carrom.cli.simulate import form, play

CASES = (Path(__file__).resolve().parents[1] / "cases" / "cases.jsonl").read_bytes().splitlines()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("static"), GENEROUS) as found:
        yield found


def test_the_law_decides_over_http_as_on_the_command_line(client):
    for line in CASES[::40]:
        answer = client.post("/api/judge", content=line)
        assert answer.status_code == 200, answer.text
        assert answer.json() == json.loads(json.dumps(decided(line)))
    first = CASES[0]
    assert client.post("/api/judge?language=hi", content=first).json() == decided(first, language="hi")


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ({"id": "x"}, "expected one of icf"),
        ({"ruleset": "/etc/passwd.toml"}, "expected one of icf"),
        ({"ruleset": "icf", "kind": "dance"}, "kind"),
    ],
)
def test_a_case_that_cannot_be_decided_is_refused(client, case, words):
    refused = client.post("/api/judge", json=case)
    assert (refused.status_code, words in refused.json()["detail"]) == (422, True)


def test_a_stroke_is_played_over_http_as_on_the_command_line(client):
    asked = {"position": {"W1": [0, 0]}, "stroke": {"x": 0, "vx": 0, "vy": 2_000_000}, "seat": "east"}
    assert client.post("/api/simulate", json=asked).json() == json.loads(json.dumps(form(play(asked))))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"position": "c1"}, "position and stroke are required"),
        ({"position": "c1", "stroke": {"x": 0, "vx": 0}}, "no field 'vy'"),
        ({"position": "c1", "stroke": {"x": 0, "vx": 0, "vy": 1, "w": 2}}, "unknown field"),
        ({"position": "c1", "stroke": "quick"}, "quick"),
        ({"position": "c1", "stroke": {"x": 0, "vx": 0, "vy": 900_000_000}}, "12"),
        ({"position": {"W1": [0, 0], "W2": [0, 0]}, "stroke": "x0.vx0.vy1000000"}, "overlap"),
        ({"position": "c1", "stroke": "x0.vx0.vy1000000", "surface": "ice"}, "expected one of slow"),
        ({"position": "c1", "stroke": "x300000.vx0.vy1000000", "legal": True}, ""),
    ],
)
def test_a_stroke_that_cannot_be_played_is_refused(client, asked, words):
    refused = client.post("/api/simulate", json=asked)
    assert refused.status_code == 422
    assert words in refused.json()["detail"]


def test_a_position_is_drawn(client):
    answer = client.get("/api/position.svg?p=c1_Q.0.0_W1.100000.-200000&seat=east&labels=true&size=200")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.text == picture(read_position("c1_Q.0.0_W1.100000.-200000"), Seat.EAST, True, 200)
    assert client.get("/api/position.svg?p=c1_Q.0").status_code == 422
    assert client.get("/api/position.svg?size=9").status_code == 422


def test_the_next_puzzle_is_the_one_nearest_to_a_rating_that_was_not_had(client):
    listed = client.get("/api/puzzles").json()
    first = client.get("/api/puzzles/next?rating=1400").json()
    best = min(abs(each["rating"] - 1400) for each in listed)
    assert abs(first["rating"] - 1400) == best
    second = client.get(f"/api/puzzles/next?rating=1400&done={first['number']}").json()
    assert second["number"] != first["number"]


def test_a_try_at_a_puzzle_is_judged_and_the_best_stroke_shown(client):
    told = client.post("/api/puzzles/1/try", json={"stroke": {"x": 0, "vx": 0, "vy": 300_000}}).json()
    assert (told["reached"], told["training"]["solved"]) == (False, False)
    assert client.post("/api/puzzles/1/try", json={"stroke": None}).json()["training"]["solved"] is True
    assert client.post("/api/puzzles/99999/try", json={"stroke": None}).status_code in (404, 422)
