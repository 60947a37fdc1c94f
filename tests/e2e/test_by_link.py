"""Games between friends by link, each in a browser: spectators, offers, clocks, and a server that restarts."""

import re
import secrets
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from e2e.conftest import Server
from e2e.hand import BREAK, Hand, board, choose
from e2e.wire import Wire, nonce, sit, terms
from playwright.sync_api import Browser, Page, expect

from carrom.protocol import ClockPlan, Join, Joined, Who


class Company:
    """A game by link in three browsers: Asha (south), Meena (north) and Guest, a spectator."""

    def __init__(self, browser: Browser, server: Server, **agreed: Any) -> None:
        self.browser, self.server = browser, server
        with Wire(server.address) as first:
            words = first.begin(terms(2, who=Who.LINK, **agreed))
        key = secrets.token_urlsafe(32)
        with Wire(server.address) as second:
            second.say(Join(nonce=nonce(), game=words["game"], invite=words["invite"], key=key, name="Meena"))
            yours = list(second.until(Joined).yours)
        others = {"game": words["game"], "yours": yours, "key": key, "invite": None, "watch": None}
        looks_on = {"game": words["game"], "yours": [], "key": None, "invite": None, "watch": words["watch"]}
        self.words = words
        self.contexts = [
            browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce") for _ in range(3)
        ]
        self.asha, self.meena, self.guest = (self._seated(each, i) for i, each in enumerate((words, others, looks_on)))
        self.hand = Hand(self.asha, server.address, words)

    def _seated(self, words: dict[str, Any], number: int) -> Page:
        self.contexts[number].set_default_timeout(30_000)
        page = self.contexts[number].new_page()
        sit(page, self.server.address, words)
        return page

    def close(self) -> None:
        """Close all three browsers."""
        for context in self.contexts:
            context.close()


@pytest.fixture
def company(browser: Browser, server: Server) -> Iterator[Company]:
    """Three people at a table without a clock."""
    found = Company(browser, server)
    yield found
    found.close()


def test_a_stroke_is_seen_by_all_and_each_is_told_in_his_own_words(company: Company) -> None:
    asha, meena, guest = company.asha, company.meena, company.guest
    expect(asha.get_by_test_id("turn")).to_have_text("Your break")
    expect(meena.get_by_test_id("turn")).to_have_text("Asha to break")
    expect(guest.get_by_test_id("turn")).to_have_text("Asha to break")
    assert (board(meena).get_attribute("data-bottom"), board(guest).get_attribute("data-bottom")) == ("north", "south")
    company.hand.strike_by_keys(BREAK)
    expect(meena.get_by_test_id("turn")).to_have_text("Your turn")
    expect(guest.get_by_test_id("turn")).to_have_text("Meena’s turn")
    assert len({page.locator("[data-testid=disc-Q]").get_attribute("data-x") for page in (asha, meena, guest)}) == 1


@pytest.mark.slow
def test_who_looks_on_has_no_hand_and_is_counted(company: Company) -> None:
    guest = company.guest
    expect(guest.get_by_test_id("watching")).to_be_visible()
    expect(company.asha.get_by_test_id("watchers")).to_have_text("1 watching")
    assert guest.get_by_test_id("strike-button").count() == 0
    expect(guest.get_by_test_id("undo")).to_be_disabled()
    expect(guest.get_by_test_id("resign")).to_be_disabled()
    board(guest).press("Enter")
    guest.wait_for_timeout(500)
    assert board(company.asha).get_attribute("data-phase") == "strike"
    company.contexts[2].close()
    expect(company.asha.get_by_test_id("watchers")).to_be_hidden()


@pytest.mark.slow
def test_where_one_aims_is_seen_by_the_other_unless_he_hides_it(company: Company) -> None:
    asha, meena = company.asha, company.meena
    board(asha).press("ArrowRight")
    board(asha).press("a")
    expect(meena.get_by_test_id("aim-of-other")).to_be_attached()
    asha.evaluate("localStorage.setItem('carrom.settings', JSON.stringify({ hideAim: true }))")
    asha.reload()
    expect(asha.get_by_test_id("turn")).to_be_visible()
    meena.reload()
    board(asha).press("ArrowLeft")
    asha.wait_for_timeout(700)
    assert meena.get_by_test_id("aim-of-other").count() == 0


@pytest.mark.slow
def test_an_undo_is_asked_for_and_may_be_refused_or_granted_beside_the_board(company: Company) -> None:
    asha, meena = company.asha, company.meena
    company.hand.strike_by_keys(BREAK)
    expect(meena.get_by_test_id("turn")).to_have_text("Your turn")
    asha.get_by_test_id("undo").click()
    expect(asha.get_by_test_id("offer-undo")).to_contain_text("Undo requested")
    expect(meena.get_by_test_id("offer-undo")).to_contain_text("Asha would like to undo the last stroke")
    assert meena.locator("dialog[open]").count() == 0
    meena.get_by_test_id("offer-no").click()
    expect(asha.get_by_test_id("offer-undo")).to_contain_text("declined")
    asha.get_by_test_id("undo").click()
    meena.get_by_test_id("offer-yes").click()
    expect(asha.get_by_test_id("turn")).to_have_text("Your break")
    expect(asha.get_by_test_id("offer-undo")).to_be_hidden()


@pytest.mark.slow
def test_a_phrase_is_read_at_the_plate_of_who_said_it(company: Company) -> None:
    company.meena.get_by_test_id("tab-chat").click()
    company.meena.get_by_test_id("say-good-luck").click()
    expect(company.asha.get_by_test_id("plate-north")).to_contain_text("Good luck")
    company.asha.get_by_test_id("tab-chat").click()
    expect(company.asha.get_by_test_id("panel")).to_contain_text("Meena Good luck")
    expect(company.guest.get_by_test_id("plate-north")).to_contain_text("Good luck")


@pytest.mark.slow
def test_who_goes_away_is_seen_to_be_away_and_comes_back(company: Company) -> None:
    company.contexts[1].set_offline(True)
    company.meena.goto("about:blank")
    expect(company.asha.get_by_test_id("plate-north")).to_have_attribute("data-here", "false")
    company.contexts[1].set_offline(False)
    company.meena.go_back()
    expect(company.asha.get_by_test_id("plate-north")).to_have_attribute("data-here", "true")


def test_a_killed_server_is_noticed_by_all_and_nothing_is_lost(company: Company) -> None:
    company.hand.strike_by_keys(BREAK)
    expect(company.meena.get_by_test_id("turn")).to_have_text("Your turn")
    company.server.kill()
    for page in (company.asha, company.meena, company.guest):
        expect(page.get_by_test_id("turn")).to_contain_text("Reconnecting")
    assert company.meena.get_by_test_id("strike-button").get_attribute("aria-disabled") == "true"
    company.server.start()
    expect(company.meena.get_by_test_id("turn")).to_have_text("Your turn")
    board(company.meena).press("Enter")
    expect(company.asha.get_by_test_id("score-north")).to_be_visible()
    expect(board(company.asha)).not_to_have_attribute("data-version", str(company.hand.version() - 1))


@pytest.mark.slow
def test_a_silent_server_is_noticed_within_ten_seconds(company: Company) -> None:
    process = company.server.process
    assert process is not None
    expect(company.asha.get_by_test_id("turn")).to_have_text("Your break")
    process.send_signal(signal.SIGSTOP)
    try:
        expect(company.asha.get_by_test_id("turn")).to_contain_text("Reconnecting", timeout=10_000)
        assert company.asha.get_by_test_id("strike-button").get_attribute("aria-disabled") == "true"
    finally:
        process.send_signal(signal.SIGCONT)
    expect(company.asha.get_by_test_id("turn")).to_have_text("Your break")


@pytest.mark.slow
def test_time_runs_out_at_the_plate_and_the_law_says_what_follows(browser: Browser, server: Server) -> None:
    company = Company(browser, server, clock=ClockPlan(stroke=8, place=8))
    try:
        for page in (company.asha, company.meena, company.guest):
            expect(page.get_by_test_id("time")).to_be_visible()
        seconds = [int(page.get_by_test_id("time").inner_text().split()[0]) for page in (company.asha, company.meena)]
        assert abs(seconds[0] - seconds[1]) <= 1
        expect(company.meena.get_by_test_id("deed")).to_contain_text("Asha ran out of time", timeout=15_000)
        expect(company.asha.get_by_test_id("deed")).to_contain_text("You ran out of time")
        assert company.asha.get_by_test_id("clause").count() > 0
        choose(company.asha, "pause")
        company.meena.get_by_test_id("offer-yes").click()
        expect(company.asha.get_by_test_id("turn")).to_have_text("Clock paused")
    finally:
        company.close()


@pytest.mark.slow
def test_all_who_want_a_rematch_find_each_other_in_it(company: Company) -> None:
    asha, meena, guest = company.asha, company.meena, company.guest
    choose(asha, "resign")
    asha.get_by_test_id("resign-yes").click()
    expect(meena.get_by_test_id("result")).to_have_text("Asha resigned: you win!")
    expect(guest.get_by_test_id("result")).to_have_text("Asha resigned: Meena wins.")
    asha.get_by_test_id("again").click()
    expect(meena.get_by_test_id("offer-rematch")).to_contain_text("Asha wants a rematch")
    meena.get_by_test_id("again").click()
    for page in (asha, meena):
        expect(page).not_to_have_url(re.compile(company.words["game"]))
        expect(page.get_by_test_id("result")).to_be_hidden()
    assert asha.url == meena.url
