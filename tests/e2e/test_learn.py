"""Lessons on the board, by pointer and keyboard; progress is stored."""

import math
import re
from typing import Any

import httpx
import pytest
from e2e.conftest import Server, Visit
from e2e.hand import strike_by_keys
from e2e.test_page import violations
from playwright.sync_api import Page, expect

from carrom.board.stroke import Stroke


def lesson(visit: Visit, server: Server, name: str) -> Page:
    """Open a lesson and wait until its board expects a stroke."""
    visit.page.goto(f"{server.address}learn/{name}")
    expect(visit.page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    return visit.page


def steps_of(server: Server, name: str) -> list[dict[str, Any]]:
    """Return the steps of a lesson, with their solutions as strokes."""
    lessons = httpx.get(f"{server.address}api/rules/icf/lessons").json()
    (steps,) = [each["steps"] for each in lessons if each["name"] == name]
    for step in steps:
        step["solution"] = [Stroke(**{key: each[key] for key in ("x", "vx", "vy")}) for each in step["solution"]]
    return list(steps)


def reach(page: Page, solution: Stroke) -> None:
    """Strike until the step is solved; keys turn the aim by 0.25°, so the first attempt may just miss."""
    for degrees in (0, 0.25, -0.25, 0.5, -0.5):
        strike_by_keys(page, turned(solution, degrees))
        expect(page.locator("[data-testid=teacher]:is([data-reached=true], [data-reached=false])")).to_be_visible()
        if page.get_by_test_id("teacher").get_attribute("data-reached") == "true":
            return
        page.get_by_test_id("try-again").click()
        expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    pytest.fail("five tries missed")


def turned(stroke: Stroke, degrees: float) -> Stroke:
    """Return a stroke turned to the left by this many degrees."""
    angle = math.radians(degrees)
    return Stroke(
        stroke.x,
        round(stroke.vx * math.cos(angle) - stroke.vy * math.sin(angle)),
        round(stroke.vx * math.sin(angle) + stroke.vy * math.cos(angle)),
    )


@pytest.mark.slow
def test_from_home_to_the_first_lesson(visit: Visit, server: Server) -> None:
    page = visit.page
    page.get_by_role("navigation", name="Places").get_by_role("link", name="Learn").click()
    expect(page.get_by_test_id("learn").locator("ol > li")).to_have_count(20)
    page.get_by_test_id("lesson-first-stroke").click()
    expect(page.get_by_test_id("teacher")).to_contain_text("Slide the striker")
    assert page.url.endswith("/learn/first-stroke")
    assert visit.complaints == []


def test_the_first_lesson_is_done_by_keyboard_and_remembered(visit: Visit, server: Server) -> None:
    page = lesson(visit, server, "first-stroke")
    page.get_by_test_id("board").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("teacher")).to_have_attribute("data-reached", "false")
    expect(page.get_by_test_id("try-again")).to_be_focused()
    page.keyboard.press("Enter")
    steps = steps_of(server, "first-stroke")
    for number, step in enumerate(steps, 1):
        expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", str(number))
        expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
        reach(page, step["solution"][0])
        onward = page.get_by_test_id("next-step" if number < len(steps) else "next-lesson")
        expect(onward).to_be_focused()
        if number < len(steps):
            page.keyboard.press("Enter")
    page.goto(f"{server.address}learn")
    expect(page.get_by_test_id("lesson-first-stroke")).to_have_attribute("data-done", str(len(steps)))
    expect(page.get_by_test_id("learn-next")).to_have_attribute("href", "/learn/straight")
    assert visit.complaints == []


@pytest.mark.slow
def test_what_is_shown_is_not_done_until_the_pupil_does_it(visit: Visit, server: Server) -> None:
    page = lesson(visit, server, "aiming")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("teacher")).to_contain_text("Imagine a striker")
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("teacher")).to_have_attribute("data-reached", "true")
    expect(page.get_by_test_id("teacher")).to_contain_text("Now you.")
    expect(page.get_by_test_id("next-step")).to_have_count(0)
    page.goto(f"{server.address}learn")
    expect(page.get_by_test_id("lesson-aiming")).to_have_attribute("data-done", "0")


@pytest.mark.slow
def test_the_lessons_follow_the_rules_that_were_picked(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}learn")
    page.get_by_test_id("learn-rules").select_option("eight-rounds")
    page.get_by_test_id("lesson-fouls").click()
    expect(page.get_by_test_id("teacher")).to_contain_text("it is a foul")
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("clause").first).to_contain_text("§")
    page.get_by_test_id("clause").first.click()
    expect(page).to_have_url(re.compile(r"/rules/eight-rounds.*#"))
    expect(page.locator("li.marked")).to_have_count(1)


@pytest.mark.slow
def test_the_last_position_of_the_endgame_is_a_board_against_the_computer(visit: Visit, server: Server) -> None:
    page = lesson(visit, server, "endgame")
    (key,) = [step["key"] for step in steps_of(server, "endgame") if not step["solution"]]
    page.get_by_test_id(f"go-{key}").click()
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("power").fill("8")
    page.get_by_test_id("strike-button").click()
    teacher = page.get_by_test_id("teacher")
    expect(teacher).to_contain_text("The computer has had its turn", timeout=60_000)
    expect(teacher).to_contain_text("Coach:")
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("anew").click()
    expect(teacher).not_to_contain_text("Coach:")
    assert visit.complaints == []


@pytest.mark.slow
def test_a_lesson_that_is_not_there_is_said(visit: Visit, server: Server) -> None:
    visit.page.goto(f"{server.address}learn/flying")
    expect(visit.page.get_by_role("alert")).to_contain_text("There is no lesson called flying")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["learn", "learn/fouls", "learn/endgame"])
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
