"""The clock of a round, shifts and the big screen in a real browser, with kills of the server."""

import json
import re
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import ROOT, Server, Visit, missing
from e2e.test_hall import PHONE, Hall, written
from e2e.test_page import violations
from e2e.umpiring import Phone
from playwright.sync_api import Browser, Page, expect

from carrom.server.events.event_writer import HallLinks, secret_of
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Entered, LotDrawn, Opened
from carrom.tournament.permissions import holder

FULL_HD, LAPTOP = {"width": 1920, "height": 1080}, {"width": 1366, "height": 768}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    running = Hall(tmp_path / "hall")
    yield running
    running.kill()


def left(page: Page, name: str = "clock-s.1") -> int:
    """Return the seconds that a clock shows."""
    return int(page.get_by_test_id(name).get_attribute("data-left") or -1)


def stage(page: Page, name: str) -> None:
    """Wait until the clock of the round shows this stage."""
    expect(page.get_by_test_id("clock-s.1")).to_have_attribute("data-stage", name)


def started(page: Page, hall: Hall, minutes: str = "") -> None:
    """Draw the first round as the organiser, and start its clock."""
    hall.open(page, "organiser").get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    if minutes:
        page.get_by_test_id("clock-minutes").fill(minutes)
    page.get_by_test_id("clock-start").click()
    stage(page, "running" if minutes != "5" else "last")


def test_a_round_is_started_paused_and_extended_and_survives_a_killed_server(
    visit: Visit, browser: Browser, hall: Hall
) -> None:
    page = visit.page
    hall.open(page, "organiser").get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    page.get_by_test_id("clock-minutes").fill("0")
    expect(page.get_by_test_id("clock-start")).to_be_disabled()
    expect(page.get_by_test_id("round-s.1").get_by_role("alert")).to_have_text("Enter a whole number from 1 to 600.")
    page.get_by_test_id("clock-minutes").fill("30")
    page.get_by_test_id("clock-start").click()
    written(page, "clock s.1 start 1800")
    ends = time.time() + left(page)
    context = browser.new_context(viewport=PHONE, has_touch=True)
    phone = hall.open(context.new_page(), "player:asha")
    assert abs(ends - time.time() - left(phone)) <= 3
    hall.kill()
    time.sleep(2)
    assert abs(ends - time.time() - left(phone)) <= 3, "a phone without a server counts on"
    hall.start()
    phone.reload()
    assert abs(ends - time.time() - left(phone)) <= 3
    page.get_by_test_id("clock-pause").click()
    stage(page, "paused")
    stage(phone, "paused")
    shown = left(phone)
    hall.kill()
    hall.start()
    time.sleep(2)
    phone.reload()
    assert left(phone) == shown
    page.get_by_test_id("clock-more").click()
    expect(phone.get_by_test_id("clock-s.1")).to_have_attribute("data-left", str(shown + 60))
    page.get_by_test_id("clock-resume").click()
    stage(phone, "running")
    page.get_by_test_id("clock-end").click()
    page.get_by_test_id("clock-end-no").click()
    page.get_by_test_id("clock-end").click()
    page.get_by_test_id("clock-end-yes").click()
    stage(phone, "ended")
    expect(phone.get_by_test_id("clock-note")).to_have_text("The round has ended")
    context.close()


def test_from_five_minutes_on_no_new_board_and_at_the_end_the_result_by_the_clock(
    visit: Visit, browser: Browser, hall: Hall
) -> None:
    page = visit.page
    started(page, hall, "6")
    phone = hall.open(browser.new_context(viewport=PHONE, has_touch=True).new_page(), "player:asha")
    expect(phone.get_by_test_id("clock-sounds")).to_contain_text("once you have tapped here")
    expect(phone.get_by_test_id("my-next")).to_contain_text("Table 1")
    expect(phone.get_by_test_id("my-next")).to_contain_text("against Chitra")
    phone.get_by_test_id("clock-sound").click()
    expect(phone.get_by_test_id("clock-sounds")).to_have_attribute("data-played", "0")
    expect(phone.get_by_test_id("clock-note")).to_be_empty()
    page.get_by_test_id("clock-end").click()
    page.get_by_test_id("clock-end-yes").click()
    stage(phone, "ended")
    expect(phone.get_by_test_id("clock-sounds")).to_have_attribute("data-played", "over1")
    say(hall, "clock s.1 start 302")
    stage(phone, "last")
    expect(phone.get_by_test_id("clock-note")).to_have_text("No new board in the last five minutes")
    expect(phone.get_by_test_id("clock-note")).to_have_attribute("role", "status")
    expect(phone.get_by_test_id("clock-sounds")).to_have_attribute("data-played", "last2")
    expect(phone.get_by_test_id("time-up")).to_have_count(0)
    assert violations(phone) == []
    say(hall, "clock s.1 end")
    say(hall, "clock s.1 start 1")
    stage(phone, "over")
    expect(phone.get_by_test_id("clock-note")).to_have_text("Time is over")
    expect(phone.get_by_test_id("time-up")).to_be_visible()
    expect(phone.get_by_test_id("how")).to_have_value("clock")
    phone.context.close()


def say(hall: Hall, line: str) -> None:
    """Enter a line of the log as the organiser."""
    key = HallLinks(secret_of(hall.path.parent), "").word(load(hall.path), holder("organiser"))
    body = json.dumps({"type": "propose", "nonce": f"a-line-of-a-test-{time.time_ns()}", "line": line}).encode()
    asked = urllib.request.Request(f"{hall.address}/api/hall", body, {"authorization": f"Bearer {key}"})
    with urllib.request.urlopen(asked, timeout=20) as answer:
        assert answer.status == 200


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true in a page; its policy allows no `wait_for_function`."""
    for _ in range(400):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {expression}")


def test_a_phone_whose_clock_is_wrong_shows_the_halls_time(visit: Visit, browser: Browser, hall: Hall) -> None:
    started(visit.page, hall, "20")
    context = browser.new_context(viewport=PHONE)
    phone = context.new_page()
    phone.clock.install(time=time.time() - 3 * 3600)
    hall.open(phone, "player:dev")
    assert abs(left(phone) - left(visit.page)) <= 3
    public = context.new_page()
    public.clock.install(time=time.time() + 9 * 3600)
    public.goto(f"{hall.address}/live")
    assert abs(left(public) - left(visit.page)) <= 3
    context.close()


def test_the_umpires_sheet_shows_the_clock_and_ends_the_game_by_it(visit: Visit, browser: Browser, hall: Hall) -> None:
    page = visit.page
    started(page, hall, "5")
    say(hall, "place s.1.1 umpire=uma called=yes")
    phone = hall.open(browser.new_context(viewport=PHONE, has_touch=True).new_page(), "umpire:uma")
    phone.get_by_test_id("keep").click()
    stage(phone, "last")
    expect(phone.get_by_test_id("clock-note")).to_have_text("No new board in the last five minutes")
    toss = phone.locator("[data-testid^=key-toss-]").first.get_attribute("data-testid")
    Phone(phone).tap(str(toss), "key-choose-break", "key-seats-keep", "key-play", "key-nothing")
    say(hall, "clock s.1 end")
    say(hall, "clock s.1 start 1")
    stage(phone, "over")
    phone.get_by_test_id("sheet-time").click()
    expect(phone.get_by_test_id("sheet-time")).to_have_count(0)
    phone.context.close()


def test_a_waiting_match_is_called_to_the_table_that_is_chosen_and_a_broken_table_to_none(
    visit: Visit, hall: Hall
) -> None:
    page = visit.page
    hall.open(page, "organiser").get_by_test_id("draw-s").click()
    written(page, "draw s.1")
    expect(page.get_by_test_id("table-s.1.1").locator("option")).to_have_text(["Table 1", "Table 2"])
    button = page.get_by_test_id("call-s.1.1")
    for width, height in ((390, 664), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert button.evaluate("each => each.scrollHeight < 60"), "the word on the button is in one line"
    page.get_by_test_id("table-s.1.1").select_option("2")
    page.get_by_test_id("call-s.1.1").click()
    written(page, "place s.1.1 board=2")
    page.get_by_text("Take a table out of use").first.click()
    page.get_by_test_id("which-table").select_option("1")
    page.get_by_test_id("table-reason").fill("a cracked frame")
    page.get_by_test_id("close-table").click()
    written(page, 'table 1 closed reason="a cracked frame"')
    expect(page.get_by_test_id("call-s.1.2")).to_have_count(0)
    expect(page.get_by_test_id("shifts")).to_contain_text("Shift 1")
    expect(page.get_by_test_id("shifts")).to_contain_text("Shift 2: about")
    page.goto(f"{hall.address}/live/1")
    expect(page.get_by_test_id("board-1")).to_contain_text("out of use")


@pytest.mark.parametrize("size", [FULL_HD, LAPTOP])
def test_the_big_screen_turns_its_pages_and_uses_the_whole_screen(visit: Visit, hall: Hall, size: dict) -> None:
    page = visit.page
    started(page, hall, "20")
    say(hall, "place s.1.1 board=2 called=yes")
    say(hall, "finish s.1.2 25-3")
    hall.open(page, "organiser").get_by_test_id("screen-choice").click()
    for panel in ("next", "boards", "bracket"):
        page.get_by_test_id(f"panel-{panel}").uncheck()
    page.get_by_test_id("screen-seconds").fill("4")
    address = page.get_by_test_id("open-screen").get_attribute("href")
    assert address == "/screen?panels=clock,calls,results,standings&seconds=4"
    page.set_viewport_size(size)
    page.goto(f"{hall.address}{address}")
    screen = page.get_by_test_id("screen")
    expect(screen).to_have_attribute("data-panel", "clock")
    box = page.get_by_role("timer").bounding_box()
    assert box
    assert box["height"] > 0.25 * size["height"]
    expect(screen).to_have_attribute("data-panel", "calls", timeout=15_000)
    expect(screen).to_contain_text("Table 2")
    expect(page.get_by_test_id("clock-s.1")).to_be_visible()
    page.get_by_test_id("screen-pause").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(screen).to_have_attribute("data-panel", "results")
    expect(screen.locator(".games").first).to_have_text("253")
    page.keyboard.press("ArrowRight")
    expect(screen).to_have_attribute("data-panel", "standings")
    expect(screen.locator("tbody tr")).to_have_count(4)
    wide = screen.locator("table").bounding_box()
    assert wide
    assert wide["width"] > 0.9 * size["width"]
    time.sleep(5)
    expect(screen).to_have_attribute("data-panel", "standings")
    tall = page.evaluate("document.documentElement.scrollHeight")
    assert tall <= size["height"]
    assert violations(page) == []
    page.goto(f"{hall.address}/live")
    tiles = page.locator("[data-testid^=board-]")
    expect(tiles).to_have_count(2)
    covered = sum(box["width"] * box["height"] for box in (tile.bounding_box() for tile in tiles.all()) if box)
    assert covered > 0.55 * size["width"] * size["height"]
    page.goto(f"{hall.address}/live/2")
    card = page.get_by_test_id("board-2").bounding_box()
    assert card
    assert card["width"] * card["height"] > 0.6 * size["width"] * size["height"]


def groups_hall(folder: Path, boards: int, names: tuple[str, ...], match: str = "game") -> Hall:
    """Return an open hall with two groups of which nothing is drawn."""
    hall = Hall(folder)
    hall.kill()
    hall.path.unlink()
    with Journal.create(
        hall.path, Details(name="Weekend", boards=boards, sessions="2026-01-01 00:00-23:59")
    ) as journal:
        terms = {"id": "g", "system": "groups", "name": "Groups", "groups": 2, "minutes": 45 if match == "game" else 0}
        journal.add(LotDrawn(lot="7"), Opened(terms=read_terms({**terms, "match": match})))
        journal.add(*(Entered(id=f"p{at}", name=name, seed=at) for at, name in enumerate(names, 1)))
    hall.start()
    return hall


def test_groups_are_played_round_by_round_and_a_missing_number_of_tables_is_asked_for(
    visit: Visit, browser: Browser, tmp_path: Path
) -> None:
    page, hall = visit.page, groups_hall(tmp_path / "hall", 0, tuple(f"Player {at}" for at in range(1, 9)))
    try:
        hall.open(page, "organiser")
        draw = page.get_by_test_id("draw-g")
        expect(draw).to_have_text("Draw all 3 rounds")
        draw.click()
        written(page, "draw g.3")
        expect(page.get_by_test_id("round-g.1")).to_contain_text("Groups, round 1")
        expect(page.get_by_test_id("clock-which-g")).to_have_value("1")
        public = browser.new_context(viewport=PHONE).new_page()
        public.goto(f"{hall.address}/live")
        expect(public.get_by_test_id("no-tables")).to_be_visible()
        expect(public.locator("[data-testid^=board-]")).to_have_count(0)
        expect(page.get_by_test_id("no-tables")).to_contain_text("The number of tables isn’t set")
        expect(page.get_by_test_id("call")).to_be_disabled()
        page.set_viewport_size(PHONE)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        page.screenshot(path=tmp_path / "no-tables-phone.png")
        page.get_by_test_id("tables").fill("4")
        page.get_by_test_id("set-tables").click()
        written(page, "details boards=4")
        page.get_by_test_id("call").click()
        written(page, "place g.1.1")
        page.get_by_test_id("clock-start").click()
        public.goto(f"{hall.address}/events/open")
        public.get_by_test_id("view-fixtures").check(force=True)
        expect(public.locator("h3").first).to_have_text("Round 1")
        expect(public.get_by_test_id("clock-g.1")).to_be_visible()
        details = page.get_by_test_id("details")
        details.locator("summary").click()
        page.get_by_test_id("detail-place").fill("Pune")
        expect(page.get_by_test_id("details")).to_contain_text("Reason (optional)")
        expect(page.get_by_test_id("save-details")).to_be_enabled()
        page.get_by_test_id("detail-boards").fill("3")
        expect(page.get_by_test_id("details")).to_contain_text("Reason (needed)")
        expect(page.get_by_test_id("save-details")).to_be_disabled()
    finally:
        hall.kill()


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, FULL_HD, PHONE], ids=["desk", "full-hd", "phone"])
def test_results_of_matches_of_three_games_cut_no_name_on_the_big_screen(
    visit: Visit, tmp_path: Path, size: dict[str, int]
) -> None:
    names = (
        "Kamalakannan Subramaniam", "Mohammed Ghufran Siddiqui", "Rashmi Kumari", "Aishwarya Venkatraman",
        "Pratyusha Ranasinghe-Wijewardena", "Jean-Baptiste de la Fontaine", "Xu", "Björn Åkesson Ångström",
    )  # fmt: skip
    many = tuple(f"{name} {at}" if at else name for at in range(3) for name in names)
    page, hall = visit.page, groups_hall(tmp_path / "hall", 4, many, "best-of-3")
    try:
        hall.open(page, "organiser").get_by_test_id("draw-g").click()
        written(page, "draw g.11")
        for number in range(1, 13):
            say(hall, f"finish g.1.{number} 25-18,14-25,25-22")
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.goto(f"{hall.address}/screen?panels=results&seconds=60")
        screen = page.get_by_test_id("screen")
        expect(screen).to_have_attribute("data-panel", "results")
        expect(screen.locator(".games").first).to_have_text("251814252522")
        page.screenshot(path=tmp_path / "results.png")
        wide = "(each) => each.scrollWidth > each.clientWidth + 1"
        assert page.evaluate(f"[...document.querySelectorAll('.names span')].filter({wide}).length") == 0
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    finally:
        hall.kill()


def test_the_big_screen_hides_the_scores_that_the_hall_hides(visit: Visit, tmp_path: Path) -> None:
    hidden = Hall(tmp_path / "hidden", "--hide-scores")
    try:
        page = visit.page
        hidden.open(page, "organiser").get_by_test_id("draw-s").click()
        written(page, "draw s.1")
        say(hidden, "begin s.1.1")
        fresh = page.context.browser.new_context() if page.context.browser else None
        assert fresh is not None
        public = fresh.new_page()
        public.goto(f"{hidden.address}/screen?panels=boards")
        expect(public.get_by_test_id("board-1")).to_contain_text("The score is hidden.")
        fresh.close()
    finally:
        hidden.kill()


def test_a_page_of_an_earlier_game_server_stops_knocking_at_a_hall(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """A browser can show the page that a game server left in its store; a hall at the same address has no games."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.goto(server.address)
    until(page, "navigator.serviceWorker.controller !== null")
    context.new_page().goto(server.address)  # a forgotten tab, which keeps the service worker of the games in charge
    server.kill()
    hall = Hall.__new__(Hall)
    hall.port = server.port
    start = hall.start
    hall.start = lambda: None  # type: ignore[method-assign]
    hall.__init__(tmp_path / "hall")  # type: ignore[misc]
    hall.port, hall.start = server.port, start  # type: ignore[method-assign]
    hall.start()
    try:
        say(hall, "draw s")
        say(hall, "place s.1.1 umpire=uma called=yes")
        page.goto(f"{hall.address}/umpire/s-1-1#key={hall.word('umpire:uma')}")
        expect(page.get_by_test_id("umpire-between")).to_be_visible()
        hall.kill()
        knocks: list[str] = []
        page.on("websocket", lambda socket: knocks.append(socket.url))
        page.reload()
        assert page.evaluate("document.documentElement.dataset.hall") is None, "the page of the game server is shown"
        hall.start()
        until(page, "document.documentElement.dataset.hall === 'open'")
        count = len(knocks)
        assert count > 0
        time.sleep(12)
        assert len(knocks) == count
        expect(page.get_by_test_id("umpire-live")).to_have_attribute("data-live", "true")
        assert re.search(r"/umpire/s-1-1$", page.url)
    finally:
        hall.kill()
        context.close()
