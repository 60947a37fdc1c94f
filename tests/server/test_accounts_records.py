"""What an account gives access to, from any device: its seats in ties and rubbers, and its game records."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from agreed import KEY

from carrom import protocol
from carrom.game.record import read_record
from carrom.protocol import BeginRubber, ComeToTie, JoinTie, TieSnapshot, decode_server, encode

from .places import KINDS, place_of
from .teams import DELHI, FIRST, INVITE, SECOND, here, new_tie, terms
from .test_accounts import PASSWORD, Browser, Club, begin, opens


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


@pytest.fixture(params=KINDS)
def club(request: pytest.FixtureRequest, static: Path, tmp_path: Path) -> Iterator[Club]:
    made = Club(place_of(request.param, tmp_path).where, static)
    with made.client:
        yield made


def said(browser: Browser, *messages: Any) -> Any:
    """Send messages and return the last answer: the state of a tie, or a refusal."""
    with browser.line() as line:
        line.receive_text()
        for message in messages:
            line.send_text(encode(message))
            while not isinstance(told := decode_server(line.receive_text()), TieSnapshot | protocol.Refused):
                pass
        return told


def yours(browser: Browser, tie: str, key: str | None = None) -> tuple[str, ...]:
    """Return the places in a tie that a browser may act for; empty if it may not see the tie."""
    told = said(browser, ComeToTie(tie=tie, key=key))
    return told.yours if isinstance(told, TieSnapshot) else ()


def asha_and_her_laptop(club: Club) -> tuple[Browser, Browser]:
    phone, laptop = club.browser(), club.browser()
    phone.sign_up()
    laptop.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    return phone, laptop


def test_a_record_is_downloaded_wherever_its_player_is_signed_in_and_nowhere_else(club: Club) -> None:
    phone, laptop = asha_and_her_laptop(club)
    game = begin(phone)
    for address in (f"/games/{game}.carrom", f"/games/{game}.json", f"/games/{game}/rules"):
        assert laptop.client.get(address).status_code == 200
        assert club.browser().client.get(address).status_code == 401
    by_key = club.browser().client.get(f"/games/{game}.carrom", headers={"authorization": f"Bearer {KEY}"})
    assert read_record(laptop.client.get(f"/games/{game}.carrom").text) == read_record(by_key.text)
    token = phone.post("/tokens", {"label": "keeper", "scopes": ["study"], "days": 1}, 201)["token"]
    refused = club.browser().client.get(f"/games/{game}.carrom", headers={"authorization": f"Bearer {token}"})
    assert refused.status_code == 401


def test_a_tie_begun_by_who_is_signed_in_opens_with_its_rubbers_on_every_device(club: Club) -> None:
    phone, laptop = asha_and_her_laptop(club)
    tie = said(phone, new_tie(here())).tie
    assert yours(laptop, tie) == ("A", "B")
    assert yours(club.browser(), tie) == ()
    assert yours(club.browser(), tie, FIRST) == ("A", "B")
    sheets = [
        protocol.LineUp(nonce=f"line-up-of-{side}"[:16] + "0000", side=protocol.TieSide(side), rubbers=rubbers)
        for side, rubbers in (
            ("A", (("Asha",), ("Chitra",), ("Asha", "Chitra"))),
            ("B", (("Bilal",), ("Dev",), ("Bilal", "Dev"))),
        )
    ]
    told = said(laptop, ComeToTie(tie=tie), *sheets, BeginRubber(nonce="the-first-rubber-now", rubber=1))
    game = told.rubbers[0].game
    assert opens(laptop, game)
    assert opens(phone, game, FIRST)
    assert not opens(club.browser(), game)
    with zipfile.ZipFile(io.BytesIO(laptop.client.get(f"/ties/{tie}.zip").content)) as file:
        assert file.namelist()
    assert laptop.client.get(f"/ties/{tie}.json").json()["yours"] == ["A", "B"]
    assert club.browser().client.get(f"/ties/{tie}.zip").status_code == 401
    (listed,) = laptop.client.get("/me/ties").json()
    assert (listed["tie"], listed["places"], listed["teams"]) == (tie, ["A", "B"], ["Pune", "Delhi"])
    assert listed["last"] >= listed["begun"] > 0
    assert [each["game"] for each in laptop.client.get("/me/games").json()] == [game]
    assert club.browser().client.get("/me/ties").status_code == 401


def test_a_place_that_was_taken_or_claimed_by_account_is_his_until_he_lets_it_go(club: Club) -> None:
    phone, laptop = asha_and_her_laptop(club)
    captain = club.browser()
    tie = said(captain, new_tie(terms())).tie
    coming = JoinTie(nonce="second-captain-comes", tie=tie, invite=INVITE, key=SECOND, place="B", team=DELHI)
    assert said(phone, coming).yours == ("B",)
    assert yours(laptop, tie) == ("B",)
    again = JoinTie(nonce="and-comes-once-again", tie=tie, invite=INVITE, key="another-key", place="B", team=DELHI)
    assert said(laptop, again).yours == ("B",)
    assert laptop.post("/games/locks", {"game": tie}) == {"seats": 1}
    assert yours(club.browser(), tie, SECOND) == ()
    assert laptop.post("/games/let-go", {"game": tie}) == {"seats": 1}
    assert yours(laptop, tie) == ()
    assert laptop.client.get("/me/ties").json() == []
    assert laptop.post("/claim", {"keys": [FIRST]}) == {"games": [tie], "taken": []}
    assert yours(phone, tie) == ("A",)
    assert [each["places"] for each in phone.client.get("/me/ties").json()] == [["A"]]


def test_who_is_blocked_takes_no_place_in_a_tie(club: Club) -> None:
    asha, bilal = club.browser(), club.browser()
    asha.sign_up()
    bilal.sign_up("Bilal")
    tie = said(asha, new_tie(terms())).tie
    asha.post("/block", {"name": "Bilal"})
    coming = JoinTie(nonce="second-captain-comes", tie=tie, invite=INVITE, key=SECOND, place="B", team=DELHI)
    refused = said(bilal, coming)
    assert isinstance(refused, protocol.Refused)
    assert "you have blocked a player in it, or are blocked by one" in refused.reason
    asha.post("/unblock", {"name": "Bilal"})
    assert said(bilal, coming).yours == ("B",)
