"""A tournament hall in a real browser: from the draw to the standings, with a link for every role."""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import ROOT, Visit, missing
from e2e.prefork import Started
from e2e.test_page import violations
from playwright.sync_api import Browser, Locator, Page, expect

from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Appointed, Entered, LotDrawn, Opened

PHONE = {"width": 390, "height": 664}


class Hall:
    """`carrom hall` with a four-player championship and a two-team league, on two boards."""

    def __init__(self, folder: Path, *words: str, lot: str = "7") -> None:
        folder.mkdir()
        self.path, self.words, self.port = folder / "open.carrom-event", words, 0
        details = Details(name="Autumn Open", boards=2, sessions="2026-01-01 00:00-23:59")
        with Journal.create(self.path, details) as journal:
            if lot:
                journal.add(LotDrawn(lot=lot))
            journal.add(Opened(terms=read_terms({"id": "s", "system": "swiss", "kind": "player"})))
            ties = {"id": "l", "system": "league", "rubbers": ["singles", "singles", "doubles"]}
            journal.add(Opened(terms=read_terms(ties)))
            for number, name in enumerate(("Asha", "Bilal", "Chitra", "Dev"), 1):
                journal.add(Entered(id=name.lower(), name=name, seed=number))
            for team in ("north", "south"):
                players = tuple(f"{team.title()} {letter}" for letter in "ABC")
                journal.add(Entered(id=team, name=team.title(), kind="team", players=players))
            journal.add(Appointed(id="uma", name="Uma"))
        self.start()

    def start(self) -> None:
        """Start the server, on the same port as before."""
        words = ["hall", str(self.path), "--no-browser", "--host", "127.0.0.1", "--port", str(self.port), *self.words]
        self.process = Started("import carrom.cli, sys; sys.exit(carrom.cli.main(sys.argv[1:]))", words)
        found = re.search(r":(\d+)/", self.process.line())
        assert found, "the hall did not start"
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill the server with SIGKILL, as in a power cut."""
        self.process.kill()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def word(self, role: str) -> str:
        """Return the token in the link of a role."""
        words = [sys.executable, "-m", "carrom", "hall", str(self.path), "--links"]
        said = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT / "src").stdout
        return dict(re.findall(r"^(\S+) +/hall#(\S+)", said, re.MULTILINE))[role]

    def open(self, page: Page, role: str) -> Page:
        """Open the link of a role."""
        page.goto(f"{self.address}/hall#{self.word(role)}")
        expect(page.get_by_test_id("role")).to_be_visible()
        return page


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    running = Hall(tmp_path / "hall")
    yield running
    running.kill()


def written(page: Page, words: str) -> None:
    """Wait until the hall has acknowledged a line."""
    expect(page.get_by_test_id("written")).to_have_attribute("data-lines", re.compile(re.escape(words)))


def entered(card: Locator, first: str, second: str, sentence: str) -> None:
    """Type the points beside the two names, and confirm the resulting sentence."""
    card.get_by_test_id("points-1-1").fill(first)
    card.get_by_test_id("points-2-1").fill(second)
    card.get_by_test_id("say-result").click()
    expect(card.get_by_test_id("result-sentence")).to_have_text(sentence)
    card.get_by_test_id("confirm-result").click()


def test_from_the_draw_to_the_standings_with_an_umpires_phone(visit: Visit, browser: Browser, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    page.get_by_test_id("draw-s").click()
    written(page, "draw s.1 asha-chitra@1 bilal-dev@2")
    page.get_by_test_id("call-s.1.1").click()
    written(page, "place s.1.1 board=1")
    phone = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    hall.open(phone, "umpire:uma").get_by_test_id("keep").click()
    expect(phone.get_by_test_id("umpire-sheet")).to_be_visible()
    assert "#" not in phone.url
    public = browser.new_context(viewport=PHONE).new_page()
    public.goto(f"{hall.address}/live/1")
    expect(public.get_by_test_id("board-1")).to_contain_text("Asha")
    hall.open(page, "scorer")
    card = page.get_by_test_id("card-s.1.2")
    card.locator("summary").click()
    entered(card, "25", "12", "Bilal wins 25–12")
    written(page, "finish s.1.2 25-12")
    hall.open(page, "organiser").get_by_text("History").click()
    page.get_by_test_id("raw-lines").check()
    page.get_by_test_id("line-input").fill('withdraw dev stage=s reason="injury"')
    page.get_by_test_id("say-line").click()
    written(page, "withdraw dev stage=s")
    public.goto(f"{hall.address}/")
    expect(public.locator("tbody tr").first).to_contain_text("Bilal")
    hall.kill()
    hall.start()
    public.reload()
    expect(public.locator("tbody tr").first).to_contain_text("Bilal")
    phone.context.close()
    public.context.close()


def drawn(page: Page, hall: Hall, *stages: str) -> None:
    """Draw these stages as the organiser."""
    hall.open(page, "organiser")
    for stage in stages:
        page.get_by_test_id(f"draw-{stage}").click()
        written(page, f" {stage}.1 " if stage == "s" else f"seat {stage}")


@pytest.mark.slow
def test_a_scorer_enters_a_board_with_four_taps_and_both_players_confirm(visit: Visit, hall: Hall) -> None:
    page = visit.page
    drawn(page, hall, "s")
    hall.open(page, "scorer")
    expect(page.get_by_role("heading", name="Finished")).to_have_count(0)
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    card.get_by_test_id("card-mode").click()
    for board in range(1, 4):
        for key in ("winner-1", "men-8", "queen-1", "ok"):
            card.get_by_test_id(key).click()
        expect(card.locator(".rows li")).to_have_count(board)
    card.get_by_test_id("agree-1").click()
    assert not re.search("finish s.1.1", hall.path.read_text())
    card.get_by_test_id("agree-2").click()
    written(page, "finish s.1.1 25-0 boards=3-0")
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()


@pytest.mark.slow
def test_a_protest_is_ruled_on_and_its_clocks_count_down(visit: Visit, hall: Hall) -> None:
    page = visit.page
    drawn(page, hall, "s")
    hall.open(page, "scorer")
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    entered(card, "25", "12", "Asha wins 25–12")
    written(page, "finish s.1.1 25-12")
    hall.open(page, "player:chitra")
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    card.get_by_test_id("protest-reason").fill("The queen was not covered")
    card.get_by_test_id("protest").click()
    written(page, "side=chitra")
    hall.open(page, "referee")
    protest = page.locator("[data-testid^=protest-]").first
    expect(protest).to_contain_text(re.compile(r"1[45]:\d\d"))
    expect(protest).to_contain_text(re.compile(r"(59|60):\d\d"))
    page.clock.set_fixed_time(datetime.now() + timedelta(hours=2))
    expect(protest).to_contain_text(re.compile(r"Decision (59|1:00):\d\d late"))
    protest.get_by_test_id("stand-reason").fill("It was covered")
    protest.get_by_test_id("let-stand").click()
    written(page, "stands")
    assert load(hall.path).protests[0].ruled


@pytest.mark.slow
def test_a_captains_line_up_is_sealed_until_both_are_in(visit: Visit, hall: Hall) -> None:
    page = visit.page
    drawn(page, hall, "l")
    for team, other in (("North", ""), ("South", "North")):
        hall.open(page, f"captain:{team.lower()}")
        assert "North B" not in page.get_by_test_id("hall").inner_text() or team == "North"
        for rubber, place, letter in ((1, 1, "A"), (2, 1, "B"), (3, 1, "A"), (3, 2, "C")):
            page.get_by_test_id(f"player-{rubber}-{place}").select_option(f"{team} {letter}")
        page.get_by_test_id("line-up").click()
        written(page, f"lineup l.1.1 {team.lower()}")
        if other:
            expect(page.get_by_test_id("card-l.1.1")).to_contain_text("North A, North C")


@pytest.mark.slow
def test_an_open_line_up_is_closed_to_its_captain_and_the_referee_changes_it_with_a_reason(
    visit: Visit, hall: Hall
) -> None:
    page = visit.page
    drawn(page, hall, "l")
    for team in ("north", "south"):
        hall.open(page, f"captain:{team}")
        for rubber, place, letter in ((1, 1, "A"), (2, 1, "B"), (3, 1, "A"), (3, 2, "C")):
            page.get_by_test_id(f"player-{rubber}-{place}").select_option(f"{team.title()} {letter}")
        page.get_by_test_id("line-up").click()
        written(page, f"lineup l.1.1 {team}")
    expect(page.get_by_test_id("line-up")).to_have_count(0)
    expect(page.get_by_test_id("sealed")).to_contain_text("Only the referee")
    hall.open(page, "referee")
    card = page.get_by_test_id("card-l.1.1")
    card.locator("summary").first.click()
    north = card.get_by_test_id("line-up-north")
    north.locator("summary").click()
    north.get_by_test_id("player-1-1").select_option("North B")
    north.get_by_test_id("player-2-1").select_option("North A")
    expect(north.get_by_test_id("line-up")).to_be_disabled()
    north.get_by_test_id("line-up-reason").fill("Injury")
    north.get_by_test_id("line-up").click()
    written(page, "lineup l.1.1 north")
    hall.open(page, "captain:south")
    expect(page.get_by_test_id("lineup-changed")).to_have_text("The referee changed the line-up of North: Injury")


@pytest.mark.slow
def test_a_result_is_typed_beside_the_names_and_the_other_player_agrees_to_a_sentence(
    visit: Visit, browser: Browser, hall: Hall
) -> None:
    page = visit.page
    drawn(page, hall, "s")
    hall.open(page, "player:chitra")
    card = page.get_by_test_id("card-s.1.1")
    expect(card.get_by_label("Chitra")).to_be_visible()
    entered(card, "12", "25", "Chitra wins 25–12")
    expect(page.get_by_test_id("written-result")).to_have_text("Chitra wins 25–12")
    other = browser.new_context(viewport=PHONE).new_page()
    hall.open(other, "player:asha")
    claim = other.get_by_test_id("claim-chitra")
    expect(claim).to_contain_text("Chitra reports: Chitra wins 25–12")
    claim.get_by_test_id("agree").click()
    expect(page.get_by_test_id("result-s.1.1")).to_have_text("Chitra wins 25–12")
    lines = page.get_by_test_id("result-s.1.1").evaluate(
        """(element) => {
            element.style.cssText = 'flex: none; width: 3ch; overflow-wrap: normal';
            const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            let text;
            while ((text = texts.nextNode()) && !text.data.includes('25–12')) ;
            const range = document.createRange();
            const at = text.data.indexOf('25–12');
            range.setStart(text, at);
            range.setEnd(text, at + 5);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }"""
    )
    assert lines == 1, "a score is broken over two lines"
    assert " finish s.1.1 12-25 " in hall.path.read_text()
    other.context.close()


@pytest.mark.slow
def test_what_was_typed_stays_when_it_is_refused(visit: Visit, hall: Hall) -> None:
    page = visit.page
    drawn(page, hall, "s")
    hall.open(page, "scorer")
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    entered(card, "31", "12", "Asha wins 31–12")
    expect(card.get_by_test_id("result-refusal")).to_contain_text("31")
    expect(card.get_by_test_id("points-1-1")).to_have_value("31")
    expect(card.get_by_test_id("points-2-1")).to_have_value("12")
    card.get_by_test_id("points-1-1").fill("25")
    card.get_by_test_id("say-result").click()
    expect(card.get_by_test_id("result-sentence")).to_have_text("Asha wins 25–12")


@pytest.mark.slow
def test_a_correction_after_the_next_draw_warns_on_the_page(visit: Visit, hall: Hall) -> None:
    page = visit.page
    drawn(page, hall, "s")
    hall.open(page, "scorer")
    for number, winner in ((1, "Asha"), (2, "Bilal")):
        card = page.get_by_test_id(f"card-s.1.{number}")
        card.locator("summary").click()
        entered(card, "25", "12", f"{winner} wins 25–12")
        written(page, f"finish s.1.{number}")
    hall.open(page, "organiser").get_by_test_id("draw-s").click()
    written(page, "draw s.2")
    hall.open(page, "referee")
    card = page.get_by_test_id("card-s.1.1")
    card.locator("summary").click()
    card.get_by_test_id("reason").fill("turned")
    entered(card, "12", "25", "Chitra wins 25–12")
    expect(page.get_by_test_id("stale")).to_contain_text("s, round 2")
    hall.open(page, "organiser")
    expect(page.get_by_test_id("stale-s")).to_contain_text("s, round 2")


@pytest.mark.slow
def test_a_void_link_is_told_and_forgotten(visit: Visit, browser: Browser, hall: Hall) -> None:
    page = visit.page
    hall.open(page, "scorer")
    other = browser.new_context().new_page()
    hall.open(other, "organiser").get_by_test_id("links").locator("summary").click()
    other.get_by_test_id("link-scorer").click()
    expect(other.get_by_test_id("word")).to_contain_text("/hall#scorer..")
    other.get_by_test_id("renew-scorer").click()
    other.get_by_test_id("renew-scorer").click()
    written(other, "links scorer")
    expect(page.get_by_test_id("void")).to_be_visible()
    page.get_by_test_id("drop").click()
    expect(page.get_by_test_id("hall")).not_to_contain_text("Scorer")
    other.context.close()


@pytest.mark.slow
def test_phones_that_were_offline_notice_at_once_and_catch_up_without_a_reload(
    visit: Visit, browser: Browser, hall: Hall
) -> None:
    desk = hall.open(visit.page, "organiser")
    player = hall.open(browser.new_context(viewport=PHONE, has_touch=True).new_page(), "player:chitra")
    public = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    public.goto(f"{hall.address}/events/open")
    away = ((player, player.get_by_test_id("away")), (public, public.get_by_test_id("event-away")))
    for page, notice in away:
        expect(page.get_by_text("Autumn Open").first).to_be_visible()
        expect(notice).to_have_count(0)
        page.evaluate("window.loadedOnce = true")
        page.wait_for_timeout(500)  # until the stream is open
        page.context.set_offline(True)
        expect(notice).to_have_text("Connection lost. Showing the last known state.", timeout=3000)
    desk.get_by_test_id("draw-s").click()
    written(desk, "draw s.1")
    desk.get_by_test_id("call-s.1.1").click()
    written(desk, "place s.1.1 board=1")
    hall.open(desk, "scorer")
    card = desk.get_by_test_id("card-s.1.2")
    card.locator("summary").click()
    entered(card, "25", "12", "Bilal wins 25–12")
    written(desk, "finish s.1.2 25-12")
    expect(player.get_by_test_id("card-s.1.1")).to_have_count(0)  # there, nothing is drawn yet
    for page, notice in away:
        page.context.set_offline(False)
        expect(notice).to_have_count(0)
    expect(player.get_by_test_id("my-next")).to_contain_text("against Asha")
    expect(player.get_by_test_id("card-s.1.1")).to_have_count(1)
    expect(public.locator("tbody tr").first).to_contain_text("Bilal")
    public.get_by_test_id("view-fixtures").check(force=True)
    expect(public.get_by_test_id("fixture-s.1.2")).to_contain_text("25")
    for page, _ in away:
        assert page.evaluate("window.loadedOnce") is True, "the page was loaded again"
        page.context.close()


@pytest.mark.slow
def test_a_proposal_without_a_network_waits_and_happens_once(visit: Visit, hall: Hall) -> None:
    page = hall.open(visit.page, "organiser")
    hall.kill()
    page.get_by_test_id("draw-s").click()
    expect(page.get_by_test_id("away")).to_be_visible()
    hall.start()
    written(page, "draw s.1")
    assert len(re.findall(r"^\d+\. draw s\.1 ", hall.path.read_text(), re.MULTILINE)) == 1


SIZES: tuple[dict[str, Any], ...] = (
    {"width": 320, "height": 640},
    {"width": 844, "height": 390},
    {"width": 1440, "height": 900},
)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_halls_pages_have_nothing_for_axe_to_find_and_scroll_only_down(
    browser: Browser, hall: Hall, scheme: Any
) -> None:
    page = browser.new_context(color_scheme=scheme, reduced_motion="reduce").new_page()
    drawn(page, hall, "s", "l")
    found = {}
    for role in ("organiser", "referee", "scorer", "captain:north", "umpire:uma", "player:asha"):
        hall.open(page, role)
        for summary in page.locator("summary").all():
            summary.click()
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, f"{role} at {size}"
        found[role] = violations(page)
    for place in ("/events", "/events/open", "/live", "/live/1", "/overlay/1"):
        page.goto(hall.address + place)
        expect(page.locator("main")).not_to_be_empty()
        found[place] = violations(page)
    page.goto(f"{hall.address}/events/open")
    page.get_by_test_id("view-fixtures").check(force=True)
    expect(page.get_by_test_id("fixture-s.1.1")).to_be_visible()
    found["fixtures"] = violations(page)
    assert {place: wrong for place, wrong in found.items() if wrong} == {}
    page.context.close()


def test_a_missing_lot_is_said_before_the_draw_and_drawn_there(visit: Visit, tmp_path: Path) -> None:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    hall = Hall(tmp_path / "hall", lot="")
    try:
        visit.page.set_viewport_size(PHONE)
        page = hall.open(visit.page, "organiser")
        expect(page.get_by_test_id("hall-lot")).to_contain_text("No lot is drawn yet")
        assert [
            page.get_by_role("main").get_by_role("link", name=name, exact=True).count()
            for name in ("Public page", "Tournaments")
        ] == [1, 0]
        page.get_by_test_id("hall-own-lot").click()
        page.get_by_test_id("hall-lot-text").fill("3 14\u200b 27")
        page.get_by_test_id("hall-use-lot").click()
        expect(page.get_by_test_id("refusal")).to_contain_text("invisible")
        expect(page.get_by_test_id("hall-lot-text")).to_have_value("3 14\u200b 27")
        page.get_by_test_id("hall-draw-lot").click()
        written(page, "lot ")
        lot = load(hall.path).lot
        assert re.fullmatch(r"\d{3}( \d{3}){5}", lot)
        expect(page.get_by_test_id("hall-lot")).to_contain_text(f"The lot is {lot}")
        page.get_by_test_id("draw-s").click()
        written(page, "draw s.1")
        expect(page.get_by_test_id("hall-lot")).to_contain_text(lot)
    finally:
        hall.kill()


@pytest.mark.slow
def test_an_overlay_is_transparent_and_hidden_scores_stay_hidden(visit: Visit, tmp_path: Path) -> None:
    running = Hall(tmp_path / "hidden", "--hide-scores")
    try:
        page = visit.page
        drawn(page, running, "s")
        page.goto(f"{running.address}/overlay/1")
        expect(page.get_by_test_id("overlay")).to_contain_text("Asha")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    finally:
        running.kill()
