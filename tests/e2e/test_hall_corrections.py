"""Corrections in a real browser: names, withdrawals, draws taken back, late entries, results, and the history."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from e2e.conftest import ROOT, Visit, missing
from e2e.test_hall import PHONE, Hall, entered, written
from e2e.test_page import violations
from playwright.sync_api import Browser, Page, expect

from carrom.rules.ruleset import named
from carrom.tournament.event_log import load


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    running = Hall(tmp_path / "hall")
    yield running
    running.kill()


def edit(page: Page, id: str) -> None:
    """Open the form of an entry."""
    if page.get_by_test_id("entries").get_attribute("open") is None:
        page.get_by_test_id("entries").locator("> summary").click()
    page.get_by_test_id(f"edit-{id}").click()


def reasoned(page: Page, action: str, reason: str) -> None:
    """Do something that asks for a reason."""
    if not action.startswith("withdraw-"):  # a withdrawal can be reversed, and asks at once
        page.get_by_test_id(action).click()
    page.get_by_test_id(f"{action}-reason").fill(reason)
    page.get_by_test_id(f"{action}-confirm").click()


def test_a_name_is_corrected_and_the_history_says_what_it_was(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    page.set_viewport_size(PHONE)
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    edit(page, "asha")
    expect(page.get_by_test_id("edit-seed")).to_be_disabled()
    page.get_by_test_id("edit-name").fill("Bilal")
    expect(page.get_by_test_id("save-entry")).to_be_disabled()
    page.get_by_test_id("edit-reason").fill("misspelt")
    page.get_by_test_id("save-entry").click()
    expect(page.get_by_test_id("entry-refusal")).to_contain_text("Bilal is already entered, as bilal")
    expect(page.get_by_test_id("edit-name")).to_have_value("Bilal")
    page.get_by_test_id("edit-name").fill("Asha Rao")
    page.get_by_test_id("save-entry").click()
    expect(page.get_by_test_id("written")).to_have_text("Asha was renamed Asha Rao, by the organiser: misspelt.")
    expect(page.get_by_test_id("entry-asha")).to_contain_text("Asha Rao")
    page.get_by_test_id("history").locator("> summary").click()
    expect(page.locator("[data-testid^=history-]").first).to_contain_text("Asha was renamed Asha Rao: misspelt")
    expect(page.locator("[data-testid^=history-]").first).to_contain_text("the organiser")
    page.get_by_test_id("filter-draws").click()
    expect(page.locator("[data-testid^=history-]").first).to_contain_text("round 1 was drawn, 2 matches")
    page.get_by_test_id("filter-corrects").click()
    expect(page.locator("[data-testid^=history-]")).to_have_count(1)
    expect(page.get_by_test_id("history").locator("code")).to_have_count(0)
    page.get_by_test_id("raw-lines").check()
    expect(page.get_by_test_id("history").locator("code")).to_contain_text(
        'edit asha name="Asha Rao" reason=misspelt by=organiser'
    )
    assert violations(page) == []
    hall.kill()
    hall.start()
    assert load(hall.path).name("asha") == "Asha Rao"


@pytest.mark.slow
def test_a_long_name_does_not_push_the_points_out_of_a_phone(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    edit(page, "asha")
    page.get_by_test_id("edit-name").fill("Asha Subramaniam Venkataraman-Ramachandran")
    page.get_by_test_id("save-entry").click()
    written(page, "edit asha")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    page.set_viewport_size(PHONE)
    page.goto(f"{hall.address}/events/open")
    row = page.locator("tbody tr", has_text="Venkataraman")
    points = row.locator("td").nth(1).bounding_box()
    assert points
    assert points["x"] + points["width"] <= PHONE["width"], "the points are out of sight"


@pytest.mark.slow
def test_a_player_withdraws_and_is_reinstated(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    edit(page, "dev")
    reasoned(page, "withdraw-s", "knee injury")
    expect(page.get_by_test_id("written")).to_contain_text("Dev withdrew from s, by the organiser: knee injury.")
    expect(page.get_by_test_id("entry-dev")).to_contain_text("withdrawn")
    hall.open(page, "referee")
    edit(page, "dev")
    reasoned(page, "reinstate-s", "only a bruise")
    expect(page.get_by_test_id("written")).to_contain_text("Dev is back in s, by the referee: only a bruise.")
    assert load(hall.path).stage("s").withdrawn == ()


@pytest.mark.slow
def test_a_draw_is_taken_back_until_a_match_has_begun(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    reasoned(page, "undo-s", "Indu was overlooked")
    expect(page.get_by_test_id("written")).to_contain_text("the draw of round 1 was taken back")
    expect(page.get_by_test_id("undo-s")).to_have_count(0)
    page.get_by_test_id("settings-s").click()
    page.get_by_test_id("setting-rounds").fill("3")
    stage = page.get_by_test_id("stage-s")
    stage.get_by_test_id("setting-match").select_option("best-of-3")
    stage.get_by_test_id("save-settings").click()
    expect(page.get_by_test_id("written")).to_contain_text("number of rounds changed from 0 to 3")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    page.get_by_test_id("call-s.1.1").click()
    written(page, "place s.1.1")
    hall.open(page, "scorer")
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    for game in (1, 2):
        card.get_by_test_id(f"points-1-{game}").fill("25")
        card.get_by_test_id(f"points-2-{game}").fill("3")
    card.get_by_test_id("say-result").click()
    card.get_by_test_id("confirm-result").click()
    written(page, "finish s.1.1 25-3,25-3")
    hall.open(page, "organiser")
    expect(page.get_by_test_id("draw-s")).to_be_visible()
    expect(page.get_by_test_id("undo-s")).to_have_count(0)


@pytest.mark.slow
def test_a_late_entry_joins_the_next_round_and_the_hall_gets_more_tables(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    page.get_by_test_id("entries").locator("> summary").click()
    page.get_by_test_id("entrant-name").fill("Indu Nair")
    page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("written")).to_contain_text("Indu Nair was entered")
    expect(page.get_by_test_id("written")).to_contain_text("Indu Nair joins s from round 2")
    page.get_by_test_id("details").locator("> summary").click()
    page.get_by_test_id("detail-boards").fill("3")
    page.get_by_test_id("details-reason").fill("one more table")
    page.get_by_test_id("save-details").click()
    expect(page.get_by_test_id("written")).to_contain_text("number of tables changed from 2 to 3")
    at = load(hall.path)
    assert (at.details.boards, at.stage("s").late) == (3, (("indu_nair", 2),))


@pytest.mark.slow
def test_the_rules_and_hours_are_corrected_until_a_match_is_played(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    page.get_by_test_id("details").locator("> summary").click()
    expect(page.get_by_test_id("save-details")).to_be_disabled()
    rules = page.get_by_test_id("detail-rules")
    rules.select_option(label="Club game")
    expect(page.get_by_test_id("detail-edition")).to_have_text(f"Edition: {named('club').edition}")
    page.get_by_test_id("session-day-0").fill("2026-11-28")
    page.get_by_test_id("session-from-0").fill("10:00")
    page.get_by_test_id("session-to-0").fill("18:00")
    expect(page.get_by_test_id("save-details")).to_be_disabled()
    page.get_by_test_id("details-reason").fill("the wrong rules were chosen")
    page.get_by_test_id("save-details").click()
    expect(page.get_by_test_id("written")).to_contain_text("rules changed from The official Laws to The club game")
    at = load(hall.path)
    assert (at.details.rules, at.details.sessions) == ("club", "2026-11-28 10:00-18:00")
    # Once a match is played, the form that is still open says so, and everything else in it can be corrected.
    rules.select_option(label="Official rules")
    page.get_by_test_id("detail-place").fill("Town hall")
    page.get_by_test_id("details-reason").fill("we moved")
    body = json.dumps({"type": "propose", "nonce": "a-phone-of-a-scorer", "line": "finish s.1.1 25-3"}).encode()
    asked = Request(f"{hall.address}/api/hall", body, {"authorization": f"Bearer {hall.word('scorer')}"})
    urlopen(asked, timeout=20).close()
    expect(page.get_by_test_id("detail-edition")).to_contain_text("they can no longer change")
    expect(rules).to_be_disabled()
    page.get_by_test_id("save-details").click()
    expect(page.get_by_test_id("written")).to_contain_text("venue set to Town hall, by the organiser: we moved")
    assert load(hall.path).details.rules == "club"


@pytest.mark.slow
def test_a_substitute_is_named_and_after_the_line_ups_only_by_the_referee(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    page.get_by_test_id("draw-l").click()
    written(page, "draw l.1")
    edit(page, "north")
    page.get_by_test_id("edit-player-2").fill("Nora")
    page.get_by_test_id("substitute").check()
    page.get_by_test_id("edit-reason").fill("North B is ill")
    page.get_by_test_id("save-entry").click()
    expect(page.get_by_test_id("written")).to_contain_text("Nora replaces North B in North")
    for team, players in (("north", ("North A", "Nora", "North C")), ("south", ("South A", "South B", "South C"))):
        hall.open(page, f"captain:{team}")
        for rubber, place, at in ((1, 1, 0), (2, 1, 1), (3, 1, 0), (3, 2, 2)):
            page.get_by_test_id(f"player-{rubber}-{place}").select_option(players[at])
        page.get_by_test_id("line-up").click()
        written(page, f"lineup l.1.1 {team}")
    hall.open(page, "organiser")
    edit(page, "north")
    expect(page.get_by_test_id("edit-player-2")).to_be_disabled()
    hall.open(page, "referee")
    edit(page, "north")
    page.get_by_test_id("edit-player-2").fill("Nila")
    page.get_by_test_id("substitute").check()
    page.get_by_test_id("edit-reason").fill("Nora hurt her hand")
    page.get_by_test_id("save-entry").click()
    expect(page.get_by_test_id("written")).to_contain_text("Nila replaces Nora in North, by the referee")
    assert load(hall.path).stage("l").rounds[0].fixtures[0].lineups[0][1] == ("Nila",)


@pytest.mark.slow
def test_a_result_for_the_wrong_match_is_taken_back_and_a_deduction_reversed(
    visit: Visit, browser: Browser, hall: Hall
) -> None:
    page = hall.open(visit.page, "organiser")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    hall.open(page, "scorer")
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    entered(card, "25", "12", "Asha wins 25–12")
    written(page, "finish s.1.1")
    hall.open(page, "referee")
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    expect(card.get_by_test_id("by-s.1.1")).to_have_text("Entered by: Scorer")
    reasoned(page, "reopen", "wrong match")
    expect(page.get_by_test_id("written")).to_contain_text("is to be played again; before: Asha wins 25–12")
    page.get_by_test_id("deduct-who").select_option("asha")
    page.get_by_test_id("deduct-stage").select_option("s")
    page.get_by_test_id("deduct-reason").fill("late")
    page.get_by_test_id("deduct").click()
    expect(page.locator("[data-testid^=deduction-]")).to_contain_text("Asha, s: −1: late")
    line = len(load(hall.path).events)
    reasoned(page, f"reverse-{line}", "was there")
    expect(page.get_by_test_id("written")).to_contain_text("the deduction of 1 match point from Asha was reversed")
    assert load(hall.path).stage("s").deducted == ()
