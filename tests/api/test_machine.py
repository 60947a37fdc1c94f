"""Law, simulation and board picture over HTTP match the output of the commands."""

import json
import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from api.serving import GENEROUS, listening, serving
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
    answer = client.post("/api/puzzles/1/try", json={"stroke": {"x": 0, "vx": 0, "vy": 300_000}}).json()
    assert (answer["reached"], answer["training"]["solved"]) == (False, False)
    assert client.post("/api/puzzles/1/try", json={"stroke": None}).json()["training"]["solved"] is True
    assert client.post("/api/puzzles/99999/try", json={"stroke": None}).status_code in (404, 422)


# -- The curl commands of docs/how-to/api.md work as described, against a running server

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "api.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (curl .*)$", PAGE, re.MULTILINE)
ENDLESS = ("/stream", "/api/lobby")
QUIET = ("/feed", "/results")
"""Streams that send nothing while no rated game is played, or no game of a tournament has ended."""
ACCOUNTS = ("$TOKEN", "/api/users/")
"""A server without accounts, such as `carrom play`, refuses these."""
THINKS = ("/api/analysis",)
"""Takes seconds, so it is tested in tests/server/test_studies.py."""
UNSTRUCK = ("/abort", "/rematch")
"""Sent to a second game, because the page's game already has strokes by then."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with listening(tmp_path_factory.mktemp("static")) as found:
        yield found


def asked(command: str, words: dict[str, str], folder: Path) -> dict[str, Any]:
    """Parse a curl command into the arguments of an httpx request."""
    for name, value in words.items():
        command = command.replace(f"'${name}'", value).replace(f"${name}", value)
    parts = shlex.split(command)[1:]
    request: dict[str, Any] = {"method": "GET", "headers": {}, "content": None}
    while parts:
        part = parts.pop(0)
        if part == "-H":
            name, _, value = parts.pop(0).partition(": ")
            request["headers"][name] = value
        elif part in ("-d", "--data-binary"):
            text = parts.pop(0)
            request["content"] = (folder / text[1:]).read_bytes() if text.startswith("@") else text.encode()
            request["method"] = "POST"
        elif part == "-X":
            request["method"] = parts.pop(0)
        elif part == "-o":
            parts.pop(0)
        elif part != "-N":
            request["url"] = part
    return request


def begun_as(server: httpx.Client, command: str, words: dict[str, str], folder: Path) -> dict[str, str]:
    """Run a command that creates a game; return its id, key and invitation as variables for later commands."""
    begun = server.request(**asked(command, words, folder)).json()
    return {"GAME": begun["game"], "KEY": begun["key"], "INVITE": begun["invite"]}


def test_every_command_of_the_page_is_followed_by_a_server(server, tmp_path):
    starts = str(round(time.time() * 1000) + 3_600_000)
    words = {"HERE": str(server.base_url).rstrip("/"), "TOKEN": "carrom_" + "t" * 32, "STARTS": starts}
    assert len(COMMANDS) > 18
    other = begun_as(server, next(command for command in COMMANDS if '"program"' in command), words, tmp_path)
    for command in COMMANDS:
        request = asked(command, words | (other if command.endswith(UNSTRUCK) else {}), tmp_path)
        if any(part in command for part in THINKS):
            continue
        with server.stream(**request) as answer:
            if any(part in command for part in ENDLESS):
                assert '"type":' in next(answer.iter_lines()), command
                continue
            if any(part in command for part in QUIET):
                assert answer.status_code == 200, command
                continue
            text = answer.read().decode("utf-8", "replace")
        if any(part in command for part in ACCOUNTS):
            assert answer.status_code in (401, 404), (command, text)
            continue
        assert answer.status_code in (200, 201), (command, text)
        if request["url"].endswith("/api/games") and request["method"] == "POST":
            begun = answer.json()
            words |= {"GAME": begun["game"], "KEY": begun["key"], "INVITE": begun["invite"]}
        elif request["url"].endswith("/api/tournaments") and request["method"] == "POST":
            words["TOURNAMENT"] = answer.json()["tournament"]["summary"]["id"]
        elif request["url"].endswith(f"/api/games/{words.get('GAME')}"):
            words["VERSION"] = str(answer.json()["version"])
        elif request["url"].endswith(".carrom"):
            resign = {"type": "resign", "nonce": "r" * 16, "version": int(words["VERSION"]), "seat": "south"}
            address = f"{words['HERE']}/api/games/{words['GAME']}"
            version = server.get(address, headers=request["headers"]).json()["version"]
            reply = server.post(f"{address}/commands", json={**resign, "version": version}, headers=request["headers"])
            assert reply.status_code == 200, reply.text
            record = server.get(request["url"], headers=request["headers"])
            (tmp_path / "game.carrom").write_bytes(record.content)
