"""The daily puzzle over HTTP: judged by the server, counted once for each browser and account, without names."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from carrom.server.http.training import DailyPuzzles, DailyStore
from carrom.storage.store import Store
from carrom.training.daily import daily_number
from carrom.training.puzzles import puzzle_of

from .places import KINDS, place_of
from .test_accounts import Browser, Club

NOON = 1_795_435_200
"""2026-11-23 12:00 UTC in seconds since 1970."""
DAY = 86_400
TODAY, YESTERDAY, BEFORE, TOMORROW = "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-24"
MISS = {"x": 0, "vx": 0, "vy": 300_000}


def best(day: str) -> dict[str, int]:
    stroke = puzzle_of(daily_number(date.fromisoformat(day))).stroke
    return {"x": stroke.x, "vx": stroke.vx, "vy": stroke.vy}


def token(number: int) -> str:
    return f"token-of-a-browser-{number:06d}"


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


@pytest.fixture
def club(static: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setattr(DailyPuzzles, "now", staticmethod(lambda: NOON))
    made = Club(":memory:", static)
    with made.client:
        yield made


@pytest.fixture(params=KINDS)
def days(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DailyStore]:
    store = Store(place_of(request.param, tmp_path).where)
    yield DailyStore(store.database)
    store.close()


def tries(page: Browser, number: int, stroke: Any = MISS, day: str = TODAY, code: int = 200) -> Any:
    answer = page.client.post(f"/api/puzzles/days/{day}/try", json={"stroke": stroke, "token": token(number)})
    assert answer.status_code == code, answer.text
    return answer.json()


def test_today_has_a_puzzle_without_its_solution_and_nobody_has_tried_it(club: Club) -> None:
    found = club.browser().client.get("/api/puzzles/today").json()
    assert (found["day"], found["tried"], found["solved"]) == (TODAY, 0, 0)
    assert found["puzzle"]["number"] == daily_number(date(2026, 11, 23))
    assert "best" not in found["puzzle"]


def test_a_first_try_is_judged_by_the_server_and_counted(club: Club) -> None:
    page = club.browser()
    assert tries(page, 1, best(TODAY)) == {"day": TODAY, "counted": True, "tried": 1, "solved": 1}
    assert tries(page, 2) == {"day": TODAY, "counted": True, "tried": 2, "solved": 1}
    found = page.client.get("/api/puzzles/today").json()
    assert (found["tried"], found["solved"]) == (2, 1)


def test_a_second_try_of_the_same_browser_counts_neither_for_nor_against_it(club: Club) -> None:
    page = club.browser()
    tries(page, 1)
    assert tries(page, 1, best(TODAY)) == {"day": TODAY, "counted": False, "tried": 1, "solved": 0}


def test_an_account_counts_once_whatever_its_tokens(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    tries(page, 1)
    for number in range(2, 6):
        assert tries(page, number, best(TODAY))["counted"] is False
    assert tries(club.browser(), 1)["tried"] == 2, "another browser's token is not the account's"


def test_one_address_with_many_fresh_tokens_is_counted_only_so_often(club: Club) -> None:
    page = club.browser()
    counted = []
    for number in range(40):
        club.clock.now += 60  # stay below the rate limit
        counted.append(tries(page, number, best(TODAY))["counted"])
    assert counted == [True] * DailyPuzzles.PER_ADDRESS + [False] * (40 - DailyPuzzles.PER_ADDRESS)
    assert page.client.get("/api/puzzles/today").json()["tried"] == DailyPuzzles.PER_ADDRESS


def test_a_claim_to_have_solved_it_is_not_believed(club: Club) -> None:
    page = club.browser()
    body = {"stroke": MISS, "token": token(1), "solved": True}
    answer = page.client.post(f"/api/puzzles/days/{TODAY}/try", json=body)
    assert answer.status_code == 422
    assert "solved" in answer.json()["detail"]
    assert page.client.get("/api/puzzles/today").json()["tried"] == 0


@pytest.mark.parametrize("stroke", [None, {"x": 0, "vx": 0, "vy": 900_000_000}, {"x": 9_999_999, "vx": 0, "vy": 1}])
def test_no_stroke_or_an_impossible_one_is_refused_and_not_counted(club: Club, stroke: Any) -> None:
    page = club.browser()
    tries(page, 1, stroke, code=422)
    assert page.client.get("/api/puzzles/today").json()["tried"] == 0


@pytest.mark.parametrize("day", [TOMORROW, BEFORE, "2026-02-31", "2026-13-01"])
def test_a_day_that_is_not_open_is_refused_in_a_sentence(club: Club, day: str) -> None:
    answer = tries(club.browser(), 1, MISS, day, 404)
    assert "today" in answer["detail"]


def test_yesterday_is_open_for_those_who_began_before_midnight(club: Club) -> None:
    assert tries(club.browser(), 1, best(YESTERDAY), YESTERDAY)["solved"] == 1


@pytest.mark.parametrize("word", ["", "short", "x" * 65, "with spaces and more than 22", "é" * 30])
def test_a_token_that_is_none_is_refused(club: Club, word: str) -> None:
    page = club.browser()
    answer = page.client.post(f"/api/puzzles/days/{TODAY}/try", json={"stroke": MISS, "token": word})
    assert answer.status_code == 422


def test_nothing_stored_names_a_browser_an_address_or_an_account(club: Club) -> None:
    page = club.browser()
    page.sign_up("Mundari")
    tries(page, 1)
    tries(club.browser(), 2)
    rows = club.store.database.ask("SELECT * FROM daily_try", ())
    assert len(rows) == 2
    account = club.store.database.ask("SELECT id FROM account", ())[0][0]
    for secret in ("undari", token(1), token(2), "testclient", account):
        assert secret not in str(rows)


def test_past_days_become_two_numbers(days: DailyStore) -> None:
    for who, solved in (("a", True), ("b", False), ("c", True)):
        days.count(BEFORE, who, solved)
    days.count(TODAY, "a", False)
    days.close_before(YESTERDAY)
    days.close_before(YESTERDAY)
    assert [days.totals(day) for day in (BEFORE, YESTERDAY, TODAY)] == [(3, 2), (0, 0), (1, 0)]
    assert [day for day, *_ in days.database.ask("SELECT day, who FROM daily_try", ())] == [TODAY]


def test_a_closed_day_is_not_counted_again(days: DailyStore) -> None:
    days.count(BEFORE, "a", True)
    days.close_before(TODAY)
    days.count(BEFORE, "late", True)
    days.close_before(TODAY)
    assert days.totals(BEFORE) == (1, 1)


def test_the_same_person_twice_is_one_row_and_the_first_try_stays(days: DailyStore) -> None:
    assert days.count(TODAY, "a", False) is True
    assert days.count(TODAY, "a", True) is False
    assert days.totals(TODAY) == (1, 0)
