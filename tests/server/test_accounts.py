"""Accounts over HTTP: sign-up, sign-in, credentials, what an account gives access to, and what deletion leaves."""

import io
import json
import logging
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from agreed import INVITE, KEY, new_game
from argon2 import PasswordHasher
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession

from carrom import protocol
from carrom.board.seat import Seat
from carrom.game.record import read_record
from carrom.protocol import decode_server, encode
from carrom.server.ops import integrity
from carrom.server.ops.app import KernelWarmup, application
from carrom.server.people.moderation import Moderation
from carrom.server.people.routes import Accounts
from carrom.server.people.sessions import PLAIN_COOKIE, SAFE_COOKIE, Scope, hash_of_code, new_code
from carrom.storage.store import Store

from .places import KINDS, place_of

HOST = "carrom.example.org"
PASSWORD = "a long password of mine"
CODE = r"[0-9A-Z]{5}(-[0-9A-Z]{5}){4}"


class Cold(KernelWarmup):
    """A kernel warm-up that never runs."""

    def begin(self, answer: Any) -> None:
        """Do nothing."""


class Clock:
    """A clock in seconds that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Club:
    """A server with accounts, and the browsers that use it."""

    def __init__(self, where: Path | str, static: Path) -> None:
        self.store, self.clock = Store(where), Clock()
        self.accounts = Accounts(self.store.database)
        self.accounts.passwords._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # cheap, for speed
        self.app = application(
            self.store,
            static=static,
            names=frozenset({HOST, "localhost"}),
            warmth=Cold(),
            clock=self.clock,
            accounts=self.accounts,
        )

        self.client = TestClient(self.app)

    def browser(self, scheme: str = "https", host: str = HOST) -> "Browser":
        made = Browser(self.app, scheme, host)
        made.client.portal = self.client.portal
        return made


class Browser:
    """A browser with its own cookies."""

    def __init__(self, app: Any, scheme: str, host: str) -> None:
        self.origin = f"{scheme}://{host}"
        headers = {"origin": self.origin}
        self.client = TestClient(app, base_url=self.origin, headers=headers, raise_server_exceptions=False)

    def line(self) -> WebSocketTestSession:
        return self.client.websocket_connect(f"{self.origin.replace('http', 'ws')}/ws")

    def post(self, path: str, body: Any = None, code: int = 200, **headers: str) -> Any:
        answer = self.client.post(f"/me{path}", json=body, headers={"content-type": "application/json", **headers})
        assert answer.status_code == code, answer.text
        return answer.json()

    def me(self) -> Any:
        answer = self.client.get("/me")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sign_up(self, name: str = "Asha", password: str = PASSWORD) -> str:
        return str(self.post("/sign-up", {"name": name, "password": password}, 201)["code"])


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


@pytest.fixture
def club(static: Path) -> Iterator[Club]:
    made = Club(":memory:", static)
    with made.client:
        yield made


@pytest.fixture(params=KINDS)
def either(request: pytest.FixtureRequest, static: Path, tmp_path: Path) -> Iterator[Club]:
    made = Club(place_of(request.param, tmp_path).where, static)
    with made.client:
        yield made


def cells(club: Club) -> str:
    """Return every cell of every account-related table as text."""
    tables = ("account", "credential", "session", "api_token", "closed_name", "block", "report", "act", "seat")
    return "\n".join(str(row) for table in tables for row in club.store.database.ask(f"SELECT * FROM {table}", ()))


def test_who_signs_up_is_signed_in_and_may_sign_out_and_in_again(either: Club) -> None:
    page = either.browser()
    assert page.me()["name"] == ""
    code = page.sign_up()
    assert code.count("-") == 4
    me = page.me()
    assert (me["name"], me["fresh"], me["safe"], me["passkeys"]) == ("Asha", True, True, True)
    assert [each["kind"] for each in me["ways"]] == ["password", "recovery"]
    assert [each["here"] for each in me["sessions"]] == [True]
    page.post("/sign-out")
    assert page.me()["name"] == ""
    assert page.post("/sign-in", {"name": " aSHA", "password": PASSWORD})["name"] == "Asha"
    assert page.me()["name"] == "Asha"
    page.post("/sign-in", {"name": "Asha", "password": "another password"}, 403)
    stored = cells(either)
    for secret in (PASSWORD, code, page.client.cookies[SAFE_COOKIE]):
        assert secret not in stored


def test_the_cookie_is_the_pages_alone(club: Club) -> None:
    answer = club.browser().client.post("/me/sign-up", json={"name": "Asha", "password": PASSWORD})
    reply = answer.headers["set-cookie"]
    assert reply.startswith(f"{SAFE_COOKIE}=")
    assert {"httponly", "secure", "samesite=lax", "path=/"} <= {part.strip().lower() for part in reply.split(";")}
    assert "domain" not in reply.lower()
    plain = club.browser("http", "localhost").client.post("/me/sign-up", json={"name": "Bilal", "password": PASSWORD})
    assert plain.headers["set-cookie"].startswith(f"{PLAIN_COOKIE}=")
    assert "secure" not in plain.headers["set-cookie"].lower()


def test_another_sites_page_can_neither_sign_somebody_in_nor_act_for_him(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    foreign = page.client.post("/me/delete", json={"name": "Asha"}, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    form = page.client.post("/me/sign-out", content=b"x=1", headers={"content-type": "text/plain"})
    assert form.status_code == 415
    assert page.me()["name"] == "Asha"


def test_a_name_is_had_once_however_it_is_written_or_looks(either: Club) -> None:
    either.browser().sign_up("Mina")
    for name in ("mina", "ＭＩＮＡ", "rnina", "M.ina"):
        answer = either.browser().post("/sign-up", {"name": name, "password": PASSWORD}, 409)
        assert "taken" in answer["detail"]
    assert "adm" not in either.browser().post("/sign-up", {"name": "Anil", "password": PASSWORD}, 201)["name"]
    assert either.browser().post("/sign-up", {"name": "admin", "password": PASSWORD}, 422)["code"] == "illegal"


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "5 characters; expected 10 to 200"),
        ("a" * 300, "300 characters"),
        ("aaaaaaaaaabb", "different"),
        ("asha12345678"[:11], ""),
    ],
)
def test_a_password_that_is_none_is_refused_without_quoting_it(club: Club, password: str, said: str) -> None:
    if said:
        answer = club.browser().post("/sign-up", {"name": "Asha", "password": password}, 422)["detail"]
        assert said in answer
        assert password not in answer
    else:
        club.browser().sign_up("Asha", password)


def test_a_recovery_code_opens_the_account_once_and_ends_all_that_was_open(either: Club) -> None:
    page, other = either.browser(), either.browser()
    code = page.sign_up()
    token = page.post("/tokens", {"label": "board", "scopes": ["play"], "days": 3}, 201)["token"]
    new = "quite another password"
    other.post("/recover", {"name": "Asha", "code": new_code(), "password": new}, 403)
    answer = other.post("/recover", {"name": "asha", "code": code.lower().replace("-", " "), "password": new})
    assert answer["code"] != code
    assert other.me()["name"] == "Asha"
    assert page.me()["name"] == ""
    assert either.store.database.ask("SELECT hash FROM api_token", ()) == []
    assert token not in cells(either)
    page.post("/recover", {"name": "Asha", "code": code, "password": PASSWORD}, 403)
    page.post("/sign-in", {"name": "Asha", "password": PASSWORD}, 403)
    page.post("/sign-in", {"name": "Asha", "password": new})


def test_a_recovery_code_is_the_same_however_it_is_read(club: Club) -> None:
    assert hash_of_code("O1IL0-abcde") == hash_of_code("0111 0ABCDE")
    assert len({new_code() for _ in range(50)}) == 50


def test_sessions_are_listed_and_ended(club: Club) -> None:
    here, there = club.browser(), club.browser()
    here.sign_up()
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    there.post("/sign-in", {"name": "Asha", "password": PASSWORD}, **{"user-agent": agent})
    listed = here.me()["sessions"]
    assert {each["label"] for each in listed} == {"Firefox · Linux", ""}
    (other,) = (each for each in listed if not each["here"])
    assert [each["here"] for each in here.post("/sessions/end", {"id": other["id"]})["sessions"]] == [True]
    assert there.me()["name"] == ""
    there.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    here.post("/sessions/end", {})
    assert (here.me()["name"], there.me()["name"]) == ("Asha", "")


def test_a_line_that_a_session_opened_ends_with_it(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    with page.line() as line:
        welcome = decode_server(line.receive_text())
        assert isinstance(welcome, protocol.Welcome)
        assert (welcome.accounts, welcome.you) == (True, "Asha")
        page.post("/sign-out")
        assert line.receive()["type"] == "websocket.close"


def test_what_opens_an_account_is_changed_by_who_has_just_signed_in(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    club.store.database.write(("UPDATE session SET made = made - 1000", ()))
    assert page.me()["fresh"] is False
    for path, body in (
        ("/password", {"password": PASSWORD}),
        ("/code", None),
        ("/tokens", {"label": "x", "scopes": ["play"], "days": 1}),
        ("/delete", {"name": "Asha"}),
        ("/passkey/new", {}),
    ):
        assert page.post(path, body, 403)["key"] == "fresh"
    page.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    page.post("/password", {"password": "yet another one"})
    page.post("/sign-in", {"name": "Asha", "password": PASSWORD}, 403)


def test_a_token_lets_a_program_do_what_it_says_until_it_ends(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    token = page.post("/tokens", {"label": "my board", "scopes": ["play", "study"], "days": 30}, 201)["token"]
    assert token.startswith("carrom_")
    known = club.accounts.visitors
    from starlette.datastructures import Headers

    found = known.known(Headers({"authorization": f"Bearer {token}"}))
    assert found is not None
    assert found.scopes == {Scope.PLAY, Scope.STUDY}
    (listed,) = page.me()["tokens"]
    assert listed["label"] == "my board"
    assert page.client.get("/me", headers={"authorization": f"Bearer {token}", "cookie": ""}).json()["name"] == ""
    page.post("/tokens/end", {"id": listed["id"]})
    assert known.known(Headers({"authorization": f"Bearer {token}"})) is None
    wrong = (("x", [], 1), ("", ["play"], 1), ("x", ["play"], 4000))
    for label, scopes, days in wrong:
        page.post("/tokens", {"label": label, "scopes": scopes, "days": days}, 422)


def test_a_program_says_by_its_token_that_it_is_one_unless_somebody_has_played_in_its_account(club: Club) -> None:
    page, asked = club.browser(), {"label": "x", "scopes": ["bot", "play"], "days": 1}
    page.sign_up("Deep-Thumb")
    word = page.post("/tokens", asked, 201)["token"]
    answer = club.client.post("/api/bot/upgrade", headers={"authorization": f"Bearer {word}", "host": HOST})
    assert answer.json() == {"name": "Deep-Thumb", "bot": True}
    assert page.me()["bot"]
    player = club.browser()
    player.sign_up()
    begin(player)
    assert "a separate account" in player.post("/tokens", asked, 422)["detail"]


def both(name: str) -> protocol.Terms:
    """Return the terms of a game of two players on one screen, both with the same name."""
    seats = (Seat.SOUTH, Seat.NORTH)
    plans = tuple(protocol.SeatPlan(seat=seat, who=protocol.Who.HERE, name=name) for seat in seats)
    return protocol.Terms(seats=plans, first_break=Seat.SOUTH)


def begin(browser: Browser, terms: protocol.Terms | None = None) -> str:
    """Start a game of two people on one screen and return its ID."""
    with browser.line() as line:
        line.receive_text()
        line.send_text(encode(new_game(terms)))
        while True:
            message = decode_server(line.receive_text())
            if isinstance(message, protocol.Joined):
                return message.game


def opens(browser: Browser, game: str, key: str | None = None) -> bool:
    """Return whether a browser may act in a game."""
    with browser.line() as line:
        line.receive_text()
        line.send_text(encode(protocol.Resume(game=game, key=key)))
        while True:
            message = decode_server(line.receive_text())
            if isinstance(message, protocol.Joined):
                return bool(message.yours)
            if isinstance(message, protocol.Refused):
                return False


def test_a_guests_games_are_claimed_and_open_wherever_he_signs_in(either: Club) -> None:
    phone, laptop, guest = either.browser(), either.browser(), either.browser()
    game = begin(phone)
    phone.sign_up()
    assert not opens(phone, game)
    claimed = phone.post("/claim", {"keys": [KEY, "a-key-that-opens-nothing"]})
    assert claimed == {"games": [game], "taken": []}
    laptop.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    assert opens(laptop, game)
    assert opens(guest, game, KEY)
    assert not opens(guest, game)
    assert [each["game"] for each in laptop.client.get("/me/games").json()] == [game]
    guest.sign_up("Bilal")
    assert guest.post("/claim", {"keys": [KEY]}) == {"games": [], "taken": [game]}
    assert laptop.post("/games/locks", {"game": game}) == {"seats": 2}
    assert not opens(either.browser(), game, KEY)
    assert opens(laptop, game)
    assert laptop.post("/games/let-go", {"game": game}) == {"seats": 2}
    assert not opens(laptop, game)


def test_a_game_begun_by_who_is_signed_in_is_his_everywhere(club: Club) -> None:
    page, other = club.browser(), club.browser()
    page.sign_up()
    game = begin(page)
    other.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    assert opens(other, game)


def joins(browser: Browser, game: str) -> protocol.ServerMessage:
    """Let a browser take the open seat of a game, and return the server's answer: a snapshot or a refusal."""
    with browser.line() as line:
        line.receive_text()
        join = protocol.Join(nonce="j" * 16, game=game, invite=INVITE, key="another-key-altogether", name="Somebody")
        line.send_text(encode(join))
        while True:
            message = decode_server(line.receive_text())
            if isinstance(message, protocol.Refused | protocol.Snapshot):
                return message


def test_who_is_signed_in_sits_in_his_own_name_and_not_with_whom_he_has_blocked(club: Club) -> None:
    asha, bilal = club.browser(), club.browser()
    asha.sign_up("Asha")
    bilal.sign_up("Bilal")
    plans = (
        protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.ME, name="Maharaja"),
        protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.LINK),
    )
    game = begin(asha, protocol.Terms(seats=plans, first_break=Seat.SOUTH))
    asha.post("/block", {"name": "bilal"})
    refused = joins(bilal, game)
    assert isinstance(refused, protocol.Refused)
    assert "blocked" in refused.reason
    asha.post("/unblock", {"name": "Bilal"})
    answer = joins(bilal, game)
    assert isinstance(answer, protocol.Snapshot)
    assert [sitter.name for sitter in answer.card.sitters] == ["Asha", "Bilal"]


def test_who_is_muted_plays_and_says_nothing(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    account = club.accounts.people.called("Asha")
    assert account is not None
    with page.line() as line:
        line.receive_text()
        line.send_text(encode(new_game()))
        line.send_text(encode(protocol.Say(seat=Seat.SOUTH, phrase=protocol.Phrase.THANKS)))
        while not isinstance(decode_server(line.receive_text()), protocol.Spoken):
            pass
        Moderation(club.accounts.people).mute("operator", account, 7, "insults")
        line.send_text(encode(protocol.Say(seat=Seat.SOUTH, phrase=protocol.Phrase.THANKS)))
        while not isinstance(message := decode_server(line.receive_text()), protocol.Refused):
            assert not isinstance(message, protocol.Spoken)
        assert "muted" in message.reason


def test_everything_of_ones_own_is_taken_away_and_nothing_that_opens_anything(club: Club) -> None:
    page = club.browser()
    code = page.sign_up()
    game = begin(page)
    answer = page.client.get("/me/archive")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert set(file.namelist()) == {"account.json", f"games/{game}.carrom"}
        account = json.loads(file.read("account.json"))
        assert file.read(f"games/{game}.carrom").startswith(b"[Carrom ")
    assert (account["name"], [each["game"] for each in account["games"]]) == ("Asha", [game])
    about_him = {table for table, column in everything_of_people(club) if column != "id"} - {"seat", "api_token"}
    assert {STORED_AS.get(table, table) for table in about_him} <= set(account), "each table that knows him is told"
    stored = json.dumps(account)
    hashes = [cell for (cell,) in club.store.database.ask("SELECT data FROM credential", ())]
    for secret in (PASSWORD, code, page.client.cookies[SAFE_COOKIE], *hashes):
        assert secret not in stored
    assert club.browser().client.get("/me/archive").status_code == 401


STORED_AS = {
    "credential": "ways", "session": "sessions", "block": "blocked", "report": "reports", "act": "moderation",
    "seek": "seeks", "challenge": "challenges", "rating": "ratings", "rating_change": "rating_changes",
    "tie_seat": "ties", "scoresheet_key": "ties", "tournament_seat": "tournaments",
}  # fmt: skip
"""The archive key under which each table's rows are exported."""


def everything_of_people(club: Club) -> set[tuple[str, str]]:
    """Return every (table, column) that may refer to an account."""
    asked = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    named = ("account", "party", "maker", "about")
    return {(table, column) for table, column in club.store.database.ask(asked, ()) if column in named}


def test_what_waits_in_the_lobby_goes_with_the_account(either: Club) -> None:
    page, other = either.browser(), either.browser()
    page.sign_up("Mundari")
    other.sign_up("Bilal")
    made = {"to": "Bilal", "terms": {}}
    assert page.client.post("/api/challenges", json=made).status_code == 200
    assert page.client.post("/api/seeks", json={"terms": {}}).status_code == 200
    assert other.client.post("/api/challenges", json={"to": "Mundari", "terms": {}}).status_code == 200
    page.post("/delete", {"name": "Mundari"})
    assert "undari" not in cells(either)
    left = [either.store.database.ask(f"SELECT id FROM {table}", ()) for table in ("seek", "challenge")]
    assert left == [[], []]


def test_a_deleted_account_leaves_no_name_and_nothing_that_opened_it(either: Club) -> None:
    page, other = either.browser(), either.browser()
    code = page.sign_up("Mundari")
    game = begin(page, both("Mundari"))
    page.post("/tokens", {"label": "board", "scopes": ["play"], "days": 3}, 201)
    page.post("/delete", {"name": "somebody"}, 422)
    page.post("/delete", {"name": "mundari"})
    assert page.me()["name"] == ""
    assert "undari" not in cells(either)
    for table in ("credential", "session", "api_token"):
        assert either.store.database.ask(f"SELECT * FROM {table}", ()) == []
    other.post("/sign-in", {"name": "Mundari", "password": PASSWORD}, 403)
    other.post("/recover", {"name": "Mundari", "code": code, "password": PASSWORD}, 403)
    assert "taken" in other.post("/sign-up", {"name": "rnundari", "password": PASSWORD}, 409)["detail"]
    with either.browser().line() as line:
        line.receive_text()
        line.send_text(encode(protocol.Resume(game=game, key=KEY)))
        while not isinstance(message := decode_server(line.receive_text()), protocol.Snapshot):
            pass
    assert {sitter.name for sitter in message.card.sitters} == {"Former player"}
    record = other.client.get(f"/games/{game}.carrom", headers={"authorization": f"Bearer {KEY}"})
    assert "Former player" in record.text
    assert "Mundari" not in record.text
    assert read_record(record.text).header.players[0].name == "Former player"
    assert not either.store.database.view(integrity.findings).damage, "the chain of the game is whole"


def test_tries_are_counted_by_account_and_address_and_say_when_to_come_again(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    page.post("/sign-out")
    for name in ("Asha", "Nobody"):
        for _ in range(5):
            page.post("/sign-in", {"name": name, "password": "a wrong password"}, 403)
        answer = page.client.post("/me/sign-in", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "30"
        assert answer.json()["key"] == "sign-in"
    club.clock.now += 30
    page.post("/sign-in", {"name": "Asha", "password": PASSWORD})


def test_names_that_cannot_be_had_are_no_new_accounts(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    for _ in range(12):
        page.post("/sign-up", {"name": "asha", "password": PASSWORD}, 409)
    for number in range(9):
        club.browser().sign_up(f"Bilal{number}")
    answer = page.post("/sign-up", {"name": "Chitra", "password": PASSWORD}, 429)
    assert answer["detail"] == "Too many new accounts from your address; try again in 6 minutes."


def test_wrong_passkeys_of_others_lock_nobody_out(club: Club) -> None:
    origin = f"https://{HOST}"

    def shown(address: str) -> int:
        page = TestClient(club.app, client=(address, 50), base_url=origin, headers={"origin": origin})
        return page.post("/me/passkey/shown", json={"answer": "{}"}).status_code

    assert {shown(f"192.0.2.{number % 8}") for number in range(40)} == {422}
    assert shown("192.0.2.99") == 422
    assert {shown("192.0.2.8") for _ in range(31)} == {422, 429}


def test_who_reports_or_takes_his_data_too_often_is_told_of_that_and_can_still_sign_in(club: Club) -> None:
    page, other = club.browser(), club.browser()
    page.sign_up()
    other.sign_up("Bilal")
    report = {"name": "Bilal", "reason": "insult"}
    for _ in range(5):
        page.post("/report", report, 201)
        assert page.client.get("/me/archive").status_code == 200
    answer = page.post("/report", report, 429)
    assert (answer["key"], answer["detail"]) == (
        "reports",
        "Too many reports by your account; try again in 60 seconds.",
    )
    answer = page.client.get("/me/archive").json()
    assert (answer["key"], answer["detail"]) == (
        "archives",
        "Too many archives of this account; try again in 2 minutes.",
    )
    for _ in range(40):
        page.post("/sign-in", {"name": "Asha", "password": PASSWORD})


def test_an_unknown_name_costs_the_same_work_as_a_wrong_password(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    page, hashed = club.browser(), []
    page.sign_up()
    real = type(club.accounts.passwords)._compared
    monkeypatch.setattr(
        type(club.accounts.passwords),
        "_compared",
        lambda self, stored, said: hashed.append(1) or real(self, stored, said),  # type: ignore[func-returns-value]
    )
    answers = [
        page.client.post("/me/sign-in", json={"name": name, "password": "a wrong password"})
        for name in ("Asha", "Nobody", "\ud83d".encode("utf-8", "replace").decode(), "x" * 150)
    ]
    assert len(hashed) == 4
    assert len({answer.text for answer in answers}) == 1


def test_nothing_secret_is_logged(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    page = club.browser()
    code = page.sign_up()
    token = page.post("/tokens", {"label": "x", "scopes": ["play"], "days": 1}, 201)["token"]
    page.client.post(
        "/me/sign-in",
        content=b'{"name": "Asha", "password": "a secret of mine"',
        headers={"content-type": "application/json"},
    )
    club.store.database.db.execute("DROP TABLE session")  # type: ignore[attr-defined]
    page.client.post("/me/sign-in", json={"name": "Asha", "password": "a secret of mine"})
    page.client.get("/me")
    assert caplog.text
    for secret in (PASSWORD, "a secret of mine", code, token, page.client.cookies[SAFE_COOKIE]):
        assert secret not in caplog.text


def test_a_server_without_accounts_knows_none(static: Path) -> None:
    store = Store(":memory:")
    app = application(store, static=static, names=frozenset({HOST}), warmth=Cold())
    page = Browser(app, "https", HOST)
    assert page.client.get("/me").status_code == 404
    with page.line() as line:
        welcome = decode_server(line.receive_text())
        assert isinstance(welcome, protocol.Welcome)
        assert (welcome.accounts, welcome.you) == (False, None)
    store.close()


FIELDS = ("name", "password", "keys", "answer", "id", "response", "clientDataJSON", "scopes", "days")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5),
    max_leaves=8,
)
PATHS = (
    *("sign-up", "sign-in", "recover", "passkey/new", "passkey/made", "passkey/shown", "password", "sessions/end"),
    *("tokens", "claim", "games/locks", "delete", "block", "report"),
)
PRINTED = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=';,\\"'), max_size=60)


@pytest.mark.slow
@settings(
    max_examples=settings.default.max_examples,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(path=st.sampled_from(PATHS), body=JSON, cookie=PRINTED)
def test_whatever_is_said_is_answered_with_a_sentence(club: Club, path: str, body: Any, cookie: str) -> None:
    club.clock.now += 10_000
    page = club.browser()
    answer = page.client.post(f"/me/{path}", json=body, headers={"cookie": f"{SAFE_COOKIE}={cookie}"})
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer.json()["detail"].endswith((".", "?", "!"))
