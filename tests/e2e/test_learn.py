"""Lessons on the board, by pointer and keyboard; progress is stored."""

import re
from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.test_page import violations
from playwright.sync_api import Page, expect


def lesson(visit: Visit, server: Server, name: str) -> Page:
    """Return the page of a lesson whose board waits for a stroke."""
    visit.page.goto(f"{server.address}learn/{name}")
    expect(visit.page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    return visit.page


def test_from_home_to_the_first_lesson(visit: Visit, server: Server) -> None:
    page = visit.page
    page.get_by_role("link", name="Learn by playing").click()
    expect(page.get_by_test_id("lesson-lines")).to_be_visible()
    expect(page.get_by_test_id("learn").get_by_role("listitem")).to_have_count(6)
    page.get_by_test_id("lesson-lines").click()
    expect(page.get_by_test_id("teacher")).to_contain_text("Drag the striker")
    assert page.url.endswith("/learn/lines")
    assert visit.complaints == []


def test_the_first_lesson_is_done_by_keyboard_and_remembered(visit: Visit, server: Server) -> None:
    page = lesson(visit, server, "lines")
    page.get_by_test_id("board").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("teacher")).to_have_attribute("data-reached", "false")
    page.get_by_test_id("try-again").click()
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("slide").fill("110")
    page.get_by_test_id("strike-button").click()
    onward = page.get_by_test_id("next-step")
    expect(onward).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "2")
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("slide").fill("219")
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("next-lesson")).to_be_focused()
    page.goto(f"{server.address}learn")
    expect(page.get_by_text("✓ Done")).to_have_count(1)
    expect(page.get_by_text("0 of 3 steps").first).to_be_visible()
    assert visit.complaints == []


def test_what_is_shown_is_not_done_until_the_pupil_does_it(visit: Visit, server: Server) -> None:
    page = lesson(visit, server, "aim")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("teacher")).to_contain_text("Leave the striker in the middle")
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("teacher")).to_have_attribute("data-reached", "true")
    expect(page.get_by_test_id("teacher")).to_contain_text("Your turn")
    expect(page.get_by_test_id("next-step")).to_have_count(0)
    page.goto(f"{server.address}learn")
    expect(page.get_by_text("✓ Done")).to_have_count(0)


def test_the_lessons_follow_the_rules_that_were_picked(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}learn")
    page.get_by_test_id("learn-rules").select_option("eight-rounds")
    page.get_by_test_id("lesson-dues").click()
    expect(page.get_by_test_id("teacher")).to_contain_text("it is a foul")
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("clause").first).to_contain_text("§")
    page.get_by_test_id("clause").first.click()
    expect(page).to_have_url(re.compile(r"/rules/eight-rounds#"))
    expect(page.locator("li.marked")).to_be_in_viewport()


def test_the_last_lesson_is_a_board_against_the_program_with_a_coach(visit: Visit, server: Server) -> None:
    page = lesson(visit, server, "board")
    page.get_by_test_id("power").fill("8")
    page.get_by_test_id("strike-button").click()
    teacher = page.get_by_test_id("teacher")
    expect(teacher).to_contain_text("The computer has had its turn", timeout=60_000)
    expect(teacher).to_contain_text("Coach:")
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("anew").click()
    expect(teacher).to_contain_text("A board near its end")
    assert visit.complaints == []


def test_a_lesson_that_is_not_there_is_said(visit: Visit, server: Server) -> None:
    visit.page.goto(f"{server.address}learn/flying")
    expect(visit.page.get_by_role("alert")).to_contain_text("There’s no lesson called flying")


@pytest.mark.parametrize("path", ["learn", "learn/dues", "learn/board"])
@pytest.mark.parametrize("size", [(320, 640), (390, 664), (844, 390)])
def test_learning_is_whole_on_small_screens_and_accessible(visit: Visit, server: Server, path: str, size: Any) -> None:
    page = visit.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.address}{path}")
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    if "/" in path:
        expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations(page) == []
