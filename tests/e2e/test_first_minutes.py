"""What people meet in their first minutes: the home page on a phone, three at one screen, passing, keys, ways on."""

from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import Hand, board
from e2e.wire import Wire, sit, strike, terms
from playwright.sync_api import Browser, Page, expect

from carrom.board.seat import Seat
from carrom.i18n import LANGUAGES

PORTRAIT, LANDSCAPE = {"width": 390, "height": 664}, {"width": 844, "height": 390}


@pytest.fixture
def small(browser: Browser, server: Server) -> Any:
    """A phone of 390 × 664 on the home page."""
    context = browser.new_context(viewport=PORTRAIT, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    visit = Visit(context.new_page())
    visit.page.goto(server.address)
    yield visit
    context.close()


def boxes(page: Page) -> dict[str, Any]:
    """Return where the board and the buttons of the home page are."""
    expect(page.get_by_test_id("usual")).not_to_have_text("")
    names = ("board", "change", "play", "company-program", "company-link", "company-here", "lobby-link")
    return {name: page.get_by_test_id(name).bounding_box() for name in names}


def test_the_home_page_of_a_phone_keeps_its_board_and_its_buttons_in_place_after_a_game(small: Visit) -> None:
    page = small.page
    before = boxes(page)
    page.get_by_test_id("company-here").click()
    for number, name in enumerate(("Asha", "Bala", "Chitra"), 1):
        page.get_by_test_id(f"name-here-{number}").fill(name)
    page.get_by_test_id("play-3").click()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    expect(page.locator("[data-testid^=score-]")).to_have_count(3)
    for name in ("Asha", "Bala", "Chitra"):
        expect(page.get_by_text(name).first).to_be_visible()
    page.goto(page.url.partition("game/")[0])
    expect(page.get_by_test_id("go-on")).to_be_visible()
    assert boxes(page) == before
    page.get_by_test_id("company-here").click()
    expect(page.get_by_test_id("name-here-3")).to_have_value("Chitra")
    page.get_by_test_id("play-2").click()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    expect(page.locator("[data-testid^=score-]")).to_have_count(2)
    assert small.complaints == []


def test_passing_asks_first_and_is_far_from_the_button_that_strikes(small: Visit, server: Server) -> None:
    page = small.page
    page.evaluate("localStorage.setItem('carrom.settings', '{\"fineAim\": true}')")
    with Wire(server.address) as wire:
        words = wire.begin(terms())
        strike(wire, Seat.SOUTH)
    sit(page, server.address, words)
    hand = Hand(page, server.address, words)
    hand.wait_for_turn()
    version = hand.version()
    passes, strikes = page.get_by_test_id("pass").bounding_box(), page.get_by_test_id("strike-button").bounding_box()
    assert passes is not None
    assert strikes is not None
    assert strikes["x"] - passes["x"] - passes["width"] > 100
    page.get_by_test_id("pass").click()
    page.get_by_test_id("pass-no").click()
    expect(page.get_by_test_id("pass-dialog")).to_have_count(0)
    assert hand.version() == version
    page.get_by_test_id("pass").click()
    page.get_by_test_id("pass-yes").click()
    hand.wait_past(version)
    expect(page.get_by_test_id("pass-dialog")).to_have_count(0)


def test_a_question_mark_lists_the_keys_and_two_keys_lead_from_the_top_of_a_page_to_the_board(visit: Visit) -> None:
    page = visit.page
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(board(page)).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("keys-dialog")).to_have_count(0)
    page.get_by_test_id("company-here").click()
    page.get_by_test_id("name-here-2").press("?")
    expect(page.get_by_test_id("name-here-2")).to_have_value("?")
    expect(page.get_by_test_id("keys-dialog")).to_have_count(0)


@pytest.mark.parametrize("place", ["hall", "setup", "live"])
def test_a_page_of_a_tournament_that_is_not_here_has_a_heading_and_leads_on(
    visit: Visit, server: Server, place: str
) -> None:
    page = visit.page
    page.goto(server.address + place)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_test_id("way-on").get_by_role("link").first.click()
    page.wait_for_url(server.address + "events")


CROWDED = """() => [...document.querySelectorAll('[data-testid^=tab-]')].filter(tab => {
    const text = document.createRange();
    text.selectNodeContents(tab.querySelector('span, bdi'));
    return text.getBoundingClientRect().width > tab.getBoundingClientRect().width - 2;
}).map(tab => tab.textContent)"""


def test_no_label_of_the_tab_bar_touches_its_neighbour_in_any_language(small: Visit) -> None:
    for language in LANGUAGES:
        small.page.evaluate(f"localStorage.setItem('carrom.language', {language!r})")
        small.page.reload()
        expect(small.page.locator(f"html[lang={language}]")).to_have_count(1)
        expect(small.page.get_by_test_id("tab-learn")).to_be_visible()
        assert small.page.evaluate(CROWDED) == [], language


CUT = """() => [...document.querySelectorAll('main, main *')].filter(node =>
    node.scrollHeight > node.clientHeight + 1 && node.clientHeight > 0 && getComputedStyle(node).overflowY !== 'visible'
    && !node.closest('[data-testid=board]') && !node.classList.contains('unseen')
).map(node => node.className)"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE], ids=["portrait", "landscape"])
def test_every_text_of_every_lesson_is_whole_with_its_hint_on_a_phone(small: Visit, server: Server, size: Any) -> None:
    page = small.page
    page.set_viewport_size(size)
    page.goto(f"{server.address}learn")
    lessons = page.locator("[data-testid^=lesson-]")
    expect(lessons).to_have_count(20)
    names = lessons.evaluate_all("nodes => nodes.map(node => node.dataset.testid.slice(7))")
    for name in names:
        page.goto(f"{server.address}learn/{name}")
        expect(page.get_by_test_id("teacher")).to_be_visible()
        steps = page.locator("[data-testid^=go-]").evaluate_all("nodes => nodes.map(node => node.dataset.testid)")
        for step in steps:
            page.get_by_test_id(step).click()
            expect(page.get_by_test_id(step)).to_have_attribute("aria-current", "step")
            assert page.evaluate(CUT) == [], (name, step)
            page.get_by_test_id("hint").click()
            assert page.evaluate(CUT) == [], (name, step, "hint")
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (name, step)
