"""Training in a real browser: a puzzle is tried and rated, a drill counted, a solo run interrupted and resumed."""

import json
import re

import pytest
from e2e.conftest import Server, Visit
from e2e.test_page import violations
from playwright.sync_api import expect


def test_a_puzzle_is_tried_rated_and_its_best_stroke_shown(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}puzzles")
    expect(page.get_by_test_id("rating")).to_contain_text("to get a rating")
    page.get_by_test_id("goal-turn").click()
    expect(page).to_have_url(re.compile(r"/puzzles/\d+\?goal=turn$"))
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.get_by_test_id("best")).to_contain_text(re.compile(r"[WBQ]\d?"))
    expect(page.get_by_test_id("rating-change")).to_contain_text(re.compile(r"\d{3,4}"))
    expect(page.get_by_test_id("aim-of-other")).to_be_attached()
    page.get_by_test_id("show-best").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert violations(page) == []
    expect(page.get_by_test_id("analyse")).to_have_attribute("href", re.compile(r"^/analysis\?p=c1_"))
    rating = page.evaluate("localStorage.getItem('carrom.puzzles')")
    page.get_by_test_id("try-again").click()
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert page.evaluate("localStorage.getItem('carrom.puzzles')") == rating, "only the first try is rated"
    assert visit.complaints == []


@pytest.mark.slow
def test_the_analysis_of_a_break_puzzle_keeps_to_its_part_of_the_baseline(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}puzzles")
    page.get_by_test_id("goal-break").click()
    page.get_by_test_id("strike-button").click()
    page.get_by_test_id("analyse").click()
    expect(page).to_have_url(re.compile(r"stands="))
    low, high = (int(each) for each in re.findall(r"stands=(-?\d+)%2C(-?\d+)", page.url)[0])
    expect(page.get_by_test_id("stands")).to_contain_text(str(round(low / 1000)))
    expect(page.get_by_test_id("engine")).to_have_attribute("data-busy", "false", timeout=60_000)
    page.get_by_test_id("stand-anywhere").click()
    expect(page.get_by_test_id("stands")).to_have_count(0)
    expect(page).not_to_have_url(re.compile(r"stands="))
    assert low < high
    assert violations(page) == []
    assert visit.complaints == []


@pytest.mark.slow
def test_a_due_piece_is_placed_in_a_puzzle_chosen_by_goal_and_rule_set(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}puzzles")
    page.get_by_test_id("puzzle-rules").select_option("club")
    page.get_by_test_id("goal-due").click()
    expect(page).to_have_url(re.compile(r"goal=due&rules=club$"))
    expect(page.get_by_test_id("goal")).to_contain_text("owes a piece")
    page.get_by_test_id("board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("spot")).to_be_attached()
    page.get_by_test_id("put-down").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("strong player")
    expect(page.get_by_test_id("best")).to_contain_text("leaves them")
    assert violations(page) == []
    assert visit.complaints == []


@pytest.mark.slow
def test_own_mistakes_are_repeated_until_they_are_made(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}drills/mistakes")
    expect(page.get_by_test_id("mistakes-none")).to_contain_text("No mistakes stored")
    moment = {"position": "c1_W1.0.230000_W2.-180000.210000_B1.200000.60000", "queen": "mover"}
    stored = {"list": [{"at": 1, "moment": moment, "from": "solo", "right": 0, "due": 1}]}
    page.evaluate("stored => localStorage.setItem('carrom.mistakes', JSON.stringify(stored))", stored)
    page.goto(f"{server.address}drills")
    page.get_by_test_id("drill-mistakes").click()
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-hit", "false")
    assert json.loads(page.evaluate("localStorage.getItem('carrom.mistakes')"))["list"][0]["right"] == 0
    page.get_by_test_id("onward").click()
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    assert visit.complaints == []


@pytest.mark.slow
def test_a_drill_counts_what_is_hit_and_goes_on_to_the_next_position(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}drills")
    page.get_by_test_id("drill-straight").click()
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.get_by_test_id("tally")).to_contain_text("of 1 made")
    assert violations(page) == []
    page.get_by_test_id("onward").click()
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("Your turn")
    assert json.loads(page.evaluate("localStorage.getItem('carrom.drills')"))["straight"]["tries"] == 1
    assert visit.complaints == []


@pytest.mark.slow
def test_a_run_alone_is_counted_and_gone_on_with_after_a_reload(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}solo")
    expect(page.get_by_test_id("run")).to_contain_text("0 strokes")
    for count in ("1 stroke", "2 strokes"):
        page.get_by_test_id("strike-button").click()
        expect(page.get_by_test_id("run")).to_contain_text(count)
        expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike", timeout=20_000)
        if count == "1 stroke":  # the break is not a miss
            expect(page.get_by_test_id("run")).to_contain_text("0 misses")
            expect(page.get_by_test_id("solo")).not_to_contain_text("A miss.")
    assert violations(page) == []
    page.reload()
    expect(page.get_by_test_id("run")).to_contain_text("2 strokes")
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    assert visit.complaints == []


@pytest.mark.slow
def test_on_a_phone_the_board_of_a_puzzle_is_wide_and_stays_where_it_is(phone: Visit, server: Server) -> None:
    page = phone.page
    page.goto(f"{server.address}puzzles/1")
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    before = page.get_by_test_id("board").bounding_box()
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("verdict")).to_be_visible(timeout=30_000)
    assert before is not None
    assert before["width"] > 0.85 * page.evaluate("innerWidth")
    assert page.get_by_test_id("board").bounding_box() == before
    assert phone.complaints == []


@pytest.mark.slow
def test_a_puzzle_that_is_none_says_which_there_are(visit: Visit, server: Server) -> None:
    visit.page.goto(f"{server.address}puzzles/99999")
    expect(visit.page.get_by_role("alert")).to_contain_text("numbered from 1")
