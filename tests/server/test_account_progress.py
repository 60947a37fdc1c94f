"""Player progress in an account: visible to its owner only, merged, limited in size, exported and deleted with it."""

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from agreed import KEY

from carrom import protocol
from carrom.game.record import read_record
from carrom.protocol import BeginRubber, ComeToTie, JoinTie, TieSnapshot, decode_server, encode
from carrom.server.people.own_account import ProgressStore
from carrom.training.progress import Medal, Progress

from .places import KINDS, place_of
from .teams import DELHI, FIRST, INVITE, SECOND, here, new_tie, terms
from .test_accounts import PASSWORD, Browser, Club, begin, opens

CLUB_MEDAL = {"medals": [{"level": "club", "at": 5}]}
STATE_MEDAL = {"medals": [{"level": "state", "at": 7}]}


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


def signed(club: Club, name: str) -> Browser:
    page = club.browser()
    page.sign_up(name)
    return page


def progress_of(page: Browser) -> Any:
    answer = page.client.get("/me/progress")
    assert answer.status_code == 200, answer.text
    return answer.json()


def levels(progress: Any) -> list[str]:
    return [each["level"] for each in progress["medals"]]


def test_a_guest_neither_reads_nor_writes_progress(club: Club) -> None:
    page = club.browser()
    assert page.client.get("/me/progress").status_code == 401
    page.post("/progress", CLUB_MEDAL, 401)


def test_a_program_with_every_scope_neither_reads_nor_writes_progress(club: Club) -> None:
    page = signed(club, "Asha")
    scopes = ["read", "play", "seeks", "challenges", "study"]
    word = page.post("/tokens", {"label": "tool", "scopes": scopes, "days": 3}, 201)["token"]
    program = club.browser()
    assert program.client.get("/me/progress", headers={"authorization": f"Bearer {word}"}).status_code == 401
    program.post("/progress", CLUB_MEDAL, 401, authorization=f"Bearer {word}")
    assert levels(progress_of(page)) == []


def test_another_sites_page_cannot_write_with_the_cookie(club: Club) -> None:
    page = signed(club, "Asha")
    headers = {"origin": "https://evil.example", "content-type": "application/json"}
    assert page.client.post("/me/progress", json=CLUB_MEDAL, headers=headers).status_code == 403
    assert levels(progress_of(page)) == []


def test_progress_goes_to_the_own_account_whatever_the_body_names(club: Club) -> None:
    asha, bilal = signed(club, "Asha"), signed(club, "Bilal")
    asha.post("/progress", CLUB_MEDAL)
    bilal.post("/progress", {**STATE_MEDAL, "account": "Asha"}, 422)
    bilal.post("/progress?account=Asha", STATE_MEDAL)
    assert (levels(progress_of(asha)), levels(progress_of(bilal))) == (["club"], ["state"])


def test_what_is_sent_twice_is_there_once_and_another_device_reads_it(club: Club) -> None:
    page = signed(club, "Asha")
    first = page.post("/progress", CLUB_MEDAL)
    assert page.post("/progress", CLUB_MEDAL) == first
    phone = club.browser()
    phone.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    assert progress_of(phone) == first
    assert levels(phone.post("/progress", STATE_MEDAL)) == ["club", "state"]
    assert levels(progress_of(page)) == ["club", "state"]


@pytest.mark.slow(first=5)
@pytest.mark.parametrize(
    "spoilt",
    [
        [],
        {"medals": [{"level": "club", "at": 0}]},
        {"medals": [{"level": "club", "at": 5}] * 21},
        {"diary": [{"game": "g", "at": 5, "result": "won", "score": [7, 0], "lesson": "x" * 201}]},
        {"days": [{"day": "2026-11-23", "solved": "yes"}]},
    ],
)
def test_what_is_no_progress_is_refused_in_a_sentence_and_nothing_is_lost(club: Club, spoilt: Any) -> None:
    page = signed(club, "Asha")
    page.post("/progress", CLUB_MEDAL)
    assert "detail" in page.post("/progress", spoilt, 422)
    assert levels(progress_of(page)) == ["club"]


def test_a_body_without_end_is_refused(club: Club) -> None:
    page = signed(club, "Asha")
    body = json.dumps({"medals": [], "x": "y" * 400_000})
    answer = page.client.post("/me/progress", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_browsers_that_send_at_once_lose_nothing(club: Club) -> None:
    page = signed(club, "Asha")
    account = club.store.database.ask("SELECT id FROM account", ())[0][0]
    store = ProgressStore(club.store.database)
    sent = [Progress(medals=(Medal(level=f"level-{number}", at=5),)) for number in range(12)]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda each: store.add(account, each), sent))
    assert len(progress_of(page)["medals"]) == 12


def test_progress_is_in_the_owners_archive_and_goes_with_the_account(club: Club) -> None:
    page = signed(club, "Asha")
    page.post("/progress", CLUB_MEDAL)
    archive = zipfile.ZipFile(io.BytesIO(page.client.get("/me/archive").content))
    assert json.loads(archive.read("account.json"))["progress"][0]["body"]["medals"] == CLUB_MEDAL["medals"]
    page.post("/delete", {"name": "Asha"})
    assert club.store.database.ask("SELECT * FROM progress", ()) == []


def test_stored_progress_that_cannot_be_read_counts_as_none(club: Club) -> None:
    page = signed(club, "Asha")
    page.post("/progress", CLUB_MEDAL)
    club.store.database.write(("UPDATE progress SET body = ?", ('{"medals": 7}',)))
    assert levels(progress_of(page)) == []
    assert levels(page.post("/progress", STATE_MEDAL)) == ["state"]


# -- What an account gives access to, from any device: its seats in ties and rubbers, and its game records


def said(browser: Browser, *messages: Any) -> Any:
    """Send messages and return the last answer: the state of a tie, or a refusal."""
    with browser.line() as line:
        line.receive_text()
        for message in messages:
            line.send_text(encode(message))
            while not isinstance(received := decode_server(line.receive_text()), TieSnapshot | protocol.Refused):
                pass
        return received


def yours(browser: Browser, tie: str, key: str | None = None) -> tuple[str, ...]:
    """Return the places in a tie that a browser may act for; empty if it may not see the tie."""
    answer = said(browser, ComeToTie(tie=tie, key=key))
    return answer.yours if isinstance(answer, TieSnapshot) else ()


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
    answer = said(laptop, ComeToTie(tie=tie), *sheets, BeginRubber(nonce="the-first-rubber-now", rubber=1))
    game = answer.rubbers[0].game
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
