"""Accessibility: axe finds no violations at any place of the page, in any language."""

import json
import re
from typing import Any

import pytest
from e2e.conftest import Server, Visit, at_rest
from e2e.hand import BREAK, Hand, choose, options
from e2e.test_page import violations
from e2e.wire import Wire, terms
from playwright.sync_api import Page, expect

from carrom.i18n import LANGUAGES
from carrom.protocol import Who
from carrom.server.http.static_files import PATHS

RIGHT_TO_LEFT_FIRST = sorted(LANGUAGES, key=lambda language: language != "ur")
"""Languages with Urdu first: runs that take only the first parameter then test right-to-left."""
WORDS = {
    "/learn/{word}": ["first-stroke"],
    "/rules/{word}": ["club"],
    "/rules/{word}/compare/{word}": ["icf", "club"],
    "/puzzles/{word}": ["today"],
    "/puzzles/run/{word}": ["three"],
    "/drills/{word}": ["cut"],
    "/tournaments/{word}": ["nobodys-tournament"],
    "/tie/{word}": ["nobodys"],
    "/umpire/{word}": ["nobodys-sheet"],
    "/events/{word}": ["nobodys"],
    "/setup/{word}": ["nobodys"],
    "/live/{word}": ["1"],
    "/overlay/{word}": ["1"],
    "/@/{name}": ["nobody"],
}
"""Values for the parameters of each route; for games, the test starts a game and uses its id."""


def in_language(visit: Visit, server: Server, language: str) -> Page:
    """Return the home page in a language."""
    visit.page.evaluate(f"localStorage.setItem('carrom.language', '{language}')")
    visit.page.evaluate("""localStorage.setItem('carrom.analysis', '{"engine":false}')""")
    visit.page.goto(server.address)
    expect(visit.page.locator("html")).to_have_attribute("lang", language)
    return visit.page


@pytest.mark.slow
@pytest.mark.parametrize("language", RIGHT_TO_LEFT_FIRST)
def test_axe_finds_nothing_at_any_place_in_any_language(visit: Visit, server: Server, language: str) -> None:
    page = in_language(visit, server, language)
    found = {}
    with Wire(server.address) as line:
        begun = line.begin(terms(2))
    at(page, server, begun)
    for place in PATHS:
        address = re.sub("^/(game|analysis|mistakes)/{word}", rf"/\1/{begun['game']}", place)
        for word in WORDS.get(place, []):
            address = re.sub(r"\{\w+\}", word, address, count=1)
        assert "{" not in address, f"WORDS has no value for {place}"
        page.goto(server.address.rstrip("/") + address)
        expect(page.locator("h1")).to_be_attached()
        expect(page.locator("main")).not_to_be_empty()
        at_rest(page)
        found[address] = violations(page)
    page.goto(f"{server.address}nowhere")
    expect(page.locator("h1")).to_be_visible()
    found["nowhere"] = violations(page)
    assert {address: wrong for address, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", RIGHT_TO_LEFT_FIRST)
def test_axe_finds_nothing_at_a_table_in_any_language(visit: Visit, server: Server, language: str) -> None:
    page = in_language(visit, server, language)
    found = {}
    options(page)
    expect(page.get_by_test_id("new-game-dialog")).to_be_visible()
    found["the table sheet"] = violations(page)
    with Wire(server.address) as line:
        waits, tossed, played = (
            line.begin(terms(2, who=Who.LINK)),
            line.begin(terms(2, first=None)),
            line.begin(terms(4)),
        )
    at(page, server, waits)
    expect(page.get_by_test_id("waiting-room")).to_be_visible()
    found["the table that waits"] = violations(page)
    at(page, server, tossed)
    expect(page.get_by_test_id("toss")).to_be_visible()
    found["the toss"] = violations(page)
    at(page, server, played)
    hand = Hand(page, server.address, played)
    hand.wait_for_turn()
    expect(page.locator("h2:has(.called:empty)")).to_have_count(0)
    page.wait_for_timeout(1500)  # while the board glides into place, headings are not shown yet
    found["doubles"] = violations(page)
    hand.strike_by_keys(BREAK)
    hand.wait_for_turn()
    found["a ruling"] = violations(page)
    for name in ("keys", "share", "resign"):
        choose(page, name)
        expect(page.locator("dialog[open]")).to_be_visible()
        found[name] = violations(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_test_id("replay").click()
    expect(page.get_by_test_id("timeline")).to_be_visible()
    found["a replay"] = violations(page)
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
    assert visit.complaints == []


def at(page: Page, server: Server, words: dict[str, Any]) -> None:
    """Open a game in a browser that stores these keys to it."""
    page.evaluate(
        "([name, kept]) => localStorage.setItem(name, kept)", [f"carrom.game.{words['game']}", json.dumps(words)]
    )
    page.goto(f"{server.address}game/{words['game']}")
