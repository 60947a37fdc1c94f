"""Online tournaments over HTTP, as API clients use them, and the attacks on them."""

import time
from pathlib import Path

import msgspec
import pytest
from server.serving import page
from starlette.testclient import TestClient

from carrom.server.common import RateLimit, ServerLimits
from carrom.server.events.tournaments import MOST_OF_ONE
from carrom.server.ops.app import application
from carrom.storage.store import Store

KEYS = tuple(letter * 32 for letter in "abcdefgh")


@pytest.fixture
def client(tmp_path: Path):
    limits = ServerLimits(seeks=RateLimit(40, 0), streams=8)
    with TestClient(application(Store(":memory:"), static=page(tmp_path / "static"), limits=limits),
                    base_url="http://localhost") as found:  # fmt: skip
        yield found


def terms(**more: object) -> dict[str, object]:
    return {"name": "Evening", "starts": int(time.time() * 1000) + 3_600_000, **more}


def post(client: TestClient, path: str, **body: object) -> tuple[int, dict]:
    answer = client.post(f"/api/tournaments{path}", json=body)
    return answer.status_code, msgspec.json.decode(answer.content)


def made(client: TestClient, word: str | None = None, key: str = KEYS[0], **more: object) -> str:
    status, told = post(client, "", key=key, name="Asha", terms=terms(**more), word=word)
    assert status == 200, told
    return str(told["tournament"]["summary"]["id"])


def get(client: TestClient, path: str, key: str | None = None) -> dict:
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    answer = client.get(f"/api/tournaments{path}", headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_tournament_is_created_listed_joined_and_started(client: TestClient) -> None:
    id = made(client, kind="arena", minutes=30)
    (listed,) = get(client, "")["tournaments"]
    assert (listed["id"], listed["terms"]["name"], listed["stage"], listed["by"]) == (id, "Evening", "created", "Asha")
    for key, name in zip(KEYS[:3], ("Asha", "Bala", "Chitra"), strict=True):
        status, own = post(client, f"/{id}/join", key=key, name=name)
        assert (status, own["type"], own["paused"]) == (200, "yours", False)
    status, refused = post(client, f"/{id}/start", key=KEYS[1])
    assert (status, refused["detail"]) == (403, "Only the creator of a tournament can start or cancel it.")
    status, view = post(client, f"/{id}/start", key=KEYS[0])
    assert (status, view["tournament"]["summary"]["stage"]) == (200, "running")
    assert [each["members"][0]["name"] for each in get(client, f"/{id}/standings")["rows"]] == [
        "Asha",
        "Bala",
        "Chitra",
    ]
    assert get(client, f"/{id}/games") == {"type": "tournament-games", "games": [], "total": 0}
    assert get(client, f"/{id}", KEYS[0])["yours"]["manages"]
    assert not get(client, f"/{id}", KEYS[1])["yours"]["manages"]
    status, view = post(client, f"/{id}/cancel", key=KEYS[0])
    assert view["tournament"]["summary"]["stage"] == "finished"
    lines = client.get(f"/api/tournaments/{id}/results").text.split()
    assert lines == ['{"type":"tournament-end","stage":"finished"}']


def test_joining_twice_or_from_two_devices_is_one_entry_and_leaving_needs_the_own_key(client: TestClient) -> None:
    id = made(client)
    for _ in range(3):
        status, own = post(client, f"/{id}/join", key=KEYS[0], name="Asha")
        assert (status, own["entry"]) == (200, 1)
    assert get(client, f"/{id}")["tournament"]["summary"]["players"] == 1
    status, refused = post(client, f"/{id}/withdraw", key=KEYS[1])
    assert (status, refused["detail"]) == (409, "You have not joined this tournament.")
    status, own = post(client, f"/{id}/withdraw", key=KEYS[0])
    assert (status, own["entry"]) == (200, None)
    assert get(client, f"/{id}")["tournament"]["summary"]["players"] == 0
    assert post(client, f"/{id}/join", key=KEYS[0])[1]["entry"] == 1


def test_the_same_request_again_gives_the_same_tournament_and_one_creator_has_few(client: TestClient) -> None:
    starts = int(time.time() * 1000) + 1_000_000
    ids = {made(client, starts=starts) for _ in range(3)}
    assert len(ids) == 1
    for number in range(MOST_OF_ONE - 1):
        made(client, starts=starts + number + 1)
    status, refused = post(client, "", key=KEYS[0], terms=terms(starts=starts + 99))
    assert (status, refused["detail"]) == (
        409,
        f"You have {MOST_OF_ONE} tournaments that are not over; cancel one first.",
    )


def test_creating_and_joining_without_end_is_told_to_wait(client: TestClient) -> None:
    id = made(client)
    statuses = [post(client, f"/{id}/join", key=KEYS[0])[0] for _ in range(40)]
    assert statuses == [200] * 35 + [429] * 5  # creating counts as five
    assert post(client, "/whatever-id/join", key=KEYS[0])[0] == 429


def test_an_invitation_code_is_needed_where_one_was_set(client: TestClient) -> None:
    id = made(client, word="open sesame")
    assert get(client, "")["tournaments"][0]["locked"]
    assert "open sesame" not in client.get(f"/api/tournaments/{id}").text
    for word, sentence in ((None, "needs an invitation code"), ("wrong", "is not the tournament's invitation code")):
        status, refused = post(client, f"/{id}/join", key=KEYS[1], word=word)
        assert status == 409
        assert sentence in refused["detail"]
    assert post(client, f"/{id}/join", key=KEYS[1], word="open sesame")[0] == 200


@pytest.mark.slow(first=6)
@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"name": ""}, "Expected `str` of length >= 1"),
        ({"name": "\N{ZERO WIDTH SPACE}"}, "The tournament has no name"),
        ({"name": "x" * 61}, "Expected `str` of length <= 60"),
        ({"game": {"players": 3}}, "Icf is not played by three"),
        ({"game": {"players": 3, "ruleset": "three-player"}}, "A tournament is for players 2, or 4 in pairs; got 3"),
        ({"game": {"ruleset": "billiards"}}, "No rule set is called 'billiards'"),
        ({"game": {"stake": "rated"}}, "A rated game needs an account"),
        ({"starts": 0}, "The start is in the past"),
        ({"starts": 99_999_999_999_999}, "The start is too far away"),
        ({"minutes": 1}, "Expected `int` >= 5"),
        ({"kind": "ladder"}, "Invalid enum value 'ladder'"),
        ({"appear": 1}, "Expected `int` >= 10"),
        ({"most": 1}, "Expected `int` >= 2"),
    ],
)
def test_terms_that_cannot_be_are_one_sentence(client: TestClient, more: dict[str, object], sentence: str) -> None:
    status, refused = post(client, "", key=KEYS[0], terms={**terms(), **more})
    assert status == 422
    assert sentence in refused["detail"]
    assert get(client, "")["tournaments"] == []


@pytest.mark.parametrize("path", ["", "/standings", "/games", "/results", "/stream"])
def test_a_tournament_that_does_not_exist_is_not_found(client: TestClient, path: str) -> None:
    answer = client.get(f"/api/tournaments/no-such-id{path}")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no tournament with that id on this server."


def test_after_the_end_and_when_it_is_full_nobody_can_join(client: TestClient) -> None:
    id = made(client, most=2, word="open sesame")
    for key in KEYS[:2]:
        assert post(client, f"/{id}/join", key=key, word="open sesame")[0] == 200
    status, refused = post(client, f"/{id}/join", key=KEYS[2], word="open sesame")
    assert (status, refused["detail"]) == (409, "This tournament is full: 2 have joined.")
    post(client, f"/{id}/cancel", key=KEYS[0])
    for key in (KEYS[0], KEYS[3]):
        status, refused = post(client, f"/{id}/join", key=key)
        assert (status, refused["detail"]) == (409, "This tournament was cancelled; join another.")
    listed = get(client, "")["tournaments"][0]
    assert (listed["stage"], listed["players"]) == ("cancelled", 2)
    assert get(client, f"/{id}")["tournament"]["note"] == "It was cancelled by its organiser."


def test_a_pair_is_completed_only_with_its_secret(client: TestClient) -> None:
    id = made(client, game={"players": 4})
    assert post(client, f"/{id}/join", key=KEYS[0], partner="p" * 32)[1]["gathers"]
    assert post(client, f"/{id}/join", key=KEYS[1], entry=1)[1]["detail"] == (
        "This pair waits for another partner; ask them for their link."
    )
    assert post(client, f"/{id}/join", key=KEYS[1], entry=7, partner="p" * 32)[1]["detail"] == (
        "There is no pair 7 in this tournament."
    )
    assert not post(client, f"/{id}/join", key=KEYS[1], entry=1, partner="p" * 32)[1]["gathers"]
    assert post(client, f"/{id}/join", key=KEYS[2], entry=1, partner="p" * 32)[1]["detail"] == (
        "This pair needs no partner any more; join with another one."
    )
    assert post(client, f"/{id}/join", key=KEYS[2])[1]["gathers"]
    assert not post(client, f"/{id}/join", key=KEYS[3])[1]["gathers"]
    assert get(client, f"/{id}")["tournament"]["summary"]["players"] == 2


def test_a_singles_tournament_has_no_partners(client: TestClient) -> None:
    id = made(client)
    assert post(client, f"/{id}/join", key=KEYS[0], partner="p" * 32)[1]["detail"] == (
        "This tournament is not for pairs; join it without a partner."
    )
    post(client, f"/{id}/join", key=KEYS[0])
    assert post(client, f"/{id}/join", key=KEYS[1], entry=1, partner="p" * 32)[1]["detail"] == (
        "This pair needs no partner any more; join with another one."
    )
