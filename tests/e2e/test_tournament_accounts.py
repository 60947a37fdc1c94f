"""An online tournament between people with accounts, on a server with accounts."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import board
from e2e.test_account import at, sign_up
from e2e.test_tournaments import friend, resigned, someone
from playwright.sync_api import Page, expect

__all__ = ["friend", "someone"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts enabled."""
    server = Server(tmp_path / "data")
    server.command = ("serve", "--accounts", "on")
    server.start()
    yield server
    server.kill()


@pytest.mark.slow
def test_two_with_accounts_play_a_tournament_for_accounts_and_a_guest_is_told_to_sign_in(
    visit: Visit, friend: Visit, server: Server, someone: Callable[[], Page]
) -> None:
    asha, bala, watcher = visit.page, friend.page, someone()
    asha.goto(at(server, "account"))
    sign_up(asha)
    asha.goto(at(server, "tournaments"))
    asha.get_by_test_id("create-tournament").click()
    asha.get_by_test_id("tournament-name").fill("Friday evening")
    asha.get_by_test_id("tournament-who-accounts").check()
    expect(asha.get_by_test_id("tournament-own-name")).to_have_count(0)
    asha.get_by_test_id("tournament-create").click()
    asha.wait_for_url(re.compile("/tournaments/.+"))
    asha.get_by_test_id("tournament-join").click()
    expect(asha.get_by_test_id("tournament-own")).to_have_attribute("data-state", "joined")
    address = asha.url
    bala.goto(address)
    bala.get_by_test_id("tournament-guest").fill("Bala")
    bala.get_by_test_id("tournament-join").click()
    expect(bala.get_by_test_id("tournament-own-refusal")).to_contain_text("account")
    bala.goto(at(server, "account"))
    sign_up(bala, "Bala")
    bala.goto(address)
    bala.get_by_test_id("tournament-join").click()
    expect(bala.get_by_test_id("tournament-own")).to_have_attribute("data-state", "joined")
    asha.get_by_test_id("tournament-start-now").click()
    for page in (asha, bala):
        page.wait_for_url(re.compile("/game/"))
        expect(board(page)).to_be_visible()
    resigned(asha, bala)
    watcher.goto(address)
    row = watcher.get_by_test_id("standing-2")
    expect(row).to_contain_text(re.compile(r"^1\s*2\s*Bala"))
    row.get_by_role("link", name="Bala").click()
    expect(watcher).to_have_url(re.compile("/@/Bala$"))
