"""Seats for friends elsewhere: the invitation link, guests who join by it, and spectators."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from e2e.conftest import DESKTOP, PHONE, Server, Visit
from e2e.hand import BREAK, Hand, board
from e2e.test_page import violations
from e2e.wire import retold
from playwright.sync_api import Browser, Page, WebSocketRoute, expect


@pytest.fixture
def friend(browser: Browser) -> Iterator[Visit]:
    """A second person, with their own phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Visit(context.new_page())
    context.close()


def invite(page: Page) -> str:
    """Start a table with a seat for a friend elsewhere; return the invitation link."""
    if not page.get_by_test_id("play-2").is_visible():
        page.get_by_test_id("company-link").click()
    page.get_by_test_id("play-2").click()
    page.wait_for_url(re.compile("/game/"))
    expect(page.get_by_test_id("waiting-room")).to_be_visible()
    return page.get_by_test_id("invitation").input_value()


def test_a_friend_comes_by_link_says_his_name_and_both_play(visit: Visit, friend: Visit, server: Server) -> None:
    page = visit.page
    address = invite(page)
    assert violations(page) == []
    friend.page.goto(address)
    expect(friend.page.get_by_test_id("join")).to_be_visible()
    assert "join=" not in friend.page.url
    assert violations(friend.page) == []
    friend.page.get_by_test_id("join-name").fill("Asha")
    friend.page.get_by_test_id("sit-down").click()
    hand = Hand(page, server.address, visit.session())
    assert hand.wait_for_turn() == "strike"
    expect(page.get_by_text("Asha").first).to_be_visible()
    expect(board(friend.page)).to_have_attribute("data-bottom", "north")
    hand.strike_by_keys(BREAK)
    expect(friend.page.get_by_test_id("turn")).to_have_attribute("data-yours", "true")
    friend.page.reload()
    expect(friend.page.get_by_test_id("turn")).to_have_attribute("data-yours", "true")
    assert visit.complaints == friend.complaints == []


@pytest.mark.slow
def test_who_comes_too_late_looks_on_and_can_do_nothing(visit: Visit, friend: Visit, browser: Browser) -> None:
    address = invite(visit.page)
    friend.page.goto(address)
    friend.page.get_by_test_id("sit-down").click()
    expect(board(friend.page)).to_be_visible()
    third = browser.new_context(viewport=DESKTOP, reduced_motion="reduce").new_page()
    third.goto(address)
    expect(board(third)).to_have_attribute("data-phase", "wait")
    expect(third.get_by_test_id("turn")).to_have_attribute("data-yours", "false")
    third.reload()
    expect(board(third)).to_be_visible()
    third.context.close()


@pytest.mark.slow
def test_the_address_is_copied_also_where_the_browser_has_no_clipboard(visit: Visit) -> None:
    page = visit.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = invite(page)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_test_id("invitation-copy").click()
    expect(page.get_by_test_id("invitation-copy")).to_have_text("Copied")
    page.reload()
    assert page.evaluate("navigator.clipboard.readText()") == address


@pytest.mark.slow
def test_a_server_for_this_machine_alone_says_so_and_shows_no_code(visit: Visit) -> None:
    invite(visit.page)
    expect(visit.page.get_by_test_id("loopback")).to_be_visible()
    expect(visit.page.get_by_test_id("invitation-code")).to_have_count(0)


@pytest.mark.slow
def test_where_the_network_reaches_the_server_its_address_is_shown_with_a_code(visit: Visit) -> None:
    page = visit.page
    page.route_web_socket("**/ws?*", reached)
    page.reload()
    address = invite(page)
    assert address.startswith("http://192.0.2.7:8137/game/")
    box = page.get_by_test_id("invitation-code").bounding_box()
    assert box is not None
    assert box["width"] >= 180


def reached(socket: WebSocketRoute) -> None:
    """Make the page believe that the server can be reached from the network."""
    retold(socket, lambda text: re.sub(r'"addresses":\[[^]]*\]', '"addresses":["http://192.0.2.7:8137"]', text))


@pytest.mark.slow
def test_a_table_that_waits_is_found_again(visit: Visit) -> None:
    page = visit.page
    address = invite(page)
    page.reload()
    expect(page.get_by_test_id("waiting-room")).to_be_visible()
    assert page.get_by_test_id("invitation").input_value() == address


@pytest.mark.slow
def test_a_wrong_word_sits_nobody_down(visit: Visit, friend: Visit, server: Server) -> None:
    address = invite(visit.page)
    wrong: Any = re.sub(r"join=[^&]+", "join=" + "x" * 43, address)
    friend.page.goto(wrong)
    friend.page.get_by_test_id("sit-down").click()
    expect(friend.page.get_by_test_id("lost")).to_be_visible()


@pytest.mark.slow
def test_a_running_game_is_shared_with_who_is_to_look_on(visit: Visit, friend: Visit) -> None:
    page = visit.page
    page.get_by_test_id("play").click()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("share").click()
    address = page.get_by_test_id("watch-link").input_value()
    assert "join=" not in address
    assert violations(page) == []
    page.get_by_test_id("share-close").click()
    friend.page.goto(address)
    expect(board(friend.page)).to_have_attribute("data-phase", "wait")
    expect(friend.page.get_by_test_id("turn")).to_have_attribute("data-yours", "false")


@pytest.mark.slow
def test_doubles_by_link_begin_in_two_taps(visit: Visit) -> None:
    page = visit.page
    page.get_by_test_id("company-link").click()
    page.get_by_test_id("play-4").click()
    expect(page.get_by_test_id("waiting-room")).to_be_visible()
    for seat in ("east", "north", "west"):
        expect(page.get_by_test_id(f"sitter-{seat}")).to_have_attribute("data-kind", "open")


@pytest.mark.slow
def test_a_guest_reads_who_invites_and_every_player_has_one_name(visit: Visit, friend: Visit, server: Server) -> None:
    page, guest = visit.page, friend.page
    page.get_by_test_id("company-link").click()
    page.get_by_test_id("host-name").fill("Asha")
    guest.goto(invite(page))
    expect(guest.get_by_role("heading", level=1)).to_have_text("Asha invites you to a game")
    expect(guest.get_by_test_id("sitter-south")).to_have_text("Asha")
    assert "South" not in guest.get_by_test_id("waiting-room").inner_text()
    guest.get_by_test_id("sit-down").click()
    hand = Hand(page, server.address, visit.session())
    hand.wait_for_turn()
    names = {
        page: {"south": "Asha", "north": "Opponent"},
        guest: {"south": "Asha", "north": "You"},
    }
    for reader, found in names.items():
        for seat, name in found.items():
            expect(reader.get_by_test_id(f"plate-{seat}")).to_have_text(name)
            expect(reader.get_by_test_id(f"score-{seat}").get_by_role("heading")).to_contain_text(name)
    expect(guest.get_by_test_id("turn")).to_have_text("Asha to break")


@pytest.mark.slow
def test_a_guest_who_waits_is_shown_nothing_of_the_hosts_server(visit: Visit, friend: Visit) -> None:
    page, guest = visit.page, friend.page
    page.get_by_test_id("company-link").click()
    page.get_by_test_id("play-4").click()
    expect(page.get_by_test_id("loopback")).to_be_visible()
    expect(page.get_by_test_id("open-door")).to_be_visible()
    guest.goto(page.get_by_test_id("invitation").input_value())
    guest.get_by_test_id("sit-down").click()
    expect(guest.get_by_test_id("waiting-guest")).to_have_text("Waiting for 2 more players")
    expect(guest.get_by_test_id("loopback")).to_have_count(0)
    expect(guest.get_by_test_id("open-door")).to_have_count(0)
