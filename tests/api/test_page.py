"""The curl commands of docs/how-to/api.md work as described, against a running server."""

import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from api.serving import listening

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
            told = server.post(f"{address}/commands", json={**resign, "version": version}, headers=request["headers"])
            assert told.status_code == 200, told.text
            record = server.get(request["url"], headers=request["headers"])
            (tmp_path / "game.carrom").write_bytes(record.content)
