"""Attempts of one person or one address to fill a server with tournaments or a tournament with aliases, over HTTP."""

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
