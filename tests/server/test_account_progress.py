"""Player progress in an account: visible to its owner only, merged, limited in size, exported and deleted with it."""

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from carrom.server.people.own_account import ProgressStore
from carrom.training.progress import Medal, Progress

from .places import KINDS, place_of
from .test_accounts import PASSWORD, Browser, Club

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
