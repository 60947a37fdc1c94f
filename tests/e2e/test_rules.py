"""The rule books as pages: the list of books, clause addresses, cases, search, and the comparison of two books."""

import re

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import begin, board, options
from e2e.test_page import violations
from playwright.sync_api import Page, expect


def opened(visit: Visit, server: Server, path: str) -> Page:
    """Open a path and wait until its page has loaded."""
    visit.page.goto(server.address.rstrip("/") + path)
    expect(visit.page.get_by_role("heading", level=1)).to_be_visible()
    if "/compare" not in path and path.startswith("/rules/"):
        expect(visit.page.get_by_test_id("book")).to_have_attribute("aria-busy", "false", timeout=30_000)
    return visit.page


@pytest.mark.slow
def test_from_the_menu_to_a_book_and_back(visit: Visit, server: Server) -> None:
    page = opened(visit, server, "/")
    page.get_by_test_id("tab-tools").click()
    page.get_by_test_id("places").locator("a[href='/rules']").click()
    page.get_by_role("link", name="The club game").click()
    expect(page.get_by_role("heading", level=1, name="The club game")).to_be_visible()
    assert page.url.endswith("/rules/club")
    page.go_back()
    expect(page.get_by_test_id("rules").get_by_role("heading", level=2)).to_have_count(8)
    assert visit.complaints == []


@pytest.mark.slow
def test_the_address_of_a_clause_opens_the_book_at_it_and_marks_it(visit: Visit, server: Server) -> None:
    page = opened(visit, server, "/rules/icf#law-72a")
    clause = page.locator("#law-72a")
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    expect(page.locator("li.marked")).to_have_count(1)
    expect(clause).to_contain_text("Pocketing the striker alone")
    page.locator("[data-clause='Law 73'] a.number").click()
    assert page.url.endswith("/rules/icf#law-73")
    expect(page.locator("li.marked")).to_have_attribute("data-clause", "Law 73")
    page.reload()
    expect(page.locator("#law-73")).to_be_in_viewport()
    assert visit.complaints == []


@pytest.mark.slow
def test_the_cases_of_a_clause_are_shown_with_boards_and_decisions(visit: Visit, server: Server) -> None:
    page = opened(visit, server, "/rules/icf#law-72a")
    clause = page.locator("#law-72a")
    clause.locator("summary").click()
    expect(clause.get_by_role("img")).to_have_count(5)
    expect(clause).to_contain_text("Ruling:")
    page = opened(visit, server, "/rules/club#12-3")
    borrowed = page.locator("[id='12-3']")
    borrowed.locator("summary").click()
    expect(borrowed.get_by_role("img").first).to_be_visible()


@pytest.mark.slow
def test_a_word_is_found_and_the_contents_lead_on(visit: Visit, server: Server) -> None:
    page = opened(visit, server, "/rules/icf")
    clauses = page.locator("[data-clause]")
    expect(clauses.first).to_be_attached()
    everything = clauses.count()
    page.get_by_test_id("find").fill("queen striker")
    expect(page.get_by_role("status").filter(has_text="matches")).to_be_visible()
    assert 3 < clauses.count() < everything / 3
    expect(page.locator("mark").first).to_be_visible()
    page.get_by_test_id("find").fill("")
    page.get_by_test_id("contents").last.get_by_role("link", name="Dues").click()
    expect(page.get_by_role("heading", name="Dues", exact=True)).to_be_in_viewport()


@pytest.mark.slow
def test_two_books_are_compared_and_the_pair_is_an_address(visit: Visit, server: Server) -> None:
    page = opened(visit, server, "/rules")
    form = page.get_by_test_id("compare")
    form.get_by_role("combobox").last.select_option("points")
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", name="The queen", exact=True)).to_be_visible()
    assert page.url.endswith("/rules/icf/compare/points")
    page.get_by_role("combobox").last.select_option("club")
    expect(page.get_by_text("88 rules are the same in both")).to_be_visible()
    page.get_by_role("link", name="Law 127b").first.click()
    expect(page.locator("#law-127b")).to_be_in_viewport()


@pytest.mark.slow
def test_a_book_that_there_is_none_is_refused_in_a_sentence(visit: Visit, server: Server) -> None:
    page = opened(visit, server, "/rules/chess")
    expect(page.get_by_role("alert")).to_contain_text("There is no rule book 'chess'; expected one of icf")


@pytest.mark.slow
def test_a_clause_of_rules_of_ones_own_opens_the_book_of_the_game(visit: Visit, server: Server) -> None:
    page = visit.page
    options(page)
    own = b'extends = "icf"\ntitle = "Our evening"\nqueen_cover = "none"\n'
    page.get_by_test_id("rules-file").set_input_files({"name": "ours.toml", "mimeType": "text/plain", "buffer": own})
    expect(page.get_by_test_id("sheet-rules")).to_have_value("")
    begin(page, "friend")
    board(page).press("Space")
    clause = page.get_by_test_id("clause").first
    expect(clause).to_be_attached(timeout=30_000)
    address = str(clause.get_attribute("href"))
    assert re.fullmatch(r"/game/[\w-]+/rules#[\w-]+", address)
    opened(visit, server, address)
    expect(page.get_by_role("heading", level=1, name="Our evening")).to_be_visible()
    expect(page.locator(f"[id='{address.partition('#')[2]}']")).to_be_in_viewport()
    house = page.locator("section[aria-labelledby=house]")
    expect(house.get_by_role("heading", name="The queen", exact=True)).to_be_attached()
    assert visit.complaints == []


def test_why_under_a_ruling_opens_the_book_with_the_ruling_and_its_board(visit: Visit, server: Server) -> None:
    page = visit.page
    begin(page, "friend")
    board(page).press("Space")
    with page.expect_popup() as opening:
        page.get_by_test_id("why-link").click(timeout=30_000)
    book = opening.value
    explained = book.locator("#why")
    expect(explained).to_be_in_viewport()
    expect(explained).to_contain_text("the turn passes")
    expect(explained.get_by_role("img")).to_be_visible()
    assert visit.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/rules", "/rules/icf", "/rules/points", "/rules/icf/compare/three-player"])
def test_the_books_are_whole_at_320_pixels_and_accessible(visit: Visit, server: Server, path: str) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 640})
    page = opened(visit, server, path)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(page) == []
