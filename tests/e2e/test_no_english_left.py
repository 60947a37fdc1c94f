"""Translations: no English sentence is left on a page in another language, at any place."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carrom.i18n import sentences
from carrom.translation_check import TRANSLATIONS

from .conftest import Server, Visit, at_rest
from .hand import begin, board

PLACES = (
    "/",
    "/games",
    "/tournaments",
    "/learn",
    "/learn/first-stroke",
    "/rules",
    "/rules/club",
    "/rules/icf/compare/club",
    "/practice",
    "/settings",
    "/translation",
    "/nowhere",
)
WORDS = r"[A-Za-z]{3,}"
MAY_STAY = {
    "English",
    "TOML",
    "docs",
    "carrom",
    "board",
    "check",
    "Play",
    "play",
    "nowhere",
    "http",
    "https",
    "serve",
    "Shift",
    "Space",
    "Enter",
    "Escape",
}
"""Words that stay English: names of languages, formats, commands, keys and addresses, and umpire's calls."""
SPOKEN = """() => {
  const shown = [], aside = '[lang=en], script, style, noscript, textarea, code, kbd';
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const part = walk.currentNode.parentElement;
    if (!part.closest(aside)) shown.push(walk.currentNode.data.trim());
  }
  for (const part of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (part.closest('[lang=en]') || part.matches('textarea')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) shown.push(part.getAttribute(name) ?? '');
  }
  return shown.filter(Boolean);
}"""
"""JavaScript: all visible texts and screen-reader texts, except those marked as English."""


def english_on(page: Page) -> list[str]:
    """Return the texts of a page that contain English words."""
    return [text for text in page.evaluate(SPOKEN) if set(re.findall(WORDS, text)) - MAY_STAY]


@pytest.mark.slow
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_english_is_left_at_any_place(visit: Visit, server: Server, language: str) -> None:
    page = visit.page
    begin(page, "friend")
    board(page).press("Space")
    expect(page.get_by_test_id("ruling")).to_be_attached()
    page.evaluate(f"localStorage.setItem('carrom.language', '{language}')")
    page.reload()
    expect(board(page)).to_be_visible()
    found = {"/game": english_on(page)}
    for place in PLACES:
        page.goto(server.address.rstrip("/") + place)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        at_rest(page)
        found[place] = english_on(page)
    assert [f"{place}: {text}" for place, texts in found.items() for text in texts] == []


@pytest.mark.slow
def test_a_better_sentence_is_written_beside_the_english_and_saved_as_a_file(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}settings")
    page.evaluate("localStorage.setItem('carrom.language', 'hi')")
    page.reload()
    page.get_by_test_id("correct").click()
    page.get_by_test_id("find").fill("North east pocket near")
    field = page.locator("textarea[data-key='spoken.area.pocket.north-east']")
    expect(field).to_have_value(sentences("hi")["spoken.area.pocket.north-east"])
    field.fill("बेहतर")
    field.blur()
    page.get_by_test_id("find").fill("Board number of limit")
    with_names = page.locator("textarea[data-key='board-number-of']")
    with_names.fill("बिना नाम")
    with_names.blur()
    expect(page.get_by_role("alert")).to_contain_text("{limit}")
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    assert download.value.suggested_filename == "hi.json"
    better = json.loads(Path(str(download.value.path())).read_text(encoding="utf-8"))
    assert better == {"spoken.area.pocket.north-east": "बेहतर"}
    assert visit.complaints == []
