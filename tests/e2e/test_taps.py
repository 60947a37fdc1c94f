"""Common tasks of a player on a phone take at most two taps from the home page."""

from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.wire import Wire, strike, terms
from playwright.sync_api import Browser, Page, expect

from carrom.board.seat import Seat
from carrom.protocol import Resign

BOARD = "[data-testid=board][data-phase=strike]"
MOST = 2

JOBS: dict[str, tuple[tuple[str, ...], str]] = {
    "play the computer": (("play",), BOARD),
    "change the level": (("change", "level-club"), "[data-testid=level-club][aria-pressed=true]"),
    "continue a game": (("go-on",), BOARD),
    "play a stranger": (("lobby-link", "quick"), "[data-testid=withdraw]"),
    "pass and play": (("company-here", "play-2"), BOARD),
    "three at one screen": (("company-here", "play-3"), BOARD),
    "invite a friend": (("company-link", "play-2"), "[data-testid=waiting-room]"),
    "doubles by link": (("company-link", "play-4"), "[data-testid=waiting-room]"),
    "the first lesson": (("tab-learn", "lesson-first-stroke"), "[data-testid=lesson]"),
    "the analysis board": (("tab-tools", "#tools a[href='/analysis']"), "[data-testid=board]"),
    "replay a past game": (("past-game", "watch"), "[data-testid=timeline]"),
    "change the language": (("tab-you", "input[name=language][value=ta]"), "html[lang=ta]"),
    "score a real board": (("tab-tools", "#tools a[href='/umpire']"), "[data-testid=umpire]"),
}
"""Per task: the targets to tap in order (test ids or selectors), and what the page then shows."""


@pytest.fixture
def phone(browser: Browser, server: Server) -> Any:
    """A page on a phone with one unfinished and one resigned game stored."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    visit = Visit(context.new_page())
    visit.page.goto(f"{server.address}settings")
    for over in (False, True):
        with Wire(server.address) as wire:
            words = wire.begin(terms())
            if over:
                strike(wire, Seat.SOUTH)
                wire.act(Resign, seat=Seat.NORTH)
        keep(visit.page, words)
    yield visit
    context.close()


def keep(page: Page, words: dict[str, Any]) -> None:
    """Store the keys to a game as the page does, for both seats."""
    page.evaluate(
        "words => localStorage.setItem(`carrom.game.${words.game}`, JSON.stringify(words))",
        {**words, "yours": ["south", "north"], "seen": 1},
    )


def tap(page: Page, target: str) -> None:
    """Tap the element with this test id or selector."""
    found = page.locator(target) if target.startswith(("#", "input")) else page.get_by_test_id(target)
    if target in ("go-on", "past-game"):
        found = found.get_by_role("link").last
    found.filter(visible=True).first.click()


@pytest.mark.parametrize("job", JOBS)
def test_a_common_job_takes_at_most_two_taps_from_home(phone: Visit, server: Server, job: str) -> None:
    taps, reached = JOBS[job]
    page = phone.page
    page.goto(server.address)
    expect(page.get_by_test_id("past-game")).to_be_visible()
    assert len(taps) <= MOST
    for target in taps:
        tap(page, target)
    expect(page.locator(reached).first).to_be_visible()
    assert phone.complaints == []


def test_todays_puzzle_is_one_tap_and_the_first_stroke_of_a_new_visitor_none(server: Server, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 664}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.address)
    expect(page.locator(BOARD)).to_be_visible()
    page.locator(BOARD).press("Enter")
    page.wait_for_url("**/game/*")
    expect(page.locator(f"{BOARD}[data-version]")).to_be_visible()
    page.get_by_test_id("wordmark").click()
    expect(page.get_by_test_id("go-on")).to_be_visible()
    page.get_by_test_id("today").click()
    page.wait_for_url("**/puzzles/today")
    context.close()


def test_rules_are_two_taps_from_a_game_and_home_is_one(phone: Visit, server: Server) -> None:
    page = phone.page
    page.goto(server.address)
    expect(page.get_by_test_id("past-game")).to_be_visible()
    tap(page, "go-on")
    expect(page.locator(BOARD)).to_be_visible()
    page.get_by_test_id("menu-button").click()
    page.get_by_test_id("menu-rules").click()
    expect(page.get_by_test_id("book")).to_be_visible()
    page.get_by_test_id("back-to-game").click()
    expect(page.locator(BOARD)).to_be_visible()
    page.get_by_test_id("wordmark").click()
    expect(page.get_by_test_id("home")).to_be_visible()
