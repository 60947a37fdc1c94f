"""The page in each language: switched without a reload, stored, with the right direction and fonts."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from carrom.i18n import LANGUAGES, OWN_NAMES, sentences

from .conftest import Server, Visit
from .hand import begin, board

PAGE = json.loads((Path(__file__).parents[2] / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
FONTS = {"hi": "Devanagari", "ta": "Tamil", "bn": "Bengali", "ur": "Naskh", "si": "Sinhala"}


def said(language: str, key: str) -> str:
    """Return a sentence of the page in a language, in English if it is not translated."""
    return sentences(language).get(key) or str(PAGE[key])


def fonts(page: Page) -> list[str]:
    """Return the bundled fonts that the page has loaded."""
    page.evaluate("document.fonts.ready")
    loaded = "[...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family)"
    return sorted({str(family).strip("'\"") for family in page.evaluate(loaded)})


def test_a_language_is_chosen_without_a_reload_and_kept(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}settings")
    page.evaluate("window.untouched = true")
    page.get_by_label(OWN_NAMES["ur"]).check()
    expect(page.locator("h1")).to_have_text(said("ur", "place.settings"))
    asked = "[document.documentElement.lang, document.documentElement.dir, window.untouched]"
    assert page.evaluate(asked) == ["ur", "rtl", True]
    expect(page.get_by_text(said("ur", "language.unchecked"))).to_be_visible()
    page.reload()
    expect(page.locator("h1")).to_have_text(said("ur", "place.settings"))
    page.get_by_label("English").check()
    expect(page.locator("h1")).to_have_text("Settings")
    assert page.evaluate("document.documentElement.dir") == "ltr"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_language_is_the_browsers_and_only_its_letters_are_loaded(
    browser: Browser, server: Server, language: str
) -> None:
    context = browser.new_context(locale=f"{language}-IN", reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.address)
    expect(page.get_by_test_id("play")).to_have_text(said(language, "home.play"))
    assert page.evaluate("document.documentElement.lang") == language
    assert fonts(page) == ([f"Carrom {FONTS[language]}"] if language in FONTS else [])
    context.close()


def spot(page: Page, text: str) -> tuple[int, int]:
    """Return a board element's offset from the board's left and top edges, in whole pixels."""
    edge, part = board(page).bounding_box(), board(page).locator(text).first.bounding_box()
    assert edge is not None
    assert part is not None
    return round(part["x"] - edge["x"]), round(part["y"] - edge["y"])


@pytest.mark.slow
def test_right_to_left_never_mirrors_the_board(visit: Visit, server: Server) -> None:
    page = visit.page
    begin(page, "friend")
    before = spot(page, "canvas"), spot(page, "svg")
    page.evaluate("localStorage.setItem('carrom.language', 'ur')")
    page.reload()
    expect(board(page)).to_be_visible()
    assert page.evaluate("document.documentElement.dir") == "rtl"
    assert (spot(page, "canvas"), spot(page, "svg")) == before
    assert board(page).evaluate("(each) => getComputedStyle(each).direction") == "ltr"
    assert page.locator("input[type=range]").first.evaluate("(each) => getComputedStyle(each).direction") == "ltr"
