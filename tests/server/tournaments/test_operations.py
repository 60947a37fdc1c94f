"""Online tournaments over HTTP, as API clients use them, and the attacks on them."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.serving import page
from starlette.testclient import TestClient

from carrom.cli import main
from carrom.server.common import RateLimit, ServerLimits
from carrom.server.events.tournaments import DAY, MOST_A_DAY, MOST_JOINS, MOST_OF_ADDRESS, MOST_OF_ONE
from carrom.server.http.security import Proxies
from carrom.server.ops.app import application
from carrom.server.people.accounts import AccountService, password_of
from carrom.server.people.moderation import Moderation
from carrom.server.people.sessions import Authenticator, new_token
from carrom.server.people.usernames import named
from carrom.storage.store import Store
from carrom.tokens import hashed

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
    status, answer = post(client, "", key=key, name="Asha", terms=terms(**more), word=word)
    assert status == 200, answer
    return str(answer["tournament"]["summary"]["id"])


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


# -- Attempts of one person or one address to fill a server with tournaments or a tournament with aliases, over HTTP

ATTACKER, VISITOR = "203.0.113.66", "198.51.100.7"


class Clients:
    """A server behind a proxy, and clients at any address."""

    def __init__(self, folder: Path, *, accounts: bool = False) -> None:
        self.file = folder / "games.db"
        store = Store(self.file)
        self.people = AccountService(store.database)
        app = application(
            store,
            static=page(folder / "static"),
            limits=ServerLimits(seeks=RateLimit(10_000, 0), requests=RateLimit(10_000, 0), api=RateLimit(100_000, 0)),
            proxies=Proxies(("127.0.0.1",)),
            visitors=Authenticator(store.database) if accounts else None,
        )
        self.client = TestClient(app, base_url="http://localhost", client=("127.0.0.1", 50_000))

    def post(self, path: str, address: str, token: str = "", **body: object) -> tuple[int, dict[str, Any]]:
        headers = {"x-forwarded-for": address} | ({"authorization": f"Bearer {token}"} if token else {})
        answer = self.client.post(f"/api/tournaments{path}", json=body, headers=headers)
        return answer.status_code, msgspec.json.decode(answer.content)

    def create(self, address: str, number: int = 0, token: str = "", **more: object) -> tuple[int, dict[str, Any]]:
        terms = {"name": f"Evening {number}", "starts": int(time.time() * 1000) + 29 * DAY, **more}
        body = {} if token else {"key": key_of(f"{address} {number}"), "name": "Asha"}
        return self.post("", address, token, terms=terms, **body)

    def join(self, id: str, address: str, number: int, **more: object) -> tuple[int, dict[str, Any]]:
        return self.post(f"/{id}/join", address, key=key_of(f"player {number}"), name=f"Alias {number}", **more)

    def account(self, name: str, days: int) -> str:
        """Create an account that was made some days ago, and return a token of it."""
        id, now, token = f"id-of-{name}", int(time.time()), new_token()
        self.people.sign_up(named(name), password_of(id, "hash", now), "")
        self.people.database.write(("UPDATE account SET made = ? WHERE id = ?", (now - 86_400 * days, id)))
        cells = (hashed(token), id, "", "seeks", now, now, now + 86_400)
        columns = "hash, account, label, scopes, made, used, expires"
        self.people.database.write((f"INSERT INTO api_token ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", cells))
        return token

    def admin(self, *words: str) -> int:
        return main(["admin", *words, "--data", str(self.file.parent)])


def key_of(name: str) -> str:
    return hashed(name)[:40]


def id_of(made: tuple[int, dict[str, Any]]) -> str:
    assert made[0] == 200, made
    return str(made[1]["tournament"]["summary"]["id"])


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Clients]:
    found = Clients(tmp_path)
    with found.client:
        yield found


@pytest.fixture
def registered(tmp_path: Path) -> Iterator[Clients]:
    found = Clients(tmp_path, accounts=True)
    with found.client:
        yield found


def test_a_guest_who_joins_and_withdraws_without_end_keeps_nobody_out(club: Clients) -> None:
    id = id_of(club.create(VISITOR, most=4))
    for _ in range(MOST_JOINS):
        assert club.join(id, ATTACKER, 0)[0] == 200
        assert club.post(f"/{id}/withdraw", ATTACKER, key=key_of("player 0"))[0] == 200
    status, refused = club.join(id, ATTACKER, 0)
    assert (status, refused["detail"]) == (
        409,
        f"You have joined this tournament {MOST_JOINS} times; nobody can join one more often.",
    )
    for number in range(1, 5):
        status, own = club.join(id, f"198.51.100.{number}", number)
        assert (status, own["entry"]) == (200, number), own
    assert club.join(id, VISITOR, 9)[1]["detail"] == "This tournament is full: 4 have joined."


@pytest.mark.slow
def test_somebody_who_pauses_without_end_is_counted_too(club: Clients) -> None:
    id = id_of(club.create(VISITOR))
    for number in range(3):
        club.join(id, VISITOR, number)
    assert club.post(f"/{id}/start", VISITOR, key=key_of(f"{VISITOR} 0"))[0] == 200
    for _ in range(MOST_JOINS - 1):
        assert club.post(f"/{id}/withdraw", VISITOR, key=key_of("player 0"))[1]["paused"]
        assert not club.join(id, VISITOR, 0)[1]["paused"]
    club.post(f"/{id}/withdraw", VISITOR, key=key_of("player 0"))
    assert "nobody can join one more often" in club.join(id, VISITOR, 0)[1]["detail"]


def test_one_address_cannot_take_all_places_with_aliases(club: Clients) -> None:
    id = id_of(club.create(VISITOR, most=MOST_OF_ADDRESS + 8))
    most = MOST_OF_ADDRESS // 2 + 4
    statuses = [club.join(id, ATTACKER, number)[0] for number in range(most + 30)]
    assert statuses == [200] * most + [409] * 30
    assert club.join(id, ATTACKER, 1000)[1]["detail"] == (
        f"This tournament takes {most} guests and new accounts from one address, and they have joined from yours."
    )
    for number in range(most):  # giving places back does not give new ones
        club.post(f"/{id}/withdraw", ATTACKER, key=key_of(f"player {number}"))
    assert club.join(id, ATTACKER, 1000)[0] == 409
    assert club.join(id, ATTACKER, 0)[0] == 200
    assert club.join(id, VISITOR, 1001)[0] == 200


def test_a_club_behind_one_address_plays_in_a_tournament_with_an_invitation_code(club: Clients) -> None:
    made = club.post(
        "",
        VISITOR,
        key=key_of("organiser"),
        word="open sesame",
        terms={"name": "Club evening", "starts": int(time.time() * 1000) + DAY, "most": 40},
    )
    statuses = [club.join(id_of(made), VISITOR, number, word="open sesame")[0] for number in range(40)]
    assert statuses == [200] * 40


def test_a_refused_request_to_join_is_not_counted(club: Clients) -> None:
    id = id_of(club.create(VISITOR, most=4))
    for _ in range(5):
        assert club.join(id, ATTACKER, 0, partner="p" * 32)[0] == 409
    assert club.join(id, ATTACKER, 0)[0] == 200


def test_new_accounts_count_as_guests_do_and_older_ones_do_not(registered: Clients) -> None:
    old = registered.account("Asha", days=8)
    made = registered.create(VISITOR, token=old, most=4)
    for number in range(2):
        assert registered.join(id_of(made), ATTACKER, number)[0] == 200
    status, refused = registered.post(f"/{id_of(made)}/join", ATTACKER, registered.account("Bala", days=6))
    assert (status, refused["detail"]) == (
        409,
        "This tournament takes 2 guests and new accounts from one address, and they have joined from yours; "
        "somebody whose account is a week old may still join.",
    )
    assert registered.post(f"/{id_of(made)}/join", ATTACKER, old)[0] == 200


def test_one_address_cannot_fill_the_server_with_far_off_tournaments(club: Clients) -> None:
    made = [club.create(ATTACKER, number) for number in range(MOST_OF_ONE + 20)]
    assert [status for status, _ in made] == [200] * MOST_OF_ONE + [409] * 20
    assert made[-1][1]["detail"] == (
        f"{MOST_OF_ONE} tournaments from your address are not over; wait until one is, or cancel one."
    )
    assert club.create(VISITOR)[0] == 200


def test_one_address_cannot_create_and_cancel_all_day(club: Clients) -> None:
    for number in range(MOST_A_DAY):
        id = id_of(club.create(ATTACKER, number))
        assert club.post(f"/{id}/cancel", ATTACKER, key=key_of(f"{ATTACKER} {number}"))[0] == 200
    status, refused = club.create(ATTACKER, 99)
    assert (status, refused["key"], refused["detail"]) == (
        429,
        "tournaments",
        f"{MOST_A_DAY} tournaments have been created from your address today; try again tomorrow.",
    )
    assert 0 < refused["seconds"] <= 86_400
    assert club.create(VISITOR)[0] == 200


def test_new_accounts_leave_room_for_tournaments_of_older_ones(registered: Clients) -> None:
    assert registered.admin("limit-tournaments", "4", "--reason", "a small server") == 0
    for number in range(2):
        assert registered.create(f"203.0.113.{number}", token=registered.account(f"New{number}x", 0))[0] == 200
    status, refused = registered.create("203.0.113.9", token=registered.account("Newest", 0))
    assert (status, refused["detail"]) == (
        409,
        "Guests and new accounts have 2 open tournaments; try again later.",
    )
    assert registered.create("203.0.113.9", token=registered.account("Asha", days=8))[0] == 200


def test_an_operator_lists_cancels_and_limits_tournaments_while_the_server_runs(
    club: Clients, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = [id_of(club.create(f"203.0.113.{number}", number)) for number in range(2)]
    capsys.readouterr()
    assert club.admin("tournaments") == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert {line[0] for line in lines} == set(ids)
    assert lines[0][1:3] + lines[0][4:] == ["created", "arena", "0 of 1000", "by Asha (guest)", "Evening 0"]
    assert club.admin("cancel-tournament", ids[0], "--reason", "a joke") == 0
    status, refused = club.join(ids[0], VISITOR, 1)
    assert (status, refused["detail"]) == (409, "This tournament was cancelled; join another.")
    until = time.monotonic() + 20
    while len(club.client.get("/api/tournaments?max=0").json()["tournaments"]) > 1:
        assert time.monotonic() < until
        time.sleep(0.1)
    view = club.client.get(f"/api/tournaments/{ids[0]}").json()["tournament"]
    assert (view["summary"]["stage"], view["note"]) == ("cancelled", "It was ended by the operator of this server.")
    assert club.admin("limit-tournaments", "0", "--reason", "holidays") == 0
    assert club.create(VISITOR, 7)[1]["detail"] == "The operator of this server has stopped new online tournaments."
    log = [(each.act, each.about, each.before, each.after, each.why) for each in Moderation(club.people).log()]
    assert log == [
        ("limit-tournaments", "", "200", "0", "holidays"),
        ("cancel-tournament", ids[0], "created", "Evening 0", "a joke"),
    ]


@pytest.mark.slow
def test_an_operator_ends_a_tournament_that_runs_and_its_standings_stay(club: Clients) -> None:
    id = id_of(club.create(VISITOR))
    for number in range(2):
        club.join(id, VISITOR, number)
    club.post(f"/{id}/start", VISITOR, key=key_of(f"{VISITOR} 0"))
    assert club.admin("cancel-tournament", id[:6], "--reason", "maintenance") == 0
    until = time.monotonic() + 20
    while club.client.get(f"/api/tournaments/{id}").json()["tournament"]["summary"]["stage"] != "finished":
        assert time.monotonic() < until
        time.sleep(0.1)
    assert club.client.get(f"/api/tournaments/{id}/standings").json()["total"] == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("cancel-tournament", "nowhere", "--reason", "x"), "0 open tournaments begin with 'nowhere', expected one"),
        (("limit-tournaments", "many", "--reason", "x"), "'many' is not a number of tournaments; expected 0 to 1000."),
        (("limit-tournaments", "5", "--reason", " "), "A reason is required"),
    ],
)
def test_an_operators_mistake_is_one_sentence(
    club: Clients, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert club.admin(*words) != 0
    assert sentence in capsys.readouterr().err
