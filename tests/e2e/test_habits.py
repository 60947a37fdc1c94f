"""The daily puzzle, solo runs, the drill plan, medals and the diary in a real browser, and their move to an account."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import PHONE, Server, Visit
from e2e.test_account import PASSWORD, at, sign_up
from e2e.test_page import violations
from playwright.sync_api import Browser, Page, expect

TRIED = "fetch('/api/puzzles/today').then(async answer => (await answer.json()).tried)"

OWNED = "JSON.parse(localStorage.getItem('carrom.habits') ?? '{}').owner === 'Asha'"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts enabled."""
    server = Server(tmp_path / "club")
    server.command = ("serve", "--accounts", "on")
    server.start()
    yield server
    server.kill()


def until(page: Page, holds: str) -> None:
    """Wait until a JavaScript expression is true; the page's CSP blocks playwright's `wait_for_function`."""
    for _ in range(200):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{holds} did not come true")


def strike(page: Page) -> None:
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("strike-button").click()


def stored(page: Page) -> Any:
    return json.loads(page.evaluate("localStorage.getItem('carrom.habits') ?? '{}'"))


def test_todays_puzzle_is_tried_once_counted_shown_in_the_week_and_shared(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}puzzles")
    before = page.evaluate(TRIED)
    page.get_by_test_id("today").click()
    expect(page).to_have_url(re.compile(r"/puzzles/today$"))
    strike(page)
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.get_by_test_id("daily-share")).to_contain_text("tried")
    days = stored(page)["days"]
    assert len(days) == 1
    assert page.evaluate(TRIED) == before + 1
    page.get_by_test_id("try-again").click()
    strike(page)
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert page.evaluate(TRIED) == before + 1, "a second try is not counted"
    page.evaluate("() => { navigator.share = async ({ text }) => { window.shared = text; }; }")
    page.get_by_test_id("share-day").click()
    until(page, "window.shared !== undefined")
    assert "/puzzles/today" in page.evaluate("window.shared")
    assert violations(page) == []
    assert visit.complaints == []


@pytest.mark.slow
def test_after_a_miss_the_solution_is_played_and_the_rating_change_shown(visit: Visit, server: Server) -> None:
    page = visit.page
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{server.address}puzzles/1")
    strike(page)
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-solved", "false")
    expect(page.get_by_test_id("rating-change")).to_contain_text(re.compile(r"\d{4}"))
    expect(page.get_by_test_id("show-best")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("show-best")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".acts .primary")).to_have_count(1)
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert visit.complaints == []


@pytest.mark.slow
def test_a_streak_ends_with_the_first_miss_and_a_timed_run_goes_on(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}puzzles/run/streak")
    strike(page)
    expect(page.get_by_test_id("run-over")).to_be_visible()
    expect(page.get_by_test_id("run-row").locator("li")).to_have_count(1)
    page.goto(f"{server.address}puzzles/run/three")
    expect(page.get_by_test_id("run-clock")).to_contain_text(re.compile("3:00|2:5"))
    strike(page)
    expect(page.get_by_test_id("run-clock")).to_contain_text(re.compile("2:[0-4]"))
    strike(page)
    expect(page.get_by_test_id("run-row").locator("li")).to_have_count(2)
    assert violations(page) == []
    assert visit.complaints == []


@pytest.mark.slow
def test_the_plan_of_the_week_counts_tries_at_its_drills(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}drills")
    expect(page.get_by_test_id("plan").locator("li")).to_have_count(5)  # three drills, puzzles, a solo run
    first = page.get_by_test_id("plan").locator("a").first
    name = first.get_attribute("href").removeprefix("/drills/")
    first.click()
    strike(page)
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert stored(page)["plan"]["tries"] == {name: 1}
    page.goto(f"{server.address}you")
    expect(page.get_by_test_id(f"plan-{name}")).to_contain_text("1")


@pytest.mark.parametrize("spoilt", ["not json", '{"days": 7, "diary": [null], "medals": "x", "plan": []}'])
def test_damaged_data_do_not_break_the_page_about_the_player(visit: Visit, server: Server, spoilt: str) -> None:
    page = visit.page
    page.goto(server.address)
    page.evaluate("text => localStorage.setItem('carrom.habits', text)", spoilt)
    page.goto(f"{server.address}you")
    expect(page.get_by_test_id("medals").locator("li")).to_have_count(9)
    expect(page.get_by_test_id("achievements").locator("li")).to_have_count(13)
    assert violations(page) == []
    assert visit.complaints == []


@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390), (1440, 900)])
def test_the_page_about_the_player_scrolls_only_down(visit: Visit, server: Server, width: int, height: int) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.address}you")
    expect(page.get_by_test_id("plan").locator("li")).to_have_count(5)  # three drills, puzzles, a solo run
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_what_a_guest_has_reached_moves_into_the_account_and_is_read_on_another_device(
    visit: Visit, club: Server, browser: Browser
) -> None:
    page = visit.page
    page.goto(at(club, ""))
    reached = {"version": 1, "medals": {"club": 1_795_000_000_000}, "days": {"2026-11-22": True}}
    page.evaluate("value => localStorage.setItem('carrom.habits', value)", json.dumps(reached))
    page.goto(at(club, "account"))
    sign_up(page)
    until(page, OWNED)
    elsewhere = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    phone = elsewhere.new_page()
    phone.goto(at(club, "account"))
    phone.get_by_test_id("account-name").fill("asha")
    phone.get_by_test_id("account-password").fill(PASSWORD)
    phone.get_by_test_id("account-password").press("Enter")
    until(phone, OWNED)
    phone.goto(at(club, "you"))
    expect(phone.get_by_test_id("medals").locator(".won")).to_have_count(1)
    elsewhere.close()
