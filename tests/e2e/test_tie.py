"""A tie between two teams: two captains in separate browsers, sealed line-ups, and the final card."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, Server
from e2e.hand import choose
from e2e.test_page import violations
from playwright.sync_api import Browser, Page, expect

from carrom.cli.verify import load_tie


class Captains:
    """Pune's captain, who creates the tie, and Delhi's captain, who joins by link."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.contexts = [browser.new_context(viewport=DESKTOP, reduced_motion="reduce") for _ in range(2)]
        for context in self.contexts:
            context.set_default_timeout(30_000)
        self.pune, self.delhi = (context.new_page() for context in self.contexts)
        self.server, self.address = server, server.address

    def close(self) -> None:
        """Close both browsers."""
        for context in self.contexts:
            context.close()

    def begin(self) -> None:
        """Create the tie as Pune's captain."""
        page = self.pune
        page.goto(self.address)
        page.get_by_test_id("new-tie-link").click()
        page.get_by_test_id("first-name").fill("Pune")
        for number, name in enumerate(("Asha", "Chitra"), 1):
            page.get_by_test_id(f"first-player-{number}").fill(name)
        page.get_by_test_id("second-name").fill("Delhi")
        assert violations(page) == []
        page.get_by_test_id("begin-tie").click()
        expect(page.get_by_test_id("tie-card")).to_be_visible()

    def come(self) -> None:
        """Join by the invitation link as Delhi's captain."""
        link = re.sub("^http://[^/]+/", self.server.address, self.pune.get_by_test_id("tie-invite").input_value())
        page = self.delhi
        page.goto(link)
        for number, name in enumerate(("Bilal", "Dev"), 1):
            page.get_by_test_id(f"own-player-{number}").fill(name)
        assert violations(page) == []
        assert "#" not in page.url, "the invitation must not stay in the address bar"
        page.get_by_test_id("join-place").click()
        expect(page.get_by_test_id("tie-yours")).to_have_text("You’re the captain of Delhi.")

    def line_up(self) -> None:
        """Submit both line-ups, Pune's first."""
        self.pune.get_by_test_id("give-A").click()
        expect(self.delhi.get_by_test_id("rubber-1")).to_contain_text("line-up chosen (hidden)")
        expect(self.delhi.get_by_test_id("rubber-1")).not_to_contain_text("Asha")
        self.delhi.get_by_test_id("give-B").click()
        expect(self.pune.get_by_test_id("rubber-3")).to_contain_text("Bilal · Dev")


@pytest.fixture
def captains(browser: Browser, server: Server) -> Iterator[Captains]:
    """Two captains before a tie."""
    found = Captains(browser, server)
    yield found
    found.close()


def give_up(page: Page) -> None:
    """Open the board of the current rubber and resign it."""
    page.get_by_test_id("to-board").click()
    expect(page.get_by_test_id("game-tie")).to_contain_text("Pune – Delhi")
    choose(page, "resign")
    page.get_by_test_id("resign-yes").click()
    page.get_by_test_id("to-tie").click()


@pytest.mark.slow
def test_two_captains_play_a_tie_to_its_last_word(captains: Captains, server: Server, tmp_path: Path) -> None:
    pune, delhi = captains.pune, captains.delhi
    captains.begin()
    captains.come()
    captains.line_up()
    pune.get_by_test_id("begin-rubber").click()
    expect(delhi.get_by_test_id("rubber-1")).to_have_attribute("data-standing", "running")
    server.kill()
    server.start()
    give_up(pune)
    expect(delhi.get_by_test_id("rubber-1")).to_contain_text("resigned")
    delhi.reload()
    delhi.get_by_test_id("begin-rubber").click()
    give_up(pune)
    for page in (pune, delhi):
        expect(page.get_by_test_id("tie-word")).to_have_text("Delhi wins the match, 2–0")
        expect(page.get_by_test_id("rubber-3")).to_have_attribute("data-standing", "dead")
    assert violations(pune) == []
    with delhi.expect_download() as download:
        delhi.get_by_test_id("tie-download").click()
    download.value.save_as(tmp_path / "tie.zip")
    assert zipfile.is_zipfile(tmp_path / "tie.zip")
    tie = load_tie(tmp_path / "tie.zip")
    assert tie.winner is not None
    assert (tie.winner.name, tie.is_over) == ("Delhi", True)


@pytest.mark.slow
def test_a_captain_is_seen_to_be_away_and_back_and_a_tie_is_left_out(captains: Captains, server: Server) -> None:
    pune, delhi = captains.pune, captains.delhi
    captains.begin()
    captains.come()
    captains.line_up()
    card = pune.get_by_test_id("tie-card")
    expect(card).not_to_contain_text("away")
    pune.get_by_test_id("begin-rubber").click()
    pune.get_by_test_id("to-board").click()
    expect(pune.get_by_test_id("board")).to_be_visible()
    expect(pune.get_by_test_id("score-north")).not_to_contain_text("away")
    address = delhi.url
    delhi.goto(f"{server.address}settings")
    expect(pune.get_by_test_id("score-north")).to_contain_text("away")
    pune.get_by_test_id("game-tie").click()
    expect(card).to_contain_text("away")
    delhi.goto(address)
    expect(card).not_to_contain_text("away")
    expect(delhi.get_by_test_id("tie-card")).not_to_contain_text("away")
    delhi.goto(f"{server.address}games")
    name = address.rpartition("/")[2]
    delhi.get_by_test_id(f"leave-{name}").click()
    assert violations(delhi) == []
    delhi.get_by_test_id("leave-yes").click()
    expect(delhi.get_by_test_id("past-tie")).to_have_count(0)
    delhi.reload()
    expect(delhi.get_by_test_id("games")).to_be_visible()
    expect(delhi.get_by_test_id("past-tie")).to_have_count(0)


@pytest.mark.slow
def test_who_looks_on_sees_the_card_and_is_asked_for_nothing(captains: Captains, browser: Browser) -> None:
    captains.begin()
    link = captains.pune.get_by_test_id("tie-watch").input_value()
    captains.come()
    captains.line_up()
    context = browser.new_context()
    guest = context.new_page()
    guest.goto(re.sub("^http://[^/]+/", captains.server.address, link))
    expect(guest.get_by_test_id("tie-yours")).to_have_text("You’re watching.")
    expect(guest.get_by_test_id("awaited")).to_contain_text("A captain can start game 1.")
    assert guest.get_by_test_id("begin-rubber").count() == 0
    captains.pune.get_by_test_id("begin-rubber").click()
    guest.get_by_test_id("to-board").click()
    expect(guest.get_by_test_id("watching")).to_be_visible()
    guest.go_back()
    expect(guest.get_by_test_id("tie-card")).to_be_visible()
    guest.goto(captains.server.address + "tie/no-such-tie")
    expect(guest.get_by_test_id("lost")).to_be_visible()
    context.close()


@pytest.mark.slow
def test_a_tie_of_two_teams_at_one_screen_is_found_again_at_home(captains: Captains) -> None:
    page = captains.pune
    page.goto(captains.server.address + "tie")
    page.get_by_test_id("captain-here").check(force=True)
    page.get_by_test_id("second-name").fill("Delhi")
    page.get_by_test_id("begin-tie").click()
    expect(page.get_by_test_id("tie-yours")).to_have_text("You’re the captain of both teams.")
    page.get_by_test_id("pick-A-2-1").select_option("Team A 1")
    page.get_by_test_id("give-A").click()
    expect(page.get_by_test_id("tie-refusal")).to_contain_text("already plays a singles")
    page.get_by_test_id("pick-A-2-1").select_option("Team A 2")
    page.get_by_test_id("give-A").click()
    page.get_by_test_id("give-B").click()
    page.get_by_test_id("begin-rubber").click()
    page.goto(captains.server.address)
    page.get_by_test_id("go-on-tie").click()
    page.get_by_test_id("to-board").click()
    expect(page.get_by_test_id("board")).to_be_visible()
