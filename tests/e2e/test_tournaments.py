"""Online tournaments in the page: created, joined by a second browser, played, and read afterwards."""

import re
from collections.abc import Callable, Iterator

import pytest
from e2e.conftest import PHONE, Server, Visit
from e2e.hand import board, choose, strike_by_keys
from e2e.test_page import violations
from playwright.sync_api import Browser, BrowserContext, Page, expect

from carrom.board.stroke import Stroke


@pytest.fixture
def friend(browser: Browser) -> Iterator[Visit]:
    """A second person, with their own phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Visit(context.new_page())
    context.close()


@pytest.fixture
def someone(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Open the page of one more person at each call."""
    contexts: list[BrowserContext] = []

    def opened() -> Page:
        contexts.append(browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"))
        contexts[-1].set_default_timeout(30_000)
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


def joined(page: Page, address: str, name: str, *, together: bool = False) -> None:
    """Open a tournament's address as a guest, and join."""
    page.goto(address)
    page.get_by_test_id("tournament-guest").fill(name)
    if together:
        page.get_by_test_id("tournament-together").check()
    page.get_by_test_id("tournament-join").click()
    expect(page.get_by_test_id("tournament-own")).to_have_attribute("data-state", "joined")


def created(page: Page, server: Server, name: str, *, kind: str = "arena", players: int = 2) -> str:
    """Create a tournament in the page under a name; return its address."""
    page.goto(f"{server.address}tournaments")
    page.get_by_test_id("create-tournament").click()
    page.get_by_test_id(f"tournament-kind-{kind}").check()
    page.get_by_test_id("tournament-name").fill("Friday evening")
    if players == 4:
        page.get_by_test_id("tournament-players-4").check()
    page.get_by_test_id("tournament-own-name").fill(name)
    page.get_by_test_id("tournament-create").click()
    page.wait_for_url(re.compile("/tournaments/.+"))
    expect(page.get_by_role("heading", name="Friday evening")).to_be_visible()
    return page.url


def joined_by_two_and_watched(asha: Page, bala: Page, watcher: Page, server: Server) -> None:
    """Create an arena that two people join, and open it on a third page, which follows the entries."""
    address = created(asha, server, "Asha")
    expect(asha.get_by_test_id("tournament-link-loopback")).to_contain_text("Only this computer can open the game")
    asha.get_by_test_id("tournament-join").click()
    joined(bala, address, "Bala")
    watcher.goto(address)
    expect(watcher.get_by_test_id("standings")).to_contain_text("Bala")


def resigned(loser: Page, winner: Page) -> None:
    """Resign a game that both have come to, and go back to the tournament on both pages."""
    for page in (loser, winner):
        page.wait_for_url(re.compile("/game/"))
        expect(board(page)).to_be_visible()
    choose(loser, "resign")
    loser.get_by_test_id("resign-yes").click()
    for page in (loser, winner):
        page.get_by_test_id("to-tournament").click()
        page.wait_for_url(re.compile("/tournaments/.+"))


def test_an_arena_is_created_joined_and_played_and_its_standings_are_right(
    visit: Visit, friend: Visit, server: Server, someone: Callable[[], Page]
) -> None:
    asha, bala, watcher = visit.page, friend.page, someone()
    address = created(asha, server, "Asha")
    asha.get_by_test_id("tournament-join").click()
    expect(asha.get_by_test_id("tournament-own")).to_have_attribute("data-state", "joined")
    assert violations(asha) == []
    asha.get_by_test_id("tournament-start-now").click()
    expect(asha.get_by_test_id("tournament-own-refusal")).to_contain_text("starts with 2 or more")
    bala.goto(f"{server.address}lobby")
    bala.get_by_test_id("lobby-name").fill("Bala")
    bala.get_by_test_id("lobby-name").blur()
    bala.get_by_test_id(f"tournament-join-{address.rpartition('/')[2]}").click()
    expect(bala.get_by_test_id("tournament-own")).to_have_attribute("data-state", "joined")
    expect(asha.get_by_test_id("standings")).to_contain_text("Bala")
    asha.get_by_test_id("tournament-start-now").click()
    resigned(asha, bala)
    # The two are paired again at once, so that their own pages go on to the next game.
    watcher.goto(address)
    for _ in range(2):
        expect(watcher.get_by_test_id("standing-2")).to_contain_text(re.compile(r"^1\s*2\s*Bala"))
        expect(watcher.get_by_test_id("points-1")).to_have_text("0")
        expect(watcher.get_by_test_id("tournament-games").locator("li").last).to_contain_text("Bala won · resigned")
        watcher.reload()
    expect(watcher.get_by_test_id("top-board")).to_have_attribute("data-strokes", "0")
    assert violations(watcher) == []
    assert [each for each in visit.complaints if "409" not in each] == [], "only the refused start"
    assert friend.complaints == []


@pytest.mark.slow
def test_a_knockout_calls_its_player_from_another_page_and_ends_with_a_podium(
    visit: Visit, friend: Visit, server: Server, someone: Callable[[], Page]
) -> None:
    asha, bala, watcher = visit.page, friend.page, someone()
    address = created(asha, server, "Asha", kind="knockout")
    asha.get_by_test_id("tournament-join").click()
    bala.goto(address)
    bala.get_by_test_id("tournament-guest").fill("Bala")
    bala.get_by_test_id("tournament-join").click()
    expect(asha.get_by_test_id("standings")).to_contain_text("Bala")
    expect(bala.get_by_test_id("tournament-own")).to_have_attribute("data-state", "joined")
    bala.get_by_role("link", name="Puzzles").first.click()
    expect(bala).to_have_url(re.compile("/puzzles"))
    asha.get_by_test_id("tournament-start-now").click()
    watcher.goto(address)
    expect(watcher.get_by_test_id("tournament-bracket")).to_be_visible()
    shown = watcher.get_by_test_id("tournament-standings").bounding_box()
    assert shown
    assert shown["width"] > 0.9 * PHONE["width"], "a phone has one column, also for a spectator"
    bala.get_by_test_id("tournament-calls").get_by_role("button").click()
    resigned(bala, asha)
    bracket = asha.get_by_test_id("tournament-bracket")
    expect(bracket.get_by_role("link")).to_have_attribute("href", re.compile("^/game/"))
    expect(bracket.locator(".won")).to_have_text("Asha")
    for page in (asha, bala):
        expect(page.get_by_test_id("podium").locator("li").first).to_contain_text("Asha")
    expect(bala.get_by_test_id("tournament-own")).to_contain_text("place 2")
    assert violations(asha) == []
    asha.goto(f"{server.address}tournaments")
    expect(asha.get_by_test_id("tournaments-finished")).to_contain_text("Asha won")
    assert visit.complaints == friend.complaints == []


@pytest.mark.slow
def test_a_phone_shows_the_tie_break_of_a_swiss_beside_the_points(visit: Visit, friend: Visit, server: Server) -> None:
    address = created(friend.page, server, "Bala", kind="swiss")
    friend.page.get_by_test_id("tournament-join").click()
    joined(visit.page, address, "Asha")
    expect(friend.page.get_by_test_id("standings")).to_contain_text("Asha")
    friend.page.get_by_test_id("tournament-start-now").click()
    visit.page.set_viewport_size(PHONE)
    visit.page.goto(f"{server.address}tournaments")
    visit.page.goto(address)
    heads = visit.page.get_by_test_id("standings").locator("thead th:visible")
    expect(heads).to_have_text(["#", "Points", "Player", "Wins", "Buchholz"])


@pytest.mark.slow
def test_a_refused_tournament_keeps_what_was_typed_and_a_code_is_asked_for(
    visit: Visit, friend: Visit, server: Server
) -> None:
    asha, bala = visit.page, friend.page
    asha.goto(f"{server.address}tournaments")
    asha.get_by_test_id("create-tournament").click()
    asha.get_by_test_id("tournament-name").fill("Club night")
    asha.get_by_test_id("tournament-start").select_option("0")
    asha.get_by_test_id("tournament-time").fill("2020-01-01T18:00")
    asha.get_by_test_id("tournament-who-code").check()
    asha.get_by_test_id("tournament-code").fill("striker")
    asha.get_by_test_id("tournament-create").click()
    expect(asha.get_by_test_id("tournament-refusal")).to_contain_text("start")
    expect(asha.get_by_test_id("tournament-name")).to_have_value("Club night")
    asha.get_by_test_id("tournament-start").select_option("30")
    asha.get_by_test_id("tournament-create").click()
    asha.wait_for_url(re.compile("/tournaments/.+"))
    bala.goto(asha.url)
    bala.get_by_test_id("tournament-guest").fill("Bala")
    bala.get_by_test_id("tournament-word").fill("queen")
    bala.get_by_test_id("tournament-join").click()
    expect(bala.get_by_test_id("tournament-own-refusal")).to_contain_text("invitation code")
    expect(bala.get_by_test_id("tournament-guest")).to_have_value("Bala")
    bala.get_by_test_id("tournament-word").fill("striker")
    bala.get_by_test_id("tournament-join").click()
    expect(bala.get_by_test_id("tournament-own")).to_have_attribute("data-state", "joined")
    bala.get_by_test_id("tournament-withdraw").click()
    expect(bala.get_by_test_id("tournament-own")).to_have_attribute("data-state", "outside")
    asha.get_by_test_id("tournament-cancel").click()
    asha.get_by_test_id("tournament-cancel-yes").click()
    expect(bala.get_by_test_id("tournament")).to_have_attribute("data-stage", "cancelled")


@pytest.mark.slow
def test_the_page_of_a_tournament_is_complete_again_after_the_server_was_gone_and_follows_the_top_board(
    visit: Visit, friend: Visit, server: Server, someone: Callable[[], Page]
) -> None:
    asha, bala, watcher = visit.page, friend.page, someone()
    joined_by_two_and_watched(asha, bala, watcher, server)
    server.kill()
    lost = watcher.get_by_text("Connection to the server lost. Reconnecting…").first
    expect(lost).to_be_visible()
    server.start()
    expect(lost).to_be_hidden()
    expect(watcher.get_by_test_id("top-board")).to_have_count(0)
    asha.get_by_test_id("tournament-start-now").click()
    for page in (asha, bala):
        page.wait_for_url(re.compile("/game/"))
        expect(board(page)).to_be_visible()
    top = watcher.get_by_test_id("top-board")
    expect(top).to_have_attribute("href", re.compile(f"/game/{asha.url.partition('/game/')[2].partition('#')[0]}$"))
    expect(top).to_have_attribute("data-strokes", "0")
    breaker = asha if board(asha).get_attribute("data-phase") == "strike" else bala
    strike_by_keys(breaker, Stroke(0, 0, 3_000_000))
    expect(top).to_have_attribute("data-strokes", "1")
    server.kill()
    expect(lost).to_be_visible()
    server.start()
    expect(lost).to_be_hidden()
    expect(top).to_have_attribute("data-strokes", "1")
    resigned(asha, bala)
    expect(watcher.get_by_test_id("points-2")).to_contain_text("2")
    expect(watcher.get_by_test_id("points-1")).to_have_text("0")
    expect(watcher.get_by_test_id("tournament-games").locator("li").last).to_contain_text("Bala won · resigned")


@pytest.mark.slow
def test_a_phone_that_was_offline_catches_up_with_standings_and_game_without_a_reload(
    visit: Visit, friend: Visit, server: Server, someone: Callable[[], Page]
) -> None:
    asha, bala, watcher = visit.page, friend.page, someone()
    joined_by_two_and_watched(asha, bala, watcher, server)
    for page in (bala, watcher):
        page.evaluate("window.loadedOnce = true")
    lost = "Connection to the server lost. Reconnecting…"
    watcher.context.set_offline(True)
    expect(watcher.get_by_text(lost).first).to_be_visible()
    asha.get_by_test_id("tournament-start-now").click()
    for page in (asha, bala):
        page.wait_for_url(re.compile("/game/"))
        expect(board(page)).to_be_visible()
    played = asha.url.partition("/game/")[2].partition("#")[0]
    bala.context.set_offline(True)
    choose(asha, "resign")
    asha.get_by_test_id("resign-yes").click()
    asha.get_by_test_id("to-tournament").click()
    expect(asha.get_by_test_id("points-2")).to_contain_text("2")
    expect(bala.get_by_test_id("to-tournament")).to_have_count(0)
    expect(watcher.get_by_test_id("points-2")).to_have_count(0)  # there, the tournament has not started
    for page in (bala, watcher):
        page.context.set_offline(False)
    bala.get_by_test_id("to-tournament").click()
    expect(watcher.get_by_text(lost).first).to_be_hidden()
    expect(watcher.get_by_test_id("points-2")).to_contain_text("2")
    expect(watcher.get_by_test_id("points-1")).to_have_text("0")
    expect(watcher.locator("[data-testid^=standing-]")).to_have_count(2)
    expect(watcher.get_by_test_id("tournament-games").get_by_text("Bala won · resigned")).to_have_count(1)
    expect(watcher.get_by_test_id("tournament-games").locator(f"a[href*='{played}']")).to_have_count(1)
    # Both are free again, and are paired again: with the phone that was away, too.
    for page in (asha, bala):
        page.wait_for_url(re.compile(f"/game/(?!{played})"))
        expect(board(page)).to_be_visible()
    for page in (bala, watcher):
        assert page.evaluate("window.loadedOnce") is True, "the page was loaded again"


@pytest.mark.slow
def test_four_people_join_an_arena_of_doubles_by_a_link_and_without_a_partner_and_sit_at_one_board(
    visit: Visit, server: Server, someone: Callable[[], Page]
) -> None:
    asha = visit.page
    address = created(asha, server, "Asha", players=4)
    asha.get_by_test_id("tournament-together").check()
    asha.get_by_test_id("tournament-join").click()
    bala, chitra, dinesh = someone(), someone(), someone()
    bala.goto(asha.get_by_test_id("tournament-partner-link").input_value())
    bala.get_by_test_id("tournament-guest").fill("Bala")
    bala.get_by_test_id("tournament-join").click()
    joined(chitra, address, "Chitra")
    joined(dinesh, address, "Dinesh")
    people = (asha, bala, chitra, dinesh)
    for page in people:
        expect(page.get_by_test_id("standing-1")).to_contain_text("Asha / Bala")
        expect(page.get_by_test_id("standing-2")).to_contain_text("Chitra / Dinesh")
    asha.get_by_test_id("tournament-start-now").click()
    for page in people:
        page.wait_for_url(re.compile("/game/"))
        expect(board(page)).to_be_visible()
    assert len({page.url.partition("/game/")[2].partition("#")[0] for page in people}) == 1
    assert len({board(page).get_attribute("data-bottom") for page in people}) == 4, "everybody sits at their own side"
    assert visit.complaints == []
