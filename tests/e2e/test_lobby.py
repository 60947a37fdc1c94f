"""The lobby: two browsers find each other and play a stroke while a third spectates."""

import re
import time
from collections.abc import Iterator

import pytest
from e2e.conftest import PHONE, Server, Visit
from e2e.hand import board
from e2e.test_page import violations
from playwright.sync_api import Browser, Page, expect
from server.seeks.people import guest, seek

from carrom.server.lobby.seeks import SEEK, SeekState, SeekStore, StoredSeek
from carrom.storage.store import Store
from carrom.values import changed


@pytest.fixture
def friend(browser: Browser) -> Iterator[Visit]:
    """A second person, with their own phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Visit(context.new_page())
    context.close()


def come(page: Page, server: Server, name: str) -> None:
    """Open the lobby under a name."""
    page.goto(f"{server.address}lobby")
    page.get_by_test_id("lobby-name").fill(name)
    page.get_by_test_id("lobby-name").blur()
    expect(page.get_by_test_id("quick")).to_be_enabled()


def tossed(*pages: Page) -> Page:
    """Answer the toss on the page that is prompted each time; return the page whose turn it is."""
    for asks in ("guess", "choose", "sit"):
        for page in pages:
            expect(page.get_by_test_id("toss")).to_have_attribute("data-asks", asks)
        (asked,) = [page for page in pages if page.get_by_test_id("toss").locator("button:enabled").count()]
        asked.get_by_test_id("toss").locator("button:enabled").first.click()
    for page in pages:
        expect(page.get_by_test_id("toss")).to_be_hidden()
        expect(page.get_by_test_id("turn")).to_be_visible()
    (mine,) = [page for page in pages if page.get_by_test_id("turn").get_attribute("data-yours") == "true"]
    return mine


def test_two_people_press_quick_pairing_and_play_a_stroke(visit: Visit, friend: Visit, server: Server) -> None:
    asha, bala = visit.page, friend.page
    asha.get_by_test_id("lobby-link").click()
    expect(asha.get_by_test_id("lobby")).to_be_visible()
    come(asha, server, "Asha")
    assert violations(asha) == []
    asha.get_by_test_id("quick").click()
    expect(asha.get_by_test_id("withdraw")).to_be_visible()
    come(bala, server, "Bala")
    expect(bala.get_by_test_id("seeks")).to_contain_text("Asha")
    assert violations(bala) == []
    bala.get_by_test_id("quick").click()
    for page in (asha, bala):
        page.wait_for_url(re.compile("/game/"))
    mine = tossed(asha, bala)
    expect(board(mine)).to_have_attribute("data-phase", "strike")
    board(mine).press("Enter")
    other = bala if mine is asha else asha
    expect(
        other.get_by_test_id("ruling-line").or_(other.get_by_test_id("ruling")).filter(visible=True).first
    ).to_be_visible()
    assert visit.complaints == friend.complaints == []


@pytest.mark.slow
def test_a_seek_in_the_list_is_taken_and_its_game_is_looked_on(
    visit: Visit, friend: Visit, server: Server, browser: Browser
) -> None:
    asha, bala = visit.page, friend.page
    come(asha, server, "Asha")
    asha.get_by_test_id("lobby-more").click()
    asha.get_by_test_id("lobby-clock-slow").check()
    asha.get_by_test_id("leave-seek").click()
    expect(asha.get_by_test_id("withdraw")).to_be_visible()
    come(bala, server, "Bala")
    bala.locator("[data-testid^=take-]").click()
    for page in (asha, bala):
        page.wait_for_url(re.compile("/game/"))
    chitra = Visit(browser.new_context(viewport=PHONE).new_page())
    chitra.page.goto(f"{server.address}lobby")
    chitra.page.get_by_test_id("playing").get_by_test_id("look-on").click()
    expect(chitra.page.get_by_text("Asha").filter(visible=True).first).to_be_visible()
    assert chitra.complaints == []
    chitra.page.context.close()


@pytest.mark.slow
def test_a_seek_is_withdrawn_and_who_leaves_the_place_waits_no_longer(
    visit: Visit, friend: Visit, server: Server
) -> None:
    asha, bala = visit.page, friend.page
    come(bala, server, "Bala")
    come(asha, server, "Asha")
    asha.get_by_test_id("quick").click()
    expect(bala.get_by_test_id("seeks")).to_contain_text("Asha")
    asha.reload()
    expect(asha.get_by_test_id("withdraw")).to_be_visible()
    asha.get_by_test_id("withdraw").click()
    expect(bala.get_by_test_id("seeks")).to_have_count(0)
    asha.get_by_test_id("quick").click()
    expect(bala.get_by_test_id("seeks")).to_contain_text("Asha")
    asha.get_by_role("link", name="Carrom").first.click()
    expect(bala.get_by_test_id("seeks")).to_have_count(0)


@pytest.mark.slow
def test_an_invitation_by_link_is_opened_and_played(visit: Visit, friend: Visit, server: Server) -> None:
    asha, bala = visit.page, friend.page
    come(asha, server, "Asha")
    asha.get_by_test_id("lobby-more").click()
    asha.get_by_test_id("invite").click()
    address = asha.get_by_test_id("invite-link").input_value()
    bala.goto(address)
    expect(bala.get_by_role("heading", name="Asha invites you to a game")).to_be_visible()
    assert "invite=" not in bala.url
    assert violations(bala) == []
    bala.get_by_test_id("accept-invitation").click()
    for page in (asha, bala):
        page.wait_for_url(re.compile("/game/"))


@pytest.mark.slow
def test_two_pairs_who_seek_together_sit_down_at_one_board(
    visit: Visit, friend: Visit, server: Server, browser: Browser
) -> None:
    pages = [visit.page, friend.page, *(browser.new_context(viewport=PHONE).new_page() for _ in range(2))]
    for first, second, names in ((pages[0], pages[1], "AB"), (pages[2], pages[3], "CD")):
        come(first, server, names[0])
        first.get_by_test_id("lobby-more").click()
        first.get_by_test_id("lobby-players-4").check()
        first.get_by_test_id("lobby-together").check()
        first.get_by_test_id("leave-seek").click()
        address = first.get_by_test_id("partner-link").input_value()
        come(second, server, names[1])
        second.goto(address)
        second.get_by_test_id("accept-invitation").click()
        expect(second.get_by_test_id("withdraw")).to_be_visible()
    pages[2].locator("[data-testid^=take-]").click()
    for page in pages:
        page.wait_for_url(re.compile("/game/"))
    for page in pages[2:]:
        page.context.close()


@pytest.mark.slow
def test_every_seek_is_reached_and_a_change_leaves_focus_and_scroll_alone(visit: Visit, server: Server) -> None:
    page, store = visit.page, Store(server.data / "games.db")
    shelf, now = SeekStore(store.database), int(time.time() * 1000)

    def leave(number: int) -> None:
        sought = seek(guest(f"Guest {number}"), id=f"seek-number-{number}", made=now + number, shown=now)
        assert shelf.add(StoredSeek(table=SEEK, seek=sought, state=SeekState.OPEN, until=now + 600_000))

    for number in range(101):
        leave(number)
    come(page, server, "Asha")
    seeks = page.get_by_test_id("seeks").locator("li")
    expect(seeks).to_have_count(50)
    page.get_by_test_id("more-seeks").click()
    expect(seeks).to_have_count(101)
    expect(page.get_by_test_id("take-seek-number-100")).to_be_enabled()
    page.get_by_test_id("take-seek-number-70").focus()
    before = page.evaluate(
        "[scrollY, document.querySelectorAll('[data-testid=seeks] li').forEach(each => (each.seen = 1))][0]"
    )
    assert before > 0
    leave(101)
    gone = shelf.one(SEEK, "seek-number-100")
    assert gone is not None
    assert shelf.change(gone, changed(gone.seek), SeekState.WITHDRAWN, now)
    expect(page.get_by_test_id("seek-seek-number-101")).to_be_visible()
    expect(page.get_by_test_id("seek-seek-number-100")).to_have_count(0)
    expect(page.get_by_test_id("take-seek-number-70")).to_be_focused()
    assert page.evaluate("scrollY") == before
    stayed = page.evaluate("[...document.querySelectorAll('[data-testid=seeks] li')].filter(each => each.seen).length")
    assert stayed == 100, "unchanged rows keep their elements"
    for number in (*range(100), 101):
        left = shelf.one(SEEK, f"seek-number-{number}")
        assert left is not None
        assert shelf.change(left, left.seek, SeekState.WITHDRAWN, now)
    store.close()
    assert visit.complaints == []
