"""The exact course of a stroke follows the aim in practice, and is shown in no game."""

import re

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import begin, board
from e2e.test_practice import READY
from playwright.sync_api import expect

from carrom.board.notation import read_position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.physics import simulate


def test_in_practice_the_course_ends_where_the_discs_come_to_rest(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}practice?p={READY}")
    page.get_by_test_id("mode-play").click()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    course = page.get_by_test_id("course")
    expect(course).to_have_attribute("data-shown", "false")
    board(page).press("a")
    expect(course).to_have_attribute("data-shown", "true")
    striker = course.locator("path.rest.striker")
    before = striker.get_attribute("d")
    board(page).press("Shift+ArrowUp")
    expect(striker).not_to_have_attribute("d", before or "")
    with page.expect_event("console", predicate=lambda said: said.text == "struck", timeout=20_000):
        page.evaluate("""() => { const say = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {
            const said = JSON.parse(text);
            if (said.type === 'try') { window.tried = said.stroke; console.log('struck'); }
            return say.call(this, text); } }""")
        end = striker.get_attribute("d") or ""
        board(page).press("Enter")
    answer = page.evaluate("window.tried")
    stroke = Stroke(answer["x"], answer["vx"], answer["vy"], answer.get("y", 0))
    rest = simulate(read_position(READY), stroke, Seat.SOUTH, "club").rest
    place = next(each.at for each in rest.placed if each.disc.value == "S")
    radius = 41.3 / 2
    found = re.match(r"M(-?[\d.]+) (-?[\d.]+)a", end)
    assert found
    assert abs(float(found[1]) + radius - place.x / 1000) < 0.11
    assert abs(float(found[2]) + place.y / 1000) < 0.11
    assert visit.complaints == []


@pytest.mark.slow
def test_in_a_game_the_guide_is_what_was_agreed_on_and_no_course_is_shown(visit: Visit, server: Server) -> None:
    page = visit.page
    begin(page, "friend")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    board(page).press("a")
    expect(page.get_by_test_id("power-arc")).to_be_visible()
    expect(page.get_by_test_id("course")).to_have_count(0)
