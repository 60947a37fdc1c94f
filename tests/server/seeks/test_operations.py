"""The lobby over HTTP, as API clients use it."""

from pathlib import Path

import msgspec
import pytest
from server.serving import page
from starlette.testclient import TestClient

from carrom.server.common import RateLimit, ServerLimits
from carrom.server.ops.app import application
from carrom.storage.store import Store

KEYS = ("a" * 32, "b" * 32)


@pytest.fixture
def client(tmp_path: Path):
    app = application(Store(":memory:"), static=page(tmp_path / "static"), limits=ServerLimits(seeks=RateLimit(12, 0)))
    with TestClient(app, base_url="http://localhost") as found:
        yield found


def said(client: TestClient, address: str, **body: object) -> tuple[int, dict[str, object]]:
    answer = client.post(address, json=body)
    return answer.status_code, msgspec.json.decode(answer.content)


def test_two_programs_seek_and_take_and_have_one_game(client: TestClient) -> None:
    status, made = said(client, "/api/seeks/quick", key=KEYS[0], name="Asha")
    assert (status, made["type"]) == (200, "seek")
    status, found = said(client, "/api/seeks/quick", key=KEYS[1], name="Bala")
    assert (status, found["type"], found["seat"]) == (200, "game", "north")
    told = client.get(f"/games/{found['game']}.json", headers={"authorization": f"Bearer {KEYS[0]}"})
    assert [each["name"] for each in told.json()["card"]["sitters"]] == ["Asha", "Bala"]


@pytest.mark.parametrize(
    ("address", "body", "status", "sentence"),
    [
        ("/api/seeks", {"terms": {}}, 422, "A guest needs a key"),
        ("/api/seeks", {"key": KEYS[0], "terms": {"ruleset": "billiards"}}, 422, "No rule set is called 'billiards'"),
        ("/api/seeks", {"key": KEYS[0], "terms": {"stake": "rated"}}, 422, "A rated game needs an account"),
        ("/api/seeks", {"key": KEYS[0], "terms": {"players": 7}}, 422, "Expected `int` <= 4"),
        ("/api/seeks/no-such-seek/take", {"key": KEYS[0]}, 404, "There is no seek with that name"),
        ("/api/challenges", {"key": KEYS[0], "to": "Nobody", "terms": {}}, 422, "There is no account named 'Nobody'"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    client: TestClient, address: str, body: dict[str, object], status: int, sentence: str
) -> None:
    found, problem = said(client, address, **body)
    assert found == status
    assert sentence in str(problem["detail"])


def test_a_flood_of_seeks_is_told_to_wait(client: TestClient) -> None:
    answers = [said(client, "/api/seeks/quick", key=KEYS[0])[0] for _ in range(13)]
    assert answers == [200] * 12 + [429]


def test_a_leaderboard_that_is_none_says_what_one_is_called(client: TestClient) -> None:
    assert client.get("/api/leaderboards").json()["pools"] == []
    assert client.get("/api/leaderboards/icf.game").json()["leaders"] == []
    answer = client.get("/api/leaderboards/chess.game")
    assert (answer.status_code, "such as icf.game" in answer.json()["detail"]) == (404, True)


@pytest.mark.parametrize("since", ["7", "", "x" * 16, "0123456789abcdef-", "0123456789ABCDEF-1", "%00", "1" * 65])
def test_a_version_that_is_none_is_refused_in_one_sentence(client: TestClient, since: str) -> None:
    answer = client.get(f"/api/lobby/changes?since={since}")
    assert (answer.status_code, answer.json()["detail"].count(".")) == (422, 1)
    assert "since=" in answer.json()["detail"]
