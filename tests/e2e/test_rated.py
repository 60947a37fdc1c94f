"""A rated game of two people with accounts, in two real browsers: found in the lobby, called off, played, counted."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import PHONE, Server, Visit
from e2e.hand import board
from e2e.test_account import at, sign_up
from e2e.test_lobby import tossed
from playwright.sync_api import Browser, Page, expect


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts."""
    server = Server(tmp_path / "data")
    server.command = ("serve", "--accounts", "on")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def friend(browser: Browser) -> Iterator[Visit]:
    """Somebody with a phone of his own."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Visit(context.new_page())
    context.close()


def paired(server: Server, *pages: Page) -> None:
    """Let two press for a game in the lobby, and come to it."""
    for page in pages:
        page.goto(at(server, "lobby"))
        page.get_by_test_id("quick").click()
        expect(page.get_by_test_id("withdraw").or_(page.get_by_test_id("toss")).first).to_be_visible()
    for page in pages:
        page.wait_for_url(re.compile("/game/"))


def rating(server: Server, page: Page) -> int:
    """Return the one rating that stands on somebody's account."""
    page.goto(at(server, "account"))
    expect(page.get_by_test_id("ratings")).to_contain_text(re.compile(r"\d{4}"))
    found = re.search(r"\d{4}", page.get_by_test_id("ratings").inner_text())
    assert found
    return int(found[0])


def test_two_with_accounts_call_a_game_off_play_a_rated_one_and_both_ratings_move(
    visit: Visit, friend: Visit, server: Server
) -> None:
    asha, bala = visit.page, friend.page
    for page, name in ((asha, "Asha"), (bala, "Bala")):
        page.goto(at(server, "account"))
        sign_up(page, name)
    paired(server, asha, bala)
    asha.get_by_test_id("resign").click()
    asha.get_by_test_id("call-off").click()
    expect(asha.get_by_test_id("result")).to_have_text("The game was called off: nobody has won.")
    expect(bala.get_by_test_id("result")).to_have_text("The game was called off: nobody has won.")
    paired(server, asha, bala)
    mine = tossed(asha, bala)
    expect(board(mine)).to_have_attribute("data-phase", "strike")
    board(mine).press("Enter")
    for page in (asha, bala):
        expect(page.get_by_test_id("history").or_(page.get_by_test_id("ruling")).first).to_be_visible()
    asha.get_by_test_id("resign").click()
    expect(asha.get_by_test_id("call-off")).to_have_count(0)
    asha.get_by_test_id("resign-yes").click()
    expect(bala.get_by_test_id("result")).to_have_text("Asha resigned: you win.")
    assert rating(server, asha) < 1500 < rating(server, bala)
    assert visit.complaints == friend.complaints == []
