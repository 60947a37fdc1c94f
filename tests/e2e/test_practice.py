"""Practice in a real browser: placing discs, striking, undoing, and asking about the laws."""

import re
from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.test_page import violations
from playwright.sync_api import Page, expect

READY = "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000"


def opened(visit: Visit, server: Server, words: str = "") -> Page:
    """Open the practice page and wait for its board."""
    visit.page.goto(f"{server.address}practice{words}")
    expect(visit.page.get_by_test_id("lay-W1")).to_be_visible()
    expect(visit.page).to_have_url(re.compile(r"\?p=c1"))
    return visit.page


def pixel(page: Page, x: float, y: float) -> tuple[float, float]:
    """Convert a place on the board (mm) to pixels of the page."""
    board = page.get_by_test_id("arranger")
    box = board.bounding_box()
    assert box is not None
    extent = float(board.get_attribute("data-extent") or "nan")
    return (
        box["x"] + (1 + x / extent) * box["width"] / 2,
        box["y"] + (1 - y / extent) * box["height"] / 2,
    )


def drag(page: Page, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one place of the board to another, in mm."""
    page.mouse.move(*pixel(page, *begin))
    page.mouse.down()
    page.mouse.move(*pixel(page, *end), steps=6)
    page.mouse.up()


@pytest.mark.slow
def test_discs_are_dragged_and_what_cannot_lie_so_is_said_in_millimetres(visit: Visit, server: Server) -> None:
    page = opened(visit, server, f"?p={READY}")
    drag(page, (250, 180), (-100, -100))
    disc = page.get_by_test_id("lay-W1")
    assert abs(int(disc.get_attribute("data-x") or 0) + 100_000) < 2000
    expect(page).to_have_url(re.compile(r"W1\.-(99|100)"))
    drag(page, (-100, -100), (-2, 10))
    expect(page.get_by_test_id("fault")).to_contain_text(re.compile(r"overlaps (Q|W1) by 2\d mm"))
    expect(page.get_by_test_id("strike-here")).to_be_disabled()
    drag(page, (-2, 10), (0, 600))
    expect(page.get_by_test_id("lay-W1")).to_have_count(0)
    expect(page.get_by_test_id("fault")).to_be_empty()
    page.get_by_test_id("tray-W1").click()
    expect(page.get_by_test_id("lay-W1")).to_be_visible()
    assert visit.complaints == []


def test_discs_are_laid_by_keys_and_the_address_opens_the_same_board(visit: Visit, server: Server) -> None:
    page = opened(visit, server, f"?p={READY}")
    disc = page.get_by_test_id("lay-W1")
    disc.focus()
    for key in ("ArrowLeft", "Shift+ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(disc).to_have_attribute("data-x", "239000")
    expect(disc).to_have_attribute("data-y", "181000")
    page.get_by_test_id("lay-B1").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("tray-B1")).to_be_visible()
    expect(page).to_have_url(re.compile(r"W1\.239000\.181000_W2[^B]*$"))
    page.reload()
    expect(page.get_by_test_id("lay-W1")).to_have_attribute("data-x", "239000")


@pytest.mark.slow
def test_a_text_that_is_no_position_is_refused_and_a_position_is_taken(visit: Visit, server: Server) -> None:
    page = opened(visit, server)
    field = page.get_by_test_id("position")
    field.fill("W1 in the middle")
    field.press("Enter")
    expect(page.get_by_test_id("fault")).to_contain_text("should look like c1")
    field.fill("c1_W9.0.0")
    field.press("Enter")
    expect(page.get_by_test_id("lay-W9")).to_be_visible()
    expect(page.get_by_test_id("fault")).to_be_empty()


@pytest.mark.slow
def test_a_stroke_is_played_taken_back_and_played_again(visit: Visit, server: Server) -> None:
    page = opened(visit, server, f"?p={READY}")
    page.get_by_test_id("mode-play").click()
    board = page.get_by_test_id("board")
    expect(board).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("power").fill("55")
    page.get_by_test_id("strike-button").click()
    facts = page.get_by_test_id("facts")
    expect(facts).to_contain_text("The striker hits Q first")
    expect(board).to_have_attribute("data-phase", "strike")
    first = facts.inner_text()
    page.get_by_test_id("back").click()
    expect(facts).to_have_count(0)
    page.get_by_test_id("strike-button").click()
    expect(facts).to_be_visible()
    page.get_by_test_id("again").click()
    expect(facts).to_contain_text("The striker hits Q first")
    assert facts.inner_text() == first
    page.get_by_test_id("same").click()
    expect(page.get_by_test_id("back")).to_have_attribute("aria-disabled", "true")
    assert visit.complaints == []


@pytest.mark.slow
def test_a_free_striker_may_stand_where_the_law_forbids_it_and_the_law_may_be_read(
    visit: Visit, server: Server
) -> None:
    page = opened(visit, server, f"?p={READY}")
    page.get_by_test_id("mode-play").click()
    page.get_by_text("Options").click()
    page.get_by_test_id("spots").select_option("free")
    page.get_by_test_id("judged").select_option("yes")
    for _ in range(100):  # until the server has confirmed that every place is free
        page.get_by_test_id("slide").fill("200")
        if page.get_by_test_id("board").get_attribute("data-x") == "200000":
            break
        page.wait_for_timeout(100)
    expect(page.get_by_test_id("board")).to_have_attribute("data-x", "200000")
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("why")).to_contain_text("Law 48")


def test_the_law_says_what_follows_and_names_its_clause(visit: Visit, server: Server) -> None:
    page = opened(visit, server, f"?p={READY}")
    page.get_by_test_id("mode-law").click()
    page.get_by_test_id("lay-W1").click()
    page.get_by_test_id("falls-S").check()
    page.get_by_test_id("ask-law").click()
    expect(page.get_by_test_id("why")).to_contain_text("Law 73")
    assert "falls=W1.S" in page.url
    page.reload()
    expect(page.get_by_test_id("why")).to_contain_text("Law 73")
    page.get_by_test_id("rules-select").select_option("classic-29")
    page.get_by_test_id("ask-law").click()
    expect(page.get_by_test_id("why")).to_contain_text("§")
    page.get_by_test_id("clause").first.click()
    expect(page.locator("#why")).to_be_in_viewport()
    expect(page.locator("#why")).to_contain_text("§")
    expect(page.locator("li.marked")).to_have_count(1)
    assert visit.complaints == []


@pytest.mark.slow
def test_a_worked_case_opens_as_a_question(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}rules/icf#law-73")
    clause = page.locator("#law-73")
    clause.locator("summary").click()
    clause.get_by_role("link", name="Try it").first.click()
    expect(page.get_by_test_id("why")).to_contain_text("Law 73")


@pytest.mark.slow
def test_facts_that_contradict_each_other_are_refused_in_a_sentence(visit: Visit, server: Server) -> None:
    page = opened(visit, server, f"?p={READY}&rules=icf&due=2")
    expect(page.get_by_test_id("fault")).to_contain_text("owes 2 although 7 of its pieces are pocketed")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["arrange", "play", "law"])
@pytest.mark.parametrize("size", [(320, 640), (844, 390)])
def test_practice_is_whole_on_small_screens_and_accessible(visit: Visit, server: Server, mode: str, size: Any) -> None:
    visit.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = opened(visit, server, f"?p={READY}")
    page.get_by_test_id(f"mode-{mode}").click()
    expect(page.get_by_test_id(f"mode-{mode}")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations(page) == []
