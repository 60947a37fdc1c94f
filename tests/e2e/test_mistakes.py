"""Learn from your mistakes, the annotated record and the break explorer, in a real browser."""

import json
import re
from pathlib import Path

from e2e.conftest import Server, Visit
from e2e.hand import board
from e2e.test_analysis import GOLDEN, engine_says, finished, said
from e2e.test_page import violations
from playwright.sync_api import Page, expect

from carrom.analysis.review_values import Grade
from carrom.analysis.text_report import read_annotations
from carrom.game.record import read_record

MOMENT = "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000"


def golden(name: str) -> dict:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def with_mistakes() -> str:
    """Return a review with two confirmed mistakes and one loss that was not confirmed."""
    stroke = golden("stroke-reviewed")
    stroke["moment"]["position"] = MOMENT
    blamed = {
        "said": 0.2, "loss": 0.16, "grade": "blunder", "accuracy": 48.0, "pending": False,
        "rolled": {"loss": 0.16, "error": 0.03, "games": 128, "confirmed": True},
    }  # fmt: skip
    best = {**stroke["meant"], "disc": "W1", "name": "straight", "win": 0.66, "success": 0.9}
    meant = {**stroke["meant"], "disc": "W2", "win": 0.46, "success": 0.3}
    lines = [
        golden("review-begun"),
        *({**stroke, **blamed, "best": best, "meant": meant, "number": k, "event": k + 1} for k in (1, 2)),
        {**stroke, "number": 3, "event": 4, "grade": "good"},
        {**golden("review"), "done": True},
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


def assessed(win: float, disc: str) -> str:
    message = golden("assessed")
    message["line"] |= {"win": win, "disc": disc, "name": "cut", "corner": "north-east", "success": 0.8}
    return json.dumps(message) + "\n"


def reviewing(page: Page) -> None:
    page.route(
        re.compile("/api/review/"),
        lambda route: route.fulfill(status=200, content_type="application/x-ndjson", body=with_mistakes()),
    )


def strike(page: Page) -> None:
    expect(board(page)).to_have_attribute("data-phase", "strike")
    board(page).press("ArrowUp")
    board(page).press("Enter")


def test_a_mistake_is_solved_by_a_stroke_as_good_as_the_best_and_its_answer_hidden_until_then(
    visit: Visit, server: Server
) -> None:
    page, game = visit.page, finished(visit, server)
    reviewing(page)
    engine_says(page, said("analysis"), assessed(0.5, "W2"))
    page.goto(f"{server.address}games")
    page.get_by_test_id(f"mistakes-{game}").click()
    quiz = page.get_by_test_id("mistakes")
    expect(quiz).to_have_attribute("data-phase", "aim")
    expect(quiz).to_have_attribute("data-mistakes", "2")
    expect(page.get_by_text("W1", exact=True)).to_have_count(0)
    strike(page)
    expect(page.get_by_test_id("verdict")).to_be_visible(timeout=20_000)
    expect(quiz).to_have_attribute("data-phase", "same")
    page.unroute_all()
    reviewing(page)
    engine_says(page, said("analysis"), assessed(0.62, "W3"))
    page.get_by_test_id("try-again").click()
    strike(page)
    expect(quiz).to_have_attribute("data-phase", "found", timeout=20_000)
    expect(page.get_by_test_id("verdict")).to_have_text("That’s a good stroke!", timeout=20_000)
    assert violations(page) == []
    page.get_by_test_id("next-mistake").click()
    expect(quiz).to_have_attribute("data-number", "2")
    page.get_by_test_id("show-answer").click()
    expect(page.get_by_test_id("answer")).to_contain_text("90%", timeout=20_000)
    page.get_by_test_id("next-mistake").click()
    expect(page.get_by_test_id("mistakes-end")).to_have_text("All done: 0 of 2 solved at the first try.")
    assert visit.complaints == []


def test_a_review_leads_to_the_mistakes_and_is_saved_with_comments_that_read_back(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    page, game = visit.page, finished(visit, server)
    reviewing(page)
    engine_says(page, said("analysis"))
    page.goto(f"{server.address}analysis/{game}#1")
    expect(page.get_by_test_id("rolled")).to_contain_text("128")
    with page.expect_download() as saving:
        page.get_by_test_id("annotated").click()
    saving.value.save_as(tmp_path / "reviewed.carrom")
    text = (tmp_path / "reviewed.carrom").read_text(encoding="utf-8")
    assert read_record(text).is_over
    found = read_annotations(text)
    assert [each.event for each in found] == [2, 3, 4]
    assert found[0].grade is Grade.BLUNDER
    assert found[0].loss == 0.16
    assert "W1" in found[0].comment
    page.get_by_test_id("learn").click()
    expect(page.get_by_test_id("mistakes")).to_have_attribute("data-mistakes", "2")
    assert visit.complaints == []


def test_the_breaks_of_the_book_are_compared_drawn_and_played(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}breaks")
    rows = page.get_by_test_id("break")
    expect(rows.nth(4)).to_be_visible(timeout=90_000)
    expect(board(page)).not_to_have_attribute("data-x", "0")
    first = page.get_by_test_id("break-detail").inner_text()
    rows.nth(1).click()
    expect(page.get_by_test_id("break-detail")).not_to_have_text(first)
    page.get_by_test_id("play-break").click()
    expect(page.get_by_test_id("play-break")).to_be_enabled(timeout=30_000)
    assert violations(page) == []
    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    page.get_by_test_id("to-breaks").click()
    expect(page.get_by_test_id("breaks")).to_be_visible()
    assert visit.complaints == []
